/** Under this, clocks count as equal: the `Date` header has whole seconds and travels. */
const NOISE_MS = 2000;
/** From here the user is told. */
export const SKEW_WARNING_MS = 30_000;

/** A difference of clocks as one answer shows it. */
export type Sight = {
  /** The `Date` header, or null where the service does not let us read it. */
  readonly date: string | null;
  readonly sentAt: number;
  readonly receivedAt: number;
};

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

/** Clock differences by profile, of this worker's life. A fresh worker learns them again. */
export type Clock = {
  readonly now: () => number;
  /** 0 when nothing is known. */
  readonly offset: (profileId: string) => number;
  readonly observe: (profileId: string, sight: Sight) => void;
};

/** Keeps what {@link offsetOf} says of each profile's service. */
export function createClock(now: () => number): Clock {
  const offsets = new Map<string, number>();
  return {
    now,
    offset: (profileId) => offsets.get(profileId) ?? 0,
    observe: (profileId, sight) => {
      const offset = offsetOf(sight);
      if (offset !== undefined) offsets.set(profileId, offset);
    },
  };
}

/** The sentence about a clock that is off, or undefined while it is near enough. */
export function skewSentence(offsetMs: number): string | undefined {
  if (Math.abs(offsetMs) <= SKEW_WARNING_MS) return undefined;
  const seconds = Math.round(Math.abs(offsetMs) / 1000);
  const side = offsetMs > 0 ? 'behind' : 'ahead of';
  return `This computer’s clock is ${seconds} seconds ${side} the service’s. Set it right.`;
}
