import { addressFormatsOf } from '../protocol/curve-formats.ts';
import type { AddressFormat, Curve } from '../protocol/enums.ts';
import type { KeyEncoding, AmbiguousEncoding } from './encodings.ts';
import type { PastedText } from './pasted-text.ts';

/** The curves of keys that have addresses on chains. */
export type KeyCurve = Extract<Curve, 'CURVE_SECP256K1' | 'CURVE_ED25519'>;

/** The network that a form states. WIF's version bytes do. */
export type KeyNetwork =
  'bitcoin_mainnet' | 'bitcoin_testnet' | 'dogecoin_mainnet' | 'dogecoin_testnet';

/** A curve that the key could be on, and the formats of the chains that write keys in this form. */
export type CurveCandidate = {
  readonly curve: KeyCurve;
  readonly formats: readonly AddressFormat[];
};

/** What the text doesn't say. */
export type KeyReadOptions = {
  readonly curve?: KeyCurve;
  readonly interpretAs?: AmbiguousEncoding;
  /** Which of a text's several keys, counted from 0. */
  readonly entry?: number;
};

/** What a form read from the text. The secret is the form's own scratch space: copy it. */
export type EncodedKey = {
  readonly encoding: KeyEncoding;
  readonly network?: KeyNetwork;
  readonly candidates: readonly CurveCandidate[];
  readonly secret: Uint8Array;
};

/** Reads one form, refuses a faulty instance of it, or leaves the text to the next reader. */
export type EncodingReader = (
  pasted: PastedText,
  options: KeyReadOptions,
) => EncodedKey | undefined;

/** The candidate of a form that only some chains use. */
export function createCandidate(curve: KeyCurve, ...formats: AddressFormat[]): CurveCandidate {
  return { curve, formats };
}

/** The candidate of a form that every chain of a curve may use. */
export function candidateWithAllFormats(curve: KeyCurve): CurveCandidate {
  return { curve, formats: addressFormatsOf(curve) };
}
