import { beforeEach, describe, expect, test } from 'vitest';
import type { CeremonyKind } from '../../src/protocol/ceremony.ts';
import type { Profile } from '../../src/protocol/profile.ts';
import { challengeOf } from '../../src/messaging/passkey/authenticator.ts';
import {
  createAuthenticator,
  type Authenticator,
  type Ceremony,
} from '../webauthn/authenticator.ts';
import { HOUR, submits, useDesk, type Values } from './desk.ts';
import { follow, OWN_URL, setUp } from './rig.ts';
import { openTab, until, userOf } from './tab.ts';

const desk = useDesk();
const ORIGIN = OWN_URL.slice(0, -1);
const TAG = 'ACTIVITY_TYPE_CREATE_USER_TAG';

let passkey: Authenticator;
let profile: Profile;

const call: typeof desk.rig.client.call = (...given) => desk.rig.client.call(...given);

/** Registers a passkey at the service, with the API key, and saves the profile with it. */
async function withPasskey(changes: Partial<Profile> = {}): Promise<Profile> {
  passkey = createAuthenticator({ rpId: ORIGIN, origin: ORIGIN });
  const { userId } = desk.ready.enrolment;
  const entry = await desk.submit('create_authenticators', {
    userId,
    authenticators: [passkey.register()],
  });
  expect((await follow(desk.rig, entry.id, ['completed', 'failed', 'refused'])).state).toBe(
    'completed',
  );
  const credentials = [{ id: passkey.credentialId, name: 'Mine', transports: [] }];
  return save({ passkeys: { rpId: null, credentials }, ...changes });
}

async function save(changes: Partial<Profile>): Promise<Profile> {
  profile = await desk.guarded('profiles_save', { ...desk.ready.profile, ...profile, ...changes });
  return profile;
}

const tag = () => ({ userTagName: `T ${crypto.randomUUID().slice(0, 20)}`, userIds: [] });

function begin(
  operation: string,
  parameters: Values,
  { id = crypto.randomUUID(), kind = 'submit' }: { id?: string; kind?: CeremonyKind } = {},
) {
  const input = { id, kind, profileId: profile.id, operation, parameters, show: false };
  return call('ceremonies_begin', input, { fields: {} });
}

/** The person uses the passkey for what waits. */
async function finish(id: string, spoilt: Partial<Ceremony> = {}) {
  const { digest } = await call('ceremonies_open', { id });
  const answer = passkey.assert(challengeOf(digest), spoilt);
  return call('ceremonies_finish', { id, digest, answer });
}

async function look() {
  const { id } = await begin('', {}, { kind: 'look' });
  return finish(id);
}

const whoami = () => call('query', { profileId: profile.id, operation: 'whoami', parameters: {} });

beforeEach(async () => {
  profile = desk.ready.profile;
  await withPasskey();
});

