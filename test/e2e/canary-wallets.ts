import {
  generateMnemonic,
  mnemonicToEntropy,
  mnemonicToSeedSync,
  validateMnemonic,
} from '@scure/bip39';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import type { Keystamp } from './browser.ts';
import {
  holdAndRead,
  holdButton,
  openExportReview,
  runExport,
  walletIdOf,
} from './export-actions.ts';
import { paste, readVerdict } from './import-actions.ts';
import { formsOf, type Needles } from './needles.ts';
import type { Oracle } from './oracle.ts';
import {
  fillWalletImport,
  finishWalletImport,
  goToWalletImport,
  phraseInput,
} from './phrase-actions.ts';
import { button } from './user-actions.ts';

/*
 * The canaries about wallets: phrases that are typed, and what comes out of exports.
 */

const TIMEOUT = { timeout: 15_000 };

/** One is imported and exported; the other one has a wrong checksum. */
const IMPORTED_PHRASE = generateMnemonic(english, 256);
const REFUSED_PHRASE = withWrongChecksum(IMPORTED_PHRASE);

/** The same words in another order that isn't a phrase: one of 256 orders is. */
function withWrongChecksum(phrase: string): string {
  const words = phrase.split(' ').toReversed();
  while (validateMnemonic(words.join(' '), english)) words.push(words.shift() ?? '');
  return words.join(' ');
}

type WalletCanary = {
  readonly keystamp: Keystamp;
  readonly oracle: Oracle;
  readonly password: string;
};

/** A phrase that is refused and shown, and one that is imported. Its import is exported and copied. */
export async function importAndExportWallet(
  { keystamp, oracle, password }: WalletCanary,
  remember: (page: Page) => Promise<void>,
): Promise<readonly string[]> {
  const page = await goToWalletImport(keystamp);
  await paste(phraseInput(page), REFUSED_PHRASE);
  await page.getByRole('alert').first().waitFor(TIMEOUT);
  await button(page, 'phrase.show').click();
  await button(page, 'phrase.hide').click();
  await paste(phraseInput(page), '');
  await remember(page);
  await fillWalletImport(page, { text: IMPORTED_PHRASE, name: 'Canary wallet' });
  await remember(page);
  expect(await finishWalletImport(page)).toBe('done');
  expect(await readVerdict(page)).toBe('proved');
  await remember(page);
  await page.close();
  const walletId = await walletIdOf(oracle, 'Canary wallet');
  const exporting = await openExportReview(keystamp, `wallet/${walletId}`);
  expect(await runExport(exporting, password)).toBe('done');
  expect((await holdAndRead(exporting)).join(' ')).toBe(IMPORTED_PHRASE);
  await remember(exporting);
  await button(exporting, 'app.done').click();
  await remember(exporting);
  await exporting.close();
  const [account] = (
    await oracle.client.getWalletAccounts({ organizationId: oracle.organizationId, walletId })
  ).accounts;
  const path = `walletAccount/${account?.walletAccountId ?? ''}/${walletId}`;
  const key = await openExportReview(keystamp, path);
  expect(await runExport(key, password)).toBe('done');
  await holdButton(key).hover();
  await key.mouse.down();
  await key.locator('[data-shown="true"]').waitFor(TIMEOUT);
  const exportedKey = (await key.locator('.exported-key').textContent()) ?? '';
  await key.mouse.up();
  await remember(key);
  await key.close();
  return [exportedKey];
}

/**
 * A phrase is found by any four of its words in a row, however they are separated, and by its entropy
 * and seed. Shorter pieces are in the word list.
 */
function phraseNeedles(name: string, phrase: string): Needles {
  const words = phrase.split(' ');
  const runs = words.slice(3).map((_, at) => words.slice(at, at + 4));
  const texts = runs.flatMap((run) => [' ', '\n', '","', ','].map((by) => run.join(by)));
  const bytes = texts.map((text) => Buffer.from(text));
  return {
    [name]: [
      ...bytes,
      ...texts.map((text) => Buffer.from(text, 'utf16le')),
      ...bytes.map((form) => Buffer.from(form.toString('hex'))),
    ],
    [`the seed of ${name}`]: formsOf(Buffer.from(mnemonicToSeedSync(phrase))),
  };
}

/** What of the phrases could be left somewhere. */
export const walletNeedles = (): Needles => ({
  ...phraseNeedles('the imported phrase', IMPORTED_PHRASE),
  ...phraseNeedles('the refused phrase', REFUSED_PHRASE),
  'the entropy': formsOf(Buffer.from(mnemonicToEntropy(IMPORTED_PHRASE, english))),
});
