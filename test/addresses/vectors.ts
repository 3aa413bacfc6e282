import { fromHex } from '../../src/crypto/bytes.ts';
import type { PublicKey } from '../../src/addresses/points.ts';
import { isFormat } from '../../src/addresses/formats.ts';
import type { Format } from '../../src/addresses/formats.ts';
import { CURVE, type Curve } from '../../src/protocol/enums.ts';
import edges from '../vectors/addresses-edge.json' with { type: 'json' };
import published from '../vectors/addresses-public.json' with { type: 'json' };

export type KeyVector = {
  readonly label: string;
  readonly privateKeyHex: string;
  readonly publicKeyHex: string;
  readonly publicKey: PublicKey;
  readonly addresses: readonly { readonly format: Format; readonly address: string }[];
};

export function parseFormat(name: string): Format {
  if (isFormat(name)) return name;
  throw new Error(`no format ${name}`);
}

export function parseCurve(name: string): Curve {
  const found = CURVE.find((one) => one === name);
  if (!found) throw new Error(`no curve ${name}`);
  return found;
}

/** Every key of the shared vectors, ordinary ones first, with all its addresses. */
export const KEYS: readonly KeyVector[] = [...published, ...edges].map((row) => ({
  label: row.label,
  privateKeyHex: row.privateKeyHex,
  publicKeyHex: row.publicKeyHex,
  publicKey: { curve: parseCurve(row.curve), bytes: fromHex(row.publicKeyHex) },
  addresses: Object.entries(row.addresses).map(([format, address]) => ({
    format: parseFormat(format),
    address,
  })),
}));

export function keyByLabel(label: string): KeyVector {
  const found = KEYS.find((one) => one.label === label);
  if (!found) throw new Error(`no vector ${label}`);
  return found;
}

/** One address of a labeled key. */
export function addressOfVector(label: string, format: Format): string {
  const found = keyByLabel(label).addresses.find((one) => one.format === format);
  if (!found) throw new Error(`${label} has no ${format}`);
  return found.address;
}
