// What a page may do to the user's attention: windows, the queue, presence, slots.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { MAX_PENDING, MAX_PENDING_OF_ALL, ORIGIN_BURST } from '../../src/protocol/page-api.ts';
import { callWithProof } from '../worker/fake-browser.ts';
import { useWorkerFixture } from '../worker/worker-fixture.ts';
import { openTab, userOf, type TabOptions, type Tab, type ReadReply } from '../worker/tab.ts';

const fixture = useWorkerFixture();
let user: ReturnType<typeof userOf>;

beforeEach(() => {
  user = userOf(fixture.browser);
});

const subdomain = (at: number, site = 'bomber.example') => `https://s${at}.${site}`;
const requestConnect = (place: TabOptions): Promise<ReadReply> =>
  openTab(fixture.browser, place).ask('connect', {});
/** The user closes the window without deciding. */
function closeWindow(): void {
  fixture.time.shift += 2000;
  fixture.browser.closeConfirmWindow();
}
/** Lets the worker do what it does by itself. */
const settle = () => fixture.time.pass(2000);
const countShown = () => fixture.browser.confirmWindow.shown;
const rename = (walletName: string) => ({ walletId: crypto.randomUUID(), walletName });
async function connected(origin: string): Promise<Tab> {
  const tab = openTab(fixture.browser, { origin });
  await tab.ask('connect', {});
  await user.consent(fixture.account.profile.id);
  return tab;
}

