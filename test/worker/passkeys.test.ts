import { beforeEach, describe, expect, test } from 'vitest';
import { READ_SESSION } from '../../src/protocol/operations.ts';
import type { Profile } from '../../src/protocol/profile.ts';
import { challengeOf } from '../../src/client/passkey/authenticator.ts';
import {
  createAuthenticator,
  type Authenticator,
  type Ceremony,
} from '../webauthn/authenticator.ts';
import { HOUR, submitRequests, useWorkerFixture, type Values } from './worker-fixture.ts';
import { waitForState, OWN_URL, setUpAccount } from './fake-browser.ts';
import { openTab, userOf, ready } from './tab.ts';

const fixture = useWorkerFixture();
const ORIGIN = OWN_URL.slice(0, -1);
const TAG_ACTIVITY = 'ACTIVITY_TYPE_CREATE_USER_TAG';

let passkey: Authenticator;
let profile: Profile;

const call: typeof fixture.browser.client.call = (...args) => fixture.browser.client.call(...args);

/** Registers a passkey at the service, with the API key, and saves the profile with it. */
async function addPasskey(changes: Partial<Profile> = {}): Promise<Profile> {
  passkey = createAuthenticator({ rpId: ORIGIN, origin: ORIGIN });
  const { userId } = fixture.account.enrolment;
  const entry = await fixture.submit('create_authenticators', {
    userId,
    authenticators: [passkey.register()],
  });
  expect(
    (await waitForState(fixture.browser, entry.id, ['completed', 'failed', 'refused'])).state,
  ).toBe('completed');
  const credentials = [{ id: passkey.credentialId, name: 'Mine', transports: [] }];
  return saveProfile({ passkeys: { rpId: null, credentials }, ...changes });
}

async function saveProfile(changes: Partial<Profile>): Promise<Profile> {
  profile = await fixture.callWithProof('profiles_save', {
    ...fixture.account.profile,
    ...profile,
    ...changes,
  });
  return profile;
}

const tagParameters = () => ({ userTagName: `T ${crypto.randomUUID().slice(0, 20)}`, userIds: [] });

function beginRequest(operation: string, parameters: Values, fields: Record<string, string> = {}) {
  const id = crypto.randomUUID();
  const input = { id, profileId: profile.id, operation, parameters, method: 'passkey' } as const;
  return call('requests_begin', { ...input, show: false }, { fields });
}

/** The pending requests, by id. */
const pendingIds = async () =>
  (await call('requests_list', {})).items.map(({ asker, id }) => ({ asker, id }));

/** The user approves a pending request with the passkey. */
async function approve(id: string, changes: Partial<Ceremony> = {}) {
  const { digest } = ready(await call('requests_open', { id }));
  return decide(id, digest, passkey.assert(challengeOf(digest), changes));
}

async function decide(id: string, digest: string, answer: ReturnType<Authenticator['assert']>) {
  const by = { method: 'passkey', answer } as const;
  const decision = { kind: 'approve', digest, by, grant: null } as const;
  return (await call('requests_decide', { id, decision })).outcome;
}

async function startReadSession() {
  const { id } = await beginRequest(READ_SESSION.name, {});
  return approve(id);
}

const queryWhoami = () =>
  call('query', { profileId: profile.id, operation: 'whoami', parameters: {} });

beforeEach(async () => {
  profile = fixture.account.profile;
  await addPasskey();
});

