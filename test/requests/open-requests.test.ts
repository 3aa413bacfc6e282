// Requests that leave a record to the user: the page sends ASK, the user picks in Keystamp.
import { beforeEach, describe, expect, test } from 'vitest';
import type { Decision, PendingRequestDetails } from '../../src/protocol/pending-request.ts';
import { ASK, type ProviderMessage } from '../../src/protocol/page-api.ts';
import { openTab, userOf, type ReadReply, type Tab } from '../worker/tab.ts';
import { submitRequests, useWorkerFixture } from '../worker/worker-fixture.ts';

const fixture = useWorkerFixture();
const WALLET = 'ACTIVITY_TYPE_UPDATE_WALLET';

let tab: Tab;
let user: ReturnType<typeof userOf>;
let walletIds: readonly string[];
/** Everything that the page got from Keystamp. */
let replies: (ReadReply | ProviderMessage)[];

const call: typeof fixture.browser.client.call = (...input) =>
  fixture.browser.client.call(...input);

async function query<T>(operation: string, parameters = {}): Promise<T> {
  const profileId = fixture.account.profile.id;
  return (await call('query', { profileId, operation, parameters })) as T;
}

const request = async (operation: string, parameters: object, id?: string) => {
  const reply = await tab.request(operation, parameters, id);
  replies.push(reply);
  return reply;
};
const rename = (walletName: string) => request('update_wallet', { walletId: ASK, walletName });

const open = async (): Promise<PendingRequestDetails> =>
  call('requests_open', { id: (await user.newest()).id });
const pick = async (picks: Record<string, unknown>): Promise<PendingRequestDetails> =>
  call('requests_pick', { id: (await user.newest()).id, picks });
const approve = async (digest: string | null, grant: Grant = null) =>
  user.decide((await user.newest()).id, approvalOf(digest, grant));

type Grant = Extract<Decision, { kind: 'approve' }>['grant'];
const approvalOf = (digest: string | null, grant: Grant = null): Decision => ({
  kind: 'approve',
  digest: digest ?? '0'.repeat(64),
  by: { method: 'key' },
  grant,
});

const waitForEnd = (id: string): Promise<ReadReply> =>
  fixture.time.until(() => {
    const told = tab.lastNotification(id);
    return told?.answer?.kind === 'pending' ? undefined : told;
  });

/** Everything that the page knows, as text. */
const known = () => JSON.stringify([replies, tab.received]);

beforeEach(async () => {
  tab = openTab(fixture.browser);
  user = userOf(fixture.browser);
  replies = [];
  const { wallets } = await query<{ wallets: { walletId: string }[] }>('list_wallets');
  walletIds = wallets.map(({ walletId }) => walletId);
  expect(walletIds.length).toBeGreaterThan(1);
  await tab.ask('connect', {});
  await user.consent(fixture.account.profile.id);
});

