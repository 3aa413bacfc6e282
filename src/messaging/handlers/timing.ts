import { presentOf, type Clock } from '../../activities/clock.ts';
import type { Courier } from '../../activities/courier.ts';
import type { Outbox } from '../../activities/outbox.ts';
import type { Pacing } from '../../activities/pacing.ts';
import type { Profiles } from '../../activities/profiles.ts';
import type { AppState } from '../../protocol/state.ts';
import type { HandlersOf } from './handlers.ts';

export type TimingDeps = {
  readonly profiles: Profiles;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly pacing: Pacing;
  readonly courier: Courier;
  readonly published: () => Promise<AppState>;
};

/** Calls about when requests of a profile leave, and with which time in them. */
export function timingHandlers(
  deps: TimingDeps,
): HandlersOf<'profiles_resume' | 'profiles_reset_clock'> {
  const { profiles, outbox, clock, pacing, courier, published } = deps;
  return {
    profiles_resume: async ({ id }) => {
      const profile = await profiles.get(id);
      await pacing.resume(profile);
      await courier.hurry(profile);
      return published();
    },
    profiles_reset_clock: async ({ id }) => {
      const { baseUrl } = await profiles.get(id);
      await outbox.times.reset(id, presentOf(clock, { profileId: id, baseUrl }));
      return published();
    },
  };
}
