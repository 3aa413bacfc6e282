import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { test } from './environment.ts';
import { SNAPSHOT_KEY, type Snapshot } from '../../src/protocol/app-state.ts';
import { launchKeystamp, type Keystamp } from './browser.ts';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';
import { openHome, openPopup, openSecurity, openSettings, openSetUp, sectionTab } from './pages.ts';
import { setUpByCalls } from './set-up-by-calls.ts';
import {
  call,
  readArea,
  readDatabase,
  sealedCall,
  writeArea,
  writeRecord,
} from './extension-internals.ts';
import {
  button,
  fillForm,
  openForm,
  operationRow,
  PASSWORD,
  textFor,
  setUp,
  unlock,
} from './user-actions.ts';
import { hostService } from './hosted-service.ts';
import type { LocalService } from './service.ts';
import { reauthenticate } from './reauthentication.ts';
import { shownBy, trialUnless } from '../trial-tag.ts';

/*
 * Lock, unlock, wait, damage and wipe, as a user meets them. The browser is restarted over one
 * profile folder; a counting proxy in front of the service shows that "nothing was stamped" means
 * that nothing arrived.
 */

/** Keys of the records under test: src/vault/session, src/vault/attempts. */
const SESSION = 'vault.session';
const BACKOFF = 'backoff';
const NEW_PASSWORD = 'seven-brave-otters-juggle-lanterns';
const TIMEOUT = { timeout: 15_000 };

type SessionRecord = {
  readonly unlocked: { readonly vaultKey: string; readonly lockAt: number } | null;
  readonly outboxKeys: string;
};
type Answer = { readonly ok: boolean; readonly error?: { readonly code: string } };

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' });

let service: LocalService;
let faults: FaultProxy;
let profileDir: string;
let keystamp: Keystamp;
let popup: Page;
/** The vault's current one. */
let password = PASSWORD;

const lockScreen = (page: Page) => page.getByRole('heading', { name: textFor('app.unlock.title') });
const home = (page: Page) => page.getByRole('link', { name: textFor('popup.more.title') });
const waitNotice = (page: Page) => page.getByText(textFor('app.unlock.waitWhy'), { exact: false });
const session = async () => (await readArea(popup, 'session'))[SESSION] as SessionRecord;
const backoff = async () =>
  (await readDatabase(popup))['meta']?.[`"${BACKOFF}"`] as {
    readonly failures: number;
    readonly notBefore: number;
  };
const code = async (answer: Promise<unknown>) => ((await answer) as Answer).error?.code;

async function restart(): Promise<void> {
  await keystamp.close();
  keystamp = await launchKeystamp({ profileDir });
  popup = await openPopup(keystamp);
}

/** Types a wrong password and waits for the verdict. */
async function typeWrong(page: Page): Promise<void> {
  await unlock(page, 'not the password');
  await page.getByText(textFor('app.unlock.wrong'), { exact: true }).waitFor(TIMEOUT);
}

/** The seconds that the lock screen counts down; 0 if it doesn't. */
async function shownWait(page: Page): Promise<number> {
  if (!(await waitNotice(page).count())) return 0;
  return Number(/\d+/.exec(await waitNotice(page).innerText())?.[0]);
}

async function waitOver(page: Page): Promise<void> {
  await waitNotice(page).waitFor({ state: 'detached', timeout: 30_000 });
}

test.beforeAll(async () => {
  service = await hostService();
  faults = await startFaultProxy(service.url);
  profileDir = mkdtempSync(join(tmpdir(), 'keystamp-vault-'));
  keystamp = await launchKeystamp({ profileDir });
  await setUpByCalls(keystamp, faults.url);
  popup = await openPopup(keystamp);
  await home(popup).waitFor(TIMEOUT);
});

test.afterAll(async () => {
  await keystamp?.close();
  await faults?.stop();
  await service?.stop();
  rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 });
});

