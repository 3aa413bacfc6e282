// What a page may do to the user's attention: windows, the queue, presence, shares.
import { beforeEach, describe, expect, test } from 'vitest';
import { MAX_PENDING, MAX_PENDING_OF_ALL, ORIGIN_BURST } from '../../src/protocol/page-api.ts';
import { useWorkerFixture } from '../worker/worker-fixture.ts';
import {
  openTab,
  waitUntil,
  userOf,
  type TabOptions,
  type Tab,
  type PageReply,
} from '../worker/tab.ts';

const fixture = useWorkerFixture();
let user: ReturnType<typeof userOf>;

beforeEach(() => {
  user = userOf(fixture.browser);
});

const subdomain = (at: number, site = 'bomber.example') => `https://s${at}.${site}`;
const askToConnect = (place: TabOptions): Promise<PageReply> =>
  openTab(fixture.browser, place).ask('connect', {});
/** The user closes the window over what it shows. */
function closeWindow(): void {
  fixture.time.shift += 2000;
  fixture.browser.closeConfirmWindow();
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));
const countShown = () => fixture.browser.confirmWindow.shown;
const rename = (walletName: string) => ({ walletId: crypto.randomUUID(), walletName });
async function connected(origin: string): Promise<Tab> {
  const tab = openTab(fixture.browser, { origin });
  await tab.ask('connect', {});
  await user.consent(fixture.account.profile.id);
  return tab;
}

