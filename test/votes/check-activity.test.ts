// Activities and votes of the real service, as they are and as a lying service would change them.
import { describe, expect, test } from 'vitest';
import { fingerprint } from '../../src/crypto/fingerprint.ts';
import { parseActivity } from '../../src/protocol/envelope.ts';
import type { Activity, Vote } from '../../src/protocol/service-records.ts';
import { findContradiction, rememberActivity } from '../../src/votes/seen.ts';
import { createKey, type Json } from '../service/harness.ts';
import {
  ask,
  at,
  carol,
  check,
  completed,
  context,
  dave,
  forged,
  rejected,
  root,
  service,
  unchecked,
  useVotedActivities,
  VERIFIED,
  vote,
  votesOf,
  waiting,
  walletId,
  withVote,
} from './voted-activities.ts';

useVotedActivities();

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

  test('behavior: a key that was removed since, and a user who was', async () => {
    const users = context.users?.map((one) => ({ ...one, apiKeys: [] }));
    expect(await check(waiting, { users })).toMatchObject({
      activity: unchecked('vote_unchecked'),
      votes: [unchecked('key_removed'), unchecked('key_removed')],
    });
    const { userId } = at(waiting, 1);
    const others = context.users?.filter((one) => one.userId !== userId);
    expect((await check(waiting, { users: others })).votes).toEqual([VERIFIED, VERIFIED]);
    // The list has the user without the key, and the vote says nothing of either.
    for (const user of [null, undefined]) {
      const unnamed = withVote(waiting, 1, { user });
      expect((await check(unnamed, { users })).votes[1]).toEqual(forged('key_of_nobody'));
    }
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

  test('error: a forgery comes before what can’t be told', async () => {
    const { scheme, publicKey } = at(waiting, 1);
    const unknown = { selection: 'VOTE_SELECTION_ABSTAINED', signature: '00', scheme, publicKey };
    expect((await check(withVote(waiting, 1, unknown))).votes[1]).toEqual(
      forged('signature_invalid'),
    );
    const ownBody = at(waiting, 0).message;
    const without = { ...waiting, votes: [{ ...at(waiting, 1), signature: '00' }] };
    expect((await check(without, { ownBody })).activity).toEqual(forged('vote_forged'));
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
    const begun = await seenOf({ ...waiting, status: 'ACTIVITY_STATUS_PENDING' });
    expect((await check(waiting, { seen: begun })).activity).toEqual(forged('status_backwards'));
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
    expect((await check(rejected, { seen })).activity).toEqual(VERIFIED);
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
