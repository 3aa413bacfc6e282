import * as v from 'valibot';
import { label, uuid } from './fields.ts';
import { credentialId, rpId, TRANSPORTS } from './passkey.ts';

/*
 * Passkeys that open the vault. They are not those that stamp: they belong to no profile.
 */

const members = {
  name: label,
  credentialId,
  /** The domain it was made for; null: the extension's own origin. */
  rpId: v.nullable(rpId),
  transports: v.pipe(v.array(v.picklist(TRANSPORTS)), v.maxLength(TRANSPORTS.length)),
  /** What the passkey's PRF is asked with: 32 random bytes of its own, base64url. */
  salt: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)),
};

/** One to be enrolled. */
export const newVaultPasskey = v.strictObject(members);
export type NewVaultPasskey = v.InferOutput<typeof newVaultPasskey>;

/** What anyone may know of one; a locked vault tells it, for the prompt. */
export const vaultPasskey = v.strictObject({
  id: uuid,
  ...members,
  /** Milliseconds since the epoch. */
  createdAt: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
export type VaultPasskey = v.InferOutput<typeof vaultPasskey>;
