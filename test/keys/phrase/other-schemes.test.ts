import { sha256 } from '@noble/hashes/sha2.js';
import { entropyToMnemonic, validateMnemonic } from '@scure/bip39';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { describe, expect, test } from 'vitest';
import { PHRASE_LANGUAGES, loadWordList } from '../../../src/keys/phrase/languages.ts';
import { OLD_ELECTRUM_WORDS } from '../../../src/keys/phrase/old-electrum-words.ts';
import { readPhrase } from '../../../src/keys/phrase/read-phrase.ts';
import electrum from '../../vectors/electrum-seeds.json' with { type: 'json' };

/*
 * Seeds of other schemes, by those who made them: Electrum's own code (test/vectors/electrum-seeds.json
 * says which), and published ones.
 */

const isBip39 = (text: string) => validateMnemonic(text, english);

/** By @scure/bip39 in whichever of its lists has the words. */
async function isBip39Somewhere(text: string): Promise<boolean> {
  const lists = await Promise.all(PHRASE_LANGUAGES.map(loadWordList));
  const words = text.normalize('NFKD').split(/\s+/).join(' ');
  return lists.some((list) => validateMnemonic(words, [...list.words]));
}

/** LND, aezeed/cipherseed_test.go, and a phrase of its production parameters. */
const AEZEED = [
  'ability liquid travel stem barely drastic pact cupboard apple thrive morning oak feature tissue couch old math inform success suggest drink motion know royal',
  'able tree stool crush transfer cloud cross three profit outside hen citizen plate ride require leg siren drum success suggest drink require fiscal upgrade',
];

/** ton-crypto, mnemonic.spec.ts. */
const TON =
  'hospital stove relief fringe tongue always charge angry urge sentence again match nerve inquiry senior coconut label tumble carry category beauty bean road solution';

describe('seeds of Electrum', () => {
  test.each(electrum.seeds)('behavior: $language, $type: $seed', async ({ seed }) => {
    const { fault, alsoFits } = await readPhrase(seed);
    if (await isBip39Somewhere(seed))
      expect({ fault, alsoFits }).toEqual({ fault: null, alsoFits: ['electrum'] });
    else expect(fault).toBe('electrum');
  });

  test('behavior: the vectors have seeds that BIP-39 takes as well, by @scure/bip39', () => {
    const both = electrum.seeds.filter(({ bip39 }) => bip39);
    expect(both.length).toBeGreaterThanOrEqual(8);
    expect(both.filter(({ seed }) => !isBip39(seed))).toEqual([]);
  });

  test.each(electrum.old)('behavior: of the first generation: %s', async (seed) => {
    expect((await readPhrase(seed)).fault).toBe('old_electrum');
  });

  test('behavior: a published one that is a valid BIP-39 phrase names both', async () => {
    // Electrum, pull request 6001.
    const seed =
      'universe leisure priority tattoo fluid trophy theme rigid team van office sponsor';
    expect(isBip39(seed)).toBe(true);
    expect(await readPhrase(seed)).toMatchObject({ fault: null, alsoFits: ['electrum'] });
  });

  test('error: a mistyped one is told apart from a mistyped BIP-39 phrase as far as that goes', async () => {
    const [{ seed } = { seed: '' }] = electrum.seeds.filter(
      ({ language, bip39 }) => language === 'english' && !bip39,
    );
    const [first = '', second = '', ...others] = seed.split(' ');
    const swapped = [second, first, ...others].join(' ');
    const reading = await readPhrase(swapped);
    // By chance the swapped words are a phrase of either scheme.
    if (reading.fault === 'checksum') expect(reading.couldBe).toEqual(['electrum']);
  });
});

describe('seeds of LND and TON', () => {
  test.each(AEZEED)('behavior: aezeed: %s', async (seed) => {
    const { fault, alsoFits } = await readPhrase(seed);
    if (isBip39(seed)) expect({ fault, alsoFits }).toEqual({ fault: null, alsoFits: ['aezeed'] });
    else expect(fault).toBe('aezeed');
  });

  test('error: with a wrong word, 24 words could be of three schemes', async () => {
    const words = (AEZEED[0] ?? '').split(' ');
    const wrong = english.map((word) => [word, ...words.slice(1)].join(' '));
    const [text = ''] = wrong.filter((candidate) => !isBip39(candidate) && candidate !== AEZEED[0]);
    const { fault, couldBe } = await readPhrase(text);
    if (fault === 'checksum') expect(couldBe).toEqual(['aezeed', 'ton', 'electrum']);
    else expect(['ton', 'electrum']).toContain(fault);
  });

  test('behavior: a TON wallet’s phrase', async () => {
    expect((await readPhrase(TON)).fault).toBe('ton');
  });
});

/** Entropy of 16 bytes that looks random and is the same in each run. */
const entropyOf = (name: string) => sha256(new TextEncoder().encode(name)).slice(0, 16);

describe('phrases of BIP-39', () => {
  const ROUNDS = 60;
  const LANGUAGES = PHRASE_LANGUAGES.filter((one) => one !== 'portuguese');

  test('behavior: are taken in every language, and warned of as rarely as chance has it', async () => {
    const warnings: string[] = [];
    for (const language of LANGUAGES) {
      const { words } = await loadWordList(language);
      for (let round = 0; round < ROUNDS; round++) {
        const phrase = entropyToMnemonic(entropyOf(`${language} ${round}`), [...words]);
        const { fault, alsoFits } = await readPhrase(phrase);
        expect(fault).toBeNull();
        warnings.push(...alsoFits);
      }
    }
    // One of 215 has Electrum’s mark: 2.5 of 540 phrases.
    expect(LANGUAGES).toHaveLength(9);
    expect(warnings).toEqual(['electrum', 'electrum', 'electrum']);
  });

  test('behavior: one of words that the first Electrum had as well names both', async () => {
    const common = english.filter((word) => OLD_ELECTRUM_WORDS.includes(word));
    const words = common.slice(0, 11);
    // One of 16 last words makes the checksum right.
    const [last = ''] = common.filter((word) => isBip39([...words, word].join(' ')));
    const reading = await readPhrase([...words, last].join(' '));
    expect(reading.fault).toBeNull();
    expect(reading.alsoFits).toContain('old_electrum');
  });
});
