import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { KeystampError } from '../../protocol/errors.ts';
import type { Store } from './store.ts';

/** The popup's store, for every screen. */
export const StoreContext = createContext<Store | undefined>(undefined);

/** The store of the popup this component stands in. */
export function useStore(): Store {
  const store = useContext(StoreContext);
  if (!store) throw new KeystampError('internal');
  return store;
}
