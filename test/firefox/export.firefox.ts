import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { openExportReview, runExport, walletIdOf } from '../e2e/export-actions.ts';
import { button, textFor } from '../e2e/user-actions.ts';
import { useFirefox } from './firefox-setup.ts';
import { test } from './firefox-test.ts';

/*
 * A recovery phrase on the clipboard of a real Firefox, where a page can clear it in a click only
 * (threat 70).
 */

const setup = useFirefox();
let page: Page;

test.beforeAll(async () => {
  page = await openExportReview(setup, `wallet/${await walletIdOf(setup.oracle, 'Payroll')}`);
  expect(await runExport(page)).toBe('done');
});

/** Whether the browser would ask before it closes the page. */
const asksBeforeClosing = () =>
  page.evaluate(() => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  }, null);

const clipboard = () => setup.keystamp.clipboardText();
const copy = () => button(page, 'export.copy.wallet').click();

test('behavior: it says before copying that Keystamp can’t clear it by itself (threat 70)', async () => {
  await page.getByText(textFor('export.copy.click')).waitFor();
  await page.screenshot({ path: '.output/screenshots/export-clipboard-firefox.png' });
});

test('behavior: it stays until a click clears it (threat 70)', async () => {
  await copy();
  await page.getByText(textFor('export.copy.copiedByClick')).waitFor();
  expect((await clipboard()).split(' ').length).toBeGreaterThanOrEqual(12);
  await page.screenshot({ path: '.output/screenshots/export-copied-firefox.png' });
  await button(page, 'export.copy.clear').click();
  await page.locator('[data-clipboard="cleared"]').waitFor();
  expect(await clipboard()).toBe('');
});

test('behavior: ending it clears it too, and the page may close without a question (threat 70)', async () => {
  await copy();
  await page.locator('[data-clipboard="copied"]').waitFor();
  expect(await clipboard()).not.toBe('');
  await button(page, 'app.done').click();
  await page.locator('[data-clipboard="cleared"]').waitFor();
  expect(await clipboard()).toBe('');
  expect(await asksBeforeClosing()).toBe(false);
});
