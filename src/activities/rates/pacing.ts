import * as v from 'valibot';
import { createItem, type Area } from '../../storage/area.ts';
import { isOutdated } from './allowance.ts';
import { quotaOf, type QuotaOwner } from './quota.ts';
import { MAX_PAUSE_MS, type ExpectedTurn, type Scheduler, type Turn } from './scheduler.ts';
import { time } from '../../protocol/time.ts';

const INITIAL_PAUSE_MS = 1000;

export type PacingDeps = {
  readonly scheduler: Scheduler;
  /** In memory only, but outlives the worker: a restart neither lifts nor extends a pause. */
  readonly session: Area;
  readonly now: () => number;
  /** In [0, 1), for jitter. */
  readonly random: () => number;
  /** A pause began or ended. */
  readonly onChange: () => void;
};

/**
 * `times`: rate limit refusals in a row, without a reply in between. The rest is what the scheduler
 * has to know of what was used.
 */
const pauseRecords = v.record(
  v.string(),
  v.object({
    until: time,
    times: v.number(),
    rate: v.number(),
    refused: v.boolean(),
    at: time,
    tokens: v.number(),
    usedAt: time,
  }),
);
type PauseRecord = v.InferOutput<typeof pauseRecords>[string];

/** The pauses of all quotas, shared by this worker and the next. */
function createPauses({ scheduler, session, now, onChange }: Omit<PacingDeps, 'random'>) {
  const stored = createItem(session, 'pauses', pauseRecords);
  const pauses = new Map<string, PauseRecord>();
  let restored: Promise<void> | undefined;

  /** A pause that ends later than any pause can comes from a different clock. */
  function pauseLeftMs(quota: string): number {
    const left = (pauses.get(quota)?.until ?? 0) - now();
    return left > MAX_PAUSE_MS ? 0 : Math.max(0, left);
  }

  async function restore(): Promise<void> {
    const saved = await stored.get().catch(() => undefined);
    for (const [quota, pause] of Object.entries(saved ?? {})) {
      pauses.set(quota, pause);
      scheduler.restoreAllowance(quota, pause);
      scheduler.pause(quota, pauseLeftMs(quota));
    }
  }

  /** Saves what the next worker has to know, and drops what is outdated. */
  function save(quota: string, pause: Pick<PauseRecord, 'until' | 'times'>): void {
    const { until, times } = pause;
    pauses.set(quota, { until, times, ...scheduler.usedAllowance(quota) });
    for (const [otherQuota, { at, usedAt }] of pauses) {
      const isOld = isOutdated(at, now()) && isOutdated(usedAt, now());
      if (isOld && pauseLeftMs(otherQuota) === 0) pauses.delete(otherQuota);
    }
    // What can't be saved still holds in this worker.
    stored.set(Object.fromEntries(pauses)).catch(() => undefined);
  }

  return {
    get: (quota: string) => pauses.get(quota),
    pauseLeftMs,
    ready: () => (restored ??= restore()),
    save,
    /** Saves a changed pause. */
    change: (quota: string, pause: Pick<PauseRecord, 'until' | 'times'>): void => {
      save(quota, pause);
      onChange();
    },
  };
}

export type Pacing = ReturnType<typeof createPacing>;

/**
 * The scheduler, with a pause after each 429. A service names no wait, and its limits clear within
 * seconds (docs/protocol.md, Rates and limits). Pauses double from one second up to a minute, minus
 * a random part of up to half, so that clients who share a limit don't come back together. Profiles
 * of one organization at one host share both.
 */
export function createPacing(deps: PacingDeps) {
  const { scheduler, now, random } = deps;
  const pauses = createPauses(deps);
  const { pauseLeftMs, ready } = pauses;

  /** Returns how long to wait before the next try. */
  function startPause(quota: string): number {
    const times = (pauses.get(quota)?.times ?? 0) + 1;
    const fullMs = Math.min(MAX_PAUSE_MS, INITIAL_PAUSE_MS * 2 ** Math.min(times - 1, 10));
    const ms = Math.round(fullMs * (1 - random() / 2));
    scheduler.refused(quota);
    scheduler.pause(quota, ms);
    pauses.change(quota, { until: now() + ms, times });
    return ms;
  }

  return {
    /** Resolves once the pauses of an earlier worker are known. Everything here waits for that. */
    ready,
    run: async <T>(owner: QuotaOwner, turn: Turn, task: () => Promise<T>): Promise<T> => {
      await ready();
      const quota = quotaOf(owner);
      return scheduler.run(quota, turn, () => {
        // The service counts it whether or not this worker lives to see the reply.
        pauses.save(quota, pauses.get(quota) ?? { until: 0, times: 0 });
        return task();
      });
    },
    /** When an activity is sent that waits for its turn. Undefined if it doesn't wait. */
    turnOf: (owner: QuotaOwner, id: string): ExpectedTurn | undefined =>
      scheduler.turnOf(quotaOf(owner), id),
    /**
     * The service refused a request because of its rate limit. Refusals of requests that were
     * already in flight count once. Returns how long the pause is.
     */
    deferred: (owner: QuotaOwner): number => {
      const quota = quotaOf(owner);
      return pauseLeftMs(quota) || startPause(quota);
    },
    /** The service answered a request: the next pause starts small again. */
    answered: (owner: QuotaOwner): void => {
      const quota = quotaOf(owner);
      scheduler.answered(quota);
      const pause = pauses.get(quota);
      if (pause && pause.times > 0 && pauseLeftMs(quota) === 0)
        pauses.change(quota, { ...pause, times: 0 });
    },
    /** The user doesn't want to wait. */
    resume: async (owner: QuotaOwner): Promise<void> => {
      await ready();
      const quota = quotaOf(owner);
      const pause = pauses.get(quota);
      scheduler.release(quota);
      if (pause) pauses.change(quota, { ...pause, until: now() });
    },
    /** How long requests would wait, in milliseconds. */
    pauseLeftMs: (owner: QuotaOwner): number => pauseLeftMs(quotaOf(owner)),
    /** Until when nothing is sent. Null if there is no pause. */
    until: async (owner: QuotaOwner): Promise<number | null> => {
      await ready();
      const quota = quotaOf(owner);
      return pauseLeftMs(quota) > 0 ? (pauses.get(quota)?.until ?? null) : null;
    },
  };
}
