import { afterEach, describe, expect, test, vi } from 'vitest';
import { filterOptions } from '../../../src/ui/components/choices.tsx';
import { indexAfterKey } from '../../../src/ui/components/arrow-keys.ts';
import { foldCase, foldedWords, keyOf } from '../../../src/ui/components/typed-text.ts';

afterEach(() => void vi.restoreAllMocks());

/** What a browser in Turkish makes of `toLocaleLowerCase()`. */
function speakTurkish(): void {
  const lower = Object.getOwnPropertyDescriptor(String.prototype, 'toLocaleLowerCase')?.value as (
    this: string,
    locale: string,
  ) => string;
  vi.spyOn(String.prototype, 'toLocaleLowerCase').mockImplementation(function (this: string) {
    return lower.call(this, 'tr');
  });
}

describe('foldCase', () => {
  test.each([
    ['Import', 'import'],
    ['IMPORT', 'import'],
    ['İstanbul', 'istanbul'],
    ['ISTANBUL', 'istanbul'],
    ['ısı', 'isi'],
    ['Straße', 'strasse'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['οδος', 'οδοσ'],
    ['Cafe\u0301', 'cafe'],
    ['Café', 'cafe'],
    ['Ｐａｙ', 'pay'],
    ['Übung', 'ubung'],
    ['Søren', 'soren'],
    ['Łódź', 'lodz'],
    ['Ёлка', 'елка'],
    // A letter of its own: without its mark it is another one.
    ['が', 'が'],
    ['हिन्दी', 'हिन्दी'],
    ['한글', '한글'],
    ['ｶﾞ', 'ガ'],
    ['ж', 'ж'],
    ['', ''],
  ])('behavior: %s is compared as %s', (text, folded) => expect(foldCase(text)).toBe(folded));

  test('behavior: what was typed is found in every language of the browser', () => {
    speakTurkish();
    expect('Import'.toLocaleLowerCase()).toBe('ımport');
    for (const typed of ['import', 'IMPORT', 'İmport', 'ımport'])
      expect(filterOptions([{ value: 'a', label: 'Import' }], typed), typed).toHaveLength(1);
    expect(foldedWords(' Import  WALLETS ')).toEqual(['import', 'wallets']);
  });

  test('behavior: a letter leads to the next item in every language of the browser', () => {
    speakTurkish();
    const event = { key: 'i', ctrlKey: false, metaKey: false, altKey: false } as KeyboardEvent;
    expect(indexAfterKey(event, -1, ['Export', 'Import'])).toBe(1);
  });
});

describe('keyOf', () => {
  const event = (init: object) => ({ isComposing: false, ...init }) as KeyboardEvent;

  test('behavior: the key, unless an input method has it', () => {
    expect(keyOf(event({ key: 'Enter' }))).toBe('Enter');
    expect(keyOf(event({ key: 'Enter', isComposing: true }))).toBe('');
    expect(keyOf(event({ key: 'ArrowDown', isComposing: true }))).toBe('');
  });
});
