// Activities that nobody can check, or read, as a whole.
import { expect, test } from 'vitest';
import { fingerprint } from '../../src/crypto/fingerprint.ts';
import type { Vote } from '../../src/protocol/service-records.ts';
import { MAX_VOTES } from '../../src/votes/message.ts';
import { createKey, type Json } from '../service/harness.ts';
import {
  at,
  check,
  forged,
  unchecked,
  useVotedActivities,
  VERIFIED,
  waiting,
  walletId,
} from './voted-activities.ts';

useVotedActivities();

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
  const silent = await check({ ...waiting, votes: null }, { ownBody });
  expect(silent.activity).toEqual(unchecked('own_vote_missing'));
});

test('error: what has no form and is longer than anybody reads is not shown', async () => {
  const key = await createKey('P256');
  const { timestampMs, organizationId } = JSON.parse(at(waiting, 0).message) as Json;
  const textOf = (type: string, parameters: Json) =>
    JSON.stringify({ type, timestampMs, organizationId, parameters });
  const submitted = async (message: string, type: string, intent: Json) => {
    const stamp = JSON.parse(
      Buffer.from(await key.stamp(message), 'base64url').toString(),
    ) as Partial<Vote>;
    const votes = [{ ...at(waiting, 0), message, ...stamp, user: null }];
    const activity = { ...waiting, type, intent, votes, fingerprint: await fingerprint(message) };
    return check(activity, { users: undefined });
  };
  const type = 'ACTIVITY_TYPE_OF_TOMORROW';
  const asked = async (length: number) => {
    const parameters = { text: 'x'.repeat(length) };
    return submitted(textOf(type, parameters), type, { tomorrowIntent: parameters });
  };
  expect(await asked(100)).toMatchObject({
    activity: unchecked('vote_unchecked'),
    signed: { type, parameters: { text: 'x'.repeat(100) } },
  });
  expect(await asked(100_000)).toMatchObject({
    activity: unchecked('content_too_long'),
    signed: null,
  });
  // With a form it is shown, however long; what nobody can read is that, first of all.
  const parameters = { walletId, walletName: 'x'.repeat(100_000) };
  const intent = { updateWalletIntent: parameters };
  const renamed = await submitted(textOf(waiting.type, parameters), waiting.type, intent);
  expect(renamed.signed).toMatchObject({ parameters });
  const unreadable = await submitted('x'.repeat(100_001), type, {});
  expect(unreadable.activity).toEqual(forged('message_unreadable'));
});
