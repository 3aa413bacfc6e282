import { formatsOf } from '../protocol/curves.ts';
import type { AddressFormat, Curve } from '../protocol/enums.ts';
import type { KeyKind, ReadAs } from './found.ts';
import type { Pasted } from './pasted.ts';

/** The curves of keys that hold addresses on chains. */
export type KeyCurve = Extract<Curve, 'CURVE_SECP256K1' | 'CURVE_ED25519'>;

/** The network that a form states; the versions of WIF do. */
export type KeyNetwork =
  'bitcoin_mainnet' | 'bitcoin_testnet' | 'dogecoin_mainnet' | 'dogecoin_testnet';

/** A curve that the key can be of, and the formats of the chains that write keys in this form. */
export type Reading = { readonly curve: KeyCurve; readonly formats: readonly AddressFormat[] };

/** What the text does not tell. */
export type Choice = { readonly curve?: KeyCurve; readonly as?: ReadAs };

/** What one form made of the text. The secret is the form's own scratch: copy it. */
export type FormResult = {
  readonly kind: KeyKind;
  readonly network?: KeyNetwork;
  readonly readings: readonly Reading[];
  readonly secret: Uint8Array;
};

/** Reads one form, refuses what is that form and wrong, or leaves the text to the next. */
export type Form = (pasted: Pasted, choice: Choice) => FormResult | undefined;

/** The reading of a form that belongs to some chains alone. */
export function reading(curve: KeyCurve, ...formats: AddressFormat[]): Reading {
  return { curve, formats };
}

/** The reading of a form that every chain of a curve may use. */
export function anyOf(curve: KeyCurve): Reading {
  return { curve, formats: formatsOf(curve) };
}
