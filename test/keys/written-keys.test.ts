import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concat, toHex } from '../../src/crypto/bytes.ts';
import { KeyRefusal, type RefusalReason } from '../../src/keys/refusal.ts';
import * as encoders from './encoders.ts';
import { outcomeOf } from './read-outcome.ts';

/*
 * Keys as people copy them: whatever stands around one, it is read as this key or refused with what
 * stands there, and never as another key.
 */

const scalar = fc
  .tuple(fc.integer({ min: 1, max: 0xfe }), fc.uint8Array({ minLength: 31, maxLength: 31 }))
  .map(([first, rest]) => concat(Uint8Array.of(first), rest));

const FORMS: Readonly<Record<string, (key: Uint8Array) => string>> = {
  hex: toHex,
  '0x': (key) => `0x${toHex(key)}`,
  'seed and public key in hex': (key) => toHex(encoders.pairOf(key)),
  WIF: (key) => encoders.wif(0x80, key),
  'WIF of Dogecoin': (key) => encoders.wif(0x9e, key),
  'Electrum’s WIF': (key) => `p2wpkh:${encoders.wif(0x80, key)}`,
  descriptor: (key) => `wpkh(${encoders.wif(0x80, key)})`,
  'Solana, base58': encoders.solanaPair,
  'Solana, array': (key) => encoders.solanaArray(key, 1),
  'bytes in JSON': (key) => JSON.stringify(Buffer.from(key)),
  'Stellar’s seed': encoders.stellarSeed,
  Sui: (key) => encoders.sui(key),
  'Sui’s keystore': (key) => JSON.stringify([encoders.suiKeystore(key)], null, 2),
  Aptos: encoders.aptos,
};

const around =
  (before: string, behind = before) =>
  (text: string) =>
    before + text + behind;
/** Taken off in silence: what carries no meaning around a file or a copied text. */
const BLANKS: Readonly<Record<string, (text: string) => string>> = {
  nothing: around(''),
  'a line break': around('', '\n'),
  'a line break of Windows': around('', '\r\n'),
  'a byte order mark': around('\ufeff', ''),
  'a byte order mark and CRLF': (text) => `\ufeff${text.replaceAll('\n', '\r\n')}\r\n`,
  tabs: around('\t'),
  'no-break spaces': around('\u00a0'),
  'ideographic spaces': around('\u3000'),
  'thin spaces': around('\u2009'),
};
/** Read or named, depending on the form. */
const WRAPPINGS: Readonly<Record<string, (text: string) => string>> = {
  'double quotes': around('"'),
  'single quotes': around("'"),
  backticks: around('`'),
  'typographic quotes': around('“', '”'),
  'German quotes': around('„', '“'),
  guillemets: around('« ', ' »'),
  brackets: around('(', ')'),
  'a full stop': around('', '.'),
  'a comma': around('', ','),
  'a bullet': around('• ', ''),
  'a dash': around('- ', ''),
  'a number': around('1. ', ''),
  'a name': around('PRIVATE_KEY=', ''),
  'a name with export': around('export KEY="', '"'),
  'a label': around('Private key: ', ''),
  'Word 1:': around('Word 1: ', ''),
  'a JSON array': around('["', '"]'),
  'a JSON object': around('{"privateKey":"', '"}'),
  'left to right': around('\u202a', '\u202c'),
  isolates: around('\u2068', '\u2069'),
  'zero-width spaces': around('\u200b'),
  'a soft hyphen within': (text) => `${text.slice(0, 9)}\u00ad${text.slice(9)}`,
  'a line break within': (text) => `${text.slice(0, 9)}\n${text.slice(9)}`,
};
/** What can be said of a wrapped key. `checksum` and the like would send people to look for a typo. */
const TRUE_REASONS: readonly RefusalReason[] = [
  'decorated',
  'lookalike_character',
  'wrong_character',
  'wrong_length',
  'malformed',
  'unknown',
];

const chosen = <T>(table: Readonly<Record<string, T>>) => fc.constantFrom(...Object.entries(table));

describe('a key as people copy it', () => {
  test('behavior: blanks and marks of files around it are nothing', () => {
    fc.assert(
      fc.property(scalar, chosen(FORMS), chosen(BLANKS), (key, [, form], [, blank]) => {
        const outcome = outcomeOf(blank(form(key)));
        if (outcome instanceof KeyRefusal) throw new Error(JSON.stringify(outcome.reason));
        expect(toHex(outcome.privateKey)).toBe(toHex(key));
      }),
      { numRuns: 250 },
    );
  });

  test('behavior: a bullet and a number are named for what they are', () => {
    fc.assert(
      fc.property(
        scalar,
        chosen(FORMS),
        fc.constantFrom('- ', '* ', '+ ', '1. ', '12) '),
        (key, [name, form], mark) => {
          const outcome = outcomeOf(mark + form(key));
          expect(outcome instanceof KeyRefusal && outcome.reason, `${mark}${name}`).toBe(
            'decorated',
          );
        },
      ),
    );
  });

  test('behavior: whatever else stands around it, it is this key or a true reason', () => {
    fc.assert(
      fc.property(
        scalar,
        chosen(FORMS),
        chosen(WRAPPINGS),
        chosen(BLANKS),
        (key, [name, form], [wrapping, wrap], [, blank]) => {
          const outcome = outcomeOf(blank(wrap(form(key))));
          const what = `${name}, ${wrapping}`;
          if (outcome instanceof KeyRefusal) expect(TRUE_REASONS, what).toContain(outcome.reason);
          else expect(toHex(outcome.privateKey), what).toBe(toHex(key));
        },
      ),
      { numRuns: 600 },
    );
  });
});
