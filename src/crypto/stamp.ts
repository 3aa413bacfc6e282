// API-key stamps (docs/protocol.md, Stamps by API keys): the `X-Stamp` header over the exact body
// bytes.
import { ed25519 } from '@noble/curves/ed25519.js';
import { readJson } from '../protocol/parse.ts';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import * as v from 'valibot';
import { KeystampError } from '../protocol/errors.ts';
import * as base64url from './base64url.ts';
import { concat, fromHex, fromUtf8, toHex, utf8, type Bytes } from './bytes.ts';
import * as der from './der.ts';
import { parsePublicKey } from './keys.ts';
import * as p256 from './p256.ts';
import { personalMessageHead } from './personal-message.ts';
import { SCHEME_OF_CURVE, type ApiKeyCurve } from './schemes.ts';

/** Three times the length of the longest real stamp. */
const MAX_HEADER_LENGTH = 2048;

const Stamp = v.strictObject({ publicKey: v.string(), scheme: v.string(), signature: v.string() });
/** The three members of a stamp: hex, the scheme's name, hex. */
export type Stamp = v.InferOutput<typeof Stamp>;

/** The header value: base64url of the JSON of the three members. */
export function encodeStamp({ publicKey, scheme, signature }: Stamp): string {
  return base64url.encode(utf8(JSON.stringify({ publicKey, scheme, signature })));
}

/**
 * The three members of a header value. `malformed` unless it's unpadded base64url of a JSON object
 * with exactly three string members, in any order. Doesn't check the members.
 */
export function decodeStamp(headerValue: string): Stamp {
  if (headerValue.length > MAX_HEADER_LENGTH)
    throw malformed(`it has ${headerValue.length} characters`);
  const stamp = v.safeParse(Stamp, readJson(fromUtf8(base64url.decode(headerValue))));
  if (!stamp.success) {
    throw malformed('expected the JSON members publicKey, scheme and signature, all texts');
  }
  return stamp.output;
}

/** A stamp with a valid signature. `publicKey` is lower-case hex, whatever case the stamp used. */
export type VerifiedStamp = {
  readonly publicKey: string;
  readonly scheme: string;
  readonly curve: ApiKeyCurve;
};

/**
 * Checks a stamp against the exact body bytes. Throws `malformed` if the value isn't a stamp of a
 * known scheme with a key and a signature of that scheme. Throws `unauthenticated` if it is one,
 * but this key didn't sign this body.
 */
export async function verifyStamp(headerValue: string, body: Bytes): Promise<VerifiedStamp> {
  const stamp = decodeStamp(headerValue);
  const { curve } = demandScheme(stamp);
  const key = { curve, bytes: parseStampKey(curve, stamp.publicKey) };
  if (!(await isStampOf(key, stamp, body))) {
    throw new KeystampError(
      'unauthenticated',
      'The stamp’s signature is not of this body by this key.',
    );
  }
  return { publicKey: toHex(key.bytes), scheme: stamp.scheme, curve };
}

/** A public key that has been parsed (`parsePublicKey`). */
export type StampKey = { readonly curve: ApiKeyCurve; readonly bytes: Bytes };

/**
 * Whether this key stamped this body, whichever key the stamp names. `malformed` if its scheme is
 * unknown, or its signature doesn't fit the scheme. `verifyP256` is for platforms with a faster
 * one.
 */
export async function isStampOf(
  key: StampKey,
  stamp: Stamp,
  body: Bytes,
  verifyP256: Verify = p256.verify,
): Promise<boolean> {
  const scheme = demandScheme(stamp);
  const signature = scheme.parseSignature(fromHex(stamp.signature));
  if (scheme.curve !== key.curve) return false;
  const verify = scheme.curve === 'P256' ? verifyP256 : scheme.verify;
  return verify(key.bytes, signature, body);
}

function demandScheme(stamp: Stamp): Scheme {
  const scheme = SCHEMES.get(stamp.scheme);
  if (!scheme) throw malformed('its scheme is not known');
  return scheme;
}

/** Takes a public key, the 64 bytes of a signature, and what it signs. */
type Verify = (publicKey: Bytes, signature: Bytes, body: Bytes) => boolean | Promise<boolean>;

type Scheme = {
  readonly curve: ApiKeyCurve;
  /** The signature's 64 bytes from the stamp's encoding. `malformed` if it isn't one. */
  readonly parseSignature: (encoded: Bytes) => Bytes;
  readonly verify: Verify;
};

const parseSecp256k1Signature = (encoded: Bytes) => der.decode(encoded, der.SECP256K1_ORDER);

const SCHEMES: ReadonlyMap<string, Scheme> = new Map<string, Scheme>([
  [
    SCHEME_OF_CURVE.P256,
    {
      curve: 'P256',
      parseSignature: (encoded) => der.decode(encoded, der.P256_ORDER),
      verify: p256.verify,
    },
  ],
  [
    SCHEME_OF_CURVE.SECP256K1,
    {
      curve: 'SECP256K1',
      parseSignature: parseSecp256k1Signature,
      verify: (key, signature, body) => secp256k1.verify(signature, body, key, { lowS: false }),
    },
  ],
  [
    'SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191',
    {
      curve: 'SECP256K1',
      parseSignature: parseSecp256k1Signature,
      verify: (key, signature, body) =>
        secp256k1.verify(signature, eip191(body), key, { lowS: false, prehash: false }),
    },
  ],
  [
    SCHEME_OF_CURVE.ED25519,
    {
      curve: 'ED25519',
      parseSignature: parseRawSignature,
      // Strict RFC 8032 5.1.7. The lenient ZIP 215 rules are for consensus systems.
      verify: (key, signature, body) => ed25519.verify(signature, body, key, { zip215: false }),
    },
  ],
]);

function parseRawSignature(encoded: Bytes): Bytes {
  if (encoded.length !== 64) throw malformed(`its signature has ${encoded.length} bytes, not 64`);
  return encoded;
}

/** The digest of EIP-191 version 0x45 (personal_sign). */
function eip191(body: Bytes): Bytes {
  return keccak_256(concat(utf8(personalMessageHead(body.length)), body));
}

function parseStampKey(curve: ApiKeyCurve, text: string): Bytes {
  try {
    return parsePublicKey(curve, text);
  } catch (cause) {
    if (cause instanceof KeystampError) throw malformed(cause.message);
    throw cause;
  }
}

function malformed(why: string): KeystampError {
  return new KeystampError('malformed', `The stamp is malformed: ${why}`);
}
