import { generateMnemonic, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { describe, expect, test } from 'vitest';
import { addressesOf } from '../../../src/addresses/address.ts';
import { fromHex, toHex, utf8, type Bytes } from '../../../src/crypto/bytes.ts';
import { publicKeyOf } from '../../../src/crypto/keys.ts';
import { parseSealableKey } from '../../../src/client/import/sealable-key.ts';
import { deriveAccount } from '../../../src/client/import/sealable-phrase.ts';
import { readExportedKey, readExportedPhrase } from '../../../src/client/export/exported-secret.ts';
import { keyText } from '../../../src/keys/key-text.ts';
import * as encoders from '../../keys/encoders.ts';

const phrase = generateMnemonic(english, 128);
const isWiped = (bytes: Bytes) => bytes.every((byte) => byte === 0);

const accountOf = (passphrase = '') => {
  const seed = Uint8Array.from(mnemonicToSeedSync(phrase, passphrase));
  const plan = {
    curve: 'CURVE_SECP256K1',
    path: "m/44'/60'/0'/0/0",
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  } as const;
  const derived = deriveAccount(seed, plan);
  if (derived.fault !== undefined) throw new Error(derived.fault);
  return { ...plan, address: derived.address, publicKey: toHex(derived.publicKey.bytes) };
};

describe('readExportedPhrase', () => {
  test('behavior: the words, until they are wiped', async () => {
    const plaintext = utf8(phrase);
    const read = await readExportedPhrase(plaintext, [accountOf()]);
    if (!read.ok) throw new Error(read.fault);
    expect(read.secret).toMatchObject({ wordCount: 12, language: 'english', hasPassphrase: false });
    expect(read.secret.words().join(' ')).toBe(phrase);
    expect(read.secret.proof.verdict).toBe('proved');
    read.secret.wipe();
    expect(isWiped(plaintext)).toBe(true);
    expect(read.secret.words().join(' ')).not.toContain(phrase.split(' ')[0]);
  });

  test('behavior: with the passphrase that another client imported', async () => {
    const read = await readExportedPhrase(utf8(`${phrase}\nopen sesame`), [
      accountOf('open sesame'),
    ]);
    if (!read.ok) throw new Error(read.fault);
    expect(read.secret.passphrase()).toBe('open sesame');
    expect(read.secret.proof.verdict).toBe('proved');
  });

  test('error: without that passphrase, and of another wallet, it is refused and wiped', async () => {
    for (const text of [phrase, `${phrase}\nwrong`, generateMnemonic(english, 256)]) {
      const plaintext = utf8(text);
      const read = await readExportedPhrase(plaintext, [accountOf('open sesame')]);
      expect(read).toEqual({ ok: false, fault: 'other_phrase' });
      expect(isWiped(plaintext)).toBe(true);
    }
  });

  test('error: what is no phrase is refused and wiped', async () => {
    for (const plaintext of [utf8('not one'), utf8(''), Uint8Array.of(255, 254, 1)]) {
      expect(await readExportedPhrase(plaintext, [])).toEqual({ ok: false, fault: 'not_a_phrase' });
      expect(isWiped(plaintext)).toBe(true);
    }
  });
});

describe('readExportedKey', () => {
  const key = () => fromHex('0f'.repeat(32));
  const known = (curve: 'CURVE_SECP256K1' | 'CURVE_ED25519', format: string) => {
    const bytes = publicKeyOf(curve === 'CURVE_ED25519' ? 'ED25519' : 'SECP256K1', key());
    const addresses = addressesOf([`ADDRESS_FORMAT_${format}` as never], { curve, bytes });
    return { curve, addresses, publicKey: toHex(bytes) };
  };

  test('behavior: in the forms of its chain, each of which the import reads again', () => {
    const cases = [
      ['CURVE_SECP256K1', 'ETHEREUM', ['hex']],
      ['CURVE_SECP256K1', 'BITCOIN_MAINNET_P2WPKH', ['wif', 'hex']],
      ['CURVE_SECP256K1', 'BITCOIN_TESTNET_P2WPKH', ['wif_testnet', 'hex']],
      ['CURVE_ED25519', 'SOLANA', ['solana', 'hex']],
      ['CURVE_ED25519', 'XLM', ['hex']],
    ] as const;
    for (const [curve, format, forms] of cases) {
      const read = readExportedKey(key(), known(curve, format));
      if (!read.ok) throw new Error(read.fault);
      expect(read.secret.forms).toEqual(forms);
      expect(read.secret.proof.verdict).toBe('proved');
      for (const form of forms) {
        const again = parseSealableKey(read.secret.text(form));
        expect(again.candidates.map(({ publicKeyHex }) => publicKeyHex)).toContain(
          known(curve, format).publicKey,
        );
      }
    }
  });

  test('behavior: the forms are those of other programs', () => {
    expect(keyText(key(), 'wif')).toBe(encoders.wif(0x80, key()));
    expect(keyText(key(), 'wif_testnet')).toBe(encoders.wif(0xef, key()));
    expect(keyText(key(), 'solana')).toBe(encoders.solanaPair(key()));
  });

  test('error: another key, and bytes that are no key, are refused and wiped', () => {
    const other = fromHex('0e'.repeat(32));
    expect(readExportedKey(other, known('CURVE_SECP256K1', 'ETHEREUM'))).toEqual({
      ok: false,
      fault: 'other_key',
    });
    expect(isWiped(other)).toBe(true);
    // What has no address is known by its public key alone.
    const { publicKey } = known('CURVE_SECP256K1', 'ETHEREUM');
    const unlisted = { curve: 'CURVE_SECP256K1', addresses: [], publicKey };
    expect(readExportedKey(fromHex('0e'.repeat(32)), unlisted)).toEqual({
      ok: false,
      fault: 'other_key',
    });
    expect(readExportedKey(key(), unlisted)).toMatchObject({ ok: true });
    for (const bytes of [new Uint8Array(31), fromHex('ff'.repeat(32)), utf8(phrase)]) {
      expect(readExportedKey(bytes, known('CURVE_SECP256K1', 'ETHEREUM'))).toEqual({
        ok: false,
        fault: 'not_a_key',
      });
      expect(isWiped(bytes)).toBe(true);
    }
  });
});
