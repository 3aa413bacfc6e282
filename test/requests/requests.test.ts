import { beforeEach, describe, expect, test } from 'vitest';
import type { Decision } from '../../src/protocol/pending-request.ts';
import { PAGE_OPERATIONS } from '../../src/protocol/operations.ts';
import { submitRequests, useWorkerFixture } from '../worker/worker-fixture.ts';
import { newKek, setUpAccount } from '../worker/fake-browser.ts';
import { openTab, userOf, type Tab, type ReadReply } from '../worker/tab.ts';

const fixture = useWorkerFixture();
const ready = () => fixture.account.profile;
const WALLET = 'ACTIVITY_TYPE_UPDATE_WALLET';
/** A decision that approves with the API key. */
const byKey = (digest: string) =>
  ({ kind: 'approve', digest, by: { method: 'key' }, grant: null }) as const;
const HOUR_GRANT = { limits: {}, most: 3, perHour: null, lastsMs: 3_600_000 };

let tab: Tab;
let user: ReturnType<typeof userOf>;
let walletId: string;
const rename = (walletName: string) => ({ walletId, walletName });

async function connect(page: Tab, operations: readonly string[] = PAGE_OPERATIONS): Promise<void> {
  await page.ask('connect', { operations });
  await user.consent(ready().id);
}

async function firstWalletId(): Promise<string> {
  const answer = await fixture.browser.client.call('query', {
    profileId: ready().id,
    operation: 'list_wallets',
    parameters: {},
  });
  return (answer as { wallets: { walletId: string }[] }).wallets[0]?.walletId ?? '';
}

/** The final notification: on a busy machine, the page first learns that the service is slow. */
function waitForEnd(page: Tab, id: string): Promise<ReadReply> {
  return fixture.time.until(() => {
    const told = page.lastNotification(id);
    return told?.answer?.kind === 'pending' ? undefined : told;
  });
}

/** Waits until a request has been carried out. */
function waitForCompletion(id: string): Promise<true> {
  return fixture.time.until(async () => {
    const { answer } = await tab.ask('status', { id });
    return answer?.kind === 'completed' ? true : undefined;
  });
}

beforeEach(async () => {
  tab = openTab(fixture.browser);
  user = userOf(fixture.browser);
  walletId = await firstWalletId();
});

describe('connect', () => {
  test('behavior: the user chooses profile and operations; the page learns no more', async () => {
    const asked = await tab.ask('connect', { operations: ['update_wallet', 'get_api_key'] });
    expect(asked).toMatchObject({ ok: true, answer: { kind: 'waiting', id: asked.id } });
    expect(await user.newest()).toMatchObject({ origin: tab.origin, requested: { reason: null } });
    await user.consent(ready().id, ['update_wallet']);
    const { organizationId } = ready();
    const facts = {
      kind: 'connected',
      id: asked.id,
      organizationId,
      operations: ['update_wallet'],
    };
    expect(await waitForEnd(tab, asked.id)).toEqual({
      id: asked.id,
      ok: true,
      answer: facts,
    });
    const again = await tab.ask('connect', { operations: ['update_wallet'] });
    expect(again.answer).toMatchObject({ kind: 'connected', operations: ['update_wallet'] });
    const { answer } = await tab.ask('capabilities', {});
    expect(answer).toMatchObject({ connection: { operations: ['update_wallet'], grants: [] } });
  });

  test('behavior: a newer connection request of the same site replaces the older one', async () => {
    const first = await tab.ask('connect', {});
    await tab.ask('connect', { reason: 'again' });
    expect(await user.queue()).toHaveLength(1);
    expect(await waitForEnd(tab, first.id)).toMatchObject({ error: { code: 'withdrawn' } });
  });

  test('error: operations that weren’t requested can’t be approved', async () => {
    await tab.ask('connect', { operations: ['update_wallet'] });
    const more = user.consent(ready().id, ['update_wallet', 'update_user_email']);
    await expect(more).rejects.toMatchObject({ code: 'invalid_input' });
    expect((await tab.ask('capabilities', {})).answer).toMatchObject({ connection: null });
  });
});

