// Unlock by passkey: further wrappings of the vault key beside the password's. Key-encryption keys come
// from a page (src/crypto/prf.ts); they are the caller's to wipe.
import { wiping, type Bytes } from '../crypto/bytes.ts';
import { KeystampError } from '../protocol/errors.ts';
import { MOST_PASSKEYS } from '../protocol/passkey.ts';
import type { NewVaultPasskey } from '../protocol/vault-passkey.ts';
import { judge, type BothCopies } from './copies.ts';
import { anchorOf, demandSettled, present, save, stampOf, type Core } from './core.ts';
import { randomId } from './document.ts';
import {
  byPasskey,
  byPassword,
  enter,
  newestThatOpens,
  openByPassword,
  proveBy,
  requireKek,
  wrappingOf,
  type Opened,
} from './opening.ts';
import { rekey } from './rekey.ts';
import { wrapForPasskey, type PasskeyWrapping } from './passkey-wrapping.ts';

/**
 * Lets a passkey open the vault, after the password has proved that whoever asks may. Errors: those of
 * an unlock by password, `passkey_exists`, and `invalid_input` when there are too many.
 */
export async function enrolPasskey(
  core: Core,
  keks: readonly Bytes[],
  passkeyKek: Bytes,
  passkey: NewVaultPasskey,
): Promise<void> {
  requireKek(passkeyKek);
  const { copy, vaultKey } = await openByPassword(core, keks);
  await wiping([vaultKey], async () => {
    await demandSettled(core);
    const { document } = copy;
    // Only an unlock makes a document of the present form.
    if (document.v === 1) throw new KeystampError('vault_locked');
    const { passkeys = [], header } = document;
    requireRoom(passkeys, passkey);
    const id = randomId(core.random);
    const facts = { id, ...passkey, createdAt: core.clock() };
    const wrapping = await wrapForPasskey(passkeyKek, vaultKey, header, facts, core.random);
    const next = { ...document, ...stampOf(core, document), passkeys: [...passkeys, wrapping] };
    const saved = await save(core, vaultKey, next, async (written) => {
      await proveBy(byPassword(keks), written);
      await proveBy(byPasskey(passkeyKek, id), written);
    });
    await core.session.note({ anchor: anchorOf(saved) });
  });
}

/**
 * Opens the vault as {@link unlock} by password does, but counts no try and waits for none: 32 random
 * bytes are not guessed. Errors: `passkey_removed`, `passkey_mismatch`, `vault_missing`,
 * `vault_damaged`, `kdf_refused`; `password_needed` for a vault that an earlier version wrote.
 */
export async function unlockByPasskey(core: Core, id: string, kek: Bytes): Promise<void> {
  await enter(core, await openByPasskey(core, id, kek));
}

/** By a passkey, from the newest copy that is authentic. Errors as of {@link unlockByPasskey}. */
export async function openByPasskey(
  core: Core,
  id: string,
  kek: Bytes,
): Promise<Opened & { readonly both: BothCopies }> {
  requireKek(kek);
  const both = await core.copies.readBoth();
  const { copies } = present(judge(both));
  if (copies.every(({ document }) => document.v === 1)) throw new KeystampError('password_needed');
  const opened = await newestThatOpens(copies, byPasskey(kek, id));
  const known = copies.some(({ document }) => wrappingOf(document, id));
  if (opened === 'retired' || !known) throw new KeystampError('passkey_removed');
  if (!opened) throw new KeystampError('passkey_mismatch');
  return { ...opened, both };
}

/**
 * Ends the unlock by a passkey. A wrapping once written may lie in old disk blocks, so the vault gets
 * a new key; the other passkeys wrap the old one, and end with it. Unlocks. Errors: those of an
 * unlock by password, `passkey_removed` when there is none of that id.
 */
export async function removePasskey(core: Core, keks: readonly Bytes[], id: string): Promise<void> {
  const opened = await openByPassword(core, keks);
  const { copy, kek, vaultKey } = opened;
  await wiping([vaultKey], () => {
    if (!wrappingOf(copy.document, id)) throw new KeystampError('passkey_removed');
    return rekey(core, opened, kek, copy.document.header.kdf);
  });
}

function requireRoom(passkeys: readonly PasskeyWrapping[], { credentialId }: NewVaultPasskey) {
  if (passkeys.some((one) => one.credentialId === credentialId)) {
    throw new KeystampError('passkey_exists');
  }
  if (passkeys.length >= MOST_PASSKEYS) {
    const message = `The vault opens by ${MOST_PASSKEYS} passkeys, which is its limit.`;
    throw new KeystampError('invalid_input', message);
  }
}
