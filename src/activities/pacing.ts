import * as v from 'valibot';
import { item, type Area } from '../storage/area.ts';
import { LONGEST_PAUSE_MS, type Scheduler } from './scheduler.ts';

const FIRST_PAUSE_MS = 1000;

/** Nothing of a profile leaves until then, by this computer's clock: the service said 429. */
export type Pause = { readonly profileId: string; readonly until: number };

export type PacingEffects = {
  readonly scheduler: Scheduler;
  /** Memory only, and outlives the worker: its end neither lifts nor lengthens a pause. */
  readonly session: Area;
  readonly now: () => number;
  /** A pause began or ended. */
  readonly onChange: () => void;
};

/** `times`: refusals for their rate, one after another, without an answer in between. */
const held = v.record(v.string(), v.object({ until: v.number(), times: v.number() }));
type Held = v.InferOutput<typeof held>[string];

export type Pacing = ReturnType<typeof createPacing>;

/**
 * The scheduler, with the pauses that a service asks for. They double from a second and end after a
 * minute, whatever the service asked for: limits clear within seconds, and a header must not silence
 * a profile for a day.
 */
export function createPacing({ scheduler, session, now, onChange }: PacingEffects) {
  const stored = item(session, 'pauses', held);
  const all = new Map<string, Held>();
  let restored: Promise<void> | undefined;

  /** One that ends later than any pause is of another clock. */
  function leftOf(profileId: string): number {
    const left = (all.get(profileId)?.until ?? 0) - now();
    return left > LONGEST_PAUSE_MS ? 0 : Math.max(0, left);
  }

  async function restore(): Promise<void> {
    const kept = await stored.get().catch(() => undefined);
    for (const [profileId, one] of Object.entries(kept ?? {})) {
      if (all.has(profileId)) continue;
      all.set(profileId, one);
      scheduler.pause(profileId, leftOf(profileId));
    }
  }
  const ready = () => (restored ??= restore());

  function changed(): void {
    // A pause that cannot be kept holds for this life.
    stored.set(Object.fromEntries(all)).catch(() => undefined);
    onChange();
  }

  return {
    observe: scheduler.observe,
    run: async <T>(...request: Parameters<typeof scheduler.run<T>>): Promise<T> => {
      await ready();
      return scheduler.run(...request);
    },
    /** The service did not take a request for its rate. Those on the way meanwhile count once. */
    deferred: (profileId: string, askedMs: number): void => {
      const before = all.get(profileId);
      const left = leftOf(profileId);
      const times = (before?.times ?? 0) + (left > 0 ? 0 : 1);
      const own = FIRST_PAUSE_MS * 2 ** Math.min(times - 1, 10);
      const ms = Math.min(LONGEST_PAUSE_MS, Math.max(own, askedMs, left));
      all.set(profileId, { until: now() + ms, times });
      scheduler.pause(profileId, ms);
      changed();
    },
    /** The service answered a request: the next pause is a first one again. */
    answered: (profileId: string): void => {
      if (!all.has(profileId) || leftOf(profileId) > 0) return;
      all.delete(profileId);
      changed();
    },
    /** The user does not want to wait. */
    resume: async (profileId: string): Promise<void> => {
      await ready();
      const one = all.get(profileId);
      if (one) all.set(profileId, { ...one, until: now() });
      scheduler.release(profileId);
      changed();
    },
    /** How long requests of a profile would wait, milliseconds. */
    leftOf,
    /** Those that last. */
    pauses: async (): Promise<readonly Pause[]> => {
      await ready();
      return Array.from(all, ([profileId, { until }]) => ({ profileId, until })).filter(
        ({ profileId }) => leftOf(profileId) > 0,
      );
    },
  };
}
