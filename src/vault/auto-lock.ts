// How long the vault stays unlocked without use. It's part of the authenticated vault, so that
// nobody who can write to the disk can keep the vault open longer.
import * as v from 'valibot';
import { autoLockMinutes, DEFAULT_SETTINGS } from '../protocol/app-state.ts';
import { maxAutoLockMs, NO_POLICY } from '../protocol/managed-policy.ts';
import type { Item } from '../storage/area.ts';
import { readClearRecord, type ClearItems } from './clear-records.ts';
import type { VaultDocument } from './document.ts';
import { readLastPolicy } from './last-policy.ts';

/** Name of the clear record. */
const AUTO_LOCK_RECORD = 'auto-lock';
const MINUTE_MS = 60_000;

/** The chosen minutes, stored in the vault. */
export const createAutoLockItem = (vault: ClearItems): Item<number> =>
  vault.clearItem(AUTO_LOCK_RECORD, autoLockMinutes);

/** The chosen time, or the default without a valid choice: at most what the organization allowed last. */
export function readAutoLockMs(document: VaultDocument): number {
  const chosen = v.safeParse(autoLockMinutes, readClearRecord(document, AUTO_LOCK_RECORD));
  const minutes = chosen.success ? chosen.output : DEFAULT_SETTINGS.autoLockMinutes;
  return Math.min(minutes * MINUTE_MS, maxAutoLockMs(readLastPolicy(document) ?? NO_POLICY));
}
