import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import type { Keystamp } from './browser.ts';
import type { Oracle } from './oracle.ts';
import { openExport } from './pages.ts';
import { confirmIdentity, reauthenticationDialog } from './reauthentication.ts';
import { button, textFor } from './user-actions.ts';

/*
 * Exporting wallets and keys, like a user.
 */

const TIMEOUT = { timeout: 30_000 };

/** The first step of a record's export. */
export async function openExportReview(keystamp: Pick<Keystamp, 'openPage'>, record: string) {
  const page = await openExport(keystamp, record);
  await page.getByRole('heading', { name: textFor('export.heading.review') }).waitFor(TIMEOUT);
  return page;
}

/** Confirms the review, and who is at the keyboard if Keystamp asks; waits for the run's end. */
export async function runExport(page: Page, password?: string): Promise<string> {
  await page.getByRole('switch', { name: textFor('export.review.alone') }).check(TIMEOUT);
  await page.locator('.button-danger').click();
  const dialog = reauthenticationDialog(page);
  const done = page.locator('[data-secret]');
  const stopped = page.locator('[data-run="stopped"], [data-run="disproved"]');
  await dialog
    .or(done)
    .or(stopped)
    .first()
    .waitFor({ ...TIMEOUT, state: 'attached' });
  if (await dialog.isVisible()) await confirmIdentity(page, password);
  await done
    .or(stopped)
    .first()
    .waitFor({ ...TIMEOUT, state: 'attached' });
  if ((await done.count()) > 0) return 'done';
  return (await stopped.getAttribute('data-run')) ?? '';
}

/** The button that shows the secret while it is held. */
export const holdButton = (page: Page): Locator =>
  button(page, 'export.show.hold.wallet').or(button(page, 'export.show.hold.key'));

/** The words on the screen now; dots count as none. */
export async function shownWords(page: Page): Promise<readonly string[]> {
  return page.locator('.phrase-words bdi').allTextContents();
}

/** The words, read while the button is held with the mouse. */
export async function holdAndRead(page: Page): Promise<readonly string[]> {
  await holdButton(page).hover();
  await page.mouse.down();
  await page.locator('[data-shown="true"]').waitFor(TIMEOUT);
  const words = await shownWords(page);
  await page.mouse.up();
  await expect(page.locator('[data-shown="true"]')).toHaveCount(0);
  return words;
}

/** The id of a wallet of the organization, by its name. */
export async function walletIdOf({ client, organizationId }: Oracle, name: string) {
  const { wallets } = await client.getWallets({ organizationId });
  const wallet = wallets.find(({ walletName }) => walletName === name);
  if (!wallet) throw new Error(`no wallet ${name}`);
  return wallet.walletId;
}