test.describe('lock', () => {
  test('behavior: lock now shows the lock screen on every page and forgets the vault key', async () => {
    const options = await openSecurity(keystamp);
    await button(options.getByRole('main'), 'popup.lock').click();
    await Promise.all([lockScreen(options).waitFor(TIMEOUT), lockScreen(popup).waitFor(TIMEOUT)]);
    expect((await session()).unlocked).toBeNull();

    await unlock(popup);
    await home(popup).waitFor(TIMEOUT);
    await button(options.getByRole('main'), 'popup.lock').waitFor(TIMEOUT);
    await options.close();
  });

  test('behavior: a worker stopped at the lock screen wakes up to unlock', async () => {
    await popup.getByRole('button', { name: textFor('popup.lock') }).click();
    await lockScreen(popup).waitFor(TIMEOUT);
    await keystamp.stopWorker();
    await unlock(popup);
    await home(popup).waitFor(TIMEOUT);
  });

  test('behavior: past the deadline every call is refused by a worker that was stopped', async () => {
    const record = await session();
    const { state } = (await readArea(popup, 'session'))[SNAPSHOT_KEY] as Snapshot;
    const profileId = state.activeProfileId ?? '';
    const expire = async () => {
      const unlocked = { ...record.unlocked, lockAt: Date.now() - 1 };
      await writeArea(popup, 'session', { [SESSION]: { ...record, unlocked } });
      await keystamp.stopWorker();
    };
    const before = faults.seen.length;
    const parameters = { walletId: profileId, walletName: 'Too late' };
    const calls: readonly [string, object][] = [
      ['profiles_check', { id: profileId }],
      ['home', { profileId }],
      ['query', { profileId, operation: 'list_wallets', parameters: {} }],
    ];
    for (const [name, input] of calls) {
      await expire();
      expect([name, await code(call(popup, name, input))]).toEqual([name, 'vault_locked']);
    }
    await expire();
    const submit = { id: crypto.randomUUID(), profileId, operation: 'update_wallet', parameters };
    expect(await code(sealedCall(popup, 'activities_submit', submit, { fields: {} }))).toBe(
      'vault_locked',
    );
    expect(faults.seen.slice(before)).toEqual([]);
    expect((await session()).unlocked).toBeNull();
    await lockScreen(popup).waitFor(TIMEOUT);
    await unlock(popup);
    await home(popup).waitFor(TIMEOUT);
  });

  test('behavior: past the deadline an approved review ends at the lock screen, unstamped', async () => {
    const row = operationRow('update_wallet');
    await openForm(popup, row);
    await fillForm(popup, row, { walletId: 'Payroll', walletName: 'Too late' });
    await button(popup, 'popup.review.title').click();
    const approve = popup.getByRole('button', { name: row.action, exact: true });
    await approve.waitFor(TIMEOUT);
    const { unlocked, ...record } = await session();
    const before = faults.seen.length;
    await writeArea(popup, 'session', {
      [SESSION]: { ...record, unlocked: { ...unlocked, lockAt: Date.now() - 1 } },
    });
    await keystamp.stopWorker();
    // If the popup notices the deadline first, there is nothing left to click on.
    await approve.click({ timeout: 5000 }).catch(() => undefined);
    await lockScreen(popup).waitFor(TIMEOUT);
    expect(faults.seen.slice(before).filter(({ path }) => path.includes('/submit/'))).toEqual([]);
    expect((await readDatabase(popup))['outbox']).toEqual({});

    await unlock(popup);
    await openHome(popup);
    await home(popup).waitFor(TIMEOUT);
  });

  test('behavior: a shorter auto-lock time moves the deadline; other than 1 to 240 is refused', async () => {
    const options = await openSecurity(keystamp);
    const minutes = options.getByLabel(textFor('options.lock.minutes'), { exact: true });
    const wrong = textFor('options.lock.minutesWrong', { least: 1, most: 240 });
    for (const text of ['0', '241', 'abc', '1.5']) {
      await minutes.fill(text);
      await options.getByText(wrong, { exact: true }).waitFor(TIMEOUT);
    }
    await minutes.fill('1');
    await button(options, 'options.save').click();
    const left = async () => ((await session()).unlocked?.lockAt ?? 0) - Date.now();
    await expect.poll(left).toBeLessThanOrEqual(60_000);
    expect(await left()).toBeGreaterThan(0);
    await minutes.fill('240');
    await reauthenticate(options);
    await button(options, 'options.save').click();
    await expect.poll(left).toBeGreaterThan(200 * 60_000);
    await options.close();
  });
});