describe('request', () => {
  beforeEach(() => connect(tab));

  test('behavior: approved, carried out once, sent to the page without votes and intent', async () => {
    const before = await fixture.effects(WALLET);
    const asked = await tab.request('update_wallet', rename('By a page'));
    expect(asked.answer).toEqual({ kind: 'waiting', id: asked.id });
    const { entryId } = await user.approve();
    const told = await waitForEnd(tab, asked.id);
    expect(told.answer).toMatchObject({ kind: 'completed', result: { walletId } });
    const { activity } = told.answer as { activity: object };
    expect(Object.keys(activity).sort()).toEqual(['fingerprint', 'id', 'status', 'type']);
    expect(await fixture.effects(WALLET)).toBe(before + 1);
    expect((await tab.ask('status', { id: asked.id })).answer).toEqual(told.answer);
    const entry = await fixture.browser.client.call('activities_get', { id: entryId ?? '' });
    expect(entry).toMatchObject({ origin: tab.origin, state: 'completed' });
  });

  test('behavior: what is stamped is what was shown, byte for byte', async () => {
    const seen = fixture.recordRequests();
    await tab.request('update_wallet', rename('Shown'));
    const { id } = await user.newest();
    const shown = await user.open(id);
    expect(await user.open(id)).toEqual(shown);
    await user.decide(id, byKey(shown.digest));
    await fixture.time.until(async () => submitRequests(seen)[0]);
    expect(submitRequests(seen).map(({ body }) => body)).toEqual([shown.body]);
  });

  test('error: a body changed between showing it and the approval is not stamped', async () => {
    const seen = fixture.recordRequests();
    await tab.request('update_wallet', rename('Swapped'));
    const { id } = await user.newest();
    const shown = await user.open(id);
    const wrong = byKey('f'.repeat(64));
    await expect(user.decide(id, wrong)).rejects.toMatchObject({ code: 'approval_changed' });
    // Anyone who could write to the memory-only store could swap the body, but not the digest that
    // the user saw.
    const stored = fixture.browser.session.get('requests') as {
      requests: { preparedBody: { body: string } }[];
    };
    fixture.browser.kill();
    for (const one of stored.requests) if (one.preparedBody) one.preparedBody.body += ' ';
    fixture.browser.session.set('requests', stored);
    const late = user.decide(id, { ...wrong, digest: shown.digest });
    await expect(late).rejects.toMatchObject({ code: 'approval_changed' });
    expect(submitRequests(seen)).toEqual([]);
  });

  test('behavior: a query is answered once approved, and later by its id', async () => {
    const { key } = fixture.account;
    const keys = (await fixture.browser.client.call('query', {
      profileId: ready().id,
      operation: 'get_api_keys',
      parameters: { userId: fixture.account.enrolment.userId },
    })) as { apiKeys: { apiKeyId: string }[] };
    const asked = await tab.request('get_api_key', { apiKeyId: keys.apiKeys[0]?.apiKeyId });
    await user.approve();
    const told = await waitForEnd(tab, asked.id);
    expect(told.answer).toMatchObject({
      kind: 'completed',
      activity: null,
      result: { apiKey: { credential: { publicKey: key.publicKey } } },
    });
    expect((await tab.ask('status', { id: asked.id })).answer).toEqual(told.answer);
  });

  test('error: refused, and so is every further one of the site if the user says so', async () => {
    const before = await fixture.effects(WALLET);
    const asked = [];
    for (const name of ['One', 'Two', 'Three']) {
      asked.push(await tab.request('update_wallet', rename(name)));
    }
    await user.refuse();
    expect(await user.queue()).toHaveLength(2);
    await user.refuseSite();
    expect(await user.queue()).toEqual([]);
    for (const { id } of asked) {
      expect(await waitForEnd(tab, id)).toMatchObject({
        ok: false,
        error: { code: 'refused' },
      });
      expect(await tab.ask('status', { id })).toMatchObject({ error: { code: 'refused' } });
    }
    expect(await fixture.effects(WALLET)).toBe(before);
  });

  test('behavior: the same id or key is the same request; a different one under it is refused', async () => {
    const asked = await tab.request('update_wallet', rename('Twice'));
    expect(await tab.request('update_wallet', rename('Twice'), asked.id)).toEqual(asked);
    expect(await user.queue()).toHaveLength(1);
    const other = await tab.request('update_wallet', rename('Other'), asked.id);
    expect(other).toMatchObject({ error: { code: 'invalid_parameters', detail: { field: 'id' } } });
    await user.approve();
    await waitForEnd(tab, asked.id);
    await waitForCompletion(asked.id);
    const done = await tab.request('update_wallet', rename('Twice'), asked.id);
    expect(done.answer).toMatchObject({ kind: 'completed' });
    const keyed = { operation: 'update_wallet', parameters: rename('Key'), idempotencyKey: 'k 1' };
    const first = await tab.ask('request', keyed, 'key:k 1');
    const second = await tab.ask('request', keyed, 'key:k 1');
    expect(second).toEqual(first);
    expect(await user.queue()).toHaveLength(1);
    const changed = await tab.ask('request', { ...keyed, parameters: rename('No') }, 'key:k 1');
    expect(changed).toMatchObject({ error: { detail: { field: 'idempotencyKey' } } });
  });

  test('behavior: one site’s ids mean nothing to another one', async () => {
    const asked = await tab.request('update_wallet', rename('Mine'));
    const other = openTab(fixture.browser, { origin: 'https://other.example' });
    const look = await other.ask('status', { id: asked.id });
    expect(look).toMatchObject({ error: { code: 'unknown_request' } });
    const same = await other.request('update_wallet', rename('Mine'), asked.id);
    expect(same).toMatchObject({ error: { code: 'not_connected' } });
  });

  test('error: a wrong parameter is named before the user is asked', async () => {
    const wrong = await tab.request('update_wallet', { walletId, walletName: 7 });
    expect(wrong).toMatchObject({
      error: { code: 'invalid_parameters', detail: { field: 'parameters.walletName' } },
    });
    const stray = await tab.request('update_wallet', { ...rename('x'), constructor: 'y' });
    expect(stray).toMatchObject({ error: { detail: { field: 'parameters.constructor' } } });
    expect(await user.queue()).toEqual([]);
  });

  test('error: the service refuses: its code reaches the page, its words don’t', async () => {
    const gone = crypto.randomUUID();
    const asked = await tab.request('update_wallet', { walletId: gone, walletName: 'Nobody' });
    await user.approve();
    const told = await waitForEnd(tab, asked.id);
    expect(told).toMatchObject({ ok: false });
    expect(['service_error', 'activity_failed']).toContain(told.error?.code);
    expect(JSON.stringify(told)).not.toContain(gone);
  });
});

