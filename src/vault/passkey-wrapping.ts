import * as v from 'valibot';
import * as aead from '../crypto/aead.ts';
import * as base64url from '../crypto/base64url.ts';
import { utf8, type Bytes, type RandomBytes } from '../crypto/bytes.ts';
import { vaultPasskey, type VaultPasskey } from '../protocol/vault-passkey.ts';
import { openWrapped, VaultHeader, wrapped } from './header.ts';

/**
 * How a passkey opens the vault: another copy of the vault key, under the passkey's own
 * key-encryption key. All other members and the whole header are its associated data. A new vault
 * key means a new header, so a wrapping of an earlier vault key, or from another vault, fits
 * nowhere else.
 */
export const PasskeyWrapping = v.strictObject({ ...vaultPasskey.entries, wrapped });
export type PasskeyWrapping = v.InferOutput<typeof PasskeyWrapping>;

/** Wraps the header's vault key under the passkey's key-encryption key, 32 bytes each. */
export async function wrapForPasskey(
  kek: Bytes,
  vaultKey: Bytes,
  header: VaultHeader,
  facts: VaultPasskey,
  random: RandomBytes,
): Promise<PasskeyWrapping> {
  const sealed = await aead.seal(kek, vaultKey, associatedData(header, facts), random);
  return { ...facts, wrapped: base64url.encode(sealed) };
}

/** The vault key. Undefined if the key doesn't fit, or if wrapping and header don't match. */
export function unwrapByPasskey(
  kek: Bytes,
  header: VaultHeader,
  wrapping: PasskeyWrapping,
): Promise<Bytes | undefined> {
  return openWrapped(kek, wrapping.wrapped, associatedData(header, publicFactsOfPasskey(wrapping)));
}

/** The wrapping without its sealed part. */
export function publicFactsOfPasskey({
  wrapped: _wrapped,
  ...facts
}: PasskeyWrapping): VaultPasskey {
  return facts;
}

/** JSON with members in the schemas' order, whatever the order on disk. */
function associatedData(header: VaultHeader, facts: VaultPasskey): Bytes {
  const bound = [v.parse(VaultHeader, header), v.parse(vaultPasskey, facts)];
  return utf8(JSON.stringify(['keystamp/vault/passkey', ...bound]));
}
