import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fromHex, fromUtf8, toHex, utf8 } from '../../src/crypto/bytes.ts';
import * as encoders from '../keys/encoders.ts';
import { axeViolations, describeViolations } from './axe.ts';
import { answering } from './bad-answers.ts';
import { launchKeystamp, type Keystamp } from './browser.ts';
import { startFaults, type Fault, type FaultyService } from './faults.ts';
import {
  another,
  beginAgain,
  finish,
  goOn,
  keyInput,
  openImport,
  paste,
  prepare,
  proofs,
  verdict,
  type Import,
} from './importing.ts';
import { oracleAt, type Oracle } from './oracle.ts';
import { button, say, setUp } from './person.ts';
import { clientThrough } from '../ui/ready.ts';
import { shoot } from './screenshots.ts';
import { startService, type RunningService } from './service.ts';
import { unmarked } from './wording.ts';

/*
 * Must show 3 and 6: keys in twelve forms pasted, imported and proved; a service that lies is found
 * out every time; each step and failure as pictures in .output/screenshots.
 */

const PATIENCE = { timeout: 30_000 };
const WIDE = { width: 1000, height: 760 };
const NARROW = 320;

let service: RunningService;
let proxy: FaultyService;
let oracle: Oracle;
let keystamp: Keystamp;
let page: Page;

beforeAll(async () => {
  service = await startService();
  proxy = await startFaults(service.url);
  oracle = await oracleAt(service.url);
  keystamp = await launchKeystamp();
  const options = await setUp(keystamp, proxy.url);
  await options.close();
  page = await openImport(keystamp);
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await shoot(page, 'import-failure', { schemes: ['light'] });
});

afterAll(async () => {
  await keystamp?.close();
  await proxy?.stop();
  await service?.stop();
});

/** Pictures in both schemes; axe in both; no sideways scrolling at 320 px. */
async function look(name: string): Promise<void> {
  await page.setViewportSize(WIDE);
  await shoot(page, `import-${name}`, { fullPage: true });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    // Colours that are still changing have other contrasts.
    await page.waitForTimeout(200);
    expect(describeViolations(await axeViolations(page)), `${name}, ${colorScheme}`).toEqual([]);
  }
  await page.setViewportSize({ width: NARROW, height: 640 });
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wider, name).toBeLessThanOrEqual(0);
  await page.setViewportSize(WIDE);
}

const seed = (): Uint8Array => Uint8Array.from([1, ...randomBytes(31)]);
const hex = (): string => toHex(seed());

/** Twelve forms as their wallets write them, each of another key. */
const FORMS: readonly (Import & { readonly format: string })[] = [
  { name: 'Ethereum 0x', text: `0x${hex()}`, curve: 'CURVE_SECP256K1', format: 'ETHEREUM' },
  {
    name: 'Tron bare hex',
    text: hex().toUpperCase(),
    curve: 'CURVE_SECP256K1',
    format: 'ETHEREUM',
  },
  { name: 'Bare seed', text: hex(), curve: 'CURVE_ED25519', format: 'SOLANA' },
  { name: 'Bitcoin WIF', text: encoders.wif(0x80, seed()), format: 'BITCOIN_MAINNET_P2WPKH' },
  { name: 'Testnet WIF', text: encoders.wif(0xef, seed()), format: 'BITCOIN_TESTNET_P2WPKH' },
  { name: 'Dogecoin WIF', text: encoders.wif(0x9e, seed()), format: 'DOGE_MAINNET' },
  { name: 'Solana base58', text: encoders.solanaPair(seed()), format: 'SOLANA' },
  { name: 'Solana keygen', text: encoders.solanaArray(seed(), 1), format: 'SOLANA' },
  { name: 'Stellar seed', text: encoders.stellarSeed(seed()), format: 'XLM' },
  { name: 'XRP family seed', text: encoders.xrpSeed(seed().slice(0, 16)), format: 'XRP' },
  { name: 'XRP numbers', text: encoders.xrpNumbers(seed().slice(0, 16)).join('\n'), format: 'XRP' },
  { name: 'Sui', text: encoders.sui(seed()), format: 'SUI' },
  { name: 'Aptos AIP-80', text: encoders.aptos(seed()), format: 'APTOS' },
  { name: 'TON pair', text: toHex(encoders.pairOf(seed())), format: 'SOLANA' },
];