describe('the window', () => {
  test('error: without a click in the page none opens; the badge and the queue tell', async () => {
    const tab = openTab(fixture.browser, { clicked: false });
    const asked = await tab.ask('connect', {});
    expect(asked).toMatchObject({ ok: true, answer: { kind: 'waiting' } });
    expect(await user.newest()).toMatchObject({ group: 'app.example' });
    await waitUntil(() => (fixture.browser.badge.count === 1 ? true : undefined));
    fixture.browser.kill();
    await tab.ask('connect', {}, asked.id);
    expect(countShown()).toBe(0);
    await fixture.browser.client.call('requests_show', {});
    expect(countShown()).toBe(1);
  });

  test('behavior: the same request, asked again with a click, opens it', async () => {
    const tab = openTab(fixture.browser, { clicked: false });
    const { id } = await tab.ask('connect', {});
    expect(countShown()).toBe(0);
    const text = JSON.stringify({ id, method: 'connect', params: {} });
    const message = { mark: 'keystamp-page/1', bridgeId: tab.bridgeId, text, clicked: true };
    await fixture.browser.sendRaw(message, tab.sender);
    expect(countShown()).toBe(1);
    expect(await user.queue()).toHaveLength(1);
  });

  test('error: 100 subdomains in 10 tabs, reloaded, with clicks: one, closed each time', async () => {
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
    expect(countShown()).toBe(1);
  });

  test('error: a tab that is led to other registered names opens no more either', async () => {
    for (let at = 0; at < 12; at++) {
      await askToConnect({ origin: `https://bomber${at}.example`, tabId: 7 });
      closeWindow();
      await settle();
    }
    expect(countShown()).toBe(1);
  });

  test('error: withdrawing and asking again does not bring it back', async () => {
    const tab = openTab(fixture.browser);
    for (let at = 0; at < 5; at++) {
      await tab.ask('connect', { reason: `${at}` });
      await tab.ask('disconnect', {});
      // It closes itself over an empty queue.
      closeWindow();
      await settle();
    }
    expect(countShown()).toBe(1);
  });

  test('behavior: what waits when it is closed is put off, whoever opened it', async () => {
    await askToConnect({ origin: 'https://one.example' });
    await askToConnect({ origin: 'https://two.example' });
    expect(countShown()).toBe(1);
    closeWindow();
    await settle();
    await askToConnect({ origin: 'https://www.two.example' });
    expect(countShown()).toBe(1);
    await askToConnect({ origin: 'https://three.example' });
    expect(countShown()).toBe(2);
  });

  test('behavior: a request that came while it closed gets the window that it would have had', async () => {
    const first = openTab(fixture.browser, { origin: 'https://one.example' });
    await first.ask('connect', {});
    fixture.time.shift += 5000;
    await askToConnect({ origin: 'https://two.example' });
    expect(countShown()).toBe(1);
    fixture.browser.closeConfirmWindow();
    await waitUntil(() => (countShown() === 2 ? true : undefined));
  });

  test('behavior: the user opens it, and decides: from then on the site is shown again', async () => {
    await askToConnect({ origin: subdomain(1), tabId: 1 });
    closeWindow();
    await settle();
    await askToConnect({ origin: subdomain(2), tabId: 2 });
    expect(countShown()).toBe(1);
    await user.refuseSite();
    await askToConnect({ origin: subdomain(3), tabId: 1 });
    expect(countShown()).toBe(2);
  });

  test('error: where that cannot be remembered none opens', async () => {
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
  test('error: three refusals quiet all of it, and the tab that it was in', async () => {
    for (let at = 0; at < 3; at++) {
      await askToConnect({ origin: subdomain(at), tabId: 5 });
      await user.refuse();
    }
    const quiet = { error: { code: 'rate_limited' } };
    expect(await askToConnect({ origin: subdomain(50), tabId: 6 })).toMatchObject(quiet);
    expect(await askToConnect({ origin: 'https://other.example', tabId: 5 })).toMatchObject(quiet);
    expect(await askToConnect({ origin: 'https://other.example', tabId: 6 })).toMatchObject({
      ok: true,
    });
  });

  test('error: a block holds for siblings, takes their grants, refuses what waits of them', async () => {
    const sibling = await connected(subdomain(1));
    await sibling.request('update_wallet', rename('First'));
    await user.approve({ limits: {}, most: 5, perHour: null, lastsMs: 3_600_000 });
    const waits = openTab(fixture.browser, { origin: subdomain(2) });
    const { id } = await waits.ask('connect', {});
    await askToConnect({ origin: subdomain(3) });
    await user.refuseSite({ block: true });
    expect(await waitUntil(() => waits.lastNotification(id))).toMatchObject({
      error: { code: 'refused' },
    });
    for (const at of [1, 2, 3, 99]) {
      expect(await askToConnect({ origin: subdomain(at) })).toMatchObject({
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
    expect(await askToConnect({ origin: 'https://notbomber.example' })).toMatchObject({ ok: true });
    const mark = { origin: '*.bomber.example', blocked: false };
    await fixture.browser.client.call('sites_block', mark);
    expect(await askToConnect({ origin: subdomain(2) })).toMatchObject({ ok: true });
    expect((await sibling.ask('capabilities', {})).answer).toMatchObject({ connection: {} });
  });

  test('error: its messages have one rate, however many subdomains send them', async () => {
    // The list of suffixes is read when there is something to show.
    await askToConnect({ origin: subdomain(0) });
    const all = Array.from({ length: 10 * ORIGIN_BURST }, (_, at) =>
      openTab(fixture.browser, { origin: subdomain(at), tabId: 1000 + at }).ask('status', {
        id: crypto.randomUUID(),
      }),
    );
    const codes = (await Promise.all(all)).map(({ error }) => error?.code);
    const limited = codes.filter((code) => code === 'rate_limited').length;
    expect(limited).toBeGreaterThan(codes.length / 4);
    const other = openTab(fixture.browser, { origin: 'https://other.example' });
    expect(await other.ask('capabilities', {})).toMatchObject({ ok: true });
  });

  test('error: a flood of requests from strangers is counted before anything is looked up', async () => {
    const tab = openTab(fixture.browser);
    const answers = Array.from({ length: 3 * ORIGIN_BURST }, (_, at) =>
      tab.request('update_wallet', rename(`${at}`)),
    );
    const codes = (await Promise.all(answers)).map(({ error }) => error?.code);
    // A little comes after the burst while it is answered.
    expect(codes.filter((code) => code === 'not_connected').length).toBeLessThan(2 * ORIGIN_BURST);
    expect(codes.filter((code) => code === 'rate_limited').length).toBeGreaterThan(ORIGIN_BURST);
    expect(await user.queue()).toEqual([]);
  });
});

describe('presence', () => {
  test('behavior: what waits for a page that left without a word goes within seconds', async () => {
    for (const lock of [false, true]) {
      const tab = openTab(fixture.browser, { clicked: false });
      await tab.ask('connect', {});
      await waitUntil(() => (fixture.browser.badge.count === 1 ? true : undefined));
      if (lock) await fixture.browser.client.call('vault_lock', {});
      tab.vanish();
      const left = fixture.time.now();
      await waitUntil(async () => (fixture.browser.badge.count === 0 ? true : undefined));
      // Without anybody having looked; a busy machine is given some time.
      expect(fixture.time.now() - left).toBeLessThan(60_000);
      expect(await user.queue()).toEqual([]);
    }
  });

  test('behavior: also when the worker has ended meanwhile: the alarm looks after it', async () => {
    const tab = openTab(fixture.browser);
    await tab.ask('connect', {});
    tab.vanish();
    await waitUntil(() => fixture.browser.alarms.get('keystamp-pages'));
    fixture.browser.kill();
    const kept = () => fixture.browser.session.get('requests') as { requests: unknown[] };
    await waitUntil(() => (kept().requests.length === 0 ? true : undefined));
  });

  test('behavior: a page whose scripts keep it busy stays', async () => {
    const tab = openTab(fixture.browser);
    await tab.ask('connect', {});
    fixture.browser.bridges.set(tab.bridgeId, () => new Promise(() => undefined));
    for (let at = 0; at < 8; at++) {
      fixture.time.shift += 3000;
      await settle();
      expect(await user.queue()).toMatchObject([{ state: 'pending' }]);
    }
  });

  test('behavior: of a tab only the document that asks is there', async () => {
    const tab = openTab(fixture.browser, { origin: 'https://one.example' });
    await tab.ask('connect', {});
    await askToConnect({ origin: 'https://two.example', tabId: tab.tabId });
    const states = (await user.queue()).map(({ origin, state }) => [origin, state]);
    expect(states).toEqual([
      ['https://one.example', 'away'],
      ['https://two.example', 'pending'],
    ]);
  });
});

describe('shares of the queue', () => {
  test('error: a stranger over 43 subdomains leaves room for everybody', async () => {
    for (let at = 0; at < 43; at++) {
      const tab = openTab(fixture.browser, { origin: subdomain(at), tabId: 3, clicked: false });
      await tab.ask('connect', {});
    }
    expect((await user.queue()).length).toBeLessThanOrEqual(MAX_PENDING);
    await fixture.browser.client.call('vault_lock', {});
    expect(await askToConnect({ origin: 'https://honest.example' })).toMatchObject({ ok: true });
  });

  test('error: a full queue makes room for a site that has less, and takes nobody’s share', async () => {
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
    expect(await askToConnect({ origin: 'https://honest.example' })).toMatchObject({ ok: true });
    const queue = await user.queue();
    expect(queue).toHaveLength(MAX_PENDING_OF_ALL);
    expect(queue.map(({ group }) => group)).toContain('honest.example');
    const out = await waitUntil(() => {
      const gone = told.filter(([tab, id]) => tab.lastNotification(id));
      return gone.length === 1 ? gone[0] : undefined;
    });
    expect(out[0].lastNotification(out[1])).toMatchObject({ error: { code: 'too_many_pending' } });
    // A site that has its share gets no more of it.
    const more = await askToConnect({ origin: subdomain(77, 'full0.example'), clicked: true });
    expect(more).toMatchObject({ error: { code: 'too_many_pending' } });
    expect(await user.queue()).toHaveLength(MAX_PENDING_OF_ALL);
  });
});
