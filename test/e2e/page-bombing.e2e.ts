import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'playwright/test';
import type { Page } from 'playwright';
import type { PendingRequestView, PendingRequests } from '../../src/protocol/pending-request.ts';
import { ANNOUNCE_EVENT, DISCOVER_EVENT, MAX_PENDING } from '../../src/protocol/page-api.ts';
import type { SiteView } from '../../src/protocol/site.ts';
import { newTab, type Keystamp } from './browser.ts';
import { test } from './environment.ts';
import { approveShown, confirmWindow, confirmWindows, shownOrigin } from './confirm-window.ts';
import { html } from './dapp.ts';
import { call } from './extension-internals.ts';
import { isConfirm } from './pages.ts';
import { takesTrials } from '../trial-tag.ts';
import { button, textFor } from './user-actions.ts';

/*
 * One site that wants the user's attention at any cost (threats 39 and 40): many subdomains in
 * several tabs (in the trials ten tabs, with ten of them in each), with frames, reloads and
 * navigation, with and without clicks, and pages that hide that they are left. Its requests stay
 * behind the badge, and other sites are served meanwhile. Nothing here evaluates code in these
 * pages: that would count as the user's click there.
 */

const TIMEOUT = { timeout: 15_000 };
/** A hundred subdomains in ten tabs are in test/requests/prompting.test.ts. */
const TABS = takesTrials ? 10 : 6;
const HOSTS_OF_A_TAB = Number(process.env['KEYSTAMP_SUBDOMAINS'] ?? 3);
const FRAME = '<iframe src="https://framed.bomber.co.uk/" width="99" height="99"></iframe>';

/**
 * Sends a request as soon as it can, with every click and repeatedly, and hides that it is left.
 */
const SCRIPT = `<button>Press</button><script>
  addEventListener('pagehide', (event) => event.stopImmediatePropagation(), true);
  let provider;
  const ask = (why) => provider?.connect({ reason: why + ' ' + Math.random() }).then(
    ({ kind }) => console.log('ended ' + kind),
    ({ code }) => console.log('ended ' + code),
  );
  addEventListener('${ANNOUNCE_EVENT}', ({ detail }) => {
    provider ??= detail.provider;
    ask('loaded');
    console.log('asked');
  }, { once: true });
  dispatchEvent(new Event('${DISCOVER_EVENT}'));
  document.querySelector('button').addEventListener('click', () => ask('clicked'));
  setInterval(() => ask('again'), 700);
</script>`;
/** Sends one request, when the user presses its button. */
const HONEST = `<button>Connect</button><script>
  addEventListener('${ANNOUNCE_EVENT}', ({ detail: { provider } }) => {
    document.querySelector('button').addEventListener('click', () =>
      provider.connect({ operations: ['update_wallet'] }).then(
        ({ kind }) => console.log('ended ' + kind),
        ({ code }) => console.log('ended ' + code),
      ));
  }, { once: true });
  dispatchEvent(new Event('${DISCOVER_EVENT}'));
</script>`;

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' });

let keystamp: Keystamp;
let own: Page;
/** Every confirm window that ever opened. */
const opened: Page[] = [];

test.beforeAll(async ({ environments }) => {
  ({ keystamp, options: own } = await environments.start());
  const { context } = keystamp;
  await context.route(/^https:\/\/(?:[\w-]+\.)?(?:bomber|honest)\.co\.uk\//, (route) => {
    const { hostname } = new URL(route.request().url());
    const framed = hostname === 'framed.bomber.co.uk' ? '' : FRAME;
    const body = html(hostname.endsWith('honest.co.uk') ? HONEST : SCRIPT + framed);
    return route.fulfill({ contentType: 'text/html', body });
  });
  context.on('page', (page) => {
    void page
      // A closed one counts, too: it may not have finished loading.
      .waitForURL((url) => isConfirm(url.href), { timeout: 5000, waitUntil: 'commit' })
      .then(() => opened.push(page))
      .catch(() => undefined);
  });
});

async function waiting(): Promise<readonly PendingRequestView[]> {
  const { answer } = (await call(own, 'requests_list', {})) as { answer: PendingRequests };
  return answer.items;
}

/** The user closes whatever opens, and decides nothing. */
async function closeAll(): Promise<void> {
  for (const page of confirmWindows(keystamp)) await page.close();
}

/** Takes a tab to a subdomain, and waits until that has sent a request. */
async function lead(page: Page, host: string): Promise<void> {
  const asked = page.waitForEvent('console', {
    predicate: (message) => message.text() === 'asked',
    ...TIMEOUT,
  });
  await page.goto(`https://${host}.bomber.co.uk/`);
  await asked;
}

