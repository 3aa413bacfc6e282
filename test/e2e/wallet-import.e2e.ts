import { generateMnemonic } from '@scure/bip39';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { test } from './environment.ts';
import {
  checkAppearance,
  clickContinue,
  paste,
  readVerdict,
  useImportSetup,
} from './import-actions.ts';
import {
  fillWalletImport,
  finishWalletImport,
  openWalletImport,
  phraseInput,
  restartWalletImport,
} from './phrase-actions.ts';
import { button, textFor } from './user-actions.ts';

/*
 * Wallets imported by their recovery phrases, and each phrase that is none; every step and refusal as
 * pictures in .output/screenshots.
 */

test.describe.configure({ timeout: 90_000 });

const TIMEOUT = { timeout: 30_000 };
const setup = useImportSetup();
let page: Page;

test.beforeAll(async () => {
  await setup.page.close();
  page = await openWalletImport(setup.keystamp);
});

const checkScreen = (name: string): Promise<void> => checkAppearance(page, `wallet-import-${name}`);

test('behavior: every step in pictures, without a fault', async () => {
  await restartWalletImport(page);
  await checkScreen('1-empty');
  const text = generateMnemonic(english, 128);
  await phraseInput(page).pressSequentially(text.split(' ').slice(0, 3).join(' '));
  await page.locator('[data-word]').nth(2).waitFor(TIMEOUT);
  await checkScreen('1-typing');
  await paste(phraseInput(page), text);
  await button(page, 'phrase.show').click();
  await page.getByText(textFor('phrase.recognized').split(':')[0] ?? '').waitFor(TIMEOUT);
  await checkScreen('1-recognized');
  await clickContinue(page);
  await page.locator('[data-field="walletName"] input').fill('Old phone', TIMEOUT);
  await page.getByRole('button', { name: 'Solana', exact: true }).click();
  await checkScreen('2-accounts');
  await clickContinue(page);
  await page.getByText(textFor('import.review.user'), { exact: true }).waitFor(TIMEOUT);
  await checkScreen('3-review');
  expect(await finishWalletImport(page)).toBe('done');
  expect(await readVerdict(page)).toBe('proved');
  await checkScreen('4-proved');
});

test('behavior: a phrase is imported and every address proved', async () => {
  await restartWalletImport(page);
  await fillWalletImport(page, { text: generateMnemonic(english, 256), name: 'Second' });
  expect(await finishWalletImport(page)).toBe('done');
  expect(await readVerdict(page)).toBe('proved');
});
