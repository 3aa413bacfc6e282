// Private keys in DER: PKCS#8 (RFC 5208, RFC 5958), SEC 1 (RFC 5915), and Hedera's variant of PKCS#8.
import { toHex } from '../crypto/bytes.ts';
import type { ApiKeyCurve } from '../crypto/schemes.ts';
import { checkedKey, type CurveKey } from './curve-key.ts';
import type { KeyEncoding, TextEncoding } from './encodings.ts';
import { refuse } from './refusal.ts';

/** A tag and its contents. */
type Element = { readonly tag: number; readonly contents: Uint8Array };

const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const OBJECT_ID = 0x06;
const SEQUENCE = 0x30;
/** Optional parts by number: `[0]` and `[1]`, constructed, and `[1]` of PKCS#8, primitive. */
const [PART_0, PART_1, PLAIN_PART_1] = [0xa0, 0xa1, 0x81] as const;

/** The elements that fill the bytes. `undefined` if they aren't DER with definite, short lengths. */
function elementsOf(bytes: Uint8Array): readonly Element[] | undefined {
  const elements: Element[] = [];
  let at = 0;
  while (at < bytes.length) {
    const tag = bytes[at] ?? 0;
    const first = bytes[at + 1] ?? 0xff;
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
    if (lengthBytes > 2 || at + 2 + lengthBytes > bytes.length) return undefined;
    let length = lengthBytes === 0 ? first : 0;
    for (let next = 0; next < lengthBytes; next++) {
      length = length * 256 + (bytes[at + 2 + next] ?? 0);
    }
    // DER's lengths are as short as can be.
    if (lengthBytes > 0 && length < (lengthBytes === 1 ? 0x80 : 0x100)) return undefined;
    const start = at + 2 + lengthBytes;
    if (start + length > bytes.length) return undefined;
    elements.push({ tag, contents: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return elements;
}

const partOf = (elements: readonly Element[] | undefined, tag: number): Uint8Array | undefined =>
  elements?.find((element) => element.tag === tag)?.contents;

/** The contents of the one sequence that the bytes are. */
function sequenceIn(bytes: Uint8Array): Uint8Array | undefined {
  const [outer, ...rest] = elementsOf(bytes) ?? [];
  return outer?.tag === SEQUENCE && rest.length === 0 ? outer.contents : undefined;
}

/** The contents of object identifiers, in hex. RFC 5480, RFC 8410, SEC 2. */
const CURVES: Readonly<Record<string, ApiKeyCurve>> = {
  '2b6570': 'ED25519',
  '2b8104000a': 'SECP256K1',
  '2a8648ce3d030107': 'P256',
};
const EC_PUBLIC_KEY = '2a8648ce3d0201';
const OTHER_KINDS: Readonly<Record<string, TextEncoding>> = {
  '2a864886f70d010101': 'rsa_key',
  '2b656e': 'x25519_key',
};

/** Whether the bytes start like the DER of a key: a sequence as long as the bytes. */
export const isDerSequence = (bytes: Uint8Array): boolean => sequenceIn(bytes) !== undefined;

/**
 * The private key in DER, whose public key matches where there is one. `undefined` if the bytes are
 * no structure of a key. Refuses keys of other kinds by name, and public keys.
 */
export function readDer(der: Uint8Array, encoding: KeyEncoding): CurveKey | undefined {
  const contents = sequenceIn(der);
  const elements = contents && elementsOf(contents);
  const [first, second, third] = elements ?? [];
  if (!elements || !first || !second) return undefined;
  if (first.tag === SEQUENCE) return readOther(first, second);
  if (first.tag !== INTEGER || first.contents.length !== 1) return undefined;
  if (second.tag === OCTET_STRING) return readSec1(elements, encoding, undefined);
  if (second.tag === INTEGER) return refuse('wrong_kind', { encoding: 'rsa_key' });
  if (second.tag !== SEQUENCE || third?.tag !== OCTET_STRING) return undefined;
  const curve = curveOf(elementsOf(second.contents));
  const publicPart = pointIn(partOf(elements, PLAIN_PART_1));
  return readInner({ curve, encoding, secret: third.contents }, publicPart);
}

/** What starts with the name of an algorithm: a public key, or a key behind a password. */
function readOther(algorithm: Element, second: Element): undefined {
  const names = elementsOf(algorithm.contents) ?? [];
  if (names[0]?.tag !== OBJECT_ID) return undefined;
  if (second.tag === BIT_STRING) refuse('public_key_pasted', { encoding: 'public_key' });
  if (second.tag === OCTET_STRING) refuse('encrypted_key', { encoding: 'pem' });
  return undefined;
}

function curveOf(names: readonly Element[] | undefined): ApiKeyCurve {
  const [algorithm, parameter] = names ?? [];
  const name = algorithm?.tag === OBJECT_ID ? toHex(algorithm.contents) : '';
  const curveName =
    name === EC_PUBLIC_KEY && parameter?.tag === OBJECT_ID ? toHex(parameter.contents) : name;
  return (
    CURVES[curveName] ?? refuse('wrong_kind', { encoding: OTHER_KINDS[name] ?? 'other_curve' })
  );
}

/** PKCS#8 wraps the key once more: in an octet string (RFC 8410; Hedera always), or as SEC 1. */
function readInner(key: CurveKey, publicPart: Uint8Array | undefined): CurveKey | undefined {
  const { curve, encoding, secret } = key;
  if (secret.length === 32) return checkedKey(key, publicPart);
  const [inner, ...rest] = elementsOf(secret) ?? [];
  if (!inner || rest.length > 0) return undefined;
  if (inner.tag === OCTET_STRING) return checkedKey({ ...key, secret: inner.contents }, publicPart);
  const elements =
    inner.tag === SEQUENCE && curve !== 'ED25519' ? elementsOf(inner.contents) : undefined;
  return elements && readSec1(elements, encoding, curve);
}

function readSec1(
  elements: readonly Element[],
  encoding: KeyEncoding,
  statedCurve: ApiKeyCurve | undefined,
): CurveKey | undefined {
  const secret = partOf(elements, OCTET_STRING);
  const parameters = partOf(elements, PART_0);
  const named = parameters && elementsOf(parameters);
  if (!secret || (!named && !statedCurve)) return undefined;
  const curve = named ? curveOf(named) : statedCurve;
  if (!curve || (statedCurve && curve !== statedCurve)) return undefined;
  const [bits] = elementsOf(partOf(elements, PART_1) ?? new Uint8Array(0)) ?? [];
  const publicPart = bits?.tag === BIT_STRING ? pointIn(bits.contents) : undefined;
  return checkedKey({ curve, encoding, secret }, publicPart);
}

/** The bytes of a bit string, which says first that none of its last bits are unused. */
function pointIn(bits: Uint8Array | undefined): Uint8Array | undefined {
  if (!bits) return undefined;
  return bits[0] === 0 ? bits.subarray(1) : bits;
}
