import * as v from 'valibot';
import * as aead from '../crypto/aead.ts';
import * as base64url from '../crypto/base64url.ts';
import { utf8, type Bytes, type RandomBytes } from '../crypto/bytes.ts';
import { KdfParameters } from '../crypto/kdf-parameters.ts';
import { KeystampError } from '../protocol/errors.ts';
import { time } from '../protocol/time.ts';

/** Of each of the vault's own keys, in bytes. */
export const KEY_LENGTH = 32;
/**
 * The number of the vault's form. 1 and 2 were unreleased versions, and 1 had no MAC: their files are
 * recognised (copies.ts) and never opened. Until 0.1.0 is out, a change of the form takes the next
 * number and leaves no reader of the one before.
 */
export const VAULT_VERSION = 3;

const headerFacts = {
  /** Bound to the wrapped key: no vault key opens under the number of another form. */
  v: v.literal(VAULT_VERSION),
  /** Milliseconds since the epoch. */
  createdAt: time,
  /** The bounds are part of the schema: parameters outside them are never used. */
  kdf: KdfParameters,
};

/** Base64url of nonce (12), the vault key sealed under a key-encryption key (32) and tag (16). */
export const wrapped = v.pipe(v.string(), v.regex(/^[\w-]{80}$/));

/** How the password opens the vault. All other members are the associated data of `wrapped`. */
export const VaultHeader = v.strictObject({ ...headerFacts, wrapped });
export type VaultHeader = v.InferOutput<typeof VaultHeader>;

const HeaderFacts = v.strictObject(headerFacts);
type HeaderFacts = v.InferOutput<typeof HeaderFacts>;

/** Wraps the vault key under the key-encryption key, 32 bytes each. */
export async function wrapVaultKey(
  kek: Bytes,
  vaultKey: Bytes,
  facts: Omit<HeaderFacts, 'v'>,
  random: RandomBytes,
): Promise<VaultHeader> {
  const head = v.parse(HeaderFacts, { v: VAULT_VERSION, ...facts });
  const sealed = await aead.seal(kek, vaultKey, associatedData(head), random);
  return { ...head, wrapped: base64url.encode(sealed) };
}

/**
 * The vault key. Undefined if the key doesn't fit: the password is wrong or the header was changed.
 * The two look the same by design.
 */
export function unwrapVaultKey(kek: Bytes, header: VaultHeader): Promise<Bytes | undefined> {
  const { wrapped: sealed, ...head } = header;
  return openWrapped(kek, sealed, associatedData(head));
}

/** The vault key in a `wrapped` member. Undefined if the key or the associated data doesn't fit. */
export async function openWrapped(
  kek: Bytes,
  sealed: string,
  data: Bytes,
): Promise<Bytes | undefined> {
  try {
    return await aead.open(kek, base64url.decode(sealed), data);
  } catch (error) {
    if (error instanceof KeystampError && error.code === 'malformed') return undefined;
    throw error;
  }
}

/** JSON with members in the schema's order, whatever the order on disk. */
function associatedData(head: HeaderFacts): Bytes {
  return utf8(JSON.stringify(['keystamp/vault/header', v.parse(HeaderFacts, head)]));
}
