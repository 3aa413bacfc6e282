import { effect } from '@preact/signals';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { loadJoiners, splitVisible, visibleText } from '../../../src/ui/forms/visible.ts';

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
  ['Hangul choseong filler', 0x115f],
  ['Hangul jungseong filler', 0x1160],
  ['Khmer inherent vowel', 0x17b4],
  ['Khmer inherent vowel aa', 0x17b5],
  ['invisible plus', 0x2064],
  ['Braille pattern blank', 0x2800],
  ['interlinear annotation anchor', 0xfff9],
  ['object replacement character', 0xfffc],
  ['a code point that is no character', 0xfdd0],
  ['Kaithi number sign', 0x110bd],
  ['Egyptian hieroglyph joiner', 0x13430],
  ['Egyptian hieroglyph end walled enclosure', 0x1343f],
  ['Egyptian hieroglyph mirror', 0x13440],
  ['Egyptian hieroglyph full blank', 0x13441],
  ['Egyptian hieroglyph half blank', 0x13442],
  ['Khitan small script filler', 0x16fe4],
  ['Duployan thick letter selector', 0x1bc9d],
  ['shorthand format letter overlap', 0x1bca0],
  ['musical symbol null notehead', 0x1d159],
  ['SignWriting wall space', 0x1da7f],
  ['SignWriting fill modifier', 0x1da9b],
  ['SignWriting rotation modifier', 0x1daa1],
  ['variation selector 256', 0xe01ef],
];

/** Marks that join two letters of their script, with such a letter. */
const JOINERS: readonly (readonly [string, string, string])[] = [
  ['Myanmar virama', '\u1039', '\u1000'],
  ['Khmer coeng', '\u17d2', '\u1780'],
  ['Tai Tham sakot', '\u1a60', '\u1a20'],
  ['Tifinagh consonant joiner', '\u2d7f', '\u2d30'],
  ['Meetei Mayek virama', '\uaaf6', '\uabc0'],
  ['Kharoshthi virama', '\u{10a3f}', '\u{10a10}'],
  ['Brahmi number joiner', '\u{1107f}', '\u{11052}'],
  ['Chakma virama', '\u{11133}', '\u{11107}'],
  ['Dives Akuru virama', '\u{1193e}', '\u{1190c}'],
  ['Zanabazar Square subjoiner', '\u{11a47}', '\u{11a0b}'],
  ['Soyombo subjoiner', '\u{11a99}', '\u{11a5c}'],
  ['Masaram Gondi virama', '\u{11d45}', '\u{11d0c}'],
  ['Gunjala Gondi virama', '\u{11d97}', '\u{11d6c}'],
];