describe('a wallet that a page leaves to the user', () => {
  test('behavior: there is nothing to approve until one is picked', async () => {
    const seen = fixture.recordRequests();
    const asked = await rename('Later');
    expect(asked).toMatchObject({ ok: true, answer: { kind: 'waiting' } });
    const opened = await open();
    expect(opened).toMatchObject({
      open: ['walletId'],
      parameters: { walletName: 'Later' },
      type: WALLET,
      body: null,
      digest: null,
      grantable: false,
    });
    expect(await open()).toEqual(opened);
    for (const digest of ['0'.repeat(64), 'e3b0c442'.padEnd(64, '0')]) {
      await expect(approve(digest)).rejects.toMatchObject({ code: 'approval_changed' });
    }
    expect(submitRequests(seen)).toEqual([]);
    expect((await user.newest()).state).toBe('pending');
  });

  test('behavior: what is stamped is what was shown after the pick; the result tells the page', async () => {
    const before = await fixture.effects(WALLET);
    const seen = fixture.recordRequests();
    const [walletId = ''] = walletIds;
    const { id } = await rename('Picked');
    const picked = await pick({ walletId });
    expect(picked).toMatchObject({ parameters: { walletId, walletName: 'Picked' } });
    expect(JSON.parse(picked.body ?? '')).toMatchObject({
      type: WALLET,
      parameters: { walletId, walletName: 'Picked' },
    });
    expect(await open()).toEqual(picked);
    expect(known()).not.toContain(walletId);
    await approve(picked.digest);
    expect((await waitForEnd(id)).answer).toMatchObject({
      kind: 'completed',
      result: { walletId },
    });
    expect(submitRequests(seen).map(({ body }) => body)).toEqual([picked.body]);
    expect(await fixture.effects(WALLET)).toBe(before + 1);
  });

  test('behavior: the pick can change until the approval; an earlier one approves nothing', async () => {
    const seen = fixture.recordRequests();
    const [first = '', second = ''] = walletIds;
    const { id } = await rename('Changed');
    const before = await pick({ walletId: first });
    const after = await pick({ walletId: second });
    expect(after.digest).not.toBe(before.digest);
    await expect(approve(before.digest)).rejects.toMatchObject({ code: 'approval_changed' });
    expect(submitRequests(seen)).toEqual([]);
    await approve(after.digest);
    expect((await waitForEnd(id)).answer).toMatchObject({ result: { walletId: second } });
    expect(known()).not.toContain(first);
  });

  test('behavior: a rejection tells the page nothing of it', async () => {
    const [walletId = ''] = walletIds;
    const { id } = await rename('Secret');
    const picked = await pick({ walletId });
    await user.refuse();
    expect(await waitForEnd(id)).toEqual({
      id,
      ok: false,
      error: { code: 'refused', message: expect.any(String) },
    });
    replies.push(await tab.ask('status', { id }));
    replies.push(await tab.ask('capabilities', {}));
    for (const secret of [walletId, picked.digest ?? '']) expect(known()).not.toContain(secret);
  });

  test('behavior: neither does a repeated request, a status or a withdrawal', async () => {
    const [walletId = ''] = walletIds;
    const { id } = await rename('Repeated');
    await pick({ walletId });
    const again = await request('update_wallet', { walletName: 'Repeated', walletId: ASK }, id);
    expect(again.answer).toEqual({ kind: 'waiting', id });
    replies.push(await tab.ask('status', { id }));
    expect(await user.queue()).toHaveLength(1);
    const { parameters } = await open();
    expect(parameters).toEqual({ walletId, walletName: 'Repeated' });
    await tab.ask('disconnect', {});
    expect(await waitForEnd(id)).toMatchObject({ error: { code: 'withdrawn' } });
    expect(known()).not.toContain(walletId);
  });

  test('error: under one name a request leaves the same to the user, or is another', async () => {
    const [walletId = ''] = walletIds;
    const { id } = await rename('Named');
    for (const parameters of [
      { walletId, walletName: 'Named' },
      { walletId: ASK, walletName: 'Other' },
    ]) {
      expect(await request('update_wallet', parameters, id)).toMatchObject({
        error: { code: 'invalid_parameters', detail: { field: 'id' } },
      });
    }
    // Also once it is picked: the page learns nothing by trying.
    await pick({ walletId });
    expect(await request('update_wallet', { walletId, walletName: 'Named' }, id)).toMatchObject({
      error: { code: 'invalid_parameters', detail: { field: 'id' } },
    });
  });

  test('behavior: a new worker keeps the pick, and an old body is built again with it', async () => {
    const [walletId = ''] = walletIds;
    const { id } = await rename('Kept');
    const picked = await pick({ walletId });
    fixture.browser.kill();
    expect(await open()).toEqual(picked);
    fixture.time.shift += 400_000;
    const later = await open();
    expect(later).toMatchObject({ parameters: { walletId, walletName: 'Kept' } });
    expect(later.digest).not.toBe(picked.digest);
    await approve(later.digest);
    expect((await waitForEnd(id)).answer).toMatchObject({ result: { walletId } });
  });

  test('error: a page that left: picked or not, it can’t be approved', async () => {
    const [walletId = ''] = walletIds;
    await rename('Left');
    tab.vanish();
    const { digest } = await pick({ walletId });
    await expect(approve(digest)).rejects.toMatchObject({ code: 'approval_away' });
    expect((await user.newest()).state).toBe('away');
    // A pick doesn't bring the page back.
    await pick({ walletId });
    expect((await user.newest()).state).toBe('away');
  });

  test('error: of two picks at the same time only the one that stays can be approved', async () => {
    const seen = fixture.recordRequests();
    const [first = '', second = ''] = walletIds;
    await rename('Race');
    const both = await Promise.all([pick({ walletId: first }), pick({ walletId: second })]);
    const shown = await open();
    expect(both).toContainEqual(shown);
    const lost = both.find(({ digest }) => digest !== shown.digest);
    await expect(approve(lost?.digest ?? null)).rejects.toMatchObject({ code: 'approval_changed' });
    await approve(shown.digest);
    await fixture.time.until(() => (submitRequests(seen).length === 1 ? true : undefined));
    expect(submitRequests(seen)[0]?.body).toBe(shown.body);
  });

  test('error: a pick during the approval’s checks: not carried out', async () => {
    const seen = fixture.recordRequests();
    const [first = '', second = ''] = walletIds;
    await rename('Late');
    const { digest } = await pick({ walletId: first });
    const { id } = await user.newest();
    const answers = await Promise.allSettled([
      user.decide(id, approvalOf(digest)),
      call('requests_pick', { id, picks: { walletId: second } }),
    ]);
    const approved = answers[0].status === 'fulfilled';
    await fixture.time.until(() =>
      submitRequests(seen).length === (approved ? 1 : 0) ? true : undefined,
    );
    for (const { body } of submitRequests(seen)) expect(body).toContain(first);
  });
});

