import { entropyToMnemonic, mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist as czech } from '@scure/bip39/wordlists/czech.js';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js';
import { wordlist as japanese } from '@scure/bip39/wordlists/japanese.js';
import { wordlist as korean } from '@scure/bip39/wordlists/korean.js';
import { wordlist as simplified } from '@scure/bip39/wordlists/simplified-chinese.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import { wordlist as traditional } from '@scure/bip39/wordlists/traditional-chinese.js';
import { HDKey } from '@scure/bip32';
import { describe, expect, test } from 'vitest';
import { addressOf } from '../../src/addresses/address.ts';
import { randomBytes, toHex, utf8 } from '../../src/crypto/bytes.ts';
import { MNEMONIC_LANGUAGE, type MnemonicLanguage } from '../../src/protocol/enums.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { walletAccounts, wallets } from '../../src/service/schema.ts';
import { exportTarget } from './export-target.ts';
import {
  enrol,
  listOf,
  refusalOf,
  resultOf,
  type Caller,
  type Json,
  type TestService,
} from './harness.ts';
import { useFreshService } from './fresh-service.ts';
import { sealBundle, startImport } from './key-import.ts';

let database: OpenDatabase;
let service: TestService;
let root: Caller;

useFreshService((fresh) => {
  ({ database, service, root } = fresh);
});

const WORDLISTS: Readonly<Record<MnemonicLanguage, string[]>> = {
  MNEMONIC_LANGUAGE_ENGLISH: english,
  MNEMONIC_LANGUAGE_SIMPLIFIED_CHINESE: simplified,
  MNEMONIC_LANGUAGE_TRADITIONAL_CHINESE: traditional,
  MNEMONIC_LANGUAGE_CZECH: czech,
  MNEMONIC_LANGUAGE_FRENCH: french,
  MNEMONIC_LANGUAGE_ITALIAN: italian,
  MNEMONIC_LANGUAGE_JAPANESE: japanese,
  MNEMONIC_LANGUAGE_KOREAN: korean,
  MNEMONIC_LANGUAGE_SPANISH: spanish,
};

/** The first vector of BIP-39, and what other wallets show for it (BIP-44, account 0). */
const ABANDON = `${'abandon '.repeat(11)}about`;
const ABANDON_ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

const ethereum = (index = 0, name?: string): Json => ({
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: `m/44'/60'/0'/0/${index}`,
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  ...(name !== undefined && { name }),
});

const startWallet = (requester = root) => startImport(service, requester, 'init_import_wallet');
const sealPhrase = async (phrase: string, requester = root) =>
  sealBundle(await startWallet(requester), utf8(phrase));

const submit = (encryptedBundle: string, change: Json = {}, requester = root) =>
  requester.submit('import_wallet', {
    userId: requester.userId,
    walletName: 'Imported',
    encryptedBundle,
    accounts: [ethereum()],
    ...change,
  });

const importPhrase = async (phrase: string, change: Json = {}) =>
  submit(await sealPhrase(phrase), change);

/** The Ethereum address of a phrase, straight from BIP-39 and BIP-32. */
function addressFrom(phrase: string, passphrase = ''): string {
  const seed = mnemonicToSeedSync(phrase, passphrase);
  const { publicKey } = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'/0/0");
  if (!publicKey) throw new Error('no key');
  const key = { curve: 'CURVE_SECP256K1', bytes: Uint8Array.from(publicKey) } as const;
  return addressOf('ADDRESS_FORMAT_ETHEREUM', key);
}

async function exported(walletId: unknown, language?: MnemonicLanguage): Promise<string> {
  const { targetPublicKey, openText } = exportTarget(service);
  const values = { walletId, targetPublicKey, ...(language && { language }) };
  return openText(resultOf(await root.submit('export_wallet', values)));
}