describe('grants', () => {
  beforeEach(() => connect(tab));

  test('behavior: a pre-approved request isn’t shown to the user until the uses are up', async () => {
    const first = await tab.request('update_wallet', rename('First'));
    await user.approve({ ...HOUR_GRANT, most: 2, limits: { walletId } });
    await waitForEnd(tab, first.id);
    const before = await fixture.effects(WALLET);
    for (const name of ['Second', 'Third']) {
      const asked = await tab.request('update_wallet', rename(name));
      // On a busy machine the page is answered before the service replies, and notified of the end.
      expect(asked.answer?.kind).not.toBe('waiting');
      await waitForCompletion(asked.id);
    }
    expect(await fixture.effects(WALLET)).toBe(before + 2);
    expect((await tab.request('update_wallet', rename('Fourth'))).answer?.kind).toBe('waiting');
    expect(tab.received).toContainEqual(expect.objectContaining({ event: 'grantsChanged' }));
  });

  test('behavior: another value, a lock, a revocation: the user decides', async () => {
    await tab.request('update_wallet', rename('First'));
    await user.approve({ ...HOUR_GRANT, limits: { walletId: crypto.randomUUID() } });
    expect((await tab.request('update_wallet', rename('Other'))).answer?.kind).toBe('waiting');
    await user.approve(HOUR_GRANT);
    await fixture.browser.client.call('vault_lock', {});
    expect((await tab.request('update_wallet', rename('Locked'))).answer?.kind).toBe('waiting');
    await fixture.browser.client.call('vault_unlock', {}, { keks: [fixture.account.kek] });
    await user.refuse();
    const [site] = await fixture.browser.client.call('sites_list', {});
    expect(site).toMatchObject({ origin: tab.origin, history: [{}, {}] });
    for (const { id } of site?.grants ?? [])
      await fixture.browser.client.call('grants_revoke', { id });
    expect((await tab.request('update_wallet', rename('Revoked'))).answer?.kind).toBe('waiting');
  });

  test('error: no grant for an operation that always needs the user, nor in a private window', async () => {
    const { userId } = fixture.account.enrolment;
    await tab.request('update_user_email', { userId, userEmail: 'a@example.com' });
    const { id } = await user.newest();
    const { digest, grantable } = await user.open(id);
    expect(grantable).toBe(false);
    const withGrant: Decision = {
      kind: 'approve',
      digest,
      by: { method: 'key' },
      grant: HOUR_GRANT,
    };
    await expect(user.decide(id, withGrant)).rejects.toMatchObject({ code: 'invalid_input' });
    const hidden = openTab(fixture.browser, { incognito: true, origin: 'https://hidden.example' });
    await connect(hidden);
    await hidden.request('update_wallet', rename('Hidden'));
    const secret = await user.newest();
    expect(secret.privateWindow).toBe(true);
    const opened = await user.open(secret.id);
    expect(opened.grantable).toBe(false);
    await user.decide(secret.id, byKey(opened.digest));
    const entries = await fixture.browser.client.call('activities_list', {
      profileId: null,
      before: null,
      limit: 50,
    });
    expect(JSON.stringify(entries)).not.toContain('hidden.example');
  });
});

