import * as base64url from '../../crypto/base64url.ts';
import type { Bytes, RandomBytes } from '../../crypto/bytes.ts';
import { KeystampError } from '../../protocol/errors.ts';
import type { NewVaultPasskey, VaultPasskey } from '../../protocol/vault-passkey.ts';
import type { Client } from '../client.ts';
import type { PasswordClient } from '../password.ts';
import type { Authenticator } from './authenticator.ts';
import { toAllowedCredential, kekFromPrf } from './unlock.ts';

/*
 * How the options page lets passkeys unlock the vault, and stops that. Each action begins with the
 * password: a wrong one shows before an authenticator creates a passkey that would open nothing.
 */

type PasskeyEnrolmentDeps = {
  readonly client: Client;
  readonly passwords: Pick<PasswordClient, 'prove'>;
  readonly authenticator: Authenticator;
  readonly random: RandomBytes;
};

type PasskeyFacts = Pick<NewVaultPasskey, 'name' | 'credentialId' | 'transports'>;
export type PasskeyEnrolment = ReturnType<typeof createPasskeyEnrolment>;

/** The PRF output of one passkey, from its own prompt. */
async function promptForPrf(
  { authenticator, random }: Pick<PasskeyEnrolmentDeps, 'authenticator' | 'random'>,
  facts: Omit<PasskeyFacts, 'name'>,
  salt: Bytes,
): Promise<Bytes | null> {
  const { prf } = await authenticator.assert({
    challenge: random(32),
    rpId: null,
    allow: [toAllowedCredential(facts)],
    userVerification: 'required',
    prfSalts: { [facts.credentialId]: salt },
  });
  return prf;
}

/** Every method returns the enrolled passkeys; errors: `wrong_password`, `backoff`, `passkey_*`. */
export function createPasskeyEnrolment({
  client,
  passwords,
  authenticator,
  random,
}: PasskeyEnrolmentDeps) {
  const prompts = { authenticator, random };

  async function storePasskey(
    keks: string[],
    facts: PasskeyFacts,
    output: Bytes | null,
    salt: Bytes,
  ) {
    const passkeyKek = await kekFromPrf(output, salt);
    const passkey = { ...facts, rpId: null, salt: base64url.encode(salt) };
    return client.call('vault_passkey_enrol', passkey, { keks, passkeyKek });
  }

  return {
    /** Creates a passkey that unlocks the vault. `passkey_no_prf`: created, but of no use here. */
    enrol: async (name: string, password: string): Promise<readonly VaultPasskey[]> => {
      const keks = await passwords.prove(password);
      const { passkeys } = await client.call('vault_challenge', {});
      const salt = random(32);
      const { credentialId, transports, prfEnabled, prf } = await authenticator.register({
        challenge: random(32),
        rpId: null,
        // An authenticator replaces what it has for the same handle, including profiles' passkeys.
        userHandle: random(32),
        userName: `Keystamp vault (${name})`,
        exclude: passkeys.map(toAllowedCredential),
        userVerification: 'required',
        prfSalt: salt,
      });
      if (!prfEnabled) throw new KeystampError('passkey_no_prf');
      const facts = { name, credentialId, transports: [...transports] };
      // At creation, many authenticators only say that they support PRF.
      return storePasskey(keks, facts, prf ?? (await promptForPrf(prompts, facts, salt)), salt);
    },

    /** Re-enables a passkey that unlocked the vault before the vault got a new key. */
    resume: async (
      { name, credentialId, transports }: VaultPasskey,
      password: string,
    ): Promise<readonly VaultPasskey[]> => {
      const keks = await passwords.prove(password);
      const salt = random(32);
      const facts = { name, credentialId, transports };
      return storePasskey(keks, facts, await promptForPrf(prompts, facts, salt), salt);
    },

    /**
     * Stops unlock by this passkey, and by all others, because the vault gets a new key. The browser hears of
     * this one only: the others can be turned on again.
     */
    remove: async (
      { id, credentialId }: Pick<VaultPasskey, 'id' | 'credentialId'>,
      password: string,
    ): Promise<readonly VaultPasskey[]> => {
      const keks = await passwords.prove(password);
      const left = await client.call('vault_passkey_remove', { id }, { keks });
      void authenticator.forget(credentialId);
      return left;
    },
  };
}