describe('a key in the form of its wallet', () => {
  test.each(FORMS)('behavior: $name is imported and proved', async ({ format, ...given }) => {
    const shown = await prepare(page, given);
    expect(Object.keys(shown)).toContain(`ADDRESS_FORMAT_${format}`);
    expect(await finish(page)).toBe('done');
    expect(await verdict(page)).toBe('proved');
    expect(new Set(Object.values(await proofs(page)))).toEqual(new Set(['proved']));
    const { client, organizationId } = oracle;
    const { privateKeys } = await client.getPrivateKeys({ organizationId });
    const stored = privateKeys.find(({ privateKeyName }) => privateKeyName === given.name);
    const listed = stored?.addresses.map((one) => [one.format, one.address]);
    expect(Object.fromEntries(listed ?? [])).toEqual(shown);
    await another(page);
  });

  test('behavior: every step in pictures, without a fault', async () => {
    await look('1-empty');
    await paste(keyInput(page), `0x${hex()}`);
    await page.getByText(say('import.read.curveWhy'), { exact: true }).waitFor();
    await look('1-recognised');
    await page.getByRole('radio', { name: 'secp256k1' }).check();
    await goOn(page);
    await page.getByText(say('import.formats.others'), { exact: true }).click();
    await page.getByRole('checkbox', { name: 'Bitcoin P2WPKH', exact: true }).check();
    await page
      .getByRole('button', { name: say('import.address.qr') })
      .first()
      .click();
    await page.locator('svg.qr').waitFor();
    await look('2-formats');
    await goOn(page);
    await look('3-name');
    await page.getByLabel(say('import.name.label'), { exact: true }).fill('Treasury hot key');
    await goOn(page);
    await page.getByText(say('import.review.user'), { exact: true }).waitFor(PATIENCE);
    await look('4-review');
    expect(await finish(page)).toBe('done');
    await look('5-proved');
    await another(page);
  });
});

describe('the pseudo-locale', () => {
  /** Texts that are no words of ours: what was given, what the service said, names of things. */
  const DATA =
    /^[\d\s.,:·/()…+×-]*$|^Keystamp$|^Local service$|^Demo organization$|^Treasury|wallet$|^Words|^[0-9a-f]{2,}$|^(?:Ethereum|Bitcoin|Cosmos|Tron|Sei|Dogecoin|XRP Ledger|Solana|Sui|Aptos|Stellar|TON)$|^[0-9A-Za-z]{2,6}$/;

  test('behavior: every text of every step comes from the catalogue', async () => {
    const client = clientThrough(page);
    const { settings } = await client.call('state', {});
    await client.call('settings_save', { ...settings, locale: 'en-XA' });
    try {
      await page.reload();
      const words = async (name: string) => expect(await unmarked(page, DATA), name).toEqual([]);
      const next = page.locator('.button-primary').last();
      const input = page.locator('.key-input input');
      await input.waitFor(PATIENCE);
      await words('key');
      await paste(input, 'a'.repeat(62));
      await words('refused');
      await paste(input, hex());
      await page.getByRole('radio').first().check();
      await words('recognised');
      await look('pseudo-1');
      await next.click();
      await page.locator('.chain').first().waitFor();
      await words('formats');
      await next.click();
      await page.locator('.form .input').fill('Words');
      await words('name');
      await next.click();
      await page.locator('.button-primary:enabled').waitFor(PATIENCE);
      await words('review');
      await look('pseudo-4');
      await next.click();
      await page.locator('[data-run="done"]').waitFor(PATIENCE);
      await words('run');
      await look('pseudo-5');
    } finally {
      await client.call('settings_save', settings);
      await page.reload();
    }
  });
});