describe('import_wallet', () => {
  test('behavior: the addresses that other wallets show, in order', async () => {
    const bitcoin = {
      curve: 'CURVE_SECP256K1',
      pathFormat: 'PATH_FORMAT_BIP32',
      path: "m/84'/0'/0'/0/0",
      addressFormat: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH',
    };
    const accounts = [bitcoin, ethereum(0, 'Main')];
    const { walletId, addresses } = resultOf(await importPhrase(ABANDON, { accounts }));
    expect(addresses).toEqual(['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', ABANDON_ADDRESS]);
    const { body } = await root.query('list_wallet_accounts', { walletId });
    const listed = body['accounts'] as Json[];
    expect(listed.map((account) => account['address'])).toEqual(addresses);
    expect(listed[1]).toMatchObject({ name: 'Main', path: "m/44'/60'/0'/0/0" });
    const record = (await root.query('get_wallet', { walletId })).body['wallet'];
    expect(record).toMatchObject({ walletName: 'Imported', imported: true, exported: false });
    // More accounts come from the same seed.
    const more = await root.submit('create_wallet_accounts', {
      walletId,
      accounts: [ethereum(0), ethereum(1)],
      persist: false,
    });
    expect((resultOf(more)['addresses'] as string[])[0]).toBe(ABANDON_ADDRESS);
  });

  test('behavior: without accounts', async () => {
    const { addresses } = resultOf(await importPhrase(ABANDON, { accounts: [] }));
    expect(addresses).toEqual([]);
  });

  test.each([12, 15, 18, 21, 24])('behavior: a phrase of %i words', async (count) => {
    const phrase = entropyToMnemonic(randomBytes((count * 4) / 3), english);
    const { walletId, addresses } = resultOf(await importPhrase(phrase));
    expect(addresses).toEqual([addressFrom(phrase)]);
    expect(await exported(walletId)).toBe(phrase);
  });

  test.each(MNEMONIC_LANGUAGE)('behavior: a phrase in %s keeps its language', async (language) => {
    const entropy = randomBytes(16);
    const phrase = entropyToMnemonic(entropy, WORDLISTS[language]).normalize('NFKD');
    const { walletId, addresses } = resultOf(await importPhrase(phrase));
    expect(addresses).toEqual([addressFrom(phrase)]);
    expect(await exported(walletId)).toBe(phrase);
    // Composed, as keyboards type it, it's the same phrase.
    const again = await importPhrase(phrase.normalize('NFC'), { walletName: 'Composed' });
    expect(refusalOf(again)).toMatchObject({
      status: 409,
      message: `seed for wallet ${String(walletId)} already imported in this organization`,
    });
  });

  test('behavior: an export in another language has the same entropy', async () => {
    const { walletId } = resultOf(await importPhrase(ABANDON));
    for (const language of MNEMONIC_LANGUAGE) {
      const words = await exported(walletId, language);
      expect(words).toBe(words.normalize('NFKD'));
      expect(words.split(' ')).toHaveLength(12);
      expect(toHex(mnemonicToEntropy(words, WORDLISTS[language]))).toBe('00'.repeat(16));
    }
  });

  test('behavior: a passphrase counts, and comes out again', async () => {
    const { walletId, addresses } = resultOf(await importPhrase(`${ABANDON}\n--PASS--\nTREZOR`));
    expect(addresses).toEqual([addressFrom(ABANDON, 'TREZOR')]);
    expect(addresses).not.toEqual([ABANDON_ADDRESS]);
    expect(await exported(walletId)).toBe(`${ABANDON}\nTREZOR`);
    const more = { walletId, accounts: [ethereum(0)], persist: false };
    const derived = resultOf(await root.submit('create_wallet_accounts', more));
    expect(derived['addresses']).toEqual(addresses);
    // Without it, it's another wallet.
    const plain = resultOf(await importPhrase(ABANDON, { walletName: 'Plain' }));
    expect(plain['addresses']).toEqual([ABANDON_ADDRESS]);
    expect(plain['walletId']).not.toBe(walletId);
  });
});

const withWord = (at: number, word: string) => ABANDON.split(' ').with(at, word).join(' ');

describe('a phrase that is none', () => {
  test.each<[string, string, string]>([
    ['11 words', 'abandon '.repeat(11).trim(), 'it has 11 words'],
    ['nothing', ' ', 'it has 2 words'],
    ['a word of no language', withWord(4, 'xyzzy'), 'word 5 is in no word list of its language'],
    ['a word of another language', withWord(2, 'ábaco'), 'word 3 is in no word list'],
    ['a capital letter', withWord(0, 'Abandon'), 'word 1 is in no word list'],
    ['words in another order', `about ${'abandon '.repeat(11).trim()}`, 'its checksum is wrong'],
    ['two spaces', ABANDON.replace(' ', '  '), 'it has 13 words separated by single spaces'],
    ['a newline at the end', `${ABANDON}\n`, 'word 12 is in no word list'],
    ['tabs', ABANDON.replaceAll(' ', '\t'), 'it has 1 words'],
  ])('error: %s', async (_, phrase, message) => {
    const before = await database.db.$count(wallets);
    const answer = await importPhrase(phrase);
    expect(refusalOf(answer)).toMatchObject({ status: 400, code: 3 });
    const text = String(answer.body['message']);
    expect(text).toContain(`invalid mnemonic: ${message}`);
    // The refusal shows nothing of it.
    expect(text).not.toMatch(/abandon|about|xyzzy/i);
    expect(await database.db.$count(wallets)).toBe(before);
  });

  test('error: bytes that are no text', async () => {
    const sealed = await sealBundle(await startWallet(), Uint8Array.of(0xff, 0xfe, 0x00));
    expect(refusalOf(await submit(sealed)).message).toBe('invalid mnemonic: it is not text');
  });

  test('behavior: a refused import leaves its target for another try', async () => {
    const target = await startWallet();
    const wrong = await submit(await sealBundle(target, utf8(withWord(11, 'zoo'))));
    expect(wrong.status).toBe(400);
    const right = await submit(await sealBundle(target, utf8(ABANDON)));
    expect(right.status).toBe(200);
  });
});

