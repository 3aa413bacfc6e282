import * as v from 'valibot';
import { time } from './time.ts';

/*
 * What an unlock found out about the stored vault, for the user to know and decide.
 */

const text = v.pipe(v.string(), v.maxLength(200));

/**
 * - `behind`: Keystamp has saved a later vault than the one that opened: a disk was rolled back, or
 *   lost its newest data. Nothing is overwritten until the user decides
 * - `unsure`: one of the copies was damaged or missing, and nothing tells whether the other one was
 *   the latest
 */
export const vaultNotice = v.strictObject({
  kind: v.picklist(['behind', 'unsure']),
  /** When the opened vault was saved, in milliseconds since the epoch. */
  savedAt: time,
  /** Names of API keys that the later vault had and this one doesn't. */
  missing: v.array(text),
});
export type VaultNotice = v.InferOutput<typeof vaultNotice>;
