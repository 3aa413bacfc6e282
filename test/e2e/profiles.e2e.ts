import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import { test } from './environment.ts';
import { launchKeystamp, type Keystamp } from './browser.ts';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';
import { openKeys, openPopup, openProfiles } from './pages.ts';
import { setUpByCalls } from './set-up-by-calls.ts';
import { button, chooseLocalService, enrolNewKey, textFor } from './user-actions.ts';
import { hostService } from './hosted-service.ts';
import type { LocalService } from './service.ts';
import { ruleWords } from '../../src/ui/words/en/rules.ts';
import { reauthenticate } from './reauthentication.ts';

/*
 * Several organizations side by side, each at its own service.
 */

const TIMEOUT = { timeout: 15_000 };

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' });

let services: readonly LocalService[];
/** Counts what reaches each service. */
let doors: readonly FaultProxy[];
let keystamp: Keystamp;
let options: Page;

const rows = (page: Page): Locator =>
  page.getByRole('list', { name: textFor('popup.profiles.title') }).getByRole('listitem');
/** Names (one word each, before the badge) as listed, each with its color. */
const listed = async (page: Page): Promise<readonly string[]> =>
  Promise.all(
    (await rows(page).all()).map(async (row) => {
      const name = /^\w+/.exec(await row.locator('.row-title').innerText())?.[0] ?? '';
      const mark = await row.locator('.mark').getAttribute('class');
      return `${name} ${/mark-(\w+)/.exec(mark ?? '')?.[1]}`;
    }),
  );
const overview = async () => {
  await openKeys(options);
  await rows(options).first().waitFor(TIMEOUT);
};
/** How many requests each service has seen so far. */
const counts = () => doors.map(({ seen }) => seen.length);

test.beforeAll(async () => {
  services = await Promise.all([hostService(), hostService()]);
  doors = await Promise.all(services.map(({ url }) => startFaultProxy(url)));
  keystamp = await launchKeystamp();
  options = await setUpByCalls(keystamp, doors[0]?.url ?? '', { name: 'First' });
  await rows(options).first().waitFor(TIMEOUT);
});

test.afterAll(async () => {
  await keystamp?.close();
  await Promise.all((doors ?? []).map(({ stop }) => stop()));
  await Promise.all((services ?? []).map(({ stop }) => stop()));
});

test.describe('several profiles', () => {
  test('behavior: a second one is added, with its own color and key', async () => {
    await button(options, 'options.profiles.add').click();
    await chooseLocalService(options, doors[1]?.url ?? '', { name: 'Second' });
    await enrolNewKey(options);
    await button(options, 'options.proof.finish').click();
    await expect.poll(() => listed(options)).toEqual(['First blue', 'Second green']);
  });

  test('error: a name that another profile has is refused', async () => {
    await rows(options).filter({ hasText: 'Second' }).getByRole('link').click();
    const name = options.getByLabel(textFor('options.profile.name'), { exact: true });
    await name.fill('First');
    await button(options, 'options.profile.save').click();
    await options.locator('.field-error', { hasText: ruleWords.name_taken }).waitFor();
    await name.fill('');
    await button(options, 'options.profile.save').click();
    await options.locator('.field-error', { hasText: /./ }).first().waitFor(TIMEOUT);
    await overview();
    expect(await listed(options)).toEqual(['First blue', 'Second green']);
  });

  test('behavior: name and color are changed, and show in the popup', async () => {
    await rows(options).filter({ hasText: 'Second' }).getByRole('link').click();
    await options.getByLabel(textFor('options.profile.name'), { exact: true }).fill('Treasury');
    await options.getByRole('radio', { name: textFor('app.colour.red'), exact: true }).check();
    await button(options, 'options.profile.save').click();
    await options.getByRole('heading', { name: 'Treasury', exact: true }).waitFor(TIMEOUT);
    await overview();
    expect(await listed(options)).toEqual(['First blue', 'Treasury red']);
    const popup = await openPopup(keystamp);
    await openProfiles(popup);
    await expect.poll(() => listed(popup)).toEqual(['First blue', 'Treasury red']);
    await popup.close();
  });

  test('behavior: the order is changed and stored', async () => {
    await options
      .getByRole('button', { name: textFor('options.profiles.up', { name: 'Treasury' }) })
      .click();
    await expect.poll(() => listed(options)).toEqual(['Treasury red', 'First blue']);
    await keystamp.stopWorker();
    await options.reload();
    await expect.poll(() => listed(options)).toEqual(['Treasury red', 'First blue']);
    const popup = await openPopup(keystamp);
    await openProfiles(popup);
    await expect.poll(() => listed(popup)).toEqual(['Treasury red', 'First blue']);
    await popup.close();
  });

  test('behavior: the switcher changes which service gets the queries, and only that one', async () => {
    const popup = await openPopup(keystamp);
    const current = (name: string) =>
      popup.getByRole('link', { name: textFor('popup.profiles.switch', { profile: name }) });
    await current('First').waitFor(TIMEOUT);
    await popup.getByText('Main wallet', { exact: true }).first().waitFor(TIMEOUT);
    await current('First').click();
    const [first] = counts();
    await rows(popup).filter({ hasText: 'Treasury' }).getByRole('button').click();
    await current('Treasury').waitFor(TIMEOUT);
    await popup.getByText('Main wallet', { exact: true }).first().waitFor(TIMEOUT);
    const [still, second = 0] = counts();
    expect(still).toBe(first);
    await popup.getByRole('button', { name: textFor('popup.refresh'), exact: true }).click();
    await expect.poll(() => counts()[1]).toBeGreaterThan(second);
    expect(counts()[0]).toBe(first);
    await expect(rows(options).filter({ hasText: 'Treasury' })).toContainText(
      textFor('options.profiles.active'),
    );
    await popup.close();
  });

  test('behavior: removing the active one makes the other active; its key stays, unused', async () => {
    await overview();
    await rows(options).filter({ hasText: 'Treasury' }).getByRole('link').click();
    await button(options, 'options.profile.removeAsk').click();
    const dialog = options.getByRole('dialog');
    await button(dialog, 'app.cancel').click();
    await dialog.waitFor({ state: 'hidden' });
    await button(options, 'options.profile.removeAsk').click();
    await reauthenticate(options);
    await button(dialog, 'options.profile.remove').click();
    await expect.poll(() => listed(options)).toEqual(['First blue']);
    await expect(rows(options).first()).toContainText(textFor('options.profiles.active'));
    await options.getByText(textFor('options.keys.unused'), { exact: true }).waitFor(TIMEOUT);
    const popup = await openPopup(keystamp);
    await popup
      .getByRole('link', { name: textFor('popup.profiles.switch', { profile: 'First' }) })
      .waitFor(TIMEOUT);
    await popup.close();
  });
});
