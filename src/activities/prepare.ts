import { toHex, utf8 } from '../crypto/bytes.ts';
import { exportPublic, generateKeyPair, sealToTarget } from '../crypto/hpke.ts';
import { toCompressed } from '../crypto/p256.ts';
import { KeystampError } from '../protocol/errors.ts';
import { otpCode } from '../protocol/fields.ts';
import type { Preparation, Version } from '../protocol/operation-row.ts';
import { loadPart } from '../protocol/load-part.ts';
import { parseOrThrow, type Values } from '../protocol/parse.ts';
import type { Profile } from '../protocol/profile.ts';

/** What a preparation works with. */
export type PreparationInput = {
  readonly version: Version;
  readonly profile: Profile;
  /** As the page sent them, without the secret fields. */
  readonly parameters: Values;
  /** The secret fields, decrypted. */
  readonly secrets: Readonly<Record<string, string>>;
  /** The profile's key. Null if it only has passkeys. */
  readonly key: { readonly curve: string; readonly publicKey: string } | null;
};

/** The parameters as they will be stamped, not yet checked against the version's schema. */
export async function prepare(input: PreparationInput): Promise<Values> {
  const { version, parameters, secrets } = input;
  const unexpected = Object.keys(secrets).find((name) => version.fields[name]?.secret !== true);
  if (unexpected !== undefined) {
    const detail = { field: `parameters.${unexpected}`, rule: 'unknown_member' } as const;
    throw new KeystampError('invalid_input', undefined, detail);
  }
  const { prepare: preparation } = version;
  return preparation
    ? PREPARATIONS[preparation.how](input, preparation.field)
    : { ...parameters, ...secrets };
}

type PrepareValues = (input: PreparationInput, name: string) => Promise<Values>;

const PREPARATIONS: Readonly<Record<Preparation['how'], PrepareValues>> = {
  'seal-code': sealCode,
};

/**
 * Seals the typed code to the enclave (docs/protocol.md, One-time codes): opens the signed bundle
 * in the field with the profile's pinned key, and replaces it with the encrypted bundle.
 */
async function sealCode(input: PreparationInput, name: string): Promise<Values> {
  const { profile, parameters, secrets, key } = input;
  const field = `parameters.${name}`;
  const { [name]: typedCode, ...others } = secrets;
  const code = parseOrThrow(otpCode, typedCode?.trim(), field);
  const bundle = parameters[name];
  if (typeof bundle !== 'string') {
    throw new KeystampError('generation_mixed', undefined, { field });
  }
  const { buildEncryptedBundle, openTargetBundle } = await loadPart(
    () => import('../crypto/bundle.ts'),
  );
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
