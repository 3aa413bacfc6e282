import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import type { EntryState } from '../../src/protocol/outbox-entry.ts';
import { confirmWindows } from './confirm-window.ts';
import { openDapp } from './dapp.ts';
import { FORMER, writeFormerProfile, type Open } from './former-browser.ts';
import {
  readHistory,
  readKept,
  stampByPasskey,
  startFormerEnvironment,
  type FormerEnvironment,
} from './former-environment.ts';
import { test } from './environment.ts';
import { button } from './user-actions.ts';
import { createRoamingAuthenticator } from './virtual-authenticator.ts';

/*
 * What a user of version 0.1.0 had stored opens in the current version, with everything in it, and
 * what was in progress continues: the same bytes, carried out once. The clocks of browser and
 * service show a moment after the vector was made, since the service only accepts bytes for an
 * hour.
 */

const { kept, open } = FORMER;
const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;
const TIMEOUT = { timeout: 30_000 };

/** A browser profile that the former version has used. */
let formerProfile: string;

test.beforeAll(async () => {
  formerProfile = mkdtempSync(join(tmpdir(), 'keystamp-former-'));
  await writeFormerProfile(formerProfile);
});
test.afterAll(() => rmSync(formerProfile, { recursive: true, force: true, maxRetries: 5 }));

/** Types the password into the lock screen, whatever its words. */
async function unlock(page: Page): Promise<void> {
  const field = page.locator('input[type="password"]');
  await field.fill(FORMER.password);
  await field.press('Enter');
  await field.waitFor({ state: 'detached', ...TIMEOUT });
}

/** Another screen of a page. */
async function goTo(page: Page, hash: string): Promise<void> {
  await page.goto(`${page.url().split('#')[0] ?? ''}${hash}`);
}

/** Waits until an activity has a given state. */
async function reach(
  { client }: FormerEnvironment,
  { id }: Open,
  state: EntryState,
): Promise<void> {
  const now = async () => (await client.call('activities_get', { id })).state;
  await expect.poll(now, { message: id, ...TIMEOUT }).toBe(state);
}

/** Every submit that reached the service. */
const sentSubmits = ({ proxy }: FormerEnvironment) =>
  proxy.seen.filter(({ path }) => path.includes('/submit/'));

const { settings, keys, profiles, active } = kept;
const EXPECTED = { settings, keys, profiles, active, sites: kept.sites, grants: [kept.grant] };

