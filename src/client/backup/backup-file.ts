// The bytes of a backup (docs/backup.md, The file). Lines of ASCII: a mark with the version, the
// length of what follows and its digest; the header; the proof of the password; the contents; the
// parts of the history; and a mark again. The digest has no key. It tells damage from a wrong
// password, and nothing else: what nobody may change is sealed.
import { fromUtf8, toHex, utf8, type Bytes } from '../../crypto/bytes.ts';
import { readBackupHeader, type BackupHeader } from '../../crypto/backup-seal.ts';
import { BACKUP_VERSION, MAX_BACKUP_BYTES, MAX_PART_LENGTH } from '../../protocol/backup.ts';
import { KeystampError, type ErrorCode } from '../../protocol/errors.ts';

const MARK = 'keystamp-backup';
const END = `\n${MARK} end\n`;
/** Longer than any first line. */
const MAX_FIRST_LINE = 120;
const FIRST_LINE = /^keystamp-backup (\d{1,6}) (\d{1,12}) ([0-9a-f]{64})$/;

/** A file's lines. */
export type BackupFile = {
  readonly header: string;
  readonly check: string;
  readonly contents: string;
  readonly history: readonly string[];
};

const digestOf = async (start: string, body: Bytes): Promise<string> => {
  const whole = new Uint8Array(start.length + body.length);
  whole.set(utf8(start));
  whole.set(body, start.length);
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', whole)));
};

/** The text of a file. `backup_too_large` */
export async function writeBackupFile({
  header,
  check,
  contents,
  history,
}: BackupFile): Promise<string> {
  const body = [header, check, contents, ...history].join('\n') + END;
  const start = `${MARK} ${BACKUP_VERSION} ${body.length}`;
  const text = `${start} ${await digestOf(`${start}\n`, utf8(body))}\n${body}`;
  if (text.length > MAX_BACKUP_BYTES) throw new KeystampError('backup_too_large');
  return text;
}

/** Bytes as characters of the same number: a damaged file isn't UTF-8. */
const latin = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

const refuse = (code: ErrorCode): never => {
  throw new KeystampError(code);
};

/**
 * The lines of a file and its header, before any password. Each fault has its code: `backup_foreign`,
 * `backup_too_large`, `backup_incomplete`, `backup_damaged`, `backup_newer`, `backup_unreleased`, and those of
 * `readBackupHeader`.
 */
export async function readBackupFile(
  bytes: Bytes,
): Promise<BackupFile & { readonly facts: BackupHeader }> {
  if (bytes.length > MAX_BACKUP_BYTES) refuse('backup_too_large');
  const body = await readIntactBody(bytes);
  const [header = '', check = '', contents = '', ...history] = fromUtf8(body)
    .slice(0, -END.length)
    .split('\n');
  const facts = readBackupHeader(header);
  const isWhole = check !== '' && contents !== '' && history.length === facts.historyParts;
  if (!isWhole || [contents, ...history].some(({ length }) => length > MAX_PART_LENGTH))
    refuse('backup_tampered');
  return { header, check, contents, history, facts };
}

/** Everything after the first line, if not a bit of the file has changed. */
async function readIntactBody(bytes: Bytes): Promise<Bytes> {
  const lineEnd = bytes.subarray(0, MAX_FIRST_LINE).indexOf(0x0a);
  const line = latin(bytes.subarray(0, Math.max(0, lineEnd)));
  const begins = latin(bytes.subarray(0, MARK.length)) === MARK;
  const ends = latin(bytes.subarray(-END.length)) === END;
  // Either mark tells that it is one, so that damage to the other one is called that.
  if (!begins && !ends) refuse('backup_foreign');
  const [, version = '', length = '', digest = ''] = FIRST_LINE.exec(line) ?? [];
  if (digest === '')
    return refuse(lineEnd === -1 && !ends ? 'backup_incomplete' : 'backup_damaged');
  const body = bytes.subarray(lineEnd + 1);
  if ((await digestOf(`${MARK} ${version} ${length}\n`, body)) !== digest)
    refuse(!ends && body.length < Number(length) ? 'backup_incomplete' : 'backup_damaged');
  if (Number(version) > BACKUP_VERSION) refuse('backup_newer');
  if (!ends || body.length !== Number(length) || Number(version) < 1) refuse('backup_damaged');
  if (Number(version) < BACKUP_VERSION) refuse('backup_unreleased');
  return body;
}