describe('what else can be left to the user', () => {
  test('behavior: an API key to read; the page gets it once approved', async () => {
    const { userId } = fixture.account.enrolment;
    const { apiKeys } = await query<{ apiKeys: { apiKeyId: string }[] }>('get_api_keys', {
      userId,
    });
    const apiKeyId = apiKeys[0]?.apiKeyId ?? '';
    const { id } = await request('get_api_key', { apiKeyId: ASK });
    expect(await open()).toMatchObject({ open: ['apiKeyId'], type: null, digest: null });
    const { digest } = await pick({ apiKeyId });
    expect(known()).not.toContain(apiKeyId);
    await approve(digest);
    expect((await waitForEnd(id)).answer).toMatchObject({ result: { apiKey: { apiKeyId } } });
  });

  test('behavior: several tags at once', async () => {
    await fixture.submit('create_user_tag', {
      userTagName: `T ${crypto.randomUUID().slice(0, 20)}`,
      userIds: [],
    });
    const tags = await fixture.time.until(async () => {
      const { userTags } = await query<{ userTags: { tagId: string }[] }>('list_user_tags');
      return userTags.length > 0 ? userTags : undefined;
    });
    const userTagIds = tags.slice(0, 2).map(({ tagId }) => tagId);
    const { id } = await request('delete_user_tags', { userTagIds: ASK });
    for (const wrong of [[], 'x', [userTagIds[0], userTagIds[0]]]) {
      await expect(pick({ userTagIds: wrong })).rejects.toMatchObject({ code: 'invalid_input' });
    }
    const { digest } = await pick({ userTagIds });
    await approve(digest);
    expect((await waitForEnd(id)).answer).toMatchObject({ result: { userTagIds } });
  });
});

describe('what a page can’t leave to the user', () => {
  const walletId = crypto.randomUUID();
  const parametersText = (text: string) =>
    `{"id":"${crypto.randomUUID()}","method":"request","params":{"operation":"update_wallet","parameters":${text}}}`;
  test.each([
    ['a name', { walletId, walletName: ASK }],
    ['everything', ASK],
    ['a parameter that there is none of', { walletId, walletName: 'X', more: ASK }],
    ['one of a list', { walletId: [ASK], walletName: 'X' }],
    ['something nested', { walletId: { walletId: ASK }, walletName: 'X' }],
    ['with a word of its own', { walletId: { ...ASK, note: 'Payroll' }, walletName: 'X' }],
    ['in another spelling', { walletId: { keystamp: 'Ask' }, walletName: 'X' }],
  ])('error: %s', async (_, parameters) => {
    const { error } = await request('update_wallet', parameters);
    expect(error).toMatchObject({ code: 'invalid_parameters' });
    expect(await user.queue()).toEqual([]);
  });

  test.each([
    '{"walletName":"X","walletId":{"__proto__":{"keystamp":"ask"}}}',
    '{"walletName":"X","walletId":{"keystamp":"ask","__proto__":null}}',
    '{"walletName":"X","__proto__":{"walletId":{"keystamp":"ask"}}}',
    '{"walletName":"X","walletId":{"keystamp":"ask","constructor":{}}}',
    '{"walletName":"X","constructor":{"keystamp":"ask"}}',
  ])('error: by %s', async (text) => {
    const reply = (await tab.send(parametersText(text))) as unknown as ReadReply;
    expect(reply.error).toMatchObject({ code: 'invalid_parameters' });
    expect(await user.queue()).toEqual([]);
    expect(Object.hasOwn(Object.prototype, 'keystamp')).toBe(false);
  });

  test('error: the operations of a connection, a request’s id, an operation', async () => {
    const other = openTab(fixture.browser, { origin: 'https://other.example' });
    for (const params of [{ operations: [ASK] }, { operations: ASK }, { reason: ASK }]) {
      expect((await other.ask('connect', params)).error?.code).toBe('invalid_parameters');
    }
    expect((await other.ask('status', { id: ASK })).error?.code).toBe('invalid_parameters');
    const nameless = await tab.ask('request', { operation: ASK, parameters: {} });
    expect(nameless.error?.code).toBe('invalid_parameters');
    expect(await user.queue()).toEqual([]);
  });
});

