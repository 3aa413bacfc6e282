import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { test } from './environment.ts';
import { toHex } from '../../src/crypto/bytes.ts';
import { choiceText } from '../../src/ui/words/en/choices.ts';
import * as encoders from '../keys/encoders.ts';
import type { FaultProxy } from './fault-proxy.ts';
import {
  startOver,
  restartImport,
  finishImport,
  clickContinue,
  randomHexKey,
  keyInput,
  checkAppearance,
  paste,
  fillImport,
  readProofs,
  randomSeed,
  shownAddresses,
  useImportSetup,
  readVerdict,
  type ImportInput,
} from './import-actions.ts';
import { oracleAt, type Oracle } from './oracle.ts';
import { button, textFor } from './user-actions.ts';
import { trialUnless } from '../trial-tag.ts';
import { createClientThrough } from './set-up-by-calls.ts';
import { unmarked } from './wording.ts';

/*
 * Keys in more than twelve forms pasted, imported and proved; each step and each refusal as
 * pictures in .output/screenshots.
 */

const TIMEOUT = { timeout: 30_000 };

const setup = useImportSetup();
let proxy: FaultProxy;
let oracle: Oracle;
let page: Page;

test.beforeAll(async () => {
  ({ proxy, page } = setup);
  oracle = await oracleAt(setup.service.url);
});

const checkScreen = (name: string): Promise<void> => checkAppearance(page, `import-${name}`);

/** Twelve forms as their wallets write them, each of a different key. */
const FORMS: readonly (ImportInput & { readonly format: string })[] = [
  {
    name: 'Ethereum 0x',
    text: `0x${randomHexKey()}`,
    curve: 'CURVE_SECP256K1',
    format: 'ETHEREUM',
  },
  {
    name: 'Tron bare hex',
    text: randomHexKey().toUpperCase(),
    curve: 'CURVE_SECP256K1',
    format: 'ETHEREUM',
  },
  { name: 'Bare seed', text: randomHexKey(), curve: 'CURVE_ED25519', format: 'SOLANA' },
  { name: 'Bitcoin WIF', text: encoders.wif(0x80, randomSeed()), format: 'BITCOIN_MAINNET_P2WPKH' },
  { name: 'Testnet WIF', text: encoders.wif(0xef, randomSeed()), format: 'BITCOIN_TESTNET_P2WPKH' },
  { name: 'Dogecoin WIF', text: encoders.wif(0x9e, randomSeed()), format: 'DOGE_MAINNET' },
  { name: 'Solana base58', text: encoders.solanaPair(randomSeed()), format: 'SOLANA' },
  { name: 'Solana keygen', text: encoders.solanaArray(randomSeed(), 1), format: 'SOLANA' },
  { name: 'Stellar seed', text: encoders.stellarSeed(randomSeed()), format: 'XLM' },
  { name: 'XRP family seed', text: encoders.xrpSeed(randomSeed().slice(0, 16)), format: 'XRP' },
  {
    name: 'XRP numbers',
    text: encoders.xrpNumbers(randomSeed().slice(0, 16)).join('\n'),
    format: 'XRP',
  },
  { name: 'Sui', text: encoders.sui(randomSeed()), format: 'SUI' },
  { name: 'Aptos AIP-80', text: encoders.aptos(randomSeed()), format: 'APTOS' },
  { name: 'TON pair', text: toHex(encoders.pairOf(randomSeed())), format: 'SOLANA' },
];

/** One of each length of what is read; the other forms differ in how they are read, which has tests of its own. */
const USUAL_FORMS = ['Ethereum 0x', 'Solana base58'];

