/** Clocks this close count as equal: the `Date` header has whole seconds and arrives late. */
const NOISE_MS = 2000;
/** From this difference on, the user gets a warning. */
export const SKEW_WARNING_MS = 30_000;
/** How many samples of one service count. The oldest goes first. */
const MAX_SAMPLES = 5;
/** Two samples this close to each other agree. */
const AGREEMENT_MS = 10_000;
/**
 * A larger difference is shown to the user but never applied. A wrong time zone is at most 14 hours
 * off, a wrong date a day. A clock that is further off (a dead battery, a `Date` of 2099) says
 * nothing about when the service would accept a request.
 */
const MAX_OFFSET_MS = 25 * 3_600_000;

/** The difference between two clocks, as one reply shows it. */
export type ClockSample = {
  /** The `Date` header, or null if the service doesn't let us read it. */
  readonly date: string | null;
  readonly sentAt: number;
  readonly receivedAt: number;
};

/** Whose clock it is. A profile that moves to another host starts over. */
export type ClockSource = { readonly profileId: string; readonly baseUrl: string };

/**
 * The service's clock minus ours in milliseconds, from one reply. Undefined if the header is
 * missing or isn't a date, or if the reply took too long to say much.
 */
export function measureOffset({ date, sentAt, receivedAt }: ClockSample): number | undefined {
  if (date === null || receivedAt < sentAt || receivedAt - sentAt > 10_000) return undefined;
  const serviceTime = Date.parse(date);
  if (!Number.isFinite(serviceTime)) return undefined;
  // The header cuts off fractions of a second: half a second on average.
  const offset = serviceTime + 500 - (sentAt + receivedAt) / 2;
  return Math.abs(offset) < NOISE_MS ? 0 : Math.round(offset);
}

/** Clock differences by source, in this worker's memory. A new worker learns them again. */
export type Clock = {
  readonly now: () => number;
  /** What to add to our clock to get the service's. 0 if nothing is known or it's too far off. */
  readonly offset: (source: ClockSource) => number;
  /** The difference as measured, however large, to show to the user. */
  readonly skew: (source: ClockSource) => number;
  /**
   * Takes a sample. Only for a service's reply to a stamped request, once its content is verified:
   * an error page or another host's reply may come from anyone in between.
   */
  readonly observe: (source: ClockSource, sample: ClockSample) => void;
  /** Drops a source's samples: the service refused a time that followed from them. */
  readonly forget: (source: ClockSource) => void;
};

/**
 * Keeps the latest samples of each source and uses their median. One sample alone changes nothing;
 * two in a row that agree are believed.
 * @param uptime milliseconds that only grow. If our clock moves against it, someone has set our
 *   clock, and earlier samples mean nothing. Without it, samples that disagree show the same
 */
export function createClock(now: () => number, uptime?: () => number): Clock {
  const samples = new Map<string, readonly number[]>();
  const drift = () => (uptime ? now() - uptime() : 0);
  let lastDrift = drift();

  function dropAfterJump(): void {
    const currentDrift = drift();
    if (Math.abs(currentDrift - lastDrift) > NOISE_MS) samples.clear();
    lastDrift = currentDrift;
  }

  function skew(source: ClockSource): number {
    dropAfterJump();
    return medianOf(samples.get(sourceKey(source)) ?? []);
  }

  return {
    now,
    skew,
    offset: (source) => {
      const skewMs = skew(source);
      return Math.abs(skewMs) > MAX_OFFSET_MS ? 0 : skewMs;
    },
    observe: (source, sample) => {
      dropAfterJump();
      const offset = measureOffset(sample);
      if (offset === undefined) return;
      const earlier = samples.get(sourceKey(source)) ?? [];
      samples.set(sourceKey(source), addSample(earlier, offset));
    },
    forget: (source) => void samples.delete(sourceKey(source)),
  };
}

/** Both clocks, right now. */
export function readClocks({ now, offset }: Clock, source: ClockSource) {
  return { now: now(), offsetMs: offset(source) };
}

const sourceKey = ({ profileId, baseUrl }: ClockSource) => `${profileId} ${baseUrl}`;
const agrees = (a: number | undefined, b: number) =>
  a !== undefined && Math.abs(a - b) <= AGREEMENT_MS;

/** If two samples agree with each other but not with earlier ones, one of the clocks has jumped. */
function addSample(earlier: readonly number[], offset: number): readonly number[] {
  const previous = earlier.at(-1);
  const jumped = agrees(previous, offset) && !agrees(medianOf(earlier), offset);
  return jumped ? [previous ?? offset, offset] : [...earlier, offset].slice(-MAX_SAMPLES);
}

/**
 * With fewer than three samples, our own clock counts as one. If the count is even, the one closer
 * to our clock wins.
 */
function medianOf(offsets: readonly number[]): number {
  const sorted = offsets.length < 3 ? [0, ...offsets] : [...offsets];
  sorted.sort((a, b) => a - b);
  const low = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  const high = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return Math.abs(low) <= Math.abs(high) ? low : high;
}
