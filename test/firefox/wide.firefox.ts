import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { demandFits } from '../e2e/appearance.ts';
import { openHome, sectionTab } from '../e2e/pages.ts';
import { button, operationRow, textFor } from '../e2e/user-actions.ts';
import { readCsv } from '../ui/records/csv-reader.ts';
import { downloadFolder } from './browser.ts';
import { useFirefox } from './firefox-setup.ts';
import { test } from './firefox-test.ts';

/*
 * The popup in a wide tab of Firefox: a list and what was opened from it, and a table as a file.
 */

const setup = useFirefox();
let page: Page;

const row = (name: string | RegExp) => page.locator('.pane-list').getByRole('link', { name });

test('behavior: a wallet opens beside its list, and its new name is in both', async () => {
  const { action, done } = operationRow('update_wallet');
  page = await openHome(setup);
  await page.setViewportSize({ width: 1280, height: 800 });
  await row(/^Main wallet/).press('ArrowDown');
  await row(/^Payroll/).press('Enter');
  await page.getByRole('heading', { name: 'Payroll', exact: true }).waitFor();
  await page
    .getByRole('button', { name: textFor('object.edit.change', { label: '' }) })
    .first()
    .click();
  const field = page.locator('.pane-detail form input');
  // Firefox's "clear" of a field is no input: the page would put its text back.
  await field.press(' 2027');
  await field.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
  await page.getByText(done, { exact: true }).first().waitFor();
  await row(/^Payroll 2027/).waitFor();
});

test('behavior: a reload keeps the place', async () => {
  await page.reload();
  await page.getByRole('heading', { name: 'Payroll 2027', exact: true }).waitFor();
  expect(await row(/^Payroll 2027/).getAttribute('aria-current')).toBe('true');
  await demandFits(page, 'the wallet');
});

test('behavior: a table is sorted, selected, and saved as a file', async () => {
  const nav = page.getByRole('navigation', { name: textFor('app.place.label') });
  await nav.getByRole('link', { name: textFor('app.place.user') }).click();
  await page.getByRole('link', { name: textFor('table.open') }).click();
  const table = page.getByRole('table');
  const byName = table.getByRole('button', { name: 'Name', exact: true });
  await byName.click();
  await byName.click();
  expect(await page.locator('th[aria-sort]').getAttribute('aria-sort')).toBe('descending');
  await page.getByRole('checkbox', { name: /Alice/ }).press(' ');
  await page.getByRole('checkbox', { name: /Bob/ }).press(' ');
  await page.getByRole('button', { name: /CSV/ }).click();
  const folder = downloadFolder(setup.keystamp.profileDir);
  const saved = () => readdirSync(folder).filter((name) => name.endsWith('.csv'));
  await expect.poll(saved).toEqual([expect.stringMatching(/^Keystamp-.+-Users-.+\.csv$/)]);
  const read = () => readCsv(readFileSync(join(folder, saved()[0] ?? ''), 'utf8'));
  await expect
    .poll(() => read().map(([name]) => name))
    .toEqual(['Name', 'Bob Brandt', 'Alice Ackermann']);
});

test('behavior: the options are one click away, and the records from there', async () => {
  const place = (name: string) =>
    page.getByRole('navigation', { name: textFor('app.place.label') }).getByRole('link', { name });
  await place(textFor('app.place.settings')).click();
  await sectionTab(page, 'security').click();
  await page.getByRole('heading', { name: textFor('app.section.security'), exact: true }).waitFor();
  await place(textFor('app.place.wallet')).click();
  await row(/^Payroll 2027/).waitFor();
});

test('behavior: the history opens beside a record, and is whole', async () => {
  const nav = page.getByRole('navigation', { name: textFor('app.place.label') });
  await nav.getByRole('link', { name: textFor('app.place.activities') }).click();
  await button(page, 'popup.activities.scope.device').click();
  await page.getByRole('link', { name: textFor('app.place.history') }).click();
  await button(page, 'history.verify').click();
  await page.getByText(textFor('history.wholeText')).waitFor();
});

test('behavior: no errors on any console', async () => {
  expect(await setup.keystamp.logs()).toEqual([]);
});
