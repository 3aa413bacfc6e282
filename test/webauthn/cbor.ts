import { concat, type Bytes } from '../../src/crypto/bytes.ts';

/** What an authenticator encodes in CBOR. */
export type Cbor = number | string | Uint8Array | ReadonlyMap<number | string, Cbor>;

const UNSIGNED = 0;
const NEGATIVE = 1;
const BYTES = 2;
const TEXT = 3;
const MAP = 5;

/** CBOR (RFC 8949) of integers, texts, bytes and maps, the latter in their own order. */
export function encode(value: Cbor): Bytes {
  if (typeof value === 'number') {
    return value < 0 ? head(NEGATIVE, -1 - value) : head(UNSIGNED, value);
  }
  if (typeof value === 'string') {
    const text = new TextEncoder().encode(value);
    return concat(head(TEXT, text.length), text);
  }
  if (value instanceof Uint8Array) return concat(head(BYTES, value.length), value);
  const pairs = [...value].flatMap(([key, one]) => [encode(key), encode(one)]);
  return concat(head(MAP, value.size), ...pairs);
}

function head(major: number, count: number): Bytes {
  const type = major << 5;
  if (count < 24) return Uint8Array.of(type | count);
  if (count < 0x100) return Uint8Array.of(type | 24, count);
  return Uint8Array.of(type | 25, count >> 8, count & 0xff);
}
