import { generateMnemonic } from '@scure/bip39';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { generateP256KeyPair, hpkeDecrypt } from '@turnkey/crypto';
import { describe, expect, test } from 'vitest';
import { fromHex, fromUtf8, toHex, utf8 } from '../../../src/crypto/bytes.ts';
import { seedOf } from '../../../src/keys/phrase/derivation.ts';
import { proveAddresses, proveListedAccounts } from '../../../src/client/import/account-proof.ts';
import {
  checkPhrase,
  holdPhrase,
  type AccountPlan,
  type SealablePhrase,
} from '../../../src/client/import/sealable-phrase.ts';
import { recordWipes } from '../../crypto/record-wipes.ts';

const ABOUT = `${'abandon '.repeat(11)}about`;
const hold = async (text: string) => holdPhrase(await checkPhrase(text));

const plan = (name: string, path: string, curve: AccountPlan['curve'] = 'CURVE_SECP256K1') =>
  ({ curve, path, addressFormat: `ADDRESS_FORMAT_${name}` }) as AccountPlan;

/** What other wallets show for BIP-39's first phrase, without a passphrase. */
const WALLETS: readonly (readonly [AccountPlan, string])[] = [
  [plan('ETHEREUM', "m/44'/60'/0'/0/0"), '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
  // BIP-84 and BIP-86.
  [plan('BITCOIN_MAINNET_P2WPKH', "m/84'/0'/0'/0/0"), 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
  [
    plan('BITCOIN_MAINNET_P2TR', "m/86'/0'/0'/0/0"),
    'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  ],
  [plan('TRON', "m/44'/195'/0'/0/0"), 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
  [plan('COSMOS', "m/44'/118'/0'/0/0"), 'cosmos19rl4cm2hmr8afy4kldpxz3fka4jguq0auqdal4'],
  [plan('XRP', "m/44'/144'/0'/0/0"), 'rHsMGQEkVNJmpGWs8XUBoTBiAAbwxZN5v3'],
  [
    plan('SOLANA', "m/44'/501'/0'/0'", 'CURVE_ED25519'),
    'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
  ],
  // SEP-5.
  [
    plan('XLM', "m/44'/148'/0'", 'CURVE_ED25519'),
    'GB3JDWCQJCWMJ3IILWIGDTQJJC5567PGVEVXSCVPEQOTDN64VJBDQBYX',
  ],
];

describe('holdPhrase', () => {
  test('behavior: phrase and seed are wiped when it is sealed, even in vain, and when nobody wants it', async () => {
    const secrets = [toHex(utf8(ABOUT)), toHex(await seedOf(utf8(ABOUT)))];
    const target = fromHex(generateP256KeyPair().publicKeyUncompressed);
    for (const end of [
      (phrase: SealablePhrase) => phrase.seal(target),
      (phrase: SealablePhrase) => phrase.seal(target.slice(1)).catch(() => undefined),
      (phrase: SealablePhrase) => phrase.wipe(),
    ]) {
      const held = await hold(ABOUT);
      expect(await recordWipes(() => end(held))).toEqual(expect.arrayContaining(secrets));
      await expect(held.seal(target)).rejects.toMatchObject({ code: 'internal' });
    }
  });

  test.each(WALLETS)('behavior: %o is what wallets show', async (account, address) => {
    expect((await hold(ABOUT)).derive(account)).toMatchObject({ address });
  });

  test('behavior: the vendor’s code opens what is sealed to the words in NFKD, single spaces', async () => {
    for (const list of [english, french]) {
      const text = generateMnemonic(list, 128);
      const held = await hold(`  ${text.toUpperCase().replaceAll(' ', '\n')} `);
      const keys = generateP256KeyPair();
      const bundle = JSON.parse(await held.seal(fromHex(keys.publicKeyUncompressed))) as {
        encappedPublic: string;
        ciphertext: string;
      };
      const opened = hpkeDecrypt({
        ciphertextBuf: fromHex(bundle.ciphertext),
        encappedKeyBuf: fromHex(bundle.encappedPublic),
        receiverPriv: keys.privateKey,
      });
      expect(fromUtf8(opened)).toBe(text.normalize('NFKD'));
    }
  });

  test('error: it seals once, holds nothing that has a fault, and derives nothing new once wiped', async () => {
    const held = await hold(ABOUT);
    const ethereum = plan('ETHEREUM', "m/44'/60'/0'/0/0");
    held.derive(ethereum);
    const target = fromHex(generateP256KeyPair().publicKeyUncompressed);
    await held.seal(target);
    await expect(held.seal(target)).rejects.toMatchObject({ code: 'internal' });
    expect(held.derive(ethereum)).toMatchObject({ address: WALLETS[0]?.[1] });
    expect(held.derive(plan('TRON', "m/44'/195'/0'"))).toMatchObject({ fault: 'forgotten' });
    for (const text of ['abandon', ''])
      await expect(hold(text)).rejects.toMatchObject({ code: 'internal' });
    const other = await hold(ABOUT);
    expect(other.derive(plan('SOLANA', "m/44'/501'/0'/0'"))).toMatchObject({ fault: 'format' });
    expect(other.derive(plan('SOLANA', 'm/44', 'CURVE_ED25519'))).toMatchObject({
      fault: 'hardened_only',
    });
  });
});

describe('proofs of accounts', () => {
  test('behavior: by position, and by path where a list has it', async () => {
    const held = await hold(ABOUT);
    const accounts = WALLETS.map(([account]) => held.derive(account));
    const addresses = WALLETS.map(([, address]) => address);
    expect(proveAddresses(accounts, addresses).verdict).toBe('proved');
    expect(proveAddresses(accounts, []).verdict).toBe('mismatch');
    expect(proveAddresses([], []).verdict).toBe('cannot_check');
    expect(proveAddresses([], ['x'])).toMatchObject({
      verdict: 'mismatch',
      lines: [{ address: 'x', isRequested: false, proof: { kind: 'mismatch' } }],
    });
    const [account] = accounts;
    if (!account) throw new Error('no account');
    const missing = { format: account.addressFormat, path: account.path, isRequested: true };
    expect(proveAddresses([account], []).lines).toEqual([
      { ...missing, proof: { kind: 'missing' } },
    ]);
    // Every line counts, and one that can't be checked is worth less than one that is right.
    const unknown = { ...account, fault: 'forgotten' } as const;
    const [address = ''] = addresses;
    expect(proveAddresses([account, unknown], [address, address]).verdict).toBe('cannot_check');
    const listed = WALLETS.map(([account, address]) => ({ ...account, address }));
    const derive = (one: AccountPlan) => held.derive(one);
    const find = ({ path }: { readonly path: string }) => {
      const known = listed.find((one) => one.path === path);
      return known && derive(known);
    };
    expect(proveListedAccounts(find, listed).verdict).toBe('proved');
    const [first, ...rest] = listed;
    if (!first) throw new Error('no account');
    // The address is right, but the service says that another key is behind it.
    const lied = [{ ...first, publicKey: `02${'11'.repeat(32)}` }, ...rest];
    expect(proveListedAccounts(find, lied).verdict).toBe('mismatch');
    expect(proveListedAccounts(() => undefined, listed).verdict).toBe('cannot_check');
  });
});
