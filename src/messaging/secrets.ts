import { fromHex, fromUtf8, toHex, utf8, type RandomBytes } from '../crypto/bytes.ts';
import { exportPublic, generateKeyPair, open } from '../crypto/hpke.ts';
import { KeystampError } from '../protocol/errors.ts';
import { sealInfo, type WorkerGreeting, type WorkerRequest } from './wire.ts';

/** The receiving end of sealed secrets, for one life of the worker. */
export type SecretReceiver = {
  readonly greeting: () => Promise<WorkerGreeting>;
  /** Undefined when it is for another life; `malformed` when it is for this one and does not open. */
  readonly open: (call: string, sealed: NonNullable<WorkerRequest['sealed']>) => Promise<unknown>;
};

/** Makes the key pair on first use. It is never stored: its private half cannot even be read. */
export function createSecretReceiver(random: RandomBytes): SecretReceiver {
  let keyPair: ReturnType<typeof createKeyPair> | undefined;

  async function createKeyPair() {
    const { privateKey, publicKey } = await generateKeyPair();
    return { privateKey, publicKey: await exportPublic(publicKey), life: toHex(random(16)) };
  }

  const getKeyPair = () => (keyPair ??= createKeyPair());

  return {
    greeting: async () => {
      const { life, publicKey } = await getKeyPair();
      return { life, publicKey: toHex(publicKey) };
    },
    open: async (call, sealed) => {
      const { life, privateKey, publicKey } = await getKeyPair();
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
