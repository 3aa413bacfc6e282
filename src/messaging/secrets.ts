import { fromHex, fromUtf8, toHex, utf8, type RandomBytes } from '../crypto/bytes.ts';
import { exportPublic, generateKeyPair, open } from '../crypto/hpke.ts';
import { KeystampError } from '../protocol/errors.ts';
import { sealInfo, type Greeting, type Request } from './wire.ts';

/** The receiving end of sealed secrets, for one life of the worker. */
export type Secrets = {
  readonly greeting: () => Promise<Greeting>;
  /** Undefined when it is for another life; `malformed` when it is for this one and does not open. */
  readonly open: (call: string, sealed: NonNullable<Request['sealed']>) => Promise<unknown>;
};

/** Makes the key pair on first use. It is never stored: its private half cannot even be read. */
export function createSecrets(random: RandomBytes): Secrets {
  let made: ReturnType<typeof make> | undefined;

  async function make() {
    const { privateKey, publicKey } = await generateKeyPair();
    return { privateKey, publicKey: await exportPublic(publicKey), life: toHex(random(16)) };
  }

  const pair = () => (made ??= make());

  return {
    greeting: async () => {
      const { life, publicKey } = await pair();
      return { life, publicKey: toHex(publicKey) };
    },
    open: async (call, sealed) => {
      const { life, privateKey, publicKey } = await pair();
      if (sealed.life !== life) return undefined;
      const plaintext = await open({
        receiverPrivate: privateKey,
        receiverPublic: publicKey,
        encappedPublic: fromHex(sealed.encappedPublic),
        ciphertext: fromHex(sealed.ciphertext),
        info: sealInfo(call),
        aad: utf8(life),
      });
      try {
        return JSON.parse(fromUtf8(plaintext)) as unknown;
      } catch {
        throw new KeystampError('malformed', 'The sealed part is not JSON.');
      }
    },
  };
}
