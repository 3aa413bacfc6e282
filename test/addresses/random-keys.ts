import fc from 'fast-check';
import { addressesOf } from '../../src/addresses/address.ts';
import { isFormat } from '../../src/addresses/formats.ts';
import type { Format } from '../../src/addresses/formats.ts';
import type { PublicKey } from '../../src/addresses/points.ts';
import { publicKeyOf } from '../../src/crypto/keys.ts';
import { addressFormatsOf } from '../../src/protocol/curve-formats.ts';

/** Runs of each property: an address costs a point, and there are 37 pairs of curve and format. */
export const RUNS = { numRuns: 40 };

/** Any 32 bytes except zero and values at or above the order, which aren't keys. */
const secrets = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((bytes) => bytes.some((byte) => byte !== 0) && bytes.some((byte) => byte !== 0xff))
  .map((bytes) => Uint8Array.from(bytes, (byte, at) => (at === 0 ? byte & 0x7f : byte)));

const API_CURVE = { CURVE_SECP256K1: 'SECP256K1', CURVE_ED25519: 'ED25519' } as const;

/** Public keys of random private keys, on both curves that chains use. */
export const publicKeys: fc.Arbitrary<PublicKey> = fc
  .tuple(fc.constantFrom('CURVE_SECP256K1', 'CURVE_ED25519'), secrets)
  .map(([curve, secret]) => ({ curve, bytes: publicKeyOf(API_CURVE[curve], secret) }));

/** A key's addresses in all formats of its curve. */
export function allAddresses(publicKey: PublicKey): { format: Format; address: string }[] {
  const formats = addressFormatsOf(publicKey.curve).filter(isFormat);
  return addressesOf(formats, publicKey).flatMap(({ format, address }) =>
    isFormat(format) ? [{ format, address }] : [],
  );
}
