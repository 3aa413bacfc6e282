/** Under this, clocks count as equal: the `Date` header has whole seconds and travels. */
const NOISE_MS = 2000;
/** From here the user is told. */
export const SKEW_WARNING_MS = 30_000;
/** Sights of one service that count; the oldest goes. */
const KEPT = 5;
/** Two sights this near each other say the same. */
const AGREE_MS = 10_000;
/**
 * Differences above this are told to the user and never followed. A wrong time zone is 14 hours off at
 * most, a wrong date a day: what is further off (a dead battery, a `Date` of 2099) says nothing about
 * the time at which the service would take a request.
 */
export const MAX_OFFSET_MS = 25 * 3_600_000;

/** A difference of clocks as one answer shows it. */
export type Sight = {
  /** The `Date` header, or null where the service does not let us read it. */
  readonly date: string | null;
  readonly sentAt: number;
  readonly receivedAt: number;
};

/** Whose clock: a profile that moved to another host starts anew. */
export type Place = { readonly profileId: string; readonly baseUrl: string };

/**
 * The service's clock minus ours in milliseconds, from one answer; undefined when the header is
 * absent or no date, or when the answer took so long that it says little.
 */
export function offsetOf({ date, sentAt, receivedAt }: Sight): number | undefined {
  if (date === null || receivedAt < sentAt || receivedAt - sentAt > 10_000) return undefined;
  const served = Date.parse(date);
  if (!Number.isFinite(served)) return undefined;
  // The header was cut to whole seconds, half a second on average.
  const offset = served + 500 - (sentAt + receivedAt) / 2;
  return Math.abs(offset) < NOISE_MS ? 0 : Math.round(offset);
}

/** Clock differences by place, of this worker's life. A fresh worker learns them again. */
export type Clock = {
  readonly now: () => number;
  /** What to add to our clock for the service's. 0 when nothing is known or it is too far off. */
  readonly offset: (place: Place) => number;
  /** The difference as it was seen, however large: for what the user is told. */
  readonly skew: (place: Place) => number;
  /**
   * Takes a sight. Only for answers of the service to a stamped request, whose content was verified:
   * an error page or another host's answer may come from anybody on the way.
   */
  readonly observe: (place: Place, sight: Sight) => void;
  /** What was seen of a place no longer holds: the service refused a time that followed from it. */
  readonly forget: (place: Place) => void;
};

/**
 * Keeps the last sights of each place and goes by their median. One sight alone changes nothing; two
 * in a row that agree are believed.
 * @param uptime milliseconds that only grow: when our clock moves against it, somebody has set ours,
 *   and what was seen before says nothing any more. Without it sights that disagree show the same
 */
export function createClock(now: () => number, uptime?: () => number): Clock {
  const sights = new Map<string, readonly number[]>();
  const drift = () => (uptime ? now() - uptime() : 0);
  let lastDrift = drift();

  function dropAfterJump(): void {
    const present = drift();
    if (Math.abs(present - lastDrift) > NOISE_MS) sights.clear();
    lastDrift = present;
  }

  function skew(place: Place): number {
    dropAfterJump();
    return medianOf(sights.get(nameOf(place)) ?? []);
  }

  return {
    now,
    skew,
    offset: (place) => {
      const seen = skew(place);
      return Math.abs(seen) > MAX_OFFSET_MS ? 0 : seen;
    },
    observe: (place, sight) => {
      dropAfterJump();
      const offset = offsetOf(sight);
      if (offset === undefined) return;
      const known = sights.get(nameOf(place)) ?? [];
      sights.set(nameOf(place), withSight(known, offset));
    },
    forget: (place) => void sights.delete(nameOf(place)),
  };
}

/** Both clocks, now. */
export function presentOf({ now, offset }: Clock, place: Place) {
  return { now: now(), offsetMs: offset(place) };
}

const nameOf = ({ profileId, baseUrl }: Place) => `${profileId} ${baseUrl}`;
const agree = (a: number | undefined, b: number) => a !== undefined && Math.abs(a - b) <= AGREE_MS;

/** Two that agree with each other and not with those before: one of the clocks has jumped. */
function withSight(known: readonly number[], offset: number): readonly number[] {
  const previous = known.at(-1);
  const jumped = agree(previous, offset) && !agree(medianOf(known), offset);
  return jumped ? [previous ?? offset, offset] : [...known, offset].slice(-KEPT);
}

/** Of fewer than three our own clock is one more; of an even number, the one nearer to our clock. */
function medianOf(list: readonly number[]): number {
  const all = list.length < 3 ? [0, ...list] : [...list];
  all.sort((a, b) => a - b);
  const low = all[Math.floor((all.length - 1) / 2)] ?? 0;
  const high = all[Math.floor(all.length / 2)] ?? 0;
  return Math.abs(low) <= Math.abs(high) ? low : high;
}
