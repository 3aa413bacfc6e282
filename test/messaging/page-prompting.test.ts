// What a page may do to the user's attention: windows, the queue, presence, shares.
import { beforeEach, describe, expect, test } from 'vitest';
import { MOST_PENDING, MOST_PENDING_OF_ALL, ORIGIN_BURST } from '../../src/protocol/page.ts';
import { useDesk } from './desk.ts';
import { openTab, until, userOf, type Place, type Tab, type Told } from './tab.ts';

const desk = useDesk();
let user: ReturnType<typeof userOf>;

beforeEach(() => {
  user = userOf(desk.rig);
});

const sub = (at: number, site = 'bomber.example') => `https://s${at}.${site}`;
const asks = (place: Place): Promise<Told> => openTab(desk.rig, place).ask('connect', {});
/** The user closes the window over what it shows. */
function close(): void {
  desk.time.shift += 2000;
  desk.rig.closeConfirm();
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));
const shown = () => desk.rig.confirm.shown;
const rename = (walletName: string) => ({ walletId: crypto.randomUUID(), walletName });
async function connected(origin: string): Promise<Tab> {
  const tab = openTab(desk.rig, { origin });
  await tab.ask('connect', {});
  await user.consent(desk.ready.profile.id);
  return tab;
}

describe('the window', () => {
  test('error: without a click in the page none opens; the badge and the queue tell', async () => {
    const tab = openTab(desk.rig, { clicked: false });
    const asked = await tab.ask('connect', {});
    expect(asked).toMatchObject({ ok: true, answer: { kind: 'waiting' } });
    expect(await user.newest()).toMatchObject({ group: 'app.example' });
    await until(() => (desk.rig.badge.count === 1 ? true : undefined));
    desk.rig.kill();
    await tab.ask('connect', {}, asked.id);
    expect(shown()).toBe(0);
    await desk.rig.client.call('approvals_show', {});
    expect(shown()).toBe(1);
  });

  test('behavior: the same request, asked again with a click, opens it', async () => {
    const tab = openTab(desk.rig, { clicked: false });
    const { id } = await tab.ask('connect', {});
    expect(shown()).toBe(0);
    const text = JSON.stringify({ id, method: 'connect', params: {} });
    const message = { mark: 'keystamp-page/1', seat: tab.seat, text, clicked: true };
    await desk.rig.raw(message, tab.sender);
    expect(shown()).toBe(1);
    expect(await user.queue()).toHaveLength(1);
  });

  test('error: 100 subdomains in 10 tabs, reloaded, with clicks: one, closed each time', async () => {
    for (let at = 0; at < 100; at++) {
      const tab = openTab(desk.rig, { origin: sub(at), tabId: at % 10 });
      await tab.ask('connect', { reason: `${at}` });
      if (at % 3 === 0) await tab.leave();
      const reloaded = openTab(desk.rig, { origin: sub(at), tabId: at % 10 });
      await reloaded.ask('connect', { reason: `again ${at}` });
      close();
      await settle();
      if (at % 10 === 9) desk.rig.kill();
    }
    expect(shown()).toBe(1);
  });

  test('error: a tab that is led to other registered names opens no more either', async () => {
    for (let at = 0; at < 12; at++) {
      await asks({ origin: `https://bomber${at}.example`, tabId: 7 });
      close();
      await settle();
    }
    expect(shown()).toBe(1);
  });

  test('error: withdrawing and asking again does not bring it back', async () => {
    const tab = openTab(desk.rig);
    for (let at = 0; at < 5; at++) {
      await tab.ask('connect', { reason: `${at}` });
      await tab.ask('disconnect', {});
      // It closes itself over an empty queue.
      close();
      await settle();
    }
    expect(shown()).toBe(1);
  });

  test('behavior: what waits when it is closed is put off, whoever opened it', async () => {
    await asks({ origin: 'https://one.example' });
    await asks({ origin: 'https://two.example' });
    expect(shown()).toBe(1);
    close();
    await settle();
    await asks({ origin: 'https://www.two.example' });
    expect(shown()).toBe(1);
    await asks({ origin: 'https://three.example' });
    expect(shown()).toBe(2);
  });

  test('behavior: a request that came while it closed gets the window that it would have had', async () => {
    const first = openTab(desk.rig, { origin: 'https://one.example' });
    await first.ask('connect', {});
    desk.time.shift += 5000;
    await asks({ origin: 'https://two.example' });
    expect(shown()).toBe(1);
    desk.rig.closeConfirm();
    await until(() => (shown() === 2 ? true : undefined));
  });

  test('behavior: the user opens it, and decides: from then on the site is shown again', async () => {
    await asks({ origin: sub(1), tabId: 1 });
    close();
    await settle();
    await asks({ origin: sub(2), tabId: 2 });
    expect(shown()).toBe(1);
    await user.refuseSite();
    await asks({ origin: sub(3), tabId: 1 });
    expect(shown()).toBe(2);
  });

  test('error: where that cannot be remembered none opens', async () => {
    const tab = openTab(desk.rig);
    await tab.ask('capabilities', {});
    const { session } = desk.rig;
    const set = session.set.bind(session);
    session.set = (key, value) => {
      if (key === 'confirm.window') throw new Error('Session storage quota bytes exceeded.');
      return set(key, value);
    };
    await tab.ask('connect', {});
    expect(shown()).toBe(0);
    expect(await user.queue()).toHaveLength(1);
  });
});

