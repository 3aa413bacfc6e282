// The ASN.1 DER subset of an ECDSA signature over a 256-bit curve: a SEQUENCE of two INTEGERs, all
// lengths in the short form (docs/protocol.md, Stamps by API keys).
import { KeystampError } from '../protocol/errors.ts';
import { concat, toHex, type Bytes } from './bytes.ts';

const SEQUENCE = 0x30;
const INTEGER = 0x02;
/** Of two integers of 33 bytes. */
const MAX_LENGTH = 72;

/** Order of the P-256 group (FIPS 186-4 D.1.2.3). */
export const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** Order of the secp256k1 group (SEC 2, 2.4.1). */
export const SECP256K1_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** DER of the 64 bytes r and s that Web Crypto returns. Doesn't check their range. In one array: every stamp has one. */
export function encode(signature: Uint8Array): Bytes {
  if (signature.length !== 64) throw broken(`64 bytes expected, got ${signature.length}`);
  const der = new Uint8Array(MAX_LENGTH);
  let end = 2;
  for (const last of [31, 63]) {
    let first = last - 31;
    while (first < last && signature[first] === 0) first += 1;
    const sign = (signature[first] ?? 0) & 0x80 ? 1 : 0;
    const length = sign + last - first + 1;
    der.set([INTEGER, length], end);
    der.set(signature.subarray(first, last + 1), end + 2 + sign);
    end += 2 + length;
  }
  der.set([SEQUENCE, end - 2]);
  return der.slice(0, end);
}

/**
 * The 64 bytes r and s of a DER signature. `malformed` unless it's the one DER form of two integers
 * in 1..order-1. Accepts high s, as the real service does.
 */
export function decode(der: Uint8Array, order: bigint): Bytes {
  if (der[0] !== SEQUENCE) throw broken('no SEQUENCE');
  if (der[1] !== der.length - 2) throw broken('the length does not fit');
  const r = decodeInteger(der, 2, order);
  const s = decodeInteger(der, r.end, order);
  if (s.end !== der.length) throw broken('trailing bytes');
  return concat(r.bytes, s.bytes);
}

function decodeInteger(der: Uint8Array, at: number, order: bigint): { bytes: Bytes; end: number } {
  if (der[at] !== INTEGER) throw broken('no INTEGER');
  const length = der[at + 1] ?? 0;
  const end = at + 2 + length;
  if (length === 0 || length > 33 || end > der.length)
    throw broken('an integer’s length does not fit');
  const digits = der.subarray(at + 2, end);
  const [first = 0, second = 0] = digits;
  if (first & 0x80) throw broken('an integer is negative');
  if (first === 0 && length > 1 && !(second & 0x80)) throw broken('an integer is not minimal');
  if (length === 33 && first !== 0) throw broken('an integer is too large');
  const bytes = new Uint8Array(32);
  const tail = length === 33 ? digits.subarray(1) : digits;
  bytes.set(tail, 32 - tail.length);
  const value = BigInt(`0x${toHex(bytes)}`);
  if (value === 0n || value >= order) throw broken('an integer is out of range');
  return { bytes, end };
}

function broken(why: string): KeystampError {
  return new KeystampError('malformed', `The signature is not strict DER: ${why}.`);
}