describe('the bundle of a wallet', () => {
  test('error: used twice', async () => {
    const target = await startWallet();
    resultOf(await submit(await sealBundle(target, utf8(ABANDON))));
    const other = entropyToMnemonic(randomBytes(16), english);
    const again = await submit(await sealBundle(target, utf8(other)), { walletName: 'Again' });
    expect(refusalOf(again)).toMatchObject({
      status: 400,
      message:
        'the import bundle has been used already: its target key serves one import, run init_import_wallet for another',
    });
  });

  test('error: without a start, too late, and encrypted to somebody else’s target', async () => {
    const stranger = await enrol(service);
    const foreign = await sealPhrase(ABANDON, stranger);
    expect(refusalOf(await submit(foreign)).message).toBe(
      'no import was started by this user: run init_import_wallet first',
    );
    const own = await sealPhrase(ABANDON);
    expect(refusalOf(await submit(foreign)).message).toMatch(/^failed to decrypt encrypted bundle/);
    service.time.now += 24 * 3_600_000;
    expect(refusalOf(await submit(own)).message).toMatch(/^the import bundle has expired: .* 24/);
  });

  test('error: for another user than the one who stamps', async () => {
    const stranger = await enrol(service);
    const start = await root.submit('init_import_wallet', { userId: stranger.userId });
    const finish = await submit(await sealPhrase(ABANDON), { userId: stranger.userId });
    for (const answer of [start, finish]) {
      expect(refusalOf(answer)).toMatchObject({
        status: 403,
        code: 7,
        message:
          "You don't have sufficient permissions to take this action. A wallet is imported by the user who stamps the request.",
      });
    }
    expect(await database.db.$count(wallets)).toBe(4);
  });

  test('behavior: others get their answers while accounts are derived', async () => {
    const sealed = await sealPhrase(ABANDON);
    let isOver = false;
    const importing = submit(sealed, {
      accounts: Array.from({ length: 100 }, (_, index) => ethereum(index)),
    }).finally(() => {
      isOver = true;
    });
    let answers = 0;
    while (!isOver) {
      expect((await root.query('list_wallets')).status).toBe(200);
      answers += 1;
    }
    expect((await importing).status).toBe(200);
    // In its transaction the embedded engine would serve nobody else.
    expect(answers).toBeGreaterThan(5);
  });

  test('behavior: of two concurrent imports with one target, one is carried out', async () => {
    const target = await startWallet();
    const answers = await Promise.all(
      ['One', 'Two'].map(async (walletName) => {
        const phrase = entropyToMnemonic(randomBytes(16), english);
        return submit(await sealBundle(target, utf8(phrase)), { walletName });
      }),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  test('behavior: of two concurrent imports of one phrase, one is carried out', async () => {
    const answers = await Promise.all(
      ['One', 'Two'].map(async (walletName) => importPhrase(ABANDON, { walletName })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await database.db.$count(wallets)).toBe(5);
  });
});

describe('the same seed again', () => {
  test('error: one that the service made itself', async () => {
    const made = await root.submit('create_wallet', { walletName: 'Made here', accounts: [] });
    const { walletId } = resultOf(made);
    const again = await importPhrase(await exported(walletId));
    expect(refusalOf(again)).toEqual({
      status: 409,
      code: 6,
      turnkey: '',
      message: `seed for wallet ${String(walletId)} already imported in this organization`,
    });
  });

  test('behavior: after its deletion it comes back under the same id', async () => {
    const first = resultOf(await importPhrase(ABANDON));
    const deletion = { walletIds: [first['walletId']], deleteWithoutExport: true };
    resultOf(await root.submit('delete_wallets', deletion));
    expect(resultOf(await importPhrase(ABANDON))).toEqual(first);
  });

  test('error: a name that is taken, one account twice, a name of an account that is taken', async () => {
    const [taken] = await listOf(root, 'list_wallets', 'wallets');
    const phrase = () => entropyToMnemonic(randomBytes(16), english);
    const accountsBefore = await database.db.$count(walletAccounts);
    const named = await importPhrase(phrase(), { walletName: taken?.['walletName'] });
    expect(refusalOf(named).message).toBe('wallet label must be unique');
    const twice = await importPhrase(phrase(), { accounts: [ethereum(), ethereum()] });
    expect(refusalOf(twice)).toMatchObject({
      status: 409,
      message: 'path already exists in wallet account: the same account is asked for twice',
    });
    const account = await importPhrase(phrase(), { accounts: [ethereum(0, 'Operating')] });
    expect(refusalOf(account).message).toBe('wallet account label must be unique');
    expect(await database.db.$count(wallets)).toBe(4);
    expect(await database.db.$count(walletAccounts)).toBe(accountsBefore);
  });

  test('error: a format of another curve, and a path that Ed25519 does not have', async () => {
    const wrong = { ...ethereum(), addressFormat: 'ADDRESS_FORMAT_SOLANA' };
    expect((await importPhrase(ABANDON, { accounts: [wrong] })).status).toBe(400);
    const soft = { ...wrong, curve: 'CURVE_ED25519' };
    expect(refusalOf(await importPhrase(ABANDON, { accounts: [soft] })).message).toMatch(
      /^invalid path: Ed25519 derives hardened steps only/,
    );
    expect(await database.db.$count(wallets)).toBe(4);
  });
});
