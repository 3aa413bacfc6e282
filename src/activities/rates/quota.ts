/**
 * Whose requests a service counts together: by organization, whichever key stamps them
 * (docs/protocol.md, Rates and limits).
 */
export type QuotaOwner = { readonly baseUrl: string; readonly organizationId: string };

/** One name for all profiles of an organization at a host, whatever path their base URLs have. */
export function quotaOf({ baseUrl, organizationId }: QuotaOwner): string {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).origin : baseUrl;
  return `${host} ${organizationId.toLowerCase()}`;
}
