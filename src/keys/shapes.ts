// What a text of base58 was meant to be when its checksum does not hold: by first letter and length.
import type { Found } from './found.ts';

/** A form by its look. */
export type Shape = {
  readonly found: Found;
  /** The lengths that the form has, in characters. */
  readonly lengths: readonly number[];
  readonly isAddress: boolean;
};

type Row = Shape & {
  /** First letters; any when empty. */
  readonly begins: string;
  readonly least: number;
  readonly most: number;
};

const key = (begins: string, found: Found, lengths: readonly number[], slack: number): Row => ({
  begins,
  found,
  lengths,
  isAddress: false,
  least: Math.min(...lengths) - slack,
  most: Math.max(...lengths) + slack,
});
const address = (begins: string, found: Found, least: number, most: number): Row => ({
  begins,
  found,
  lengths: [],
  isAddress: true,
  least,
  most,
});

/** The first that fits counts. Letters by version byte: bitcoin.it, "List of address prefixes". */
const ROWS: readonly Row[] = [
  key('KLcQ', 'wif', [52], 2),
  key('596', 'wif', [51], 2),
  key('6', 'bip38', [58], 0),
  key('xtyzuvYZUV', 'extended_key', [111, 112], 1),
  key('s', 'xrp_seed', [28, 29], 1),
  key('s', 'xrp_ed25519', [31], 0),
  address('1', 'bitcoin_address', 26, 34),
  address('3mn2', 'bitcoin_address', 33, 36),
  address('DA9', 'dogecoin_address', 33, 35),
  address('T', 'tron_address', 33, 35),
  address('r', 'xrp_address', 25, 35),
  key('', 'solana_seed', [43, 44], 1),
  key('', 'solana_pair', [87, 88], 4),
];

/** The shape of a text, `undefined` when it has none. */
export function shapeOf(text: Uint8Array): Shape | undefined {
  const first = String.fromCharCode(text[0] ?? 0);
  return ROWS.find(
    ({ begins, least, most }) =>
      text.length >= least && text.length <= most && (begins === '' || begins.includes(first)),
  );
}
