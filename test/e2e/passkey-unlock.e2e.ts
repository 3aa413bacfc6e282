import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import { checkShown } from './appearance.ts';
import { test } from './environment.ts';
import type { VaultChallenge } from '../../src/messaging/calls.ts';
import { launchKeystamp, type Keystamp } from './browser.ts';
import { confirmWindow } from './confirm-window.ts';
import { call, readArea, readDatabase, writeArea, writeRecord } from './extension-internals.ts';
import { openConfirm, type Opener, openPopup, openSecurity, openUnlock } from './pages.ts';
import { button, PASSWORD, textFor, unlock } from './user-actions.ts';
import { SCREENSHOTS } from './screenshots.ts';
import {
  addAuthenticator,
  createRoamingAuthenticator,
  type RoamingAuthenticator,
  type VirtualAuthenticator,
} from './virtual-authenticator.ts';
import { shownBy, trialUnless } from '../trial-tag.ts';

/*
 * Passkeys that unlock the vault, as a user meets them: enrolled in the options, used on every lock
 * screen, missing, refused and removed. The authenticator roams, because Chromium's own is bound to
 * its tab and gone with the browser; the last part uses Chromium's own PRF, in one tab.
 */

const TIMEOUT = { timeout: 15_000 };
const FOLDER = join(SCREENSHOTS, 'passkey-unlock');
const NEW_PASSWORD = 'seven-brave-otters-juggle-lanterns';

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' });

let profileDir: string;
let keystamp: Keystamp;
let device: RoamingAuthenticator;
/** The options page, in front unless a test says otherwise, and the authenticator in it. */
let options: Page;
let authenticator: VirtualAuthenticator;
let password = PASSWORD;

const lockScreen = (page: Page) => page.getByRole('heading', { name: textFor('app.unlock.title') });
const passkeyButton = (page: Page) => button(page, 'app.unlock.passkey');
const byText = (page: Page | Locator, key: string, values = {}) =>
  page.getByText(textFor(key, values), { exact: true });
const waitForText = (page: Page | Locator, key: string, values = {}) =>
  byText(page, key, values).waitFor(TIMEOUT);
const dialog = () => options.getByRole('dialog');
const row = (name: string) => options.getByText(name, { exact: true });
const enrolled = async (page: Page = options) =>
  ((await call(page, 'vault_challenge', {})) as { answer: VaultChallenge }).answer.passkeys;

/** What the disk has of the vault, from the copy in the local area. */
async function storedVault() {
  const { vault } = await readArea(options, 'local');
  const copy = vault as { readonly text: string; readonly digest: string; readonly mac: string };
  const { passkeys = [] } = JSON.parse(copy.text) as { passkeys?: unknown[] };
  return { ...copy, passkeys };
}

async function openWithDevice(): Promise<void> {
  options = await openSecurity(keystamp);
  authenticator = await device.plugInto(options);
}

async function lock(page: Page = options): Promise<void> {
  await call(page, 'vault_lock', {});
  await lockScreen(page).waitFor(TIMEOUT);
}

/** Another authenticator in the options page while `act` runs. */
async function instead(
  other: Parameters<typeof addAuthenticator>[1],
  act: (plain: VirtualAuthenticator) => Promise<void>,
): Promise<void> {
  await authenticator.unplug();
  const plain = await addAuthenticator(options, other);
  await act(plain);
  await plain.unplug();
  authenticator = await device.plugInto(options);
}

/** Checks a screen: no accessibility faults, and a picture in each color scheme. */
const checkScreen = (page: Page, name: string) => checkShown(page, name, { folder: FOLDER });

/** Fills in the form of a dialog that ends with the password, and submits it. */
async function confirmWith(action: string, typed = password): Promise<void> {
  await dialog().getByLabel(textFor('options.password.old'), { exact: true }).fill(typed);
  await button(dialog(), action).click();
}

async function startEnrolment(name: string, typed = password): Promise<void> {
  await options.bringToFront();
  if (!(await dialog().isVisible())) await button(options, 'authorization.passkey.add').click();
  await dialog().getByLabel(textFor('unlock.name'), { exact: true }).fill(name);
  await confirmWith('unlock.enrol', typed);
}

async function enrol(name: string): Promise<void> {
  await startEnrolment(name);
  await waitForText(options, 'unlock.enrolled', { name });
  await row(name).waitFor(TIMEOUT);
}

/** Unlocks one of our pages with its passkey button. */
async function unlockByPasskey(page: Page): Promise<void> {
  await page.bringToFront();
  await passkeyButton(page).click(TIMEOUT);
  await lockScreen(page).waitFor({ state: 'detached', ...TIMEOUT });
}

async function restart(): Promise<void> {
  await keystamp.close();
  keystamp = await launchKeystamp({ profileDir });
  await openWithDevice();
}

