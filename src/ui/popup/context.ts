import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { KeystampError } from '../../protocol/errors.ts';
import { NO_POLICY, type ManagedPolicy } from '../../protocol/managed-policy.ts';
import type { Profile } from '../../protocol/profile.ts';
import type { Store } from './store.ts';

/** The popup's store, for every screen. */
export const StoreContext = createContext<Store | undefined>(undefined);

/** The store of the popup this component stands in. */
export function useStore(): Store {
  const store = useContext(StoreContext);
  if (!store) throw new KeystampError('internal');
  return store;
}

/** A profile as it is now: its keys and rules may have changed since a form was begun with it. */
export function useCurrentProfile(profile: Profile): Profile {
  const current = useStore().profile.value;
  return current?.id === profile.id ? current : profile;
}

/** What the organization set. */
export function usePolicy(): ManagedPolicy {
  return useStore().snapshot.value?.state.managed.policy ?? NO_POLICY;
}
