import { demandMethod } from '../../activities/authorization.ts';
import { targetOfProfile } from '../../activities/queries.ts';
import { KeystampError } from '../../protocol/errors.ts';
import { queryRowOf } from '../../protocol/operations.ts';
import type { HomeView } from '../../protocol/app-state.ts';
import type { HandlerDeps, Handlers } from './handlers.ts';

/** Calls that only read from the service. */
export function createQueryHandlers(
  deps: Pick<HandlerDeps, 'managed' | 'profiles' | 'queries' | 'home' | 'recordCache'> & {
    /** Stores the first screen for pages that open later. */
    readonly saveHome: (home: HomeView) => Promise<void>;
  },
) {
  const { profiles, queries, home, recordCache, saveHome } = deps;
  return {
    home: async ({ profileId }) => {
      const freshHome = await home.read(profileId);
      await saveHome(freshHome);
      return freshHome;
    },
    query: async ({ profileId, operation, parameters }) => {
      const row = queryRowOf(operation);
      if (!row) {
        const message = 'operation: Keystamp knows no such question.';
        throw new KeystampError('invalid_input', message, { field: 'operation' });
      }
      const profile = await profiles.get(profileId);
      // A rule for passkeys also holds for an operation called by name.
      if (profile.keyId !== null) await demandMethod(deps, profile, operation, 'key');
      const target = targetOfProfile(profile);
      const answer = await queries.ask(target, row, parameters);
      return typeof answer === 'object' && answer !== null ? { ...answer } : {};
    },
    records_kept: ({ profileId, name }) => recordCache.get(profileId, name),
    records_keep: async ({ profileId, name, value }) => {
      await recordCache.set(profileId, name, value);
      return null;
    },
    records_opened: async ({ profileId, id }) => {
      const sorted = await home.noteOpened(profileId, id);
      if (sorted) await saveHome(sorted);
      return null;
    },
  } satisfies Partial<Handlers>;
}
