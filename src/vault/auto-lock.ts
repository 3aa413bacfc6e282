// How long the vault stays open without use: part of the authenticated vault, so that nobody who can
// write to the disk keeps it open for longer.
import * as v from 'valibot';
import { autoLockMinutes, DEFAULT_SETTINGS } from '../protocol/state.ts';
import type { Item } from '../storage/area.ts';
import { readClear } from './clear-records.ts';
import type { AnyDocument } from './document.ts';
import type { Vault } from './vault.ts';

/** Name of the clear record. */
export const AUTO_LOCK = 'auto-lock';
const MINUTE_MS = 60_000;

/** The chosen minutes, in the vault. */
export const autoLock = (vault: Pick<Vault, 'clearItem'>): Item<number> =>
  vault.clearItem(AUTO_LOCK, autoLockMinutes);

/** The chosen minutes; the default ones when there is no choice, or none within its bounds. */
export function autoLockMinutesOf(document: AnyDocument): number {
  const chosen = v.safeParse(autoLockMinutes, readClear(document, AUTO_LOCK));
  return chosen.success ? chosen.output : DEFAULT_SETTINGS.autoLockMinutes;
}

/** The same in milliseconds. */
export const autoLockMs = (document: AnyDocument): number =>
  autoLockMinutesOf(document) * MINUTE_MS;
