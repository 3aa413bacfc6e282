import * as v from 'valibot';
import {
  chainPlace,
  MAX_HISTORY_PARTS,
  MAX_PART_LENGTH,
  restoreChoices,
  type BackupLook,
  type BackupStart,
  type HistoryLook,
  type RestoreResult,
} from '../protocol/backup.ts';
import type { AppState } from '../protocol/app-state.ts';
import { backupHolds } from '../protocol/first-steps.ts';
import { historySequence } from '../protocol/history.ts';
import { accessByCase } from './call-access.ts';
import { defineCall, inPart, kdf, key32 } from './define-call.ts';

/*
 * The calls about backups, rows of the calls table (calls.ts). The key that a backup's password gives
 * travels sealed with each of them, and the worker keeps it for none (docs/backup.md).
 */

const keySecret = v.strictObject({ key: key32 });

/** Checked where it is read: a refusal says what is wrong with the file. */
const header = v.pipe(v.string(), v.maxLength(4000));
const part = v.pipe(v.string(), v.maxLength(MAX_PART_LENGTH));
const index = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_HISTORY_PARTS));
const head = { header, check: v.pipe(v.string(), v.maxLength(200)), contents: part };

const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000));

/** Private keys leave the vault only with a fresh proof, and only sealed. */
const backupAccess = accessByCase(
  { plain: 'unlocked', keys: 'fresh' },
  ({ withKeys }: { readonly withKeys: boolean }) => (withKeys ? 'keys' : 'plain'),
);

/** Many sites and pre-approvals take a while to seal, open or sign. */
const BACKUP_MS = 60_000;
const RESTORE_MS = 120_000;

/** Calls that make and open backups. */
export const BACKUP_CALLS = inPart('backup', {
  /** Everything but the history, sealed under the key that the backup's password gives. */
  backup_start: defineCall<BackupStart>()({
    access: backupAccess,
    input: v.strictObject({
      kdf,
      app: v.pipe(v.string(), v.maxLength(40)),
      withKeys: v.boolean(),
    }),
    secret: keySecret,
    timeoutMs: BACKUP_MS,
  }),
  /** One part of the history, sealed. */
  backup_history: defineCall<string>()({
    input: v.strictObject({ header, index, first: historySequence }),
    secret: keySecret,
    timeoutMs: BACKUP_MS,
  }),
  /** The file of a backup was handed to the browser: what it has needs no reminder. */
  backup_saved: defineCall<AppState>()({ input: backupHolds }),
  /** Puts the list of first steps away; that a backup is missing is said all the same. */
  first_steps_hide: defineCall<AppState>()(),
  /** What a backup holds, compared with what is here. Writes nothing. */
  backup_look: defineCall<BackupLook>()({
    input: v.strictObject(head),
    secret: keySecret,
    timeoutMs: BACKUP_MS,
  }),
  /** The same for a part of its history, after the parts before it. */
  backup_look_history: defineCall<HistoryLook>()({
    input: v.strictObject({ header, index, part, from: chainPlace }),
    secret: keySecret,
    timeoutMs: BACKUP_MS,
  }),
  /**
   * Adds and replaces what the user chose of what the look had `seen`. Without an answer the page
   * looks again: what was written is there, and a repeated restore adds nothing twice.
   */
  backup_restore: defineCall<RestoreResult>()({
    access: 'fresh',
    input: v.strictObject({
      ...head,
      choices: restoreChoices,
      seen: v.pipe(v.string(), v.maxLength(64)),
    }),
    secret: keySecret,
    retry: 'once',
    timeoutMs: RESTORE_MS,
  }),
  /** Adds a part of the history; returns how many records. Nothing is replaced. */
  backup_restore_history: defineCall<number>()({
    input: v.strictObject({ header, index, part }),
    secret: keySecret,
    timeoutMs: RESTORE_MS,
  }),
  /** Records the restore, and ends it. */
  backup_finish: defineCall<AppState>()({
    input: v.strictObject({
      profiles: count,
      keys: count,
      sites: count,
      grants: count,
      settings: v.boolean(),
      records: count,
    }),
    retry: 'once',
  }),
  /** When the backup of a restore that was stopped was made; null if there is none. */
  backup_unfinished: defineCall<number | null>()(),
});
