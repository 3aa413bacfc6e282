import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { test } from './ground.ts';
import { toHex } from '../../src/crypto/bytes.ts';
import * as encoders from '../keys/encoders.ts';
import type { FaultyService } from './faults.ts';
import {
  another,
  beginAgain,
  finish,
  goOn,
  hex,
  keyInput,
  lookAt,
  paste,
  prepare,
  proofs,
  seed,
  useImportScene,
  verdict,
  type Import,
} from './importing.ts';
import { oracleAt, type Oracle } from './oracle.ts';
import { button, say } from './person.ts';
import { clientThrough } from '../ui/ready.ts';
import { unmarked } from './wording.ts';

/*
 * Keys in more than twelve forms pasted, imported and proved; each step and each
 * refusal as pictures in .output/screenshots.
 */

const PATIENCE = { timeout: 30_000 };

const scene = useImportScene();
let proxy: FaultyService;
let oracle: Oracle;
let page: Page;

test.beforeAll(async () => {
  ({ proxy, page } = scene);
  oracle = await oracleAt(scene.service.url);
});

const look = (name: string): Promise<void> => lookAt(page, `import-${name}`);

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

test.describe('a key in the form of its wallet', () => {
  for (const { format, ...given } of FORMS) {
    test(`behavior: ${given.name} is imported and proved`, async () => {
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
  }

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

test.describe('the pseudo-locale', () => {
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

test.describe('a text that is no key', () => {
  test.beforeEach(() => beginAgain(page));
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

  for (const [name, text, reason] of cases) {
    test(`error: ${name} is refused with its reason, and nothing is sent`, async () => {
      const before = proxy.seen.length;
      await paste(keyInput(page), text);
      const sentence = say(`import.refused.${reason}`).split('{')[0] ?? '';
      await page.getByRole('alert').getByText(sentence).waitFor(PATIENCE);
      await goOn(page);
      await page.getByRole('heading', { name: say('import.heading.key') }).waitFor();
      expect(proxy.seen.length).toBe(before);
      await look(`refused-${name.replace(' ', '-')}`);
    });
  }

  test('error: the place of a wrong character is marked once the text is shown', async () => {
    const text = `${hex().slice(0, 30)}g${hex().slice(0, 33)}`;
    await paste(keyInput(page), text);
    await button(page, 'import.key.show').click();
    await expect(page.locator('.pasted mark')).toHaveText('g');
    await expect(keyInput(page)).toHaveAttribute('type', 'password');
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
