import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { test } from './environment.ts';
import { fromHex, fromUtf8, toHex, utf8 } from '../../src/crypto/bytes.ts';
import * as encoders from '../keys/encoders.ts';
import readings from '../vectors/addresses-alternatives.json' with { type: 'json' };
import { answering } from './bad-answers.ts';
import type { Keystamp } from './browser.ts';
import type { Fault, FaultProxy } from './fault-proxy.ts';
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
  useImportSetup,
  readVerdict,
} from './import-actions.ts';
import { entryLinks, recordLinks, openKeys, openList, openSignedHere } from './pages.ts';
import { button, textFor } from './user-actions.ts';
import { trialUnless } from '../trial-tag.ts';

/*
 * A service that lies about addresses or about its encryption key is detected every time; the list
 * of private keys can be verified again later.
 */

const TIMEOUT = { timeout: 30_000 };

const setup = useImportSetup();
let proxy: FaultProxy;
let keystamp: Keystamp;
let page: Page;

test.beforeAll(() => {
  ({ proxy, keystamp, page } = setup);
});

const checkScreen = (name: string): Promise<void> => checkAppearance(page, `import-${name}`);

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

/** Lies about the addresses, and what the page finds for each of them. */
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

test.describe('a service that lies', () => {
  test.beforeEach(() => restartImport(page));
  // The list below has its filter from eight keys on.
  const usualLies = ['one address changed', 'one format missing'];
  for (const [lie, fault, found] of LIES) {
    const details = trialUnless(usualLies.includes(lie));
    test(`error: ${lie} is detected, recorded and never called a success`, details, async () => {
      await fillImport(page, {
        name: 'Lied about',
        text: randomHexKey(),
        curve: 'CURVE_SECP256K1',
      });
      proxy.next('/submit/import_private_key', fault);
      expect(await finishImport(page)).toBe('disproved');
      expect(await readVerdict(page)).toBe('mismatch');
      expect(await readProofs(page)).toEqual(found);
      expect(await page.getByText(textFor('import.verdict.proved'), { exact: true }).count()).toBe(
        0,
      );
      await checkScreen(`lie-${lie.replace(/\W+/g, '-')}`);
      const history = await openSignedHere(keystamp);
      await entryLinks(history).first().getByText(textFor('app.state.mismatch')).waitFor(TIMEOUT);
      await history.close();
      await startOver(page);
    });
  }

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

  for (const [reason, fault] of BUNDLES) {
    const details = trialUnless(reason === 'bad_signature');
    test(`error: an encryption key is refused: ${reason}`, details, async () => {
      await fillImport(page, { name: 'Not sent', text: randomHexKey(), curve: 'CURVE_SECP256K1' });
      proxy.next('/submit/init_import_private_key', fault);
      const before = proxy.seen.length;
      expect(await finishImport(page)).toBe('disproved');
      await page.getByText(textFor(`import.bundle.${reason}`), { exact: true }).waitFor(TIMEOUT);
      const sent = proxy.seen.slice(before).map(({ path }) => path.split('/').at(-1));
      expect(sent).toEqual(['init_import_private_key']);
      await checkScreen(`bundle-${reason}`);
      await startOver(page);
    });
  }

  test('behavior: another reading of a rule is named, and isn’t a success', async () => {
    // The vectors' scalar 1: the service's documentation leaves P2SH open.
    const [vector] = readings;
    const { privateKeyHex = '', alternatives } = vector ?? {};
    const other = alternatives?.BITCOIN_MAINNET_P2SH?.['P2SH(P2PKH)'] ?? '';
    const format = 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2SH';
    await paste(keyInput(page), privateKeyHex);
    await page.getByRole('radio', { name: 'secp256k1' }).check();
    await clickContinue(page);
    await page.getByText(textFor('import.formats.others'), { exact: true }).click();
    await page.getByRole('checkbox', { name: 'Bitcoin P2SH', exact: true }).check();
    await page.getByText(textFor('import.formats.open'), { exact: true }).waitFor();
    await clickContinue(page);
    await page.getByLabel(textFor('options.key.name'), { exact: true }).fill('Other reading');
    await clickContinue(page);
    await page.getByText(textFor('popup.review.user'), { exact: true }).waitFor(TIMEOUT);
    const change = (one: Listed) => (one.format === format ? { ...one, address: other } : one);
    proxy.next(
      '/submit/import_private_key',
      lying((all) => all.map(change)),
    );
    expect(await finishImport(page)).toBe('done');
    expect(await readVerdict(page)).toBe('other_reading');
    expect(await readProofs(page)).toMatchObject({ [format]: 'other_reading' });
    const reading = textFor('import.reading.p2sh_p2pkh');
    await page
      .getByText(textFor('import.proof.readingWhat', { reading }), { exact: true })
      .waitFor();
    await checkScreen('other-reading');
  });

  test('behavior: left before the answer, the import ends once and can be verified later', async () => {
    await fillImport(page, { name: 'Left early', text: randomHexKey(), curve: 'CURVE_SECP256K1' });
    let release = (): void => undefined;
    const until = new Promise<void>((go) => (release = go));
    proxy.next('/submit/import_private_key', { kind: 'hold', until });
    const arrived = proxy.arrival('/submit/import_private_key');
    await button(page, 'import.review.import').click(TIMEOUT);
    await arrived;
    await checkScreen('under-way');
    await openSignedHere(page);
    release();
    const row = entryLinks(page).first();
    await row.getByText(textFor('app.state.completed')).waitFor(TIMEOUT);
    await openList(page, 'privateKey');
    await page.getByText('Left early', { exact: true }).click(TIMEOUT);
    await page.locator('[data-cross="consistent"]').waitFor(TIMEOUT);
  });

  test('error: a key that already exists is named, and proved', async () => {
    const text = randomHexKey();
    await fillImport(page, { name: 'First time', text, curve: 'CURVE_SECP256K1' });
    expect(await finishImport(page)).toBe('done');
    await startOver(page);
    await fillImport(page, { name: 'Second time', text, curve: 'CURVE_SECP256K1' });
    expect(await finishImport(page)).toBe('stopped');
    await page.getByText(textFor('import.exists.title'), { exact: true }).waitFor(TIMEOUT);
    await page.getByText('First time', { exact: true }).waitFor();
    expect(new Set(Object.values(await readProofs(page)))).toEqual(new Set(['proved']));
    await checkScreen('exists');
    await startOver(page);
  });
});

