import * as v from 'valibot';
import { item, type Area } from '../storage/area.ts';
import { isOutdated } from './allowance.ts';
import { quotaOf, type Counted } from './quota.ts';
import { LONGEST_PAUSE_MS, type Priority, type Scheduler } from './scheduler.ts';

const FIRST_PAUSE_MS = 1000;

export type PacingEffects = {
  readonly scheduler: Scheduler;
  /** Memory only, and outlives the worker: its end neither lifts nor lengthens a pause. */
  readonly session: Area;
  readonly now: () => number;
  /** In [0, 1), for jitter. */
  readonly random: () => number;
  /** A pause began or ended. */
  readonly onChange: () => void;
};

/** `times`: refusals for their rate, one after another, without an answer in between. */
const held = v.record(
  v.string(),
  v.object({ until: v.number(), times: v.number(), rate: v.number(), at: v.number() }),
);
type Held = v.InferOutput<typeof held>[string];

export type Pacing = ReturnType<typeof createPacing>;

/**
 * The scheduler, with a pause after each 429. A service names no wait and its limits clear within
 * seconds (protocol.md 7.6): pauses double from a second and end after a minute, a random half of each
 * less, so that those who share a limit do not come back together. Profiles of one organization at
 * one host share both.
 */
export function createPacing(effects: PacingEffects) {
  const { scheduler, session, now, random, onChange } = effects;
  const stored = item(session, 'pauses', held);
  const all = new Map<string, Held>();
  let restored: Promise<void> | undefined;

  /** One that ends later than any pause is of another clock. */
  function leftOf(quota: string): number {
    const left = (all.get(quota)?.until ?? 0) - now();
    return left > LONGEST_PAUSE_MS ? 0 : Math.max(0, left);
  }

  async function restore(): Promise<void> {
    const kept = await stored.get().catch(() => undefined);
    for (const [quota, one] of Object.entries(kept ?? {})) {
      if (all.has(quota)) continue;
      all.set(quota, one);
      scheduler.remember(quota, one);
      scheduler.pause(quota, leftOf(quota));
    }
  }
  const ready = () => (restored ??= restore());

  function changed(): void {
    for (const [quota, { at }] of all) {
      if (leftOf(quota) === 0 && isOutdated(at, now())) all.delete(quota);
    }
    // A pause that cannot be kept holds for this life.
    stored.set(Object.fromEntries(all)).catch(() => undefined);
    onChange();
  }

  /** A refusal that is not of requests that left before the last one: how long to wait for the next. */
  function refused(quota: string): number {
    const times = (all.get(quota)?.times ?? 0) + 1;
    const whole = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(times - 1, 10));
    const ms = Math.round(whole * (1 - random() / 2));
    scheduler.refused(quota);
    scheduler.pause(quota, ms);
    all.set(quota, { until: now() + ms, times, ...scheduler.lesson(quota) });
    changed();
    return ms;
  }

  return {
    run: async <T>(whose: Counted, priority: Priority, task: () => Promise<T>): Promise<T> => {
      await ready();
      return scheduler.run(quotaOf(whose), priority, task);
    },
    /**
     * The service did not take a request for its rate. Those on the way meanwhile count once. Answers
     * how long the pause is.
     */
    deferred: (whose: Counted): number => {
      const quota = quotaOf(whose);
      return leftOf(quota) || refused(quota);
    },
    /** The service answered a request: the next pause is a first one again. */
    answered: (whose: Counted): void => {
      const quota = quotaOf(whose);
      scheduler.answered(quota);
      const one = all.get(quota);
      if (!one || one.times === 0 || leftOf(quota) > 0) return;
      all.set(quota, { ...one, times: 0, ...scheduler.lesson(quota) });
      changed();
    },
    /** The user does not want to wait. */
    resume: async (whose: Counted): Promise<void> => {
      await ready();
      const quota = quotaOf(whose);
      const one = all.get(quota);
      if (one) all.set(quota, { ...one, until: now() });
      scheduler.release(quota);
      changed();
    },
    /** How long requests would wait, milliseconds. */
    leftOf: (whose: Counted): number => leftOf(quotaOf(whose)),
    /** Until when nothing leaves; null without a pause. */
    until: async (whose: Counted): Promise<number | null> => {
      await ready();
      const quota = quotaOf(whose);
      return leftOf(quota) > 0 ? (all.get(quota)?.until ?? null) : null;
    },
  };
}
