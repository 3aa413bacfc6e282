import { toASCII } from 'tr46';
import { describe, expect, test } from 'vitest';
import { NEEDED_JOINER_SOURCE } from '../../src/protocol/joiners.ts';
import { labelRule } from '../../src/protocol/label-rule.ts';

const NEEDED = new RegExp(NEEDED_JOINER_SOURCE, 'u');

/** Whether UTS 46 takes a label, in another implementation; its joiners are checked, its direction not. */
const isHost = (label: string) => toASCII(label, { checkJoiners: true }) !== null;

describe('joiners', () => {
  test.each([
    // UAX 31, 2.3, and what people write: Persian, Malayalam, Sinhala, Devanagari, Bengali, Kannada.
    ['نامه\u200Cای', 'a letter'],
    ['می\u200Cخواهم', 'I want'],
    ['ദൃക്\u200Cസാക്ഷി', 'eyewitness'],
    ['ശ്രീ ലങ്ക അവന്\u200D', 'a chillu at the end of a word'],
    ['ශ්\u200Dරී ලංකා', 'Sri Lanka'],
    ['क्\u200Dष', 'a half form'],
    ['র\u09CD\u200Cয', 'after a virama'],
    ['ರಾಜ್\u200Cಕುಮಾರ್', 'Rajkumar'],
  ])('behavior: a name may be %s (%s)', (name) => {
    expect(NEEDED.test(name)).toBe(true);
    expect(labelRule(name)).toBeUndefined();
  });

  test.each([
    ['Trea\u200Csury', 'between Latin letters'],
    ['Trea\u200Dsury', 'between Latin letters'],
    ['کار\u200Cها', 'after a letter that joins to none'],
    ['می\u200C', 'at the end'],
    ['\u200Cمی', 'at the start'],
    ['می\u200C خواهم', 'before a space'],
    ['می\u200C\u200Cخواهم', 'twice'],
    ['नी\u200C', 'after a vowel sign'],
    ['क\u200Dष', 'without a virama'],
    ['می\u200Dخواهم', 'the other joiner'],
  ])('error: no name is %j: %s', (name) => {
    expect(labelRule(name)).toBe('label_invisible');
  });

  test('behavior: around every letter, digit and mark, the places are those of host names', () => {
    // UTS 46 maps these away before it looks at joiners.
    const mapped = new Set([0x345, 0x115f, 0x1160]);
    const differences: string[] = [];
    let count = 0;
    for (let code = 0x80; code < 0x3_0000; code += 1) {
      const one = code >= 0xd800 && code < 0xe000 ? ' ' : String.fromCodePoint(code);
      const isMapped = one.normalize('NFKC') !== one || one.toLowerCase() !== one;
      if (!/[\p{L}\p{M}\p{N}]/u.test(one) || isMapped || mapped.has(code)) continue;
      for (const [before, after] of [
        [`ب${one}\u200C`, 'ب'],
        ['ب\u200C', one],
        [`क${one}\u200D`, 'क'],
        [`क${one}\u200C`, 'क'],
      ] as const) {
        const label = before + after;
        if (!isHost(label.replace(/[\u200C\u200D]/, ''))) continue;
        count += 1;
        if (isHost(label) !== NEEDED.test(label)) differences.push(code.toString(16));
      }
    }
    expect(differences).toEqual([]);
    expect(count).toBeGreaterThan(300_000);
  });
});
