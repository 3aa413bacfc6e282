import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { checkShown } from './appearance.ts';
import { test } from './environment.ts';
import type { AppState } from '../../src/protocol/app-state.ts';
import { launchKeystamp, type Keystamp } from './browser.ts';
import {
  call,
  readArea,
  readDatabase,
  sealedCall,
  writeArea,
  writeRecord,
} from './extension-internals.ts';
import { openPopup, openSettings } from './pages.ts';
import { button, textFor } from './user-actions.ts';
import { SCREENSHOTS } from './screenshots.ts';

/*
 * Someone, or a disk, has restored an older vault: what the user sees, and decides.
 */

const KEK = randomBytes(32).toString('base64url');
const KDF = {
  kdf: 'argon2id',
  memoryKib: 65_536,
  iterations: 3,
  parallelism: 1,
  salt: randomBytes(16).toString('base64url'),
};
const FOLDER = join(SCREENSHOTS, 'vault-notice');
const TIMEOUT = { timeout: 15_000 };

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' });

let keystamp: Keystamp;
let options: Page;

const unlock = async () =>
  (await sealedCall(options, 'vault_unlock', {}, { keks: [KEK] })) as { answer: AppState };
const title = (page: Page, key: string) => page.getByRole('heading', { name: textFor(key) });
const stored = async () => ({
  main: (await readDatabase(options))['vault']?.['"main"'],
  second: (await readArea(options, 'local'))['vault'],
});

const checkScreen = (page: Page, name: string) => checkShown(page, name, { folder: FOLDER });

test.beforeAll(async () => {
  keystamp = await launchKeystamp();
  options = await openSettings(keystamp);
  await sealedCall(options, 'vault_create', { kdf: KDF }, { kek: KEK });
  await call(options, 'keys_create', { name: 'Laptop' });
  const old = await stored();
  for (const name of [
    'Build server of the left wing',
    'A key with a rather long name to see whether it wraps',
  ]) {
    expect(await call(options, 'keys_create', { name })).toMatchObject({ ok: true });
  }
  await writeRecord(options, 'vault', 'main', old.main);
  await writeArea(options, 'local', { vault: old.second });
  await call(options, 'vault_lock', {});
});
test.afterAll(() => keystamp.close());

test('behavior: an older vault is reported on every page, with what is missing, and is no fresh start', async () => {
  const before = await stored();
  expect((await unlock()).answer.vaultNotice).toMatchObject({ kind: 'behind' });
  const popup = await openPopup(keystamp);
  for (const [page, name] of [
    [popup, 'popup'],
    [options, 'options'],
  ] as const) {
    await title(page, 'app.vaultNotice.behind').waitFor(TIMEOUT);
    await page.getByText('Build server of the left wing').waitFor();
    await page.getByText('A key with a rather long name').waitFor();
    await checkScreen(page, `behind-${name}`);
  }
  expect(await call(options, 'keys_create', { name: 'New' })).toMatchObject({
    error: { code: 'vault_behind' },
  });
  expect(await stored()).toEqual(before);
  await button(popup, 'app.vaultNotice.lock').click();
  await title(popup, 'app.unlock.title').waitFor(TIMEOUT);
});

test('behavior: once the user keeps it, it counts, and is never mentioned again', async () => {
  await unlock();
  await button(options, 'app.vaultNotice.keep').click();
  await title(options, 'app.vaultNotice.behind').waitFor({ state: 'detached', ...TIMEOUT });
  await call(options, 'keys_create', { name: 'New' });
  await call(options, 'vault_lock', {});
  expect((await unlock()).answer.vaultNotice).toBeNull();
});
