// Activities and votes of the real service, as they are and as a lying service would change them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomBytes } from '../../src/crypto/bytes.ts';
import { fingerprint } from '../../src/crypto/fingerprint.ts';
import type { ApiKeyCurve } from '../../src/crypto/schemes.ts';
import { parseActivity } from '../../src/protocol/envelope.ts';
import {
  user as userSchema,
  type Activity,
  type Vote,
} from '../../src/protocol/service-records.ts';
import type { UserRecord } from '../../src/protocol/service-records.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { checkActivity, type CheckContext } from '../../src/votes/check-activity.ts';
import { MAX_VOTES } from '../../src/votes/message.ts';
import { findContradiction, rememberActivity } from '../../src/votes/seen.ts';
import * as v from 'valibot';
import {
  caller,
  createKey,
  enrol,
  freshService,
  openMemory,
  type Caller,
  type Json,
  type TestService,
} from '../service/harness.ts';
import { challengeOf, type Ceremony } from '../webauthn/authenticator.ts';
import { demandFourApprovals } from './four-approvals.ts';
import { withPasskey, type PasskeyUser } from '../service/passkeys.ts';

let database: OpenDatabase;
let service: TestService;
let root: Caller;
let passkey: PasskeyUser;
let carol: Caller;
let dave: Caller;
let walletId: string;
/** Carol asked (secp256k1), Dave approved (Ed25519), and two more must. */
let waiting: Activity;
/** The same, and a root user approved with a passkey, which decided it. */
let completed: Activity;
/** Carol asked, and Dave rejected. */
let rejected: Activity;
let context: CheckContext;

beforeAll(async () => {
  database = await openMemory();
  service = await freshService(database, {}, randomBytes(32));
  root = await enrol(service);
  passkey = await withPasskey(service, root);
  carol = await giveKey('Carol', 'SECP256K1');
  dave = await giveKey('Dave', 'ED25519');
  walletId = await demandFourApprovals(root);
  const asked = await ask('First');
  waiting = parseActivity(await vote(dave, 'approve_activity', asked));
  const other = await ask('Second');
  await vote(dave, 'approve_activity', other);
  completed = parseActivity(await vote(passkey, 'approve_activity', other));
  const third = await ask('Third');
  rejected = parseActivity(await vote(dave, 'reject_activity', third));
  context = {
    organizationId: root.organizationId,
    users: await listUsers(),
    rpIds: [],
    seen: undefined,
    askedId: undefined,
    ownBody: undefined,
  };
});
afterAll(() => database.close());

async function listUsers(): Promise<UserRecord[]> {
  const { users } = (await root.query('list_users')).body as { users: Json[] };
  return users.map((one) => v.parse(userSchema, one));
}

async function giveKey(name: string, curve: ApiKeyCurve): Promise<Caller> {
  const userId = (await listUsers()).find(({ userName }) => userName.startsWith(name))?.userId;
  const key = await createKey(curve);
  const apiKey = {
    apiKeyName: 'Laptop',
    publicKey: key.publicKey,
    curveType: `API_KEY_CURVE_${curve}`,
  };
  await root.submit('create_api_keys', { userId, apiKeys: [apiKey] });
  return caller(service, key, { userId: userId ?? '', apiKeyId: '' });
}

const ask = async (walletName: string) =>
  (await carol.submit('update_wallet', { walletId, walletName })).body;

