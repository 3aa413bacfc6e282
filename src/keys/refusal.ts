// Why a pasted text is not taken as a private key, as data: the words layer says it.
import { KeystampError } from '../protocol/errors.ts';
import type { TextEncoding } from './encodings.ts';

/** Every reason, by what the person has to do about it. */
export const REFUSAL_REASONS = [
  /** Longer than any form of a key; not looked at. */
  'too_long',
  /** A form that was recognised, with too few or too many characters, digits, bytes or numbers. */
  'wrong_length',
  /** A character that this form does not have; `position` is its place. */
  'wrong_character',
  /** A character that only looks like one of a key's, or cannot be seen; with `codePoint`. */
  'lookalike_character',
  /** Upper and lower case are not as this form has them; the letters may be right. */
  'wrong_case',
  /** Quotation marks, `NAME=` or punctuation around something that may be a key. */
  'decorated',
  /** A form that was recognised by its beginning and is not well formed. */
  'malformed',
  'checksum',
  /** The stated public half is not the private half's. */
  'public_half_mismatch',
  /** The text is two things; `candidates` are what it can be. */
  'ambiguous',
  /** A key of a chain that has no address format here. */
  'wrong_network',
  /** A key of a chain that is served, on a curve that is not. */
  'wrong_curve',
  /** Bech32 that is well formed, with a prefix that no key has. */
  'wrong_prefix',
  /** A key whose wallet uses the uncompressed public key: other addresses than the service derives. */
  'uncompressed',
  'zero',
  /** n or more on secp256k1; never reduced. */
  'out_of_range',
  'address_pasted',
  'public_key_pasted',
  /** Something of a chain that is neither key nor address. */
  'not_a_key',
  'mnemonic_pasted',
  /** A BIP-32 key: a whole wallet. */
  'extended_key',
  /** Needs a password first. */
  'encrypted_key',
  'unknown',
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** What a refusal may say besides its reason: places, counts and names, never contents. */
export type RefusalFacts = {
  /** What the text was taken for. */
  readonly encoding?: TextEncoding;
  /** Place in the text as given, in UTF-16 units from 0: what a text field selects by. */
  readonly position?: number;
  /** Of a character outside ASCII, which is no part of any key. */
  readonly codePoint?: number;
  /** How many there are and how many there would have to be, with their unit. */
  readonly length?: {
    readonly unit: 'characters' | 'digits' | 'bytes' | 'numbers';
    readonly got: number;
    readonly expected: readonly number[];
  };
  /** What the text can be. Those of `READ_AS` can be asked for. */
  readonly possibleEncodings?: readonly TextEncoding[];
};

/** The one thing that reading a private key throws. Its message is the catalogue's sentence. */
export class KeyRefusal extends KeystampError {
  readonly reason: RefusalReason;
  readonly facts: RefusalFacts;

  constructor(reason: RefusalReason, facts: RefusalFacts = {}) {
    super(reason === 'public_half_mismatch' ? 'key_mismatch' : 'key_malformed', undefined, {
      field: 'privateKey',
    });
    this.name = 'KeyRefusal';
    this.reason = reason;
    this.facts = facts;
  }
}

/** Throws a {@link KeyRefusal}. */
export function refuse(reason: RefusalReason, facts?: RefusalFacts): never {
  throw new KeyRefusal(reason, facts);
}

/** Throws `wrong_length` unless the count is one of the expected. */
export function demandLength(
  encoding: TextEncoding,
  unit: 'characters' | 'digits' | 'bytes' | 'numbers',
  got: number,
  expected: readonly number[],
): void {
  if (!expected.includes(got))
    refuse('wrong_length', { encoding, length: { unit, got, expected } });
}