describe('visible', () => {
  test('behavior: shows joiners as escapes until it knows where they belong, and has that loaded', async () => {
    vi.resetModules();
    const fresh = await import('../../../src/ui/forms/visible.ts');
    const drawn: string[] = [];
    const stop = effect(() => void drawn.push(fresh.visibleText('می\u200cخواهم')));
    await vi.dynamicImportSettled();
    expect(drawn).toEqual(['می\\u{200C}خواهم', 'می\u200cخواهم']);
    stop();
  });

  test('behavior: shows the joiners of words that are spelled with them, and as escapes elsewhere', async () => {
    await loadJoiners();
    for (const word of ['می\u200cخواهم', 'ශ්\u200dරී', 'അവന്\u200d'])
      expect(visibleText(word)).toBe(word);
    expect(visibleText('Trea\u200csury')).toBe('Trea\\u{200C}sury');
    expect(visibleText('کار\u200cها')).toBe('کار\\u{200C}ها');
  });

  test.each(HIDDEN)('behavior: shows %s as an escape', (_, code) => {
    const pieces = splitVisible(`a${String.fromCodePoint(code)}b`);
    const escape = `\\u{${code.toString(16).toUpperCase().padStart(4, '0')}}`;
    expect(pieces).toEqual([
      { text: 'a', hidden: false },
      { text: escape, hidden: true },
      { text: 'b', hidden: false },
    ]);
  });

  test.each(JOINERS)('behavior: shows %s only where it joins nothing', (_, mark, letter) => {
    const seen = (text: string) => splitVisible(text).filter((one) => one.hidden).length;
    expect(seen(letter + mark + letter)).toBe(0);
    for (const text of [mark, `a${mark}b`, letter + mark, mark + letter, `${letter}${mark}b`]) {
      expect(seen(text), JSON.stringify(text)).toBe(1);
    }
    // One after the other they join nothing either.
    expect(seen(letter + mark + mark + letter)).toBe(2);
  });

  test('behavior: shows spaces at the ends of a line, and leaves those between words', () => {
    expect(visibleText('  Payroll ')).toBe('\\u{0020}\\u{0020}Payroll\\u{0020}');
    expect(visibleText(' ')).toBe('\\u{0020}');
    expect(splitVisible('a  b', 'line')).toEqual([{ text: 'a  b', hidden: false }]);
    expect(splitVisible('  {\n  }  ', 'lines')).toEqual([{ text: '  {\n  }  ', hidden: false }]);
  });

  test.each(['line', 'lines'] as const)(
    'behavior: in a %s each character of ASCII is shown as it is beside another one',
    (layout) => {
      for (let code = 0; code < 0x80; code++) {
        const character = String.fromCharCode(code);
        for (const plain of [
          `${character}x`,
          `x${character}`,
          `x${character}x`,
          `x ${character} x`,
        ]) {
          // With a letter that isn't ASCII the expressions of all of Unicode decide.
          const expected = splitVisible(plain.replaceAll('x', 'é'), layout);
          const found = splitVisible(plain, layout).map((piece) => ({
            ...piece,
            text: piece.text.replaceAll('x', 'é'),
          }));
          expect(found, `${code}`).toEqual(expected);
        }
      }
    },
  );

  test('behavior: plain names and hosts need no expression of all of Unicode', async () => {
    const made: unknown[] = [];
    class CountedExpression extends RegExp {
      constructor(source: string | RegExp, flags?: string) {
        super(source, flags);
        // `matchAll` copies the expression that it is given.
        if (typeof source === 'string') made.push(source);
      }
    }
    vi.resetModules();
    vi.stubGlobal('RegExp', CountedExpression);
    try {
      const visible = await import('../../../src/ui/forms/visible.ts');
      const { readOrigin } = await import('../../../src/protocol/origin.ts');
      await import('../../../src/protocol/label-rule.ts');
      await import('../../../src/protocol/contact-rules.ts');
      expect(visible.visibleText('Main wallet')).toBe('Main wallet');
      expect(readOrigin('https://example.com')?.warnings).toEqual([]);
      expect(made).toEqual([]);
      expect(visible.visibleText('é\u200b')).toBe('é\\u{200B}');
      expect(made).toHaveLength(1);
      expect(readOrigin('https://xn--bcher-kva.example')?.unicode).toBe('bücher.example');
      expect(made).toHaveLength(30);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test('behavior: SignWriting keeps the modifiers of its symbols', () => {
    const text = '\u{1d800}\u{1da9b}\u{1daa1}';
    expect(splitVisible(text)).toEqual([{ text, hidden: false }]);
  });

  /** Written out, so that a property which is left out of the list is missed. */
  test.each([
    /\p{Cc}|\p{Cf}|\p{Co}|\p{Cn}/u,
    /(?! )\p{Zs}|\p{Zl}|\p{Zp}/u,
    /\p{Default_Ignorable_Code_Point}/u,
    /(?! )\p{White_Space}|(?! )\p{Pattern_White_Space}/u,
    /\p{Variation_Selector}/u,
    /\p{Bidi_Control}|\p{Join_Control}/u,
    /\p{Noncharacter_Code_Point}/u,
  ])('behavior: shows every code point of %s', (property) => {
    let matching = '';
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code);
      // Two halves side by side would be one whole.
      const half = code >= 0xd800 && code <= 0xdfff;
      if (!half && property.test(character)) matching += character;
    }
    expect(matching.length).toBeGreaterThan(3);
    const seen = splitVisible(matching).flatMap(({ text, hidden }) => (hidden ? [] : [text]));
    expect(seen).toEqual([]);
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
      'ភាសាខ្មែរ',
      'မြန်မာဘာသာ သတ္တ',
      'हिन्दी',
      '한국어',
      '⠓⠊',
      '\ufffd',
    ]) {
      expect(splitVisible(text)).toEqual([{ text, hidden: false }]);
    }
  });

  test('behavior: shows half a surrogate pair', () => {
    expect(visibleText('a\ud800b')).toBe('a\\u{D800}b');
  });

  test('behavior: keeps three stacked marks and escapes the rest', () => {
    const marks = '\u0301'.repeat(60);
    const pieces = splitVisible(`e${marks}`);
    expect(pieces[0]).toEqual({ text: `e${'\u0301'.repeat(3)}`, hidden: false });
    expect(pieces.filter((one) => one.hidden)).toHaveLength(57);
  });

  test('behavior: keeps line breaks and tabs in lines only', () => {
    expect(visibleText('a\n\tb')).toBe('a\\u{000A}\\u{0009}b');
    expect(splitVisible('a\n\tb', 'lines')).toEqual([{ text: 'a\n\tb', hidden: false }]);
    expect(splitVisible('a\r\u202eb', 'lines').filter((one) => one.hidden)).toHaveLength(2);
  });

  test('behavior: nothing is lost, and what is drawn holds no hidden character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const pieces = splitVisible(text);
        const restored = pieces
          .map((one) =>
            one.hidden
              ? String.fromCodePoint(Number.parseInt(one.text.slice(3, -1), 16))
              : one.text,
          )
          .join('');
        expect(restored).toBe(text);
        expect(splitVisible(visibleText(text)).some((one) => one.hidden)).toBe(false);
      }),
    );
  });

  test('behavior: ten thousand characters are shown, each hidden one by its escape', () => {
    const hidden = splitVisible('x\u202e'.repeat(5_000)).filter((one) => one.hidden);
    expect(hidden).toHaveLength(5_000);
  });
});
