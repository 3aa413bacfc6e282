// Read sessions: begun by a gesture, kept in memory, sent instead of a stamp until shortly before
// their end.
import { describe, expect, test } from 'vitest';
import type {
  Destination,
  ExchangeResult,
  OutgoingRequest,
} from '../../src/activities/exchange.ts';
import { createReadSessions } from '../../src/activities/read-sessions.ts';
import type { ActivityDraft } from '../../src/activities/submit.ts';
import { fingerprint } from '../../src/crypto/fingerprint.ts';
import { submitBody } from '../../src/protocol/envelope.ts';
import { KeystampError } from '../../src/protocol/errors.ts';
import { READ_SESSION } from '../../src/protocol/operations.ts';

const [version] = READ_SESSION.versions;
const ORGANIZATION = '11111111-1111-4111-8111-111111111111';
const NOW = 1_763_700_000_000;
const HOUR_S = 3600;
const STAMP = { header: 'X-Stamp-Webauthn', value: 'passkey' };
const body = submitBody(version, ORGANIZATION, NOW, {});
const draft = {
  profileId: 'profile',
  organizationId: ORGANIZATION,
  baseUrl: 'https://service.example',
  keyId: null,
  type: version.type,
  path: READ_SESSION.path,
  body,
} as unknown as ActivityDraft;

const granted = { session: 'token', sessionExpiry: String(NOW / 1000 + HOUR_S) };
const answerWith = async (changes: object = {}, result: object = granted) => ({
  activity: {
    id: '22222222-2222-4222-8222-222222222222',
    organizationId: ORGANIZATION,
    status: 'ACTIVITY_STATUS_COMPLETED',
    type: version.type,
    intent: { [version.intentKey]: {} },
    result: {
      [version.resultKey]: {
        organizationId: ORGANIZATION,
        organizationName: 'Org',
        userId: ORGANIZATION,
        username: 'User',
        ...result,
      },
    },
    fingerprint: await fingerprint(body),
    ...changes,
  },
});

function setUp(answer: unknown, offsetMs = 0) {
  const time = { now: NOW, unlocked: true };
  const stored = new Map<string, unknown>();
  const sent: (readonly [Destination, OutgoingRequest])[] = [];
  let accepted = 0;
  let held: Promise<void> | undefined;
  const sessions = createReadSessions({
    session: {
      get: async (key) => structuredClone(stored.get(key)),
      set: async (key, value) => void stored.set(key, structuredClone(value)),
      remove: async (key) => void stored.delete(key),
    },
    exchange: async (place, outgoing): Promise<ExchangeResult> => {
      sent.push([place, outgoing]);
      await held;
      const outcome =
        answer instanceof KeystampError
          ? ({ kind: 'refused', error: answer } as const)
          : ({ kind: 'answer', value: answer } as const);
      return { outcome, markVerified: () => (accepted += 1) };
    },
    clock: { now: () => time.now, offset: () => offsetMs } as never,
    isUnlocked: () => Promise.resolve(time.unlocked),
  });
  const hold = (): (() => void) => {
    let release: () => void = () => undefined;
    held = new Promise((resolve) => (release = resolve));
    return release;
  };
  return { hold, sessions, time, stored, sent, accepted: () => accepted };
}

