import { buildEncryptedBundle, openTargetBundle } from '../crypto/bundle.ts';
import { toHex, utf8 } from '../crypto/bytes.ts';
import { exportPublic, generateKeyPair, sealToTarget } from '../crypto/hpke.ts';
import { toCompressed } from '../crypto/p256.ts';
import { KeystampError } from '../protocol/errors.ts';
import { otpCode } from '../protocol/fields.ts';
import { parseOrThrow, type Values } from '../protocol/parse.ts';
import type { PreparationInput } from './prepare.ts';

/**
 * Seals the typed code to the enclave (docs/protocol.md, One-time codes): opens the signed bundle
 * in the field with the profile's pinned key, and replaces it with the encrypted bundle.
 */
export async function sealCode(input: PreparationInput, name: string): Promise<Values> {
  const { profile, parameters, secrets, key } = input;
  const field = `parameters.${name}`;
  const { [name]: typedCode, ...others } = secrets;
  const code = parseOrThrow(otpCode, typedCode?.trim(), field);
  const bundle = parameters[name];
  if (typeof bundle !== 'string') {
    throw new KeystampError('generation_mixed', undefined, { field });
  }
  const target = await openTargetBundle(bundle, {
    pinnedPublic: profile.trust.otp,
    organizationId: profile.organizationId,
  });
  const publicKey = key?.curve === 'P256' ? key.publicKey : await createThrowawayKey();
  const plaintext = utf8(JSON.stringify({ otp_code: code, public_key: publicKey }));
  const sealed = buildEncryptedBundle(await sealToTarget(target, plaintext));
  return { ...parameters, ...others, [name]: sealed };
}

/**
 * The token is bound to a P-256 key. A profile with no such key gets one whose private key is
 * dropped immediately: nothing that Keystamp does with a token needs it.
 */
async function createThrowawayKey(): Promise<string> {
  const { publicKey } = await generateKeyPair();
  return toHex(toCompressed(await exportPublic(publicKey)));
}
