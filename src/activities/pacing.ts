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

/** The pauses of all quotas, as this life has them and as the next one finds them. */
function createPauses({ scheduler, session, now, onChange }: Omit<PacingEffects, 'random'>) {
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

  return {
    get: (quota: string) => all.get(quota),
    leftOf,
    ready: () => (restored ??= restore()),
    /** Keeps a change of one, and drops what is forgotten by now. */
    change: (quota: string, one: Omit<Held, 'rate' | 'at'>): void => {
      all.set(quota, { ...one, ...scheduler.lesson(quota) });
      for (const [name, { at }] of all) {
        if (leftOf(name) === 0 && isOutdated(at, now())) all.delete(name);
      }
      // A pause that cannot be kept holds for this life.
      stored.set(Object.fromEntries(all)).catch(() => undefined);
      onChange();
    },
  };
}

export type Pacing = ReturnType<typeof createPacing>;

/**
 * The scheduler, with a pause after each 429. A service names no wait and its limits clear within seconds
 * (docs/protocol.md, Rates and limits): pauses double from a second and end after a minute, a random part
 * of half left out, so that those who share a limit do not come back together. Profiles of one
 * organization at one host share both.
 */
export function createPacing(effects: PacingEffects) {
  const { scheduler, now, random } = effects;
  const pauses = createPauses(effects);
  const { leftOf, ready } = pauses;

  /** Answers how long to wait for the next try. */
  function refused(quota: string): number {
    const times = (pauses.get(quota)?.times ?? 0) + 1;
    const whole = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(times - 1, 10));
    const ms = Math.round(whole * (1 - random() / 2));
    scheduler.refused(quota);
    scheduler.pause(quota, ms);
    pauses.change(quota, { until: now() + ms, times });
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
      const one = pauses.get(quota);
      if (one && one.times > 0 && leftOf(quota) === 0) pauses.change(quota, { ...one, times: 0 });
    },
    /** The user does not want to wait. */
    resume: async (whose: Counted): Promise<void> => {
      await ready();
      const quota = quotaOf(whose);
      const one = pauses.get(quota);
      scheduler.release(quota);
      if (one) pauses.change(quota, { ...one, until: now() });
    },
    /** How long requests would wait, milliseconds. */
    leftOf: (whose: Counted): number => leftOf(quotaOf(whose)),
    /** Until when nothing leaves; null without a pause. */
    until: async (whose: Counted): Promise<number | null> => {
      await ready();
      const quota = quotaOf(whose);
      return leftOf(quota) > 0 ? (pauses.get(quota)?.until ?? null) : null;
    },
  };
}
