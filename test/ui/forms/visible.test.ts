import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { visible, visibleText } from '../../../src/ui/forms/visible.ts';

const HIDDEN: readonly (readonly [string, number])[] = [
  ['null', 0x00],
  ['line feed', 0x0a],
  ['escape', 0x1b],
  ['delete', 0x7f],
  ['next line', 0x85],
  ['no-break space', 0xa0],
  ['soft hyphen', 0xad],
  ['combining grapheme joiner', 0x34f],
  ['Arabic letter mark', 0x61c],
  ['Hangul filler', 0x3164],
  ['Mongolian vowel separator', 0x180e],
  ['em space', 0x2003],
  ['zero width space', 0x200b],
  ['zero width joiner', 0x200d],
  ['right-to-left mark', 0x200f],
  ['line separator', 0x2028],
  ['right-to-left override', 0x202e],
  ['narrow no-break space', 0x202f],
  ['word joiner', 0x2060],
  ['left-to-right isolate', 0x2066],
  ['pop directional isolate', 0x2069],
  ['ideographic space', 0x3000],
  ['private use', 0xe000],
  ['variation selector 16', 0xfe0f],
  ['byte order mark', 0xfeff],
  ['halfwidth Hangul filler', 0xffa0],
  ['musical symbol begin beam', 0x1d173],
  ['tag letter a', 0xe0061],
];

describe('visible', () => {
  test.each(HIDDEN)('behavior: shows %s as an escape', (_, code) => {
    const pieces = visible(`a${String.fromCodePoint(code)}b`);
    const escape = `\\u{${code.toString(16).toUpperCase().padStart(4, '0')}}`;
    expect(pieces).toEqual([
      { text: 'a', hidden: false },
      { text: escape, hidden: true },
      { text: 'b', hidden: false },
    ]);
  });

  test('behavior: leaves letters of every script, punctuation and emoji alone', () => {
    for (const text of [
      'Treasury 1',
      'Ärger',
      'שלום',
      'مرحبا',
      '東京',
      '🦊',
      'a b  c',
      '“x” – é',
    ]) {
      expect(visible(text)).toEqual([{ text, hidden: false }]);
    }
  });

  test('behavior: shows half a surrogate pair', () => {
    expect(visibleText('a\ud800b')).toBe('a\\u{D800}b');
  });

  test('behavior: keeps three stacked marks and escapes the rest', () => {
    const marks = '\u0301'.repeat(60);
    const pieces = visible(`e${marks}`);
    expect(pieces[0]).toEqual({ text: `e${'\u0301'.repeat(3)}`, hidden: false });
    expect(pieces.filter((one) => one.hidden)).toHaveLength(57);
  });

  test('behavior: keeps line breaks and tabs in lines only', () => {
    expect(visibleText('a\n\tb')).toBe('a\\u{000A}\\u{0009}b');
    expect(visible('a\n\tb', 'lines')).toEqual([{ text: 'a\n\tb', hidden: false }]);
    expect(visible('a\r\u202eb', 'lines').filter((one) => one.hidden)).toHaveLength(2);
  });

  test('behavior: nothing is lost, and what is drawn holds no hidden character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const pieces = visible(text);
        const back = pieces
          .map((one) =>
            one.hidden
              ? String.fromCodePoint(Number.parseInt(one.text.slice(3, -1), 16))
              : one.text,
          )
          .join('');
        expect(back).toBe(text);
        expect(visible(visibleText(text)).some((one) => one.hidden)).toBe(false);
      }),
    );
  });

  test('behavior: ten thousand characters are shown, each hidden one by its escape', () => {
    const hidden = visible('x\u202e'.repeat(5_000)).filter((one) => one.hidden);
    expect(hidden).toHaveLength(5_000);
  });
});