test.beforeAll(async ({ environments }) => {
  profileDir = mkdtempSync(join(tmpdir(), 'keystamp-passkey-'));
  const environment = await environments.start({ profileDir });
  ({ keystamp } = environment);
  await environment.options.close();
  device = createRoamingAuthenticator({ prfAtCreation: false });
  await openWithDevice();
});

test.afterAll(async () => {
  await keystamp?.close();
  rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 });
});

test.describe('enrolment', () => {
  test('behavior: without a passkey no lock screen offers one', async () => {
    await waitForText(options, 'unlock.none');
    await checkScreen(options, 'options-none');
    await lock();
    await button(options, 'app.unlock.action').waitFor(TIMEOUT);
    expect(await enrolled()).toEqual([]);
    expect(await passkeyButton(options).count()).toBe(0);
    await unlock(options);
    await waitForText(options, 'unlock.none');
  });

  test(
    'error: a missing name, a missing and a wrong password are reported before any prompt',
    shownBy('vault/passkeys.test.ts'),
    async () => {
      await options.bringToFront();
      await button(options, 'authorization.passkey.add').click();
      await waitForText(dialog(), 'unlock.means');
      await checkScreen(options, 'enrol');
      await button(dialog(), 'unlock.enrol').click();
      await waitForText(dialog(), 'options.password.oldMissing');
      await startEnrolment('Laptop', 'not the password');
      await waitForText(dialog(), 'app.unlock.wrong');
      expect(device.credentials()).toEqual([]);
      expect((await storedVault()).passkeys).toEqual([]);
    },
  );

  test('error: an authenticator without PRF is refused in one sentence, and nothing is stored', async () => {
    const before = await storedVault();
    await instead({ prf: false }, async (plain) => {
      await startEnrolment('Old key');
      await waitForText(dialog(), 'unlock.fail.noPrf', { name: 'Old key' });
      await checkScreen(options, 'enrol-without-prf');
      expect(await plain.credentials()).toHaveLength(1);
    });
    expect(await storedVault()).toEqual(before);
  });

  test(
    'error: a prompt that ends without the user stores nothing',
    shownBy('vault/passkeys.test.ts'),
    async () => {
      await instead({ userVerified: false }, async () => {
        await startEnrolment('Laptop');
        await waitForText(dialog(), 'unlock.fail.cancelled');
      });
      expect((await storedVault()).passkeys).toEqual([]);
    },
  );

  test('behavior: password and prompt enroll a passkey, and it is listed', async () => {
    await enrol('Laptop');
    const [one] = await enrolled();
    expect(one).toMatchObject({ name: 'Laptop', rpId: null, transports: ['internal'] });
    await checkScreen(options, 'options-enrolled');
    const { text, passkeys } = await storedVault();
    expect(passkeys).toHaveLength(1);
    expect((await readDatabase(options))['vault']?.['"main"']).toMatchObject({ text });
  });

  test(
    'error: the same authenticator isn’t accepted twice',
    shownBy('vault/passkeys.test.ts'),
    async () => {
      await startEnrolment('Again');
      await waitForText(dialog(), 'unlock.fail.exists');
      await button(dialog(), 'app.cancel').click();
      expect(await enrolled()).toHaveLength(1);
    },
  );
});

test.describe('unlock', () => {
  test('behavior: on the options page, even with the worker stopped', async () => {
    await lock();
    await passkeyButton(options).waitFor(TIMEOUT);
    await checkScreen(options, 'options-locked');
    await unlockByPasskey(options);
    await lock();
    await keystamp.stopWorker();
    await unlockByPasskey(options);
    await row('Laptop').waitFor(TIMEOUT);
  });

  test('behavior: from the popup in a separate window, which closes itself', async () => {
    await lock();
    const popup = await openPopup(keystamp);
    await passkeyButton(popup).waitFor(TIMEOUT);
    await checkScreen(popup, 'popup-locked');
    await passkeyButton(popup).click();
    const page = await confirmWindow(keystamp);
    await device.plugInto(page);
    await page.setViewportSize({ width: 400, height: 640 });
    await passkeyButton(page).waitFor(TIMEOUT);
    expect(await passkeyButton(page).evaluate((one) => one === document.activeElement)).toBe(true);
    await checkScreen(page, 'page-locked');
    await page.bringToFront();
    await Promise.all([page.waitForEvent('close', TIMEOUT), passkeyButton(page).click()]);
    await popup.getByRole('link', { name: textFor('popup.more.title') }).waitFor(TIMEOUT);
    await row('Laptop').waitFor(TIMEOUT);
    await popup.close();
  });

  test('behavior: in the confirm window', async () => {
    await lock();
    const confirm = await openConfirm(keystamp);
    await device.plugInto(confirm);
    await confirm.setViewportSize({ width: 400, height: 640 });
    await passkeyButton(confirm).waitFor(TIMEOUT);
    await checkScreen(confirm, 'confirm-locked');
    await unlockByPasskey(confirm);
    await confirm.close();
  });

  test(
    'behavior: after a restart of the browser, and after a crash',
    shownBy('e2e/browser-start.e2e.ts', 'vault/session.test.ts'),
    async () => {
      await restart();
      await lockScreen(options).waitFor(TIMEOUT);
      await unlockByPasskey(options);
      await row('Laptop').waitFor(TIMEOUT);
      await keystamp.kill();
      keystamp = await launchKeystamp({ profileDir });
      await openWithDevice();
      await unlockByPasskey(options);
      await row('Laptop').waitFor(TIMEOUT);
    },
  );

  test(
    'behavior: while wrong passwords make the password wait',
    shownBy('vault/passkeys.test.ts'),
    async () => {
      await lock();
      await writeRecord(options, 'meta', 'backoff', {
        failures: 9,
        notBefore: Date.now() + 60_000,
      });
      await options.reload();
      await options.getByText(textFor('app.unlock.waitWhy')).waitFor(TIMEOUT);
      await checkScreen(options, 'options-waiting');
      await unlockByPasskey(options);
      expect((await readDatabase(options))['meta']?.['"backoff"']).toMatchObject({ failures: 9 });
      await writeRecord(options, 'meta', 'backoff', { failures: 0, notBefore: 0 });
    },
  );
});

