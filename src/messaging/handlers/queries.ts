import { demandMethod, type Managing } from '../../activities/authorization.ts';
import { targetOf, type HomeReader } from '../../activities/home.ts';
import type { Profiles } from '../../activities/profiles.ts';
import type { Queries } from '../../activities/queries.ts';
import { KeystampError } from '../../protocol/errors.ts';
import { queryRowOf } from '../../protocol/operations.ts';
import type { Home } from '../../protocol/state.ts';
import type { HandlersOf } from './handlers.ts';

export type QueriesDesk = Managing & {
  readonly profiles: Profiles;
  readonly queries: Queries;
  readonly home: HomeReader;
  /** Keeps the first screen for pages that open later. */
  readonly keepHome: (home: Home) => Promise<void>;
};

/** Calls that only read from the service. */
export function queryHandlers(desk: QueriesDesk): HandlersOf<'home' | 'query'> {
  const { profiles, queries, home, keepHome } = desk;
  return {
    home: async ({ profileId }) => {
      const fresh = await home.read(profileId);
      await keepHome(fresh);
      return fresh;
    },
    query: async ({ profileId, operation, parameters }) => {
      const row = queryRowOf(operation);
      if (!row) {
        const message = 'operation: Keystamp knows no such question.';
        throw new KeystampError('invalid_input', message, { field: 'operation' });
      }
      const profile = await profiles.get(profileId);
      // A rule for passkeys holds for what is asked for by name, too.
      if (profile.keyId !== null) await demandMethod(desk, profile, operation, 'key');
      const target = targetOf(profile);
      const answer = await queries.ask(target, row, parameters);
      return typeof answer === 'object' && answer !== null ? { ...answer } : {};
    },
  };
}