test.describe('a key in its wallet’s form', () => {
  for (const { format, ...given } of FORMS) {
    const details = trialUnless(USUAL_FORMS.includes(given.name));
    test(`behavior: ${given.name} is imported and proved`, details, async () => {
      const shown = await fillImport(page, given);
      expect(Object.keys(shown)).toContain(`ADDRESS_FORMAT_${format}`);
      expect(await finishImport(page)).toBe('done');
      expect(await readVerdict(page)).toBe('proved');
      expect(new Set(Object.values(await readProofs(page)))).toEqual(new Set(['proved']));
      const { client, organizationId } = oracle;
      const { privateKeys } = await client.getPrivateKeys({ organizationId });
      const stored = privateKeys.find(({ privateKeyName }) => privateKeyName === given.name);
      const listed = stored?.addresses.map((one) => [one.format, one.address]);
      expect(Object.fromEntries(listed ?? [])).toEqual(shown);
      await startOver(page);
    });
  }

  test('behavior: every step in pictures, without a fault', trialUnless(false), async () => {
    await checkScreen('1-empty');
    await paste(keyInput(page), `0x${randomHexKey()}`);
    await page.getByText(textFor('import.read.curveWhy'), { exact: true }).waitFor();
    await checkScreen('1-recognised');
    await page.getByRole('radio', { name: 'secp256k1' }).check();
    await clickContinue(page);
    await page.getByText(textFor('import.formats.others'), { exact: true }).click();
    await page
      .getByRole('checkbox', {
        name: choiceText('ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH'),
        exact: true,
      })
      .check();
    await page
      .getByRole('button', { name: textFor('app.address.qr') })
      .first()
      .click();
    await page.locator('svg.qr').waitFor();
    await checkScreen('2-formats');
    await clickContinue(page);
    await checkScreen('3-name');
    await page.getByLabel(textFor('options.key.name'), { exact: true }).fill('Treasury hot key');
    await clickContinue(page);
    await page.getByText(textFor('popup.review.user'), { exact: true }).waitFor(TIMEOUT);
    await checkScreen('4-review');
    expect(await finishImport(page)).toBe('done');
    await checkScreen('5-proved');
    await startOver(page);
  });
});

test.describe('the pseudo-locale', () => {
  /** Texts that aren't our words: input, the service's texts, names of things. */
  const DATA =
    /^[\d\s.,:·/()…+×-]*$|^Keystamp$|^Local service$|^Demo organization$|^Treasury|wallet$|^Words|^[0-9a-f]{2,}$|^(?:Ethereum|Bitcoin|Cosmos|Tron|Sei|Dogecoin|XRP Ledger|Solana|Sui|Aptos|Stellar|TON)$|^[0-9A-Za-z]{2,6}$/;

  test(
    'behavior: every text of every step comes from the catalog',
    trialUnless(false),
    async () => {
      const client = createClientThrough(page);
      const { settings } = await client.call('state', {});
      await client.call('settings_save', { ...settings, locale: 'en-XA' });
      try {
        await page.reload();
        const words = async (name: string) => expect(await unmarked(page, DATA), name).toEqual([]);
        const next = page.locator('.button-primary').last();
        const input = page.locator('.key-input input');
        await input.waitFor(TIMEOUT);
        await words('key');
        await paste(input, 'a'.repeat(62));
        await words('refused');
        await paste(input, randomHexKey());
        await page.getByRole('radio').first().check();
        await words('recognised');
        await checkScreen('pseudo-1');
        await next.click();
        await page.locator('.chain').first().waitFor();
        await words('formats');
        await next.click();
        await page.locator('.form .input').fill('Words');
        await words('name');
        await next.click();
        await page.locator('.button-primary:enabled').waitFor(TIMEOUT);
        await words('review');
        await checkScreen('pseudo-4');
        await next.click();
        await page.locator('[data-run="done"]').waitFor(TIMEOUT);
        await words('run');
        await checkScreen('pseudo-5');
      } finally {
        await client.call('settings_save', settings);
        await page.reload();
      }
    },
  );
});

