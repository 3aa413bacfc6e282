// The background's own check, over what a service of a screen test answers.
import { createActivityCheck, type ActivityName } from '../../../src/activities/activity-check.ts';
import type { Profile } from '../../../src/protocol/profile.ts';

/**
 * Answers `activities_check`.
 * @param ask gives a query's answer, in the form of the records
 * @param seen what was seen of activities earlier
 */
export function checkOver(profile: Profile, ask: (operation: string) => unknown, seen?: unknown) {
  let kept = seen ?? null;
  const { check } = createActivityCheck({
    queries: { ask: async (_, { name }) => ask(name) as never },
    outbox: { unsettled: async () => [], get: async () => undefined },
    recordCache: {
      get: async () => kept,
      set: async (_profile, _name, value) => void (kept = value ?? null),
    },
    now: () => 1e12,
  });
  return (name: { readonly profileId: string } & ActivityName) => check(profile, name);
}
