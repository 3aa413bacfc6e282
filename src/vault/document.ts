// The vault as one document: the header; the API keys and private records, each sealed under the
// vault key with its own clear facts as associated data; what is stored in clear next to them; and
// a MAC over the whole text (document-mac.ts).
import * as v from 'valibot';
import * as aead from '../crypto/aead.ts';
import * as base64url from '../crypto/base64url.ts';
import { toHex, utf8, wipe, type Bytes, type RandomBytes } from '../crypto/bytes.ts';
import { API_KEY_CURVES, type ApiKeyCurve } from '../crypto/schemes.ts';
import { KeystampError } from '../protocol/errors.ts';
import { label, storedLabel, uuid } from '../protocol/fields.ts';
import { MAX_PASSKEYS } from '../protocol/passkey.ts';
import { VAULT_VERSION, VaultHeader } from './header.ts';
import { PasskeyWrapping } from './passkey-wrapping.ts';
import { time } from '../protocol/time.ts';

/**
 * More keys than any organization allows a user (docs/protocol.md, Rates and limits), and still
 * quick to re-seal.
 */
export const MAX_KEYS = 100;

const sealed = v.pipe(v.string(), v.maxLength(200_000), v.regex(/^[\w-]{38,}$/));

const publicFacts = {
  id: uuid,
  name: storedLabel,
  curve: v.picklist(API_KEY_CURVES),
  /** Hex: 33 bytes compressed, or 32 for Ed25519. */
  publicKey: v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{64}|[0-9a-f]{66})$/)),
  /** Milliseconds since the epoch. */
  createdAt: time,
};

/** What anyone may know about an API key. */
export const KeyFacts = v.strictObject(publicFacts);
export type KeyFacts = v.InferOutput<typeof KeyFacts>;

/** The facts of a key whose name somebody just chose. */
const NamedFacts = v.strictObject({ ...publicFacts, name: label });

/** An API key as stored: its facts, and the private key (32 bytes) sealed. */
export const KeyRecord = v.strictObject({ ...publicFacts, sealed });
export type KeyRecord = v.InferOutput<typeof KeyRecord>;

/** Anything else that's private, by name. */
export const PrivateRecord = v.strictObject({
  name: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9.-]{0,63}$/)),
  sealed,
});
export type PrivateRecord = v.InferOutput<typeof PrivateRecord>;

/** What anyone may read but nobody may change, by name. For example, profiles. `text` is JSON. */
export const ClearRecord = v.strictObject({
  name: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9.-]{0,63}$/)),
  text: v.pipe(v.string(), v.maxLength(1_000_000)),
});
export type ClearRecord = v.InferOutput<typeof ClearRecord>;

/** How many former vault keys a document remembers: one per password change. */
export const MAX_RETIRED = 1000;

/** The whole vault. `revision` grows with each write: of two authentic copies, the later counts. */
export const VaultDocument = v.strictObject({
  v: v.literal(VAULT_VERSION),
  revision: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Milliseconds since the epoch. */
  savedAt: time,
  header: VaultHeader,
  keys: v.pipe(v.array(KeyRecord), v.maxLength(MAX_KEYS)),
  records: v.pipe(v.array(PrivateRecord), v.maxLength(1000)),
  clear: v.pipe(v.array(ClearRecord), v.maxLength(100)),
  /** Missing if no passkey is enrolled. */
  passkeys: v.exactOptional(
    v.pipe(v.array(PasskeyWrapping), v.minLength(1), v.maxLength(MAX_PASSKEYS)),
  ),
  /** Tags of the vault keys before this one (document-mac.ts), newest last. */
  retired: v.pipe(v.array(v.pipe(v.string(), v.regex(/^[\w-]{43}$/))), v.maxLength(MAX_RETIRED)),
});
export type VaultDocument = v.InferOutput<typeof VaultDocument>;

/** Seals a private key (32 bytes) under its facts. */
export async function sealKey(
  vaultKey: Bytes,
  facts: KeyFacts,
  privateKey: Bytes,
  random: RandomBytes,
): Promise<KeyRecord> {
  const checked = v.parse(KeyFacts, facts);
  const bytes = await aead.seal(vaultKey, privateKey, keyAssociatedData(checked), random);
  return { ...checked, sealed: base64url.encode(bytes) };
}

/** The private key of a record, 32 bytes. `vault_damaged` if record and key don't match. */
export async function openKey(vaultKey: Bytes, record: KeyRecord): Promise<Bytes> {
  return openSealed(vaultKey, record.sealed, keyAssociatedData(publicFactsOf(record)));
}

