import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { importWordsDe } from '../../src/ui/words/de/import.ts';
import {
  GETH,
  GETH_PASSWORD,
  KEYSTORE_ADDRESS,
  KEYSTORE_PASSWORD,
  PBKDF2,
  SCRYPT,
} from '../client/import/keystore-files.ts';
import { test } from './environment.ts';
import {
  checkAppearance,
  clickContinue,
  finishImport,
  keyInput,
  paste,
  readVerdict,
  restartImport,
  shownAddresses,
  startOver,
  useImportSetup,
} from './import-actions.ts';
import { oracleAt, type Oracle } from './oracle.ts';
import { createClientThrough } from './set-up-by-calls.ts';
import { shoot } from './screenshots.ts';
import { button, textFor } from './user-actions.ts';
import { trialUnless } from '../trial-tag.ts';

/*
 * Ethereum's keystore files, opened with their password and imported. The files are the two of the
 * Web3 Secret Storage Definition, and one that ethers writes with the numbers of geth.
 */

// Scrypt of the usual size runs for real, beside other tests.
const OPENING = { timeout: 90_000 };
const ETHEREUM = 'ADDRESS_FORMAT_ETHEREUM';

const setup = useImportSetup();
let page: Page;
let oracle: Oracle;

test.beforeAll(async () => {
  ({ page } = setup);
  oracle = await oracleAt(setup.service.url);
});

test.describe.configure({ mode: 'serial', timeout: 240_000 });

const checkScreen = (name: string): Promise<void> => checkAppearance(page, `keystore-${name}`);
const passwordInput = () => page.getByLabel(textFor('import.keystore.password'), { exact: true });
const progressBar = () =>
  page.getByRole('progressbar', { name: textFor('import.keystore.opening') });

async function chooseFile(name: string, content: string): Promise<void> {
  const buffer = Buffer.from(content);
  const file = { name, mimeType: 'application/json', buffer };
  await page.locator('input[type="file"]').setInputFiles(file);
}

