import { entropyToMnemonic, generateMnemonic, mnemonicToEntropy } from '@scure/bip39';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { describe, expect, test } from 'vitest';
import { fromHex, toHex } from '../../../src/crypto/bytes.ts';
import { entropyOf } from '../../../src/keys/phrase/entropy.ts';
import { loadWordList, PHRASE_LANGUAGES } from '../../../src/keys/phrase/languages.ts';
import { nearestWords } from '../../../src/keys/phrase/nearest-words.ts';
import { editDistance } from '../../../src/protocol/edit-distance.ts';
import { isSlip39Share } from '../../../src/keys/phrase/other-schemes.ts';
import { readPhrase } from '../../../src/keys/phrase/read-phrase.ts';
import { SLIP39_WORDS } from '../../../src/keys/phrase/slip39-words.ts';

const ABOUT = `${'abandon '.repeat(11)}about`;
const faultOf = async (text: string) => (await readPhrase(text)).fault;

/** BIP-39's own vectors (github.com/trezor/python-mnemonic, vectors.json): entropy and words. */
const VECTORS: readonly (readonly [string, string])[] = [
  ['00000000000000000000000000000000', ABOUT],
  [
    '7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f',
    'legal winner thank year wave sausage worth useful legal winner thank yellow',
  ],
  [
    '80808080808080808080808080808080',
    'letter advice cage absurd amount doctor acoustic avoid letter advice cage above',
  ],
  ['ffffffffffffffffffffffffffffffff', 'zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong'],
  [
    '77c2b00716cec7213839159e404db50d',
    'jelly better achieve collect unaware mountain thought cargo oxygen act hood bridge',
  ],
  [
    'f585c11aec520db57dd353c69554b21a89b20fb0650966fa0a9d6f74fd989d8f',
    'void come effort suffer camp survey warrior heavy shoot primary clutch crush open amazing screen patrol group space point ten exist slush involve unfold',
  ],
];

describe('a valid phrase', () => {
  test.each(VECTORS)('behavior: BIP-39 vector %s', async (entropy, text) => {
    expect(await readPhrase(text)).toMatchObject({ fault: null, language: 'english' });
    const list = await loadWordList('english');
    expect(toHex(entropyOf(text.split(' '), list) ?? new Uint8Array())).toBe(entropy);
  });

  const LENGTHS = [128, 160, 192, 224, 256];
  test.each(LENGTHS)(
    'behavior: of %i bits, in every language that the service takes',
    async (bits) => {
      for (const language of PHRASE_LANGUAGES.filter((one) => one !== 'portuguese')) {
        const list = await loadWordList(language);
        for (let round = 0; round < 5; round++) {
          const text = generateMnemonic([...list.words], bits);
          const reading = await readPhrase(text);
          expect(reading.fault, `${language}: ${text}`).toBeNull();
          expect(reading.words.map((word) => word.text)).toEqual(
            text.normalize('NFKD').split(/\s/),
          );
          const known = toHex(
            mnemonicToEntropy(text.normalize('NFKD').replaceAll('　', ' '), [...list.words]),
          );
          const own = await loadWordList(reading.language ?? 'english');
          // Two lists may have all the words; then the entropy is that of the list that was recognized.
          if (own === list)
            expect(
              toHex(
                entropyOf(
                  reading.words.map((w) => w.text),
                  own,
                ) ?? new Uint8Array(),
              ),
            ).toBe(known);
        }
      }
    },
  );

  test('behavior: however it is written down', async () => {
    const words = ABOUT.split(' ');
    const written = [
      ABOUT.toUpperCase(),
      `  ${words.join('\n')}\n`,
      words.map((word, at) => `${at + 1}. ${word}`).join('\n'),
      words.map((word, at) => `${at + 1}.${word}`).join(' '),
      words.map((word, at) => `(${at + 1}) ${word}`).join('\t'),
      words.join(', '),
      `"${words.join('","')}"`,
      `\ufeff${words.join('\u00a0')}\u200b`,
      `${ABOUT}.`,
    ];
    for (const text of written) expect(await faultOf(text), JSON.stringify(text)).toBeNull();
  });

  test('behavior: lists are 2,048 different words in the form that BIP-39 hashes', async () => {
    for (const language of PHRASE_LANGUAGES) {
      const { words, places } = await loadWordList(language);
      expect(words, language).toHaveLength(2048);
      expect(places.size, language).toBe(2048);
      expect(words.every((word) => word === word.normalize('NFKD').toLowerCase())).toBe(true);
    }
  });
});

