import { originOutside } from './container.ts';
import type { Profile } from './profile.ts';
import { readWildcardGroup } from './site.ts';

/*
 * What an organization's administrator sets for all browsers by enterprise policy, and what follows
 * from it. read-managed-policy.ts reads it from the browser.
 */

/** The organization's settings. Null or an empty list if it didn't set one. */
export type ManagedPolicy = {
  readonly baseUrl: string | null;
  readonly organizationId: string | null;
  /** The key that signs import bundles, as in a profile. */
  readonly importSigner: string | null;
  /** Only these sites may ask. Null: all may. Origins, and wildcards such as `*.app.example`. */
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

/** Why a value is ignored. `unreadable`: the browser didn't provide the settings. */
export const MANAGED_PROBLEMS = [
  'unknown',
  'type',
  'url',
  'uuid',
  'point',
  'site',
  'operation',
  'account',
  'minutes',
  'too_many',
  'unreadable',
] as const;
export type ManagedProblem = (typeof MANAGED_PROBLEMS)[number];

/** A value that is ignored: where it is, never the value itself. */
export type ManagedFault = {
  /** As the administrator wrote it, cut to 64 characters. Empty for the settings as a whole. */
  readonly setting: string;
  /** Position in the list, starting at 1. Null for the setting itself. */
  readonly entry: number | null;
  readonly problem: ManagedProblem;
};

export type ManagedPolicyState = {
  readonly policy: ManagedPolicy;
  readonly faults: readonly ManagedFault[];
};

export const UNMANAGED: ManagedPolicyState = { policy: NO_POLICY, faults: [] };

/** The parts of a profile that the organization can set. */
export type ManageableProfile = Pick<Profile, 'baseUrl' | 'organizationId' | 'trust'>;

/** Whether requests may go to this service and organization at all. */
export function allowsService(
  policy: ManagedPolicy,
  { baseUrl, organizationId }: Pick<ManageableProfile, 'baseUrl' | 'organizationId'>,
): boolean {
  return (
    (policy.baseUrl ?? baseUrl) === baseUrl &&
    // Ids are compared regardless of case, as the service does.
    (policy.organizationId ?? organizationId.toLowerCase()) === organizationId.toLowerCase()
  );
}

/**
 * Whether the organization allows a profile. A profile that it doesn't allow is kept, but stamps
 * nothing.
 */
export function allowsProfile(policy: ManagedPolicy, profile: ManageableProfile): boolean {
  const { signer } = profile.trust;
  return allowsService(policy, profile) && (policy.importSigner ?? signer) === signer;
}

const hostOf = (origin: string): string =>
  (URL.parse(origin)?.hostname ?? origin).replace(/\.$/, '');

/**
 * A wildcard stands for its name and everything below it, on every port. An origin only matches
 * itself.
 */
function matchesSite(origin: string, pattern: string): boolean {
  const name = readWildcardGroup(pattern);
  if (name === undefined) return origin === pattern;
  const host = hostOf(origin);
  return host === name || host.endsWith(`.${name}`);
}

/** Whether the organization lets a site ask for anything. A block comes before everything else. */
export function allowsSite(policy: ManagedPolicy, site: string): boolean {
  const origin = originOutside(site);
  // The same site with a dot at the end of its name is blocked along with it.
  const dotless = origin.replace(/\.(?=:\d+$|$)/, '');
  if (policy.blockedSites.some((pattern) => matchesSite(dotless, pattern))) return false;
  return policy.allowedSites?.some((pattern) => matchesSite(origin, pattern)) ?? true;
}

const MINUTE_MS = 60_000;

/** The longest time without use before the vault locks. Infinity if the organization set none. */
export function maxAutoLockMs({ maxAutoLockMinutes }: ManagedPolicy): number {
  return maxAutoLockMinutes === null ? Infinity : maxAutoLockMinutes * MINUTE_MS;
}
