/** As many as the service allows per user (docs/protocol.md, Rates and limits). */
export const MAX_LONG_LIVED_API_KEYS = 10;
export const MAX_EXPIRING_API_KEYS = 10;

const DAY_MS = 86_400_000;
/** The longest time before its end at which a key counts as one that ends soon. */
const SOON_MS = 14 * DAY_MS;

/**
 * Whether a key has ended or ends soon: in its last two weeks, or the last quarter of a shorter life.
 * @param endsAt milliseconds since the epoch
 * @param lifeMs its whole life in milliseconds
 */
export function endsSoon(endsAt: number, lifeMs: number, now: number): boolean {
  return endsAt - now < Math.min(SOON_MS, lifeMs / 4);
}
