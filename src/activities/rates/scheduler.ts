import * as allowance from './allowance.ts';

/** User actions go before background reads of the same organization. */
export type Priority = 'user' | 'background';

export type SchedulerEffects = {
  readonly now: () => number;
  /** Runs something later. The returned function cancels it. */
  readonly later: (ms: number, act: () => void) => () => void;
};

/** Everything here goes by the quota that a request counts against (quota.ts). */
export type Scheduler = {
  /** Runs `task` when it's its turn. Settles the way the task does. */
  readonly run: <T>(quota: string, priority: Priority, task: () => Promise<T>) => Promise<T>;
  /** The service refused a request because of its rate limit, along with those in flight. */
  readonly refused: (quota: string) => void;
  /** The service answered a request. */
  readonly answered: (quota: string) => void;
  /** What was learned about a rate, for storage. */
  readonly learnedRate: (quota: string) => allowance.LearnedRate;
  /** Restores what an earlier worker learned. */
  readonly restoreRate: (quota: string, learnedRate: allowance.LearnedRate) => void;
  /** Sends nothing for this long, {@link MAX_PAUSE_MS} at most. */
  readonly pause: (quota: string, ms: number) => void;
  /** Ends the pause. One request can be sent immediately. */
  readonly release: (quota: string) => void;
};

type QuotaQueue = {
  readonly waiting: Record<Priority, (() => void)[]>;
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
    const queue = queues.get(quota) ?? createQuotaQueue(now());
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
    run: (quota, priority, task) =>
      new Promise((resolve, reject) => {
        change(quota, (queue) => {
          const onSettled = () => {
            queue.inFlight -= 1;
            dispatch(queue, effects);
          };
          queue.waiting[priority].push(() => {
            task().then(resolve, reject).finally(onSettled);
          });
        });
      }),
    refused: (quota) =>
      change(quota, (queue) => (queue.allowance = allowance.lowerRate(queue.allowance, now()))),
    answered: (quota) =>
      change(quota, (queue) => (queue.allowance = allowance.raiseRate(queue.allowance, now()))),
    learnedRate: (quota) => {
      const { rate, learnedAt: at } = queueOf(quota).allowance;
      return { rate, at };
    },
    restoreRate: (quota, learned) =>
      change(quota, (queue) => (queue.allowance = allowance.restoreAllowance(learned, now()))),
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

function createQuotaQueue(now: number): QuotaQueue {
  return {
    waiting: { user: [], background: [] },
    allowance: allowance.initialAllowance(now),
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

/** Starts the tasks that may start, and comes back when the next one may. */
function dispatch(queue: QuotaQueue, effects: SchedulerEffects): void {
  const { now, later } = effects;
  queue.cancel?.();
  queue.cancel = undefined;
  queue.allowance = allowance.refill(queue.allowance, now());
  const pausedMs = pauseLeftMs(queue, now());
  while (pausedMs === 0 && queue.allowance.tokens >= 1 && queue.inFlight < MAX_IN_FLIGHT) {
    const next = queue.waiting.user.shift() ?? queue.waiting.background.shift();
    if (!next) return;
    queue.allowance = allowance.takeToken(queue.allowance);
    queue.inFlight += 1;
    next();
  }
  // If all places are taken, each task that settles dispatches again.
  const queued = queue.waiting.user.length + queue.waiting.background.length;
  if (queued === 0 || queue.inFlight >= MAX_IN_FLIGHT) return;
  const untilTokenMs = allowance.msUntilToken(queue.allowance);
  queue.cancel = later(Math.ceil(Math.max(pausedMs, untilTokenMs, 1)), () =>
    dispatch(queue, effects),
  );
}
