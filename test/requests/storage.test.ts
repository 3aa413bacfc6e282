// The 10 MB of memory-only storage, and what of a private window may be on disk: nothing.
import { beforeEach, describe, expect, test } from 'vitest';
import { MAX_PENDING_BYTES, MAX_PENDING_BYTES_OF_ALL } from '../../src/requests/queue-limits.ts';
import { MAX_CHARACTERS, MAX_PENDING } from '../../src/protocol/page-api.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { dumpDatabase } from '../permissions/fixtures.ts';
import { callWithProof } from '../worker/fake-browser.ts';
import { useWorkerFixture } from '../worker/worker-fixture.ts';
import { openTab, userOf, type Tab } from '../worker/tab.ts';

const fixture = useWorkerFixture();
let user: ReturnType<typeof userOf>;
beforeEach(() => {
  user = userOf(fixture.browser);
});

const sessionText = () => JSON.stringify([...fixture.browser.session]);
async function connected(origin: string, incognito = false): Promise<Tab> {
  const tab = openTab(fixture.browser, { origin, incognito });
  await tab.ask('connect', {});
  await user.consent(fixture.account.profile.id);
  return tab;
}
/** A request of about this many bytes. */
const largeContract = (bytes: number, mark = 'x') => ({
  label: 'Token',
  type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
  smartContractAddress: '0x0000000000000000000000000000000000000001',
  smartContractInterface: JSON.stringify([
    {
      type: 'function',
      name: 'f',
      inputs: [],
      outputs: [],
      stateMutability: 'view',
      notice: mark.repeat(bytes),
    },
  ]),
});
const BIG = 190 * 1024;
const requestContract = (tab: Tab, bytes: number, mark?: string) =>
  tab.request('create_smart_contract_interface', largeContract(bytes, mark));

/** Filling the area takes a busy machine longer than other tests. */
const FILLING = { timeout: 60_000 };

describe('room in the session area', () => {
  test(
    'error: a site has its share of bytes, and so do all of them together',
    FILLING,
    async () => {
      const codes: (string | undefined)[] = [];
      for (let site = 0; site < 8; site++) {
        for (let at = 0; at < MAX_PENDING; at++) {
          const tab = await connected(`https://s${at}.full${site}.example`);
          codes.push((await requestContract(tab, BIG)).error?.code);
        }
        expect(sessionText().length).toBeLessThan(MAX_PENDING_BYTES_OF_ALL + 2 ** 19);
      }
      expect(codes.slice(0, MAX_PENDING).filter((code) => code === undefined)).toHaveLength(
        Math.floor(MAX_PENDING_BYTES / BIG),
      );
      const tab = await connected('https://honest.example');
      expect(await requestContract(tab, 1000)).toMatchObject({ ok: true });
    },
  );

  test(
    'behavior: the longest message that a page may send fits, in any script',
    FILLING,
    async () => {
      const tab = await connected('https://long.example');
      const spent = JSON.stringify(largeContract(0)).length + 200;
      const longest = MAX_CHARACTERS - spent;
      expect((await requestContract(tab, longest, '\u0e01')).error).toBeUndefined();
      expect((await requestContract(tab, longest, '\u0e01')).error?.code).toBe('too_many_pending');
      // As JSON, a lone half of a character takes six bytes.
      const other = await connected('https://longer.example');
      expect((await requestContract(other, longest, '\ud800')).error?.code).toBe('too_large');
    },
  );

  test('behavior: a request is stored once, even when shown, and is stamped unchanged', async () => {
    const tab = await connected('https://once.example');
    await requestContract(tab, 50_000, 'y');
    const times = () => sessionText().split('y'.repeat(50_000)).length - 1;
    expect(times()).toBe(1);
    const { id } = await user.newest();
    const shown = await user.open(id);
    expect(times()).toBe(1);
    fixture.browser.kill();
    expect(await user.open(id)).toEqual(shown);
    await user.decide(id, {
      kind: 'approve',
      digest: shown.digest,
      by: { method: 'key' },
      grant: null,
    });
    expect(times()).toBe(0);
    fixture.browser.kill();
    const range = { profileId: null, before: null, limit: 1 };
    await fixture.time.until(async () => {
      const [entry] = await fixture.browser.client.call('activities_list', range);
      return entry?.state === 'completed' ? true : undefined;
    });
  });

  test('error: a full area: no new request, and memory is as before', async () => {
    const tab = await connected('https://a.example');
    await requestContract(tab, 1000);
    fixture.browser.quota.bytes = sessionText().length + 200;
    expect(await requestContract(tab, 5000)).toMatchObject({ error: { code: 'unavailable' } });
    expect(await user.queue()).toHaveLength(1);
    fixture.browser.kill();
    expect(await user.queue()).toHaveLength(1);
  });

  test.each([
    ['a refusal', undefined],
    ['refusing the whole site', {}],
    ['refusing with a cooldown', { cooldownMs: 600_000 }],
    ['a block', { block: true }],
  ] as const)('behavior: in a full area, %s works', async (_, how) => {
    const tab = await connected('https://a.example');
    const { id } = await requestContract(tab, 1000);
    fixture.browser.quota.bytes = sessionText().length;
    await (how ? user.refuseSite(how) : user.refuse());
    expect(await user.queue()).toEqual([]);
    expect(await fixture.time.until(() => tab.lastNotification(id))).toMatchObject({
      error: { code: 'refused' },
    });
    const next = await requestContract(tab, 10);
    if (how && 'block' in how) expect(next).toMatchObject({ error: { code: 'refused' } });
    if (how && 'cooldownMs' in how) expect(next).toMatchObject({ error: { code: 'rate_limited' } });
  });

  test('behavior: so do withdrawing, disconnecting and approving', async () => {
    const tab = await connected('https://a.example');
    const { id } = await requestContract(tab, 1000);
    const shown = await user.open((await user.newest()).id);
    fixture.browser.quota.bytes = sessionText().length;
    await user.decide(shown.id, {
      kind: 'approve',
      digest: shown.digest,
      by: { method: 'key' },
      grant: null,
    });
    await fixture.time.until(() =>
      tab.lastNotification(id)?.answer?.kind === 'completed' ? true : undefined,
    );
    fixture.browser.quota.bytes = 10 ** 7;
    await requestContract(tab, 1000);
    fixture.browser.quota.bytes = sessionText().length;
    await fixture.browser.client.call('sites_block', { origin: tab.origin, blocked: true });
    expect(await user.queue()).toEqual([]);
    fixture.browser.quota.bytes = 10 ** 7;
    const unblocked = { origin: tab.origin, blocked: false };
    await callWithProof(fixture.browser, fixture.account.kek, 'sites_block', unblocked);
    await requestContract(tab, 1000);
    fixture.browser.quota.bytes = sessionText().length;
    await fixture.browser.client.call('sites_forget', { origin: tab.origin });
    expect(await user.queue()).toEqual([]);
  });
});