test.describe('two minutes later', () => {
  // Each test continues where the previous one ended.
  test.describe.configure({ mode: 'serial' });

  let environment: FormerEnvironment;
  let effects: Readonly<Record<string, number>>;

  test.beforeAll(async () => {
    environment = await startFormerEnvironment(formerProfile, 2 * MINUTE_MS);
    effects = await environment.oracle.effects();
  });
  test.afterAll(() => environment?.end());

  /** How many more activities of this kind have been carried out since. */
  const more = async (type: string) =>
    ((await environment.oracle.effects())[type] ?? 0) - (effects[type] ?? 0);

  test('behavior: it is locked, reveals nothing of its contents, and prompts for nothing', async () => {
    const { client, proxy, popup } = environment;
    await popup.locator('input[type="password"]').waitFor(TIMEOUT);
    const state = await client.call('state', {});
    expect(state).toMatchObject({ vault: 'locked', profiles: [], activeProfileId: null });
    expect(proxy.seen).toEqual([]);
  });

  test('behavior: the popup unlocks by password, and everything is there', async () => {
    await unlock(environment.popup);
    const state = await environment.client.call('state', {});
    expect(state).toMatchObject({ vault: 'unlocked', vaultNotice: null, clockAhead: [] });
  });

  test('behavior: keys, profiles, settings, sites and grants are as before', async () => {
    expect(await readKept(environment)).toMatchObject(EXPECTED);
  });

  for (const [what, { id }] of Object.entries(open)) {
    test(`behavior: what was in progress ends well: ${what}`, async () => {
      await goTo(environment.popup, `#/activity/${id}`);
      await environment.popup
        .locator(`[data-entry="${id}"][data-state="completed"]`)
        .waitFor(TIMEOUT);
    });
  }

  test('behavior: what had to be sent again were the same bytes under the same stamp, once', async () => {
    const again = [open.unsent, open.unanswered, open.byPasskey];
    expect(sentSubmits(environment)).toHaveLength(again.length);
    for (const { id: _id, ...same } of again) {
      expect(sentSubmits(environment)).toContainEqual(expect.objectContaining(same));
    }
  });

  test('behavior: each was carried out once, at whatever time', async () => {
    expect(await more('ACTIVITY_TYPE_UPDATE_WALLET')).toBe(1);
    expect(await more('ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER')).toBe(1);
    expect(await more('ACTIVITY_TYPE_CREATE_USER_TAG')).toBe(0);
    expect(await more('ACTIVITY_TYPE_UPDATE_USER_NAME')).toBe(0);
    const { client, organizationId } = environment.oracle;
    const { wallets } = await client.getWallets({ organizationId });
    expect(wallets.map((one) => one.walletName)).toContain('Reserve at last');
    const { userTags } = await client.listUserTags({ organizationId });
    expect(userTags.filter((one) => one.tagName === 'Exactly once')).toHaveLength(1);
    const { users } = await client.getUsers({ organizationId });
    expect(users.map((one) => one.userName)).toContain('Alice Pending');
    expect(users.map((one) => one.userPhoneNumber)).toContain('+4930765432');
  });

  test('behavior: the history is complete and readable, and removed entries stay removed', async () => {
    const lines = kept.history.map(({ state: _state, activityId: _activityId, ...line }) => line);
    expect(await readHistory(environment)).toEqual(
      lines.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
    const options = await environment.keystamp.openPage('options.html#/history');
    await expect(options.locator('main li > details')).toHaveCount(kept.history.length);
    await options.close();
    const ended = Object.values(open).map(({ id }) => id);
    for (const { id, state, activityId } of kept.history.filter((one) => !ended.includes(one.id))) {
      const entry = await environment.client.call('activities_get', { id });
      expect([id, entry.state, entry.activity?.id ?? null]).toEqual([id, state, activityId]);
    }
  });

  test('behavior: the service is asked about an answer that didn’t match, using the stored bytes', async () => {
    const { client } = environment;
    const before = sentSubmits(environment);
    await client.call('activities_retry', { id: kept.mismatch });
    const entry = () => client.call('activities_get', { id: kept.mismatch });
    await expect.poll(async () => (await entry()).state, TIMEOUT).toBe('completed');
    expect((await entry()).mismatched).toBe(true);
    expect(sentSubmits(environment)).toEqual(before);
  });

  test('behavior: every profile still stamps with its key, on each curve', async () => {
    for (const { id, name, key, userId } of kept.profiles) {
      const before = environment.proxy.seen.length;
      expect(await environment.client.call('profiles_check', { id })).toMatchObject({ userId });
      const asked = environment.proxy.seen
        .slice(before)
        .find(({ path }) => path.endsWith('/whoami'));
      const stamp = JSON.parse(
        Buffer.from(asked?.stamp ?? '', 'base64url').toString('utf8'),
      ) as object;
      const { publicKey } = kept.keys.find((one) => one.name === key) ?? {};
      expect({ name, ...stamp }).toMatchObject({ name, publicKey });
    }
  });

  test('behavior: the popup lists the profiles in order, with the chosen appearance', async () => {
    const { popup } = environment;
    await goTo(popup, '#/profiles');
    const rows = popup.getByRole('main').getByRole('listitem');
    await expect(rows).toHaveCount(kept.profiles.length);
    for (const [at, { name }] of kept.profiles.entries()) {
      await expect(rows.nth(at).getByText(name, { exact: true })).toBeVisible();
    }
    await expect(popup.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(popup.locator('html')).toHaveAttribute('data-contrast', 'more');
  });

  test('behavior: the connected site uses its grant, and the user isn’t asked', async () => {
    const { operation, limits, used } = kept.grant;
    const dapp = await openDapp(environment.keystamp, FORMER.site);
    const connected = { connection: { operations: kept.sites[0]?.['operations'] } };
    expect(await dapp.ask('capabilities')).toMatchObject({ ok: true, value: connected });
    const parameters = { ...limits, walletName: 'Site three' };
    const answered = await dapp.ask('request', { operation, parameters });
    expect(answered).toMatchObject({ ok: true, value: { kind: 'completed' } });
    expect(confirmWindows(environment.keystamp)).toEqual([]);
    expect((await readKept(environment)).grants).toMatchObject([{ used: used + 1 }]);
    expect(await more('ACTIVITY_TYPE_UPDATE_WALLET')).toBe(2);
    await dapp.page.close();
  });

  test('error: the blocked site gets nothing, and no window opens for it', async () => {
    const dapp = await openDapp(environment.keystamp, FORMER.blocked);
    expect(await dapp.ask('connect')).toMatchObject({ ok: false, code: 'refused' });
    expect(confirmWindows(environment.keystamp)).toEqual([]);
    await dapp.page.close();
  });

  test('error: the passkey rule applies, and the key alone stamps nothing', async () => {
    const ruled = kept.profiles.find(({ passkeyOnly }) => passkeyOnly.length > 0);
    const { userId } = environment.oracle;
    const input = {
      profileId: ruled?.id ?? '',
      operation: 'update_user_email',
      parameters: { userId, userEmail: 'late@demo.example' },
    };
    const before = sentSubmits(environment);
    const byKey = environment.client.call('activities_submit', {
      ...input,
      id: crypto.randomUUID(),
    });
    await expect(byKey).rejects.toMatchObject({ code: 'passkey_required' });
    expect(sentSubmits(environment)).toEqual(before);
    const id = await stampByPasskey(environment, input);
    const entry = () => environment.client.call('activities_get', { id });
    await expect.poll(async () => (await entry()).state, TIMEOUT).toBe('completed');
    expect(await entry()).toMatchObject({ method: 'passkey' });
  });

  test('behavior: the former passkey unlocks the vault', async () => {
    const { client, keystamp } = environment;
    await client.call('vault_lock', {});
    const page = await keystamp.openPage('options.html');
    await createRoamingAuthenticator(FORMER.authenticator).plugInto(page);
    const { passkeys } = await client.call('vault_challenge', {});
    expect(passkeys.map(({ name }) => name)).toEqual([kept.door]);
    await page.bringToFront();
    await button(page, 'kit.unlock.passkey').click();
    await page.locator('input[type="password"]').waitFor({ state: 'detached' });
    expect(await client.call('state', {})).toMatchObject({ vault: 'unlocked', vaultNotice: null });
    await page.close();
  });

  test('behavior: after another start of the browser it unlocks again, unchanged', async () => {
    const [left, lines, before] = [
      await readKept(environment),
      await readHistory(environment),
      sentSubmits(environment),
    ];
    await environment.keystamp.close();
    environment = { ...environment, ...(await environment.restart()) };
    await unlock(environment.popup);
    expect(await environment.client.call('state', {})).toMatchObject({ vaultNotice: null });
    expect(await readKept(environment)).toEqual(left);
    expect(await readHistory(environment)).toEqual(lines);
    expect(sentSubmits(environment)).toEqual(before);
  });
});

test.describe('three weeks later', () => {
  // Each test continues where the previous one ended.
  test.describe.configure({ mode: 'serial' });

  let environment: FormerEnvironment;
  let effects: Readonly<Record<string, number>>;

  test.beforeAll(async () => {
    environment = await startFormerEnvironment(formerProfile, 3 * WEEK_MS);
    effects = await environment.oracle.effects();
  });
  test.afterAll(() => environment?.end());

  test('error: an earlier password doesn’t unlock it', async () => {
    const field = environment.popup.locator('input[type="password"]');
    await field.fill(FORMER.formerPassword);
    await field.press('Enter');
    // A wrong try empties the field.
    await expect(field).toHaveValue('', TIMEOUT);
    expect((await environment.client.call('state', {})).vault).toBe('locked');
  });

  test('behavior: it unlocks, with everything in it', async () => {
    await unlock(environment.popup);
    expect(await environment.client.call('state', {})).toMatchObject({ vaultNotice: null });
    expect(await readKept(environment)).toMatchObject(EXPECTED);
  });

  test('behavior: what the service lists is found there, and what is too old is never sent', async () => {
    await reach(environment, open.unanswered, 'completed');
    await reach(environment, open.pending, 'completed');
    await reach(environment, open.unsent, 'unknown');
    await reach(environment, open.byPasskey, 'unknown');
    expect(sentSubmits(environment)).toEqual([]);
    expect(await environment.oracle.effects()).toEqual(effects);
  });
});
