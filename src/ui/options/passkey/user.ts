import type { Profile } from '../../../protocol/profile.ts';
import { useStore } from '../store.ts';

export type User = {
  /** The service's own id of whoever stamps: as known, or asked for. Errors as of a query. */
  readonly find: () => Promise<string>;
};

/** Whoever stamps for a profile. */
export function useUser({ id, known }: Profile): User {
  const { effects } = useStore();
  return {
    find: async () => known?.userId ?? (await effects.client.call('profiles_check', { id })).userId,
  };
}
