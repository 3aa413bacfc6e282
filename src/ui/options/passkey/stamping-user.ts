import type { Profile } from '../../../protocol/profile.ts';
import { useStore } from '../store.ts';

export type StampingUser = {
  /** The service's own id of whoever stamps: as known, or asked for. Errors as of a query. */
  readonly findId: () => Promise<string>;
};

/** Whoever stamps for a profile. */
export function useStampingUser({ id, known: lastCheck }: Profile): StampingUser {
  const { effects } = useStore();
  return {
    findId: async () =>
      lastCheck?.userId ?? (await effects.client.call('profiles_check', { id })).userId,
  };
}
