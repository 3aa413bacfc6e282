/** As many as the service allows per user (docs/protocol.md, Rates and limits). */
export const MAX_LONG_LIVED_API_KEYS = 10;
export const MAX_EXPIRING_API_KEYS = 10;

const DAY = 86_400;
/** Lifetimes that people choose from, in seconds. */
export const LIFETIMES = { day: DAY, month: 30 * DAY, year: 365 * DAY } as const;

/** The longest time before its end at which a key counts as one that ends soon. */
const SOON_MS = 14 * DAY * 1000;

/**
 * Whether a key has ended or ends soon: in its last two weeks, or the last quarter of a shorter life.
 * @param endsAt milliseconds since the epoch
 * @param lifeMs its whole life in milliseconds
 */
export function endsSoon(endsAt: number, lifeMs: number, now: number): boolean {
  return endsAt - now < Math.min(SOON_MS, lifeMs / 4);
}
