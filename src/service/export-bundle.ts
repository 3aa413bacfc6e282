// Exports: key material sealed to the caller's key and signed (docs/protocol.md, Import and export
// bundles).
import { signBundle } from '../crypto/bundle.ts';
import { fromHex, toHex, wipe, type Bytes } from '../crypto/bytes.ts';
import { importPublic, sealToTarget } from '../crypto/hpke.ts';
import { KeystampError } from '../protocol/errors.ts';
import type { Context } from './context.ts';
import { invalid } from './refusal.ts';

/** The target key, 65 bytes; 400 if it is no point of P-256. To be asked before anything is opened. */
export async function demandTarget(targetPublicKey: string): Promise<Bytes> {
  const target = fromHex(targetPublicKey);
  try {
    await importPublic(target);
    return target;
  } catch (error) {
    if (!(error instanceof KeystampError)) throw error;
    throw invalid('invalid target public key: it is not a point of P-256');
  }
}

/** The bundle of an export. Wipes the plaintext. */
export async function exportBundle(
  plaintext: Bytes,
  target: Bytes,
  { organizationId, enclave }: Pick<Context, 'organizationId' | 'enclave'>,
): Promise<string> {
  const sealed = await sealToTarget(target, plaintext).finally(() => wipe(plaintext));
  const encappedPublic = toHex(sealed.encappedPublic);
  const ciphertext = toHex(sealed.ciphertext);
  return signBundle({ encappedPublic, ciphertext, organizationId }, enclave.signer);
}
