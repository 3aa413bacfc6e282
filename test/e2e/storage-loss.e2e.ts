import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import type { AppState } from '../../src/protocol/app-state.ts';
import { createPasswordClient } from '../../src/client/password.ts';
import { createLocalKdfPort } from '../client/local-kdf-port.ts';
import { demandAccessible } from './axe.ts';
import { launchKeystamp, type Keystamp } from './browser.ts';
import { test } from './environment.ts';
import { hostService, type HostedService } from './hosted-service.ts';
import { openHistory, openPopup, openSettings } from './pages.ts';
import { callSetUp, createClientThrough } from './set-up-by-calls.ts';
import { SCREENSHOTS, shoot } from './screenshots.ts';
import { button, PASSWORD, textFor } from './user-actions.ts';

/*
 * A browser that takes storage away does so with whole databases and caches, while it runs or between
 * two starts; what extensions have in `storage.local` stays. The files are removed as it would.
 */

const FOLDER = join(SCREENSHOTS, 'storage-loss');
const TIMEOUT = { timeout: 30_000 };
const TAKEN = ['IndexedDB', 'Service Worker/CacheStorage', 'WebStorage', 'Local Storage'];

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' });

let profileDir: string;
let service: HostedService;
let keystamp: Keystamp;

const heading = (page: Page, key: string) => page.getByRole('heading', { name: textFor(key) });
const clientOf = async () => createClientThrough(await openSettings(keystamp));

async function unlock(): Promise<AppState> {
  const client = await clientOf();
  return createPasswordClient({ client, start: createLocalKdfPort }).unlock(PASSWORD);
}

test.beforeAll(async () => {
  profileDir = mkdtempSync(join(tmpdir(), 'keystamp-loss-'));
  service = await hostService();
  keystamp = await launchKeystamp({ profileDir });
  await callSetUp(await openSettings(keystamp), service.url);
  const client = await clientOf();
  const { profiles } = await client.call('state', {});
  const profileId = profiles[0]?.id ?? '';
  const parameters = { userTagName: 'Before', userIds: [] };
  const id = '11111111-1111-4111-8111-111111111111';
  await client.call(
    'activities_submit',
    { id, profileId, operation: 'create_user_tag', parameters },
    { fields: {} },
  );
  await expect
    .poll(async () => (await client.call('activities_get', { id })).state, TIMEOUT)
    .toBe('completed');
  await keystamp.close();
  for (const folder of TAKEN)
    rmSync(join(profileDir, 'Default', folder), { recursive: true, force: true });
  expect(existsSync(join(profileDir, 'Default', 'Local Extension Settings'))).toBe(true);
  keystamp = await launchKeystamp({ profileDir });
});
test.afterAll(async () => {
  await keystamp?.close();
  await service?.stop();
  rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 });
});

test('behavior: the browser may not take the database of this extension for want of space', async () => {
  const page = await openSettings(keystamp);
  const granted = await page.evaluate(async () => {
    const { permissions } = Reflect.get(globalThis, 'chrome') as {
      permissions: { getAll: () => Promise<{ permissions: string[] }> };
    };
    return (await permissions.getAll()).permissions;
  });
  expect(granted).toContain('unlimitedStorage');
});

test('behavior: all that is gone is named, apart from the vault, on every page', async () => {
  const state = await unlock();
  expect(state).toMatchObject({ vault: 'unlocked', databaseLost: true });
  expect(state.profiles).toHaveLength(1);
  const client = await clientOf();
  for (const [locale, title] of [
    ['de', 'Dein Browser hat Daten von Keystamp entfernt'],
    ['en', textFor('app.storageNotice.title')],
  ] as const) {
    await client.call('settings_save', { ...state.settings, locale });
    const popup = await openPopup(keystamp);
    const options = await openSettings(keystamp);
    for (const [page, name] of [
      [popup, 'popup'],
      [options, 'options'],
    ] as const) {
      await page.getByRole('heading', { name: title }).waitFor(TIMEOUT);
      await expect(page.locator('[data-notice="storage"] li')).toHaveCount(5);
      await shoot(page, `${name}-${locale}`, { folder: FOLDER, fullPage: true });
      await demandAccessible(page, `${name}-${locale}`);
      await page.close();
    }
  }
});

test('behavior: the empty history says that records are missing, and then why', async () => {
  const popup = await openPopup(keystamp);
  await button(popup, 'app.continue').waitFor(TIMEOUT);
  const history = await openHistory(keystamp);
  await heading(history, 'app.storageNotice.title').waitFor(TIMEOUT);
  await history.close();
  await button(popup, 'app.continue').click();
  // What the vault's two copies found out is another matter, and comes after.
  await heading(popup, 'app.vaultNotice.unsure').waitFor(TIMEOUT);
  const options = await openSettings(keystamp);
  await button(options, 'app.vaultNotice.continue').click();
  await heading(options, 'app.vaultNotice.unsure').waitFor({ state: 'detached', ...TIMEOUT });
  await openHistory(popup);
  await popup.reload();
  const list = popup.locator('.history-list');
  await list.getByText(textFor('history.fact.deleted')).waitFor(TIMEOUT);
  await expect(popup.getByText(textFor('history.none'))).toHaveCount(0);
});

test('behavior: a history that was emptied doesn’t look like one that never was', async () => {
  const popup = await openPopup(keystamp);
  await popup.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('keystamp');
        opening.onerror = () => reject(new Error('not opened'));
        opening.onsuccess = () => {
          const transaction = opening.result.transaction(['history', 'historyHead'], 'readwrite');
          transaction.objectStore('history').clear();
          transaction.objectStore('historyHead').clear();
          transaction.oncomplete = () => resolve(opening.result.close());
        };
      }),
  );
  await openHistory(popup);
  await popup.reload();
  await popup.getByText(textFor('history.missing'), { exact: true }).waitFor(TIMEOUT);
  await expect(popup.getByText(textFor('history.none'))).toHaveCount(0);
  await shoot(popup, 'history', { folder: FOLDER });
  await demandAccessible(popup, 'history');
});
