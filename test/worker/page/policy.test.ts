import { beforeEach, describe, expect, test } from 'vitest';
import { ROWS, PAGE_OPERATIONS } from '../../../src/protocol/operations.ts';
import {
  MAX_CHARACTERS,
  MAX_PENDING,
  ORIGIN_BURST,
  PAGE_ERROR_CODES,
} from '../../../src/protocol/page-api.ts';
import { useWorkerFixture } from '../worker-fixture.ts';
import { OWN_ID, OWN_PAGE_SENDER } from '../fake-browser.ts';
import { openTab, SITE, userOf, type Tab } from '../tab.ts';

const fixture = useWorkerFixture();
let tab: Tab;
let user: ReturnType<typeof userOf>;

beforeEach(() => {
  tab = openTab(fixture.browser);
  user = userOf(fixture.browser);
});

async function connect(page: Tab): Promise<void> {
  await page.ask('connect', {});
  await user.consent(fixture.account.profile.id);
  fixture.browser.confirmWindow.shown = 0;
}

const tag = (walletName: string) => ({ walletId: crypto.randomUUID(), walletName });
const ask = (id: string = crypto.randomUUID()) =>
  JSON.stringify({ id, method: 'connect', params: {} });

describe('who may send requests', () => {
  const spoiled: [string, object][] = [
    ['another extension', { id: 'x'.repeat(32) }],
    ['a frame', { frameId: 3 }],
    ['a frame that the browser does not number', { frameId: undefined }],
    ['no tab', { tab: undefined }],
    ['a prerendered page', { documentLifecycle: 'prerender' }],
    ['a page in the back/forward cache', { documentLifecycle: 'cached' }],
    ['a sandboxed document of the same address', { origin: 'null' }],
    ['another origin than its address', { origin: 'https://other.example' }],
    ['plain http', { url: 'http://app.example/', origin: 'http://app.example' }],
    ['a file', { url: 'file:///tmp/x.html', origin: 'file://' }],
    ['a data address', { url: 'data:text/html,x', origin: 'null' }],
    ['about:blank', { url: 'about:blank', origin: SITE }],
    ['a blob', { url: `blob:${SITE}/1`, origin: SITE }],
    ['loopback look-alikes', { url: 'http://127.0.0.1.evil.example/', origin: undefined }],
    ['an extension page', { url: OWN_PAGE_SENDER.url, origin: OWN_PAGE_SENDER.origin }],
  ];
  test.each(spoiled)('error: %s may not, and the user isn’t asked', async (_, change) => {
    const answer = await tab.send(ask(), { ...tab.sender, ...change });
    expect(answer).toMatchObject({ ok: false, error: { code: 'not_active' } });
    expect(await user.queue()).toEqual([]);
    expect(fixture.browser.confirmWindow.shown).toBe(0);
  });

  test('behavior: if the browser gives no origin, the address counts', async () => {
    const { origin: _, ...nameless } = tab.sender;
    expect(await tab.send(ask(), nameless)).toMatchObject({ ok: true });
    expect((await user.newest()).origin).toBe(SITE);
  });

  test('behavior: loopback pages may', async () => {
    const local = openTab(fixture.browser, { origin: 'http://localhost:5173' });
    expect(await local.ask('connect', {})).toMatchObject({ ok: true });
  });

  test('error: what a message says about its sender doesn’t count', async () => {
    const forged = {
      id: crypto.randomUUID(),
      method: 'connect',
      params: {},
      origin: 'https://bank',
    };
    expect(await tab.send(JSON.stringify(forged))).toMatchObject({
      id: forged.id,
      error: { code: 'invalid_request' },
    });
    const inner = await tab.ask('connect', { origin: 'https://bank.example' });
    expect(inner).toMatchObject({
      error: { code: 'invalid_parameters', detail: { field: 'origin', rule: 'unknown_member' } },
    });
  });

  test('error: a content script can’t make our own pages’ calls', async () => {
    const message = { mark: 'keystamp/1', call: 'vault_lock', input: {}, sealed: null };
    const reply = await fixture.browser.sendRaw(message, tab.sender);
    expect(reply).toMatchObject({ ok: false, error: { code: 'forbidden_caller' } });
    expect(await fixture.browser.client.call('state', {})).toMatchObject({ vault: 'unlocked' });
  });

  test('error: our own pages can’t be mistaken for a site', async () => {
    const message = { mark: 'keystamp-page/1', bridgeId: tab.bridgeId, text: ask(), clicked: true };
    const reply = JSON.parse(
      String(
        await fixture.browser.sendRaw(message, { ...OWN_PAGE_SENDER, frameId: 0, tab: { id: 1 } }),
      ),
    );
    expect(reply).toMatchObject({ error: { code: 'not_active' } });
    expect(OWN_ID).toBe(OWN_PAGE_SENDER.id);
  });
});

