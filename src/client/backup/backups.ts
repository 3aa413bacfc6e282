// What pages do with backups. A backup has its own password. The page's Worker derives the key from
// it, as for the vault's; the service worker seals and opens, so that no page ever has an API key.
import type { Bytes } from '../../crypto/bytes.ts';
import type { BackupHeader } from '../../crypto/backup-seal.ts';
import type {
  BackupCounts,
  BackupLook,
  ChainPlace,
  HistoryLook,
  RestoreChoices,
  RestoreResult,
} from '../../protocol/backup.ts';
import type { BackupHolds } from '../../protocol/first-steps.ts';
import type { AppState } from '../../protocol/app-state.ts';
import { KeystampError } from '../../protocol/errors.ts';
import type { InputOf } from '../../messaging/calls.ts';
import type { Client } from '../client.ts';
import type { PasswordClient } from '../password.ts';
import { readBackupFile, writeBackupFile, type BackupFile } from './backup-file.ts';

export type BackupClientDeps = {
  readonly client: Client;
  readonly passwords: Pick<PasswordClient, 'deriveFresh' | 'deriveWith'>;
  /** The version of Keystamp. */
  readonly version: string;
};

/** How far a long piece of work is: parts of the history, done and all. */
export type Progress = (done: number, all: number) => void;

/** What the history of a backup would do here; null if it is broken, and can't be restored. */
export type HistoryTotals = {
  readonly here: number;
  readonly appended: number;
  readonly copied: number;
} | null;

/** A file that was read, and whose password was right. */
export type OpenedBackup = {
  readonly look: BackupLook;
  readonly history: HistoryTotals;
  /** Writes what the user chose, then the history. Can be called again after an error. */
  readonly restore: (
    choices: RestoreChoices,
    onProgress: Progress,
  ) => Promise<{ readonly result: RestoreResult & { records: number }; readonly state: AppState }>;
};

export type ReadBackup = BackupFile & { readonly facts: BackupHeader };
export type Backups = ReturnType<typeof createBackupClient>;

/** Makes and opens backups. Everything rejects with `KeystampError`. */
export function createBackupClient(deps: BackupClientDeps) {
  return {
    /** The text of a new file. @throws `weak_password`, `reauthentication_needed`, `backup_too_large` */
    make: (password: string, withKeys: boolean, onProgress: Progress) =>
      makeBackup(deps, password, withKeys, onProgress),
    /** Reads a file without its password. @throws what is wrong with it */
    read: (bytes: Bytes): Promise<ReadBackup> => readBackupFile(bytes),
    /** Opens what was read. @throws `backup_password`, `backup_tampered`, `backup_invalid` */
    open: (file: ReadBackup, password: string, onProgress: Progress): Promise<OpenedBackup> =>
      openBackup(deps, file, password, onProgress),
  };
}

/** A new file, and what is in it. */
type MadeBackup = {
  readonly text: string;
  readonly counts: BackupCounts;
  readonly holds: BackupHolds;
};

async function makeBackup(
  { client, passwords, version }: BackupClientDeps,
  password: string,
  withKeys: boolean,
  onProgress: Progress,
): Promise<MadeBackup> {
  const { kdf, kek: key } = await passwords.deriveFresh(password);
  const { header, check, contents, historyParts, first, counts, holds } = await client.call(
    'backup_start',
    { kdf, app: version, withKeys },
    { key },
  );
  const history: string[] = [];
  for (let index = 0; index < historyParts; index += 1) {
    onProgress(index, historyParts);
    history.push(await client.call('backup_history', { header, index, first }, { key }));
  }
  return { text: await writeBackupFile({ header, check, contents, history }), counts, holds };
}

async function openBackup(
  { client, passwords }: BackupClientDeps,
  file: ReadBackup,
  password: string,
  onProgress: Progress,
): Promise<OpenedBackup> {
  const { header, check, contents, history, facts } = file;
  const key = await passwords.deriveWith(password, facts.kdf);
  const head = { header, check, contents };
  const look = await client.call('backup_look', head, { key });
  const totals = await lookAtHistory(client, file, key, onProgress);
  return {
    look,
    history: totals,
    restore: async (choices, onStep) => {
      const result = await client.call(
        'backup_restore',
        { ...head, choices, seen: look.seen },
        { key },
      );
      let records = 0;
      for (const [index, part] of (totals ? history : []).entries()) {
        onStep(index, history.length);
        const input = { header, index, part };
        records += await client.call('backup_restore_history', input, { key });
      }
      const whole = { ...result, records };
      return { result: whole, state: await client.call('backup_finish', whole) };
    },
  };
}

async function lookAtHistory(
  client: Client,
  { header, history }: BackupFile,
  key: string,
  onProgress: Progress,
): Promise<HistoryTotals> {
  const totals = { here: 0, appended: 0, copied: 0 };
  let from: ChainPlace = null;
  for (const [index, part] of history.entries()) {
    onProgress(index, history.length);
    try {
      const input: InputOf<'backup_look_history'> = { header, index, part, from };
      const { end, here, appended, copied }: HistoryLook = await client.call(
        'backup_look_history',
        input,
        {
          key,
        },
      );
      totals.here += here;
      totals.appended += appended;
      totals.copied += copied;
      from = end;
    } catch (error) {
      const isBroken =
        error instanceof KeystampError && error.detail?.reason === 'backup_history_broken';
      if (isBroken) return null;
      throw error;
    }
  }
  return totals;
}
