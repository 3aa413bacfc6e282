import * as base64url from '../../crypto/base64url.ts';
import type { Bytes, RandomBytes } from '../../crypto/bytes.ts';
import { KeystampError } from '../../protocol/errors.ts';
import type { NewVaultPasskey, VaultPasskey } from '../../protocol/vault-passkey.ts';
import type { Client } from '../client.ts';
import type { Passwords } from '../password.ts';
import type { Authenticator } from './authenticator.ts';
import { allowed, kekOf } from './unlock.ts';

/*
 * How the options page lets passkeys open the vault, and ends it. Each act begins with the password: a
 * wrong one is told before an authenticator makes a passkey that would open nothing.
 */

type Effects = {
  readonly client: Client;
  readonly passwords: Pick<Passwords, 'prove'>;
  readonly authenticator: Authenticator;
  readonly random: RandomBytes;
};

type Facts = Pick<NewVaultPasskey, 'name' | 'credentialId' | 'transports'>;
export type Enrolment = ReturnType<typeof createEnrolment>;

/** Everything answers the enrolled passkeys, and rejects with `wrong_password`, `backoff`, `passkey_*`. */
export function createEnrolment({ client, passwords, authenticator, random }: Effects) {
  /** The PRF output of one passkey, by a prompt of its own. */
  async function ask(facts: Omit<Facts, 'name'>, salt: Bytes): Promise<Bytes | null> {
    const { prf } = await authenticator.assert({
      challenge: random(32),
      rpId: null,
      allow: [allowed(facts)],
      userVerification: 'required',
      prfSalts: { [facts.credentialId]: salt },
    });
    return prf;
  }

  async function store(keks: string[], facts: Facts, output: Bytes | null, salt: Bytes) {
    const passkeyKek = await kekOf(output, salt);
    const passkey = { ...facts, rpId: null, salt: base64url.encode(salt) };
    return client.call('vault_passkey_enrol', passkey, { keks, passkeyKek });
  }

  return {
    /** Makes a passkey and lets it open the vault. `passkey_no_prf`: made, and of no use here. */
    enrol: async (name: string, password: string): Promise<readonly VaultPasskey[]> => {
      const keks = await passwords.prove(password);
      const { passkeys } = await client.call('vault_challenge', {});
      const salt = random(32);
      const { credentialId, transports, prfEnabled, prf } = await authenticator.register({
        challenge: random(32),
        rpId: null,
        // An authenticator replaces what it has for the same handle, also the passkeys of profiles.
        userHandle: random(32),
        userName: `Keystamp vault (${name})`,
        exclude: passkeys.map(allowed),
        userVerification: 'required',
        prfSalt: salt,
      });
      if (!prfEnabled) throw new KeystampError('passkey_no_prf');
      const facts = { name, credentialId, transports: [...transports] };
      // Many authenticators say at creation only that they have PRF.
      return store(keks, facts, prf ?? (await ask(facts, salt)), salt);
    },

    /** Lets a passkey open the vault again that did before the vault got a new key. */
    resume: async (
      { name, credentialId, transports }: VaultPasskey,
      password: string,
    ): Promise<readonly VaultPasskey[]> => {
      const keks = await passwords.prove(password);
      const salt = random(32);
      const facts = { name, credentialId, transports };
      return store(keks, facts, await ask(facts, salt), salt);
    },

    /** Ends unlock by passkey: by this one, and by all others, for the vault gets a new key. */
    remove: async (id: string, password: string): Promise<readonly VaultPasskey[]> => {
      const keks = await passwords.prove(password);
      return client.call('vault_passkey_remove', { id }, { keks });
    },
  };
}
