/**
 * Whose requests a service counts together: by organization, whichever key stamps them
 * (docs/protocol.md, Rates and limits).
 */
export type QuotaOwner = { readonly baseUrl: string; readonly organizationId: string };

const THIS_COMPUTER = ['127.0.0.1', 'localhost', '[::1]'];

/** Whether a quota is that of a service on this computer, which nobody else uses. */
export function isOnThisComputer(quota: string): boolean {
  const [origin = ''] = quota.split(' ');
  return URL.canParse(origin) && THIS_COMPUTER.includes(new URL(origin).hostname);
}

/** One name for all profiles of an organization at a host, whatever path their base URLs have. */
export function quotaOf({ baseUrl, organizationId }: QuotaOwner): string {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).origin : baseUrl;
  return `${host} ${organizationId.toLowerCase()}`;
}
