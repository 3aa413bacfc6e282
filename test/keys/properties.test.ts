import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concat, toHex, utf8 } from '../../src/crypto/bytes.ts';
import {
  AMBIGUOUS_ENCODINGS,
  KEY_ENCODINGS,
  OTHER_ENCODINGS,
  type TextEncoding,
  type KeyEncoding,
} from '../../src/keys/encodings.ts';
import { withPastedText } from '../../src/keys/pasted-text.ts';
import { parsePrivateKey } from '../../src/keys/private-key.ts';
import { KeyRefusal, refuse, REFUSAL_REASONS } from '../../src/keys/refusal.ts';
import type { KeyReadOptions } from '../../src/keys/encoding-reader.ts';
import { toWire } from '../../src/protocol/errors.ts';
import vectors from '../vectors/private-key-encodings.json' with { type: 'json' };
import * as encoders from './encoders.ts';
import { outcomeOf } from './read-outcome.ts';

/** Not zero, and below n: the first byte is neither 0 nor ff. */
const scalar = fc
  .tuple(fc.integer({ min: 1, max: 0xfe }), fc.uint8Array({ minLength: 31, maxLength: 31 }))
  .map(([first, rest]) => concat(Uint8Array.of(first), rest));

/**
 * Each form as its wallet writes it. The text contains the scalar itself, except for XRP's derived
 * keys.
 */
const ENCODERS: Readonly<
  Record<string, (key: Uint8Array) => readonly [string, KeyEncoding, KeyReadOptions?]>
> = {
  hex: (key) => [toHex(key), 'hex'],
  '0x': (key) => [`0x${toHex(key).toUpperCase()}`, 'hex'],
  'hex of seed and public key': (key) => [toHex(encoders.pairOf(key)), 'hex_pair'],
  'WIF of Bitcoin': (key) => [encoders.wif(0x80, key), 'wif'],
  'WIF of test networks': (key) => [encoders.wif(0xef, key), 'wif'],
  'WIF of Dogecoin': (key) => [encoders.wif(0x9e, key), 'wif'],
  'Solana, base58': (key) => [encoders.solanaPair(key), 'solana_pair'],
  'Solana, array': (key) => [encoders.solanaArray(key), 'solana_array'],
  'Solana, array of the seed': (key) => [JSON.stringify([...key]), 'solana_seed_array'],
  Stellar: (key) => [encoders.stellarSeed(key), 'stellar_seed'],
  Sui: (key) => [encoders.sui(key), 'sui'],
  'Sui, keystore line': (key) => [
    encoders.suiKeystore(key),
    'sui_keystore',
    { interpretAs: 'sui_keystore' },
  ],
  Aptos: (key) => [encoders.aptos(key), 'aptos'],
  'XRPL, 66 digits': (key) => [`00${toHex(key)}`, 'xrp_hex', { interpretAs: 'xrp_hex' }],
};

const valid = fc
  .tuple(scalar, fc.constantFrom(...Object.values(ENCODERS)))
  .map(([key, form]) => form(key)[0])
  .filter((text) => text.length > 0);
const oneCharacter = fc.string({ unit: 'binary', minLength: 0, maxLength: 1 });
/** Valid texts and the vectors, with a part replaced. */
const mutatedTexts = fc
  .tuple(
    fc.oneof(valid, fc.constantFrom(...vectors.cases.map(({ input }) => input))),
    fc.nat(),
    fc.integer({ min: 0, max: 3 }),
    fc.oneof(oneCharacter, fc.constantFrom('0', 'l', ' ', '"', ',', '\u0430', '\u200b')),
  )
  .map(([text, place, drop, insert]) => {
    const at = place % (text.length + 1);
    return text.slice(0, at) + insert + text.slice(at + drop);
  });
const anyText = fc.oneof(
  mutatedTexts,
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: fc.constantFrom(...'0123456789abcdefxS[],{}" =:-'.split('')), maxLength: 140 }),
  fc.string({
    unit: fc.constantFrom(
      ...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'.split(''),
    ),
  }),
);
const anyOptions = fc.constantFrom<KeyReadOptions[]>(
  {},
  { curve: 'CURVE_SECP256K1' },
  { curve: 'CURVE_ED25519' },
  ...AMBIGUOUS_ENCODINGS.map((interpretAs) => ({ interpretAs })),
);

const KNOWN_ENCODINGS: readonly TextEncoding[] = [...KEY_ENCODINGS, ...OTHER_ENCODINGS];

function expectKeyOrRefusal(input: string | Uint8Array, options: KeyReadOptions): void {
  const outcome = outcomeOf(input, options);
  if (!(outcome instanceof KeyRefusal)) {
    expect(KEY_ENCODINGS).toContain(outcome.encoding);
    expect(outcome.privateKey).toHaveLength(32);
    expect(outcome.privateKey.some((byte) => byte !== 0)).toBe(true);
    expect(outcome.candidates.length).toBeGreaterThan(0);
    return;
  }
  const { reason, facts } = outcome;
  expect(REFUSAL_REASONS).toContain(reason);
  if (facts.encoding) expect(KNOWN_ENCODINGS).toContain(facts.encoding);
  for (const candidate of facts.possibleEncodings ?? [])
    expect(KNOWN_ENCODINGS).toContain(candidate);
  if (facts.position !== undefined) {
    expect(facts.position).toBeGreaterThanOrEqual(0);
    // A missing bracket is reported at the end.
    expect(facts.position).toBeLessThanOrEqual(input.length);
  }
  if (facts.codePoint !== undefined) expect(facts.codePoint).toBeGreaterThan(0x7f);
}

