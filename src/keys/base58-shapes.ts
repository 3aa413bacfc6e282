// What a base58 text with a bad checksum was meant to be, by first letter and length.
import type { TextEncoding } from './encodings.ts';

/** A key form, recognized by how it looks. */
export type Base58Shape = {
  readonly encoding: TextEncoding;
  /** The form's possible lengths, in characters. */
  readonly lengths: readonly number[];
  readonly isAddress: boolean;
};

type ShapeRow = Base58Shape & {
  /** Possible first letters. Any, if empty. */
  readonly firstLetters: string;
  readonly minLength: number;
  readonly maxLength: number;
};

const keyRow = (
  firstLetters: string,
  encoding: TextEncoding,
  lengths: readonly number[],
  tolerance: number,
): ShapeRow => ({
  firstLetters,
  encoding,
  lengths,
  isAddress: false,
  minLength: Math.min(...lengths) - tolerance,
  maxLength: Math.max(...lengths) + tolerance,
});
const addressRow = (
  firstLetters: string,
  encoding: TextEncoding,
  minLength: number,
  maxLength: number,
): ShapeRow => ({
  firstLetters,
  encoding,
  lengths: [],
  isAddress: true,
  minLength,
  maxLength,
});

/** The first match counts. Letters by version byte: bitcoin.it, "List of address prefixes". */
const SHAPES: readonly ShapeRow[] = [
  keyRow('KLcQ', 'wif', [52], 2),
  keyRow('596', 'wif', [51], 2),
  keyRow('6', 'bip38', [58], 0),
  keyRow('xtyzuvYZUV', 'extended_key', [111, 112], 1),
  keyRow('s', 'xrp_seed', [28, 29], 1),
  keyRow('s', 'xrp_ed25519', [31], 0),
  addressRow('1', 'bitcoin_address', 26, 34),
  addressRow('3mn2', 'bitcoin_address', 33, 36),
  addressRow('DA9', 'dogecoin_address', 33, 35),
  addressRow('T', 'tron_address', 33, 35),
  addressRow('r', 'xrp_address', 25, 35),
  keyRow('', 'solana_seed', [43, 44], 1),
  keyRow('', 'solana_pair', [87, 88], 4),
];

/** The shape of a text. `undefined` if it has none. */
export function findShape(text: Uint8Array): Base58Shape | undefined {
  const first = String.fromCharCode(text[0] ?? 0);
  return SHAPES.find(
    ({ firstLetters, minLength, maxLength }) =>
      text.length >= minLength &&
      text.length <= maxLength &&
      (firstLetters === '' || firstLetters.includes(first)),
  );
}
