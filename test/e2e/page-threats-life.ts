import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'playwright/test';
import { test } from './environment.ts';
import { newTab } from './browser.ts';
import { MESSAGE_MARK } from '../../src/messaging/wire.ts';
import type { PendingRequests } from '../../src/protocol/pending-request.ts';
import { ANNOUNCE_EVENT, DISCOVER_EVENT, type Provider } from '../../src/protocol/page-api.ts';
import { PAGE_SENTENCES } from '../../src/protocol/page-errors.ts';
import { waitUntilArmed, closeConfirm, confirmWindows, press } from './confirm-window.ts';
import { html, openDapp, startSites, type Dapp } from './dapp.ts';
import {
  approveButton,
  callOwn,
  dapp,
  environment,
  middleOf,
  sentRenames,
  renameTo,
  showConfirmWindow,
  pendingRequests,
} from './page-threats-environment.ts';
import { textFor } from './user-actions.ts';
import { startRawBrowser } from './raw-browser.ts';

/*
 * Pages that never send a request, pages that aren't visible yet or anymore, and what strangers
 * learn (docs/threats.md, 2, 11, 14 and 18).
 */

const TIMEOUT = { timeout: 15_000 };

test.describe('a page that never sends a request', () => {
  test('behavior: wakes nothing, whatever else it does; one that sends a request does', async () => {
    const { keystamp, own, sites } = environment;
    const session = await keystamp.context.newCDPSession(own);
    const lives: string[] = [];
    await session.send('ServiceWorker.enable');
    await keystamp.stopWorker();
    // One that an earlier test's request set would start the worker, whatever the page does.
    await own.evaluate('chrome.alarms.clearAll()');
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) =>
      lives.push(...versions.map(({ runningStatus }) => runningStatus)),
    );
    const page = await newTab(keystamp.context);
    for (const site of [sites.one, sites.other]) {
      await page.goto(`${site}/quiet`);
      await page.mouse.click(50, 50);
      await page.evaluate(() => {
        postMessage('hello', '*');
        dispatchEvent(new Event('visibilitychange'));
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
        location.hash = 'x';
      });
      await page.reload();
      await page.goBack();
    }
    await page.close();
    // Discovery alone stays within the page.
    const asking = await openDapp(keystamp, sites.one);
    await sleep(300);
    expect(lives).toEqual([]);
    expect(await asking.ask('capabilities')).toMatchObject({ ok: true });
    expect(lives).toContain('running');
    await asking.page.close();
    await session.detach();
  });
});

test.describe('a page in the back/forward cache', () => {
  /**
   * Sends a request and leaves the answer in the page: a promise outside wouldn't survive the way
   * back.
   */
  async function ask(walletName: string): Promise<void> {
    await dapp.page.evaluate((params) => {
      const provider = Reflect.get(globalThis, 'provider') as Provider;
      // Others left theirs there.
      Object.assign(globalThis, { ended: null });
      provider.request(params).then(
        (outcome) => Object.assign(globalThis, { ended: outcome.kind }),
        (error: { readonly code: string }) => Object.assign(globalThis, { ended: error.code }),
      );
    }, renameTo(walletName));
  }
  const bodies = () => sentRenames().filter((body) => /From the cache|Too late/.test(body));
  const ended = () => dapp.page.evaluate(() => Reflect.get(globalThis, 'ended') as unknown);

  /**
   * Navigates away and returns a way back, which resolves with true if the same document returns.
   */
  async function leave({ page }: Dapp): Promise<() => Promise<boolean>> {
    await page.evaluate(() => {
      addEventListener('pageshow', ({ persisted }) => Object.assign(globalThis, { persisted }));
    });
    await page.goto(`${environment.sites.one}/elsewhere`);
    return async () => {
      await page.goBack({ waitUntil: 'commit' });
      return page.evaluate(() => Reflect.get(globalThis, 'persisted') === true);
    };
  }

  test('behavior: meanwhile its request can’t be approved, waits for it, and is answered', async () => {
    await ask('From the cache');
    const page = await showConfirmWindow();
    const place = await waitUntilArmed(page);
    const back = await leave(dapp);
    await page.getByText(textFor('confirm.away'), { exact: true }).waitFor();
    await page.mouse.click(...(await middleOf(approveButton(page))));
    expect(bodies()).toEqual([]);
    expect(await back()).toBe(true);
    await press(await waitUntilArmed(page));
    expect(await place.count()).toBe(0);
    await expect.poll(ended, TIMEOUT).toBe('completed');
    expect(bodies()).toHaveLength(1);
  });

  test('error: back too late, it learns that the request was withdrawn', async () => {
    await ask('Too late');
    await waitUntilArmed(await showConfirmWindow());
    const back = await leave(dapp);
    await expect.poll(() => pendingRequests(), TIMEOUT).toEqual([]);
    expect(await back()).toBe(true);
    await expect.poll(ended, TIMEOUT).toBe('withdrawn');
    expect(bodies()).toHaveLength(1);
  });
});

