import { readClocks, type Clock } from '../../activities/clock.ts';
import type { OutboxRunner } from '../../activities/outbox/runner.ts';
import type { Outbox } from '../../activities/outbox/outbox.ts';
import type { Pacing } from '../../activities/rates/pacing.ts';
import type { Profiles } from '../../activities/profiles.ts';
import type { AppState } from '../../protocol/app-state.ts';
import type { Handlers } from './handlers.ts';

export type TimingHandlerDeps = {
  readonly profiles: Profiles;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly pacing: Pacing;
  readonly runner: OutboxRunner;
  readonly publish: () => Promise<AppState>;
};

/** Calls about when a profile's requests go out, and with which timestamp. */
export function createTimingHandlers(deps: TimingHandlerDeps) {
  const { profiles, outbox, clock, pacing, runner, publish } = deps;
  return {
    profiles_resume: async ({ id }) => {
      const profile = await profiles.get(id);
      await pacing.resume(profile);
      await runner.resumeAfterPause(profile);
      return publish();
    },
    profiles_reset_clock: async ({ id }) => {
      const { baseUrl } = await profiles.get(id);
      await outbox.timestamps.reset(id, readClocks(clock, { profileId: id, baseUrl }));
      return publish();
    },
  } satisfies Partial<Handlers>;
}
