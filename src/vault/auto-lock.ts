// How long the vault stays open without use: part of the authenticated vault, so that nobody who can
// write to the disk keeps it open for longer.
import * as v from 'valibot';
import { autoLockMinutes, DEFAULT_SETTINGS } from '../protocol/app-state.ts';
import type { Item } from '../storage/area.ts';
import { readClearRecord } from './clear-records.ts';
import type { AnyDocument } from './document.ts';
import type { Vault } from './vault.ts';

/** Name of the clear record. */
export const AUTO_LOCK_RECORD = 'auto-lock';
const MINUTE_MS = 60_000;

/** The chosen minutes, in the vault. */
export const createAutoLockItem = (vault: Pick<Vault, 'clearItem'>): Item<number> =>
  vault.clearItem(AUTO_LOCK_RECORD, autoLockMinutes);

/** The chosen minutes; the default ones when there is no choice, or none within its bounds. */
export function readAutoLockMinutes(document: AnyDocument): number {
  const chosen = v.safeParse(autoLockMinutes, readClearRecord(document, AUTO_LOCK_RECORD));
  return chosen.success ? chosen.output : DEFAULT_SETTINGS.autoLockMinutes;
}

/** The same in milliseconds. */
export const readAutoLockMs = (document: AnyDocument): number =>
  readAutoLockMinutes(document) * MINUTE_MS;
