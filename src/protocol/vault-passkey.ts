import * as v from 'valibot';
import { label, storedLabel, uuid } from './fields.ts';
import { credentialId, rpId, TRANSPORTS } from './passkey.ts';
import { time } from './time.ts';

/*
 * Passkeys that open the vault. They aren't the ones that stamp, and belong to no profile.
 */

const members = {
  credentialId,
  /** The domain it was made for. Null: the extension's own origin. */
  rpId: v.nullable(rpId),
  transports: v.pipe(v.array(v.picklist(TRANSPORTS)), v.maxLength(TRANSPORTS.length)),
  /** The input for the passkey's PRF: 32 random bytes of its own, base64url. */
  salt: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)),
};

/** A passkey to enroll. */
export const newVaultPasskey = v.strictObject({ ...members, name: label });
export type NewVaultPasskey = v.InferOutput<typeof newVaultPasskey>;

/** What anyone may know about a passkey. A locked vault provides it, for the prompt. */
export const vaultPasskey = v.strictObject({
  id: uuid,
  ...members,
  name: storedLabel,
  /** Milliseconds since the epoch. */
  createdAt: time,
});
export type VaultPasskey = v.InferOutput<typeof vaultPasskey>;
