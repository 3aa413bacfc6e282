/** Under this, clocks count as equal: the `Date` header has whole seconds and travels. */
const NOISE_MS = 2000;
/** From here the user is told. */
export const SKEW_WARNING_MS = 30_000;
/** Sights of one service that count; the oldest goes. */
const MAX_SAMPLES = 5;
/** Two sights this near each other say the same. */
const AGREEMENT_MS = 10_000;
/**
 * Differences above this are told to the user and never followed. A wrong time zone is 14 hours off at
 * most, a wrong date a day: what is further off (a dead battery, a `Date` of 2099) says nothing about
 * the time at which the service would take a request.
 */
export const MAX_OFFSET_MS = 25 * 3_600_000;

/** A difference of clocks as one answer shows it. */
export type ClockSample = {
  /** The `Date` header, or null where the service does not let us read it. */
  readonly date: string | null;
  readonly sentAt: number;
  readonly receivedAt: number;
};

/** Whose clock: a profile that moved to another host starts anew. */
export type ClockSource = { readonly profileId: string; readonly baseUrl: string };

/**
 * The service's clock minus ours in milliseconds, from one answer; undefined when the header is
 * absent or no date, or when the answer took so long that it says little.
 */
export function measureOffset({ date, sentAt, receivedAt }: ClockSample): number | undefined {
  if (date === null || receivedAt < sentAt || receivedAt - sentAt > 10_000) return undefined;
  const serviceTime = Date.parse(date);
  if (!Number.isFinite(serviceTime)) return undefined;
  // The header was cut to whole seconds, half a second on average.
  const offset = serviceTime + 500 - (sentAt + receivedAt) / 2;
  return Math.abs(offset) < NOISE_MS ? 0 : Math.round(offset);
}

/** Clock differences by place, of this worker's life. A fresh worker learns them again. */
export type Clock = {
  readonly now: () => number;
  /** What to add to our clock for the service's. 0 when nothing is known or it is too far off. */
  readonly offset: (source: ClockSource) => number;
  /** The difference as it was seen, however large: for what the user is told. */
  readonly skew: (source: ClockSource) => number;
  /**
   * Takes a sight. Only for answers of the service to a stamped request, whose content was verified:
   * an error page or another host's answer may come from anybody on the way.
   */
  readonly observe: (source: ClockSource, sample: ClockSample) => void;
  /** What was seen of a place no longer holds: the service refused a time that followed from it. */
  readonly forget: (source: ClockSource) => void;
};

/**
 * Keeps the last sights of each place and goes by their median. One sight alone changes nothing; two
 * in a row that agree are believed.
 * @param uptime milliseconds that only grow: when our clock moves against it, somebody has set ours,
 *   and what was seen before says nothing any more. Without it sights that disagree show the same
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

/** Both clocks, now. */
export function readClocks({ now, offset }: Clock, source: ClockSource) {
  return { now: now(), offsetMs: offset(source) };
}

const sourceKey = ({ profileId, baseUrl }: ClockSource) => `${profileId} ${baseUrl}`;
const agrees = (a: number | undefined, b: number) =>
  a !== undefined && Math.abs(a - b) <= AGREEMENT_MS;

/** Two that agree with each other and not with those before: one of the clocks has jumped. */
function addSample(earlier: readonly number[], offset: number): readonly number[] {
  const previous = earlier.at(-1);
  const jumped = agrees(previous, offset) && !agrees(medianOf(earlier), offset);
  return jumped ? [previous ?? offset, offset] : [...earlier, offset].slice(-MAX_SAMPLES);
}

/** Of fewer than three our own clock is one more; of an even number, the one nearer to our clock. */
function medianOf(offsets: readonly number[]): number {
  const sorted = offsets.length < 3 ? [0, ...offsets] : [...offsets];
  sorted.sort((a, b) => a - b);
  const low = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  const high = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return Math.abs(low) <= Math.abs(high) ? low : high;
}