describe('a private window', () => {
  const ORIGIN = 'https://secret.hidden.example';

  test('behavior: leaves nothing on disk, whatever is decided in it', async () => {
    const tab = await connected(ORIGIN, true);
    const named = {
      operation: 'update_wallet',
      parameters: { walletId: crypto.randomUUID(), walletName: 'H' },
      idempotencyKey: 'order-1',
    };
    await tab.ask('request', named);
    await user.approve();
    await requestContract(tab, 100);
    await user.refuse();
    await requestContract(tab, 100);
    await user.refuseSite({ cooldownMs: 60_000 });
    fixture.time.shift += 120_000;
    await requestContract(tab, 100);
    await user.refuseSite({ block: true });
    expect(await requestContract(tab, 100)).toMatchObject({ error: { code: 'refused' } });
    const sibling = openTab(fixture.browser, {
      origin: 'https://other.hidden.example',
      incognito: true,
    });
    expect(await sibling.ask('connect', {})).toMatchObject({ error: { code: 'refused' } });
    const db = await openDatabase();
    const disk = (await dumpDatabase(db)) + JSON.stringify([...fixture.browser.local]);
    expect(disk).not.toContain('hidden.example');
    // Nor an id that could be compared with a guess: the page chooses the request's key.
    const id = await idOf(ORIGIN, 'key:order-1');
    expect(disk).not.toContain(id);
    expect(disk).toContain('"private"');
    // Other windows don't learn of it either.
    expect(await openTab(fixture.browser, { origin: ORIGIN }).ask('connect', {})).toMatchObject({
      ok: true,
    });
    expect(JSON.stringify(await fixture.browser.client.call('sites_list', {}))).not.toContain(
      'hidden',
    );
    db.close();
  });

  test('behavior: keeps its block until the browser is closed, even after a disconnect', async () => {
    const tab = await connected(ORIGIN, true);
    await requestContract(tab, 100);
    await user.refuseSite({ block: true });
    fixture.browser.kill();
    await tab.ask('disconnect', {});
    expect(await tab.ask('connect', {})).toMatchObject({ error: { code: 'refused' } });
    fixture.browser.kill();
    fixture.browser.session.clear();
    expect(await tab.ask('connect', {})).toMatchObject({ ok: true });
  });
});

/** The id that a private window's request would have without the session's secret. */
async function idOf(origin: string, name: string): Promise<string> {
  const named = new TextEncoder().encode(JSON.stringify(['keystamp/page', origin, true, name]));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', named));
  const hex = Array.from(digest.slice(0, 4), (one) => one.toString(16).padStart(2, '0')).join('');
  return `${hex}-`;
}