describe('the window', () => {
  test('error: without a click in the page it doesn’t open; badge and queue show the request', async () => {
    const tab = openTab(fixture.browser, { clicked: false });
    const asked = await tab.ask('connect', {});
    expect(asked).toMatchObject({ ok: true, answer: { kind: 'waiting' } });
    expect(await user.newest()).toMatchObject({ group: 'app.example' });
    await fixture.time.until(() => (fixture.browser.badge.count === 1 ? true : undefined));
    fixture.browser.kill();
    await tab.ask('connect', {}, asked.id);
    expect(countShown()).toBe(0);
    await fixture.browser.client.call('requests_show', {});
    expect(countShown()).toBe(1);
  });

  test('behavior: the same request, sent again with a click, opens it', async () => {
    const tab = openTab(fixture.browser, { clicked: false });
    const { id } = await tab.ask('connect', {});
    expect(countShown()).toBe(0);
    const text = JSON.stringify({ id, method: 'connect', params: {} });
    const message = { mark: 'keystamp-page/1', bridgeId: tab.bridgeId, text, clicked: true };
    await fixture.browser.sendRaw(message, tab.sender);
    expect(countShown()).toBe(1);
    expect(await user.queue()).toHaveLength(1);
  });

  test('error: 100 subdomains in 10 tabs, reloaded, with clicks: closed each time, it opens thrice', async () => {
    const since = fixture.time.now();
    for (let at = 0; at < 100; at++) {
      const tab = openTab(fixture.browser, { origin: subdomain(at), tabId: at % 10 });
      await tab.ask('connect', { reason: `${at}` });
      if (at % 3 === 0) await tab.leave();
      const reloaded = openTab(fixture.browser, { origin: subdomain(at), tabId: at % 10 });
      await reloaded.ask('connect', { reason: `again ${at}` });
      closeWindow();
      await settle();
      if (at % 10 === 9) fixture.browser.kill();
    }
    // And once more for every ten minutes.
    const later = Math.floor((fixture.time.now() - since) / 600_000);
    expect(countShown()).toBe(3 + later);
  });

  test('error: a tab that visits other registered domains opens it no more often', async () => {
    for (let at = 0; at < 12; at++) {
      await requestConnect({ origin: `https://bomber${at}.example`, tabId: 7 });
      closeWindow();
      await settle();
    }
    expect(countShown()).toBe(3);
  });

  test('error: withdrawing and sending another request brings it back three times at most', async () => {
    const tab = openTab(fixture.browser);
    for (let at = 0; at < 5; at++) {
      await tab.ask('connect', { reason: `${at}` });
      await tab.ask('disconnect', {});
      // It closes itself when the queue is empty.
      closeWindow();
      await settle();
    }
    expect(countShown()).toBe(3);
  });

  test('behavior: closed, a new click opens it once the request that was put off has ended', async () => {
    const tab = openTab(fixture.browser);
    await tab.ask('connect', { reason: 'first' });
    closeWindow();
    await settle();
    // Clicked again: the site has one connection request, its newest.
    await tab.ask('connect', { reason: 'again' });
    expect(countShown()).toBe(2);
    closeWindow();
    await settle();
    // Without a click nothing opens.
    await openTab(fixture.browser, { tabId: tab.tabId, clicked: false }).ask('connect', {});
    expect(countShown()).toBe(2);
    // Left, come back, clicked.
    await tab.leave();
    await fixture.time.until(async () => ((await user.queue()).length <= 1 ? true : undefined));
    fixture.browser.kill();
    await requestConnect({ tabId: tab.tabId });
    expect(countShown()).toBe(3);
  });

  test('behavior: a site’s newest connection request takes the place of the older one, private windows apart', async () => {
    const reasons = async () =>
      new Set(
        (await user.queue()).map(
          ({ requested }) => requested.kind === 'connect' && requested.reason,
        ),
      );
    await openTab(fixture.browser).ask('connect', { reason: 'first' });
    await openTab(fixture.browser, { incognito: true }).ask('connect', { reason: 'private' });
    expect(await reasons()).toEqual(new Set(['first', 'private']));
    await openTab(fixture.browser).ask('connect', { reason: 'again' });
    expect(await reasons()).toEqual(new Set(['again', 'private']));
  });

  test('behavior: while that request is pending, a new click opens nothing', async () => {
    const tab = await connected('https://app.example');
    await tab.request('update_wallet', rename('First'));
    expect(countShown()).toBe(2);
    closeWindow();
    await settle();
    for (const next of [tab, openTab(fixture.browser)])
      await next.request('update_wallet', rename('Later'));
    expect(countShown()).toBe(2);
    await tab.leave();
    await fixture.time.until(async () => ((await user.queue()).length === 1 ? true : undefined));
    await openTab(fixture.browser).request('update_wallet', rename('New tab'));
    expect(countShown()).toBe(3);
  });

  test('behavior: requests that are pending when it is closed are put off, whoever opened it', async () => {
    await requestConnect({ origin: 'https://one.example' });
    await requestConnect({ origin: 'https://two.example' });
    expect(countShown()).toBe(1);
    closeWindow();
    await settle();
    await requestConnect({ origin: 'https://www.two.example' });
    expect(countShown()).toBe(1);
    await requestConnect({ origin: 'https://three.example' });
    expect(countShown()).toBe(2);
  });

  test('behavior: a request that arrived while it closed gets the window it would have had', async () => {
    const first = openTab(fixture.browser, { origin: 'https://one.example' });
    await first.ask('connect', {});
    fixture.time.shift += 5000;
    await requestConnect({ origin: 'https://two.example' });
    expect(countShown()).toBe(1);
    fixture.browser.closeConfirmWindow();
    await fixture.time.until(() => (countShown() === 2 ? true : undefined));
  });

  test('behavior: once the user opens it and decides, the site’s next request opens it again', async () => {
    await requestConnect({ origin: subdomain(1), tabId: 1 });
    closeWindow();
    await settle();
    await requestConnect({ origin: subdomain(2), tabId: 2 });
    expect(countShown()).toBe(1);
    await user.refuseSite();
    await requestConnect({ origin: subdomain(3), tabId: 1 });
    expect(countShown()).toBe(2);
  });

  test('error: it doesn’t open if that can’t be remembered', async () => {
    const tab = openTab(fixture.browser);
    await tab.ask('capabilities', {});
    const { session } = fixture.browser;
    const set = session.set.bind(session);
    session.set = (key, value) => {
      if (key === 'confirm.window') throw new Error('Session storage quota bytes exceeded.');
      return set(key, value);
    };
    await tab.ask('connect', {});
    expect(countShown()).toBe(0);
    expect(await user.queue()).toHaveLength(1);
  });
});