describe('beginning a session', () => {
  test('behavior: sends the exact body with its stamp, and keeps the token until it ends', async () => {
    const { sessions, sent, stored, accepted } = setUp(await answerWith());
    const until = NOW + HOUR_S * 1000;
    expect(await sessions.begin(draft, STAMP)).toBe(until);
    expect(sent).toEqual([
      [draft, { priority: 'user', path: READ_SESSION.path, body, stamp: STAMP }],
    ]);
    expect(accepted()).toBe(1);
    expect([...stored.values()]).toEqual([{ profile: { token: 'token', until } }]);
    expect(await sessions.sessionHeader('profile')).toEqual({
      header: 'X-Session',
      value: 'token',
    });
    expect(await sessions.until('profile')).toBe(until);
  });

  test('behavior: its end is by our clock', async () => {
    const { sessions } = setUp(await answerWith(), 5000);
    expect(await sessions.begin(draft, STAMP)).toBe(NOW + HOUR_S * 1000 - 5000);
  });

  test('error: a token that a lock overtakes isn’t stored', async () => {
    const { sessions, stored, hold } = setUp(await answerWith());
    const release = hold();
    const begun = sessions.begin(draft, STAMP);
    const refusal = expect(begun).rejects.toMatchObject({ code: 'vault_locked' });
    await sessions.clear();
    release();
    await refusal;
    expect(stored.size).toBe(0);
  });

  test('error: nor is one that begins between the lock’s first step and its last', async () => {
    const { sessions, stored, time, hold } = setUp(await answerWith());
    const release = hold();
    await sessions.clear();
    const refusal = expect(sessions.begin(draft, STAMP)).rejects.toMatchObject({
      code: 'vault_locked',
    });
    time.unlocked = false;
    release();
    await refusal;
    expect(stored.size).toBe(0);
  });

  test('error: nor is one that was approved before the lock and begins after it', async () => {
    const { sessions, stored } = setUp(await answerWith());
    const generation = sessions.generation();
    await sessions.clear();
    await expect(sessions.begin(draft, STAMP, generation)).rejects.toMatchObject({
      code: 'vault_locked',
    });
    expect(stored.size).toBe(0);
  });

  test('behavior: two that begin at once are both kept, and one that ends takes no other along', async () => {
    const { sessions } = setUp(await answerWith());
    const begin = (profileId: string) => sessions.begin({ ...draft, profileId }, STAMP);
    await Promise.all([begin('one'), begin('two'), begin('three')]);
    await Promise.all([sessions.forget('one'), sessions.forget('two'), begin('four')]);
    const ends = ['one', 'two', 'three', 'four'].map((profileId) => sessions.until(profileId));
    const until = NOW + HOUR_S * 1000;
    expect(await Promise.all(ends)).toEqual([null, null, until, until]);
  });

  test('error: a refusal by the service is passed on, and nothing is stored', async () => {
    const error = new KeystampError('service_error');
    const { sessions, stored, accepted } = setUp(error);
    await expect(sessions.begin(draft, STAMP)).rejects.toBe(error);
    expect([stored.size, accepted()]).toEqual([0, 0]);
  });

  test.each([
    ['another organization', 'reply_mismatch', { organizationId: '3'.repeat(36) }, granted],
    ['another request', 'reply_mismatch', { fingerprint: 'sha256:00' }, granted],
    ['an activity that failed', 'activity_failed', { status: 'ACTIVITY_STATUS_FAILED' }, granted],
    ['an unfinished one', 'service_malformed', { status: 'ACTIVITY_STATUS_PENDING' }, granted],
    ['an end that is no number', 'service_malformed', {}, { ...granted, sessionExpiry: 'x1' }],
    [
      'an end that is too long',
      'service_malformed',
      {},
      { ...granted, sessionExpiry: '1'.repeat(13) },
    ],
    [
      'a token that is too long',
      'service_malformed',
      {},
      { ...granted, session: 'x'.repeat(8193) },
    ],
  ])('error: %s is %s, and nothing is stored', async (_, code, changes, result) => {
    const { sessions, stored, accepted } = setUp(await answerWith(changes, result));
    await expect(sessions.begin(draft, STAMP)).rejects.toMatchObject({ code });
    expect([stored.size, accepted()]).toEqual([0, 0]);
  });

  test('error: a draft of another operation begins none', async () => {
    const { sessions } = setUp(await answerWith());
    const other = { ...draft, type: 'ACTIVITY_TYPE_UPDATE_WALLET' };
    await expect(sessions.begin(other, STAMP)).rejects.toMatchObject({ code: 'internal' });
  });
});

describe('a session', () => {
  const until = NOW + HOUR_S * 1000;

  test('behavior: counts until ten seconds before its end', async () => {
    const { sessions, time } = setUp(await answerWith());
    await sessions.begin(draft, STAMP);
    time.now = until - 10_001;
    expect((await sessions.sessionHeader('profile')).value).toBe('token');
    expect(await sessions.until('profile')).toBe(until);
    time.now = until - 10_000;
    await expect(sessions.sessionHeader('profile')).rejects.toMatchObject({
      code: 'read_session_needed',
    });
    expect(await sessions.until('profile')).toBeNull();
  });

  test('behavior: belongs to one profile', async () => {
    const { sessions } = setUp(await answerWith());
    await sessions.begin(draft, STAMP);
    await expect(sessions.sessionHeader('other')).rejects.toMatchObject({
      code: 'read_session_needed',
    });
    expect(await sessions.until('other')).toBeNull();
  });

  test('behavior: is forgotten by itself, or with all others', async () => {
    const { sessions, stored } = setUp(await answerWith());
    await sessions.begin(draft, STAMP);
    await sessions.begin({ ...draft, profileId: 'other' }, STAMP);
    await sessions.forget('nobody');
    await sessions.forget('profile');
    expect([...stored.values()]).toEqual([{ other: { token: 'token', until } }]);
    await expect(sessions.sessionHeader('profile')).rejects.toMatchObject({
      code: 'read_session_needed',
    });
    expect((await sessions.sessionHeader('other')).value).toBe('token');
    await sessions.clear();
    expect(stored.size).toBe(0);
  });

  test.each([[{ profile: { token: 7, until } }], ['text'], [{ profile: { token: 'x' } }]])(
    'error: a stored value of another form counts as none: %j',
    async (odd) => {
      const { sessions, stored } = setUp(await answerWith());
      await sessions.begin(draft, STAMP);
      const [key = ''] = stored.keys();
      stored.set(key, odd);
      await expect(sessions.sessionHeader('profile')).rejects.toMatchObject({
        code: 'read_session_needed',
      });
      await sessions.forget('profile');
      expect(stored.get(key)).toEqual(odd);
    },
  );
});
