import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { encodeFunctionData, parseAbi } from 'viem';
import { choiceText } from '../../src/ui/words/en/choices.ts';
import { demandFits } from '../e2e/appearance.ts';
import { openPopup, openSearch } from '../e2e/pages.ts';
import { button, operationRow, textFor } from '../e2e/user-actions.ts';
import { typeOver } from './edit-in-place.ts';
import { useFirefox } from './firefox-setup.ts';
import { test } from './firefox-test.ts';

/*
 * The screens of wallets, accounts, users and contracts in a real Firefox: opened, read and changed,
 * and found by the search.
 */

const setup = useFirefox();
let page: Page;

test.beforeAll(async () => {
  page = await openPopup(setup);
});

const link = (name: string | RegExp) => page.getByRole('link', { name });

/** Types over a value where it stands, and approves it in the sheet. */
async function rename(label: string, text: string, operation: string): Promise<void> {
  const { action, done } = operationRow(operation);
  await typeOver(page, label, text);
  await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
  await page.getByText(done, { exact: true }).waitFor();
  await page.getByRole('heading', { name: text, exact: true }).waitFor();
}

test('behavior: a wallet opens, and its account shows an address that was checked', async () => {
  await link(/^Payroll/).click();
  await page.getByRole('heading', { name: 'Payroll' }).waitFor();
  await page
    .getByRole('list', { name: textFor('app.place.walletAccount') })
    .getByRole('link')
    .first()
    .click();
  await page.locator('[data-check=consistent]').waitFor();
  await page.getByRole('img').first().waitFor();
  const shown = (await page.locator('.address-text').first().innerText()).replace(/\s/g, '');
  expect(shown).toContain('0x');
  await demandFits(page, 'the account');
  await button(page, 'app.back').click();
});

test('behavior: it is renamed in its place, and gets another account', async () => {
  await rename('', 'Payroll 2027', 'update_wallet');
  const { action } = operationRow('create_wallet_accounts');
  await link(action).click();
  const ethereum = choiceText('ADDRESS_FORMAT_ETHEREUM');
  await page.getByRole('button', { name: ethereum, exact: true }).click();
  await page.getByText("m/44'/60'/2'/0/0", { exact: true }).waitFor();
  await button(page, 'popup.review.title').click();
  await page.getByRole('button', { name: action, exact: true }).click();
  await page.locator('[data-state=completed]').waitFor();
  await button(page, 'app.done').click();
});

test('behavior: a user opens and is renamed', async () => {
  await link(textFor('app.place.user')).click();
  await link(/^Erin Evans/).click();
  await page.getByRole('heading', { name: 'Erin Evans' }).waitFor();
  await rename('Name', 'Erin Evers', 'update_user_name');
});

test('behavior: a contract shows its functions, and reads calldata', async () => {
  await link(textFor('popup.more.title')).click();
  await link(textFor('app.place.contractInterface')).click();
  await link(/USDC token/).click();
  // EIP-20.
  await page.getByText('0xa9059cbb', { exact: true }).waitFor();
  await page.getByText(textFor('object.calldata'), { exact: true }).click();
  const to = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  const data = encodeFunctionData({
    abi: parseAbi(['function transfer(address to, uint256 amount)']),
    args: [to, 12_345n],
  });
  await page.getByLabel(textFor('object.calldata.label')).fill(data);
  const decoded = page.locator('.decoded');
  await decoded.waitFor();
  expect(await decoded.innerText()).toContain(to);
  expect(await decoded.innerText()).toContain('12345');
});

test('behavior: the search finds a user, and activities read as sentences', async () => {
  await link(textFor('app.place.activities')).click();
  await page.locator('.row-title', { hasText: 'Renamed Payroll to Payroll 2027.' }).waitFor();
  await openSearch(page);
  const field = page.getByRole('searchbox', { name: textFor('app.filter') });
  await field.fill('bo');
  await link(/Bob Brandt/).waitFor();
  await field.press('Enter');
  await page.getByRole('heading', { name: 'Bob Brandt' }).waitFor();
});

test('behavior: no errors on any console', async () => {
  expect(await setup.keystamp.logs()).toEqual([]);
});
