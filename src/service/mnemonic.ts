// Recovery phrases (BIP-39). What a phrase derives depends on its words, so the same entropy in another
// language is another wallet: each one keeps its language.
import { entropyToMnemonic, mnemonicToEntropy, mnemonicToSeedWebcrypto } from '@scure/bip39';
import { wordlist as czech } from '@scure/bip39/wordlists/czech.js';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js';
import { wordlist as japanese } from '@scure/bip39/wordlists/japanese.js';
import { wordlist as korean } from '@scure/bip39/wordlists/korean.js';
import { wordlist as simplifiedChinese } from '@scure/bip39/wordlists/simplified-chinese.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import { wordlist as traditionalChinese } from '@scure/bip39/wordlists/traditional-chinese.js';
import { fromUtf8, utf8, wipe, type Bytes } from '../crypto/bytes.ts';
import { MNEMONIC_LANGUAGE, type MnemonicLanguage } from '../protocol/enums.ts';
import { invalid, type Refusal } from './refusal.ts';

/** All that a wallet is derived from. */
export type Phrase = {
  /** 16 to 32 bytes. */
  readonly entropy: Bytes;
  readonly language: MnemonicLanguage;
  /** Empty for most wallets. */
  readonly passphrase: string;
};

const WORDLISTS: Readonly<Record<MnemonicLanguage, string[]>> = {
  MNEMONIC_LANGUAGE_ENGLISH: english,
  MNEMONIC_LANGUAGE_SIMPLIFIED_CHINESE: simplifiedChinese,
  MNEMONIC_LANGUAGE_TRADITIONAL_CHINESE: traditionalChinese,
  MNEMONIC_LANGUAGE_CZECH: czech,
  MNEMONIC_LANGUAGE_FRENCH: french,
  MNEMONIC_LANGUAGE_ITALIAN: italian,
  MNEMONIC_LANGUAGE_JAPANESE: japanese,
  MNEMONIC_LANGUAGE_KOREAN: korean,
  MNEMONIC_LANGUAGE_SPANISH: spanish,
};

const WORD_COUNTS = [12, 15, 18, 21, 24];

/** The words, separated by single spaces, in the form that BIP-39 hashes. */
function wordsOf(entropy: Bytes, language: MnemonicLanguage): string {
  return entropyToMnemonic(entropy, WORDLISTS[language]).normalize('NFKD');
}

/** The seed of BIP-39, 64 bytes. */
export function seedOf({ entropy, language, passphrase }: Phrase): Promise<Uint8Array> {
  return mnemonicToSeedWebcrypto(wordsOf(entropy, language), passphrase);
}

/** What stands between the words and the passphrase in an import (docs/protocol.md, Encryption of bundles). */
const PASSPHRASE_MARK = '\n--PASS--\n';

/**
 * A phrase as clients seal it for an import. 400 for what BIP-39 doesn't know; the refusal says which
 * word, never what it is.
 */
export function readPhrase(plaintext: Bytes): Phrase {
  const [words = '', ...rest] = decode(plaintext).split(PASSPHRASE_MARK);
  return { ...readWords(words.normalize('NFKD')), passphrase: rest.join(PASSPHRASE_MARK) };
}

/**
 * A phrase as an export contains it (docs/protocol.md, Encryption of bundles).
 * @param language of the words: in another language than the phrase's own they are the same entropy, but
 *   not the same wallet
 */
export function writePhrase({ entropy, passphrase }: Phrase, language: MnemonicLanguage): Bytes {
  const words = wordsOf(entropy, language);
  return utf8(passphrase === '' ? words : `${words}\n${passphrase}`);
}

function decode(plaintext: Bytes): string {
  try {
    return fromUtf8(plaintext);
  } catch {
    throw invalidMnemonic('it is not text');
  } finally {
    wipe(plaintext);
  }
}

function readWords(text: string): Pick<Phrase, 'entropy' | 'language'> {
  const words = text.split(' ');
  if (!WORD_COUNTS.includes(words.length)) {
    throw invalidMnemonic(
      `it has ${words.length} words separated by single spaces, and must have 12, 15, 18, 21 or 24`,
    );
  }
  const known = MNEMONIC_LANGUAGE.map((language) => {
    const list = new Set(WORDLISTS[language].map((word) => word.normalize('NFKD')));
    const unknown = words.findIndex((word) => !list.has(word));
    return { language, unknown: unknown === -1 ? words.length : unknown };
  });
  const furthest = Math.max(...known.map(({ unknown }) => unknown));
  if (furthest < words.length) {
    throw invalidMnemonic(`word ${furthest + 1} is in no word list of its language`);
  }
  const candidates = known.filter(({ unknown }) => unknown === words.length);
  for (const { language } of candidates) {
    const entropy = checkedEntropy(text, language);
    if (entropy) return { entropy, language };
  }
  throw invalidMnemonic('its checksum is wrong, so a word is another one or in another place');
}

/** Undefined if the checksum doesn't hold in this language. */
function checkedEntropy(text: string, language: MnemonicLanguage): Bytes | undefined {
  try {
    return Uint8Array.from(mnemonicToEntropy(text, WORDLISTS[language]));
  } catch {
    return undefined;
  }
}

function invalidMnemonic(why: string): Refusal {
  return invalid(`invalid mnemonic: ${why}`);
}