describe('how a request ends', () => {
  beforeEach(() => connect(tab));

  test('behavior: a page that leaves withdraws it, after a moment in which it can’t be approved', async () => {
    const asked = await tab.request('update_wallet', rename('Left'));
    const { id } = await user.newest();
    const { digest } = await user.open(id);
    await tab.leave();
    const approval = user.decide(id, byKey(digest));
    await expect(approval).rejects.toThrow(/approval_(away|gone)|left|waiting/);
    await fixture.time.until(async () => ((await user.queue()).length === 0 ? true : undefined));
    const back = openTab(fixture.browser, { tabId: tab.tabId });
    expect(await back.ask('status', { id: asked.id })).toMatchObject({
      error: { code: 'withdrawn' },
    });
  });

  test('behavior: it can’t be approved for a page that left without notice', async () => {
    await tab.request('update_wallet', rename('Crashed'));
    const { id } = await user.newest();
    const { digest } = await user.open(id);
    tab.vanish();
    const approval = user.decide(id, byKey(digest));
    await expect(approval).rejects.toMatchObject({ code: 'approval_away' });
  });

  test('behavior: after a reload, the new document takes it over and is notified', async () => {
    const asked = await tab.request('update_wallet', rename('Reloaded'));
    await tab.leave();
    const reloaded = openTab(fixture.browser, { tabId: tab.tabId });
    expect((await reloaded.ask('status', { id: asked.id })).answer?.kind).toBe('waiting');
    await user.approve();
    expect((await waitForEnd(reloaded, asked.id)).answer?.kind).toBe('completed');
    expect(tab.lastNotification(asked.id)).toBeUndefined();
  });

  test('attack: another tab of the site that repeats it doesn’t take it from the page that asked', async () => {
    const asked = await tab.request('update_wallet', rename('Kept'));
    const other = openTab(fixture.browser);
    expect((await other.ask('status', { id: asked.id })).answer?.kind).toBe('waiting');
    await user.approve();
    expect((await waitForEnd(tab, asked.id)).answer?.kind).toBe('completed');
    expect(other.lastNotification(asked.id)).toBeUndefined();
  });

  test('behavior: disconnecting withdraws it and notifies; so do profile removal and a wipe', async () => {
    for (const act of [
      () => tab.ask('disconnect', {}),
      () => fixture.browser.client.call('sites_forget', { origin: tab.origin }),
    ]) {
      const { id } = await tab.request('update_wallet', rename('Over'));
      await act();
      expect(await waitForEnd(tab, id)).toMatchObject({ error: { code: 'withdrawn' } });
      expect(await user.queue()).toEqual([]);
      expect(tab.received.at(-1)).toEqual({ event: 'disconnect', data: {} });
      expect(await tab.request('update_wallet', rename('No'))).toMatchObject({
        error: { code: 'not_connected' },
      });
      await connect(tab);
    }
    const { id } = await tab.request('update_wallet', rename('Gone'));
    await fixture.callWithProof('profiles_remove', { id: ready().id });
    expect(await waitForEnd(tab, id)).toMatchObject({ error: { code: 'withdrawn' } });
    expect((await tab.ask('capabilities', {})).answer).toMatchObject({ connection: null });
    fixture.account = await setUpAccount(fixture.browser).catch(() => fixture.account);
  });

  test('behavior: a wipe notifies every page and forgets them', async () => {
    const { id } = await tab.request('update_wallet', rename('Wiped'));
    await fixture.browser.client.call('vault_wipe', { confirm: 'wipe everything' });
    expect(await waitForEnd(tab, id)).toMatchObject({ error: { code: 'withdrawn' } });
    expect(await tab.request('update_wallet', rename('No'))).toMatchObject({
      error: { code: 'not_connected' },
    });
  });
});

