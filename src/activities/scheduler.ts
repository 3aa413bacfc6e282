/** User actions leave before background reads of the same profile. */
export type Priority = 'user' | 'background';

/** What an answer says about how often the service may be asked. */
export type Rate = {
  /** Requests a second, `ratelimit-limit`. */
  readonly limit: number | null;
  /** `ratelimit-remaining` of the current second. */
  readonly remaining: number | null;
};

export type SchedulerEffects = {
  readonly now: () => number;
  /** Runs something later; the answer cancels it. */
  readonly later: (ms: number, act: () => void) => () => void;
};

export type Scheduler = {
  /** Runs `task` when it is the profile's turn; settles as the task does. */
  readonly run: <T>(profileId: string, priority: Priority, task: () => Promise<T>) => Promise<T>;
  /** Takes the service's own figures. */
  readonly observe: (profileId: string, rate: Rate) => void;
  /** Nothing leaves for that long, {@link LONGEST_PAUSE_MS} at most. */
  readonly pause: (profileId: string, ms: number) => void;
  /** Ends the pause. */
  readonly release: (profileId: string) => void;
};

type Lane = {
  readonly waiting: Record<Priority, (() => void)[]>;
  /** Tokens: requests that may leave now. */
  tokens: number;
  capacity: number;
  filledAt: number;
  notBefore: number;
  inFlight: number;
  cancel: (() => void) | undefined;
};

/** Before the service has named its rate. Small plans allow one request a second (protocol.md 7.6). */
const UNKNOWN_RATE = 10;
const MOST_IN_FLIGHT = 6;
/** No service may ask for more: what it asked for is tried again after this. */
export const LONGEST_PAUSE_MS = 60_000;

/** One token bucket a profile, seeded from the service's `ratelimit-*` headers. */
export function createScheduler(effects: SchedulerEffects): Scheduler {
  const { now } = effects;
  const lanes = new Map<string, Lane>();
  const laneOf = (profileId: string): Lane => {
    const lane = lanes.get(profileId) ?? newLane(now());
    lanes.set(profileId, lane);
    return lane;
  };

  return {
    run: (profileId, priority, task) => {
      const lane = laneOf(profileId);
      return new Promise((resolve, reject) => {
        const leave = () => {
          lane.inFlight -= 1;
          pump(lane, effects);
        };
        lane.waiting[priority].push(() => {
          task().then(resolve, reject).finally(leave);
        });
        pump(lane, effects);
      });
    },
    observe: (profileId, { limit, remaining }) => {
      const lane = laneOf(profileId);
      refill(lane, now());
      if (limit !== null) lane.capacity = Math.max(1, limit);
      lane.tokens = Math.min(lane.tokens, lane.capacity, remaining ?? lane.capacity);
    },
    pause: (profileId, ms) => {
      const lane = laneOf(profileId);
      const until = now() + Math.min(ms, LONGEST_PAUSE_MS);
      lane.notBefore = heldOf(lane, now()) > 0 ? Math.max(lane.notBefore, until) : until;
      pump(lane, effects);
    },
    release: (profileId) => {
      const lane = laneOf(profileId);
      lane.notBefore = 0;
      pump(lane, effects);
    },
  };
}

function newLane(now: number): Lane {
  return {
    waiting: { user: [], background: [] },
    tokens: UNKNOWN_RATE,
    capacity: UNKNOWN_RATE,
    filledAt: now,
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

function refill(lane: Lane, now: number): void {
  const gained = (Math.max(0, now - lane.filledAt) / 1000) * lane.capacity;
  lane.tokens = Math.min(lane.capacity, lane.tokens + gained);
  lane.filledAt = now;
}

/** Lets go what may go, and comes back when the next one may. */
function pump(lane: Lane, effects: SchedulerEffects): void {
  const { now, later } = effects;
  lane.cancel?.();
  lane.cancel = undefined;
  refill(lane, now());
  const held = heldOf(lane, now());
  while (held === 0 && lane.tokens >= 1 && lane.inFlight < MOST_IN_FLIGHT) {
    const next = lane.waiting.user.shift() ?? lane.waiting.background.shift();
    if (!next) return;
    lane.tokens -= 1;
    lane.inFlight += 1;
    next();
  }
  // A full house is pumped again by whoever leaves.
  const queued = lane.waiting.user.length + lane.waiting.background.length;
  if (queued === 0 || lane.inFlight >= MOST_IN_FLIGHT) return;
  const short = Math.max(0, ((1 - lane.tokens) / lane.capacity) * 1000);
  lane.cancel = later(Math.ceil(Math.max(held, short, 1)), () => pump(lane, effects));
}
