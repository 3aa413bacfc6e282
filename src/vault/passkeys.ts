// Unlock by passkey: further wrappings of the vault key beside the password's. Key-encryption keys come
// from a page (src/crypto/prf.ts); they are the caller's to wipe.
import { wipeAfter, type Bytes } from '../crypto/bytes.ts';
import { KeystampError } from '../protocol/errors.ts';
import { MAX_PASSKEYS } from '../protocol/passkey.ts';
import type { NewVaultPasskey } from '../protocol/vault-passkey.ts';
import { compareCopies, type BothCopies } from './copies.ts';
import {
  anchorOf,
  demandNotBehind,
  demandFound,
  saveDocument,
  nextRevision,
  type VaultDeps,
} from './core.ts';
import { randomId } from './document.ts';
import {
  byPasskey,
  byPassword,
  startAndRepair,
  openNewest,
  openByPassword,
  demandOpensBy,
  demandKek,
  findWrapping,
  type OpenedVault,
} from './opening.ts';
import { rekey } from './rekey.ts';
import { wrapForPasskey, type PasskeyWrapping } from './passkey-wrapping.ts';

/**
 * Lets a passkey open the vault, after the password has proved that whoever asks may. Errors: those of
 * an unlock by password, `passkey_exists`, and `invalid_input` when there are too many.
 */
export async function enrolPasskey(
  deps: VaultDeps,
  keks: readonly Bytes[],
  passkeyKek: Bytes,
  passkey: NewVaultPasskey,
): Promise<void> {
  demandKek(passkeyKek);
  const { copy, vaultKey } = await openByPassword(deps, keks);
  await wipeAfter([vaultKey], async () => {
    await demandNotBehind(deps);
    const { document } = copy;
    // Only an unlock makes a document of the present form.
    if (document.v === 1) throw new KeystampError('vault_locked');
    const { passkeys = [], header } = document;
    demandAddable(passkeys, passkey);
    const id = randomId(deps.random);
    const facts = { id, ...passkey, createdAt: deps.clock() };
    const wrapping = await wrapForPasskey(passkeyKek, vaultKey, header, facts, deps.random);
    const next = {
      ...document,
      ...nextRevision(deps, document),
      passkeys: [...passkeys, wrapping],
    };
    const saved = await saveDocument(deps, vaultKey, next, async (written) => {
      await demandOpensBy(byPassword(keks), written);
      await demandOpensBy(byPasskey(passkeyKek, id), written);
    });
    await deps.session.update({ anchor: anchorOf(saved) });
  });
}

/**
 * Opens the vault as {@link unlock} by password does, but counts no try and waits for none: 32 random
 * bytes are not guessed. Errors: `passkey_removed`, `passkey_mismatch`, `vault_missing`,
 * `vault_damaged`, `kdf_refused`; `password_needed` for a vault that an earlier version wrote.
 */
export async function unlockByPasskey(deps: VaultDeps, id: string, kek: Bytes): Promise<void> {
  await startAndRepair(deps, await openByPasskey(deps, id, kek));
}

/** By a passkey, from the newest copy that is authentic. Errors as of {@link unlockByPasskey}. */
export async function openByPasskey(
  deps: VaultDeps,
  id: string,
  kek: Bytes,
): Promise<OpenedVault & { readonly both: BothCopies }> {
  demandKek(kek);
  const both = await deps.copies.readBoth();
  const { copies } = demandFound(compareCopies(both));
  if (copies.every(({ document }) => document.v === 1)) throw new KeystampError('password_needed');
  const opened = await openNewest(copies, byPasskey(kek, id));
  const isEnrolled = copies.some(({ document }) => findWrapping(document, id));
  if (opened === 'retired' || !isEnrolled) throw new KeystampError('passkey_removed');
  if (!opened) throw new KeystampError('passkey_mismatch');
  return { ...opened, both };
}

/**
 * Ends the unlock by a passkey. A wrapping once written may lie in old disk blocks, so the vault gets
 * a new key; the other passkeys wrap the old one, and end with it. Unlocks. Errors: those of an
 * unlock by password, `passkey_removed` when there is none of that id.
 */
export async function removePasskey(
  deps: VaultDeps,
  keks: readonly Bytes[],
  id: string,
): Promise<void> {
  const opened = await openByPassword(deps, keks);
  const { copy, kek, vaultKey } = opened;
  await wipeAfter([vaultKey], () => {
    if (!findWrapping(copy.document, id)) throw new KeystampError('passkey_removed');
    return rekey(deps, opened, kek, copy.document.header.kdf);
  });
}

function demandAddable(passkeys: readonly PasskeyWrapping[], { credentialId }: NewVaultPasskey) {
  if (passkeys.some((enrolled) => enrolled.credentialId === credentialId)) {
    throw new KeystampError('passkey_exists');
  }
  if (passkeys.length >= MAX_PASSKEYS) {
    const message = `The vault opens by ${MAX_PASSKEYS} passkeys, which is its limit.`;
    throw new KeystampError('invalid_input', message);
  }
}
