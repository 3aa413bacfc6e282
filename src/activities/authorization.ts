import { KeystampError } from '../protocol/errors.ts';
import { allowsProfile, mayReach, type Bound, type ManagedPolicy } from '../protocol/managed.ts';
import type { Method } from '../protocol/passkey.ts';
import { choiceOf, type Profile } from '../protocol/profile.ts';

/** What the organization set, once it has been read: nothing is stamped or sent before. */
export type Managing = { readonly managed: () => Promise<ManagedPolicy> };

/**
 * Demands that the organization allows a profile.
 * @throws `managed_profile`
 */
export async function demandProfile({ managed }: Managing, profile: Bound): Promise<void> {
  if (!allowsProfile(await managed(), profile)) throw new KeystampError('managed_profile');
}

/**
 * Demands that requests may go to a place: also those that were stamped before the organization set
 * another one.
 * @throws `managed_profile`
 */
export async function demandPlace(
  { managed }: Managing,
  place: Pick<Profile, 'baseUrl' | 'organizationId'>,
): Promise<void> {
  if (!mayReach(await managed(), place)) throw new KeystampError('managed_profile');
}

/**
 * Demands that a profile, and the organization, let a method stamp an operation. The pages offer
 * nothing else; this holds whatever they say.
 * @throws `managed_profile`, `managed_passkey`, `passkey_required`, `passkey_missing`, `key_missing`
 */
export async function demandMethod(
  managing: Managing,
  profile: Profile,
  operation: string,
  method: Method,
): Promise<void> {
  await demandProfile(managing, profile);
  const { methods, ruled, managed } = choiceOf(profile, operation, await managing.managed());
  if (methods.includes(method)) return;
  if (managed && method === 'key') throw new KeystampError('managed_passkey');
  if (method === 'passkey' || methods.length === 0) throw new KeystampError('passkey_missing');
  throw new KeystampError(ruled ? 'passkey_required' : 'key_missing');
}
