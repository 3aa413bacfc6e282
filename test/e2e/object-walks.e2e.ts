import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { encodeFunctionData, parseAbi } from 'viem';
import { ruleWords } from '../../src/ui/words/en/rules.ts';
import { test } from './environment.ts';
import { keyInput, paste, randomHexKey } from './import-actions.ts';
import { useObjectStage } from './object-stage.ts';
import { button, operationRow, textFor, waitForState } from './user-actions.ts';

/*
 * Whole walks from the first screen, with the clicks counted: a contract added and read, a tag deleted,
 * a private key imported.
 */

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' });

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const ABI = [
  {
    type: 'function',
    name: 'transfer',
    stateMutability: 'payable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
    outputs: [{ name: '', type: 'bool' }],
  },
  {
    type: 'function',
    name: 'settle',
    stateMutability: 'nonpayable',
    inputs: [
      {
        name: 'orders',
        type: 'tuple[]',
        components: [
          { name: 'memo', type: 'string' },
          { name: 'amounts', type: 'int64[2]' },
        ],
      },
    ],
  },
];

const stage = useObjectStage();
const { check, click, clicks, goHome, link } = stage;
let page: Page;
test.beforeAll(() => {
  page = stage.page();
});

/** More, All operations, the operation: the way before records had screens. */
async function openByOperations(name: string): Promise<void> {
  const { title } = operationRow(name);
  await click(link(textFor('popup.more.title')));
  await click(link(textFor('app.place.operations')));
  await page.getByRole('searchbox', { name: textFor('popup.operations.filter') }).fill(name);
  await click(link(title).first());
  await page.getByRole('heading', { name: title }).waitFor();
}

async function confirmDeletion(action: string): Promise<void> {
  await click(page.getByRole('button', { name: `${action}…`, exact: true }));
  await click(page.getByRole('dialog').getByRole('button', { name: action, exact: true }));
  await waitForState(page, 'completed');
}

test.describe('contracts', () => {
  const { action } = operationRow('create_smart_contract_interface');

  test('behavior: one is added in five clicks, compared with the one stored for its address', async () => {
    await goHome();
    await click(link(textFor('popup.more.title')));
    await click(link(textFor('app.place.contractInterface')));
    await click(link(action));
    await expect(page.locator('[data-field="label"] input')).toBeFocused();
    await page.keyboard.type('USDC v2');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.insertText(USDC.replace('48', '49'));
    await page.keyboard.press('Tab');
    await page.locator('.field-error', { hasText: ruleWords.address_checksum }).waitFor();
    await check('contract-address-refused');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(USDC);
    await page.keyboard.press('Tab');
    await page.keyboard.insertText(JSON.stringify(ABI));
    await click(button(page, 'popup.review.title'));
    const changes = page.getByRole('region', { name: textFor('popup.contract.changes') });
    await changes.waitFor();
    await expect(changes).toContainText('USDC token');
    const removed = changes.getByRole('list', {
      name: textFor('popup.contract.removed', { count: 2 }),
    });
    await expect(removed).toContainText('balanceOf(address owner)');
    await expect(
      changes.getByRole('list', { name: textFor('popup.contract.added', { count: 1 }) }),
    ).toContainText('settle((string memo, int64[2] amounts)[] orders)');
    await expect(
      changes.getByRole('list', { name: textFor('popup.contract.changed', { count: 1 }) }),
    ).toContainText('payable');
    await changes.scrollIntoViewIfNeeded();
    await check('contract-changes');
    await click(page.getByRole('button', { name: action, exact: true }));
    await waitForState(page, 'completed');
    expect(clicks()).toBe(5);
  });

  test('behavior: its calldata is read, and what is wrong with it is named', async () => {
    await goHome();
    await link(textFor('popup.more.title')).click();
    await link(textFor('app.place.contractInterface')).click();
    await link(/USDC v2/).click();
    // EIP-20.
    await page.getByText('0xa9059cbb', { exact: true }).waitFor();
    await page.getByText(textFor('object.calldata'), { exact: true }).click();
    const field = page.getByLabel(textFor('object.calldata.label'));
    const data = encodeFunctionData({
      abi: parseAbi([
        'struct Order { string memo; int64[2] amounts; }',
        'function settle(Order[] orders)',
      ]),
      args: [[{ memo: 'Rent ‮', amounts: [-5n, 7n] }]],
    });
    await field.fill(data);
    const decoded = page.locator('.decoded').first();
    await expect(decoded).toContainText('Rent \\u{202E}');
    await expect(decoded).toContainText('-5');
    await decoded.scrollIntoViewIfNeeded();
    await check('contract-calldata');
    await field.fill(data.slice(0, -64));
    await page
      .getByText(textFor('object.calldata.fault.too_short', { place: 'orders[0].memo' }))
      .waitFor();
    await field.fill('0xdeadbeef');
    await page
      .getByText(textFor('object.calldata.fault.unknown_selector', { place: '0xdeadbeef' }))
      .waitFor();
    await check('contract-calldata-refused');
  });

  test('behavior: of a Solana program it says that nothing is decoded', async () => {
    await button(page, 'app.back').click();
    await link(/Counter program/).click();
    await page.getByText(textFor('object.calldata.notDecoded')).waitFor();
    await check('contract-solana');
  });
});

test.describe('tags', () => {
  const { action = '' } = operationRow('delete_user_tags').single ?? {};

  test('behavior: one is deleted in six clicks, two of them the question', async () => {
    await goHome();
    await click(link(textFor('popup.more.title')));
    await click(link(textFor('app.place.userTag')));
    await click(link('Contractors'));
    await click(page.getByRole('button', { name: new RegExp(`^${action}`) }));
    await page.getByRole('heading', { name: textFor('popup.review.title') }).waitFor();
    await page.getByText('Erin Evans').first().waitFor();
    await check('tag-delete');
    await confirmDeletion(action);
    expect(clicks()).toBe(6);
  });

  test('behavior: through all operations the same takes eight clicks', async () => {
    await goHome();
    await openByOperations('delete_user_tags');
    const place = page.locator('[data-field="userTagIds"]');
    await click(place.getByRole('combobox'));
    await click(place.getByRole('option', { name: /Treasury/ }));
    await click(button(page, 'popup.review.title'));
    await confirmDeletion(action);
    expect(clicks()).toBe(8);
  });
});

test('behavior: a private key is imported in five clicks, a paste and a name', async () => {
  await goHome();
  const opened = page.context().waitForEvent('page');
  await click(button(page, 'popup.home.import'));
  const wizard = await opened;
  await paste(keyInput(wizard), randomHexKey());
  await click(wizard.getByRole('radio').first());
  await click(button(wizard, 'app.continue'));
  await wizard.getByRole('heading', { name: textFor('import.heading.formats') }).waitFor();
  await click(button(wizard, 'app.continue'));
  await expect(wizard.getByLabel(textFor('options.key.name'), { exact: true })).toBeFocused();
  await wizard.keyboard.type('Treasury hot key');
  await wizard.keyboard.press('Enter');
  await wizard.getByRole('heading', { name: textFor('import.heading.review') }).waitFor();
  await click(button(wizard, 'import.review.import'));
  await wizard.locator('[data-run="done"]').waitFor();
  expect(clicks()).toBe(5);
});