test.describe('a wrong password', () => {
  test('error: is reported; from the third one on, the wait grows and is counted down', async () => {
    await popup.getByRole('button', { name: textFor('popup.lock') }).click();
    for (const [at, seconds] of [0, 0, 1, 2, 4, 8].entries()) {
      await waitOver(popup);
      const from = Date.now();
      await typeWrong(popup);
      // The record doesn't change while a busy machine takes its time to read the screen.
      const { failures, notBefore } = await backoff();
      expect(failures).toBe(at + 1);
      expect(notBefore - seconds * 1000).toBeGreaterThanOrEqual(from);
      expect(notBefore - seconds * 1000).toBeLessThanOrEqual(Date.now());
    }
    await expect(button(popup, 'app.unlock.action')).toBeDisabled();
    const first = await shownWait(popup);
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThanOrEqual(8);
    await expect.poll(() => shownWait(popup)).toBeLessThan(first);
  });

  test(
    'error: the wait and the lock outlast a restart, and the worker itself enforces them',
    shownBy('vault/backoff.test.ts'),
    async () => {
      // After nine wrong ones it is 64 seconds: longer than any restart takes.
      await writeRecord(popup, 'meta', BACKOFF, { failures: 9, notBefore: Date.now() + 60_000 });
      await restart();
      await lockScreen(popup).waitFor(TIMEOUT);
      await waitNotice(popup).waitFor(TIMEOUT);
      const left = await shownWait(popup);
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThanOrEqual(60);
      const kek = Buffer.alloc(32, 1).toString('base64url');
      expect(await code(sealedCall(popup, 'vault_unlock', {}, { keks: [kek] }))).toBe('backoff');
      expect(await session()).toBeUndefined();
    },
  );

  test('behavior: the right password unlocks it after the wait and resets the count', async () => {
    await writeRecord(popup, 'meta', BACKOFF, { failures: 9, notBefore: Date.now() + 3000 });
    await popup.reload();
    await lockScreen(popup).waitFor(TIMEOUT);
    await waitOver(popup);
    await unlock(popup);
    await home(popup).waitFor(TIMEOUT);
    await popup.getByRole('button', { name: textFor('popup.lock') }).click();
    await typeWrong(popup);
    expect((await backoff()).failures).toBe(1);
    expect(await shownWait(popup)).toBe(0);
    await unlock(popup);
    await home(popup).waitFor(TIMEOUT);
  });
});

