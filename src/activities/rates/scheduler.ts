import * as allowance from './allowance.ts';
import { createTurns, type Turns } from './turns.ts';

/** User actions go before background reads of the same organization. */
export type Priority = 'user' | 'background';

/** Whose request it is. */
export type Turn = {
  readonly priority: Priority;
  /** Who asks: those of the same priority take turns. */
  readonly asker: string;
  /** The activity that it sends, for {@link Scheduler.turnOf}. */
  readonly id: string | null;
};

/** When it is a waiting request's turn, as far as can be said now. */
export type ExpectedTurn = {
  /** How many go before it. */
  readonly ahead: number;
  readonly waitMs: number;
};

export type SchedulerEffects = {
  readonly now: () => number;
  /** Runs something later. The returned function cancels it. */
  readonly later: (ms: number, act: () => void) => () => void;
  /**
   * Whether to find out how much a service allows by asking for more than the smallest plan does, at
   * the cost of refusals. Never, if left out.
   */
  readonly mayProbe?: (quota: string) => boolean;
};

/** Everything here goes by the quota that a request counts against (quota.ts). */
export type Scheduler = {
  /** Runs `task` when it's its turn. Settles the way the task does. */
  readonly run: <T>(quota: string, turn: Turn, task: () => Promise<T>) => Promise<T>;
  /** When an activity is sent that waits here. Undefined if it doesn't wait. */
  readonly turnOf: (quota: string, id: string) => ExpectedTurn | undefined;
  /** The service refused a request because of its rate limit, along with those in flight. */
  readonly refused: (quota: string) => void;
  /** The service answered a request. */
  readonly answered: (quota: string) => void;
  /** What the next worker has to know: what is left, and what was learned. */
  readonly usedAllowance: (quota: string) => allowance.UsedAllowance;
  /** Restores what an earlier worker left. */
  readonly restoreAllowance: (quota: string, used: allowance.UsedAllowance) => void;
  /** Sends nothing for this long, {@link MAX_PAUSE_MS} at most. */
  readonly pause: (quota: string, ms: number) => void;
  /** Ends the pause. One request can be sent immediately. */
  readonly release: (quota: string) => void;
};

type QuotaQueue = {
  readonly waiting: Readonly<Record<Priority, Turns>>;
  allowance: allowance.Allowance;
  notBefore: number;
  inFlight: number;
  cancel: (() => void) | undefined;
};

const MAX_IN_FLIGHT = 6;
/** However often a service refuses, requests are tried again after this. */
export const MAX_PAUSE_MS = 60_000;

/** One queue and one allowance for each quota. */
export function createScheduler(effects: SchedulerEffects): Scheduler {
  const { now } = effects;
  const queues = new Map<string, QuotaQueue>();
  const queueOf = (quota: string): QuotaQueue => {
    const queue = queues.get(quota) ?? createQuotaQueue(quota, effects);
    queues.set(quota, queue);
    queue.allowance = allowance.refill(queue.allowance, now());
    return queue;
  };
  const change = (quota: string, update: (queue: QuotaQueue) => void) => {
    const queue = queueOf(quota);
    update(queue);
    dispatch(queue, effects);
  };

  return {
    run: (quota, { priority, asker, id }, task) =>
      new Promise((resolve, reject) => {
        change(quota, (queue) => {
          const onSettled = () => {
            queue.inFlight -= 1;
            dispatch(queue, effects);
          };
          const start = () => void task().then(resolve, reject).finally(onSettled);
          queue.waiting[priority].add(asker, { id, start });
        });
      }),
    turnOf: (quota, id) => expectTurn(queueOf(quota), id, now()),
    refused: (quota) =>
      change(quota, (queue) => (queue.allowance = allowance.lowerRate(queue.allowance, now()))),
    answered: (quota) =>
      change(quota, (queue) => (queue.allowance = allowance.raiseRate(queue.allowance, now()))),
    usedAllowance: (quota) => {
      const { rate, tokens, refused, learnedAt: at } = queueOf(quota).allowance;
      return { rate, tokens, refused, at, usedAt: now() };
    },
    restoreAllowance: (quota, used) =>
      change(quota, (queue) => {
        const { limits } = queue.allowance;
        queue.allowance = allowance.restoreAllowance(used, now(), limits);
      }),
    pause: (quota, ms) =>
      change(quota, (queue) => {
        const until = now() + Math.min(ms, MAX_PAUSE_MS);
        queue.notBefore = pauseLeftMs(queue, now()) > 0 ? Math.max(queue.notBefore, until) : until;
      }),
    release: (quota) =>
      change(quota, (queue) => {
        const tokens = Math.max(1, queue.allowance.tokens);
        queue.allowance = { ...queue.allowance, tokens };
        queue.notBefore = 0;
      }),
  };
}

function createQuotaQueue(
  quota: string,
  { now, mayProbe }: Pick<SchedulerEffects, 'now' | 'mayProbe'>,
): QuotaQueue {
  const limits = mayProbe?.(quota) ? allowance.UNKNOWN_PLAN : allowance.SMALLEST_PLAN;
  return {
    waiting: { user: createTurns(), background: createTurns() },
    allowance: allowance.initialAllowance(now(), limits),
    notBefore: 0,
    inFlight: 0,
    cancel: undefined,
  };
}

/**
 * What is left of a pause. One that ends later than any pause can comes from a clock that has been
 * set since.
 */
function pauseLeftMs({ notBefore }: QuotaQueue, now: number): number {
  const leftMs = notBefore - now;
  return leftMs > MAX_PAUSE_MS ? 0 : Math.max(0, leftMs);
}

/** When it is the turn of an activity, if nobody else comes and nothing is refused. */
function expectTurn(queue: QuotaQueue, id: string, now: number): ExpectedTurn | undefined {
  const { user, background } = queue.waiting;
  const readPlace = background.placeOf(id);
  const ahead =
    user.placeOf(id) ?? (readPlace === undefined ? undefined : user.count() + readPlace);
  if (ahead === undefined) return undefined;
  const untilTokenMs = allowance.msUntilToken(queue.allowance, ahead + 1);
  return { ahead, waitMs: Math.ceil(Math.max(pauseLeftMs(queue, now), untilTokenMs)) };
}

/** Starts the tasks that may start, and comes back when the next one may. */
function dispatch(queue: QuotaQueue, effects: SchedulerEffects): void {
  const { now, later } = effects;
  queue.cancel?.();
  queue.cancel = undefined;
  queue.allowance = allowance.refill(queue.allowance, now());
  const pausedMs = pauseLeftMs(queue, now());
  while (pausedMs === 0 && queue.allowance.tokens >= 1 && queue.inFlight < MAX_IN_FLIGHT) {
    const next = queue.waiting.user.take() ?? queue.waiting.background.take();
    if (!next) return;
    queue.allowance = allowance.takeToken(queue.allowance);
    queue.inFlight += 1;
    next.start();
  }
  // If all places are taken, each task that settles dispatches again.
  const queued = queue.waiting.user.count() + queue.waiting.background.count();
  if (queued === 0 || queue.inFlight >= MAX_IN_FLIGHT) return;
  const untilTokenMs = allowance.msUntilToken(queue.allowance);
  queue.cancel = later(Math.ceil(Math.max(pausedMs, untilTokenMs, 1)), () =>
    dispatch(queue, effects),
  );
}
