import * as base64url from '../../crypto/base64url.ts';
import { wipeAfter, type Bytes, type RandomBytes } from '../../crypto/bytes.ts';
import { derivePrfKek } from '../../crypto/prf.ts';
import { KeystampError } from '../../protocol/errors.ts';
import type { AppState } from '../../protocol/app-state.ts';
import type { VaultPasskey } from '../../protocol/vault-passkey.ts';
import type { Client } from '../client.ts';
import type { Authenticator } from './authenticator.ts';

/*
 * How one of our own pages unlocks the vault by passkey. The passkey's output stays in the page:
 * only the key-encryption key derived from it leaves, sealed to the worker.
 */

type PasskeyUnlockDeps = {
  readonly client: Client;
  readonly authenticator: Authenticator;
  readonly random: RandomBytes;
  /** Origin of this page. */
  readonly ownOrigin: string;
  /** What the browser says it can do with passkeys; undefined where it says nothing. */
  readonly capabilities: () => Promise<Readonly<Record<string, boolean>> | undefined>;
};

export type PasskeyUnlock = ReturnType<typeof createPasskeyUnlock>;

export function createPasskeyUnlock(deps: PasskeyUnlockDeps) {
  const { client, authenticator, ownOrigin } = deps;
  return {
    /**
     * Whether this browser can do it. Firefox gives the extension another origin in every
     * installation: after the next one, a passkey of that origin would open nothing.
     */
    isSupported: async (): Promise<boolean> => {
      if (!authenticator.isAvailable || ownOrigin.startsWith('moz-extension:')) return false;
      const capabilities = await deps.capabilities().catch(() => undefined);
      return capabilities?.['extension:prf'] !== false;
    },

    /**
     * Prompts for one of the enrolled passkeys and unlocks the vault with it. Errors: `passkey_*`,
     * `vault_missing`, `vault_damaged`.
     */
    unlock: async (): Promise<AppState> => {
      const { id, kek } = await promptForKek(deps);
      return client.call('vault_passkey_unlock', { id }, { kek });
    },

    /** Prompts the same way while the vault is unlocked, as a fresh proof. Same errors. */
    prove: async (): Promise<AppState> => {
      const { id, kek } = await promptForKek(deps);
      return client.call('vault_passkey_prove', { id }, { kek });
    },
  };
}

/** Which of the enrolled passkeys answered, and the key-encryption key it gave. */
async function promptForKek({ client, authenticator, random }: PasskeyUnlockDeps) {
  const { passkeys } = await client.call('vault_challenge', {});
  const [first] = passkeys;
  if (!first) throw new KeystampError('passkey_removed');
  // One prompt is for one domain.
  const offered = passkeys.filter(({ rpId }) => rpId === first.rpId);
  const { credentialId, prf } = await authenticator.assert({
    challenge: random(32),
    rpId: first.rpId,
    allow: offered.map(toAllowedCredential),
    userVerification: 'required',
    prfSalts: Object.fromEntries(
      offered.map((candidate) => [candidate.credentialId, base64url.decode(candidate.salt)]),
    ),
  });
  const passkey = offered.find((candidate) => candidate.credentialId === credentialId);
  if (!passkey) throw new KeystampError('passkey_mismatch');
  return { id: passkey.id, kek: await kekFromPrf(prf, base64url.decode(passkey.salt)) };
}

/** An enrolled passkey in the form that a prompt takes. */
export function toAllowedCredential({
  credentialId: id,
  transports,
}: Pick<VaultPasskey, 'credentialId' | 'transports'>) {
  return { id, transports };
}

/** The key-encryption key, base64url; wipes the output. `passkey_no_prf` when there is none. */
export async function kekFromPrf(output: Bytes | null, salt: Bytes): Promise<string> {
  if (!output) throw new KeystampError('passkey_no_prf');
  const kek = await wipeAfter([output], () => derivePrfKek(output, salt));
  return wipeAfter([kek], () => base64url.encode(kek));
}

/** This browser's report of its own capabilities (WebAuthn 3, 5.1.7). */
export async function readClientCapabilities(): Promise<
  Readonly<Record<string, boolean>> | undefined
> {
  return globalThis.PublicKeyCredential?.getClientCapabilities?.();
}
