import { readHistoryVerdict } from '../../src/client/history-verdict.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { ALL_HISTORY, type HistoryRecord } from '../../src/protocol/history.ts';
import { useWorkerFixture } from '../worker/worker-fixture.ts';
import { openTab, SITE, userOf, type Tab } from '../worker/tab.ts';

const fixture = useWorkerFixture();
const GRANT = { limits: {}, most: 3, perHour: null, lastsMs: 3_600_000 };
const WALLET = crypto.randomUUID();
const rename = (page: Tab, walletName: string) =>
  page.request('update_wallet', { walletId: WALLET, walletName });

let tab: Tab;
let user: ReturnType<typeof userOf>;
beforeEach(() => {
  tab = openTab(fixture.browser);
  user = userOf(fixture.browser);
});

/** Everything recorded, oldest first. */
async function records(): Promise<readonly HistoryRecord[]> {
  const page = await fixture.browser.client.call('history_page', {
    filter: ALL_HISTORY,
    skip: 0,
    limit: 1000,
  });
  return page.records.toReversed();
}
const facts = async () => (await records()).map(({ fact }) => fact);
const verify = async () =>
  (await readHistoryVerdict(fixture.browser.client, crypto.randomUUID()))?.kind;

async function connect(page: Tab): Promise<void> {
  await page.ask('connect', { operations: ['update_wallet', 'get_api_key'] });
  await user.consent(fixture.account.profile.id);
}

/** Waits until the entry of the newest approval has ended. */
const ended = (count: number) =>
  fixture.time.until(async () => {
    const all = await facts();
    return all.filter((fact) => fact === 'refused' || fact === 'failed').length >= count
      ? all
      : undefined;
  });

describe('decisions of the user', () => {
  test('behavior: connect, approve, reject, pre-approve, block and disconnect are recorded once each', async () => {
    await connect(tab);
    await rename(tab, 'First');
    await user.approve(GRANT);
    await ended(1);
    await rename(tab, 'Second');
    await ended(2);
    const other = openTab(fixture.browser, { origin: 'https://other.example' });
    await other.ask('connect', {});
    await user.refuseSite({ block: true });
    const [site] = await fixture.browser.client.call('sites_list', {});
    await fixture.browser.client.call('grants_revoke', { id: site?.grants[0]?.id ?? '' });
    await fixture.browser.client.call('sites_forget', { origin: SITE });
    const all = await records();
    const count = (fact: string) => all.filter((one) => one.fact === fact).length;
    expect(count('connected')).toBe(1);
    expect(count('approved')).toBe(1);
    expect(count('granted')).toBe(1);
    expect(count('pre-approved')).toBe(1);
    expect(count('stamped')).toBe(2);
    expect(count('sent')).toBe(2);
    expect(count('declined')).toBe(1);
    expect(count('blocked')).toBe(1);
    expect(count('revoked')).toBe(1);
    expect(count('disconnected')).toBe(1);
    const [approved, stamped] = ['approved', 'stamped'].map((fact) =>
      all.find((one) => one.fact === fact),
    );
    expect(approved).toMatchObject({ origin: SITE, operation: 'update_wallet', method: 'key' });
    // What was approved is what was signed, and the approval comes first.
    expect(approved?.body).toBe(stamped?.body);
    expect(approved?.id).toBe(stamped?.id);
    expect(approved?.sequence).toBeLessThan(stamped?.sequence ?? 0);
    expect(await verify()).toBe('whole');
  });

  test('behavior: a request that the user saw and the page took back is recorded, others are not', async () => {
    await connect(tab);
    await rename(tab, 'Seen');
    await user.open((await user.newest()).id);
    await tab.ask('disconnect', {});
    expect(await facts()).toEqual(['connected', 'disconnected', 'withdrawn']);
    const stranger = openTab(fixture.browser, { origin: 'https://flood.example' });
    for (let at = 0; at < 5; at++) await stranger.ask('connect', { reason: `Again ${at}` });
    expect((await records()).filter(({ origin }) => origin === 'https://flood.example')).toEqual(
      [],
    );
  });

  test('attack: a private window leaves nothing but what the outbox has of it', async () => {
    const origin = 'https://secret-site.example';
    const hidden = openTab(fixture.browser, { origin, incognito: true });
    await connect(hidden);
    await rename(hidden, 'Declined');
    await user.refuse();
    await rename(hidden, 'Approved');
    await user.approve();
    await ended(1);
    await hidden.ask('disconnect', {});
    expect(JSON.stringify(await records())).not.toContain('secret-site');
    expect(await facts()).toEqual(['stamped', 'sent', 'refused']);
    expect((await records())[0]).toMatchObject({ origin: 'private' });
  });

  test('behavior: entries go on while the vault is locked, and so does their record', async () => {
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const network = fixture.browser.network;
    fixture.browser.network = async (url, init) => {
      if (url.includes('/submit/')) await held;
      return network(url, init);
    };
    const { id } = await fixture.submitTag();
    await fixture.browser.client.call('vault_lock', {});
    answer();
    await expect(fixture.browser.client.call('history_summary', {})).rejects.toMatchObject({
      code: 'vault_locked',
    });
    const keks = [fixture.account.kek];
    await fixture.time.until(async () => (fixture.browser.sent.length > 0 ? true : undefined));
    await fixture.time.pass(10_000);
    await fixture.browser.client.call('vault_unlock', {}, { keks });
    const timeline = await fixture.time.until(async () => {
      const all = await fixture.browser.client.call('history_timeline', { id });
      return all.some(({ fact }) => fact === 'completed') ? all : undefined;
    });
    expect(timeline.map(({ fact }) => fact).filter((fact) => fact !== 'accepted')).toEqual([
      'stamped',
      'sent',
      'completed',
    ]);
    expect(timeline.at(-1)?.reply).toMatch(/^[0-9a-f]{64}$/);
    expect(await verify()).toBe('whole');
  });

  test('behavior: a decision while the vault is locked after a browser start is recorded', async () => {
    await connect(tab);
    await rename(tab, 'Later');
    const [request] = await user.queue();
    await fixture.browser.client.call('vault_lock', {});
    await user.decide(request?.id ?? '', { kind: 'refuse' });
    await fixture.browser.client.call('vault_unlock', {}, { keks: [fixture.account.kek] });
    expect((await facts()).at(-1)).toBe('declined');
    expect(await verify()).toBe('whole');
  });

  test('attack: nothing secret is recorded', async () => {
    await connect(tab);
    await rename(tab, 'A name that only the body has');
    await user.approve();
    await ended(1);
    const text = JSON.stringify(await records());
    expect(text).not.toContain('A name that only');
    expect(text).not.toContain(WALLET);
  });
});