describe('a site and all its subdomains', () => {
  test('error: three refusals quiet all of it, and the tab that it was in', async () => {
    for (let at = 0; at < 3; at++) {
      await asks({ origin: sub(at), tabId: 5 });
      await user.refuse();
    }
    const quiet = { error: { code: 'rate_limited' } };
    expect(await asks({ origin: sub(50), tabId: 6 })).toMatchObject(quiet);
    expect(await asks({ origin: 'https://other.example', tabId: 5 })).toMatchObject(quiet);
    expect(await asks({ origin: 'https://other.example', tabId: 6 })).toMatchObject({ ok: true });
  });

  test('error: a block holds for siblings, takes their grants, refuses what waits of them', async () => {
    const sibling = await connected(sub(1));
    await sibling.request('update_wallet', rename('First'));
    await user.approve({ limits: {}, most: 5, perHour: null, lastsMs: 3_600_000 });
    const waits = openTab(desk.rig, { origin: sub(2) });
    const { id } = await waits.ask('connect', {});
    await asks({ origin: sub(3) });
    await user.refuseSite({ block: true });
    expect(await until(() => waits.told(id))).toMatchObject({ error: { code: 'refused' } });
    for (const at of [1, 2, 3, 99]) {
      expect(await asks({ origin: sub(at) })).toMatchObject({ error: { code: 'refused' } });
    }
    expect(await sibling.request('update_wallet', rename('x'))).toMatchObject({
      error: { code: 'refused' },
    });
    const sites = await desk.rig.client.call('sites_list', {});
    expect(sites).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ origin: '*.bomber.example', blocked: true, profileId: null }),
        expect.objectContaining({ origin: sub(1), blocked: true, grants: [] }),
      ]),
    );
    expect(await asks({ origin: 'https://notbomber.example' })).toMatchObject({ ok: true });
    const mark = { origin: '*.bomber.example', blocked: false };
    await desk.rig.client.call('sites_block', mark);
    expect(await asks({ origin: sub(2) })).toMatchObject({ ok: true });
    expect((await sibling.ask('capabilities', {})).answer).toMatchObject({ connection: {} });
  });

  test('error: its messages have one rate, however many subdomains send them', async () => {
    // The list of suffixes is read when there is something to show.
    await asks({ origin: sub(0) });
    const all = Array.from({ length: 10 * ORIGIN_BURST }, (_, at) =>
      openTab(desk.rig, { origin: sub(at), tabId: 1000 + at }).ask('status', {
        id: crypto.randomUUID(),
      }),
    );
    const codes = (await Promise.all(all)).map(({ error }) => error?.code);
    const limited = codes.filter((code) => code === 'rate_limited').length;
    expect(limited).toBeGreaterThan(codes.length / 4);
    const other = openTab(desk.rig, { origin: 'https://other.example' });
    expect(await other.ask('capabilities', {})).toMatchObject({ ok: true });
  });

  test('error: a flood of requests from strangers is counted before anything is looked up', async () => {
    const tab = openTab(desk.rig);
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
      const tab = openTab(desk.rig, { clicked: false });
      await tab.ask('connect', {});
      await until(() => (desk.rig.badge.count === 1 ? true : undefined));
      if (lock) await desk.rig.client.call('vault_lock', {});
      tab.vanish();
      const left = desk.time.now();
      await until(async () => (desk.rig.badge.count === 0 ? true : undefined));
      // Without anybody having looked; a busy machine is given some time.
      expect(desk.time.now() - left).toBeLessThan(60_000);
      expect(await user.queue()).toEqual([]);
    }
  });

  test('behavior: also when the worker has ended meanwhile: the alarm looks after it', async () => {
    const tab = openTab(desk.rig);
    await tab.ask('connect', {});
    tab.vanish();
    await until(() => desk.rig.alarms.get('keystamp-pages'));
    desk.rig.kill();
    const kept = () => desk.rig.session.get('approvals') as { approvals: unknown[] };
    await until(() => (kept().approvals.length === 0 ? true : undefined));
  });

  test('behavior: a page whose scripts keep it busy stays', async () => {
    const tab = openTab(desk.rig);
    await tab.ask('connect', {});
    desk.rig.bridges.set(tab.seat, () => new Promise(() => undefined));
    for (let at = 0; at < 8; at++) {
      desk.time.shift += 3000;
      await settle();
      expect(await user.queue()).toMatchObject([{ state: 'asking' }]);
    }
  });

  test('behavior: of a tab only the document that asks is there', async () => {
    const tab = openTab(desk.rig, { origin: 'https://one.example' });
    await tab.ask('connect', {});
    await asks({ origin: 'https://two.example', tabId: tab.tabId });
    const states = (await user.queue()).map(({ origin, state }) => [origin, state]);
    expect(states).toEqual([
      ['https://one.example', 'away'],
      ['https://two.example', 'asking'],
    ]);
  });
});

