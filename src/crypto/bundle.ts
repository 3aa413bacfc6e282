// The service's bundles (docs/protocol.md, Import and export bundles): the signed wrapper around a
// target key or an export, and the encrypted bundle that goes back. All of them are JSON texts.
import * as v from 'valibot';
import { readJson } from '../protocol/parse.ts';
import { KeystampError, type ErrorDetail } from '../protocol/errors.ts';
import { fromHex, fromUtf8, toHex, utf8, type Bytes } from './bytes.ts';
import * as der from './der.ts';
import { importPublic, type Sealed } from './hpke.ts';
import * as p256 from './p256.ts';

const VERSION = 'v1.0.0';

/** Every reason to refuse a signed bundle, in the order of the checks. */
export const BUNDLE_FAULTS = [
  'not_json',
  /** Without a version: V0, whose signature covers neither organization nor user. */
  'retired_form',
  'malformed',
  /** It names a signer other than the pinned one. */
  'other_signer',
  'bad_signature',
  'bad_data',
  'other_organization',
  'other_user',
  'no_target',
  'target_not_a_point',
] as const;
export type BundleFault = (typeof BUNDLE_FAULTS)[number];

/** A refused bundle, and why. Pages have a sentence for each reason. */
export class BundleRefusal extends KeystampError {
  readonly fault: BundleFault;

  constructor(
    fault: BundleFault,
    code: 'bundle_invalid' | 'bundle_foreign',
    message: string,
    detail?: ErrorDetail,
    cause?: unknown,
  ) {
    super(code, message, detail, cause);
    this.name = 'BundleRefusal';
    this.fault = fault;
  }
}

const Hex = v.pipe(v.string(), v.maxLength(65_536), v.regex(/^(?:[0-9a-f]{2})*$/i));
const Wrapper = v.strictObject({
  version: v.literal(VERSION),
  data: Hex,
  dataSignature: Hex,
  enclaveQuorumPublic: Hex,
});
// Loose on purpose: it's read only after its signature is verified, and the signer may add members.
const SignedData = v.looseObject({
  organizationId: v.optional(v.string()),
  userId: v.optional(v.string()),
  targetPublic: v.optional(Hex),
  encappedPublic: v.optional(Hex),
  ciphertext: v.optional(Hex),
});
const EncryptedBundle = v.strictObject({ encappedPublic: Hex, ciphertext: Hex });

/** The contents of a signed wrapper with a valid signature. Its members depend on its use. */
export type SignedData = v.InferOutput<typeof SignedData>;

/** Who signs bundles: a 65-byte public key, and ECDSA P-256/SHA-256 with 64 bytes r, s. */
export type BundleSigner = {
  readonly publicKey: Bytes;
  readonly sign: (message: Bytes) => Promise<Bytes>;
};

/** The signed wrapper as JSON text. The signature covers the UTF-8 JSON of `data`. */
export async function signBundle(data: object, signer: BundleSigner): Promise<string> {
  const bytes = utf8(JSON.stringify(data));
  const signature = await signer.sign(bytes);
  const wrapper: v.InferOutput<typeof Wrapper> = {
    version: VERSION,
    data: toHex(bytes),
    dataSignature: toHex(der.encode(signature)),
    enclaveQuorumPublic: toHex(signer.publicKey),
  };
  return JSON.stringify(wrapper);
}

/** What a bundle must name to be accepted. */
export type BundlePin = {
  /** The trusted signer from the profile: 130 hex digits (65 bytes). */
  readonly pinnedPublic: string;
  readonly organizationId: string;
  /** Omitted for bundles that name no user. */
  readonly userId?: string;
};

/**
 * The data of a signed wrapper. Checks, in this order: form and version, signer equal to the pinned
 * key, signature under the *pinned* key (`bundle_invalid`), then organization and user
 * (`bundle_foreign`). Refuses the retired form without a version.
 */
export async function openSignedBundle(text: string, pin: BundlePin): Promise<SignedData> {
  const wrapper = parseWrapper(text);
  if (wrapper.enclaveQuorumPublic.toLowerCase() !== pin.pinnedPublic.toLowerCase()) {
    throw invalid('other_signer', 'It is signed by another key than the one this profile trusts.');
  }
  const bytes = fromHex(wrapper.data);
  if (!(await isSignatureValid(pin.pinnedPublic, wrapper.dataSignature, bytes))) {
    throw invalid('bad_signature', 'Its signature does not hold.');
  }
  const data = v.safeParse(SignedData, readJson(decodeSignedText(bytes)));
  if (!data.success) throw invalid('bad_data', 'Its signed data does not have the expected form.');
  if (data.output.organizationId !== pin.organizationId) throw foreign('organization');
  if (pin.userId !== undefined && data.output.userId !== pin.userId) throw foreign('user');
  return data.output;
}