/** The record without its sealed part. */
export function publicFactsOf({ id, name, curve, publicKey, createdAt }: KeyRecord): KeyFacts {
  return { id, name, curve, publicKey, createdAt };
}

/** Seals a private record under its name. */
export async function sealPrivate(
  vaultKey: Bytes,
  name: string,
  plaintext: Bytes,
  random: RandomBytes,
): Promise<PrivateRecord> {
  const bytes = await aead.seal(vaultKey, plaintext, recordAssociatedData(name), random);
  return v.parse(PrivateRecord, { name, sealed: base64url.encode(bytes) });
}

/** The plaintext of a private record. `vault_damaged` if record and name don't belong together. */
export function openPrivate(vaultKey: Bytes, record: PrivateRecord): Promise<Bytes> {
  return openSealed(vaultKey, record.sealed, recordAssociatedData(record.name));
}

/** Opens everything once and forgets it. `vault_damaged` if something doesn't open. */
export async function demandOpens(
  vaultKey: Bytes,
  document: Pick<VaultDocument, 'keys' | 'records'>,
): Promise<void> {
  for (const record of document.keys) wipe(await openKey(vaultKey, record));
  for (const record of document.records) wipe(await openPrivate(vaultKey, record));
}

/**
 * Seals everything again under another vault key. The caller makes the header. Passkey wrappings
 * aren't included: that would take each passkey's key.
 */
export async function reseal(
  document: Pick<VaultDocument, 'keys' | 'records'>,
  oldKey: Bytes,
  newKey: Bytes,
  random: RandomBytes,
): Promise<Pick<VaultDocument, 'keys' | 'records'>> {
  const keys: KeyRecord[] = [];
  for (const record of document.keys) {
    const privateKey = await openKey(oldKey, record);
    keys.push(await sealKey(newKey, publicFactsOf(record), privateKey, random));
    wipe(privateKey);
  }
  const records: PrivateRecord[] = [];
  for (const record of document.records) {
    const plaintext = await openPrivate(oldKey, record);
    records.push(await sealPrivate(newKey, record.name, plaintext, random));
    wipe(plaintext);
  }
  return { keys, records };
}

/** The facts of a new key, with a {@link randomId} unless it has an id. `invalid_input` names the wrong field. */
export function createKeyFacts(
  key: {
    readonly id?: string;
    readonly name: string;
    readonly curve: ApiKeyCurve;
    readonly publicKey: Uint8Array;
  },
  createdAt: number,
  random: RandomBytes,
): KeyFacts {
  const { name, curve } = key;
  return parseFacts({
    id: key.id ?? randomId(random),
    name,
    curve,
    publicKey: toHex(key.publicKey),
    createdAt,
  });
}

/** A key's facts under another name. `invalid_input` if the name is invalid. */
export function renamedFacts(record: KeyRecord, name: string): KeyFacts {
  return parseFacts({ ...publicFactsOf(record), name });
}

function parseFacts(facts: KeyFacts): KeyFacts {
  const parsed = v.safeParse(NamedFacts, facts);
  if (parsed.success) return parsed.output;
  const field = v.getDotPath(parsed.issues[0]) ?? 'name';
  throw new KeystampError('invalid_input', `The key’s ${field} is not what it must be.`, { field });
}

/** A version 4 id (RFC 9562) from the given random bytes. */
export function randomId(random: RandomBytes): string {
  const bytes = random(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Members in the schema's order, whatever the order on disk. */
function keyAssociatedData(facts: KeyFacts): Bytes {
  return utf8(JSON.stringify(['keystamp/vault/key', v.parse(KeyFacts, facts)]));
}

function recordAssociatedData(name: string): Bytes {
  return utf8(JSON.stringify(['keystamp/vault/record', name]));
}

async function openSealed(vaultKey: Bytes, text: string, aad: Bytes): Promise<Bytes> {
  let opened: Bytes;
  try {
    opened = await aead.open(vaultKey, base64url.decode(text), aad);
  } catch (cause) {
    throw new KeystampError('vault_damaged', undefined, undefined, cause);
  }
  // Zeros are what a wiped array holds. If one was sealed by mistake, it opens but isn't a secret.
  const isWiped = opened.length > 0 && opened.every((byte) => byte === 0);
  if (isWiped) throw new KeystampError('vault_damaged');
  return opened;
}
