import * as v from 'valibot';
import {
  chainPlace,
  MAX_HISTORY_PARTS,
  MAX_PART_LENGTH,
  restoreChoices,
  type BackupLook,
  type BackupStart,
  type ChainPlace,
  type HistoryLook,
  type RestoreChoices,
  type RestoreResult,
} from '../protocol/backup.ts';
import type { AppState } from '../protocol/app-state.ts';
import { historySequence } from '../protocol/history.ts';
import { accessByCase } from './call-access.ts';
import { defineCall, noInput } from './define-call.ts';

/*
 * The calls about backups, rows of the calls table (calls.ts). The key that a backup's password gives
 * travels sealed with each of them, and the worker keeps it for none (docs/backup.md).
 */

/** 32 bytes, base64url. */
const keySecret = v.strictObject({ key: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) });
type KeySecret = { key: string };

/** Checked where it is read: a refusal says what is wrong with the file. */
const header = v.pipe(v.string(), v.maxLength(4000));
const part = v.pipe(v.string(), v.maxLength(MAX_PART_LENGTH));
const index = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_HISTORY_PARTS));
const head = { header, check: v.pipe(v.string(), v.maxLength(200)), contents: part };
type Head = { header: string; check: string; contents: string };
type Place = { header: string; index: number };

const kdf = v.record(v.string(), v.union([v.string(), v.number()]));
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000));

/** Private keys leave the vault only with a fresh proof, and only sealed. */
const backupAccess = accessByCase(
  { plain: 'unlocked', keys: 'fresh' },
  ({ withKeys }: { readonly withKeys: boolean }) => (withKeys ? 'keys' : 'plain'),
);

/** Calls that make and open backups. */
export const BACKUP_CALLS = {
  /** Everything but the history, sealed under the key that the backup's password gives. */
  backup_start: defineCall<
    { kdf: Record<string, string | number>; app: string; withKeys: boolean },
    BackupStart,
    KeySecret
  >(
    backupAccess,
    v.strictObject({ kdf, app: v.pipe(v.string(), v.maxLength(40)), withKeys: v.boolean() }),
    keySecret,
  ),
  /** One part of the history, sealed. */
  backup_history: defineCall<Place & { first: number }, string, KeySecret>(
    'unlocked',
    v.strictObject({ header, index, first: historySequence }),
    keySecret,
  ),
  /** What a backup holds, compared with what is here. Writes nothing. */
  backup_look: defineCall<Head, BackupLook, KeySecret>('unlocked', v.strictObject(head), keySecret),
  /** The same for a part of its history, after the parts before it. */
  backup_look_history: defineCall<
    Place & { part: string; from: ChainPlace },
    HistoryLook,
    KeySecret
  >('unlocked', v.strictObject({ header, index, part, from: chainPlace }), keySecret),
  /** Adds and replaces what the user chose of what the look had `seen`. */
  backup_restore: defineCall<
    Head & { choices: RestoreChoices; seen: string },
    RestoreResult,
    KeySecret
  >(
    'fresh',
    v.strictObject({ ...head, choices: restoreChoices, seen: v.pipe(v.string(), v.maxLength(64)) }),
    keySecret,
  ),
  /** Adds a part of the history; returns how many records. Nothing is replaced. */
  backup_restore_history: defineCall<Place & { part: string }, number, KeySecret>(
    'unlocked',
    v.strictObject({ header, index, part }),
    keySecret,
  ),
  /** Records the restore, and ends it. */
  backup_finish: defineCall<RestoreResult & { records: number }, AppState>(
    'unlocked',
    v.strictObject({
      profiles: count,
      keys: count,
      sites: count,
      grants: count,
      settings: v.boolean(),
      records: count,
    }),
  ),
  /** When the backup of a restore that was stopped was made; null if there is none. */
  backup_unfinished: defineCall<object, number | null>('unlocked', noInput),
} as const;