describe('what sites may request', () => {
  beforeEach(() => connect(tab));

  test.each(ROWS.filter(({ pageAccess: page }) => page === 'never').map(({ name }) => name))(
    'error: never %s, whoever is connected',
    async (operation) => {
      const answer = await tab.request(operation, {});
      expect(answer).toMatchObject({ error: { code: 'unsupported_operation' } });
      expect(await tab.ask('connect', { operations: [operation] })).toMatchObject({
        error: { code: 'unsupported_operation', detail: { field: 'operations.0' } },
      });
      expect(await user.queue()).toEqual([]);
    },
  );

  test.each(['__proto__', 'constructor', 'toString', ''])(
    'error: %j isn’t an operation',
    async (operation) => {
      const answer = await tab.request(operation, {});
      expect(answer).toMatchObject({ error: { code: 'unsupported_operation' } });
    },
  );

  test('error: a connection for nothing', async () => {
    expect(await tab.ask('connect', { operations: [] })).toMatchObject({
      error: {
        code: 'invalid_parameters',
        detail: { field: 'operations', rule: 'too_short' },
      },
    });
    expect(await user.queue()).toEqual([]);
  });

  test('error: only what the user consented to', async () => {
    const other = openTab(fixture.browser, { origin: 'https://less.example' });
    await other.ask('connect', { operations: ['update_wallet', 'get_api_key'] });
    await user.consent(fixture.account.profile.id, ['get_api_key']);
    const answer = await other.request('update_wallet', tag('x'));
    expect(answer).toMatchObject({ error: { code: 'not_connected' } });
    expect((await other.ask('capabilities', {})).answer).toMatchObject({
      operations: PAGE_OPERATIONS,
      connection: { operations: ['get_api_key'] },
    });
  });

  test.each([
    ['null', 'null'],
    ['nothing', ''],
    ['no JSON', '{"id"'],
    ['a list', '[]'],
    ['another method', JSON.stringify({ id: crypto.randomUUID(), method: 'wipe', params: {} })],
    ['another id', JSON.stringify({ id: '../x', method: 'status', params: {} })],
  ])('error: %s isn’t a request', async (_, text) => {
    expect(await tab.send(text)).toMatchObject({ error: { code: 'invalid_request' } });
  });

  test('error: too long, too deep, too many members', async () => {
    const id = crypto.randomUUID();
    const say = (params: unknown) => tab.send(JSON.stringify({ id, method: 'request', params }));
    const large = { error: { code: 'too_large' } };
    expect(await tab.send('x'.repeat(MAX_CHARACTERS + 1))).toMatchObject(large);
    const nested = `${'['.repeat(100_000)}1${']'.repeat(100_000)}`;
    const deep = `{"id":"${id}","method":"request","params":${nested}}`;
    expect(await tab.send(deep)).toMatchObject({ id, ...large });
    expect(await say(Array.from({ length: 3000 }, () => 0))).toMatchObject({ id, ...large });
    const wide = JSON.stringify({ id, method: 'request', params: 0 });
    expect(await tab.send(wide.replace('0}', '{"__proto__":{"a":1}}}'))).toMatchObject({
      error: { code: 'invalid_parameters', detail: { field: '__proto__' } },
    });
    expect(Object.hasOwn(Object.prototype, 'a')).toBe(false);
  });
});

