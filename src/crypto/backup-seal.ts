// How a backup is sealed: AES-256-GCM, each part for itself, under a key that the backup's own
// password gives (kdf.ts). The header in clear, with version and parameters, and a part's place are
// associated data: no part opens under another header, in another place or in another file.
import * as v from 'valibot';
import { readJson } from '../protocol/parse.ts';
import { BACKUP_VERSION, MAX_HISTORY_PARTS } from '../protocol/backup.ts';
import { KeystampError, type ErrorCode } from '../protocol/errors.ts';
import * as aead from './aead.ts';
import * as base64url from './base64url.ts';
import { utf8, type Bytes, type RandomBytes } from './bytes.ts';
import { judgeKdfParameters, KdfParameters } from './kdf-parameters.ts';
import { time } from '../protocol/time.ts';

/** The longest header. Its parameters and its salt take the most of it. */
const MAX_HEADER_LENGTH = 2000;

const backupHeader = v.strictObject({
  version: v.literal(BACKUP_VERSION),
  /** Base64url of 16 random bytes: copies of what is here already are named after it. */
  id: v.pipe(v.string(), v.regex(/^[\w-]{22}$/)),
  /** Milliseconds since the epoch. */
  createdAt: time,
  /** The version of Keystamp that made it. */
  app: v.pipe(v.string(), v.regex(/^[\w.+-]{1,40}$/)),
  kdf: KdfParameters,
  historyParts: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_HISTORY_PARTS)),
});
export type BackupHeader = v.InferOutput<typeof backupHeader>;

const REFUSED_KDF: Readonly<Record<'weak' | 'heavy', ErrorCode>> = {
  weak: 'backup_kdf_weak',
  heavy: 'backup_kdf_heavy',
};

/**
 * Reads the header, before anything is derived with its parameters. `backup_kdf_weak` and
 * `backup_kdf_heavy` for parameters outside of their bounds, `backup_newer`, `backup_invalid`.
 */
export function readBackupHeader(text: string): BackupHeader {
  const json = text.length > MAX_HEADER_LENGTH ? undefined : readJson(text);
  if (v.is(v.looseObject({ version: v.pipe(v.number(), v.minValue(BACKUP_VERSION + 1)) }), json))
    throw new KeystampError('backup_newer');
  const kdf = v.safeParse(v.looseObject({ kdf: v.unknown() }), json);
  const verdict = kdf.success ? judgeKdfParameters(kdf.output.kdf) : 'good';
  if (verdict === 'weak' || verdict === 'heavy') throw new KeystampError(REFUSED_KDF[verdict]);
  const header = v.safeParse(backupHeader, json);
  if (header.success) return header.output;
  throw new KeystampError('backup_invalid', undefined, {
    field: v.getDotPath(header.issues[0]) ?? 'header',
  });
}

/** The header as it stands in the file. */
export function writeBackupHeader(header: Omit<BackupHeader, 'version'>): string {
  return JSON.stringify(v.parse(backupHeader, { version: BACKUP_VERSION, ...header }));
}

/** What a part is: the proof of the password, everything but the history, or a part of that. */
export type BackupPlace = 'check' | 'contents' | number;

const associatedData = (header: string, place: BackupPlace) =>
  utf8(JSON.stringify([`keystamp/backup/v${BACKUP_VERSION}`, header, place]));

/** Seals a part: base64url. */
export async function sealPart(
  key: Bytes,
  { header, place }: { readonly header: string; readonly place: BackupPlace },
  plaintext: Bytes,
  random: RandomBytes,
): Promise<string> {
  return base64url.encode(await aead.seal(key, plaintext, associatedData(header, place), random));
}

/** Opens a part. `backup_password` where the proof of the password doesn't open, else `backup_tampered`. */
export async function openPart(
  key: Bytes,
  { header, place }: { readonly header: string; readonly place: BackupPlace },
  sealed: string,
): Promise<Bytes> {
  try {
    return await aead.open(key, base64url.decode(sealed), associatedData(header, place));
  } catch (cause) {
    const code = place === 'check' ? 'backup_password' : 'backup_tampered';
    throw new KeystampError(code, undefined, undefined, cause);
  }
}
