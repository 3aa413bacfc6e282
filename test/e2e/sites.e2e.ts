import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import type { Grant } from '../../src/protocol/site.ts';
import type { AppState } from '../../src/protocol/app-state.ts';
import type { Keystamp } from './browser.ts';
import { call, readDatabase } from './extension-internals.ts';
import { checkOptionsScreen } from './options-appearance.ts';
import { openSites } from './pages.ts';
import { button, textFor } from './user-actions.ts';
import { test } from './environment.ts';
import { reauthenticate } from './reauthentication.ts';
import { connectedSite, createGrant, writeSites } from './stored-sites.ts';

/*
 * The sites section of the options page with the real worker. The sites are written into the
 * database, so that odd addresses need no web server with that name.
 */

const TIMEOUT = { timeout: 15_000 };
const HOUR = 3_600_000;
const APP = 'https://app.example';
const FAKE = 'https://xn--80ak6aa92e.com';
const REAL = 'https://apple.com';
const LOCAL = 'http://localhost:5173';
const LONG = `https://${'a-label-of-a-long-host-name-without-an-end.'.repeat(4)}example`;

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' });

let keystamp: Keystamp;
let page: Page;

const stored = async (store: 'sites' | 'grants') =>
  Object.values((await readDatabase(page))[store] ?? {});

const grantOf = (profileId: string, operation: string, more: Partial<Grant>): Grant =>
  createGrant({ origin: APP, profileId, operation, most: 20, used: 8, ...more });

const group = (key: string) => page.getByRole('list', { name: textFor(key), exact: true });
/** By its own title: other sites may say that they look like it. */
const row = (origin: string): Locator =>
  page.locator('.site').filter({
    has: page.locator('.row-title strong', { hasText: new URL(origin).hostname }),
  });

async function open(origin: string): Promise<Locator> {
  const place = row(origin);
  if (!(await place.locator('.entry-body').count())) await place.locator('summary').click();
  await place.locator('.entry-body').waitFor(TIMEOUT);
  return place;
}

const checkScreen = (name: string) => checkOptionsScreen(page, `options/${name}`);

test.beforeAll(async ({ environments }) => {
  ({ keystamp, options: page } = await environments.start());
  keystamp.context.setDefaultTimeout(TIMEOUT.timeout);
  const { answer } = (await call(page, 'state', {})) as { answer: AppState };
  const profileId = answer.activeProfileId ?? '';
  const now = Date.now();
  await writeSites(page, {
    sites: [
      connectedSite(APP, profileId, now - HOUR),
      connectedSite(FAKE, profileId, now - 2 * HOUR),
      connectedSite(REAL, profileId, now - 3 * HOUR),
      connectedSite(LOCAL, profileId, now - 4 * HOUR),
      { ...connectedSite(LONG, profileId, now), profileId: null, connectedAt: null, blocked: true },
    ],
    grants: [
      grantOf(profileId, 'update_wallet', {
        limits: { walletId: crypto.randomUUID(), walletName: 'Payroll' },
        perHour: 5,
        recent: [now - 1000, now - 2 * HOUR],
      }),
      grantOf(profileId, 'create_user_tag', {}),
      grantOf(profileId, 'create_user_tag', {}),
    ],
  });
  await openSites(page);
  await row(APP).waitFor(TIMEOUT);
});

test.describe('the sites section', () => {
  test('behavior: shows connected and blocked sites, last used first, with what is odd about them', async () => {
    const names = await group('options.sites.connected')
      .locator('.row-title strong')
      .allInnerTexts();
    expect(names).toEqual(['app.example', 'xn--80ak6aa92e.com', 'apple.com', 'localhost']);
    await expect(group('options.sites.blocked').getByRole('listitem')).toHaveCount(1);
    const marks = (origin: string) => row(origin).locator('.badge').allInnerTexts();
    expect(await marks(APP)).toEqual([]);
    expect(await marks(FAKE)).toEqual([
      textFor('app.origin.like', { host: 'apple.com' }),
      textFor('app.origin.punycode'),
      textFor('app.origin.lookalike'),
    ]);
    expect(await marks(LOCAL)).toEqual([
      textFor('app.origin.loopback'),
      textFor('app.origin.plain_http'),
    ]);
    await row(FAKE)
      .getByText(textFor('app.origin.letters', { host: 'аррӏе.com' }))
      .waitFor(TIMEOUT);
    await checkScreen('sites-list');
  });

  test('behavior: an opened site shows what it may do, its limits, and what is left', async () => {
    const site = await open(APP);
    const first = site.locator('.grant').filter({ hasText: 'Payroll' });
    const words = await first.innerText();
    expect(words).toContain(textFor('options.grant.left', { count: 12, most: 20 }));
    expect(words).toContain(textFor('options.grant.perHour', { count: 5, used: 1 }));
    await expect(site.locator('.grant')).toHaveCount(3);
    await checkScreen('sites-open');
  });

  test('behavior: one grant is revoked, then all of a site', async () => {
    const site = await open(APP);
    await site.locator('.grant').filter({ hasText: 'Payroll' }).getByRole('button').last().click();
    await expect.poll(() => stored('grants')).toHaveLength(2);
    await expect(site.locator('.grant')).toHaveCount(2);
    await button(site, 'options.grants.revokeAll').click();
    await expect.poll(() => stored('grants')).toEqual([]);
    await site.getByText(textFor('options.grants.none'), { exact: true }).waitFor(TIMEOUT);
  });

  test('behavior: a site is blocked and unblocked, and is connected again', async () => {
    await button(await open(FAKE), 'options.site.block').click();
    await group('options.sites.blocked').filter({ hasText: '80ak6aa92e' }).waitFor(TIMEOUT);
    const blocked = { origin: FAKE, blocked: true };
    expect(await stored('sites')).toEqual(
      expect.arrayContaining([expect.objectContaining(blocked)]),
    );
    await reauthenticate(page);
    await button(await open(FAKE), 'options.site.unblock').click();
    await group('options.sites.connected').filter({ hasText: '80ak6aa92e' }).waitFor(TIMEOUT);
  });

  test('behavior: a change made elsewhere appears by itself', async () => {
    expect(await call(page, 'sites_forget', { origin: LOCAL })).toMatchObject({ ok: true });
    await row(LOCAL).waitFor({ state: 'detached', ...TIMEOUT });
  });

  test('behavior: one site is disconnected, then all; blocked ones stay blocked', async () => {
    await button(await open(APP), 'options.site.disconnect').click();
    await row(APP).waitFor({ state: 'detached', ...TIMEOUT });
    await button(page, 'options.sites.disconnectAll').click();
    const dialog = page.getByRole('dialog');
    await button(dialog, 'app.cancel').click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await stored('sites')).toHaveLength(3);
    await button(page, 'options.sites.disconnectAll').click();
    await checkScreen('sites-disconnect-all');
    await button(dialog, 'options.sites.disconnectAllDo').click();
    await expect.poll(() => stored('sites')).toMatchObject([{ origin: LONG, blocked: true }]);
    await expect(page.locator('.site')).toHaveCount(1);
    await reauthenticate(page);
    await button(await open(LONG), 'options.site.unblock').click();
    await page.getByText(textFor('options.sites.none'), { exact: true }).waitFor(TIMEOUT);
    expect(await stored('sites')).toEqual([]);
  });

  test('behavior: nothing was logged and nothing was thrown', () => {
    expect(keystamp.logs.filter(({ level }) => ['warning', 'uncaught'].includes(level))).toEqual(
      [],
    );
  });
});
