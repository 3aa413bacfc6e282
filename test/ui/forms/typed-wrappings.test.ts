import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { emailRule, phoneRule } from '../../../src/protocol/contact-rules.ts';
import { label, otpCode } from '../../../src/protocol/fields.ts';
import { parse } from '../../../src/protocol/parse.ts';
import {
  loadPhoneLibrary,
  readCode,
  readEmail,
  readName,
  readPhone,
} from '../../../src/ui/forms/typed-values.ts';

beforeAll(loadPhoneLibrary);

/*
 * Wrappings, separators and scripts: whatever stands around and between, the value is the same, and
 * what is sent is read again as itself.
 */

const MARKS = fc.constantFrom(
  '',
  '\u200b',
  '\u200e',
  '\u200f',
  '\u061c',
  '\u202a',
  '\u202c',
  '\u202d',
  '\u2060',
  '\u2066',
  '\u2068',
  '\u2069',
  '\ufeff',
  '\u00ad',
);
const SPACES = fc.constantFrom(
  ' ',
  '\u00a0',
  '\u1680',
  '\u2002',
  '\u2007',
  '\u2009',
  '\u202f',
  '\u205f',
  '\u3000',
  '\t',
);
const DASHES = fc.constantFrom(
  '-',
  '\u2010',
  '\u2011',
  '\u2012',
  '\u2013',
  '\u2014',
  '\u2212',
  '\ufe58',
  '\ufe63',
  '\uff0d',
);
const wrapped = <T>(inner: fc.Arbitrary<T>) => fc.tuple(MARKS, inner, MARKS);

describe('any wrapping', () => {
  test('behavior: a code is the same with marks, spaces and dashes anywhere', () => {
    const code = fc.stringMatching(/^[0-9A-Za-z]{6,9}$/);
    const between = fc.array(fc.oneof(MARKS, SPACES, DASHES), { minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(code, between, (sent, separators) => {
        const text =
          Array.from(sent, (one, at) => (separators[at] ?? '') + one).join('') + separators[9];
        expect(readCode(text).value).toBe(sent);
      }),
    );
  });

  test('behavior: a phone number is the same with them between its groups', () => {
    const groups = fc.constantFrom(
      ['+49', '170', '1234567'],
      ['+1', '650', '253', '0000'],
      ['+39', '06', '6982', '1234'],
      ['+81', '90', '1234', '5678'],
    );
    const digits = fc.constantFrom(
      '0123456789',
      '٠١٢٣٤٥٦٧٨٩',
      '۰۱۲۳۴۵۶۷۸۹',
      '०१२३४५६७८९',
      '０１２３４５６７８９',
    );
    const gap = fc.tuple(MARKS, fc.oneof(SPACES, DASHES, fc.constantFrom('.', '/', '')), MARKS);
    fc.assert(
      fc.property(wrapped(groups), gap, digits, ([before, parts, after], between, script) => {
        const typed = parts
          .join(between.join(''))
          .replace(/\d/g, (digit) => script.charAt(Number(digit)));
        expect(readPhone(before + typed + after).value).toBe(parts.join(''));
      }),
    );
  });

  test('behavior: a name and an address are the same with marks around', () => {
    const names = fc.constantFrom(
      'Ada Lovelace',
      'می\u200cخواهم',
      'ශ්\u200dරී ලංකා',
      '山田 太郎',
      'אדה',
    );
    fc.assert(
      fc.property(wrapped(names), SPACES, ([before, name, after], space) => {
        expect(readName(before + name.replaceAll(' ', space) + after).value).toBe(name);
        expect(readEmail(`${before}${space}ada@example.com${after}`).value).toBe('ada@example.com');
      }),
    );
  });

  const READERS = [readCode, readName, readEmail, readPhone] as const;
  const RULES = [
    (value: string) => !parse(otpCode, value).ok,
    (value: string) => !parse(label, value).ok,
    (value: string) => emailRule(value) !== undefined,
    (value: string) => phoneRule(value) !== undefined,
  ];

  test('behavior: what is sent is read again as itself, with nothing left to change', () => {
    const unit = fc.oneof(
      MARKS,
      SPACES,
      DASHES,
      fc.constantFrom(...Array.from('01+(9)@.:/<>a?é日рßം്അبیر٣\u200c\u200d')),
      fc.constantFrom('+49 (0)', 'mailto:', 'tel:', '@россия.рф'),
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 24 }), fc.nat(3), (text, at) => {
        const [read = readName, refuses = () => true] = [READERS[at], RULES[at]];
        const { value } = read(text);
        if (refuses(value)) return;
        const again = read(value);
        expect(again.value).toBe(value);
        expect(again.changes.filter(({ kind }) => kind !== 'unusual')).toEqual([]);
      }),
      { numRuns: 5000 },
    );
  });

  // What takes steps in the square of its length would take minutes, more than a test has.
  test('error: a text that is far too long is refused at once', () => {
    for (const filler of [' ', '\u200b', 'a', '\u200c', '9', '@', 'ب\u064b\u200c'])
      for (const [at, read] of READERS.entries())
        expect(RULES[at]?.(read(`+1${filler.repeat(300_000)}x`).value)).toBe(true);
  });

  test('behavior: nothing but what it says is left out of a code', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.oneof(
            MARKS,
            SPACES,
            DASHES,
            fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
          ),
        }),
        (text) => {
          const { value, changes } = readCode(text);
          const left = Array.from(text).filter(
            (one) => !/[\s\p{Dash}]|(?=\p{Default_Ignorable_Code_Point})\p{Cf}/u.test(one),
          );
          expect(value.replace(/[\u200c\u200d]/gu, '')).toBe(
            left.join('').replace(/[\u200c\u200d]/gu, ''),
          );
          if (changes.length === 0) expect(value).toBe(text.trim());
        },
      ),
    );
  });
});
