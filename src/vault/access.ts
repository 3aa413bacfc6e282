// How a password makes, opens and re-keys the vault. Key-encryption keys come from a page; they are
// the caller's to wipe.
import { wiping, type Bytes } from '../crypto/bytes.ts';
import { checkKdfParameters, type KdfParameters } from '../crypto/kdf-parameters.ts';
import { KeystampError } from '../protocol/errors.ts';
import { copyAt, find, save, stampOf, type Core } from './core.ts';
import { sealPrivate, type VaultDocument } from './document.ts';
import { wrap } from './header.ts';
import {
  byPassword,
  enter,
  KEY_LENGTH,
  openByPassword,
  OUTBOX_KEYS,
  proveBy,
  requireKek,
  startSession,
} from './opening.ts';
import { rekey } from './rekey.ts';
import { withRowKey } from './row-mac.ts';

/**
 * Makes a vault and unlocks it. `vault_exists` when there is one, `vault_damaged` when there are
 * remains of one: only a wipe gives those up.
 */
export async function create(core: Core, kek: Bytes, kdf: KdfParameters): Promise<void> {
  requireKek(kek);
  const checked = checkKdfParameters(kdf);
  const found = await find(core);
  if (found.status === 'damaged') throw found.error;
  if (found.status === 'good') throw new KeystampError('vault_exists');
  const { clock, random } = core;
  const vaultKey = random(KEY_LENGTH);
  const outboxKey = random(KEY_LENGTH);
  await wiping([vaultKey, outboxKey], async () => {
    const header = await wrap(kek, vaultKey, { createdAt: clock(), kdf: checked }, random);
    const records = [await sealPrivate(vaultKey, OUTBOX_KEYS, outboxKey, random)];
    const document: VaultDocument = {
      v: 2,
      ...stampOf(core, { revision: 0 }),
      header,
      keys: [],
      records: await withRowKey(vaultKey, records, random),
      clear: [],
      retired: [],
    };
    const copy = await save(core, vaultKey, document, (written) =>
      proveBy(byPassword([kek]), written),
    );
    await core.attempts.forget();
    await startSession(core, vaultKey, copy);
  });
}

/**
 * Opens the vault, then repairs whichever copy is damaged, missing or behind. `keks`: one for each set
 * of parameters that the copies name. Errors: `wrong_password` and `backoff` with the wait,
 * `vault_missing`, `vault_damaged`, `kdf_refused`.
 */
export async function unlock(core: Core, keks: readonly Bytes[]): Promise<void> {
  const opened = await openByPassword(core, keks);
  const { document } = opened.copy;
  // One of before documents were authenticated: from now on nobody else can write it.
  if (document.v === 1) {
    await rekey(core, opened, opened.kek, document.header.kdf);
    await core.former.forget().catch(() => undefined);
  } else {
    await enter(core, opened);
  }
}

/**
 * Changes the password or its parameters, and the vault key with them; unlock by passkey is switched
 * off by that. Unlocks. Errors as of {@link unlock}, and `vault_behind`.
 */
export async function changePassword(
  core: Core,
  oldKeks: readonly Bytes[],
  newKek: Bytes,
  kdf: KdfParameters,
): Promise<void> {
  requireKek(newKek);
  const checked = checkKdfParameters(kdf);
  await rekey(core, await openByPassword(core, oldKeks), newKek, checked);
}

/**
 * The user has read what the last unlock found out, and keeps the vault that opened: from now on it is
 * the one that counts, and both copies hold it. `vault_locked`.
 */
export async function acceptNotice(core: Core): Promise<void> {
  const [notice, anchor] = [await core.session.notice(), await core.session.anchor()];
  if (!anchor) throw new KeystampError('vault_locked');
  if (notice?.kind === 'behind') {
    const { stored, document } = await copyAt(core, anchor);
    await core.copies.save(stored);
    await core.floor.set(document);
  }
  await core.session.note({ notice: null });
}