describe('a text that is no key', () => {
  beforeEach(() => beginAgain(page));
  const secp = 'a'.repeat(62);
  const cases: readonly (readonly [string, string, string])[] = [
    ['checksum', encoders.wif(0x80, seed()).slice(0, -1) + '1', 'checksum'],
    ['address', '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', 'address_pasted'],
    [
      'recovery phrase',
      'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
      'mnemonic_pasted',
    ],
    ['look-alike', `${secp}а1`, 'lookalike_character'],
    ['length', secp, 'wrong_length'],
    ['zero', '0'.repeat(64), 'zero'],
    ['n', 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141', 'out_of_range'],
    ['ten megabytes', 'a'.repeat(10_000_000), 'too_long'],
  ];

  test.each(cases)(
    'error: %s is refused with its reason, and nothing is sent',
    async (name, text, reason) => {
      const before = proxy.seen.length;
      await paste(keyInput(page), text);
      const sentence = say(`import.refused.${reason}`).split('{')[0] ?? '';
      await page.getByRole('alert').getByText(sentence).waitFor(PATIENCE);
      await goOn(page);
      await page.getByRole('heading', { name: say('import.heading.key') }).waitFor();
      expect(proxy.seen.length).toBe(before);
      await look(`refused-${name.replace(' ', '-')}`);
    },
  );

  test('error: the place of a wrong character is marked once the text is shown', async () => {
    const text = `${hex().slice(0, 30)}g${hex().slice(0, 33)}`;
    await paste(keyInput(page), text);
    await button(page, 'import.key.show').click();
    expect(await page.locator('.pasted mark').textContent()).toBe('g');
    expect(await keyInput(page).getAttribute('type')).toBe('password');
    await look('refused-marked');
    await button(page, 'import.key.hide').click();
    expect(await page.locator('.pasted').count()).toBe(0);
  });

  test('behavior: an ambiguous text is read as what the person says', async () => {
    const bare = 'BbMQkQYZspmkytduTWvXEtc4mMURjsekJDvty2WtKeSb';
    await paste(keyInput(page), bare);
    const found = say('import.found.solana_seed');
    const readAs = page.getByRole('button', { name: say('import.refused.readAs', { found }) });
    await readAs.waitFor(PATIENCE);
    await look('ambiguous');
    await readAs.click();
    await page.getByText(say('import.read.title', { kind: found }), { exact: true }).waitFor();
  });

  test('behavior: a file is read like a paste', async () => {
    const buffer = Buffer.from(`${encoders.solanaArray(seed(), 2)}\n`);
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'id.json', mimeType: 'application/json', buffer });
    await page.getByText(say('import.key.fileRead', { name: 'id.json' })).waitFor(PATIENCE);
    await look('file');
    await button(page, 'import.key.forget').click();
    await keyInput(page).waitFor();
  });
});

const SECP_G =
  '0479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8';
const WRONG = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf';

type Listed = { readonly format: string; readonly address: string };
type Result = { readonly importPrivateKeyResult: { readonly addresses: readonly Listed[] } };

const lying = (change: (addresses: readonly Listed[]) => readonly Listed[]): Fault =>
  answering((activity) => {
    const { importPrivateKeyResult: result } = activity['result'] as Result;
    const changed = { ...result, addresses: change(result.addresses) };
    return { result: { ...(activity['result'] as object), importPrivateKeyResult: changed } };
  });

/** Lies about the addresses, and what the page finds of each. */
const LIES: readonly (readonly [string, Fault, Record<string, string>])[] = [
  [
    'one address changed',
    lying((all) => all.map((one, at) => (at === 0 ? { ...one, address: WRONG } : one))),
    { ADDRESS_FORMAT_ETHEREUM: 'mismatch', ADDRESS_FORMAT_COMPRESSED: 'proved' },
  ],
  [
    'one format missing',
    lying((all) => all.slice(0, 1)),
    { ADDRESS_FORMAT_ETHEREUM: 'proved', ADDRESS_FORMAT_COMPRESSED: 'missing' },
  ],
  [
    'another key’s addresses',
    lying(() => [
      { format: 'ADDRESS_FORMAT_ETHEREUM', address: WRONG },
      { format: 'ADDRESS_FORMAT_COMPRESSED', address: `02${SECP_G.slice(2, 66)}` },
    ]),
    { ADDRESS_FORMAT_ETHEREUM: 'mismatch', ADDRESS_FORMAT_COMPRESSED: 'mismatch' },
  ],
  [
    'a letter of the checksum turned',
    lying((all) =>
      all.map((one) =>
        one.address.startsWith('0x')
          ? {
              ...one,
              address: one.address.replace(/[a-f]/i, (letter) =>
                letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
              ),
            }
          : one,
      ),
    ),
    { ADDRESS_FORMAT_ETHEREUM: 'mismatch', ADDRESS_FORMAT_COMPRESSED: 'proved' },
  ],
];