test.describe('what a stranger learns', () => {
  const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

  /** Every answer to an unconnected site, without its ids; a connect that stays open is `open`. */
  async function learn(stranger: Dapp): Promise<string> {
    const connecting = stranger.ask('connect', { reason: 'Please' });
    const open = sleep(300).then(() => 'open');
    const answers = [
      await Promise.race([connecting, open]),
      await stranger.ask('capabilities'),
      await stranger.ask('request', renameTo('Strange')),
      await stranger.ask('request', { operation: 'whoami', parameters: {} }),
      await stranger.ask('status', crypto.randomUUID()),
      await stranger.ask('disconnect'),
      await connecting,
    ];
    return JSON.stringify(answers).replace(ID, 'id');
  }

  test('behavior: the same, unlocked, locked or without a vault; a window only opens when unlocked', async () => {
    const { keystamp, sites } = environment;
    await callOwn('sites_forget', { origin: sites.other });
    const stranger = await openDapp(keystamp, sites.other);
    // A new worker hasn't put any site off.
    const restartWorker = async () => {
      await closeConfirm(keystamp);
      await keystamp.stopWorker();
    };
    await restartWorker();
    const unlocked = await learn(stranger);
    expect(unlocked).toMatch(/^\["open",/);
    await expect.poll(() => confirmWindows(keystamp)).toHaveLength(1);
    for (const [name, input] of [
      ['vault_lock', {}],
      ['vault_wipe', { confirm: 'wipe everything' }],
    ] as const) {
      await callOwn(name, input);
      await restartWorker();
      expect(await learn(stranger)).toBe(unlocked);
      await sleep(300);
      expect(confirmWindows(keystamp)).toEqual([]);
    }
    await stranger.page.close();
  });
});

test.describe('a prerendered page', () => {
  const NEXT = `<script>
    addEventListener('${ANNOUNCE_EVENT}', ({ detail: { provider } }) => {
      fetch('/asks-' + document.prerendering);
      provider.connect().then(({ kind }) => fetch('/' + kind), ({ code }) => fetch('/' + code));
    }, { once: true });
    dispatchEvent(new Event('${DISCOVER_EVENT}'));
    document.addEventListener('prerenderingchange', () => fetch('/activated'));
  </script>`;
  const START = `<script type="speculationrules">
    {"prerender": [{"source": "list", "urls": ["/next"], "eagerness": "immediate"}]}
  </script><script>
    setInterval(async () => {
      if (await (await fetch('/flag')).text() === 'go') location.href = '/next';
    }, 50);
  </script>`;

  test('behavior: waits with its request until the user sees it', async () => {
    const sites = await startSites();
    sites.serve('/start', { body: html(START) });
    sites.serve('/next', { body: html(NEXT) });
    const raw = await startRawBrowser();
    const visited = (path: string) => sites.visits.includes(`GET ${sites.one}${path}`);
    const queue = async () => {
      const message = JSON.stringify({
        mark: MESSAGE_MARK,
        call: 'requests_list',
        input: {},
        sealed: null,
      });
      const reply = (await raw.inside(`chrome.runtime.sendMessage(${message})`)) as {
        answer: PendingRequests;
      };
      return reply.answer.items.map((item) => (item.asker === 'site' ? item.origin : null));
    };
    try {
      await raw.inside(`chrome.tabs.create({ url: '${sites.one}/start' })`);
      await expect.poll(() => visited('/asks-true'), TIMEOUT).toBe(true);
      await sleep(400);
      expect(await queue()).toEqual([]);
      sites.serve('/flag', { body: 'go' });
      await expect.poll(() => visited('/activated'), TIMEOUT).toBe(true);
      await expect.poll(queue, TIMEOUT).toEqual([sites.one]);
    } finally {
      await raw.stop();
      await sites.stop();
    }
  });
});

test.describe('an extension that is reloaded', () => {
  test('error: earlier pages get the error, and later pages are served', async () => {
    const { keystamp, sites } = environment;
    const before = await openDapp(keystamp, sites.one);
    expect(await before.ask('capabilities')).toMatchObject({ ok: true });
    const waits = before.ask('connect');
    await expect.poll(() => pendingRequests()).toHaveLength(1);
    await before.page.evaluate(() => {
      // As an object with such a method: the type of `document` calls it outdated.
      const written: { readonly write: (text: string) => void } = document;
      document.open();
      written.write('<p>Another document.</p>');
      document.close();
    });
    const silent = await openDapp(keystamp, sites.other);
    const started = keystamp.context.waitForEvent('serviceworker');
    const worker = await keystamp.worker();
    // The worker ends before it can answer.
    void worker
      .evaluate(() => {
        (Reflect.get(globalThis, 'chrome') as { runtime: { reload: () => void } }).runtime.reload();
      })
      .catch(() => undefined);
    await started;
    const gone = { ok: false, code: 'extension_gone', message: PAGE_SENTENCES.extension_gone };
    // A pending call learns it by itself, whatever the page has done to its document.
    expect(await waits).toMatchObject(gone);
    expect(await before.ask('capabilities')).toMatchObject(gone);
    // A page without an earlier call learns it from its first one.
    expect(await silent.ask('connect')).toMatchObject(gone);
    await before.reload();
    expect(await before.ask('capabilities')).toMatchObject({ ok: true });
  });
});