/** The target key (65 bytes, on the curve) of an import or OTP bundle. Errors: as on opening. */
export async function openTargetBundle(text: string, pin: BundlePin): Promise<Bytes> {
  const { targetPublic } = await openSignedBundle(text, pin);
  if (targetPublic === undefined) throw invalid('no_target', 'It holds no target key.');
  const point = fromHex(targetPublic);
  try {
    await importPublic(point);
  } catch (cause) {
    throw invalid('target_not_a_point', 'Its target key is not a point of P-256.', cause);
  }
  return point;
}

/**
 * What an export bundle contains, still encrypted. Errors: as on opening, and `bad_data` if its signed
 * data has no ciphertext or no encapsulated key of 65 bytes.
 */
export async function openExportBundle(text: string, pin: BundlePin): Promise<Sealed> {
  const { encappedPublic, ciphertext } = await openSignedBundle(text, pin);
  if (encappedPublic?.length !== 130 || ciphertext === undefined) {
    throw invalid('bad_data', 'Its signed data is not that of an export.');
  }
  return { encappedPublic: fromHex(encappedPublic), ciphertext: fromHex(ciphertext) };
}

/** The JSON text of an encrypted bundle. */
export function buildEncryptedBundle(sealed: Sealed): string {
  const bundle: v.InferOutput<typeof EncryptedBundle> = {
    encappedPublic: toHex(sealed.encappedPublic),
    ciphertext: toHex(sealed.ciphertext),
  };
  return JSON.stringify(bundle);
}

/** The reverse of {@link buildEncryptedBundle}. `malformed` for anything else, such as bare hex. */
export function parseEncryptedBundle(text: string): Sealed {
  const bundle = v.safeParse(EncryptedBundle, readJson(text));
  if (!bundle.success) {
    throw new KeystampError(
      'malformed',
      'Expected the JSON text {"encappedPublic": hex, "ciphertext": hex}.',
    );
  }
  const encappedPublic = fromHex(bundle.output.encappedPublic);
  if (encappedPublic.length !== 65) {
    throw new KeystampError(
      'malformed',
      `encappedPublic must be 65 bytes (130 hex digits), got ${encappedPublic.length} bytes.`,
    );
  }
  return { encappedPublic, ciphertext: fromHex(bundle.output.ciphertext) };
}

function parseWrapper(text: string): v.InferOutput<typeof Wrapper> {
  const value = readJson(text);
  if (value === undefined) throw invalid('not_json', 'It is not JSON.');
  if (typeof value === 'object' && value !== null && !('version' in value)) {
    throw invalid('retired_form', 'It is of the retired form without a version.');
  }
  const wrapper = v.safeParse(Wrapper, value);
  if (!wrapper.success) throw invalid('malformed', 'It does not have the expected form.');
  return wrapper.output;
}

async function isSignatureValid(
  pinnedPublic: string,
  signature: string,
  bytes: Bytes,
): Promise<boolean> {
  try {
    const rs = der.decode(fromHex(signature), der.P256_ORDER);
    return await p256.verify(fromHex(pinnedPublic), rs, bytes);
  } catch (error) {
    if (error instanceof KeystampError && error.code === 'malformed') return false;
    throw error;
  }
}

function decodeSignedText(bytes: Bytes): string {
  try {
    return fromUtf8(bytes);
  } catch {
    throw invalid('bad_data', 'Its signed data is not text.');
  }
}

function invalid(fault: BundleFault, why: string, cause?: unknown): BundleRefusal {
  const message = `The service’s bundle was refused. ${why} Nothing was encrypted or opened.`;
  return new BundleRefusal(fault, 'bundle_invalid', message, undefined, cause);
}

function foreign(what: 'organization' | 'user'): BundleRefusal {
  return new BundleRefusal(
    `other_${what}`,
    'bundle_foreign',
    `The service’s bundle is for another ${what}. Nothing was encrypted or opened.`,
    { field: `${what}Id` },
  );
}