test.describe('the profile', () => {
  test('behavior: a different signer causes a warning before it is saved', async () => {
    await openKeys(page);
    await page.getByRole('link', { name: /^Local service/ }).click(TIMEOUT);
    await page.getByText(textFor('options.service.advanced'), { exact: true }).click();
    const signer = page.getByLabel(textFor('options.service.signer'), { exact: true });
    const before = await signer.inputValue();
    await signer.fill(`04${'ab'.repeat(64)}`);
    await page.getByText(textFor('options.profile.signerChanged'), { exact: true }).waitFor();
    await checkScreen('signer-changed');
    await signer.fill(before);
    await expect(page.getByText(textFor('options.profile.signerChanged'))).toHaveCount(0);
  });
});

test.describe('a private key among the records', () => {
  test.beforeEach(() => restartImport(page));
  test('behavior: consistency, an address, the key itself, and the filter of the list', async () => {
    const text = encoders.wif(0x80, randomSeed());
    const shown = await fillImport(page, { name: 'Look me up', text });
    await finishImport(page);
    const address = shown['ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH'] ?? '';
    await page.getByRole('link', { name: textFor('import.verdict.open') }).click();
    await page.getByRole('heading', { name: 'Look me up' }).waitFor(TIMEOUT);
    await page.locator('[data-cross="consistent"]').waitFor(TIMEOUT);
    await checkScreen('list-one');
    const wallet = page.getByLabel(textFor('import.check.address'));
    await wallet.fill(address.toUpperCase());
    await page.locator('[data-compared="same"]').waitFor();
    await wallet.fill('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
    await page.locator('[data-compared="different"]').waitFor();
    await checkScreen('list-different');
    await wallet.fill('nonsense');
    await page.locator('[data-compared="unreadable"]').waitFor();
    await page.getByText(textFor('import.check.key'), { exact: true }).click();
    await paste(keyInput(page), text);
    expect(await readVerdict(page)).toBe('proved');
    await expect(keyInput(page)).toHaveValue('');
    await paste(keyInput(page), encoders.wif(0x80, randomSeed()));
    await page.locator('[data-verdict="mismatch"]').waitFor();
    await checkScreen('list-by-key');
    await openList(page, 'privateKey');
    const rows = recordLinks(page, 'privateKey');
    await rows.first().waitFor(TIMEOUT);
    expect(await rows.count()).toBeGreaterThan(1);
    await checkScreen('list-all');
    const filter = page.getByRole('searchbox');
    await filter.fill(address);
    await expect(rows).toHaveCount(1);
    await button(page, 'popup.home.import').click();
    await keyInput(page).waitFor(TIMEOUT);
  });
});