describe('ceremonies', () => {
  test('behavior: what is shown is what the passkey stamps and what is sent, once', async () => {
    const seen = desk.tapped();
    const { id } = await begin('create_user_tag', tag());
    const shown = await call('ceremonies_open', { id });
    expect(shown).toMatchObject({ kind: 'submit', prompt: { rpId: null }, type: TAG });
    expect(shown.prompt.allow.map((one) => one.id)).toEqual([passkey.credentialId]);
    expect(submits(seen)).toEqual([]);
    const before = await desk.effects(TAG);
    const end = await finish(id);
    expect(end).toMatchObject({ kind: 'submit', entry: { id, method: 'passkey' } });
    const entry = await follow(desk.rig, id, ['completed', 'failed', 'refused']);
    expect(entry).toMatchObject({ state: 'completed', method: 'passkey' });
    expect(submits(seen).map(({ body }) => body)).toEqual([shown.body]);
    expect(await desk.effects(TAG)).toBe(before + 1);
    expect(await call('ceremonies_list', {})).toEqual([]);
  });

  test('behavior: one that is opened again keeps its bytes, and gets newer ones when they are old', async () => {
    const { id } = await begin('create_user_tag', tag());
    const first = await call('ceremonies_open', { id });
    expect(await call('ceremonies_open', { id })).toEqual(first);
    desk.time.shift += 400_000;
    const second = await call('ceremonies_open', { id });
    expect(second.digest).not.toBe(first.digest);
    const answer = passkey.assert(challengeOf(first.digest));
    const late = call('ceremonies_finish', { id, digest: first.digest, answer });
    await expect(late).rejects.toMatchObject({ code: 'approval_changed' });
    expect(await finish(id)).toMatchObject({ kind: 'submit' });
  });

  test('behavior: they outlive the worker, are counted in the state, and end with a lock', async () => {
    const { id } = await begin('create_user_tag', tag());
    desk.rig.kill();
    expect(await call('ceremonies_list', {})).toMatchObject([{ id, operation: 'create_user_tag' }]);
    expect((await call('state', {})).ceremonies).toBe(1);
    await call('vault_lock', {});
    await expect(call('ceremonies_list', {})).rejects.toMatchObject({ code: 'vault_locked' });
    expect((await call('state', {})).ceremonies).toBe(0);
    expect(JSON.stringify([...desk.rig.session])).not.toContain('create_user_tag');
    await expect(call('ceremonies_open', { id })).rejects.toMatchObject({ code: 'vault_locked' });
    await call('vault_unlock', {}, { keks: [desk.ready.kek] });
    expect(await call('ceremonies_list', {})).toEqual([]);
  });

  test('behavior: a worker that dies after the stamp is on disk sends it once', async () => {
    const before = await desk.effects(TAG);
    const net = desk.rig.net;
    desk.rig.net = () => new Promise<Response>(() => undefined);
    const { id } = await begin('create_user_tag', tag());
    await finish(id);
    desk.rig.kill();
    desk.rig.net = net;
    desk.rig.wake().resume();
    expect((await follow(desk.rig, id, ['completed', 'failed', 'refused'])).state).toBe(
      'completed',
    );
    expect(await desk.effects(TAG)).toBe(before + 1);
  });

  test('behavior: a question is answered to the page that finishes it', async () => {
    const { id } = await begin('whoami', {}, { kind: 'query' });
    const end = await finish(id);
    expect(end).toMatchObject({ kind: 'query', result: { userId: desk.ready.enrolment.userId } });
  });

  test('behavior: a code stays out of what pages see of a ceremony', async () => {
    const input = { otpId: crypto.randomUUID(), otpCode: '123456' };
    await save({ otpGeneration: 'legacy' });
    const begun = await call(
      'ceremonies_begin',
      {
        id: crypto.randomUUID(),
        kind: 'submit',
        profileId: profile.id,
        operation: 'verify_otp',
        parameters: { otpId: input.otpId },
        show: false,
      },
      { fields: { otpCode: input.otpCode } },
    );
    const shown = await call('ceremonies_open', { id: begun.id });
    expect(shown.body).toBeNull();
    expect(JSON.stringify(shown)).not.toContain(input.otpCode);
    expect(desk.rig.sent.join('\n')).not.toContain(input.otpCode);
  });

  test('behavior: one that is discarded is gone', async () => {
    const { id } = await begin('create_user_tag', tag());
    expect(await call('ceremonies_discard', { id })).toEqual([]);
    await expect(call('ceremonies_open', { id })).rejects.toMatchObject({ code: 'ceremony_gone' });
  });

  test.each([
    ['another body', {}, 'passkey_invalid', '0'.repeat(64)],
    ['a registration', { type: 'webauthn.create' }, 'passkey_invalid', undefined],
    ['a web page', { origin: 'https://evil.example' }, 'passkey_invalid', undefined],
    ['another domain', { rpId: 'evil.example' }, 'passkey_invalid', undefined],
    ['nobody being there', { flags: 0 }, 'passkey_invalid', undefined],
  ] as const)(
    'error: an answer of %s is not sent, and the request waits on',
    async (_what, spoilt, code, other) => {
      const seen = desk.tapped();
      const { id } = await begin('create_user_tag', tag());
      const { digest } = await call('ceremonies_open', { id });
      const answer = passkey.assert(challengeOf(other ?? digest), spoilt);
      const sent = call('ceremonies_finish', { id, digest, answer });
      await expect(sent).rejects.toMatchObject({ code });
      expect(submits(seen)).toEqual([]);
      expect(await call('ceremonies_list', {})).toMatchObject([{ id }]);
      expect(await finish(id)).toMatchObject({ kind: 'submit' });
    },
  );

  test('error: a passkey that the profile does not list is not sent', async () => {
    const { id } = await begin('create_user_tag', tag());
    passkey = createAuthenticator({ rpId: ORIGIN, origin: ORIGIN });
    await expect(finish(id)).rejects.toMatchObject({ code: 'passkey_unknown' });
  });

  test('error: without a list the service says that it does not know the passkey', async () => {
    await save({ passkeys: { rpId: null, credentials: [] } });
    passkey = createAuthenticator({ rpId: ORIGIN, origin: ORIGIN });
    const { id } = await begin('create_user_tag', tag());
    await finish(id);
    const entry = await follow(desk.rig, id, ['refused', 'completed']);
    expect(entry).toMatchObject({
      state: 'refused',
      error: { code: 'unauthenticated', detail: { serviceCode: 'CREDENTIAL_NOT_FOUND' } },
    });
  });

  test('error: a profile without a passkey has no ceremony', async () => {
    await save({ passkeys: null });
    const refused = begin('create_user_tag', tag());
    await expect(refused).rejects.toMatchObject({ code: 'passkey_missing' });
  });
});