async function click(page: Page): Promise<void> {
  await page.mouse.click(30, 20);
  await sleep(120);
}

/** One tab through its own subdomains. */
async function bomb(tab: number, clicks: boolean): Promise<Page> {
  const page = await newTab(keystamp.context);
  for (let at = 0; at < HOSTS_OF_A_TAB; at++) {
    await lead(page, `s${tab}-${at}`);
    if (clicks) await click(page);
    if (at % 3 === 0) await page.reload();
    if (clicks) await click(page);
    await closeAll();
  }
  return page;
}

test.describe('a site that bombs the user with requests', () => {
  const tabs: Page[] = [];

  test('error: without a click in its pages no window opens, and few of its requests are pending', async () => {
    for (let tab = 0; tab < 3; tab++) tabs.push(await bomb(tab, false));
    await sleep(1000);
    expect(opened).toEqual([]);
    const queue = await waiting();
    expect(queue.length).toBeGreaterThan(0);
    expect(queue.length).toBeLessThanOrEqual(MAX_PENDING);
    expect(new Set(queue.map((item) => item.asker === 'site' && item.group))).toEqual(
      new Set(['bomber.co.uk']),
    );
    const badge = await (
      await keystamp.worker()
    ).evaluate(() => {
      type Badge = { action: { getBadgeText: (of: object) => Promise<string> } };
      return (Reflect.get(globalThis, 'chrome') as Badge).action.getBadgeText({});
    });
    expect(Number(badge)).toBeGreaterThan(0);
  });

  test('error: with clicks, over many subdomains and tabs, three windows at most', async () => {
    for (let tab = 3; tab < TABS; tab++) tabs.push(await bomb(tab, true));
    for (const page of tabs.slice(0, 3)) {
      await click(page);
      await closeAll();
    }
    await keystamp.stopWorker();
    for (const page of tabs.slice(0, 5)) {
      await click(page);
      await closeAll();
    }
    expect(opened.length).toBeGreaterThan(0);
    expect(opened.length).toBeLessThanOrEqual(3);
    expect((await waiting()).length).toBeLessThanOrEqual(MAX_PENDING);
  });

  test('behavior: meanwhile an honest site is shown after one click, and decided', async () => {
    const before = opened.length;
    const page = await newTab(keystamp.context);
    await page.goto('https://app.honest.co.uk/');
    const ended = page.waitForEvent('console', {
      predicate: (message) => message.text() === 'ended connected',
      ...TIMEOUT,
    });
    await click(page);
    const confirm = await confirmWindow(keystamp);
    expect(await shownOrigin(confirm)).toBe('https://app.honest.co.uk');
    await approveShown(confirm);
    await ended;
    expect(opened).toHaveLength(before + 1);
    await closeAll();
    await page.close();
  });

  test('behavior: requests of pages that were left are gone within seconds, though they hide it', async () => {
    expect((await waiting()).length).toBeGreaterThan(0);
    for (const page of tabs) await page.close();
    await expect.poll(() => waiting(), TIMEOUT).toEqual([]);
  });

  test('behavior: blocked from the window, none of its subdomains gets through again', async () => {
    const page = await newTab(keystamp.context);
    await lead(page, 'last');
    await expect.poll(() => waiting(), TIMEOUT).toHaveLength(1);
    await call(own, 'requests_show', {});
    const confirm = await confirmWindow(keystamp);
    const block = textFor('confirm.rejectBlock', { site: 'bomber.co.uk' });
    // The page keeps sending requests: the menu belongs to the site and stays open.
    await button(confirm, 'confirm.rejectMore').click();
    await sleep(2500);
    const blocking = confirm.getByRole('menuitem', { name: block, exact: true });
    await expect(blocking).toBeVisible();
    // A slow hand: requests come while it presses.
    await blocking.click({ delay: 1500 });
    await expect.poll(() => waiting(), TIMEOUT).toEqual([]);
    const refused = page.waitForEvent('console', {
      predicate: (message) => message.text() === 'ended refused',
      ...TIMEOUT,
    });
    await lead(page, 'sibling');
    await refused;
    expect(await waiting()).toEqual([]);
    const { answer } = (await call(own, 'sites_list', {})) as { answer: readonly SiteView[] };
    const listed = answer.map(({ origin, blocked }) => ({ origin, blocked }));
    expect(listed).toContainEqual({ origin: '*.bomber.co.uk', blocked: true });
    expect(listed).toContainEqual({ origin: 'https://app.honest.co.uk', blocked: false });
  });
});
