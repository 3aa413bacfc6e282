import { describe, expect, test } from 'vitest';
import { LOCALES } from '../../src/ui/i18n.ts';
import { german } from '../../src/ui/words/de/german.ts';
import type { Message, Words } from '../../src/ui/words/translation.ts';
import { english } from './english.ts';

/*
 * Every language against English. The compiler demands most keys; the rest of what makes a
 * translation whole is here.
 */

const TRANSLATIONS = [{ locale: 'de', words: german }] as const;

/** Texts that are right in both languages: names, and words that both have. */
const SAME: Readonly<Record<string, ReadonlySet<string>>> = {
  de: new Set([
    'Passphrase',
    'Text',
    'Bytes',
    'Salt',
    'Blobs',
    'Nonce',
    'Chain {id}',
    'Keccak-256',
    'CAIP-19',
    'Symbol',
    'Delegation (EIP-7702)',
    'Hex',
    'Solana (base58)',
    'WIF',
    'Tag',
    'OAuth',
    'Passkey',
    'Passkeys',
    'Passkey {number}',
    'Keystamp',
    'Turnkey',
    'https://api.turnkey.com',
    'SHA-256',
    'JSON',
    'base64',
    'ID',
    'P-256',
    'secp256k1',
    'Ed25519',
    'Ethereum',
    'Ethereum, Bitcoin, Cosmos, Tron, Sei, Dogecoin, XRP',
    'Electrum',
    'LND (aezeed)',
    'Solana, Sui, Aptos, Stellar, TON',
    'English',
    'Deutsch',
    'Version {version}',
    'optional',
    'Chain',
    'Code',
    'Details',
    'Domain',
    'Format',
    'Name',
    'Sandbox',
    'Status',
    'System',
    'Tag',
    'Tags',
    'Test',
    'Wallet',
    'Wallets',
    'Bluetooth',
    'USB',
    'NFC',
    'PayPal',
    'Google Pay',
    'Apple Pay',
    'Venmo',
    'SMS',
  ]),
};

/** Names of curves, networks, currencies and providers, which no language translates. */
const NAMES =
  /^choice\.(CURVE|FIAT_ON_RAMP_(BLOCKCHAIN_NETWORK|CRYPTO_CURRENCY|CURRENCY|PROVIDER)|ADDRESS_FORMAT_(?!.*COMPRESSED)\w+|SMART_CONTRACT_INTERFACE_TYPE|TRANSACTION_TYPE|eip155:)_?/;

/** `popup`, `error`, `op`: an area, or a table of words. */
const areaOf = (key: string): string => key.slice(0, key.indexOf('.'));
const AREAS = [...new Set(Object.keys(english).map(areaOf))];
const keysOf = (words: Words, area: string): string[] =>
  Object.keys(words)
    .filter((key) => areaOf(key) === area)
    .toSorted();

const pluralsOf = (message: Message): Readonly<Record<string, string>> =>
  typeof message === 'string' ? { other: message } : message;
const formsOf = (message: Message): string[] => Object.values(pluralsOf(message));
const placeholdersOf = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].toSorted();

/** The keys of a language's messages for which `fault` says what is wrong. */
function faults(words: Words, fault: (key: string, message: Message) => string | false): string[] {
  return Object.entries(words).flatMap(([key, message]) => {
    const found = fault(key, message);
    return found === false ? [] : [`${key}: ${found}`];
  });
}

test('behavior: every language of the options is compared here', () => {
  const compared: readonly string[] = TRANSLATIONS.map(({ locale }) => locale);
  expect(['en', ...compared, 'en-XA']).toEqual(LOCALES);
});

describe.for(TRANSLATIONS)('$locale', ({ locale, words }) => {
  test.for(AREAS)('behavior: it has the texts of %s, and no other', (area) => {
    expect(keysOf(words, area)).toEqual(keysOf(english, area));
  });

  test('behavior: each text and plural form has the placeholders of the English one', () => {
    const wrong = faults(words, (key, message) => {
      const source = pluralsOf(english[key] ?? '');
      const differing = Object.entries(pluralsOf(message)).filter(([form, text]) => {
        // English may leave the number out of `one`. A language whose `one` is also 21 may not.
        const fitting = [source[form], source['other']].map((one) =>
          placeholdersOf(one ?? '').join(),
        );
        return !fitting.includes(placeholdersOf(text).join());
      });
      return differing.length > 0 && differing.join(' | ');
    });
    expect(wrong).toEqual([]);
  });

  test('behavior: plural forms are there where English has them, for every category of counts', () => {
    const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
    const wrong = faults(words, (key, message) => {
      const source = english[key] ?? '';
      if (typeof source === 'string' || typeof message === 'string')
        return typeof source !== typeof message && 'plural forms in one language only';
      const missing = pluralCategories.filter((category) => message[category] === undefined);
      const useless = Object.keys(message).filter(
        (category) => !pluralCategories.some((known) => known === category),
      );
      return missing.length + useless.length > 0 && [...missing, ...useless].join();
    });
    expect(wrong).toEqual([]);
  });

  test('behavior: no text is empty or begins or ends with a space', () => {
    const wrong = faults(words, (key, message) => {
      const source = formsOf(english[key] ?? '');
      return (
        formsOf(message).some(
          (text) => text !== text.trim() || (text === '' && !source.includes('')),
        ) && 'empty, or with a space at an end'
      );
    });
    expect(wrong).toEqual([]);
  });

  test('behavior: no English is left, but for names and words that both languages have', () => {
    const same = SAME[locale] ?? new Set();
    const left = faults(english, (key, source) => {
      const untranslated = formsOf(words[key] ?? '').filter(
        (text) => formsOf(source).includes(text) && /\p{L}/u.test(text.replace(/\{\w+\}/g, '')),
      );
      const known = NAMES.test(key) || untranslated.every((text) => same.has(text));
      return !known && untranslated.join(' | ');
    });
    expect(left).toEqual([]);
  });

  test('behavior: the words that may be the same are still in use', () => {
    const texts = new Set(Object.values(english).flatMap(formsOf));
    expect([...(SAME[locale] ?? [])].filter((text) => !texts.has(text))).toEqual([]);
  });
});

test('behavior: German says du to its reader everywhere', () => {
  // At the beginning of a sentence, Sie may also be they, and Ihr may be her.
  const formal = /(?<!^|[.!?:] )\b(?:Sie|Ihnen|Ihr(?:e[mnrs]?)?)\b|\b(?:Sie|Ihnen)$/;
  const wrong = faults(german, (_, message) =>
    formsOf(message).some((text) => formal.test(text)) ? 'formal' : false,
  );
  expect(wrong).toEqual([]);
});
