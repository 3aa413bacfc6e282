import { describe, expect, test } from 'vitest';
import { concat, type Bytes } from '../../src/crypto/bytes.ts';
import { readCoseKey } from '../../src/votes/cose-key.ts';
import { encode, type Cbor } from '../webauthn/cbor.ts';

const X = new Uint8Array(32).fill(1);
const Y = new Uint8Array(32).fill(2);
/** RFC 9053, 7.1.1 and 7.2. */
const P256: readonly (readonly [number, Cbor])[] = [
  [1, 2],
  [3, -7],
  [-1, 1],
  [-2, X],
  [-3, Y],
];
const ED25519: typeof P256 = [
  [1, 1],
  [3, -8],
  [-1, 6],
  [-2, X],
];
const read = (members: typeof P256) => readCoseKey(encode(new Map(members)));
/** A key with one member as something else. */
const withMember = (members: typeof P256, name: number, value: Cbor) =>
  members.map((member) => (member[0] === name ? ([name, value] as const) : member));
/** The pairs of a map one after the other, also such as no map has. */
const mapOf = (pairs: typeof P256): Bytes =>
  concat(Uint8Array.of(0xa0 | pairs.length), ...pairs.flat().map(encode));

describe('readCoseKey', () => {
  test('behavior: points of P-256 and of Ed25519, whatever the order', () => {
    const point = { curve: 'P256', bytes: concat(Uint8Array.of(4), X, Y) };
    expect(read(P256)).toEqual(point);
    expect(read(P256.toReversed())).toEqual(point);
    expect(read(ED25519)).toEqual({ curve: 'ED25519', bytes: X });
    // Members of no meaning here are read over.
    expect(read([...P256, [4, 4464]])).toEqual(point);
    expect(mapOf(P256)).toEqual(encode(new Map(P256)));
  });

  test('behavior: lengths in two bytes, and as many members as a head counts', () => {
    const point = { curve: 'P256', bytes: concat(Uint8Array.of(4), X, Y) };
    const long = new Uint8Array(258).fill(3);
    expect(read([[4, long], ...P256])).toEqual(point);
    const inTwoBytes = (head: number, length: readonly number[], bytes: Bytes) =>
      concat(Uint8Array.of(head, ...length), bytes);
    const withX = (x: Bytes) =>
      concat(
        Uint8Array.of(0xa5),
        ...P256.slice(0, 3).flat().map(encode),
        encode(-2),
        x,
        mapOf([[-3, Y]]).slice(1),
      );
    expect(readCoseKey(withX(inTwoBytes(0x59, [0, 32], X)))).toEqual(point);
    expect(readCoseKey(withX(inTwoBytes(0x5a, [0, 0, 0, 32], X)))).toBeUndefined();
    // Of a head whose length is in four bytes, no two are the length.
    expect(readCoseKey(withX(inTwoBytes(0x5a, [0, 32], X)))).toBeUndefined();
    const more = Array.from({ length: 18 }, (_, at) => [at + 4, 0] as const);
    expect(readCoseKey(mapOf([...P256, ...more]))).toEqual(point);
  });

  test.each<[string, typeof P256]>([
    ['another type', withMember(P256, 1, 1)],
    ['another algorithm', withMember(P256, 3, -257)],
    ['another curve', withMember(P256, -1, 2)],
    ['a short x', withMember(P256, -2, X.slice(1))],
    ['a long y', withMember(P256, -3, new Uint8Array(33))],
    ['an x that is a number', withMember(P256, -2, 5)],
    ['no y', P256.slice(0, 4)],
    ['of Ed25519, another type', withMember(ED25519, 1, 2)],
    ['of Ed25519, another algorithm', withMember(ED25519, 3, -7)],
    ['of Ed25519, another curve', withMember(ED25519, -1, 7)],
    ['of Ed25519, a long point', withMember(ED25519, -2, new Uint8Array(33))],
    ['a text', withMember(P256, -2, 'text')],
  ])('error: none with %s', (_, members) => {
    expect(read(members)).toBeUndefined();
  });

  test('error: none of bytes that two programs could read in two ways', () => {
    const good = encode(new Map(P256));
    expect(readCoseKey(concat(good, Uint8Array.of(0)))).toBeUndefined();
    for (let length = 0; length < good.length; length += 1) {
      expect(readCoseKey(good.slice(0, length)), String(length)).toBeUndefined();
    }
    expect(readCoseKey(mapOf([...P256, [-3, X]]))).toBeUndefined();
    expect(readCoseKey(mapOf([[-3, X], ...P256]))).toBeUndefined();
    // Not a map, and a map whose length is in the bytes after its head.
    expect(readCoseKey(concat(Uint8Array.of(0x85), good.slice(1)))).toBeUndefined();
    expect(readCoseKey(concat(Uint8Array.of(0xb8, 5), good.slice(1)))).toBeUndefined();
  });
});
