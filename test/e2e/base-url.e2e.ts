import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { SNAPSHOT_KEY, type Snapshot } from '../../src/protocol/app-state.ts';
import type { Keystamp } from './browser.ts';
import { test } from './environment.ts';
import { call, readArea } from './extension-internals.ts';
import type { Sites } from './dapp.ts';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';
import { openKeys, openSetUp } from './pages.ts';
import type { LocalService } from './service.ts';
import { shoot } from './screenshots.ts';
import { reasonWords } from '../../src/ui/words/en/errors.ts';
import type { Rule } from '../../src/protocol/rules.ts';
import { ruleWords } from '../../src/ui/words/en/rules.ts';
import { hostService } from './hosted-service.ts';
import { button, textFor, unlock } from './user-actions.ts';
import { reauthenticate } from './reauthentication.ts';
import { setUpAddress } from '../set-up-code.ts';

/*
 * Which addresses Keystamp accepts for a service: plain https and loopback, nothing else.
 */

const TIMEOUT = { timeout: 15_000 };

let service: LocalService;
let proxy: FaultProxy;
let sites: Sites;
let keystamp: Keystamp;
let options: Page;

const label = (place: Page, key: string) => place.getByLabel(textFor(key), { exact: true });

test.beforeAll(async ({ environments }) => {
  ({ service, proxy, sites, keystamp, options } = await environments.start());
});

test.describe('the address of a service', () => {
  const REFUSED: readonly [string, Rule][] = [
    ['http://service.example', 'service_url_https'],
    ['http://127.0.0.1.service.example', 'service_url_https'],
    ['http://[::1]:8788', 'service_url_https'],
    ['http://0x7f000001.example', 'service_url_https'],
    ['https://user:secret@service.example', 'service_url_user'],
    ['https://user@service.example', 'service_url_user'],
    ['https://service.example/?key=1', 'service_url_query'],
    ['https://service.example/#top', 'service_url_query'],
    ['https://service.example/a/../b', 'service_url_path'],
    ['javascript:alert(1)', 'service_url_https'],
    ['data:text/html,x', 'service_url_https'],
    ['ftp://service.example', 'service_url_https'],
    ['service.example', 'service_url'],
  ];

  test('error: an address that isn’t plain https or loopback is explained and doesn’t continue', async () => {
    await openSetUp(options);
    await options.getByRole('radio', { name: textFor('options.service.custom') }).check();
    await label(options, 'options.service.organization').fill(randomUUID());
    await label(options, 'options.profile.name').fill('Custom');
    for (const [address, rule] of REFUSED) {
      const words = ruleWords[rule];
      await label(options, 'options.service.baseUrl').fill(address);
      await button(options, 'app.continue').click();
      await options
        .locator('.field-error', { hasText: words })
        .waitFor(TIMEOUT)
        .catch(() => {
          throw new Error(`${address} was not refused with: ${words}`);
        });
    }
    await options.getByRole('radio', { name: textFor('options.service.local') }).check();
    await label(options, 'options.service.baseUrl').fill('https://service.example');
    await button(options, 'app.continue').click();
    await options.getByText(textFor('options.service.notLocal'), { exact: true }).waitFor(TIMEOUT);
  });

  test('error: what answers at an address is found out before a key is added', async () => {
    const continueWith = async (baseUrl: string) => {
      await label(options, 'options.service.baseUrl').fill(baseUrl);
      await button(options, 'app.continue').click();
    };
    const heading = options.getByRole('heading', { level: 1 });
    const problem = options.getByRole('alert');
    const anyway = button(options, 'options.service.anyway');
    await openSetUp(options);
    await continueWith(setUpAddress(sites.one));
    await expect(problem).toContainText(reasonWords.no_service);
    await expect(anyway).toHaveCount(0);
    await options.getByRole('radio', { name: textFor('options.service.custom') }).check();
    await label(options, 'options.service.organization').fill(service.organizationId);
    await label(options, 'options.profile.name').fill('Custom');
    await continueWith('http://127.0.0.1:9');
    await expect(problem).toContainText(textFor('options.cause.noAnswer'));
    proxy.next('whoami', { kind: 'redirect', to: `${service.url}/public/v1/query/whoami` });
    await continueWith(proxy.url);
    await expect(problem).toContainText(reasonWords.service_redirects);
    await continueWith(sites.one);
    await expect(problem).toContainText(reasonWords.no_service);
    await shoot(options, 'options/service-foreign', { fullPage: true });
    await expect(heading).toHaveText(textFor('options.setup.service'));
    await anyway.click();
    await expect(heading).toHaveText(textFor('options.setup.key'));
    await button(options, 'options.setup.backToService').click();
    await continueWith(service.url);
    await expect(heading).toHaveText(textFor('options.setup.key'));
  });

  test('error: the worker refuses them as well, and a host without permission', async () => {
    const { state } = (await readArea(options, 'session'))[SNAPSHOT_KEY] as Snapshot;
    const [first] = state.profiles;
    const save = (service: string, baseUrl: string) =>
      call(options, 'profiles_save', { ...first, id: null, name: 'Raw', service, baseUrl });
    for (const [address] of REFUSED) {
      expect([address, await save('custom', address)]).toMatchObject([
        address,
        { ok: false, error: { code: 'invalid_input' } },
      ]);
    }
    const wrong: readonly [string, string, string][] = [
      ['local', 'https://service.example', 'invalid_input'],
      ['turnkey', 'https://api.turnkey.example', 'invalid_input'],
      ['custom', 'https://service.example', 'host_permission_missing'],
    ];
    await reauthenticate(options);
    for (const [kind, address, code] of wrong) {
      expect(await save(kind, address)).toMatchObject({ ok: false, error: { code } });
    }
  });

  test('error: a link with such an address isn’t accepted', async () => {
    for (const address of [
      'javascript:alert(1)',
      'http://service.example',
      'https://a:b@c.example',
    ]) {
      const page = await openSetUp(keystamp, address);
      await page.getByText(textFor('options.setup.linkRefused'), { exact: true }).waitFor(TIMEOUT);
      await page.close();
    }
  });
});