describe('the user’s own requests', () => {
  test('behavior: the passkey stamps and the worker sends what was shown, once', async () => {
    const requests = fixture.recordRequests();
    const { id } = await beginRequest('create_user_tag', tagParameters());
    const shown = ready(await call('requests_open', { id }));
    const { prompt } = shown.stampChoice;
    expect(shown).toMatchObject({ type: TAG_ACTIVITY, grantable: false });
    expect(prompt?.rpId).toBeNull();
    expect(prompt?.allow.map((one) => one.id)).toEqual([passkey.credentialId]);
    expect(submitRequests(requests)).toEqual([]);
    const before = await fixture.effects(TAG_ACTIVITY);
    const end = await approve(id);
    expect(end).toMatchObject({ kind: 'activity', entry: { id, method: 'passkey' } });
    const entry = await waitForState(fixture.browser, id, ['completed', 'failed', 'refused']);
    expect(entry).toMatchObject({ state: 'completed', method: 'passkey' });
    expect(submitRequests(requests).map(({ body }) => body)).toEqual([shown.body]);
    expect(await fixture.effects(TAG_ACTIVITY)).toBe(before + 1);
    expect(await pendingIds()).toEqual([]);
  });

  test('behavior: reopened, a request keeps its bytes unless they’re old', async () => {
    const { id } = await beginRequest('create_user_tag', tagParameters());
    const first = ready(await call('requests_open', { id }));
    expect(await call('requests_open', { id })).toEqual(first);
    fixture.time.shift += 400_000;
    const second = ready(await call('requests_open', { id }));
    expect(second.digest).not.toBe(first.digest);
    const answer = passkey.assert(challengeOf(first.digest));
    const late = decide(id, first.digest, answer);
    await expect(late).rejects.toMatchObject({ code: 'approval_changed' });
    expect(await approve(id)).toMatchObject({ kind: 'activity' });
  });

  test('behavior: they outlive the worker, count in the state, and end with a lock', async () => {
    const { id } = await beginRequest('create_user_tag', tagParameters());
    fixture.browser.kill();
    expect((await call('requests_list', {})).items).toMatchObject([
      { asker: 'own', id, requested: { operation: 'create_user_tag' } },
    ]);
    expect((await call('state', {})).requests).toMatchObject({ count: 0, own: 1 });
    await call('vault_lock', {});
    expect(await pendingIds()).toEqual([]);
    await fixture.time.until(async () => (await call('state', {})).requests.own === 0 || undefined);
    expect(JSON.stringify([...fixture.browser.session])).not.toContain('create_user_tag');
    await expect(call('requests_open', { id })).rejects.toMatchObject({ code: 'vault_locked' });
    await call('vault_unlock', {}, { keks: [fixture.account.kek] });
    expect(await pendingIds()).toEqual([]);
  });

  test('behavior: a worker that dies after the stamp is on disk sends it once', async () => {
    const before = await fixture.effects(TAG_ACTIVITY);
    const net = fixture.browser.network;
    fixture.browser.network = () => new Promise<Response>(() => undefined);
    const { id } = await beginRequest('create_user_tag', tagParameters());
    await approve(id);
    fixture.browser.kill();
    fixture.browser.network = net;
    fixture.browser.wake().resume();
    const entry = await waitForState(fixture.browser, id, ['completed', 'failed', 'refused']);
    expect(entry.state).toBe('completed');
    expect(await fixture.effects(TAG_ACTIVITY)).toBe(before + 1);
  });

  test('behavior: a query is answered to the page that finishes it', async () => {
    const { id } = await beginRequest('whoami', {});
    const end = await approve(id);
    expect(end).toMatchObject({
      kind: 'query',
      result: { userId: fixture.account.enrolment.userId },
    });
  });

  test('behavior: pages never see a code in a request', async () => {
    const input = { otpId: crypto.randomUUID(), otpCode: '123456' };
    await saveProfile({ otpGeneration: 'legacy' });
    const own = await beginRequest(
      'verify_otp',
      { otpId: input.otpId },
      {
        otpCode: input.otpCode,
      },
    );
    const shown = ready(await call('requests_open', { id: own.id }));
    expect(shown.body).toBeNull();
    expect(JSON.stringify(shown)).not.toContain(input.otpCode);
    expect(fixture.browser.sent.join('\n')).not.toContain(input.otpCode);
  });

  test('behavior: a discarded one is gone', async () => {
    const { id } = await beginRequest('create_user_tag', tagParameters());
    const { queue, outcome } = await call('requests_decide', { id, decision: { kind: 'refuse' } });
    expect([queue.items, outcome]).toEqual([[], null]);
    await expect(call('requests_open', { id })).rejects.toMatchObject({ code: 'approval_gone' });
  });

  test('error: a query isn’t sent if its profile has another host now', async () => {
    const { id } = await beginRequest('whoami', {});
    const { digest } = ready(await call('requests_open', { id }));
    await saveProfile({ baseUrl: 'http://localhost:8787' });
    const requests = fixture.recordRequests();
    const late = decide(id, digest, passkey.assert(challengeOf(digest)));
    await expect(late).rejects.toMatchObject({ code: 'approval_changed' });
    expect(requests).toEqual([]);
  });

  test('error: none of them is a connection, or grants anything', async () => {
    const { id } = await beginRequest('create_user_tag', tagParameters());
    const { digest } = ready(await call('requests_open', { id }));
    const by = { method: 'passkey', answer: passkey.assert(challengeOf(digest)) } as const;
    const grant = { limits: {}, most: 5, perHour: null, lastsMs: HOUR };
    const connect = { kind: 'connect', profileId: profile.id, operations: ['whoami'] } as const;
    for (const decision of [connect, { kind: 'approve', digest, by, grant } as const]) {
      const refused = call('requests_decide', { id, decision });
      await expect(refused).rejects.toMatchObject({ code: 'invalid_input' });
    }
    expect(await pendingIds()).toEqual([{ asker: 'own', id }]);
  });

  test('error: a web page reaches none of them, by any name', async () => {
    const { id } = await beginRequest('create_user_tag', tagParameters());
    const tab = openTab(fixture.browser);
    expect((await tab.ask('status', { id })).answer).toBeUndefined();
    await tab.leave();
    expect(await pendingIds()).toEqual([{ asker: 'own', id }]);
  });

  test.each([
    ['another body', {}, 'passkey_invalid', '0'.repeat(64)],
    ['a registration', { type: 'webauthn.create' }, 'passkey_invalid', undefined],
    ['a web page', { origin: 'https://evil.example' }, 'passkey_invalid', undefined],
    ['another domain', { rpId: 'evil.example' }, 'passkey_invalid', undefined],
    ['nobody being there', { flags: 0 }, 'passkey_invalid', undefined],
  ] as const)(
    'error: a response for %s isn’t sent, and the request stays pending',
    async (_what, spoilt, code, other) => {
      const requests = fixture.recordRequests();
      const { id } = await beginRequest('create_user_tag', tagParameters());
      const { digest } = ready(await call('requests_open', { id }));
      const answer = passkey.assert(challengeOf(other ?? digest), spoilt);
      const sent = decide(id, digest, answer);
      await expect(sent).rejects.toMatchObject({ code });
      expect(submitRequests(requests)).toEqual([]);
      expect(await pendingIds()).toEqual([{ asker: 'own', id }]);
      expect(await approve(id)).toMatchObject({ kind: 'activity' });
    },
  );

  test('error: a passkey that the profile doesn’t list isn’t sent', async () => {
    const { id } = await beginRequest('create_user_tag', tagParameters());
    passkey = createAuthenticator({ rpId: ORIGIN, origin: ORIGIN });
    await expect(approve(id)).rejects.toMatchObject({ code: 'passkey_unknown' });
  });

  test('error: without a list, the service says that it doesn’t know the passkey', async () => {
    await saveProfile({ passkeys: { rpId: null, credentials: [] } });
    passkey = createAuthenticator({ rpId: ORIGIN, origin: ORIGIN });
    const { id } = await beginRequest('create_user_tag', tagParameters());
    await approve(id);
    const entry = await waitForState(fixture.browser, id, ['refused', 'completed']);
    expect(entry).toMatchObject({
      state: 'refused',
      error: { code: 'unauthenticated', detail: { serviceCode: 'CREDENTIAL_NOT_FOUND' } },
    });
  });

  test('error: a profile without a passkey has no request for one', async () => {
    await saveProfile({ passkeys: null });
    const refused = beginRequest('create_user_tag', tagParameters());
    await expect(refused).rejects.toMatchObject({ code: 'passkey_missing' });
  });
});

