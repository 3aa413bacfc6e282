// Unlock by passkey: more wrappings of the vault key, in addition to the password's. The
// key-encryption keys come from a page (src/crypto/prf.ts). The caller wipes them.
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
 * Lets a passkey open the vault, once the password has proved that the user may do this. Errors:
 * those of an unlock by password, `passkey_exists`, and `invalid_input` if there are too many.
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
 * Opens the vault like {@link unlockWithPassword}, but counts no attempt and never makes the user
 * wait: 32 random bytes can't be guessed. Errors: `passkey_removed`, `passkey_mismatch`,
 * `vault_missing`, `vault_damaged`, `kdf_refused`, `vault_unreleased`.
 */
export async function unlockByPasskey(deps: VaultDeps, id: string, kek: Bytes): Promise<void> {
  await startAndRepair(deps, await openByPasskey(deps, id, kek));
}

/** Opens the newest authentic copy by passkey. Errors: those of {@link unlockByPasskey}. */
export async function openByPasskey(
  deps: VaultDeps,
  id: string,
  kek: Bytes,
): Promise<OpenedVault & { readonly both: BothCopies }> {
  demandKek(kek);
  const both = await deps.copies.readBoth();
  const { copies } = demandFound(compareCopies(both));
  const opened = await openNewest(copies, byPasskey(kek, id));
  const isEnrolled = copies.some(({ document }) => findWrapping(document, id));
  if (opened === 'retired' || !isEnrolled) throw new KeystampError('passkey_removed');
  if (!opened) throw new KeystampError('passkey_mismatch');
  return { ...opened, both };
}

/**
 * Stops a passkey from unlocking the vault. Its wrapping may still lie in old disk blocks, so the
 * vault gets a new key. The other passkeys wrap the old key, so they end with it. Unlocks. Errors:
 * those of an unlock by password, and `passkey_removed` if there is none with this id.
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
    const detail = { reason: 'too_many_passkeys', limit: MAX_PASSKEYS } as const;
    throw new KeystampError('invalid_input', undefined, detail);
  }
}
