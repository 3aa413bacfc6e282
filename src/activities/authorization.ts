import { KeystampError } from '../protocol/errors.ts';
import {
  allowsProfile,
  allowsService,
  type ManageableProfile,
  type ManagedPolicy,
} from '../protocol/managed-policy.ts';
import type { StamperKind } from '../protocol/passkey.ts';
import { stampChoiceOf, type Profile } from '../protocol/profile.ts';

/** Reads the organization's settings. Nothing is stamped or sent before it resolves. */
export type PolicyDeps = { readonly managed: () => Promise<ManagedPolicy> };

/**
 * Checks that the organization allows a profile.
 * @throws `managed_profile`
 */
export async function demandProfile(
  { managed }: PolicyDeps,
  profile: ManageableProfile,
): Promise<void> {
  if (!allowsProfile(await managed(), profile)) throw new KeystampError('managed_profile');
}

/**
 * Checks that the organization allows requests to a destination. This also covers requests that
 * were stamped before the organization changed its settings.
 * @throws `managed_profile`
 */
export async function demandDestination(
  { managed }: PolicyDeps,
  destination: Pick<Profile, 'baseUrl' | 'organizationId'>,
): Promise<void> {
  if (!allowsService(await managed(), destination)) throw new KeystampError('managed_profile');
}

/**
 * Checks that a profile and the organization let a method stamp an operation. The pages don't offer
 * anything else; this check holds whatever they send.
 * @throws `managed_profile`, `managed_passkey`, `passkey_required`, `passkey_missing`,
 *   `key_missing`
 */
export async function demandMethod(
  deps: PolicyDeps,
  profile: Profile,
  operation: string,
  method: StamperKind,
): Promise<void> {
  await demandProfile(deps, profile);
  const {
    methods,
    requiresPasskey: ruled,
    managed,
  } = stampChoiceOf(profile, operation, await deps.managed());
  if (methods.includes(method)) return;
  if (managed && method === 'key') throw new KeystampError('managed_passkey');
  if (method === 'passkey' || methods.length === 0) throw new KeystampError('passkey_missing');
  throw new KeystampError(ruled ? 'passkey_required' : 'key_missing');
}