test.describe('a passkey that doesn’t unlock it', () => {
  test.beforeEach(async () => {
    await lock();
    await options.bringToFront();
  });

  /** The password field has the focus and unlocks the vault, whatever the passkey did. */
  async function expectPassword(): Promise<void> {
    const field = options.getByLabel(textFor('app.unlock.password'), { exact: true });
    await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
    await unlock(options, password);
    await row('Laptop').waitFor(TIMEOUT);
  }

  test('error: after a closed prompt the password can be used right away', async () => {
    await instead({ userVerified: false }, async (plain) => {
      for (const credential of device.credentials()) await plain.add(credential);
      await passkeyButton(options).click(TIMEOUT);
      await waitForText(options, 'app.unlock.passkeyCancelled');
      await checkScreen(options, 'failed-cancelled');
    });
    await expectPassword();
  });

  test('error: an authenticator without the passkey', trialUnless(false), async () => {
    await instead({}, async () => {
      await passkeyButton(options).click(TIMEOUT);
      await waitForText(options, 'app.unlock.passkeyCancelled');
    });
    await expectPassword();
  });

  test('error: an authenticator that gives no PRF output', trialUnless(false), async () => {
    const page = await openSecurity(keystamp);
    const plain = await addAuthenticator(page, { prf: false });
    for (const credential of device.credentials()) await plain.add(credential);
    await page.bringToFront();
    await passkeyButton(page).click(TIMEOUT);
    await waitForText(page, 'app.unlock.passkeyNoPrf');
    await checkScreen(page, 'failed-without-prf');
    await page.close();
    await options.bringToFront();
    await unlock(options, password);
    await row('Laptop').waitFor(TIMEOUT);
  });

  test('error: an authenticator with the same credential and another secret', async () => {
    const page = await openSecurity(keystamp);
    const copy = await createRoamingAuthenticator().plugInto(page);
    for (const credential of device.credentials()) await copy.add(credential);
    await page.bringToFront();
    await passkeyButton(page).click(TIMEOUT);
    await waitForText(page, 'app.unlock.passkeyMismatch');
    await expect(lockScreen(page)).toHaveCount(1);
    await page.close();
    await options.bringToFront();
    await unlock(options, password);
  });
});

