import { beforeAll, describe, expect, test } from 'vitest';
import { READINGS } from '../../../../src/addresses/formats.ts';
import { REFUSALS } from '../../../../src/addresses/text-codecs.ts';
import { BUNDLE_FAULTS } from '../../../../src/crypto/bundle.ts';
import { KEY_ENCODINGS, OTHER_ENCODINGS } from '../../../../src/keys/encodings.ts';
import { REFUSAL_REASONS } from '../../../../src/keys/refusal.ts';
import { addWords, findText } from '../../../../src/ui/i18n.ts';
import { importWords } from '../../../../src/ui/words/en/import.ts';
import { refusalTexts } from '../../../../src/ui/procedures/import/import-texts.ts';

beforeAll(() => addWords(importWords));

describe('the words of the import', () => {
  test.each([
    ['reason to refuse a key', 'refused', REFUSAL_REASONS],
    ['form of a key', 'found', KEY_ENCODINGS],
    ['other thing that is recognised', 'found', OTHER_ENCODINGS],
    ['reading of a format', 'reading', Object.keys(READINGS)],
    ['fault of a bundle', 'bundle', BUNDLE_FAULTS],
    ['refusal of an address', 'address.refused', REFUSALS],
  ])('behavior: every %s has its own', (_, area, names) => {
    const texts = names.map((name) => findText(`import.${area}.${name}`));
    expect(names.filter((_name, at) => texts[at] === undefined)).toEqual([]);
    expect(new Set(texts).size).toBe(names.length);
  });
});

describe('refusalTexts', () => {
  test('behavior: names what was found, how long it is and where the fault is', () => {
    const length = { unit: 'digits', got: 62, expected: [64] } as const;
    expect(refusalTexts({ reason: 'wrong_length', facts: { encoding: 'hex', length } })).toEqual([
      'Looks like: Private key in hex. The length is wrong.',
      'Length: 62 hex digits. Expected: 64.',
    ]);
    const facts = { position: 0, codePoint: 0x200b };
    expect(refusalTexts({ reason: 'lookalike_character', facts })).toEqual([
      expect.stringContaining('U+200B'),
      'The problem is at character 1.',
    ]);
  });

  test.each(REFUSAL_REASONS)('behavior: %s leaves no gap open', (reason) => {
    const facts = { found: 'wif', candidates: ['solana_seed'], codePoint: 0x430 } as const;
    for (const text of refusalTexts({ reason, facts })) {
      expect(text).toMatch(/^[A-Z].*\.$/s);
      expect(text).not.toMatch(/[{}]|undefined/);
    }
  });
});