test.describe('a text that isn’t a key', () => {
  test.beforeEach(() => restartImport(page));
  const secp = 'a'.repeat(62);
  // A random key may end with any character.
  const withWrongEnd = (wif: string) => wif.slice(0, -1) + (wif.endsWith('1') ? '2' : '1');
  const cases: readonly (readonly [string, string, string])[] = [
    ['checksum', withWrongEnd(encoders.wif(0x80, randomSeed())), 'checksum'],
    ['address', '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', 'address_pasted'],
    [
      'recovery phrase',
      'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
      'mnemonic_pasted',
    ],
    ['look-alike', `${secp}а1`, 'lookalike_character'],
    ['length', secp, 'wrong_length'],
    ['zero', '0'.repeat(64), 'zero'],
    ['n', 'L5oLkpV3aqBjhki6LmvChTCV6odsp4SXM6FfU2Gppt5kFqRzExJJ', 'out_of_range'],
    ['ten megabytes', 'a'.repeat(10_000_000), 'too_long'],
  ];

  const usual = ['checksum'];
  for (const [name, text, reason] of cases) {
    const details = trialUnless(usual.includes(name));
    test(`error: ${name} is refused with its reason, and nothing is sent`, details, async () => {
      const before = proxy.seen.length;
      await paste(keyInput(page), text);
      const sentence = textFor(`import.refused.${reason}`).split('{')[0] ?? '';
      await page.getByRole('alert').getByText(sentence).waitFor(TIMEOUT);
      await clickContinue(page);
      await page.getByRole('heading', { name: textFor('import.heading.key') }).waitFor();
      expect(proxy.seen.length).toBe(before);
      await checkScreen(`refused-${name.replace(' ', '-')}`);
    });
  }

  test('error: the position of a wrong character is marked once the text is shown', async () => {
    const text = `${randomHexKey().slice(0, 30)}g${randomHexKey().slice(0, 33)}`;
    await paste(keyInput(page), text);
    await button(page, 'import.key.show').click();
    await expect(page.locator('.pasted mark')).toHaveText('g');
    await expect(keyInput(page)).toHaveAttribute('type', 'password');
    await checkScreen('refused-marked');
    await button(page, 'import.key.hide').click();
    expect(await page.locator('.pasted').count()).toBe(0);
  });

  test('behavior: an ambiguous text is read as the user says', trialUnless(false), async () => {
    const bare = 'BbMQkQYZspmkytduTWvXEtc4mMURjsekJDvty2WtKeSb';
    await paste(keyInput(page), bare);
    const found = textFor('import.found.solana_seed');
    const readAs = page.getByRole('button', { name: textFor('import.refused.readAs', { found }) });
    await readAs.waitFor(TIMEOUT);
    await checkScreen('ambiguous');
    await readAs.click();
    await page.getByText(textFor('import.read.title', { kind: found }), { exact: true }).waitFor();
  });

  test(
    'behavior: a number above secp256k1’s order is read as an Ed25519 seed',
    trialUnless(false),
    async () => {
      await paste(keyInput(page), 'f'.repeat(64));
      const kind = textFor('import.found.hex');
      const read = page.getByRole('status').filter({
        hasText: textFor('import.read.title', { kind }),
      });
      await expect(read).toContainText('Ed25519');
      expect(await page.getByRole('radio').count()).toBe(0);
    },
  );

  test('behavior: a line of Sui’s keystore is read', trialUnless(false), async () => {
    await paste(keyInput(page), 'AN0JMHpDum3BhrVwnkylH0/HGRHBQ/fO/8+MYOawO8j6');
    const kind = textFor('import.found.sui_keystore');
    await page.getByText(textFor('import.read.title', { kind }), { exact: true }).waitFor();
    await checkScreen('sui-keystore');
  });

  test('behavior: of several keys in a file, one is chosen by its address', async () => {
    const seed = randomSeed();
    const lines = [encoders.suiKeystore(randomSeed()), encoders.suiKeystore(randomSeed(), 1)];
    const buffer = Buffer.from(JSON.stringify([...lines, encoders.suiKeystore(seed)], null, 2));
    const file = { name: 'sui.keystore', mimeType: 'application/json', buffer };
    await page.locator('input[type="file"]').setInputFiles(file);
    const entry = (number: number) =>
      page.getByRole('radio', { name: textFor('import.several.entry', { number }) });
    await expect(entry(2)).toBeDisabled();
    await clickContinue(page);
    await page.getByText(textFor('import.several.missing'), { exact: true }).waitFor();
    await checkScreen('several');
    const choice = page.locator('label', { has: entry(3) });
    await entry(3).check();
    const kind = textFor('import.found.sui_keystore');
    await page.getByText(textFor('import.read.title', { kind }), { exact: true }).waitFor();
    await checkScreen('several-chosen');
    const shownBefore = await choice.textContent();
    await clickContinue(page);
    await page.getByRole('heading', { name: textFor('import.heading.formats') }).waitFor(TIMEOUT);
    const { ADDRESS_FORMAT_SUI: address = '' } = await shownAddresses(page);
    expect(shownBefore).toContain(address);
    await restartImport(page);
  });

  test('behavior: a file is read like a paste', async () => {
    const buffer = Buffer.from(`${encoders.solanaArray(randomSeed(), 2)}\n`);
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'id.json', mimeType: 'application/json', buffer });
    await page.getByText(textFor('options.key.fileRead', { name: 'id.json' })).waitFor(TIMEOUT);
    await checkScreen('file');
    await button(page, 'import.key.forget').click();
    await keyInput(page).waitFor();
  });
});
