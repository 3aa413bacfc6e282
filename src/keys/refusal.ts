// Why a pasted text isn't accepted as a private key, as data. The UI texts put it into words.
import { KeystampError } from '../protocol/errors.ts';
import type { TextEncoding } from './encodings.ts';

/** Every reason, by what the user can do about it. */
export const REFUSAL_REASONS = [
  /** Longer than any form of a key, so it isn't read. */
  'too_long',
  /** A known form, with too few or too many characters, digits, bytes or numbers. */
  'wrong_length',
  /** A character that this form doesn't have, at `position`. */
  'wrong_character',
  /** A character that only looks like one of a key's, or is invisible. `codePoint` says which. */
  'lookalike_character',
  /** Upper and lower case don't fit this form. The letters may be right. */
  'wrong_case',
  /** Quotation marks, `NAME=` or punctuation around something that may be a key. */
  'decorated',
  /** Recognized by how it starts, but not well formed. */
  'malformed',
  'checksum',
  /** The stated public key doesn't belong to the private key. */
  'public_half_mismatch',
  /** The text could be two things, listed in `possibleEncodings`. */
  'ambiguous',
  /** A key of a chain without an address format here. */
  'wrong_network',
  /** A key of a supported chain, on an unsupported curve. */
  'wrong_curve',
  /** A private key of a kind that neither a chain nor the service uses. */
  'wrong_kind',
  /** A Bitcoin script that takes more than one key, or a way to spend that the service hasn't. */
  'other_script',
  /** `count` keys. */
  'several_keys',
  /** Well-formed bech32, with a prefix that no key has. */
  'wrong_prefix',
  /** A key whose wallet uses the uncompressed public key: the service derives other addresses. */
  'uncompressed',
  'zero',
  /** n or more on secp256k1. It's never reduced. */
  'out_of_range',
  'address_pasted',
  'public_key_pasted',
  /** Something from a chain that's neither a key nor an address. */
  'not_a_key',
  'mnemonic_pasted',
  /** A BIP-32 key: a whole wallet. */
  'extended_key',
  /** It needs a password first. */
  'encrypted_key',
  'unknown',
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** What a refusal may say in addition to its reason: positions, counts and names, no contents. */
export type RefusalFacts = {
  /** What the text was recognized as. */
  readonly encoding?: TextEncoding;
  /** Position in the original text, in UTF-16 units from 0, as a text field's selection uses it. */
  readonly position?: number;
  /** Of a non-ASCII character, which is part of no key. */
  readonly codePoint?: number;
  /** How many there are and how many there should be, with their unit. */
  readonly length?: {
    readonly unit: 'characters' | 'digits' | 'bytes' | 'numbers';
    readonly got: number;
    readonly expected: readonly number[];
  };
  /** How many keys there are. */
  readonly count?: number;
  /** What the text could be. The reader can be asked for those in `AMBIGUOUS_ENCODINGS`. */
  readonly possibleEncodings?: readonly TextEncoding[];
};

/** The only error that reading a private key throws. Its message is the catalog's sentence. */
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

/** Throws `wrong_length` unless the count is one of the expected ones. */
export function demandLength(
  encoding: TextEncoding,
  unit: 'characters' | 'digits' | 'bytes' | 'numbers',
  got: number,
  expected: readonly number[],
): void {
  if (!expected.includes(got))
    refuse('wrong_length', { encoding, length: { unit, got, expected } });
}