describe('rules', () => {
  const RULE = {
    usual: 'key',
    passkeyOnly: ['create_user_tag', 'whoami', 'update_wallet'],
  } as const;
  const ruled = () => save({ authorization: { ...RULE, passkeyOnly: [...RULE.passkeyOnly] } });

  test('error: no message gets a key’s stamp over an operation of passkeys', async () => {
    await ruled();
    const seen = desk.tapped();
    await expect(desk.tag()).rejects.toMatchObject({ code: 'passkey_required' });
    await expect(whoami()).rejects.toMatchObject({ code: 'passkey_required' });
    expect(seen).toEqual([]);
    // What has no rule goes on as before.
    const other = await call('query', {
      profileId: profile.id,
      operation: 'list_wallets',
      parameters: {},
    });
    expect(other).toHaveProperty('wallets');
  });

  test('error: nor does a decision about a page’s request, nor a grant of before', async () => {
    const answer = await call('query', {
      profileId: profile.id,
      operation: 'list_wallets',
      parameters: {},
    });
    const { walletId = '' } = (answer as { wallets: { walletId: string }[] }).wallets[0] ?? {};
    const tab = openTab(desk.rig);
    const user = userOf(desk.rig);
    await tab.ask('connect', { operations: ['update_wallet'] });
    await user.consent(profile.id);
    await tab.request('update_wallet', { walletId, walletName: 'First' });
    await user.approve({ limits: {}, most: 5, perHour: null, lastsMs: HOUR });
    await ruled();
    const seen = desk.tapped();
    const asked = await tab.request('update_wallet', { walletId, walletName: 'Second' });
    expect(asked.answer).toMatchObject({ kind: 'waiting' });
    const { id } = await user.newest();
    const { digest, choice, grantable } = await user.open(id);
    expect(choice).toMatchObject({ methods: ['passkey'], ruled: true });
    expect(grantable).toBe(false);
    const byKey = { kind: 'approve', digest, by: { method: 'key' }, grant: null } as const;
    await expect(user.decide(id, byKey)).rejects.toMatchObject({ code: 'passkey_required' });
    expect(submits(seen)).toEqual([]);
    // The body was made anew when the approval failed.
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
    const entry = await follow(desk.rig, id, ['completed', 'refused']);
    expect(submits(seen)[0]?.body).toBe(opened.body);
    expect(entry).toMatchObject({ state: 'completed', method: 'passkey', origin: tab.origin });
  });

  test('error: a rule that leaves nothing says so', async () => {
    await ruled();
    await save({ passkeys: null });
    await expect(desk.tag()).rejects.toMatchObject({ code: 'passkey_missing' });
  });

  test('error: a profile has a key, a passkey, or both', async () => {
    const none = save({ keyId: null, passkeys: null });
    await expect(none).rejects.toMatchObject({ code: 'profile_invalid' });
  });

  test('error: a passkey’s domain must be one that the browser may reach', async () => {
    const foreign = { rpId: 'example.com', credentials: [] };
    await expect(save({ passkeys: foreign })).rejects.toMatchObject({
      code: 'host_permission_missing',
      detail: { field: 'passkeys.rpId' },
    });
    desk.rig.permissions.add('https://example.com/*');
    expect(await save({ passkeys: foreign })).toMatchObject({ passkeys: foreign });
  });
});

