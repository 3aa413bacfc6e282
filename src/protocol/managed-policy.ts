import type { Profile } from './profile.ts';
import { readWildcardGroup } from './site.ts';

/*
 * What an organization's administrator sets for all browsers by enterprise policy, and what follows
 * from it. How it is read from the browser stands in managed-reading.ts.
 */

/** What the organization set; null and empty lists where it set nothing. */
export type ManagedPolicy = {
  readonly baseUrl: string | null;
  readonly organizationId: string | null;
  /** Key that signs import bundles, as in a profile. */
  readonly importSigner: string | null;
  /** Only these sites may ask; null: all may. Origins, and marks such as `*.app.example`. */
  readonly allowedSites: readonly string[] | null;
  readonly blockedSites: readonly string[];
  /** Operations that only a passkey may stamp, in every profile. */
  readonly passkeyOnly: readonly string[];
  readonly maxAutoLockMinutes: number | null;
};
export type ManagedSetting = keyof ManagedPolicy;

export const NO_POLICY: ManagedPolicy = {
  baseUrl: null,
  organizationId: null,
  importSigner: null,
  allowedSites: null,
  blockedSites: [],
  passkeyOnly: [],
  maxAutoLockMinutes: null,
};

/** Why a value counts for nothing; `unreadable`: the browser did not hand the settings over. */
export const MANAGED_PROBLEMS = [
  'unknown',
  'type',
  'url',
  'uuid',
  'point',
  'site',
  'operation',
  'minutes',
  'too_many',
  'unreadable',
] as const;
export type ManagedProblem = (typeof MANAGED_PROBLEMS)[number];

/** One value that is ignored: where it stands, never the value itself. */
export type ManagedFault = {
  /** As the administrator wrote it, cut to 64 characters; empty for the settings as a whole. */
  readonly setting: string;
  /** Place in the list, from 1; null for the setting itself. */
  readonly entry: number | null;
  readonly problem: ManagedProblem;
};

export type ManagedPolicyState = {
  readonly policy: ManagedPolicy;
  readonly faults: readonly ManagedFault[];
};

export const UNMANAGED: ManagedPolicyState = { policy: NO_POLICY, faults: [] };

/** What the organization may set of a profile. */
export type ManageableProfile = Pick<Profile, 'baseUrl' | 'organizationId' | 'trust'>;

/** Whether requests may go to a place of the service at all. */
export function allowsService(
  policy: ManagedPolicy,
  { baseUrl, organizationId }: Pick<ManageableProfile, 'baseUrl' | 'organizationId'>,
): boolean {
  return (
    (policy.baseUrl ?? baseUrl) === baseUrl &&
    // Ids are compared whatever their case, as the service does.
    (policy.organizationId ?? organizationId.toLowerCase()) === organizationId.toLowerCase()
  );
}

/** Whether the organization allows a profile: one that it does not allow is kept, and stamps nothing. */
export function allowsProfile(policy: ManagedPolicy, profile: ManageableProfile): boolean {
  const { signer } = profile.trust;
  return allowsService(policy, profile) && (policy.importSigner ?? signer) === signer;
}

const hostOf = (origin: string): string =>
  (URL.parse(origin)?.hostname ?? origin).replace(/\.$/, '');

/** A mark stands for its name and everything below it, on every port; else it is that origin alone. */
function matchesSite(origin: string, pattern: string): boolean {
  const name = readWildcardGroup(pattern);
  if (name === undefined) return origin === pattern;
  const host = hostOf(origin);
  return host === name || host.endsWith(`.${name}`);
}

/** Whether the organization lets a site ask for anything. A block comes before everything. */
export function allowsSite(policy: ManagedPolicy, origin: string): boolean {
  // The same site under the other spelling of its name, with a dot at the end, is blocked with it.
  const dotless = origin.replace(/\.(?=:\d+$|$)/, '');
  if (policy.blockedSites.some((pattern) => matchesSite(dotless, pattern))) return false;
  return policy.allowedSites?.some((pattern) => matchesSite(origin, pattern)) ?? true;
}

const MINUTE_MS = 60_000;

/** The longest time without use before the vault locks; Infinity where the organization set none. */
export function maxAutoLockMs({ maxAutoLockMinutes }: ManagedPolicy): number {
  return maxAutoLockMinutes === null ? Infinity : maxAutoLockMinutes * MINUTE_MS;
}