test.describe('a local service that started at another address', () => {
  const openAt = (url: string) => openKeys(keystamp, url);
  const use = (page: Page, url: string) =>
    page.getByRole('button', { name: textFor('options.local.use', { host: new URL(url).host }) });
  const baseUrls = async () =>
    ((await readArea(options, 'session'))[SNAPSHOT_KEY] as Snapshot).state.profiles.map(
      ({ baseUrl }) => baseUrl,
    );

  test('behavior: the address that a profile has already shows the profiles', async () => {
    const page = await openAt(service.url);
    await page.getByRole('list', { name: textFor('popup.profiles.title') }).waitFor(TIMEOUT);
    await expect(page.locator('.banner')).toHaveCount(0);
    await page.close();
  });

  test('error: a link to another computer moves no profile', async () => {
    for (const url of ['https://service.example', 'http://127.0.0.1.service.example', 'no url']) {
      const page = await openAt(url);
      await page.getByText(textFor('options.setup.linkRefused'), { exact: true }).waitFor(TIMEOUT);
      await expect(page.locator('.banner button')).toHaveCount(0);
      await page.close();
    }
  });

  test('error: something else at that address gets no profile and no stamp', async () => {
    const stranger = await hostService();
    const door = await startFaultProxy(stranger.url);
    const page = await openAt(door.url);
    await use(page, door.url).waitFor(TIMEOUT);
    // The link alone asks nothing.
    expect(door.seen).toEqual([]);
    await use(page, door.url).click();
    await expect(page.getByRole('alert')).toContainText(reasonWords.other_local_service);
    await shoot(page, 'options/local-service-other', { fullPage: true });
    expect(door.seen).toMatchObject([{ path: '/local/info', stamp: undefined }]);
    await openKeys(page, sites.one);
    await use(page, sites.one).click(TIMEOUT);
    await expect(page.getByRole('alert')).toContainText(reasonWords.no_service);
    expect(await baseUrls()).toEqual([service.url]);
    await page.close();
    await Promise.all([door.stop(), stranger.stop()]);
  });

  test('behavior: the same service moves its profile, once the user unlocked and says so', async () => {
    await call(options, 'vault_lock', {});
    const page = await openAt(proxy.url);
    await unlock(page);
    await use(page, proxy.url).waitFor(TIMEOUT);
    await shoot(page, 'options/local-service-moved', { fullPage: true });
    expect(await baseUrls()).toEqual([service.url]);
    const checked = proxy.arrival('whoami');
    await use(page, proxy.url).click();
    await checked;
    await expect(page.locator('.banner')).toHaveCount(0);
    expect(await baseUrls()).toEqual([proxy.url]);
    await page.close();
  });
});