describe('how often', () => {
  test('error: a flood hits the rate of its origin; other origins don’t notice', async () => {
    const answers = [];
    for (let at = 0; at < 3 * ORIGIN_BURST; at++) answers.push(tab.ask('capabilities', {}));
    const codes = (await Promise.all(answers)).map(({ error }) => error?.code);
    expect(codes.filter((code) => code === 'rate_limited').length).toBeGreaterThan(0);
    const other = openTab(fixture.browser, { origin: 'https://other.example' });
    expect(await other.ask('capabilities', {})).toMatchObject({ ok: true });
  });

  test('error: only so many may be pending, per site and in all; one window opens', async () => {
    await connect(tab);
    for (let at = 0; at < MAX_PENDING; at++) {
      expect(await tab.request('update_wallet', tag(`W ${at}`))).toMatchObject({ ok: true });
    }
    const more = await tab.request('update_wallet', tag('one more'));
    expect(more).toMatchObject({ error: { code: 'too_many_pending' } });
    expect(await user.queue()).toHaveLength(MAX_PENDING);
    expect(fixture.browser.confirmWindow.shown).toBe(1);
    expect(
      await fixture.time.until(() =>
        fixture.browser.badge.count === MAX_PENDING ? true : undefined,
      ),
    ).toBe(true);
  });

  test('behavior: three refusals in a row start a cooldown, and so does the user’s request for one', async () => {
    await connect(tab);
    for (let at = 0; at < 3; at++) {
      await tab.request('update_wallet', tag(`W ${at}`));
      await user.refuse();
    }
    const limited = await tab.request('update_wallet', tag('again'));
    expect(limited).toMatchObject({ error: { code: 'rate_limited' } });
    expect(limited.error?.detail?.waitMs).toBeGreaterThan(0);
    const other = openTab(fixture.browser, { origin: 'https://other.example' });
    await connect(other);
    await other.request('update_wallet', tag('fine'));
    await user.refuseSite({ cooldownMs: 600_000 });
    expect(await other.ask('connect', { reason: 'please' })).toMatchObject({
      error: { code: 'rate_limited' },
    });
  });

  test('behavior: a blocked site is refused without details, until it is unblocked', async () => {
    await connect(tab);
    await tab.request('update_wallet', tag('spam'));
    const { id } = await tab.request('update_wallet', tag('spam 2'));
    await user.refuseSite({ block: true });
    expect(await fixture.time.until(() => tab.lastNotification(id))).toMatchObject({
      error: { code: 'refused' },
    });
    expect(await tab.request('update_wallet', tag('x'))).toMatchObject({
      error: { code: 'refused' },
    });
    expect(await tab.ask('connect', {})).toMatchObject({ error: { code: 'refused' } });
    const hidden = openTab(fixture.browser, { incognito: true });
    expect(await hidden.ask('connect', {})).toMatchObject({ error: { code: 'refused' } });
    await fixture.callWithProof('sites_block', { origin: SITE, blocked: false });
    expect((await tab.ask('connect', { reason: 'sorry' })).ok).toBe(true);
  });

  test('behavior: a site is blocked as a whole, even if it has withdrawn the request shown', async () => {
    await connect(tab);
    await tab.request('update_wallet', tag('bomb'));
    const shown = await user.newest();
    await tab.ask('disconnect', {});
    expect(await user.queue()).toEqual([]);
    await user.refuseSite({ block: true }, shown);
    expect(await tab.ask('connect', {})).toMatchObject({ error: { code: 'refused' } });
    const sibling = openTab(fixture.browser, { origin: 'https://sub.app.example' });
    expect(await sibling.ask('connect', {})).toMatchObject({ error: { code: 'refused' } });
  });

  test('behavior: refusing a site refuses no other site', async () => {
    await connect(tab);
    await tab.request('update_wallet', tag('one'));
    const shown = await user.newest();
    const others = ['https://app.example.evil', 'https://otherapp.example'].map((origin) =>
      openTab(fixture.browser, { origin }),
    );
    for (const other of others) await other.ask('connect', {});
    await user.refuseSite({}, shown);
    expect((await user.queue()).map(({ origin }) => origin)).toEqual(
      others.map(({ origin }) => origin),
    );
  });

  test('behavior: a window closed by the user stays closed while what they put off is pending', async () => {
    await connect(tab);
    await tab.request('update_wallet', tag('one'));
    fixture.time.shift += 2000;
    fixture.browser.closeConfirmWindow();
    fixture.time.shift += 1_200_000;
    await fixture.browser.client.call('vault_unlock', {}, { keks: [fixture.account.kek] });
    await tab.request('update_wallet', tag('two'));
    await openTab(fixture.browser).request('update_wallet', tag('from another tab'));
    expect(fixture.browser.confirmWindow.shown).toBe(1);
    await user.refuse();
    await tab.request('update_wallet', tag('three'));
    expect(fixture.browser.confirmWindow.shown).toBe(2);
  });
});

