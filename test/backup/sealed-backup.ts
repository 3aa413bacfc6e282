// Backup files as somebody who knows their password can read and write them: correctly sealed, whatever
// is in them.
import type { BackupContents } from '../../src/backup/contents.ts';
import {
  readBackupFile,
  writeBackupFile,
  type BackupFile,
} from '../../src/client/backup/backup-file.ts';
import {
  openPart,
  sealPart,
  writeBackupHeader,
  type BackupHeader,
} from '../../src/crypto/backup-seal.ts';
import { fromUtf8, randomBytes, utf8 } from '../../src/crypto/bytes.ts';
import { deriveKek } from '../../src/crypto/kdf.ts';
import { nextRecord, NO_DIGEST, type ChainEnd } from '../../src/history/record-digest.ts';
import type { HistoryRecord } from '../../src/protocol/history.ts';

const keys = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** The key of a password, derived once. */
function keyOf(password: string, { kdf }: BackupHeader): Promise<Uint8Array<ArrayBuffer>> {
  const name = JSON.stringify([password, kdf]);
  const key = keys.get(name) ?? deriveKek(password, kdf);
  keys.set(name, key);
  return key;
}

/** What is sealed in a file, opened by its password. */
export type UnsealedBackup = {
  readonly header: BackupHeader;
  readonly contents: BackupContents;
  readonly history: readonly (readonly unknown[])[];
};

export async function unsealBackup(text: string, password: string): Promise<UnsealedBackup> {
  const file = await readBackupFile(utf8(text));
  const key = await keyOf(password, file.facts);
  const open = async (place: 'contents' | number, sealed: string) =>
    JSON.parse(fromUtf8(await openPart(key, { header: file.header, place }, sealed))) as never;
  return {
    header: file.facts,
    contents: await open('contents', file.contents),
    history: await Promise.all(file.history.map((part, index) => open(index, part))),
  };
}

/** The same again, with anything in it. */
export async function sealBackup(
  password: string,
  { header, contents, history }: { header: BackupHeader; contents: unknown; history: unknown[] },
): Promise<BackupFile> {
  const key = await keyOf(password, header);
  const text = writeBackupHeader({ ...header, historyParts: history.length });
  const seal = (place: 'check' | 'contents' | number, value: string) =>
    sealPart(key, { header: text, place }, utf8(value), randomBytes);
  return {
    header: text,
    check: await seal('check', ''),
    contents: await seal('contents', JSON.stringify(contents)),
    history: await Promise.all(history.map((part, index) => seal(index, JSON.stringify(part)))),
  };
}

export const sealBackupText = async (...args: Parameters<typeof sealBackup>): Promise<string> =>
  writeBackupFile(await sealBackup(...args));

/** A whole chain of records, in the parts of a file. */
export function createChain(count: number, partLength = 1000): HistoryRecord[][] {
  let end: ChainEnd = { sequence: 0, digest: NO_DIGEST };
  const parts: HistoryRecord[][] = [];
  for (let at = 0; at < count; at += 1) {
    if (at % partLength === 0) parts.push([]);
    const event = { fact: 'declined', id: `request ${at}`, origin: 'https://app.example' } as const;
    const record = nextRecord(end, event, 1_800_000_000_000 + at);
    parts.at(-1)?.push(record);
    end = record;
  }
  return parts;
}
