// How a password makes, opens and re-keys the vault. The key-encryption key comes from a page; it is
// the caller's to wipe.
import { equal, wiping, type Bytes } from '../crypto/bytes.ts';
import { checkKdfParameters, type KdfParameters } from '../crypto/kdf-parameters.ts';
import { KeystampError } from '../protocol/errors.ts';
import { present, type Core } from './core.ts';
import { openPrivate, proveOpens, reseal, sealPrivate, type VaultDocument } from './document.ts';
import { unwrap, wrap } from './header.ts';

const KEY_LENGTH = 32;
/** Name of the private record with the key of the outbox. */
const OUTBOX_KEY = 'outbox-key';

/**
 * Makes a vault and unlocks it. `vault_exists` when there is one, `vault_damaged` when there are
 * remains of one: only a wipe gives those up.
 */
export async function create(core: Core, kek: Bytes, kdf: KdfParameters): Promise<void> {
  requireKek(kek);
  const checked = checkKdfParameters(kdf);
  const found = await core.copies.find();
  if (found.status === 'damaged') throw found.error;
  if (found.status === 'good') throw new KeystampError('vault_exists');
  const { clock, random } = core;
  const vaultKey = random(KEY_LENGTH);
  const outboxKey = random(KEY_LENGTH);
  await wiping([vaultKey, outboxKey], async () => {
    const header = await wrap(kek, vaultKey, { createdAt: clock(), kdf: checked }, random);
    const records = [await sealPrivate(vaultKey, OUTBOX_KEY, outboxKey, random)];
    const document: VaultDocument = { v: 1, revision: 1, header, keys: [], records };
    await core.copies.save(document, (written) => proveBy(kek, written));
    await core.attempts.forget();
    await core.session.start(vaultKey, outboxKey);
  });
}

/**
 * Opens the vault and repairs whichever copy is damaged, missing or behind. Errors:
 * `wrong_password` and `backoff` with the wait, `vault_missing`, `vault_damaged`, `kdf_refused`.
 */
export async function unlock(core: Core, kek: Bytes): Promise<void> {
  const { document, vaultKey, whole } = await open(core, kek);
  await wiping([vaultKey], async () => {
    // A copy that cannot be written now is repaired at a later unlock: the good one is there.
    if (!whole) await core.copies.save(document, (w) => proveBy(kek, w)).catch(() => undefined);
    await startSession(core, vaultKey, document);
  });
}

/**
 * Changes the password or its parameters, and the vault key with them, so that disk blocks of before,
 * which browsers keep for a while, open nothing that is new (platform.md 1.4). Everything is sealed
 * anew. Unlocks. Errors as of {@link unlock}.
 */
export async function changePassword(
  core: Core,
  oldKek: Bytes,
  newKek: Bytes,
  kdf: KdfParameters,
): Promise<void> {
  requireKek(newKek);
  const checked = checkKdfParameters(kdf);
  const { document, vaultKey } = await open(core, oldKek);
  const newKey = core.random(KEY_LENGTH);
  await wiping([vaultKey, newKey], async () => {
    const { createdAt } = document.header;
    const header = await wrap(newKek, newKey, { createdAt, kdf: checked }, core.random);
    const sealed = await reseal(document, vaultKey, newKey, core.random);
    const next: VaultDocument = { v: 1, revision: document.revision + 1, header, ...sealed };
    await core.copies.save(next, (written) => proveBy(newKek, written));
    await startSession(core, newKey, next);
  });
}

type Opened = {
  readonly document: VaultDocument;
  readonly vaultKey: Bytes;
  /** Whether both copies are there and the same. */
  readonly whole: boolean;
};

/** By the password, from the first copy that opens from end to end. Counts the try. */
async function open({ copies, attempts }: Core, kek: Bytes): Promise<Opened> {
  requireKek(kek);
  const { documents, whole } = present(await copies.find());
  return attempts.attempt(async () => {
    let damage: KeystampError | undefined;
    for (const document of documents) {
      const opened = await openWhole(kek, document);
      if (opened instanceof KeystampError) damage = opened;
      else if (opened) return { document, vaultKey: opened, whole };
    }
    if (damage) throw damage;
    return undefined;
  });
}

/** The vault key; undefined when the key does not fit; the damage when it fits and more does not. */
async function openWhole(
  kek: Bytes,
  document: VaultDocument,
): Promise<Bytes | KeystampError | undefined> {
  const vaultKey = await unwrap(kek, document.header);
  if (!vaultKey) return undefined;
  try {
    await proveOpens(vaultKey, document);
    return vaultKey;
  } catch (error) {
    if (error instanceof KeystampError && error.code === 'vault_damaged') return error;
    throw error;
  }
}

/** That a document on its way to disk opens with this password, in whole. */
async function proveBy(kek: Bytes, written: VaultDocument): Promise<void> {
  const opened = await openWhole(kek, written);
  if (opened instanceof KeystampError) throw opened;
  if (!opened) throw new KeystampError('internal', 'The new vault would not have opened.');
  await wiping([opened], () => undefined);
}

async function startSession(
  { session }: Core,
  vaultKey: Bytes,
  document: VaultDocument,
): Promise<void> {
  const record = document.records.find((one) => one.name === OUTBOX_KEY);
  if (!record) throw new KeystampError('vault_damaged');
  const outboxKey = await openPrivate(vaultKey, record);
  await wiping([outboxKey], () => session.start(vaultKey, outboxKey));
}

function requireKek(kek: Bytes): void {
  if (kek.length === KEY_LENGTH && !equal(kek, new Uint8Array(KEY_LENGTH))) return;
  // Zeros are what a wiped array holds: a caller that wiped too early must not seal under them.
  throw new KeystampError(
    'malformed',
    `The key-encryption key is not ${KEY_LENGTH} bytes of a key.`,
  );
}
