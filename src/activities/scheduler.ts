import * as allowance from './allowance.ts';

/** User actions leave before background reads of the same organization. */
export type Priority = 'user' | 'background';

export type SchedulerEffects = {
  readonly now: () => number;
  /** Runs something later; the answer cancels it. */
  readonly later: (ms: number, act: () => void) => () => void;
};

/** All by the quota that a request counts against (quota.ts). */
export type Scheduler = {
  /** Runs `task` when it is its turn; settles as the task does. */
  readonly run: <T>(quota: string, priority: Priority, task: () => Promise<T>) => Promise<T>;
  /** The service refused a request for its rate, and those on their way with it. */
  readonly refused: (quota: string) => void;
  /** The service answered a request. */
  readonly answered: (quota: string) => void;
  /** What was learned of a rate, to be kept. */
  readonly lesson: (quota: string) => allowance.Lesson;
  /** Takes over what an earlier life learned. */
  readonly remember: (quota: string, lesson: allowance.Lesson) => void;
  /** Nothing leaves for that long, {@link LONGEST_PAUSE_MS} at most. */
  readonly pause: (quota: string, ms: number) => void;
  /** Ends the pause; one request leaves at once. */
  readonly release: (quota: string) => void;
};

type Lane = {
  readonly waiting: Record<Priority, (() => void)[]>;
  allowance: allowance.Allowance;
  notBefore: number;
  inFlight: number;
  cancel: (() => void) | undefined;
};

const MOST_IN_FLIGHT = 6;
/** However often a service refuses: it is tried again after this. */
export const LONGEST_PAUSE_MS = 60_000;

/** One queue and one allowance for each quota. */
export function createScheduler(effects: SchedulerEffects): Scheduler {
  const { now } = effects;
  const lanes = new Map<string, Lane>();
  const laneOf = (quota: string): Lane => {
    const lane = lanes.get(quota) ?? newLane(now());
    lanes.set(quota, lane);
    lane.allowance = allowance.refilled(lane.allowance, now());
    return lane;
  };
  const change = (quota: string, how: (lane: Lane) => void) => {
    const lane = laneOf(quota);
    how(lane);
    pump(lane, effects);
  };

  return {
    run: (quota, priority, task) =>
      new Promise((resolve, reject) => {
        change(quota, (lane) => {
          const leave = () => {
            lane.inFlight -= 1;
            pump(lane, effects);
          };
          lane.waiting[priority].push(() => {
            task().then(resolve, reject).finally(leave);
          });
        });
      }),
    refused: (quota) =>
      change(quota, (lane) => (lane.allowance = allowance.lowered(lane.allowance, now()))),
    answered: (quota) =>
      change(quota, (lane) => (lane.allowance = allowance.raised(lane.allowance, now()))),
    lesson: (quota) => {
      const { rate, learnedAt: at } = laneOf(quota).allowance;
      return { rate, at };
    },
    remember: (quota, lesson) =>
      change(quota, (lane) => (lane.allowance = allowance.remembered(lesson, now()))),
    pause: (quota, ms) =>
      change(quota, (lane) => {
        const until = now() + Math.min(ms, LONGEST_PAUSE_MS);
        lane.notBefore = heldOf(lane, now()) > 0 ? Math.max(lane.notBefore, until) : until;
      }),
    release: (quota) =>
      change(quota, (lane) => {
        const tokens = Math.max(1, lane.allowance.tokens);
        lane.allowance = { ...lane.allowance, tokens };
        lane.notBefore = 0;
      }),
  };
}

function newLane(now: number): Lane {
  return {
    waiting: { user: [], background: [] },
    allowance: allowance.unknown(now),
    notBefore: 0,
    inFlight: 0,
    cancel: undefined,
  };
}

/** What is left of a pause. One that ends later than any can is of a clock that was set since. */
function heldOf({ notBefore }: Lane, now: number): number {
  const held = notBefore - now;
  return held > LONGEST_PAUSE_MS ? 0 : Math.max(0, held);
}

/** Lets go what may go, and comes back when the next one may. */
function pump(lane: Lane, effects: SchedulerEffects): void {
  const { now, later } = effects;
  lane.cancel?.();
  lane.cancel = undefined;
  lane.allowance = allowance.refilled(lane.allowance, now());
  const held = heldOf(lane, now());
  while (held === 0 && lane.allowance.tokens >= 1 && lane.inFlight < MOST_IN_FLIGHT) {
    const next = lane.waiting.user.shift() ?? lane.waiting.background.shift();
    if (!next) return;
    lane.allowance = allowance.spent(lane.allowance);
    lane.inFlight += 1;
    next();
  }
  // A full house is pumped again by whoever leaves.
  const queued = lane.waiting.user.length + lane.waiting.background.length;
  if (queued === 0 || lane.inFlight >= MOST_IN_FLIGHT) return;
  const short = allowance.shortOf(lane.allowance);
  lane.cancel = later(Math.ceil(Math.max(held, short, 1)), () => pump(lane, effects));
}