describe('a profile of passkeys', () => {
  beforeEach(() => save({ keyId: null }));

  test('error: what only a key could stamp is refused, and nothing is read by itself', async () => {
    const seen = desk.tapped();
    await expect(desk.tag()).rejects.toMatchObject({ code: 'key_missing' });
    await expect(whoami()).rejects.toMatchObject({ code: 'look_needed' });
    await expect(call('home', { profileId: profile.id })).rejects.toMatchObject({
      code: 'look_needed',
    });
    expect(seen).toEqual([]);
  });

  test('behavior: one gesture reads for a while, without another stamp', async () => {
    const end = await look();
    expect(end).toMatchObject({ kind: 'look', until: expect.any(Number) });
    const seen = desk.tapped();
    expect(await whoami()).toMatchObject({ userId: desk.ready.enrolment.userId });
    expect(await call('home', { profileId: profile.id })).toMatchObject({ profileId: profile.id });
    expect(seen.map(({ stamp }) => stamp)).toEqual(seen.map(() => null));
    desk.rig.kill();
    expect(await whoami()).toHaveProperty('userId');
  });

  test('behavior: a lock ends the reading, and so does its time', async () => {
    await look();
    desk.time.shift += 2 * HOUR;
    await expect(whoami()).rejects.toMatchObject({ code: 'look_needed' });
    await look();
    expect(await whoami()).toHaveProperty('userId');
    await call('vault_lock', {});
    await expect(whoami()).rejects.toMatchObject({ code: 'vault_locked' });
    await call('vault_unlock', {}, { keks: [desk.ready.kek] });
    await expect(whoami()).rejects.toMatchObject({ code: 'look_needed' });
  });

  test('error: a session that the service ended is forgotten', async () => {
    await look();
    const refusal = { code: 16, message: 'session is over', details: [], turnkeyErrorCode: '' };
    const net = desk.rig.net;
    desk.rig.net = async () => new Response(JSON.stringify(refusal), { status: 401 });
    await expect(whoami()).rejects.toMatchObject({ code: 'look_needed' });
    const seen = desk.tapped();
    desk.rig.net = net;
    await expect(whoami()).rejects.toMatchObject({ code: 'look_needed' });
    expect(seen).toEqual([]);
  });

  test('behavior: an activity under way is followed by its own bytes, never by a prompt', async () => {
    const seen = desk.tapped();
    let pending = 3;
    const through = desk.rig.net;
    desk.rig.net = async (url, init) => {
      const response = await through(url, init);
      if (!url.includes('/submit/') || pending-- <= 0) return response;
      const answer = JSON.parse(await response.text()) as { activity: Values };
      delete answer.activity['result'];
      answer.activity['status'] = 'ACTIVITY_STATUS_CONSENSUS_NEEDED';
      return new Response(JSON.stringify(answer), { status: 200 });
    };
    const before = await desk.effects(TAG);
    const { id } = await begin('create_user_tag', tag());
    await finish(id);
    const entry = await follow(desk.rig, id, ['completed', 'failed', 'refused', 'mismatch']);
    expect(entry.state).toBe('completed');
    const bodies = seen.map(({ body }) => body);
    expect(bodies.length).toBeGreaterThan(3);
    expect(new Set(bodies).size).toBe(1);
    expect(await desk.effects(TAG)).toBe(before + 1);
  });

  test('behavior: what has to be looked up rests until the user looks again', async () => {
    const net = desk.rig.net;
    desk.rig.net = () => Promise.reject(new TypeError('no network'));
    const { id } = await begin('create_user_tag', tag());
    await finish(id);
    // A send is in doubt: without one, an entry that is too old is refused.
    await follow(desk.rig, id, ['waiting']);
    desk.time.shift += 2 * HOUR;
    desk.rig.kill();
    desk.rig.net = net;
    await call('vault_unlock', {}, { keks: [desk.ready.kek] });
    const resting = await until(async () => {
      const entry = await call('activities_get', { id });
      return entry.nextAt === null ? entry : undefined;
    });
    expect(resting.error).toMatchObject({ code: 'look_needed' });
    await look();
    expect(await follow(desk.rig, id, ['unknown', 'completed'])).toMatchObject({
      state: 'unknown',
    });
  });
});

describe('another vault', () => {
  test('behavior: a profile set up anew has no passkey', async () => {
    desk.rig.kill();
    await call('vault_wipe', { confirm: 'wipe everything' });
    const fresh = await setUp(desk.rig);
    expect(fresh.profile).toMatchObject({ passkeys: null, authorization: { usual: 'key' } });
  });
});
