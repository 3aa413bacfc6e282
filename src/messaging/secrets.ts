import { fromHex, fromUtf8, toHex, utf8, type RandomBytes } from '../crypto/bytes.ts';
import { KeystampError } from '../protocol/errors.ts';
import { createLate, loadPart } from '../protocol/load-part.ts';
import { sealInfo, type WorkerGreeting, type WorkerRequest } from './wire.ts';

/** The receiving end of sealed secrets, for one lifetime of the worker. */
export type SecretReceiver = {
  readonly greeting: () => Promise<WorkerGreeting>;
  /**
   * Undefined when sealed for another lifetime; `malformed` when it's for this one but won't open.
   */
  readonly open: (call: string, sealed: NonNullable<WorkerRequest['sealed']>) => Promise<unknown>;
};

/** Creates the key pair on first use. It's never stored, and its private key can't even be read. */
export function createSecretReceiver(random: RandomBytes): SecretReceiver {
  const { get: getKeyPair } = createLate(async () => {
    const { exportPublic, generateKeyPair, open } = await loadPart(
      () => import('../crypto/hpke.ts'),
    );
    const { privateKey, publicKey } = await generateKeyPair();
    return { privateKey, publicKey: await exportPublic(publicKey), life: toHex(random(16)), open };
  });

  return {
    greeting: async () => {
      const { life, publicKey } = await getKeyPair();
      return { life, publicKey: toHex(publicKey) };
    },
    open: async (call, sealed) => {
      const { life, privateKey, publicKey, open } = await getKeyPair();
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
