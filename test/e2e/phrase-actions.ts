import type { Locator, Page } from 'playwright';
import { clickContinue, paste, shownAddresses } from './import-actions.ts';
import type { Keystamp } from './browser.ts';
import { openKeyImport, openWalletImport } from './pages.ts';
import { button, textFor } from './user-actions.ts';

/*
 * Importing a wallet by its recovery phrase, like a user.
 */

const TIMEOUT = { timeout: 30_000 };

/** The input that takes the phrase. */
export const phraseInput = (page: Page): Locator =>
  page.getByLabel(textFor('phrase.label'), { exact: true });

/** Opens the page from the import of private keys. */
export async function goToWalletImport(keystamp: Pick<Keystamp, 'openPage'>): Promise<Page> {
  const page = await openKeyImport(keystamp);
  await page.getByRole('link', { name: textFor('import.wallet') }).click(TIMEOUT);
  await phraseInput(page).waitFor(TIMEOUT);
  return page;
}

/** An empty page again, whatever it shows. */
export async function restartWalletImport(page: Page): Promise<void> {
  await openWalletImport(page);
  await page.reload();
  await phraseInput(page).waitFor(TIMEOUT);
}

/** Adds an account of a chain that has a button, or one from the list of others. */
async function addAccount(page: Page, chain: string): Promise<void> {
  const shown = page.getByRole('button', { name: chain, exact: true });
  if ((await shown.count()) > 0) return shown.first().click();
  await page.getByLabel(textFor('popup.accounts.others')).selectOption({ label: chain });
}

/**
 * From a phrase that was recognized to its accounts. By chance, about one of 120 phrases is another
 * scheme's as well; then the page wants to know.
 */
export async function continueWithPhrase(page: Page): Promise<void> {
  const sure = page.getByLabel(textFor('phrase.which.sure'));
  const recognized = page.getByText(textFor('phrase.recognized').split(':')[0] ?? '');
  await recognized.or(sure).waitFor(TIMEOUT);
  if ((await sure.count()) > 0) await sure.check();
  await clickContinue(page);
}

/** From the phrase to the review; returns the shown addresses by format. */
export async function fillWalletImport(
  page: Page,
  given: { readonly text: string; readonly name: string; readonly chains?: readonly string[] },
): Promise<Record<string, string>> {
  await paste(phraseInput(page), given.text);
  await continueWithPhrase(page);
  await page.locator('[data-field="walletName"] input').fill(given.name, TIMEOUT);
  for (const chain of given.chains ?? []) await addAccount(page, chain);
  const shown = await shownAddresses(page);
  await clickContinue(page);
  await page.getByText(textFor('popup.review.user'), { exact: true }).waitFor(TIMEOUT);
  return shown;
}

/** Imports what was reviewed and waits for the end of the run: `done`, `stopped` or `disproved`. */
export async function finishWalletImport(page: Page): Promise<string> {
  await button(page, 'phrase.review.import').click(TIMEOUT);
  const end = page.locator('[data-run="done"], [data-run="stopped"], [data-run="disproved"]');
  await end.waitFor(TIMEOUT);
  return (await end.getAttribute('data-run')) ?? '';
}
