// How a password creates, opens and re-keys the vault. The key-encryption keys come from a page.
// The caller wipes them.
import { wipeAfter, type Bytes } from '../crypto/bytes.ts';
import { checkKdfParameters, type KdfParameters } from '../crypto/kdf-parameters.ts';
import { KeystampError } from '../protocol/errors.ts';
import { copyOfAnchor, findVault, saveDocument, nextRevision, type VaultDeps } from './core.ts';
import { sealPrivate, type VaultDocument } from './document.ts';
import { KEY_LENGTH, VAULT_VERSION, wrapVaultKey } from './header.ts';
import {
  byPassword,
  startAndRepair,
  openByPassword,
  OUTBOX_KEYS_RECORD,
  demandOpensBy,
  demandKek,
  startSession,
} from './opening.ts';
import { rekey } from './rekey.ts';
import { withRowKey } from './row-mac.ts';

/**
 * Creates a vault and unlocks it. `vault_exists` if there is one, `vault_damaged` if there are
 * remains of one, `vault_unreleased` if an unreleased version left something: only a wipe gives
 * those up.
 */
export async function createWithPassword(
  deps: VaultDeps,
  kek: Bytes,
  kdf: KdfParameters,
): Promise<void> {
  demandKek(kek);
  const checkedKdf = checkKdfParameters(kdf);
  const found = await findVault(deps);
  if (found.status === 'damaged') throw found.error;
  if (found.status === 'good') throw new KeystampError('vault_exists');
  const { clock, random } = deps;
  const vaultKey = random(KEY_LENGTH);
  const outboxKey = random(KEY_LENGTH);
  await wipeAfter([vaultKey, outboxKey], async () => {
    const header = await wrapVaultKey(
      kek,
      vaultKey,
      { createdAt: clock(), kdf: checkedKdf },
      random,
    );
    const records = [await sealPrivate(vaultKey, OUTBOX_KEYS_RECORD, outboxKey, random)];
    const document: VaultDocument = {
      v: VAULT_VERSION,
      ...nextRevision(deps, { revision: 0 }),
      header,
      keys: [],
      records: await withRowKey(vaultKey, records, random),
      clear: [],
      retired: [],
    };
    const copy = await saveDocument(deps, vaultKey, document, (written) =>
      demandOpensBy(byPassword([kek]), written),
    );
    await deps.attempts.forget();
    await startSession(deps, vaultKey, copy);
  });
}

/**
 * Opens the vault, then repairs any copy that's damaged, missing or behind. `keks`: one for each
 * set of parameters in the copies. Errors: `wrong_password` and `backoff` with the wait,
 * `vault_missing`, `vault_damaged`, `kdf_refused`, `vault_unreleased`.
 */
export async function unlockWithPassword(deps: VaultDeps, keks: readonly Bytes[]): Promise<void> {
  await startAndRepair(deps, await openByPassword(deps, keks));
}

/**
 * Changes the password or its parameters, and the vault key with them, which turns off unlock by
 * passkey. Unlocks. Errors: those of {@link unlockWithPassword}, and `vault_behind`.
 */
export async function changePassword(
  deps: VaultDeps,
  oldKeks: readonly Bytes[],
  newKek: Bytes,
  kdf: KdfParameters,
): Promise<void> {
  demandKek(newKek);
  const checkedKdf = checkKdfParameters(kdf);
  await rekey(deps, await openByPassword(deps, oldKeks), newKek, checkedKdf);
}

/**
 * The user has read the notice of the last unlock and keeps the opened vault. From now on, this
 * vault is the one that counts, and both copies hold it. `vault_locked`
 */
export async function acceptNotice(deps: VaultDeps): Promise<void> {
  const [notice, anchor] = [await deps.session.notice(), await deps.session.anchor()];
  if (!anchor) throw new KeystampError('vault_locked');
  if (notice?.kind === 'behind') {
    const { stored, document } = await copyOfAnchor(deps, anchor);
    await deps.copies.save(stored);
    await deps.lastSaved.set(document);
  }
  await deps.session.update({ notice: null });
}
