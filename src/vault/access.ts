// How a password makes, opens and re-keys the vault. The key-encryption key comes from a page; it is
// the caller's to wipe.
import { wiping, type Bytes } from '../crypto/bytes.ts';
import { checkKdfParameters, type KdfParameters } from '../crypto/kdf-parameters.ts';
import { KeystampError } from '../protocol/errors.ts';
import type { Core } from './core.ts';
import { sealPrivate, type VaultDocument } from './document.ts';
import { wrap } from './header.ts';
import {
  byPassword,
  enter,
  KEY_LENGTH,
  openByPassword,
  OUTBOX_KEYS,
  proveBy,
  rekey,
  requireKek,
} from './opening.ts';

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
    const records = [await sealPrivate(vaultKey, OUTBOX_KEYS, outboxKey, random)];
    const document: VaultDocument = { v: 1, revision: 1, header, keys: [], records };
    await core.copies.save(document, (written) => proveBy(byPassword(kek), written));
    await core.attempts.forget();
    await core.session.start(vaultKey, outboxKey);
  });
}

/**
 * Opens the vault and repairs whichever copy is damaged, missing or behind. Errors:
 * `wrong_password` and `backoff` with the wait, `vault_missing`, `vault_damaged`, `kdf_refused`.
 */
export async function unlock(core: Core, kek: Bytes): Promise<void> {
  await enter(core, await openByPassword(core, kek), byPassword(kek));
}

/**
 * Changes the password or its parameters, and the vault key with them; unlock by passkey is switched
 * off by that. Unlocks. Errors as of {@link unlock}.
 */
export async function changePassword(
  core: Core,
  oldKek: Bytes,
  newKek: Bytes,
  kdf: KdfParameters,
): Promise<void> {
  requireKek(newKek);
  const checked = checkKdfParameters(kdf);
  await rekey(core, await openByPassword(core, oldKek), newKek, checked);
}
