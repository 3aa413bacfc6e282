import type { CDPSession, Page } from 'playwright';
import { expect } from 'playwright/test';
import { test } from './environment.ts';
import {
  AT_OPERATIONS,
  AT_SEARCH,
  atObject,
  atOperation,
  type Opener,
  openOperation,
  openOperations,
  openPopup,
  openSearch,
} from './pages.ts';
import { operationRow, textFor } from './user-actions.ts';

/*
 * What people type: in a browser of another language, and with an input method, whose Enter ends a
 * word and opens nothing.
 */

let popup: Page;
let session: CDPSession;

test.beforeAll(async ({ environments }) => {
  const { keystamp } = await environments.start({ locale: 'tr-TR' });
  popup = await openPopup(keystamp);
  session = await popup.context().newCDPSession(popup);
});

/** Goes to a place of the popup and types with an input method that is still composing. */
async function compose(open: Opener, label: string, text: string): Promise<void> {
  await open(popup);
  await popup.getByLabel(label, { exact: true }).first().click();
  await session.send('Input.imeSetComposition', {
    text,
    selectionStart: text.length,
    selectionEnd: text.length,
  });
}

/** A key that the browser gives to the input method: composing, and without the character that it would type. */
async function press(key: string, code: number): Promise<void> {
  const common = { key, code: key, windowsVirtualKeyCode: code };
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...common });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...common });
}
const pressEnter = () => press('Enter', 13);

/** Ends the composition with its text. */
const commit = (text: string) => session.send('Input.insertText', { text });

test('behavior: Enter that ends a composition in the search opens nothing; the next one does', async () => {
  await compose(openSearch, textFor('app.filter'), 'Pay');
  await popup.getByRole('link', { name: /^Payroll/ }).waitFor();
  await pressEnter();
  await expect(popup).toHaveURL(AT_SEARCH);
  await commit('Pay');
  await popup.getByRole('link', { name: /^Payroll/ }).waitFor();
  await pressEnter();
  await expect(popup).toHaveURL(atObject('wallet'));
});

test('behavior: Enter that ends a composition among the operations opens none; the next one does', async () => {
  const { name, title } = operationRow('create_wallet');
  await compose(openOperations, textFor('popup.operations.filter'), title);
  await popup.getByRole('link', { name: title }).first().waitFor();
  await pressEnter();
  await expect(popup).toHaveURL(AT_OPERATIONS);
  await commit(title);
  await pressEnter();
  await expect(popup).toHaveURL(atOperation(name));
});

test('behavior: in a picker it chooses nothing, and Escape and arrows stay with the input method', async () => {
  await openOperation(popup, 'update_wallet');
  const picker = popup.getByRole('combobox').first();
  await picker.click();
  const options = popup.getByRole('option');
  await options.first().waitFor();
  await session.send('Input.imeSetComposition', {
    text: 'Pay',
    selectionStart: 3,
    selectionEnd: 3,
  });
  const active = popup.locator('.picker-option.active');
  await expect(active).toContainText('Payroll');
  await press('ArrowUp', 38);
  await pressEnter();
  await press('Escape', 27);
  await expect(options.first()).toBeVisible();
  await expect(popup.locator('.chosen')).toHaveCount(0);
  await commit('Pay');
  await pressEnter();
  await expect(popup.locator('.chosen')).toHaveCount(1);
});

test('behavior: in a browser in Turkish, filtering finds what the screen shows', async () => {
  expect(await popup.evaluate(() => navigator.language)).toBe('tr-TR');
  await openOperations(popup);
  const filter = popup.getByLabel(textFor('popup.operations.filter'), { exact: true });
  const found = popup.getByRole('main').getByRole('link');
  const counts = new Set<number>();
  for (const typed of ['import', 'IMPORT', 'İmport', 'ımport']) {
    await filter.fill(typed);
    await expect(found.filter({ hasText: 'Import' })).not.toHaveCount(0);
    counts.add(await found.count());
  }
  expect(counts.size).toBe(1);
});
