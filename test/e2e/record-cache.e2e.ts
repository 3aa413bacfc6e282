import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { launchKeystamp, type Keystamp } from './browser.ts';
import { test } from './environment.ts';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';
import { hostService } from './hosted-service.ts';
import { openHome, openList, openPopup, openSearch } from './pages.ts';
import { shoot } from './screenshots.ts';
import type { LocalService } from './service.ts';
import { setUpByCalls } from './set-up-by-calls.ts';
import { button, operationRow, textFor, typeOver, unlock } from './user-actions.ts';

/*
 * What the popup knew before: there at once the next time, also without the service and after the
 * browser's restart, and on the disk for nobody else.
 */

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' });

const NEW_NAME = 'Grocery fund';
/** A list that was read in the last ten seconds counts as new, and this test may be quicker. */
const LATER_MS = 20_000;
const profileDir = mkdtempSync(join(tmpdir(), 'keystamp-kept-'));
let service: LocalService;
let proxy: FaultProxy;
let keystamp: Keystamp;
let page: Page;

test.beforeAll(async () => {
  service = await hostService();
  proxy = await startFaultProxy(service.url);
  keystamp = await launchKeystamp({ profileDir });
  await setUpByCalls(keystamp, proxy.url);
});

test.afterAll(async () => {
  await keystamp?.close();
  await proxy?.stop();
  await service?.stop();
  rmSync(profileDir, { recursive: true, force: true });
});

const wallets = () => page.getByRole('list', { name: textFor('app.place.wallet') });
const names = async () => {
  await wallets().getByRole('link').first().waitFor();
  return wallets().locator('.row-title').allTextContents();
};

async function reopen(): Promise<void> {
  await page?.close();
  page = await openPopup(keystamp);
}

/** What is from an earlier opening says so, and from when. */
async function expectAsOf(): Promise<void> {
  const [before] = textFor('popup.asOf').split('{time}');
  await page
    .getByText(before ?? '')
    .first()
    .waitFor();
}

test.describe('what the popup knew', () => {
  test('behavior: what was opened last comes first the next time; until then nothing moves', async () => {
    await reopen();
    const before = await names();
    const last = before.at(-1) ?? '';
    expect(before.length).toBeGreaterThan(2);
    await page.getByRole('link', { name: last }).click();
    await page.getByRole('heading', { name: last }).waitFor();
    await page.getByRole('list', { name: textFor('app.place.walletAccount') }).waitFor();
    await openHome(page);
    expect(await names()).toEqual(before);
    await reopen();
    expect(await names()).toEqual([last, ...before.slice(0, -1)]);
    await openList(page, 'wallet');
    await page.getByRole('link', { name: last }).waitFor();
    expect(await page.locator('.row-title').first().textContent()).toBe(last);
  });

  test('behavior: a new name is shown at once, before the lists are read again', async () => {
    await openHome(page);
    const [first = ''] = await names();
    const stop = proxy.always('/list_wallets', { kind: 'drop-before' });
    await page.getByRole('link', { name: first }).click();
    const label = textFor('object.edit.change', { label: '' });
    await page.getByRole('button', { name: label }).click();
    await typeOver(page, NEW_NAME);
    const { action, done } = operationRow('update_wallet');
    await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
    await page.getByText(done, { exact: true }).waitFor();
    await openHome(page);
    await wallets().getByText(NEW_NAME).waitFor();
    await openList(page, 'wallet');
    await page.getByRole('link', { name: NEW_NAME }).waitFor();
    await reopen();
    expect((await names())[0]).toBe(NEW_NAME);
    stop();
    await button(page, 'popup.refresh').click();
    await expect(page.getByRole('button', { name: textFor('app.retry') })).toHaveCount(0);
    expect((await names())[0]).toBe(NEW_NAME);
  });

  test('behavior: without the service it opens with what it knew, marked with the time', async () => {
    for (const kind of ['wallet', 'user'] as const) {
      await openList(page, kind);
      await page.locator('.row-title').first().waitFor();
    }
    await openSearch(page);
    await page.getByText(textFor('app.loading')).first().waitFor({ state: 'detached' });
    await proxy.stop();
    await reopen();
    expect((await names())[0]).toBe(NEW_NAME);
    await button(page, 'popup.refresh').click();
    await expectAsOf();
    await shoot(page, 'kept-home');
    await openList(page, 'wallet');
    await page.getByRole('link', { name: NEW_NAME }).waitFor();
    await page.getByRole('link', { name: NEW_NAME }).click();
    await page.getByRole('heading', { name: NEW_NAME }).waitFor();
    await page.getByRole('list', { name: textFor('app.place.walletAccount') }).waitFor();
    await shoot(page, 'kept-wallet');
  });

  test('behavior: after the browser’s restart it is there once the vault is unlocked', async () => {
    await keystamp.close();
    keystamp = await launchKeystamp({ profileDir });
    page = await openPopup(keystamp);
    await page.getByLabel(textFor('app.unlock.password'), { exact: true }).waitFor();
    expect(await page.locator('body').textContent()).not.toContain(NEW_NAME);
    await page.clock.setSystemTime(Date.now() + LATER_MS);
    await unlock(page);
    expect((await names())[0]).toBe(NEW_NAME);
    await expectAsOf();
    await openList(page, 'wallet');
    await page.getByRole('link', { name: NEW_NAME }).waitFor();
    await openList(page, 'user');
    await page.getByRole('link', { name: /Alice Ackermann/ }).waitFor();
    await expectAsOf();
    await shoot(page, 'kept-users');
    await openSearch(page);
    await page.keyboard.type('grocery');
    await page.getByRole('link', { name: NEW_NAME }).waitFor();
    await expectAsOf();
    await shoot(page, 'kept-search');
  });

  test('error: nothing of it is in the browser’s files for anyone else (threat 49)', async () => {
    const address = await readAddress();
    await keystamp.close();
    const files = readdirSync(profileDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => /IndexedDB|CacheStorage|Session Storage|Local Storage/.test(path));
    expect(files.length).toBeGreaterThan(3);
    const texts = [NEW_NAME, 'Alice Ackermann', address];
    const forms = texts.flatMap((text) => [Buffer.from(text), Buffer.from(text, 'utf16le')]);
    const found = files.filter((path) => {
      const bytes = readFileSync(path);
      return forms.some((form) => bytes.includes(form));
    });
    expect(found).toEqual([]);
  });
});

/** A whole address of the first wallet. */
async function readAddress(): Promise<string> {
  await openList(page, 'wallet');
  await page.getByRole('link', { name: NEW_NAME }).click();
  const accounts = page.getByRole('list', { name: textFor('app.place.walletAccount') });
  const shown = accounts.locator('[title]').first();
  await shown.waitFor();
  const address = (await shown.getAttribute('title')) ?? '';
  expect(address.length).toBeGreaterThan(25);
  return address;
}
