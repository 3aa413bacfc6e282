import type { Profile } from '../../../protocol/profile.ts';
import { useTabStore } from '../../page/tab-store.ts';

export type StampingUser = {
  /** The service's ID of the stamping user, stored or looked up. Throws the errors of a query. */
  readonly findId: () => Promise<string>;
};

/** The user who stamps for a profile. */
export function useStampingUser({ id, known: lastCheck }: Profile): StampingUser {
  const { effects } = useTabStore();
  return {
    findId: async () =>
      lastCheck?.userId ?? (await effects.client.call('profiles_check', { id })).userId,
  };
}