describe('a site and all its subdomains', () => {
  test('error: three refusals start a cooldown for all of it, and for the tab it was in', async () => {
    for (let at = 0; at < 3; at++) {
      await requestConnect({ origin: subdomain(at), tabId: 5 });
      await user.refuse();
    }
    const limited = { error: { code: 'rate_limited' } };
    expect(await requestConnect({ origin: subdomain(50), tabId: 6 })).toMatchObject(limited);
    expect(await requestConnect({ origin: 'https://other.example', tabId: 5 })).toMatchObject(
      limited,
    );
    expect(await requestConnect({ origin: 'https://other.example', tabId: 6 })).toMatchObject({
      ok: true,
    });
  });

  test('error: a block applies to siblings, revokes their grants, refuses their pending requests', async () => {
    const sibling = await connected(subdomain(1));
    await sibling.request('update_wallet', rename('First'));
    await user.approve({ limits: {}, most: 5, perHour: null, lastsMs: 3_600_000 });
    const waits = openTab(fixture.browser, { origin: subdomain(2) });
    const { id } = await waits.ask('connect', {});
    await requestConnect({ origin: subdomain(3) });
    await user.refuseSite({ block: true });
    expect(await fixture.time.until(() => waits.lastNotification(id))).toMatchObject({
      error: { code: 'refused' },
    });
    for (const at of [1, 2, 3, 99]) {
      expect(await requestConnect({ origin: subdomain(at) })).toMatchObject({
        error: { code: 'refused' },
      });
    }
    expect(await sibling.request('update_wallet', rename('x'))).toMatchObject({
      error: { code: 'refused' },
    });
    const sites = await fixture.browser.client.call('sites_list', {});
    expect(sites).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ origin: '*.bomber.example', blocked: true, profileId: null }),
        expect.objectContaining({ origin: subdomain(1), blocked: true, grants: [] }),
      ]),
    );
    expect(await requestConnect({ origin: 'https://notbomber.example' })).toMatchObject({
      ok: true,
    });
    const wildcard = { origin: '*.bomber.example', blocked: false };
    await callWithProof(fixture.browser, fixture.account.kek, 'sites_block', wildcard);
    expect(await requestConnect({ origin: subdomain(2) })).toMatchObject({ ok: true });
    expect((await sibling.ask('capabilities', {})).answer).toMatchObject({ connection: {} });
  });

  test('error: what is requested while a block is being stored does not stay', async () => {
    await requestConnect({ origin: subdomain(1) });
    const requested: Promise<unknown>[] = [];
    const request = (at: number) => requested.push(requestConnect({ origin: subdomain(at) }));
    const refused = user.refuseSite({ block: true });
    for (let at = 2; at < 12; at++) {
      request(at);
      for (let turns = at % 4; turns > 0; turns -= 1) await nextTurn();
    }
    await refused;
    await Promise.all(requested);
    expect(await user.queue()).toEqual([]);
  });

  test('error: its messages share one rate, however many subdomains send them', async () => {
    // The suffix list is loaded when there is something to show.
    await requestConnect({ origin: subdomain(0) });
    const all = Array.from({ length: 10 * ORIGIN_BURST }, (_, at) =>
      openTab(fixture.browser, { origin: subdomain(at), tabId: 1000 + at }).ask('status', {
        id: crypto.randomUUID(),
      }),
    );
    const codes = (await Promise.all(all)).map(({ error }) => error?.code);
    const limited = codes.filter((code) => code === 'rate_limited').length;
    expect(limited).toBeGreaterThan(codes.length / 2);
    const other = openTab(fixture.browser, { origin: 'https://other.example' });
    expect(await other.ask('capabilities', {})).toMatchObject({ ok: true });
  });

  test('error: a flood of requests from strangers is counted before any check', async () => {
    const tab = openTab(fixture.browser);
    const answers = Array.from({ length: 3 * ORIGIN_BURST }, (_, at) =>
      tab.request('update_wallet', rename(`${at}`)),
    );
    const codes = (await Promise.all(answers)).map(({ error }) => error?.code);
    // A few more get through while the burst is answered.
    expect(codes.filter((code) => code === 'not_connected').length).toBeLessThan(2 * ORIGIN_BURST);
    expect(codes.filter((code) => code === 'rate_limited').length).toBeGreaterThan(ORIGIN_BURST);
    expect(await user.queue()).toEqual([]);
  });
});

