import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import type { AppState } from '../../src/protocol/app-state.ts';
import { LAST_SAVED_KEY } from '../../src/vault/last-saved.ts';
import * as base64url from '../../src/crypto/base64url.ts';
import { randomBytes } from '../../src/crypto/bytes.ts';
import type { KdfParameters } from '../../src/crypto/kdf-parameters.ts';
import { writeUnreleasedVault } from '../vault/unreleased-vault.ts';
import { checkShown } from './appearance.ts';
import { launchKeystamp, type Keystamp } from './browser.ts';
import { test } from './environment.ts';
import {
  call,
  readArea,
  readDatabase,
  sealedCall,
  writeArea,
  writeRecord,
} from './extension-internals.ts';
import { openConfirm, openPopup, openSettings } from './pages.ts';
import { SCREENSHOTS } from './screenshots.ts';
import { button, textFor } from './user-actions.ts';
import { trialUnless } from '../trial-tag.ts';

/*
 * What versions before 0.1.0 left in a browser, in each of the three places: every page says what it
 * is, nothing of it is used, and the user starts afresh by wiping it.
 */

const FOLDER = join(SCREENSHOTS, 'unreleased-vault');
const TIMEOUT = { timeout: 15_000 };
const kek = randomBytes(32);
const SECRET = { kek: base64url.encode(kek) };
const kdf: KdfParameters = {
  kdf: 'argon2id',
  memoryKib: 65_536,
  iterations: 3,
  parallelism: 1,
  salt: base64url.encode(randomBytes(16)),
};

let keystamp: Keystamp;
let options: Page;
test.beforeEach(async () => {
  keystamp = await launchKeystamp();
  options = await openSettings(keystamp);
});
test.afterEach(() => keystamp.close());

const status = async () =>
  ((await call(options, 'state', {})) as { answer: AppState }).answer.vault;
const create = () => sealedCall(options, 'vault_create', { kdf }, SECRET);
const says = (page: Page) =>
  page.getByRole('heading', { name: textFor('app.unlock.unreleasedTitle') });

/** Wipes Keystamp in its options, and sets it up again. */
async function startAfresh(): Promise<void> {
  await options.reload();
  await says(options).waitFor(TIMEOUT);
  await button(options, 'app.unlock.wipe').click();
  await options.getByRole('dialog').getByRole('textbox').fill('wipe everything');
  await button(options.getByRole('dialog'), 'wipe.do').click();
  await expect.poll(status, TIMEOUT).toBe('missing');
  expect(await create()).toMatchObject({ ok: true });
}

test('error: a vault in both places is named on every page, refused, and stays until the user wipes it', async () => {
  const copy = await writeUnreleasedVault(1, { kek, kdf });
  await writeRecord(options, 'vault', 'main', copy);
  await writeArea(options, 'local', { vault: copy });
  await keystamp.stopWorker();
  await options.reload();
  const popup = await openPopup(keystamp);
  const confirm = await openConfirm(keystamp);
  for (const [name, page] of Object.entries({ popup, options, confirm })) {
    await says(page).waitFor(TIMEOUT);
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await checkShown(page, name, { folder: FOLDER });
  }
  expect(await create()).toMatchObject({ ok: false, error: { code: 'vault_unreleased' } });
  expect((await readArea(options, 'local'))['vault']).toEqual(copy);
  expect((await readDatabase(options))['vault']).toEqual({ '"main"': copy });
  await popup.close();
  await confirm.close();
  await startAfresh();
});

test(
  'error: a database of an earlier number is refused as it is, and a wipe starts afresh',
  trialUnless(false),
  async () => {
    await keystamp.stopWorker();
    // The page's own calls may start a worker that makes the database again in between.
    const isPlanted = () =>
      options.evaluate(
        () =>
          new Promise<boolean>((resolve) => {
            indexedDB.deleteDatabase('keystamp').addEventListener('success', () => {
              const opening = indexedDB.open('keystamp', 4);
              opening.addEventListener('upgradeneeded', () => {
                opening.result.createObjectStore('vault').put('as it was', 'main');
              });
              opening.addEventListener('success', () => {
                opening.result.close();
                resolve(true);
              });
              opening.addEventListener('error', () => resolve(false));
            });
          }),
      );
    await expect.poll(isPlanted, TIMEOUT).toBe(true);
    expect(await status()).toBe('unreleased');
    expect(await create()).toMatchObject({ ok: false, error: { code: 'vault_unreleased' } });
    expect(await readDatabase(options)).toEqual({ vault: { '"main"': 'as it was' } });
    await startAfresh();
  },
);

test('error: a mark in the third place alone is no fresh start', trialUnless(false), async () => {
  await options.evaluate(async (key) => {
    const cache = await caches.open('keystamp');
    const mark = JSON.stringify({ revision: 3, keys: [{ id: 'a', name: 'Laptop' }] });
    await cache.put(`https://keystamp.invalid/${key}`, new Response(mark));
  }, LAST_SAVED_KEY);
  expect(await status()).toBe('unreleased');
  expect(await create()).toMatchObject({ ok: false, error: { code: 'vault_unreleased' } });
  await startAfresh();
});

test('error: put back beside the own vault, it is replaced by that, and nothing of it is used', async () => {
  expect(await create()).toMatchObject({ ok: true });
  await call(options, 'keys_create', { name: 'Own' });
  const own = (await readArea(options, 'local'))['vault'];
  const planted = await writeUnreleasedVault(2, { kek, kdf });
  for (const place of ['main', 'second'] as const) {
    await call(options, 'vault_lock', {});
    await (place === 'main'
      ? writeRecord(options, 'vault', 'main', planted)
      : writeArea(options, 'local', { vault: planted }));
    await keystamp.stopWorker();
    expect(await status()).toBe('locked');
    const opened = await sealedCall(options, 'vault_unlock', {}, { keks: [SECRET.kek] });
    expect(opened).toMatchObject({
      answer: { vault: 'unlocked', profiles: [], vaultNotice: null },
    });
    expect((await readArea(options, 'local'))['vault']).toEqual(own);
    expect((await readDatabase(options))['vault']).toEqual({ '"main"': own });
  }
});