async function vote(who: Caller, name: 'approve_activity' | 'reject_activity', asked: Json) {
  const answer = await who.submit(name, { fingerprint: parseActivity(asked).fingerprint });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

const check = (activity: Activity, changes: Partial<CheckContext> = {}) =>
  checkActivity(activity, { ...context, ...changes });
const votesOf = ({ votes }: Activity): readonly Vote[] => votes ?? [];
const withVote = (activity: Activity, at: number, changes: Partial<Vote>): Activity => ({
  ...activity,
  votes: votesOf(activity).map((one, index) => (index === at ? { ...one, ...changes } : one)),
});
const at = (activity: Activity, index: number): Vote => {
  const found = votesOf(activity)[index];
  if (!found) throw new Error(`no vote ${index}`);
  return found;
};
const VERIFIED = { kind: 'verified' };
const forged = (reason: string) => ({ kind: 'forged', reason });
const unchecked = (reason: string) => ({ kind: 'unchecked', reason });

describe('what the service says', () => {
  test('behavior: every vote is verified: secp256k1, Ed25519 and a passkey', async () => {
    expect(waiting.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    expect(await check(waiting)).toEqual({
      activity: VERIFIED,
      votes: [VERIFIED, VERIFIED],
      signed: expect.objectContaining({ parameters: { walletId, walletName: 'First' } }),
    });
    expect(completed.status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(await check(completed)).toMatchObject({
      activity: VERIFIED,
      votes: [VERIFIED, VERIFIED, VERIFIED],
    });
    expect(await check(rejected)).toMatchObject({ activity: VERIFIED });
  });

  test('behavior: P-256, by a user who acts alone', async () => {
    const answer = await root.submit('update_user_name', {
      userId: root.userId,
      userName: 'Root',
    });
    expect(await check(parseActivity(answer.body))).toMatchObject({
      activity: VERIFIED,
      votes: [VERIFIED],
    });
  });

  test('behavior: what isn’t known is not called forged', async () => {
    expect((await check(waiting, { users: undefined })).activity).toEqual(VERIFIED);
    const silent = { users: undefined };
    const unnamed = withVote(waiting, 1, { user: null });
    expect(await check(unnamed, silent)).toMatchObject({
      activity: unchecked('vote_unchecked'),
      votes: [VERIFIED, unchecked('user_unknown')],
    });
    for (const votes of [[], null]) {
      expect((await check({ ...waiting, votes })).activity).toEqual(unchecked('votes_missing'));
    }
    const scheme = 'SIGNATURE_SCHEME_OF_TOMORROW';
    expect((await check(withVote(waiting, 1, { scheme }))).votes[1]).toEqual(
      unchecked('scheme_unknown'),
    );
    const selection = 'VOTE_SELECTION_ABSTAINED';
    expect((await check(withVote(waiting, 1, { selection }))).votes[1]).toEqual(
      unchecked('selection_unknown'),
    );
  });

  test('behavior: a key that was removed since', async () => {
    const users = context.users?.map((one) => ({ ...one, apiKeys: [] }));
    expect(await check(waiting, { users })).toMatchObject({
      activity: unchecked('vote_unchecked'),
      votes: [unchecked('key_removed'), unchecked('key_removed')],
    });
  });
});

describe('a lying service', () => {
  test('error: another intent, type, organization or fingerprint', async () => {
    const intent = { updateWalletIntent: { walletId, walletName: 'Mallory' } };
    const altered = await check({ ...waiting, intent });
    expect(altered.activity).toEqual(forged('other_intent'));
    expect(altered.signed).toMatchObject({ parameters: { walletId, walletName: 'First' } });
    expect((await check({ ...waiting, intent: {} })).activity).toEqual(forged('other_intent'));
    const type = 'ACTIVITY_TYPE_DELETE_WALLETS';
    expect((await check({ ...waiting, type })).activity).toEqual(forged('other_type'));
    const organizationId = '99999999-9999-4999-8999-999999999999';
    expect((await check({ ...waiting, organizationId })).activity).toEqual(
      forged('other_organization'),
    );
    expect((await check(waiting, { organizationId })).activity).toEqual(
      forged('other_organization'),
    );
    const wrong = { ...waiting, fingerprint: `sha256:${'00'.repeat(32)}` };
    expect((await check(wrong)).activity).toEqual(forged('other_fingerprint'));
  });

  test('error: another activity than the one that was asked for', async () => {
    expect((await check(waiting, { askedId: waiting.id })).activity).toEqual(VERIFIED);
    expect((await check(waiting, { askedId: completed.id })).activity).toEqual(forged('other_id'));
  });

  test('error: an intent of another name, or with another one beside it', async () => {
    const { updateWalletIntent } = waiting.intent as { updateWalletIntent: Json };
    for (const intent of [
      { updateWalletIntent, createWalletIntent: {} },
      { deleteWalletsIntent: updateWalletIntent },
      {},
    ]) {
      expect((await check({ ...waiting, intent })).activity).toEqual(forged('other_intent'));
    }
  });

  test('error: more votes than anybody checks are not checked', async () => {
    const vote = at(waiting, 1);
    const many = Array.from({ length: MAX_VOTES + 1 }, (_, n) => ({ ...vote, id: `vote ${n}` }));
    const found = await check({ ...waiting, votes: many });
    expect(found.activity).toEqual(unchecked('votes_too_many'));
    expect(found.votes).toEqual(many.map(() => unchecked('votes_too_many')));
    expect(found.signed).toBeNull();
    const most = await check({ ...waiting, votes: many.slice(1) });
    expect(most.votes.filter(({ kind }) => kind === 'forged')).toHaveLength(MAX_VOTES - 1);
  });

  test('error: the submitter’s vote is left out of an activity that was signed here', async () => {
    const ownBody = at(waiting, 0).message;
    const without = { ...waiting, votes: [at(waiting, 1)] };
    expect((await check(without)).activity).toEqual(forged('other_fingerprint'));
    expect(await check(without, { ownBody })).toMatchObject({
      activity: unchecked('own_vote_missing'),
      votes: [VERIFIED],
      signed: { parameters: { walletName: 'First' } },
    });
    expect((await check(waiting, { ownBody })).activity).toEqual(VERIFIED);
  });

  test('error: what has no form and is longer than anybody reads is not shown', async () => {
    const key = await createKey('P256');
    const type = 'ACTIVITY_TYPE_OF_TOMORROW';
    const asked = async (length: number) => {
      const { timestampMs, organizationId } = JSON.parse(at(waiting, 0).message) as Json;
      const parameters = { text: 'x'.repeat(length) };
      const message = JSON.stringify({ type, timestampMs, organizationId, parameters });
      const stamp = JSON.parse(
        Buffer.from(await key.stamp(message), 'base64url').toString(),
      ) as Partial<Vote>;
      const votes = [{ ...at(waiting, 0), message, ...stamp, user: null }];
      const facts = { type, intent: { tomorrowIntent: parameters }, votes };
      const activity = { ...waiting, ...facts, fingerprint: await fingerprint(message) };
      return check(activity, { users: undefined });
    };
    expect(await asked(100)).toMatchObject({
      activity: unchecked('vote_unchecked'),
      signed: { type, parameters: { text: 'x'.repeat(100) } },
    });
    expect(await asked(100_000)).toMatchObject({
      activity: unchecked('content_too_long'),
      signed: null,
    });
  });

  test('error: the intent, message and fingerprint altered together: nobody signed them', async () => {
    const message = at(waiting, 0).message.replace('First', 'Mallory');
    const intent = { updateWalletIntent: { walletId, walletName: 'Mallory' } };
    const altered = { ...withVote(waiting, 0, { message }), intent };
    const found = await check({ ...altered, fingerprint: await fingerprint(message) });
    expect(found.activity).toEqual(forged('vote_forged'));
    expect(found.votes).toEqual([forged('signature_invalid'), forged('other_activity')]);
  });

  test('error: a signature by another key, and one that is none', async () => {
    const { signature, publicKey, scheme } = at(rejected, 1);
    for (const changes of [
      { signature },
      { signature: '00' },
      { signature: 'x' },
      { publicKey: `${publicKey}00` },
    ]) {
      const { votes, activity } = await check(withVote(waiting, 1, changes));
      expect(votes[1]).toEqual(forged('signature_invalid'));
      expect(activity).toEqual(forged('vote_forged'));
    }
    expect((await check(withVote(waiting, 0, { scheme }))).votes[0]).toEqual(
      forged('signature_invalid'),
    );
  });

  test('error: a vote signed well by a key that nobody has, or that is somebody else’s', async () => {
    const stranger = await createKey('P256');
    const { message } = at(waiting, 1);
    const stamp = JSON.parse(
      Buffer.from(await stranger.stamp(message), 'base64url').toString(),
    ) as Pick<Vote, 'publicKey' | 'signature' | 'scheme'>;
    expect((await check(withVote(waiting, 1, stamp))).votes[1]).toEqual(forged('key_of_nobody'));
    const other = { userId: carol.userId, user: at(waiting, 0).user };
    expect((await check(withVote(waiting, 1, other))).votes[1]).toEqual(forged('key_of_other'));
    const renamed = { user: at(waiting, 0).user };
    expect((await check(withVote(waiting, 1, renamed))).votes[1]).toEqual(forged('other_user'));
  });

  test('error: a vote on something else, or the opposite of what was signed', async () => {
    const elsewhere = { ...at(completed, 1), activityId: waiting.id };
    expect((await check({ ...waiting, votes: [at(waiting, 0), elsewhere] })).votes[1]).toEqual(
      forged('other_activity'),
    );
    expect((await check(withVote(waiting, 1, { activityId: completed.id }))).votes[1]).toEqual(
      forged('other_activity'),
    );
    const selection = 'VOTE_SELECTION_APPROVED';
    expect((await check(withVote(rejected, 1, { selection }))).votes[1]).toEqual(
      forged('other_selection'),
    );
    const rejection = { selection: 'VOTE_SELECTION_REJECTED' };
    expect((await check(withVote(waiting, 0, rejection))).votes[0]).toEqual(
      forged('other_selection'),
    );
    expect((await check(withVote(waiting, 1, { message: 'x' }))).votes[1]).toEqual(
      forged('message_unreadable'),
    );
    const message = at(waiting, 1).message.replace(
      root.organizationId,
      '99999999-9999-4999-8999-999999999999',
    );
    expect((await check(withVote(waiting, 1, { message }))).votes[1]).toEqual(
      forged('other_organization'),
    );
  });

  test('error: one vote twice, and an old one with a new time', async () => {
    const votes = [...votesOf(waiting), { ...at(waiting, 1), id: 'again' }];
    expect((await check({ ...waiting, votes })).votes[2]).toEqual(forged('duplicate_voter'));
    const createdAt = { seconds: String(Math.floor(service.time.now / 1000) + 90_000), nanos: '0' };
    expect((await check(withVote(waiting, 1, { createdAt }))).votes[1]).toEqual(
      forged('other_time'),
    );
    const { timestampMs } = JSON.parse(at(waiting, 1).message) as { timestampMs: string };
    const stamped = Math.floor(Number(timestampMs) / 1000);
    for (const [seconds, verdict] of [
      [-300, VERIFIED],
      [-362, forged('other_time')],
      [3600, VERIFIED],
      [3662, forged('other_time')],
    ] as const) {
      const cast = { createdAt: { seconds: String(stamped + seconds), nanos: '0' } };
      const found = (await check(withVote(waiting, 1, cast))).votes[1];
      expect([seconds, found]).toEqual([seconds, verdict]);
    }
  });

  test('error: a second vote by the same credential, the same day, over other bytes', async () => {
    const message = dave.body('approve_activity', { fingerprint: waiting.fingerprint });
    const stamp = JSON.parse(
      Buffer.from(await dave.stamp(message), 'base64url').toString(),
    ) as Partial<Vote>;
    const vote = at(waiting, 1);
    const second = { ...vote, ...stamp, id: 'again', message };
    expect((await check({ ...waiting, votes: [at(waiting, 0), second] })).votes[1]).toEqual(
      VERIFIED,
    );
    const both = await check({ ...waiting, votes: [...votesOf(waiting), second] });
    expect(both.votes[2]).toEqual(forged('duplicate_voter'));
    expect(both.activity).toEqual(forged('vote_forged'));
  });

  /** The passkey's vote made anew by the same passkey, with something else about its ceremony. */
  const votedBy = (ceremony: Partial<Ceremony>) => {
    const place = votesOf(completed).length - 1;
    const { message } = at(completed, place);
    const assertion = passkey.authenticator.assert(challengeOf(message), ceremony);
    return withVote(completed, place, { signature: JSON.stringify(assertion) });
  };
  const passkeysVote = async (ceremony: Partial<Ceremony>, changes: Partial<CheckContext> = {}) =>
    (await check(votedBy(ceremony), changes)).votes.at(-1);

  test('error: a passkey’s vote for a domain that its page is not of', async () => {
    const origin = 'https://pay.example.com';
    expect(await passkeysVote({})).toEqual(VERIFIED);
    for (const rpId of ['pay.example.com', 'example.com']) {
      expect(await passkeysVote({ origin, rpId }), rpId).toEqual(VERIFIED);
    }
    for (const [page, rpId] of [
      [origin, 'other.example.com'],
      [origin, 'ay.example.com'],
      [origin, ''],
      ['https://example.com', 'pay.example.com'],
      ['http://localhost', 'example.com'],
      ['not an origin', 'localhost'],
    ] as const) {
      const found = await passkeysVote({ origin: page, rpId });
      expect([page, rpId, found]).toEqual([page, rpId, unchecked('domain_unknown')]);
    }
    // An extension's page has no domain: its passkeys are for the profile's.
    const own = { origin: 'chrome-extension://abcdefghijklmnop', rpId: 'keystamp.example' };
    expect(await passkeysVote(own)).toEqual(unchecked('domain_unknown'));
    expect(await passkeysVote(own, { rpIds: ['keystamp.example'] })).toEqual(VERIFIED);
    expect(await passkeysVote(own, { rpIds: ['example'] })).toEqual(unchecked('domain_unknown'));
    const unknownDomain = await check(votedBy({ origin, rpId: 'other.example.com' }));
    expect(unknownDomain.activity).toEqual(unchecked('vote_unchecked'));
  });

  test('error: a passkey’s vote while nobody was there, or of another ceremony', async () => {
    const PRESENT = 1;
    expect(await passkeysVote({ flags: PRESENT })).toEqual(VERIFIED);
    for (const flags of [0, 0xff & ~PRESENT]) {
      expect(await passkeysVote({ flags }), String(flags)).toEqual(forged('signature_invalid'));
    }
    expect(await passkeysVote({ type: 'webauthn.create' })).toEqual(forged('signature_invalid'));
  });

  test('error: a passkey’s vote over another challenge, or changed after it was signed', async () => {
    const place = votesOf(completed).length - 1;
    const stamp = JSON.parse(at(completed, place).signature) as Record<string, string>;
    const other = passkey.authenticator.assert(challengeOf(at(completed, 0).message));
    const ofOther = withVote(completed, place, { signature: JSON.stringify(other) });
    expect((await check(ofOther)).votes[place]).toEqual(forged('signature_invalid'));
    const clientData = Buffer.from(stamp['clientDataJson'] ?? '', 'base64url').toString();
    const withClientData = (text: string) => {
      const clientDataJson = Buffer.from(text).toString('base64url');
      const signature = JSON.stringify({ ...stamp, clientDataJson });
      return withVote(completed, place, { signature });
    };
    for (const text of [
      clientData.replace('webauthn.get', 'webauthn.create'),
      clientData.replace(/"challenge":"./, '"challenge":"_'),
      clientData.replace('{', '{"more":1,'),
      '[]',
    ]) {
      expect((await check(withClientData(text))).votes[place]).toEqual(forged('signature_invalid'));
    }
    const unreadable = withVote(completed, place, { signature: '{}' });
    expect((await check(unreadable)).votes[place]).toEqual(forged('signature_invalid'));
    const otherKey = withVote(completed, place, { publicKey: 'pQECAyYgASFYIA' });
    expect((await check(otherKey)).votes[place]?.kind).toBe('forged');
  });
});

describe('what was seen before', () => {
  const seenOf = (activity: Activity) => rememberActivity(undefined, activity);

  test('behavior: going on is fine: more votes, and an end', async () => {
    const before = await seenOf({
      ...completed,
      status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
      votes: [at(completed, 0)],
    });
    expect((await check(completed, { seen: before })).activity).toEqual(VERIFIED);
    const after = await rememberActivity(before, completed);
    expect(after).toMatchObject({ status: completed.status, votes: { length: 3 } });
    expect((await check(completed, { seen: after })).activity).toEqual(VERIFIED);
  });

  test('behavior: an approval may lapse', async () => {
    const shorter = { ...waiting, votes: [at(waiting, 0)] };
    expect((await check(shorter, { seen: await seenOf(waiting) })).activity).toEqual(VERIFIED);
  });

  test('behavior: a vote that lapsed is given again, soon after the first', async () => {
    const asked = await ask('Fourth');
    service.time.now += 23 * 3_600_000;
    await vote(dave, 'approve_activity', asked);
    service.time.now += 2 * 3_600_000;
    const again = parseActivity(await vote(dave, 'approve_activity', asked));
    expect((await check(again)).votes).toEqual([VERIFIED, VERIFIED, VERIFIED]);
    // Within one window nobody votes so twice.
    const second = votesOf(again)[1];
    const sooner = withVote(again, 2, second ? { createdAt: second.createdAt } : {});
    expect((await check(sooner)).votes[2]).toMatchObject({ kind: 'forged' });
  });

  test('error: a status that goes backwards', async () => {
    const seen = await seenOf(completed);
    for (const status of ['CONSENSUS_NEEDED', 'PENDING', 'FAILED']) {
      const back = { ...completed, status: `ACTIVITY_STATUS_${status}` };
      expect((await check(back, { seen })).activity, status).toEqual(forged('status_backwards'));
      expect(await rememberActivity(seen, back)).toBe(seen);
    }
    const newer = { ...completed, status: 'ACTIVITY_STATUS_OF_TOMORROW' };
    expect((await check(newer, { seen })).activity).toEqual(VERIFIED);
  });

  test('error: a vote that says something else now, by its own id', async () => {
    const seen = await seenOf(waiting);
    for (const changes of [{ message: at(completed, 1).message }, { selection: 'other' }]) {
      expect(await findContradiction(seen, withVote(waiting, 1, changes))).toBe('changed_since');
    }
    expect(await findContradiction(seen, withVote(waiting, 1, { id: 'new' }))).toBeUndefined();
  });

  test('behavior: a vote that was seen once is remembered, also when it is gone', async () => {
    const shorter = { ...waiting, votes: [at(waiting, 0)] };
    const after = await rememberActivity(await seenOf(waiting), shorter);
    expect(after.votes.map(({ id }) => id).toSorted()).toEqual(
      votesOf(waiting)
        .map(({ id }) => id)
        .toSorted(),
    );
    expect((await rememberActivity(after, waiting)).votes).toHaveLength(2);
  });

  test('error: a rejection that is hidden, and a vote or content that changed', async () => {
    const seen = await seenOf(rejected);
    const hidden = {
      ...rejected,
      status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
      votes: [at(rejected, 0)],
    };
    expect((await check(hidden, { seen })).activity).toEqual(forged('rejection_hidden'));
    const turned = withVote(rejected, 1, { selection: 'VOTE_SELECTION_APPROVED' });
    expect((await check(turned, { seen })).activity.kind).toBe('forged');
    const other = { ...seen, fingerprint: waiting.fingerprint };
    expect((await check(rejected, { seen: other })).activity).toEqual(forged('changed_since'));
  });
});
