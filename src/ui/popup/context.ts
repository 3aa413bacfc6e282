import { NO_POLICY, type ManagedPolicy } from '../../protocol/managed-policy.ts';
import type { Profile } from '../../protocol/profile.ts';
import { createStoreContext } from '../store.ts';
import type { Store } from './store.ts';

/** The popup's store, for every screen. */
export const { StoreContext, useStore } = createStoreContext<Store>();

/** A profile as it is now: its keys and rules may have changed since a form was begun with it. */
export function useCurrentProfile(profile: Profile): Profile {
  const current = useStore().profile.value;
  return current?.id === profile.id ? current : profile;
}

/** What the organization set. */
export function usePolicy(): ManagedPolicy {
  return useStore().snapshot.value?.state.managed.policy ?? NO_POLICY;
}