test.describe('changing the password', () => {
  const change = async (options: Page, old: string, next: string) => {
    const input = (key: string) => options.getByLabel(textFor(key), { exact: true });
    await input('options.password.old').fill(old);
    await input('options.password.newOne').fill(next);
    await input('options.password.newRepeat').fill(next);
    await button(options, 'options.password.change').click();
  };

  test(
    'error: a wrong current password, a weak new one and two that differ are reported',
    shownBy('vault/vault.test.ts'),
    async () => {
      const options = await openSecurity(keystamp);
      await change(options, 'not the password', NEW_PASSWORD);
      await options.getByText(textFor('app.unlock.wrong'), { exact: true }).waitFor(TIMEOUT);
      await change(options, PASSWORD, 'password1');
      await options.getByText(textFor('options.password.weak'), { exact: true }).waitFor(TIMEOUT);
      await options
        .getByLabel(textFor('options.password.newOne'), { exact: true })
        .fill(NEW_PASSWORD);
      await button(options, 'options.password.change').click();
      await options
        .getByText(textFor('options.password.differs'), { exact: true })
        .waitFor(TIMEOUT);
      await options.close();
    },
  );

  test('behavior: the old one is refused, the new one unlocks, and the keys still stamp', async () => {
    const before = await readArea(popup, 'local');
    const options = await openSecurity(keystamp);
    await change(options, PASSWORD, NEW_PASSWORD);
    const typed = options.getByLabel(textFor('options.password.newOne'), { exact: true });
    // Only a change empties the field.
    await expect(typed).toHaveValue('');
    const after = await readArea(popup, 'local');
    expect(after['vault']).not.toEqual(before['vault']);

    await button(options.getByRole('main'), 'popup.lock').click();
    await unlock(options, PASSWORD);
    await options.getByText(textFor('app.unlock.wrong'), { exact: true }).waitFor(TIMEOUT);
    await unlock(options, NEW_PASSWORD);
    password = NEW_PASSWORD;
    await sectionTab(options, 'keys').click();
    await options.locator('.list a.row-act').first().click();
    const seen = faults.seen.length;
    await button(options, 'options.profile.test').click();
    await options.getByText(textFor('options.proof.good'), { exact: true }).waitFor(TIMEOUT);
    expect(faults.seen.slice(seen).map(({ path }) => path)).toContain('/public/v1/query/whoami');
    await options.close();
  });
});

test.describe('damage', () => {
  const lock = async () => {
    await popup.getByRole('button', { name: textFor('popup.lock') }).click();
    await lockScreen(popup).waitFor(TIMEOUT);
  };
  const copies = async () => ({
    main: (await readDatabase(popup))['vault']?.['"main"'],
    second: (await readArea(popup, 'local'))['vault'],
  });
  const opens = async () => {
    await unlock(popup, password);
    await home(popup).waitFor(TIMEOUT);
  };

  const garbage: readonly [string, unknown][] = [
    ['bytes of another kind', Array.from({ length: 64 }, () => 7)],
    ['a text cut short', { text: '{"v":1,"revision":', digest: 'sha256:00' }],
  ];

  for (const [what, value] of garbage) {
    const details = trialUnless(what === 'a text cut short');
    test(`behavior: a first copy of ${what} is replaced by the second`, details, async () => {
      const { second } = await copies();
      await lock();
      await writeRecord(popup, 'vault', 'main', value);
      await keystamp.stopWorker();
      await opens();
      expect(await copies()).toEqual({ main: second, second });
    });
  }

  test(
    'behavior: a damaged second copy is replaced by the first',
    shownBy('vault/copies.test.ts'),
    async () => {
      const { main } = await copies();
      await lock();
      await writeArea(popup, 'local', { vault: 'garbage' });
      await keystamp.stopWorker();
      await opens();
      expect(await copies()).toEqual({ main, second: main });
    },
  );

  test('behavior: a database whose files are garbage is restored from the second copy', async () => {
    const { second } = await copies();
    await keystamp.close();
    const store = readdirSync(join(profileDir, 'Default', 'IndexedDB')).filter(
      (name) => name.startsWith('chrome-extension_') && name.endsWith('.leveldb'),
    );
    expect(store).toHaveLength(1);
    const folder = join(profileDir, 'Default', 'IndexedDB', store[0] ?? '');
    const broken = readdirSync(folder).filter((name) => /^CURRENT$|^MANIFEST-/.test(name));
    expect(broken.length).toBeGreaterThan(1);
    for (const name of broken) writeFileSync(join(folder, name), Buffer.alloc(512, 0xa5));

    keystamp = await launchKeystamp({ profileDir });
    popup = await openPopup(keystamp);
    await lockScreen(popup).waitFor(TIMEOUT);
    await unlock(popup, password);
    await lockScreen(popup).waitFor({ state: 'detached', timeout: 15_000 });
    // The vault is whole, but not what only the database had.
    await button(popup, 'app.continue').click(TIMEOUT);
    await home(popup).waitFor(TIMEOUT);
    await expect.poll(copies).toEqual({ main: second, second });
  });

  test('behavior: with both copies damaged, every page says so, and none offers a fresh start', async () => {
    await lock();
    await writeRecord(popup, 'vault', 'main', 'garbage');
    await writeArea(popup, 'local', { vault: { text: '{}', digest: 'garbage' } });
    await restart();
    const options = await openSetUp(keystamp);
    const said = (page: Page) =>
      page.getByText(textFor('app.unlock.damagedTitle'), { exact: true });
    await Promise.all([said(popup).waitFor(TIMEOUT), said(options).waitFor(TIMEOUT)]);
    await button(popup, 'app.unlock.reload').click();
    await said(popup).waitFor(TIMEOUT);
    for (const page of [popup, options]) {
      expect(await page.locator('input').count()).toBe(0);
      expect(await page.getByText(textFor('popup.noVault.title'), { exact: true }).count()).toBe(0);
    }
    const salt = 'A'.repeat(22);
    const kdf = { kdf: 'argon2id', memoryKib: 65_536, iterations: 3, parallelism: 1, salt };
    const kek = Buffer.alloc(32, 1).toString('base64url');
    expect(await call(options, 'vault_challenge', {})).toMatchObject({
      error: { code: 'vault_damaged' },
    });
    expect(await code(sealedCall(options, 'vault_create', { kdf }, { kek }))).toBe('vault_damaged');
    expect((await copies()).main).toBe('garbage');
  });
});