describe('rules', () => {
  const RULE = {
    usual: 'key',
    passkeyOnly: ['create_user_tag', 'whoami', 'update_wallet'],
  } as const;
  const saveRule = () =>
    saveProfile({ authorization: { ...RULE, passkeyOnly: [...RULE.passkeyOnly] } });

  test('error: no message gets a key’s stamp for a passkey-only operation', async () => {
    await saveRule();
    const requests = fixture.recordRequests();
    await expect(fixture.submitTag()).rejects.toMatchObject({ code: 'passkey_required' });
    await expect(queryWhoami()).rejects.toMatchObject({ code: 'passkey_required' });
    expect(requests).toEqual([]);
    // Operations without a rule work as before.
    const other = await call('query', {
      profileId: profile.id,
      operation: 'list_wallets',
      parameters: {},
    });
    expect(other).toHaveProperty('wallets');
  });

  test('error: nor does a decision about a page’s request, nor an earlier grant', async () => {
    const answer = await call('query', {
      profileId: profile.id,
      operation: 'list_wallets',
      parameters: {},
    });
    const { walletId = '' } = (answer as { wallets: { walletId: string }[] }).wallets[0] ?? {};
    const tab = openTab(fixture.browser);
    const user = userOf(fixture.browser);
    await tab.ask('connect', { operations: ['update_wallet'] });
    await user.consent(profile.id);
    await tab.request('update_wallet', { walletId, walletName: 'First' });
    await user.approve({ limits: {}, most: 5, perHour: null, lastsMs: HOUR });
    await saveRule();
    const requests = fixture.recordRequests();
    const asked = await tab.request('update_wallet', { walletId, walletName: 'Second' });
    expect(asked.answer).toMatchObject({ kind: 'waiting' });
    const { id } = await user.newest();
    const { digest, stampChoice: choice, grantable } = await user.open(id);
    expect(choice).toMatchObject({ methods: ['passkey'], requiresPasskey: true });
    expect(grantable).toBe(false);
    const byKey = { kind: 'approve', digest, by: { method: 'key' }, grant: null } as const;
    await expect(user.decide(id, byKey)).rejects.toMatchObject({ code: 'passkey_required' });
    expect(submitRequests(requests)).toEqual([]);
    // The failed approval built a new body.
    const opened = await user.open(id);
    const made = passkey.assert(challengeOf(opened.digest));
    const by = { method: 'passkey', answer: made } as const;
    const decided = await user.decide(id, {
      kind: 'approve',
      digest: opened.digest,
      by,
      grant: null,
    });
    expect(decided.entryId).toBe(id);
    const entry = await waitForState(fixture.browser, id, ['completed', 'refused']);
    expect(submitRequests(requests)[0]?.body).toBe(opened.body);
    expect(entry).toMatchObject({ state: 'completed', method: 'passkey', origin: tab.origin });
  });

  test('error: a rule that leaves no method says so', async () => {
    await saveRule();
    await saveProfile({ passkeys: null });
    await expect(fixture.submitTag()).rejects.toMatchObject({ code: 'passkey_missing' });
  });

  test('error: a profile has a key, a passkey, or both', async () => {
    const none = saveProfile({ keyId: null, passkeys: null });
    await expect(none).rejects.toMatchObject({ code: 'profile_invalid' });
  });

  test('error: a passkey’s domain must be one that the browser may reach', async () => {
    const foreign = { rpId: 'example.com', credentials: [] };
    await expect(saveProfile({ passkeys: foreign })).rejects.toMatchObject({
      code: 'host_permission_missing',
      detail: { field: 'passkeys.rpId' },
    });
    fixture.browser.permissions.add('https://example.com/*');
    expect(await saveProfile({ passkeys: foreign })).toMatchObject({ passkeys: foreign });
  });
});