describe('shares of the queue', () => {
  test('error: a stranger over 43 subdomains leaves room for everybody', async () => {
    for (let at = 0; at < 43; at++) {
      const tab = openTab(desk.rig, { origin: sub(at), tabId: 3, clicked: false });
      await tab.ask('connect', {});
    }
    expect((await user.queue()).length).toBeLessThanOrEqual(MOST_PENDING);
    await desk.rig.client.call('vault_lock', {});
    expect(await asks({ origin: 'https://honest.example' })).toMatchObject({ ok: true });
  });

  test('error: a full queue makes room for a site that has less, and takes nobody’s share', async () => {
    const sites = MOST_PENDING_OF_ALL / MOST_PENDING;
    const told: [Tab, string][] = [];
    for (let site = 0; site < sites; site++) {
      for (let at = 0; at < MOST_PENDING; at++) {
        const tab = openTab(desk.rig, { origin: sub(at, `full${site}.example`), clicked: false });
        const { id, ok } = await tab.ask('connect', {});
        expect(ok).toBe(true);
        told.push([tab, id]);
      }
    }
    expect(await user.queue()).toHaveLength(MOST_PENDING_OF_ALL);
    expect(await asks({ origin: 'https://honest.example' })).toMatchObject({ ok: true });
    const queue = await user.queue();
    expect(queue).toHaveLength(MOST_PENDING_OF_ALL);
    expect(queue.map(({ group }) => group)).toContain('honest.example');
    const out = await until(() => {
      const gone = told.filter(([tab, id]) => tab.told(id));
      return gone.length === 1 ? gone[0] : undefined;
    });
    expect(out[0].told(out[1])).toMatchObject({ error: { code: 'too_many_pending' } });
    // A site that has its share gets no more of it.
    const more = await asks({ origin: sub(77, 'full0.example'), clicked: true });
    expect(more).toMatchObject({ error: { code: 'too_many_pending' } });
    expect(await user.queue()).toHaveLength(MOST_PENDING_OF_ALL);
  });
});
