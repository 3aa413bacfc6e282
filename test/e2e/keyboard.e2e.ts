import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import type { Keystamp } from './browser.ts';
import { closeConfirm, confirmWindow, waitUntilArmed } from './confirm-window.ts';
import { openDapp, type Dapp, type Sites } from './dapp.ts';
import { test } from './environment.ts';
import { openPopup } from './pages.ts';
import { operationRow, textFor, typeOver, waitForState } from './user-actions.ts';

/*
 * Keystamp by keyboard alone: no mouse in any of it. Wherever Tab leads, the focus can be seen, and
 * nothing covers it.
 */

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial', timeout: 60_000 });

let keystamp: Keystamp;
let sites: Sites;
let popup: Page;
let dapp: Dapp;

test.beforeAll(async ({ environments }) => {
  const { options, ...environment } = await environments.start();
  ({ keystamp, sites } = environment);
  await options.close();
  popup = await openPopup(keystamp);
});

test.afterEach(() => closeConfirm(keystamp));

/** More stops than any screen in these walks has. */
const MAX_STOPS = 60;

/** What is amiss with how the focused element is drawn; empty if nothing is. */
function focusFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return ['nothing has the focus'];
    const name = element.outerHTML.slice(0, 120);
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    const isDrawn =
      (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const isSeen = hit !== null && (element.contains(hit) || hit.contains(element));
    return [
      ...(isDrawn && element.matches(':focus-visible') ? [] : [`no focus is drawn: ${name}`]),
      ...(isSeen ? [] : [`covered or out of sight: ${name}`]),
    ];
  });
}

/** Presses Tab until the focus is on something, and looks at each stop on the way. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    // What comes into the page meanwhile may move it out of sight for a frame.
    await expect.poll(() => focusFaults(page), { timeout: 15_000 }).toEqual([]);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error('Tab does not lead there');
}

async function enterOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Types over a value that is edited in its place, where the focus can be seen. */
async function typeOverInSight(page: Page, text: string): Promise<void> {
  await expect(page.locator('form.edit input')).toBeFocused();
  expect(await focusFaults(page)).toEqual([]);
  await typeOver(page, text);
}

const link = (name: string | RegExp) => popup.getByRole('link', { name });
const inDialog = (name: string) =>
  popup.getByRole('dialog').getByRole('button', { name, exact: true });

test('behavior: a wallet is opened and renamed', async () => {
  const { action, done } = operationRow('update_wallet');
  await enterOn(popup, link(/^Payroll/));
  await popup.getByRole('heading', { name: 'Payroll' }).waitFor();
  await enterOn(
    popup,
    popup.getByRole('button', { name: textFor('object.edit.change', { label: '' }) }),
  );
  await typeOverInSight(popup, 'Payroll 2027');
  await enterOn(popup, inDialog(action));
  await popup.getByText(done, { exact: true }).waitFor();
  await popup.getByRole('heading', { name: 'Payroll 2027' }).waitFor();
});

test('behavior: crypto is bought for an account of it', async () => {
  const { action, title } = operationRow('init_fiat_on_ramp');
  await enterOn(popup, link(title));
  await expect(popup.locator('[data-field="fiatCurrencyAmount"] input')).toBeFocused();
  await popup.keyboard.type('50');
  await popup.keyboard.press('Enter');
  await popup.getByRole('heading', { name: textFor('popup.review.title') }).waitFor();
  await enterOn(popup, popup.getByRole('button', { name: action, exact: true }));
  await waitForState(popup, 'completed');
  await enterOn(popup, popup.getByRole('button', { name: textFor('app.done') }));
});

test('behavior: a user is found and renamed', async () => {
  const { action, done } = operationRow('update_user_name');
  await enterOn(popup, link(textFor('app.place.user')));
  await enterOn(popup, link(/^Erin Evans/));
  await enterOn(
    popup,
    popup.getByRole('button', { name: textFor('object.edit.change', { label: 'Name' }) }),
  );
  await typeOverInSight(popup, 'Erin Evers');
  await enterOn(popup, inDialog(action));
  await popup.getByText(done, { exact: true }).waitFor();
  await popup.getByRole('heading', { name: 'Erin Evers' }).waitFor();
});

test('behavior: a site is connected, and its request approved', async () => {
  dapp = await openDapp(keystamp, sites.one);
  const approve = async () => {
    const window = await confirmWindow(keystamp);
    // A key counts where the focus arrives once what is shown has stood still.
    await enterOn(window, await waitUntilArmed(window));
  };
  const connected = dapp.ask('connect');
  await approve();
  expect(await connected).toMatchObject({ ok: true });
  await closeConfirm(keystamp);
  const userId = await popup.evaluate(() => location.hash.split('/').at(-1) ?? '');
  const asked = dapp.ask('request', {
    operation: 'update_user_name',
    parameters: { userId, userName: 'Erin E' },
  });
  await approve();
  expect(await asked).toMatchObject({ ok: true, value: { kind: 'completed' } });
});