test.describe('removal', () => {
  test(
    'behavior: ends them all, says so, and the other one is back with one prompt',
    shownBy('vault/passkey-removal.test.ts'),
    async () => {
      // A second authenticator, which this tab has instead for a moment.
      const second = createRoamingAuthenticator();
      await authenticator.unplug();
      const other = await second.plugInto(options);
      await enrol('Key ring');
      const before = await storedVault();
      expect(before.passkeys).toHaveLength(2);

      await options
        .getByRole('button', { name: textFor('popup.pick.remove', { name: 'Laptop' }) })
        .click();
      await waitForText(dialog(), 'unlock.removeOthers', { count: 1, names: 'Key ring' });
      await checkScreen(options, 'remove');
      await confirmWith('authorization.passkey.removeDo', 'not the password');
      await waitForText(dialog(), 'app.unlock.wrong');
      expect(await storedVault()).toEqual(before);
      await confirmWith('authorization.passkey.removeDo');
      await byText(options, 'unlock.off', { count: 1 }).first().waitFor(TIMEOUT);
      await checkScreen(options, 'options-switched-off');
      expect(await enrolled()).toEqual([]);
      const after = await storedVault();
      const sealed = (text: string) => text.match(/"(?:sealed|wrapped)":"[^"]+"/g) ?? [];
      expect(sealed(after.text).length).toBeGreaterThan(2);
      expect(sealed(after.text).filter((one) => before.text.includes(one))).toEqual([]);

      await button(options, 'unlock.resume').click();
      await confirmWith('unlock.resume');
      const off = byText(options, 'unlock.off', { count: 1 }).first();
      await off.waitFor({ state: 'detached', ...TIMEOUT });
      expect((await enrolled()).map(({ name }) => name)).toEqual(['Key ring']);
      expect(second.credentials()).toHaveLength(1);
      await lock();
      await unlockByPasskey(options);
      await row('Key ring').waitFor(TIMEOUT);
      await other.unplug();
      authenticator = await device.plugInto(options);
    },
  );

  test(
    'error: the removed one, put back into the stored bytes, opens nothing',
    shownBy('vault/passkey-removal.test.ts'),
    async () => {
      await options
        .getByRole('button', { name: textFor('popup.pick.remove', { name: 'Key ring' }) })
        .click();
      await confirmWith('authorization.passkey.removeDo');
      await waitForText(options, 'unlock.none');
      await enrol('Laptop');
      const former = (await storedVault()).passkeys;
      await options
        .getByRole('button', { name: textFor('popup.pick.remove', { name: 'Laptop' }) })
        .click();
      await confirmWith('authorization.passkey.removeDo');
      await waitForText(options, 'unlock.none');
      const stored = await storedVault();
      const text = JSON.stringify({ ...(JSON.parse(stored.text) as object), passkeys: former });
      const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
      const { passkeys: _none, ...good } = stored;
      const digest = `sha256:${Buffer.from(bytes).toString('hex')}`;
      const forged = { text, digest, mac: good.mac };
      await writeArea(options, 'local', { vault: forged });
      await writeRecord(options, 'vault', 'main', forged);
      await lock();
      await options.reload();
      await passkeyButton(options).click(TIMEOUT);
      await waitForText(options, 'app.unlock.passkeyMismatch');
      await checkScreen(options, 'failed-removed');
      // In both copies it is damage, whatever the password; one good copy is enough.
      await writeArea(options, 'local', { vault: good });
      await unlock(options, password);
      await waitForText(options, 'unlock.none');
      expect((await readDatabase(options))['vault']?.['"main"']).toEqual(good);
      await enrol('Laptop');
    },
  );
});

test.describe('a change of the password', () => {
  test('behavior: says that it turns unlock by passkey off, and offers the way back', async () => {
    await waitForText(options, 'unlock.passwordEnds', { count: 1, names: 'Laptop' });
    const input = (key: string) => options.getByLabel(textFor(key), { exact: true });
    await input('options.password.old').fill(PASSWORD);
    await input('options.password.newOne').fill(NEW_PASSWORD);
    await input('options.password.newRepeat').fill(NEW_PASSWORD);
    await button(options, 'options.password.change').click();
    await byText(options, 'unlock.off', { count: 1 }).first().waitFor(TIMEOUT);
    password = NEW_PASSWORD;
    expect(await enrolled()).toEqual([]);
    await lock();
    await button(options, 'app.unlock.action').waitFor(TIMEOUT);
    expect(await passkeyButton(options).count()).toBe(0);
    await unlock(options, password);

    await enrolAgain();
    await lock();
    await unlockByPasskey(options);
    await row('Laptop').waitFor(TIMEOUT);
  });

  /** The lock has redrawn the page, so the passkey is created again, on a new authenticator. */
  async function enrolAgain(): Promise<void> {
    await authenticator.unplug();
    device = createRoamingAuthenticator();
    authenticator = await device.plugInto(options);
    await enrol('Laptop');
  }
});

test.describe('Chromium’s own PRF, in one tab', () => {
  test('behavior: enrolls, and unlocks the options, the confirm window and the passkey page', async () => {
    await authenticator.unplug();
    await options.close();
    options = await openSecurity(keystamp);
    await addAuthenticator(options);
    await enrol('Own');
    const lockAndGo = async (open: Opener) => {
      await call(options, 'vault_lock', {});
      await keystamp.stopWorker();
      await open(options);
    };
    for (const open of [openSecurity, openConfirm]) {
      await lockAndGo(open);
      await unlockByPasskey(options);
    }
    await lockAndGo(openUnlock);
    await Promise.all([
      options.waitForEvent('close', TIMEOUT),
      passkeyButton(options).click(TIMEOUT),
    ]);
    options = await openSecurity(keystamp);
    await row('Own').waitFor(TIMEOUT);
  });
});
