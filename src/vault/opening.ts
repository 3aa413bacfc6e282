// The vault key out of a document, by a password's or a passkey's key-encryption key, and what every
// way in shares: proof before anything is written, and a new vault key for all of it.
import { concat, equal, wiping, type Bytes, type RandomBytes } from '../crypto/bytes.ts';
import type { KdfParameters } from '../crypto/kdf-parameters.ts';
import { KeystampError } from '../protocol/errors.ts';
import { present, type Core } from './core.ts';
import { openPrivate, proveOpens, reseal, sealPrivate, type VaultDocument } from './document.ts';
import { unwrap, wrap } from './header.ts';
import { unwrapByPasskey, type PasskeyWrapping } from './passkey-wrapping.ts';

export const KEY_LENGTH = 32;
/** Name of the private record with the keys of the outbox, the present one first. */
export const OUTBOX_KEYS = 'outbox-key';

/** How to get at the vault key of a document; undefined when this is not its way in. */
export type Way = (document: VaultDocument) => Promise<Bytes | undefined>;

export const byPassword =
  (kek: Bytes): Way =>
  ({ header }) =>
    unwrap(kek, header);

export const byPasskey =
  (kek: Bytes, id: string): Way =>
  async (document) => {
    const wrapping = wrappingOf(document, id);
    return wrapping && unwrapByPasskey(kek, document.header, wrapping);
  };

/** The wrapping of an enrolled passkey. */
export function wrappingOf({ passkeys }: VaultDocument, id: string): PasskeyWrapping | undefined {
  return passkeys?.find((one) => one.id === id);
}

export type Opened = {
  readonly document: VaultDocument;
  readonly vaultKey: Bytes;
};

/**
 * By the password, from the first copy that opens from end to end. Counts the try. `whole` tells
 * whether both copies are there and the same.
 */
export async function openByPassword(
  { copies, attempts }: Core,
  kek: Bytes,
): Promise<Opened & { readonly whole: boolean }> {
  requireKek(kek);
  const { documents, whole } = present(await copies.find());
  const opened = await attempts.attempt(() => firstThatOpens(documents, byPassword(kek)));
  return { ...opened, whole };
}

/** Undefined when the way leads into none of the documents; throws the damage when it stops in one. */
export async function firstThatOpens(
  documents: readonly VaultDocument[],
  way: Way,
): Promise<Opened | undefined> {
  let damage: KeystampError | undefined;
  for (const document of documents) {
    const opened = await openWhole(way, document);
    if (opened instanceof KeystampError) damage = opened;
    else if (opened) return { document, vaultKey: opened };
  }
  if (damage) throw damage;
  return undefined;
}

/** The vault key; undefined when the key does not fit; the damage when it fits and more does not. */
async function openWhole(
  way: Way,
  document: VaultDocument,
): Promise<Bytes | KeystampError | undefined> {
  const vaultKey = await way(document);
  if (!vaultKey) return undefined;
  try {
    await proveOpens(vaultKey, document);
    return vaultKey;
  } catch (error) {
    if (error instanceof KeystampError && error.code === 'vault_damaged') return error;
    throw error;
  }
}

/** That a document on its way to disk opens in this way, in whole. */
export async function proveBy(way: Way, written: VaultDocument): Promise<void> {
  const opened = await openWhole(way, written);
  if (opened instanceof KeystampError) throw opened;
  if (!opened) throw new KeystampError('internal', 'The new vault would not have opened.');
  await wiping([opened], () => undefined);
}

/** Starts a session with what has opened, and repairs whichever copy is damaged, missing or behind. */
export async function enter(
  core: Core,
  { document, vaultKey, whole }: Opened & { readonly whole: boolean },
  way: Way,
): Promise<void> {
  await wiping([vaultKey], async () => {
    // A copy that cannot be written now is repaired at a later unlock: the good one is there.
    if (!whole) await core.copies.save(document, (w) => proveBy(way, w)).catch(() => undefined);
    await startSession(core, vaultKey, document);
  });
}

/**
 * Makes a new vault key under the password and seals everything anew, so that disk blocks of before,
 * which browsers keep for a while, open nothing that is new (platform.md 1.4): the outbox gets another
 * key as well, and keeps the earlier ones for what they sealed. The wrappings for passkeys go. Wipes
 * the old vault key, and unlocks.
 */
export async function rekey(
  core: Core,
  { document, vaultKey }: Opened,
  kek: Bytes,
  kdf: KdfParameters,
): Promise<void> {
  const newKey = core.random(KEY_LENGTH);
  await wiping([vaultKey, newKey], async () => {
    const { createdAt } = document.header;
    const header = await wrap(kek, newKey, { createdAt, kdf }, core.random);
    const { keys, records } = await reseal(document, vaultKey, newKey, core.random);
    const next: VaultDocument = {
      v: 1,
      revision: document.revision + 1,
      header,
      keys,
      records: await withFreshOutboxKey(newKey, records, core.random),
    };
    await core.copies.save(next, (written) => proveBy(byPassword(kek), written));
    await startSession(core, newKey, next);
  });
}

type Records = VaultDocument['records'];

async function withFreshOutboxKey(
  vaultKey: Bytes,
  records: Records,
  random: RandomBytes,
): Promise<Records> {
  const former = await outboxKeysIn(records, vaultKey);
  const keys = concat(random(KEY_LENGTH), former);
  const record = await wiping([former, keys], () =>
    sealPrivate(vaultKey, OUTBOX_KEYS, keys, random),
  );
  return records.map((one) => (one.name === OUTBOX_KEYS ? record : one));
}

async function outboxKeysIn(records: Records, vaultKey: Bytes): Promise<Bytes> {
  const record = records.find((one) => one.name === OUTBOX_KEYS);
  if (!record) throw new KeystampError('vault_damaged');
  return openPrivate(vaultKey, record);
}

async function startSession(
  { session }: Core,
  vaultKey: Bytes,
  { records }: VaultDocument,
): Promise<void> {
  const outboxKeys = await outboxKeysIn(records, vaultKey);
  await wiping([outboxKeys], () => session.start(vaultKey, outboxKeys));
}

/** Refuses what cannot be a key-encryption key; `malformed`. */
export function requireKek(kek: Bytes): void {
  if (kek.length === KEY_LENGTH && !equal(kek, new Uint8Array(KEY_LENGTH))) return;
  // Zeros are what a wiped array holds: a caller that wiped too early must not seal under them.
  throw new KeystampError(
    'malformed',
    `The key-encryption key is not ${KEY_LENGTH} bytes of a key.`,
  );
}