describe('what a stranger learns', () => {
  /** Everything that an unconnected page can see of a call, without its ids. */
  const answersSeenBy = async (page: Tab) => {
    const answers = [
      await page.ask('capabilities', {}),
      await page.request('update_wallet', tag('x')),
      await page.request('whoami', {}),
      await page.ask('status', { id: crypto.randomUUID() }),
      await page.ask('connect', {}),
      await page.ask('disconnect', {}),
    ];
    return JSON.stringify(answers).replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id');
  };

  test('behavior: locked, unlocked and no vault look alike; no window while locked', async () => {
    const unlocked = await answersSeenBy(tab);
    expect(fixture.browser.confirmWindow.shown).toBe(1);
    fixture.browser.confirmWindow.shown = 0;
    await fixture.browser.client.call('vault_lock', {});
    expect(await answersSeenBy(openTab(fixture.browser, { origin: 'https://b.example' }))).toBe(
      unlocked,
    );
    await fixture.browser.client.call('vault_wipe', { confirm: 'wipe everything' });
    expect(await answersSeenBy(openTab(fixture.browser, { origin: 'https://c.example' }))).toBe(
      unlocked,
    );
    expect(fixture.browser.confirmWindow.shown).toBe(0);
    for (const line of unlocked.matchAll(/"code":"(\w+)"/g)) {
      expect(PAGE_ERROR_CODES).toContain(line[1]);
    }
  });

  test('behavior: a connected site opens the window while locked', async () => {
    await connect(tab);
    await fixture.browser.client.call('vault_lock', {});
    await tab.request('update_wallet', tag('x'));
    expect(fixture.browser.confirmWindow.shown).toBe(1);
    // While it is pending, its parameters stay hidden.
    expect(JSON.stringify(await user.queue())).not.toContain('walletName');
  });

  test('behavior: private windows are strangers to what others connected', async () => {
    await connect(tab);
    const hidden = openTab(fixture.browser, { incognito: true });
    expect((await hidden.ask('capabilities', {})).answer).toMatchObject({ connection: null });
    await hidden.ask('connect', {});
    await user.consent(fixture.account.profile.id);
    expect((await hidden.ask('capabilities', {})).answer).toMatchObject({ connection: {} });
    expect(JSON.stringify([...fixture.browser.local])).not.toContain(SITE);
    fixture.browser.kill();
    fixture.browser.session.clear();
    expect((await hidden.ask('capabilities', {})).answer).toMatchObject({ connection: null });
    expect((await tab.ask('capabilities', {})).answer).toMatchObject({ connection: {} });
  });
});