describe('a passkey profile', () => {
  beforeEach(() => saveProfile({ keyId: null }));

  test('error: what only a key could stamp is refused, and nothing is read by itself', async () => {
    const requests = fixture.recordRequests();
    await expect(fixture.submitTag()).rejects.toMatchObject({ code: 'key_missing' });
    await expect(queryWhoami()).rejects.toMatchObject({ code: 'read_session_needed' });
    await expect(call('home', { profileId: profile.id })).rejects.toMatchObject({
      code: 'read_session_needed',
    });
    expect(requests).toEqual([]);
  });

  test('behavior: one prompt allows reading for a while, without another stamp', async () => {
    const end = await startReadSession();
    expect(end).toMatchObject({ kind: 'read-session', until: expect.any(Number) });
    const requests = fixture.recordRequests();
    expect(await queryWhoami()).toMatchObject({ userId: fixture.account.enrolment.userId });
    expect(await call('home', { profileId: profile.id })).toMatchObject({ profileId: profile.id });
    expect(requests.map(({ stamp }) => stamp)).toEqual(requests.map(() => null));
    fixture.browser.kill();
    expect(await queryWhoami()).toHaveProperty('userId');
  });

  test('behavior: a lock ends the reading, and so does its time', async () => {
    await startReadSession();
    fixture.time.shift += 2 * HOUR;
    await expect(queryWhoami()).rejects.toMatchObject({ code: 'read_session_needed' });
    await startReadSession();
    expect(await queryWhoami()).toHaveProperty('userId');
    await call('vault_lock', {});
    await expect(queryWhoami()).rejects.toMatchObject({ code: 'vault_locked' });
    await call('vault_unlock', {}, { keks: [fixture.account.kek] });
    await expect(queryWhoami()).rejects.toMatchObject({ code: 'read_session_needed' });
  });

  test('error: a session that the service ended is forgotten', async () => {
    await startReadSession();
    const refusal = { code: 16, message: 'session is over', details: [], turnkeyErrorCode: '' };
    const net = fixture.browser.network;
    fixture.browser.network = async () => new Response(JSON.stringify(refusal), { status: 401 });
    await expect(queryWhoami()).rejects.toMatchObject({ code: 'read_session_needed' });
    const requests = fixture.recordRequests();
    fixture.browser.network = net;
    await expect(queryWhoami()).rejects.toMatchObject({ code: 'read_session_needed' });
    expect(requests).toEqual([]);
  });

  test('behavior: a running activity is followed by its own bytes, never by a prompt', async () => {
    const requests = fixture.recordRequests();
    let pending = 3;
    const through = fixture.browser.network;
    fixture.browser.network = async (url, init) => {
      const response = await through(url, init);
      if (!url.includes('/submit/') || pending-- <= 0) return response;
      const answer = JSON.parse(await response.text()) as { activity: Values };
      delete answer.activity['result'];
      answer.activity['status'] = 'ACTIVITY_STATUS_CONSENSUS_NEEDED';
      return new Response(JSON.stringify(answer), { status: 200 });
    };
    const before = await fixture.effects(TAG_ACTIVITY);
    const { id } = await beginRequest('create_user_tag', tagParameters());
    await approve(id);
    const entry = await waitForState(fixture.browser, id, [
      'completed',
      'failed',
      'refused',
      'mismatch',
    ]);
    expect(entry.state).toBe('completed');
    const bodies = requests.map(({ body }) => body);
    expect(bodies.length).toBeGreaterThan(3);
    expect(new Set(bodies).size).toBe(1);
    expect(await fixture.effects(TAG_ACTIVITY)).toBe(before + 1);
  });

  test('behavior: a lookup rests until the user starts another read session', async () => {
    const net = fixture.browser.network;
    fixture.browser.network = () => Promise.reject(new TypeError('no network'));
    const { id } = await beginRequest('create_user_tag', tagParameters());
    await approve(id);
    // A send is in doubt: without one, an entry that is too old is refused.
    await waitForState(fixture.browser, id, ['waiting']);
    fixture.time.shift += 2 * HOUR;
    fixture.browser.kill();
    fixture.browser.network = net;
    await call('vault_unlock', {}, { keks: [fixture.account.kek] });
    const restingEntry = await fixture.time.until(async () => {
      const entry = await call('activities_get', { id });
      return entry.nextAt === null ? entry : undefined;
    });
    expect(restingEntry.error).toMatchObject({ code: 'read_session_needed' });
    await startReadSession();
    expect(await waitForState(fixture.browser, id, ['unknown', 'completed'])).toMatchObject({
      state: 'unknown',
    });
  });
});

describe('another vault', () => {
  test('behavior: a profile that is set up again has no passkey', async () => {
    fixture.browser.kill();
    await call('vault_wipe', { confirm: 'wipe everything' });
    const fresh = await setUpAccount(fixture.browser);
    expect(fresh.profile).toMatchObject({ passkeys: null, authorization: { usual: 'key' } });
  });
});
