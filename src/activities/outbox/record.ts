import * as v from 'valibot';
import * as aead from '../../crypto/aead.ts';
import { fromUtf8, utf8, type Bytes, type RandomBytes } from '../../crypto/bytes.ts';
import { ENTRY_STATES } from '../../protocol/outbox-entry.ts';
import { STAMPER_KINDS } from '../../protocol/passkey.ts';
import { activity } from '../../protocol/service-records.ts';
import { time } from '../../protocol/time.ts';

/*
 * What was stamped, on disk before it is sent. The body and its stamp (a body may contain a code or
 * a contact), the parameters, the reply and the error are sealed under the vault's outbox keys. The
 * clear members are what a locked Keystamp needs to go on sending and to show that something is in
 * progress.
 */

const text = v.pipe(v.string(), v.maxLength(500));
const counter = v.pipe(v.number(), v.integer(), v.minValue(0));
const bytes = v.custom<Bytes>((value) => value instanceof Uint8Array);

/** The part in clear. */
export const OutboxRecord = v.object({
  id: text,
  /** Who requested it: `popup`, or the origin of a page. */
  origin: text,
  profileId: text,
  organizationId: text,
  /** The profile's key when it was stamped. It also stamps the polls. */
  keyId: v.nullable(text),
  /** What stamped it. */
  method: v.picklist(STAMPER_KINDS),
  baseUrl: text,
  operation: text,
  type: text,
  fingerprint: text,
  createdAt: time,
  state: v.picklist(ENTRY_STATES),
  timestampMs: time,
  attempts: counter,
  failures: counter,
  polls: counter,
  lookups: counter,
  uncertain: v.boolean(),
  lookingUp: v.boolean(),
  mismatched: v.boolean(),
  disproved: v.boolean(),
  activityId: v.nullable(text),
  nextAt: v.nullable(time),
  updatedAt: time,
  revision: counter,
  /** The user took it off the lists. The row stays, so that its id is never used again. */
  hidden: v.boolean(),
});
export type OutboxRecord = v.InferOutput<typeof OutboxRecord>;

/** A row as stored: the clear record and its two sealed parts. */
export const StoredRow = v.object({
  ...OutboxRecord.entries,
  sealedRequest: v.nullable(bytes),
  sealedFacts: bytes,
});
export type StoredRow = v.InferOutput<typeof StoredRow>;

/** The exact bytes to send, as text, with their stamp. Deleted when the activity ends for good. */
const SignedRequest = v.strictObject({
  path: v.string(),
  body: v.string(),
  stamp: v.strictObject({ header: v.string(), value: v.string() }),
});
export type SignedRequest = v.InferOutput<typeof SignedRequest>;

const valuesRecord = v.record(v.string(), v.unknown());
const wireError = v.looseObject({ code: v.string(), message: v.string() });

/** What is known about an entry and stays private. */
const Facts = v.object({
  /** SHA-256 of the caller's request, to tell a repeated request from a different one. */
  requestDigest: v.string(),
  /** As stamped, without the secret ones. */
  parameters: valuesRecord,
  /** What their values took the place of, as it was shown before the stamp. */
  replaced: v.optional(v.record(v.string(), v.string())),
  activity: v.nullable(v.omit(activity, ['votes', 'intent'])),
  result: v.nullable(valuesRecord),
  error: v.nullable(wireError),
  /** Why the service refused it, while the list is searched for an earlier send. */
  refusal: v.optional(wireError),
});
export type Facts = v.InferOutput<typeof Facts>;

/** One or more 32-byte keys in one array. The first one seals; the others sealed before it. */
export type OutboxKeys = Bytes;
const KEY_LENGTH = 32;

/** An entry as read. `signedRequest` and `facts` are null if the outbox keys aren't in memory. */
export type OutboxEntry = {
  readonly record: OutboxRecord;
  readonly signedRequest: SignedRequest | null;
  readonly facts: Facts | null;
};

type SealedMember = 'request' | 'facts';
/** The part of an entry that never changes: where it goes, for whom, and what it is. */
type EntryIdentity = Pick<
  OutboxRecord,
  'id' | 'profileId' | 'organizationId' | 'keyId' | 'baseUrl' | 'operation' | 'type' | 'fingerprint'
>;

/** Seals one part of an entry and binds it to the entry's identity. */
export function sealPart(
  keys: OutboxKeys,
  part: SealedMember,
  identity: EntryIdentity,
  value: SignedRequest | Facts,
  random: RandomBytes,
): Promise<Bytes> {
  const key = keys.slice(0, KEY_LENGTH);
  return aead.seal(key, utf8(JSON.stringify(value)), associatedData(part, identity), random);
}

/** The signed request. Null if it doesn't open: dropped, damaged, changed, or of another vault. */
export async function openSignedRequest(
  keys: OutboxKeys,
  row: StoredRow,
): Promise<SignedRequest | null> {
  if (row.sealedRequest === null) return null;
  return parseOrNull(SignedRequest, await unseal(keys, 'request', row, row.sealedRequest));
}

/** The facts. Null if they don't open; such an entry shows only its clear part. */
export async function openFacts(keys: OutboxKeys, row: StoredRow): Promise<Facts | null> {
  return parseOrNull(Facts, await unseal(keys, 'facts', row, row.sealedFacts));
}

/** Without this, anyone who can write to the disk could send a stamped body to another host. */
function associatedData(part: SealedMember, identity: EntryIdentity): Bytes {
  const { id, profileId, organizationId, keyId, baseUrl, operation, type, fingerprint } = identity;
  const clear = [id, profileId, organizationId, keyId, baseUrl, operation, type, fingerprint];
  return utf8(JSON.stringify(['keystamp/outbox', part, ...clear]));
}

async function unseal(
  keys: OutboxKeys,
  part: SealedMember,
  identity: EntryIdentity,
  sealed: Bytes,
): Promise<unknown> {
  for (let offset = 0; offset < keys.length; offset += KEY_LENGTH) {
    try {
      const key = keys.slice(offset, offset + KEY_LENGTH);
      return JSON.parse(fromUtf8(await aead.open(key, sealed, associatedData(part, identity))));
    } catch {
      // An earlier key may have sealed it.
    }
  }
  return undefined;
}

function parseOrNull<T>(schema: v.GenericSchema<unknown, T>, value: unknown): T | null {
  const parsed = v.safeParse(schema, value);
  return parsed.success ? parsed.output : null;
}