describe('a text that is no phrase to import', () => {
  test('error: nothing, too long, and no words', async () => {
    expect(await faultOf('')).toBe('empty');
    expect(await faultOf(' 1. \n')).toBe('empty');
    expect(await faultOf('abandon '.repeat(300))).toBe('too_long');
    expect(await faultOf(`0x${'ab'.repeat(32)}`)).toBe('not_words');
    expect(await faultOf(`${'abandon '.repeat(11)}ab0ut`)).toBe('not_words');
    expect(await faultOf('5KQwrPbwdL6PhXujxW37FSSQZ1JiwsST4cqQzDeyXtP79zkvFD3')).toBe('not_words');
  });

  test('error: a word that is no word, with what it may have been', async () => {
    const reading = await readPhrase(ABOUT.replace('about', 'abuot '));
    expect(reading.fault).toBe('unknown_word');
    expect(reading.words.map(({ state }) => state)).toEqual([
      ...Array(11).fill('known'),
      'unknown',
    ]);
    expect(reading.words.at(-1)?.nearest[0]).toBe('about');
    const metal = await readPhrase(ABOUT.replace('about', 'abou '));
    expect(metal.words.at(-1)?.nearest).toEqual(['about']);
  });

  test('behavior: a word is only refused once it is typed', async () => {
    expect(await readPhrase('aban')).toMatchObject({
      fault: 'unfinished_word',
      words: [{ state: 'partial' }],
    });
    expect(await faultOf('aban ')).toBe('unknown_word');
    expect(await faultOf('abx')).toBe('unknown_word');
    expect(await faultOf('abandon')).toBe('word_count');
  });

  test('error: a wrong checksum, a wrong count, and one word too many', async () => {
    expect(await faultOf(ABOUT.replace('about', 'abandon'))).toBe('checksum');
    // Two words swapped.
    expect(
      await faultOf('winner legal thank year wave sausage worth useful legal winner thank yellow'),
    ).toBe('checksum');
    for (const count of [1, 11, 14, 16, 20, 23, 26]) {
      expect(await faultOf('abandon '.repeat(count)), String(count)).toBe('word_count');
    }
    expect(await faultOf(`${ABOUT} hunter`)).toBe('extra_word');
    expect(await faultOf(`${ABOUT} zoo`)).toBe('extra_word');
    expect(await faultOf(`${entropyToMnemonic(new Uint8Array(32), english)} zoo`)).toBe(
      'extra_word',
    );
  });

  test('error: words of two languages', async () => {
    const italian = (await loadWordList('italian')).words;
    const mixed = ABOUT.replace('abandon abandon', `${italian[5]} ${italian[99]}`);
    const reading = await readPhrase(mixed);
    expect(reading).toMatchObject({ fault: 'mixed_languages', language: 'english' });
    expect(reading.languages).toEqual(['english', 'italian']);
    expect(reading.words.slice(0, 3).map(({ state }) => state)).toEqual([
      'other',
      'other',
      'known',
    ]);
  });

  test('error: a language that the service does not take', async () => {
    const { words } = await loadWordList('portuguese');
    const text = entropyToMnemonic(fromHex('7f'.repeat(16)), [...words]);
    expect(await readPhrase(text)).toMatchObject({
      fault: 'unsupported_language',
      language: 'portuguese',
    });
  });

  test('error: a share of a Shamir backup', async () => {
    // SLIP-39's vectors: a valid share of 128 bits, and the same with a wrong checksum.
    const share =
      'duckling enlarge academic academic agency result length solution fridge kidney coal piece deal husband erode duke ajar critical decision keyboard';
    expect(SLIP39_WORDS).toHaveLength(1024);
    expect(await isSlip39Share(share.split(' '))).toBe(true);
    expect(await faultOf(share)).toBe('slip39');
    expect(await isSlip39Share(share.replace('keyboard', 'kidney').split(' '))).toBe(false);
    const share256 =
      'theory painting academic academic armed sweater year military elder discuss acne wildlife boring employer fused large satoshi bundle carbon diagnose anatomy hamster leaves tracks paces beyond phantom capital marvel lips brave detect luck';
    expect(await faultOf(share256)).toBe('slip39');
  });
});

describe('nearestWords', () => {
  test('behavior: by letters left out, added, changed and swapped', () => {
    expect(editDistance('abuot', 'about')).toBe(1);
    expect(editDistance('', 'abc')).toBe(3);
    expect(editDistance('kitten', 'sitting')).toBe(3);
    expect(nearestWords('rythm', english)[0]).toBe('rhythm');
    expect(nearestWords('recieve', english)[0]).toBe('receive');
    expect(nearestWords('zzzzzzz', english)).toEqual([]);
    expect(nearestWords('acti', english)).toEqual(expect.arrayContaining(['action']));
  });
});