describe('a service that lies', () => {
  beforeEach(() => beginAgain(page));
  test.each(LIES)(
    'error: %s is found out, recorded and never called a success',
    async (lie, fault, found) => {
      await prepare(page, { name: 'Lied about', text: hex(), curve: 'CURVE_SECP256K1' });
      proxy.next('/submit/import_private_key', fault);
      expect(await finish(page)).toBe('done');
      expect(await verdict(page)).toBe('mismatch');
      expect(await proofs(page)).toEqual(found);
      expect(await page.getByText(say('import.verdict.proved'), { exact: true }).count()).toBe(0);
      await look(`lie-${lie.replace(/\W+/g, '-')}`);
      const history = await keystamp.openPage('options.html#/history');
      await history
        .locator('.entry summary')
        .first()
        .getByText(say('kit.state.mismatch'))
        .waitFor(PATIENCE);
      await history.close();
      await another(page);
    },
  );

  type Wrapper = Readonly<Record<string, string>>;
  const bundle = (change: (wrapper: Wrapper) => unknown): Fault =>
    answering((activity) => {
      const result = activity['result'] as { initImportPrivateKeyResult: { importBundle: string } };
      const wrapper = JSON.parse(result.initImportPrivateKeyResult.importBundle) as Wrapper;
      const changed = change(wrapper);
      const importBundle = typeof changed === 'string' ? changed : JSON.stringify(changed);
      return { result: { ...result, initImportPrivateKeyResult: { importBundle } } };
    });
  const withData = (wrapper: Wrapper, change: object) => {
    const data = JSON.parse(fromUtf8(fromHex(wrapper['data'] ?? ''))) as object;
    return { ...wrapper, data: toHex(utf8(JSON.stringify({ ...data, ...change }))) };
  };
  const BUNDLES: readonly (readonly [string, Fault])[] = [
    ['not_json', bundle((wrapper) => JSON.stringify(wrapper).slice(0, 50))],
    ['retired_form', bundle(({ version: _version, ...rest }) => rest)],
    ['other_signer', bundle((wrapper) => ({ ...wrapper, enclaveQuorumPublic: SECP_G }))],
    ['bad_signature', bundle((wrapper) => withData(wrapper, { targetPublic: SECP_G }))],
  ];

  test.each(BUNDLES)('error: an encryption key is refused: %s', async (reason, fault) => {
    await prepare(page, { name: 'Not sent', text: hex(), curve: 'CURVE_SECP256K1' });
    proxy.next('/submit/init_import_private_key', fault);
    const before = proxy.seen.length;
    expect(await finish(page)).toBe('stopped');
    await page.getByText(say(`import.bundle.${reason}`), { exact: true }).waitFor(PATIENCE);
    const sent = proxy.seen.slice(before).map(({ path }) => path.split('/').at(-1));
    expect(sent).toEqual(['init_import_private_key']);
    await look(`bundle-${reason}`);
    await another(page);
  });

  test('error: a key that is there already is named, and proved', async () => {
    const text = hex();
    await prepare(page, { name: 'First time', text, curve: 'CURVE_SECP256K1' });
    expect(await finish(page)).toBe('done');
    await another(page);
    await prepare(page, { name: 'Second time', text, curve: 'CURVE_SECP256K1' });
    expect(await finish(page)).toBe('stopped');
    await page.getByText(say('import.exists.title'), { exact: true }).waitFor(PATIENCE);
    await page.getByText('First time', { exact: true }).waitFor();
    expect(new Set(Object.values(await proofs(page)))).toEqual(new Set(['proved']));
    await look('exists');
    await another(page);
  });
});

describe('the list of private keys', () => {
  beforeEach(() => beginAgain(page));
  test('behavior: filter, consistency, an address and the key itself', async () => {
    const text = encoders.wif(0x80, seed());
    const shown = await prepare(page, { name: 'Look me up', text });
    await finish(page);
    const address = shown['ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH'] ?? '';
    await page.getByRole('link', { name: say('import.verdict.list') }).click();
    const row = page.locator('[data-key]');
    await row.locator('[data-cross="consistent"]').waitFor(PATIENCE);
    expect(await row.count()).toBe(1);
    await look('list-one');
    const wallet = page.getByLabel(say('import.check.address'));
    await wallet.fill(address.toUpperCase());
    await page.locator('[data-compared="same"]').waitFor();
    await wallet.fill('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
    await page.locator('[data-compared="different"]').waitFor();
    await look('list-different');
    await wallet.fill('nonsense');
    await page.locator('[data-compared="unreadable"]').waitFor();
    await page.getByText(say('import.check.key'), { exact: true }).click();
    await paste(keyInput(row), text);
    expect(await verdict(page)).toBe('proved');
    expect(await keyInput(row).inputValue()).toBe('');
    await paste(keyInput(row), encoders.wif(0x80, seed()));
    await page.locator('[data-verdict="mismatch"]').waitFor();
    await look('list-by-key');
    const filter = page.getByRole('searchbox');
    await filter.fill('');
    expect(await row.count()).toBeGreaterThan(10);
    await look('list-all');
    await filter.fill(address);
    expect(await row.count()).toBe(1);
  });
});