test.describe('wipe everything', () => {
  const WORDS = 'wipe everything';

  test('behavior: requires the typed words, leaves nothing, and starts from the beginning', async () => {
    const options = await openSettings(keystamp);
    await button(options, 'app.unlock.wipe').click();
    const dialog = options.getByRole('dialog');
    const wipe = button(dialog, 'wipe.do');
    const typed = dialog.getByLabel(textFor('wipe.type', { words: WORDS }), {
      exact: true,
    });
    for (const text of ['', 'wipe', 'wipe everythin', 'yes']) {
      await typed.fill(text);
      await expect(wipe).toBeDisabled();
    }
    expect((await readArea(options, 'local'))['vault']).toBeDefined();
    await typed.fill(WORDS);
    await wipe.click();
    await options
      .getByRole('heading', { name: textFor('options.setup.restore'), exact: true })
      .waitFor(TIMEOUT);

    expect(await readArea(options, 'local')).toEqual({});
    const { snapshot, ...rest } = await readArea(options, 'session');
    expect(rest).toEqual({});
    expect((snapshot as Snapshot).state).toMatchObject({ vault: 'missing', profiles: [] });
    expect(await readDatabase(options)).toMatchObject({ vault: {}, outbox: {}, sites: {} });
    expect(await call(options, 'vault_challenge', {})).toMatchObject({
      error: { code: 'vault_missing' },
    });
    await popup.getByText(textFor('popup.noVault.title'), { exact: true }).waitFor(TIMEOUT);
    await options.close();
  });

  const again =
    'behavior: set up again after that, it can be wiped from the security section as well';
  test(again, trialUnless(false), async () => {
    const options = await setUp(keystamp, faults.url);
    await restart();
    await lockScreen(popup).waitFor(TIMEOUT);
    await unlock(popup);
    await home(popup).waitFor(TIMEOUT);
    const security = await openSecurity(keystamp);
    await button(security, 'app.unlock.wipe').click();
    const dialog = security.getByRole('dialog');
    await dialog.getByLabel(textFor('wipe.type', { words: WORDS })).fill(WORDS);
    await button(dialog, 'wipe.do').click();
    await popup.getByText(textFor('popup.noVault.title'), { exact: true }).waitFor(TIMEOUT);
    expect(await readArea(security, 'local')).toEqual({});
    await restart();
    await popup.getByText(textFor('popup.noVault.title'), { exact: true }).waitFor(TIMEOUT);
    expect(options.isClosed()).toBe(true);
  });
});
