import { KeystampError } from '../../../protocol/errors.ts';
import type { Profile } from '../../../protocol/profile.ts';
import type { TabStore } from '../../page/tab-store.ts';

/**
 * Changes a profile in its current state, which may have changed while the user was busy. Throws
 * the errors of `profiles_save`, and `profile_unknown`.
 */
export async function updateProfile(
  store: TabStore,
  id: string,
  change: (profile: Profile) => Profile,
): Promise<void> {
  const { client } = store.effects;
  const { profiles } = await client.call('state', {});
  const profile = profiles.find((candidate) => candidate.id === id);
  if (!profile) throw new KeystampError('profile_unknown');
  await client.call('profiles_save', change(profile));
  await store.refresh();
}
