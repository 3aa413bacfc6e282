// Unlock by passkey: further wrappings of the vault key beside the password's. Key-encryption keys come
// from a page (src/crypto/prf.ts); they are the caller's to wipe.
import { wiping, type Bytes } from '../crypto/bytes.ts';
import { KeystampError } from '../protocol/errors.ts';
import { MOST_PASSKEYS } from '../protocol/passkey.ts';
import type { NewVaultPasskey } from '../protocol/vault-passkey.ts';
import { present, type Core } from './core.ts';
import { randomId } from './document.ts';
import {
  byPasskey,
  byPassword,
  enter,
  firstThatOpens,
  openByPassword,
  proveBy,
  rekey,
  requireKek,
  wrappingOf,
} from './opening.ts';
import { wrapForPasskey, type PasskeyWrapping } from './passkey-wrapping.ts';

/**
 * Lets a passkey open the vault, after the password has proved that whoever asks may. Errors: those of
 * an unlock by password, `passkey_exists`, and `invalid_input` when there are too many.
 */
export async function enrolPasskey(
  core: Core,
  kek: Bytes,
  passkeyKek: Bytes,
  passkey: NewVaultPasskey,
): Promise<void> {
  requireKek(passkeyKek);
  const { document, vaultKey } = await openByPassword(core, kek);
  await wiping([vaultKey], async () => {
    const { passkeys = [], header } = document;
    requireRoom(passkeys, passkey);
    const id = randomId(core.random);
    const facts = { id, ...passkey, createdAt: core.clock() };
    const wrapping = await wrapForPasskey(passkeyKek, vaultKey, header, facts, core.random);
    const revision = document.revision + 1;
    const next = { ...document, revision, passkeys: [...passkeys, wrapping] };
    await core.copies.save(next, async (written) => {
      await proveBy(byPassword(kek), written);
      await proveBy(byPasskey(passkeyKek, id), written);
    });
  });
}

/**
 * Opens the vault as {@link unlock} by password does, but counts no try and waits for none: 32 random
 * bytes are not guessed. Errors: `passkey_removed`, `passkey_mismatch`, `vault_missing`,
 * `vault_damaged`, `kdf_refused`.
 */
export async function unlockByPasskey(core: Core, id: string, kek: Bytes): Promise<void> {
  requireKek(kek);
  const { documents, whole } = present(await core.copies.find());
  // The copy that counts says who may: an older one may still hold what was removed since.
  if (!wrappingOf(documents[0], id)) throw new KeystampError('passkey_removed');
  const way = byPasskey(kek, id);
  const opened = await firstThatOpens(documents, way);
  if (!opened) throw new KeystampError('passkey_mismatch');
  await enter(core, { ...opened, whole }, way);
}

/**
 * Ends the unlock by a passkey. A wrapping once written may lie in old disk blocks, so the vault gets
 * a new key; the other passkeys wrap the old one, and end with it. Unlocks. Errors: those of an
 * unlock by password, `passkey_removed` when there is none of that id.
 */
export async function removePasskey(core: Core, kek: Bytes, id: string): Promise<void> {
  const opened = await openByPassword(core, kek);
  const { document, vaultKey } = opened;
  await wiping([vaultKey], () => {
    if (!wrappingOf(document, id)) throw new KeystampError('passkey_removed');
    return rekey(core, opened, kek, document.header.kdf);
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
