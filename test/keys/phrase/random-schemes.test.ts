import { validateMnemonic } from '@scure/bip39';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { afterAll, describe, expect, test } from 'vitest';
import { loadWordList, PHRASE_LANGUAGES } from '../../../src/keys/phrase/languages.ts';
import type { OtherScheme } from '../../../src/keys/phrase/other-schemes.ts';
import { readPhrase } from '../../../src/keys/phrase/read-phrase.ts';
import {
  aezeedPhrase,
  bip39Phrase,
  ELECTRUM_PORTUGUESE,
  electrumPhrase,
  isAezeed,
  isElectrum,
  isTon,
  oldElectrumPhrase,
  slip39Phrase,
} from './random-schemes.ts';
import electrum from '../../vectors/electrum-seeds.json' with { type: 'json' };

/*
 * Random phrases of each scheme: none is taken for another's without the warning, and none is warned of
 * that no other scheme has the marks of.
 */

const COUNT = Number(process.env['KEYSTAMP_PHRASE_TRIALS'] ?? 60);
const TIMEOUT = 60_000 + COUNT * 400;

const lists = await Promise.all(PHRASE_LANGUAGES.map(loadWordList));
/** Electrum's five: BIP-39's, and its own Portuguese one. */
const ELECTRUM_LISTS = [
  ...lists
    .filter(({ language }) =>
      ['english', 'spanish', 'japanese', 'simplified_chinese'].includes(language),
    )
    .map(({ words }) => words),
  ELECTRUM_PORTUGUESE,
];

/** Whether the words have the scheme's mark, by code that isn't the product's. */
const HAS_MARK: Readonly<Record<OtherScheme, (text: string) => boolean>> = {
  electrum: isElectrum,
  aezeed: (text) => isAezeed(text, english),
  ton: isTon,
  // Neither list shares enough words with BIP-39's for a phrase of both.
  slip39: () => false,
  old_electrum: () => false,
};
const isBip39 = (text: string): boolean =>
  lists.some(({ words }) => validateMnemonic(text.normalize('NFKD'), [...words]));

const figures: string[] = [];
afterAll(() => {
  if (COUNT > 60) console.log(figures.join('\n'));
});

const OTHERS: readonly (readonly [OtherScheme, (round: number) => string])[] = [
  ['electrum', (round) => electrumPhrase(ELECTRUM_LISTS[round % ELECTRUM_LISTS.length] ?? english)],
  ['old_electrum', oldElectrumPhrase],
  ['slip39', slip39Phrase],
  ['aezeed', () => aezeedPhrase(english)],
];

describe('random phrases', () => {
  test('behavior: Electrum’s own seeds have the mark and the words of those drawn here', () => {
    for (const { seed, language } of electrum.seeds) {
      expect([seed, isElectrum(seed)]).toEqual([seed, true]);
      const words = seed.normalize('NFKD').split(/\s+/);
      expect(ELECTRUM_LISTS.some((list) => words.every((word) => list.includes(word)))).toBe(true);
      if (language === 'portuguese') expect(words).toHaveLength(13);
    }
    expect(ELECTRUM_LISTS.map((list) => electrumPhrase(list).split(' ').length)).toEqual([
      12, 12, 12, 12, 13,
    ]);
    expect(electrum.old.filter(isElectrum)).toEqual([]);
  });

  test(
    'behavior: of BIP-39 are taken in every language, and warned of only by a mark',
    { timeout: TIMEOUT },
    async () => {
      let both = 0;
      for (let round = 0; round < COUNT; round++) {
        const { words, language } = lists[round % lists.length] ?? { words: english, language: '' };
        const text = bip39Phrase(words);
        const { fault, alsoFits } = await readPhrase(text);
        expect([text, fault]).toEqual([
          text,
          language === 'portuguese' ? 'unsupported_language' : null,
        ]);
        const plain = text.normalize('NFKD').split(/\s+/).join(' ');
        expect([text, alsoFits.filter((scheme) => !HAS_MARK[scheme](plain))]).toEqual([text, []]);
        both += alsoFits.length > 0 ? 1 : 0;
      }
      figures.push(`bip39: ${COUNT} taken, ${both} of them with another scheme's mark, warned of`);
    },
  );

  test.each(OTHERS)(
    'behavior: of %s are named, and never taken for another silently',
    { timeout: TIMEOUT },
    async (scheme, generate) => {
      let both = 0;
      for (let round = 0; round < COUNT; round++) {
        const text = generate(round);
        const { fault, alsoFits } = await readPhrase(text);
        const named = fault === null ? alsoFits : [fault, ...alsoFits];
        expect([text, named.includes(scheme)]).toEqual([text, true]);
        // Taken as BIP-39's only if it is a phrase of both.
        if (fault === null) expect([text, isBip39(text)]).toEqual([text, true]);
        both += fault === scheme && alsoFits.length === 0 ? 0 : 1;
      }
      figures.push(`${scheme}: ${COUNT} named, ${both} of them with another scheme's mark, too`);
    },
  );
});
