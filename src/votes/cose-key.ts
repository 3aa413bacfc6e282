// The public key of a passkey: a COSE key (RFC 9052, 7; RFC 9053, 7), which is a CBOR map (RFC 8949) of small
// integers to integers and byte strings. Nothing else of CBOR is read.
import { concat, type Bytes } from '../crypto/bytes.ts';

/** A key that a browser can verify with: an uncompressed P-256 point, or an Ed25519 point. */
export type CoseKey = { readonly curve: 'P256' | 'ED25519'; readonly bytes: Bytes };

type Value = number | Bytes;
type Read = { readonly value: Value; readonly end: number };

/** Undefined for other algorithms (such as RSA), and for bytes that aren't such a map. */
export function readCoseKey(encoded: Bytes): CoseKey | undefined {
  const members = readMap(encoded);
  if (!members) return undefined;
  const [type, algorithm, curve] = [members.get(1), members.get(3), members.get(-1)];
  const [x, y] = [members.get(-2), members.get(-3)];
  if (type === 2 && algorithm === -7 && curve === 1 && isOf32(x) && isOf32(y)) {
    return { curve: 'P256', bytes: concat(Uint8Array.of(4), x, y) };
  }
  if (type === 1 && algorithm === -8 && curve === 6 && isOf32(x)) {
    return { curve: 'ED25519', bytes: x };
  }
  return undefined;
}

const isOf32 = (value: Value | undefined): value is Bytes =>
  value instanceof Uint8Array && value.length === 32;

function readMap(bytes: Bytes): ReadonlyMap<Value, Value> | undefined {
  const [head = 0] = bytes;
  const count = head & 0x1f;
  if (head >> 5 !== 5 || count > 23) return undefined;
  const members = new Map<Value, Value>();
  let at = 1;
  for (let index = 0; index < count; index += 1) {
    const key = readValue(bytes, at);
    const value = key && readValue(bytes, key.end);
    if (!value || members.has(key.value)) return undefined;
    members.set(key.value, value.value);
    at = value.end;
  }
  return at === bytes.length ? members : undefined;
}

/** An integer or a byte string of at most 65,535. */
function readValue(bytes: Bytes, at: number): Read | undefined {
  const head = bytes[at];
  if (head === undefined) return undefined;
  const length = readLength(bytes, at, head & 0x1f);
  if (!length) return undefined;
  const { value, end } = length;
  switch (head >> 5) {
    case 0:
      return { value, end };
    case 1:
      return { value: -1 - value, end };
    case 2:
      return end + value > bytes.length
        ? undefined
        : { value: bytes.slice(end, end + value), end: end + value };
    default:
      return undefined;
  }
}

function readLength(bytes: Bytes, at: number, info: number) {
  if (info < 24) return { value: info, end: at + 1 };
  const [high, low] = [bytes[at + 1], bytes[at + 2]];
  if (info === 24 && high !== undefined) return { value: high, end: at + 2 };
  if (info === 25 && high !== undefined && low !== undefined) {
    return { value: high * 256 + low, end: at + 3 };
  }
  return undefined;
}