describe('grants', () => {
  const terms = { limits: {}, most: 5, perHour: null, lastsMs: 3_600_000 };
  const uses = async () =>
    (await call('sites_list', {})).flatMap(({ grants }) => grants.map(({ used }) => used));

  test('error: none covers what is left to the user, not even one without limits', async () => {
    const [walletId = ''] = walletIds;
    await request('update_wallet', { walletId, walletName: 'Granted' });
    await user.approve(terms);
    await request('update_wallet', { walletId, walletName: 'By grant' });
    expect(await uses()).toEqual([1]);
    const seen = fixture.recordRequests();
    const asked = await rename('By the user');
    expect(asked.answer?.kind).toBe('waiting');
    expect(await open()).toMatchObject({ digest: null });
    expect(submitRequests(seen)).toEqual([]);
    expect(await uses()).toEqual([1]);
  });

  test('error: none is made by approving what was left to the user', async () => {
    const [walletId = ''] = walletIds;
    await rename('Only once');
    const { digest, grantable } = await pick({ walletId });
    expect(grantable).toBe(false);
    await expect(approve(digest, terms)).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await uses()).toEqual([]);
  });
});

describe('a pick that isn’t one', () => {
  test('error: for a request that leaves nothing to the user, for a connection, for nothing', async () => {
    const [walletId = ''] = walletIds;
    await request('update_wallet', { walletId, walletName: 'Whole' });
    const before = await open();
    await expect(pick({ walletId })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(pick({})).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await open()).toEqual(before);
    await openTab(fixture.browser, { origin: 'https://other.example' }).ask('connect', {});
    await expect(pick({ walletId })).rejects.toMatchObject({ code: 'invalid_input' });
    const gone = call('requests_pick', { id: crypto.randomUUID(), picks: { walletId } });
    await expect(gone).rejects.toMatchObject({ code: 'approval_gone' });
  });

  test('error: for the user’s own request', async () => {
    const [walletId = ''] = walletIds;
    const { profile } = fixture.account;
    const id = crypto.randomUUID();
    const parameters = { walletId, walletName: 'Own' };
    const own = { id, profileId: profile.id, operation: 'update_wallet', method: 'key' } as const;
    await call('requests_begin', { ...own, parameters, show: false }, { fields: {} });
    const picked = call('requests_pick', { id, picks: { walletId } });
    await expect(picked).rejects.toMatchObject({ code: 'invalid_input', detail: { field: 'id' } });
  });

  test('error: of another parameter, or of another form; the earlier pick stays', async () => {
    const [walletId = ''] = walletIds;
    await rename('Kept');
    const before = await pick({ walletId });
    for (const picks of [
      {},
      { walletName: 'Other' },
      { walletId, walletName: 'Other' },
      { walletId: 'x' },
      { walletId: [walletId] },
      { walletId: ASK },
    ]) {
      await expect(pick(picks)).rejects.toMatchObject({ code: 'invalid_input' });
    }
    expect(await open()).toEqual(before);
  });

  test('error: while locked', async () => {
    const [walletId = ''] = walletIds;
    await rename('Locked');
    const { id } = await user.newest();
    await call('vault_lock', {});
    const picked = call('requests_pick', { id, picks: { walletId } });
    await expect(picked).rejects.toMatchObject({ code: 'vault_locked' });
  });
});

describe('Keystamp’s own pages', () => {
  test('error: leave nothing to the user in what they submit or ask', async () => {
    const invalid = { code: 'invalid_input' };
    const submitted = fixture.submit('update_wallet', { walletId: ASK, walletName: 'Own' });
    await expect(submitted).rejects.toMatchObject(invalid);
    await expect(query('get_api_key', { apiKeyId: ASK })).rejects.toMatchObject(invalid);
  });
});