describe('presence', () => {
  test('behavior: a request whose page left without notice is gone within seconds', async () => {
    for (const lock of [false, true]) {
      const tab = openTab(fixture.browser, { clicked: false });
      await tab.ask('connect', {});
      await fixture.time.until(() => (fixture.browser.badge.count === 1 ? true : undefined));
      if (lock) await fixture.browser.client.call('vault_lock', {});
      tab.vanish();
      const left = fixture.time.now();
      await fixture.time.until(async () => (fixture.browser.badge.count === 0 ? true : undefined));
      // Nobody has opened anything to check.
      expect(fixture.time.now() - left).toBeLessThan(30_000);
      expect(await user.queue()).toEqual([]);
    }
  });

  test('behavior: the same if the worker has ended meanwhile: the alarm takes care of it', async () => {
    const tab = openTab(fixture.browser);
    await tab.ask('connect', {});
    tab.vanish();
    await fixture.time.until(() => fixture.browser.alarms.get('keystamp-pages'));
    fixture.browser.kill();
    const kept = () => fixture.browser.session.get('requests') as { requests: unknown[] };
    await fixture.time.until(() => (kept().requests.length === 0 ? true : undefined));
  });

  test('behavior: a page that is busy with its own scripts counts as present, and is shown as busy', async () => {
    const tab = openTab(fixture.browser);
    await tab.ask('connect', {});
    const free = fixture.browser.bridges.get(tab.bridgeId);
    fixture.browser.bridges.set(tab.bridgeId, () => new Promise(() => undefined));
    for (let at = 0; at < 8; at++) {
      fixture.time.shift += 3000;
      await settle();
      expect((await user.queue())[0]?.state).toMatch(/^(?:pending|busy)$/);
    }
    expect(await user.queue()).toMatchObject([{ state: 'busy' }]);
    // The next worker notices that it answers again.
    fixture.browser.kill();
    if (free) fixture.browser.bridges.set(tab.bridgeId, free);
    await fixture.time.until(async () => {
      fixture.time.shift += 3000;
      return (await user.queue())[0]?.state === 'pending' ? true : undefined;
    });
  });

  test('error: one that withholds its answer ends by expiry, after an hour', async () => {
    const tab = openTab(fixture.browser);
    const { id } = await tab.ask('connect', {});
    fixture.browser.bridges.set(tab.bridgeId, () => new Promise(() => undefined));
    fixture.time.shift += 3_600_000;
    expect(await user.queue()).toEqual([]);
    expect(await tab.ask('status', { id })).toMatchObject({ error: { code: 'withdrawn' } });
  });

  test('behavior: of a tab’s documents, only the latest to send a request counts as present', async () => {
    const tab = openTab(fixture.browser, { origin: 'https://one.example' });
    await tab.ask('connect', {});
    await requestConnect({ origin: 'https://two.example', tabId: tab.tabId });
    const states = (await user.queue()).map(({ origin, state }) => [origin, state]);
    expect(states).toEqual([
      ['https://one.example', 'away'],
      ['https://two.example', 'pending'],
    ]);
  });
});

describe('slots in the queue', () => {
  test('error: a stranger on 43 subdomains leaves room for everyone', async () => {
    for (let at = 0; at < 43; at++) {
      const tab = openTab(fixture.browser, { origin: subdomain(at), tabId: 3, clicked: false });
      await tab.ask('connect', {});
    }
    expect((await user.queue()).length).toBeLessThanOrEqual(MAX_PENDING);
    await fixture.browser.client.call('vault_lock', {});
    expect(await requestConnect({ origin: 'https://honest.example' })).toMatchObject({ ok: true });
  });

  test('error: a full queue makes room for a site with fewer requests, at nobody’s expense', async () => {
    const sites = MAX_PENDING_OF_ALL / MAX_PENDING;
    const told: [Tab, string][] = [];
    for (let site = 0; site < sites; site++) {
      for (let at = 0; at < MAX_PENDING; at++) {
        const tab = openTab(fixture.browser, {
          origin: subdomain(at, `full${site}.example`),
          clicked: false,
        });
        const { id, ok } = await tab.ask('connect', {});
        expect(ok).toBe(true);
        told.push([tab, id]);
      }
    }
    expect(await user.queue()).toHaveLength(MAX_PENDING_OF_ALL);
    expect(await requestConnect({ origin: 'https://honest.example' })).toMatchObject({ ok: true });
    const queue = await user.queue();
    expect(queue).toHaveLength(MAX_PENDING_OF_ALL);
    expect(queue.map(({ group }) => group)).toContain('honest.example');
    const out = await fixture.time.until(() => {
      const gone = told.filter(([tab, id]) => tab.lastNotification(id));
      return gone.length === 1 ? gone[0] : undefined;
    });
    expect(out[0].lastNotification(out[1])).toMatchObject({ error: { code: 'too_many_pending' } });
    // A site that already has its share gets no more.
    const more = await requestConnect({ origin: subdomain(77, 'full0.example'), clicked: true });
    expect(more).toMatchObject({ error: { code: 'too_many_pending' } });
    expect(await user.queue()).toHaveLength(MAX_PENDING_OF_ALL);
  });
});