describe('properties of reading', () => {
  test.each(Object.entries(ENCODERS))('behavior: %s is read back', (_, form) => {
    fc.assert(
      fc.property(scalar, (key) => {
        const [text, kind, options] = form(key);
        const read = parsePrivateKey(text, options);
        expect([read.encoding, toHex(read.privateKey)]).toEqual([kind, toHex(key)]);
      }),
      { numRuns: 40 },
    );
  });

  test('behavior: XRP’s seed and secret numbers of the same entropy are the same key', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (entropy) => {
        const ofSeed = parsePrivateKey(encoders.xrpSeed(entropy));
        const ofNumbers = parsePrivateKey(encoders.xrpNumbers(entropy).join(' '));
        expect(ofSeed.encoding).toBe('xrp_seed');
        expect(toHex(ofNumbers.privateKey)).toBe(toHex(ofSeed.privateKey));
      }),
      { numRuns: 30 },
    );
  });

  test('behavior: any text and any bytes give a key or a refusal from the closed lists', () => {
    fc.assert(fc.property(anyText, anyOptions, expectKeyOrRefusal), { numRuns: 2000 });
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), anyOptions, expectKeyOrRefusal), {
      numRuns: 500,
    });
  });

  test('behavior: bytes are read like their text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        fc.pre(text.isWellFormed());
        const [ofText, ofBytes] = [outcomeOf(text), outcomeOf(utf8(text))];
        if (ofText instanceof KeyRefusal || ofBytes instanceof KeyRefusal) {
          expect(ofBytes).toMatchObject({ reason: 'reason' in ofText ? ofText.reason : '' });
          expect(ofBytes).toHaveProperty('facts', 'facts' in ofText ? ofText.facts : {});
          return;
        }
        expect(ofBytes).toEqual(ofText);
      }),
      { numRuns: 1000 },
    );
  });

  test('behavior: one wrong character in a form with a checksum never gives another key', () => {
    const forms = [
      encoders.stellarSeed,
      encoders.sui,
      (key: Uint8Array) => encoders.wif(0x80, key),
    ];
    const letters = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
    fc.assert(
      fc.property(
        scalar,
        fc.constantFrom(...forms),
        fc.nat(),
        fc.constantFrom(...letters.split('')),
        (key, form, place, letter) => {
          const text = form(key);
          const at = place % text.length;
          fc.pre(text[at] !== letter);
          const changed = text.slice(0, at) + letter + text.slice(at + 1);
          expect(outcomeOf(changed)).toBeInstanceOf(KeyRefusal);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('error: a refusal contains no part of the text', () => {
    fc.assert(
      fc.property(mutatedTexts, anyOptions, (text, options) => {
        const outcome = outcomeOf(text, options);
        if (!(outcome instanceof KeyRefusal)) return;
        const said = [
          outcome.message,
          JSON.stringify(outcome),
          JSON.stringify(outcome.facts),
          JSON.stringify(toWire(outcome)),
          String(outcome.cause),
        ].join('\n');
        // Seven characters never appear in a sentence by chance, but words of a phrase may.
        if (outcome.reason === 'mnemonic_pasted') return;
        for (let at = 0; at + 7 <= text.length; at++) {
          const part = text.slice(at, at + 7);
          if (!'suiprivkey ed25519-priv- secp256'.includes(part)) expect(said).not.toContain(part);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('withPastedText', () => {
  const text = ` ${encoders.aptos(utf8('a seed that is thirty-two bytes.'))} `;

  test('behavior: wipes its arrays after reading', () => {
    const held: Uint8Array[] = [];
    const length = withPastedText(text, ({ bytes, trackSecret }) => {
      held.push(bytes, trackSecret(utf8('secret')));
      return bytes.length;
    });
    expect(length).toBe(text.length - 2);
    for (const array of held) expect(array.every((byte) => byte === 0)).toBe(true);
  });

  test('behavior: wipes its arrays after a refusal', () => {
    const held: Uint8Array[] = [];
    const read = () =>
      withPastedText(text, ({ bytes, trackSecret }) => {
        held.push(bytes, trackSecret(utf8('secret')));
        return refuse('checksum');
      });
    expect(read).toThrow(KeyRefusal);
    expect(held).toHaveLength(2);
    for (const array of held) expect(array.every((byte) => byte === 0)).toBe(true);
  });

  test('behavior: the caller’s bytes stay as they are, and the key is a separate array', () => {
    const given = utf8(text);
    const key = parsePrivateKey(given);
    expect(given).toEqual(utf8(text));
    expect(new TextDecoder().decode(key.privateKey)).toBe('a seed that is thirty-two bytes.');
    expect(key.privateKey.buffer.byteLength).toBe(32);
  });
});
