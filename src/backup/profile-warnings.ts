import type { TrustWarning } from '../protocol/backup.ts';
import { TURNKEY_TRUST, type BundleTrust, type Profile } from '../protocol/profile.ts';
import type { KeyFacts } from '../vault/document.ts';

/*
 * What is odd about a profile of a backup, beyond what differs: the keys that it trusts, and where it
 * would use an API key that is here.
 */

const isSameTrust = (one: BundleTrust, other: BundleTrust): boolean =>
  one.signer === other.signer && one.otp === other.otp;

/**
 * Whoever holds the trusted keys reads what is imported and the codes that are typed. A local service
 * makes its own, so only a change of them says something.
 */
export function trustWarningOf(
  { service, baseUrl, trust }: Profile,
  profiles: readonly Profile[],
): TrustWarning | null {
  const known = profiles.filter((other) => other.baseUrl === baseUrl);
  if (known.some((other) => !isSameTrust(trust, other.trust))) return 'changed';
  if (service === 'local' || known.length > 0 || isSameTrust(trust, TURNKEY_TRUST)) return null;
  return service;
}

/**
 * The name of the API key here that a profile would use at a service or organization where no profile
 * here does. Null if there is none.
 */
export function findElsewhere(
  { keyId, baseUrl, organizationId }: Profile,
  here: { readonly profiles: readonly Profile[]; readonly keys: readonly KeyFacts[] },
): string | null {
  const key = here.keys.find(({ id }) => id === keyId);
  const users = here.profiles.filter((one) => one.keyId === keyId);
  const isUsedThere = users.some(
    (one) =>
      one.baseUrl === baseUrl && one.organizationId.toLowerCase() === organizationId.toLowerCase(),
  );
  return key && users.length > 0 && !isUsedThere ? key.name : null;
}