/** What the bar has shown until the file is open: from 0 to 1, -1 while nobody knows. */
async function openAndWatch(): Promise<number[]> {
  await page.evaluate(() => {
    const seen: number[] = [];
    Reflect.set(window, 'seenProgress', seen);
    new MutationObserver(() => {
      const bar = document.querySelector('progress');
      if (bar && seen.at(-1) !== bar.position) seen.push(bar.position);
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await passwordInput().press('Enter');
  const kind = textFor('import.found.keystore');
  await page.getByText(textFor('import.read.title', { kind }), { exact: true }).waitFor(OPENING);
  return page.evaluate(() => Reflect.get(window, 'seenProgress') as number[]);
}

/** From an opened file to the proof; the address that the service stored. */
async function importOpened(name: string): Promise<string | undefined> {
  await clickContinue(page);
  await page.getByRole('heading', { name: textFor('import.heading.formats') }).waitFor();
  const shown = await shownAddresses(page);
  await clickContinue(page);
  await page.getByLabel(textFor('options.key.name'), { exact: true }).fill(name);
  await clickContinue(page);
  await page.getByText(textFor('popup.review.user'), { exact: true }).waitFor();
  expect(await finishImport(page)).toBe('done');
  expect(await readVerdict(page)).toBe('proved');
  const { organizationId, client } = oracle;
  const { privateKeys } = await client.getPrivateKeys({ organizationId });
  const stored = privateKeys.find(({ privateKeyName }) => privateKeyName === name);
  const address = stored?.addresses.find(({ format }) => format === ETHEREUM)?.address;
  expect(address).toBe(shown[ETHEREUM]);
  await startOver(page);
  return address?.toLowerCase();
}

test(
  'behavior: opening the costliest file shows how far it is, and can be cancelled',
  trialUnless(false),
  async () => {
    await chooseFile('costly.json', JSON.stringify(asking({ n: 2 ** 18, r: 8, p: 16 })));
    await passwordInput().waitFor();
    await checkScreen('1-password');
    await button(page, 'import.keystore.open').click();
    await page.getByText(textFor('import.keystore.missing'), { exact: true }).waitFor();

    await passwordInput().fill(KEYSTORE_PASSWORD);
    await button(page, 'import.keystore.open').click();
    await expect.poll(() => progressBar().getAttribute('value'), OPENING).not.toBeNull();
    await checkScreen('2-opening');
    await button(page, 'app.cancel').click();
    await expect(progressBar()).toHaveCount(0);
    await expect(passwordInput()).toBeEnabled();
  },
);

test('behavior: a file is opened by its password, after a wrong one', async () => {
  await chooseFile('UTC--2016.json', JSON.stringify(SCRYPT));
  await passwordInput().fill('Testpassword');
  await passwordInput().press('Enter');
  const wrong = textFor('import.keystore.problem.wrong_password');
  await page.getByText(wrong, { exact: true }).waitFor(OPENING);
  await checkScreen('3-wrong');

  await passwordInput().fill(KEYSTORE_PASSWORD);
  const seen = await openAndWatch();
  expect(seen.filter((position) => position > 0 && position < 1).length).toBeGreaterThan(10);
  expect(seen.filter((position) => position >= 0)).toEqual(
    seen.filter((position) => position >= 0).toSorted((one, other) => one - other),
  );
  await checkScreen('4-open');
  expect(await importOpened('Definition, scrypt')).toBe(`0x${KEYSTORE_ADDRESS}`);
});

test(
  'behavior: a file that ethers wrote with the numbers of geth is pasted and imported',
  trialUnless(false),
  async () => {
    await paste(keyInput(page), JSON.stringify(GETH, null, 2));
    await passwordInput().fill(GETH_PASSWORD);
    const seen = await openAndWatch();
    expect(seen.filter((position) => position > 0 && position < 1).length).toBeGreaterThan(10);
    expect(await importOpened('ethers, scrypt')).toBe(`0x${GETH.address}`);
  },
);

test(
  'behavior: another file forgets the password of the one before',
  trialUnless(false),
  async () => {
    await paste(keyInput(page), JSON.stringify(SCRYPT));
    await passwordInput().fill(KEYSTORE_PASSWORD);
    await button(page, 'import.keystore.open').click();
    await progressBar().waitFor();
    await paste(keyInput(page), JSON.stringify(PBKDF2));
    await expect(progressBar()).toHaveCount(0);
    await expect(passwordInput()).toHaveValue('');
    await passwordInput().fill(KEYSTORE_PASSWORD);
    await openAndWatch();
    const another = textFor('options.key.publicKey');
    await page.getByText(another, { exact: true }).waitFor();
    await restartImport(page);
  },
);

const FAULTS = [
  ['not-version-3', { ...SCRYPT, version: 1 }, 'not_version_3'],
  ['malformed', { ...SCRYPT, crypto: { ...SCRYPT.crypto, mac: '00' } }, 'malformed'],
  ['memory', asking({ n: 2 ** 20, r: 8, p: 1 }), 'memory'],
  ['time', asking({ n: 2 ** 18, r: 1, p: 1000 }), 'time'],
] as const;

function asking(numbers: object): unknown {
  const kdfparams = { ...SCRYPT.crypto.kdfparams, ...numbers };
  return { ...SCRYPT, crypto: { ...SCRYPT.crypto, kdfparams } };
}

for (const [name, json, fault] of FAULTS) {
  test(`error: a file that can’t be opened is named before a password is typed: ${name}`, async () => {
    await paste(keyInput(page), JSON.stringify(json));
    const sentence = textFor(`import.keystore.fault.${fault}`, { count: '1,024' });
    await page.getByText(sentence, { exact: true }).waitFor();
    await expect(passwordInput()).toHaveCount(0);
    await checkScreen(`fault-${name}`);
  });
}

test('error: a file with the address of another key is named', async () => {
  const address = KEYSTORE_ADDRESS.replace('0', '1');
  await paste(keyInput(page), JSON.stringify({ ...PBKDF2, address }));
  await passwordInput().fill(KEYSTORE_PASSWORD);
  await passwordInput().press('Enter');
  const mismatch = textFor('import.keystore.problem.key_mismatch');
  await page.getByText(mismatch, { exact: true }).waitFor(OPENING);
  await checkScreen('mismatch');
});

test('behavior: the form and its messages in German', trialUnless(false), async () => {
  const client = createClientThrough(page);
  const { settings } = await client.call('state', {});
  await client.call('settings_save', { ...settings, locale: 'de' });
  try {
    await page.reload();
    const input = page.locator('.key-input input');
    await input.waitFor();
    await paste(input, JSON.stringify(SCRYPT));
    const password = page.getByLabel(importWordsDe['import.keystore.password'], { exact: true });
    await password.fill('Testpassword');
    await password.press('Enter');
    const wrong = importWordsDe['import.keystore.problem.wrong_password'];
    await page.getByText(wrong, { exact: true }).waitFor(OPENING);
    await shoot(page, 'keystore-german-wrong', { fullPage: true });
    for (const [name, json] of FAULTS) {
      await paste(input, JSON.stringify(json));
      await page.getByText(importWordsDe['import.refused.title'], { exact: true }).waitFor();
      await shoot(page, `keystore-german-${name}`, { fullPage: true });
    }
  } finally {
    await client.call('settings_save', settings);
    await page.reload();
  }
});
