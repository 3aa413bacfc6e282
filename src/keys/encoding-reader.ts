import { addressFormatsOf } from '../protocol/curve-formats.ts';
import type { AddressFormat, Curve } from '../protocol/enums.ts';
import type { KeyEncoding, AmbiguousEncoding } from './encodings.ts';
import type { PastedText } from './pasted-text.ts';

/** The curves of keys that hold addresses on chains. */
export type KeyCurve = Extract<Curve, 'CURVE_SECP256K1' | 'CURVE_ED25519'>;

/** The network that a form states; the versions of WIF do. */
export type KeyNetwork =
  'bitcoin_mainnet' | 'bitcoin_testnet' | 'dogecoin_mainnet' | 'dogecoin_testnet';

/** A curve that the key can be of, and the formats of the chains that write keys in this form. */
export type CurveCandidate = {
  readonly curve: KeyCurve;
  readonly formats: readonly AddressFormat[];
};

/** What the text does not tell. */
export type KeyReadOptions = {
  readonly curve?: KeyCurve;
  readonly interpretAs?: AmbiguousEncoding;
};

/** What one form made of the text. The secret is the form's own scratch: copy it. */
export type EncodedKey = {
  readonly encoding: KeyEncoding;
  readonly network?: KeyNetwork;
  readonly candidates: readonly CurveCandidate[];
  readonly secret: Uint8Array;
};

/** Reads one form, refuses what is that form and wrong, or leaves the text to the next. */
export type EncodingReader = (
  pasted: PastedText,
  options: KeyReadOptions,
) => EncodedKey | undefined;

/** The reading of a form that belongs to some chains alone. */
export function createCandidate(curve: KeyCurve, ...formats: AddressFormat[]): CurveCandidate {
  return { curve, formats };
}

/** The reading of a form that every chain of a curve may use. */
export function candidateWithAllFormats(curve: KeyCurve): CurveCandidate {
  return { curve, formats: addressFormatsOf(curve) };
}
