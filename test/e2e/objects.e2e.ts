import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { choiceText } from '../../src/ui/words/en/choices.ts';
import { ruleWords } from '../../src/ui/words/en/rules.ts';
import { test } from './environment.ts';
import { useObjectStage } from './object-stage.ts';
import { openMore } from './pages.ts';
import { button, operationRow, textFor, typeOver } from './user-actions.ts';

/*
 * The objects of an organization, from the first screen: what a person opens, sees and changes where
 * it stands, with the clicks counted.
 */

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' });

const stage = useObjectStage();
const { check, click, clicks, goHome, link } = stage;
let page: Page;
test.beforeAll(() => {
  page = stage.page();
});

test.describe('objects', () => {
  test('behavior: a wallet is renamed in three clicks', async () => {
    await goHome();
    const { action, done } = operationRow('update_wallet');
    await click(link(/^Payroll/));
    await page.getByRole('heading', { name: 'Payroll' }).waitFor();
    await page.getByRole('list', { name: textFor('app.place.walletAccount') }).waitFor();
    await check('wallet');
    await click(page.getByRole('button', { name: textFor('object.edit.change', { label: '' }) }));
    await expect(page.locator('form.edit input')).toBeFocused();
    await check('wallet-edit');
    await typeOver(page, 'Payroll 2027');
    await page.getByRole('dialog').waitFor();
    await check('wallet-review');
    await click(page.getByRole('dialog').getByRole('button', { name: action, exact: true }));
    await page.getByText(done, { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Payroll 2027' }).waitFor();
    expect(clicks()).toBe(3);
  });

  test('behavior: an account shows its address, its QR code and that both match', async () => {
    await page
      .getByRole('list', { name: textFor('app.place.walletAccount') })
      .getByRole('link')
      .first()
      .click();
    await page.locator('[data-check=consistent]').waitFor();
    await page.getByRole('img').waitFor();
    await check('account');
  });

  test('behavior: an account is added in five clicks, on the next path of its chain', async () => {
    await goHome();
    const { action } = operationRow('create_wallet_accounts');
    const ethereum = choiceText('ADDRESS_FORMAT_ETHEREUM');
    await click(link(/^Payroll/));
    const list = page.getByRole('list', { name: textFor('app.place.walletAccount') });
    await list.waitFor();
    const before = await list.getByRole('listitem').count();
    await click(link(action));
    await click(page.getByRole('button', { name: ethereum, exact: true }));
    await page.getByText("m/44'/60'/2'/0/0", { exact: true }).waitFor();
    await check('accounts-new');
    await click(button(page, 'popup.review.title'));
    await page.getByText("m/44'/60'/2'/0/0").waitFor();
    await check('accounts-review');
    await click(page.getByRole('button', { name: action, exact: true }));
    await page.locator('[data-state=completed]').waitFor();
    expect(clicks()).toBe(5);
    await goHome();
    await link(/^Payroll/).click();
    await expect(list.getByRole('listitem')).toHaveCount(before + 1);
  });

  test('error: an account that the wallet has is refused before any review', async () => {
    await link(operationRow('create_wallet_accounts').action).click();
    const others = page.getByRole('combobox', { name: textFor('popup.accounts.others') });
    await others.selectOption('ADDRESS_FORMAT_COSMOS');
    await page
      .getByRole('button', { name: choiceText('ADDRESS_FORMAT_ETHEREUM'), exact: true })
      .click();
    await page.getByText("m/44'/60'/3'/0/0", { exact: true }).waitFor();
    await page.getByText(textFor('popup.accounts.change'), { exact: true }).last().click();
    await page.locator('[data-field="accounts.1.path"] input').fill("m/44'/60'/2'/0/0");
    await page.locator('.field-error', { hasText: ruleWords.account_taken }).waitFor();
    await check('accounts-taken');
    await button(page, 'popup.review.title').click();
    await expect(page.locator('[data-field="accounts.1.path"] input')).toBeFocused();
    await page.locator('[data-field="accounts.1.path"] input').fill("m/44'/60'/7'/0/0");
    await button(page, 'popup.review.title').click();
    await page.getByText("m/44'/60'/7'/0/0").waitFor();
  });

  for (const [name, from, to] of [['user', /Alice Ackermann/, 'Alice Ackermann']] as const) {
    test(`behavior: the ${name} from its list`, async () => {
      await goHome();
      await link(textFor('app.place.user')).click();
      await link(from).waitFor();
      await check(`${name}s`);
      await link(from).click();
      await page.getByRole('heading', { name: to }).waitFor();
      await check(name);
    });
  }

  test('behavior: crypto is bought for an account in three clicks and an amount', async () => {
    await goHome();
    const { action, title } = operationRow('init_fiat_on_ramp');
    await click(link(/^Payroll/));
    await click(link(title));
    await page.getByRole('heading', { name: title }).waitFor();
    await page.locator('.fixed-fields').waitFor();
    await check('buy');
    await page.keyboard.type('50');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: textFor('popup.review.title') }).waitFor();
    await check('buy-review');
    await click(page.getByRole('button', { name: action, exact: true }));
    await page.locator('[data-state=completed]').waitFor();
    expect(clicks()).toBe(3);
    await check('purchase');
  });

  test('behavior: a user is renamed in four clicks', async () => {
    await goHome();
    const { action, done } = operationRow('update_user_name');
    await click(link(textFor('app.place.user')));
    await click(link(/^Erin Evans/));
    await click(
      page.getByRole('button', { name: textFor('object.edit.change', { label: 'Name' }) }),
    );
    await typeOver(page, 'Erin Evers');
    await click(page.getByRole('dialog').getByRole('button', { name: action, exact: true }));
    await page.getByText(done, { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Erin Evers' }).waitFor();
    expect(clicks()).toBe(4);
  });

  test('behavior: a tag is put on a user in three clicks, and taken away from the tag', async () => {
    await goHome();
    await link(textFor('app.place.user')).click();
    await link(/^Dave Dorn/).click();
    const chip = page.locator('.chip', { hasText: 'Contractors' });
    await page.locator('.chip', { hasText: 'Operations' }).waitFor();
    const before = clicks();
    await click(page.getByRole('button', { name: textFor('object.tags.add') }));
    await check('tag-add');
    await click(page.getByRole('option', { name: /Contractors/ }));
    await page.getByRole('dialog').getByText('Dave Dorn').first().waitFor();
    await click(page.getByRole('dialog').getByRole('button', { name: textFor('object.tags.add') }));
    await chip.waitFor();
    expect(clicks() - before).toBe(3);
    await check('user-tags');
    await chip.getByRole('link').click();
    const members = page.getByRole('list', { name: textFor('object.members') });
    await expect(members.getByRole('listitem')).toHaveCount(2);
    await check('tag');
    await members
      .getByRole('button', { name: textFor('popup.pick.remove', { name: 'Dave Dorn' }) })
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: textFor('object.members.remove') })
      .click();
    await expect(members.getByRole('listitem')).toHaveCount(1);
  });

  test('behavior: an address to receive at is three clicks away, with a choice, as is an API key', async () => {
    await goHome();
    await click(link(/^Payroll/));
    await click(page.getByRole('button', { name: textFor('object.receive') }));
    await check('receive');
    await click(page.getByRole('dialog').getByRole('link').first());
    await page.getByRole('img').waitFor();
    await page
      .locator('.account-head')
      .getByRole('link', { name: /Payroll/ })
      .waitFor();
    expect(clicks()).toBe(3);
    await goHome();
    await click(link(textFor('app.place.user')));
    await click(link(/^Keystamp/));
    await click(page.getByRole('list', { name: textFor('app.place.apiKey') }).getByRole('link'));
    await page.getByText(textFor('object.usedHere')).waitFor();
    expect(clicks()).toBe(3);
  });

  test('behavior: any object is found by two letters and Enter', async () => {
    await goHome();
    await page.keyboard.press('/');
    const field = page.getByRole('searchbox', { name: textFor('app.filter') });
    await field.waitFor();
    await field.pressSequentially('bo');
    await link(/Bob Brandt/).waitFor();
    await check('search');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Bob Brandt' }).waitFor();
    await page.keyboard.press('/');
    await field.fill('0x52908400098527886E0F7030069857D2E4169EE7');
    await page.getByText(textFor('object.search.unknownAddress')).waitFor();
    await check('search-unknown');
  });

  test('behavior: activities read as sentences, the own ones and everybody’s', async () => {
    await goHome();
    await link(textFor('app.place.activities')).click();
    const renamed = link(/Renamed Payroll to Payroll 2027\./);
    await renamed.waitFor();
    await link(/Renamed Erin Evans to Erin Evers\./).waitFor();
    await check('activities');
    // One row an activity: the organization's of the same is not listed again.
    await expect(link(/Renamed (Payroll|a wallet) to Payroll 2027\./)).toHaveCount(1);
    await renamed.click();
    await page.locator('.summary', { hasText: 'Renamed Payroll to Payroll 2027.' }).waitFor();
    await check('activity-own');
    await link(textFor('popup.activity.listed')).click();
    await page.getByRole('heading', { name: textFor('object.activity') }).waitFor();
    await check('activity');
    await goHome();
    await link(textFor('app.place.activities')).click();
    await page.getByRole('button', { name: textFor('popup.activities.scope.device') }).click();
    await renamed.waitFor();
    await check('activities-signed-here');
  });

  test('behavior: everything else is behind "More"', async () => {
    await goHome();
    await link(textFor('popup.more.title')).click();
    await link(textFor('app.place.operations')).waitFor();
    await check('more');
    for (const kind of ['contractInterface', 'userTag', 'privateKey', 'apiKey']) {
      const list = textFor(`app.place.${kind}`);
      await link(list).click();
      await page.getByRole('heading', { name: list }).waitFor();
      const first = page.getByRole('list', { name: list }).getByRole('link').first();
      await first.waitFor();
      await check(`${kind}-list`);
      await first.click();
      await page.locator('details').first().waitFor();
      await check(kind);
      await button(page, 'app.back').click();
      await page.getByRole('heading').first().waitFor();
      await openMore(page);
    }
  });
});