describe('a new worker', () => {
  beforeEach(() => connect(tab));

  test('behavior: pending requests are still there, and end as decided', async () => {
    const asked = await tab.request('update_wallet', rename('Survivor'));
    const before = await fixture.effects(WALLET);
    fixture.browser.kill();
    const { id } = await user.newest();
    const shown = await user.open(id);
    fixture.browser.kill();
    expect(await user.open(id)).toEqual(shown);
    await user.decide(id, byKey(shown.digest));
    fixture.browser.kill();
    const end = await fixture.time.until(async () => {
      const { answer } = await tab.ask('status', { id: asked.id });
      return answer?.kind === 'completed' ? answer : undefined;
    });
    expect(end).toMatchObject({ kind: 'completed' });
    expect(await fixture.effects(WALLET)).toBe(before + 1);
  });

  test('behavior: stopped while it carries one out: one effect, whatever the moment', async () => {
    for (let last = 1; last < 24; last += 3) {
      const before = await fixture.effects(WALLET);
      const asked = await tab.request('update_wallet', rename(`Kill ${last}`));
      const { id } = await user.newest();
      const { digest } = await user.open(id);
      fixture.browser.killAtEffect(last);
      await user.decide(id, byKey(digest)).catch(() => null);
      const found = await tab.ask('status', { id: asked.id });
      if (found.answer?.kind === 'waiting' && (await user.queue())[0]?.state === 'pending') {
        await user.approve();
      }
      await waitForCompletion(asked.id);
      expect(await fixture.effects(WALLET), `effect ${last}`).toBe(before + 1);
    }
  });

  test('behavior: after a browser restart, the outbox still has what was approved', async () => {
    const asked = await tab.request('update_wallet', rename('Restart'));
    const undecided = await tab.request('update_wallet', rename('Undecided'));
    const first = (await user.queue())[0];
    const { digest } = await user.open(first?.id ?? '');
    await user.decide(first?.id ?? '', byKey(digest));
    await waitForEnd(tab, asked.id);
    fixture.browser.kill();
    fixture.browser.session.clear();
    expect(await tab.ask('status', { id: asked.id })).toMatchObject({ error: { code: 'locked' } });
    expect(await tab.ask('status', { id: undecided.id })).toMatchObject({
      error: { code: 'unknown_request' },
    });
    await fixture.browser.client.call('vault_unlock', {}, { keks: [fixture.account.kek] });
    expect((await tab.ask('status', { id: asked.id })).answer?.kind).toBe('completed');
  });

  test('behavior: a wrong password doesn’t open pending requests', async () => {
    await tab.request('update_wallet', rename('Locked'));
    await fixture.browser.client.call('vault_lock', {});
    const { id } = await user.newest();
    await expect(user.open(id)).rejects.toMatchObject({ code: 'vault_locked' });
    const wrong = fixture.browser.client.call('vault_unlock', {}, { keks: [newKek()] });
    await expect(wrong).rejects.toMatchObject({ code: 'wrong_password' });
    await expect(user.open(id)).rejects.toMatchObject({ code: 'vault_locked' });
  });
});
