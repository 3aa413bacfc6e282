// What an activity may become after this browser saw it, and what a service can't take back.
import { expect, test } from 'vitest';
import { digestOfBody } from '../../src/crypto/fingerprint.ts';
import type { Activity, Vote } from '../../src/protocol/service-records.ts';
import type { SeenActivity } from '../../src/protocol/vote-verdict.ts';
import { findContradiction, rememberActivity } from '../../src/votes/seen.ts';

const APPROVED = 'VOTE_SELECTION_APPROVED';
const REJECTED = 'VOTE_SELECTION_REJECTED';

/** An activity as far as it is remembered. */
const activityOf = (
  status: string,
  votes: readonly Pick<Vote, 'id' | 'selection' | 'message'>[] | null = [],
  fingerprint = 'sha256:00',
) => ({ status, votes, fingerprint }) as Activity;
const seenOf = (activity: Activity) => rememberActivity(undefined, activity);
const vote = (id: string, selection = APPROVED, message = `message ${id}`) => ({
  id,
  selection,
  message,
});

const STAGES = [
  ['CREATED'],
  ['CONSENSUS_NEEDED', 'AUTHENTICATORS_NEEDED'],
  ['PENDING'],
  ['COMPLETED', 'FAILED', 'REJECTED'],
] as const;

test.each(
  STAGES.flatMap((from, before) =>
    STAGES.flatMap((to, after) =>
      from.flatMap((one) => to.map((other) => [one, other, before, after] as const)),
    ),
  ),
)('behavior: from %s to %s', async (one, other, before, after) => {
  const isOn = after > before || (after === before && (before < 3 || one === other));
  const seen = await seenOf(activityOf(`ACTIVITY_STATUS_${one}`));
  const found = await findContradiction(seen, activityOf(`ACTIVITY_STATUS_${other}`));
  expect(found).toBe(isOn ? undefined : 'status_backwards');
});

test('behavior: a status that isn’t known says nothing, whatever its name', async () => {
  for (const name of ['ACTIVITY_STATUS_OF_TOMORROW', 'toString', '']) {
    const seen = await seenOf(activityOf(name));
    expect(await findContradiction(seen, activityOf('ACTIVITY_STATUS_CREATED'))).toBeUndefined();
    const completed = await seenOf(activityOf('ACTIVITY_STATUS_COMPLETED'));
    expect(await findContradiction(completed, activityOf(name))).toBeUndefined();
  }
});

test('error: another fingerprint, or a vote of one id that says something else', async () => {
  const seen = await seenOf(activityOf('', [vote('1'), vote('2')]));
  const findFor = (votes: Parameters<typeof activityOf>[1], fingerprint?: string) =>
    findContradiction(seen, activityOf('', votes, fingerprint));
  expect(await findFor([vote('1'), vote('2')], 'sha256:11')).toBe('changed_since');
  expect(await findFor([vote('1'), vote('2', REJECTED)])).toBe('changed_since');
  expect(await findFor([vote('1'), vote('2', APPROVED, 'other')])).toBe('changed_since');
  expect(await findFor([vote('2'), vote('1'), vote('3', REJECTED)])).toBeUndefined();
  expect(await findFor(null)).toBeUndefined();
});

test('error: a rejection that is gone, though its id is there; not one under another id', async () => {
  const seen = await seenOf(activityOf('', [vote('1'), vote('2', REJECTED)]));
  const findFor = (...votes: ReturnType<typeof vote>[]) =>
    findContradiction(seen, activityOf('', votes));
  expect(await findFor(vote('1'))).toBe('rejection_hidden');
  expect(await findFor()).toBe('rejection_hidden');
  expect(await findFor(vote('3', REJECTED, 'message 2'))).toBeUndefined();
});

test('behavior: what was seen is kept, each vote once; what contradicts it changes nothing', async () => {
  const first = await seenOf(activityOf('ACTIVITY_STATUS_CREATED', [vote('1'), vote('2')]));
  const digest = await digestOfBody('message 1');
  expect(first).toMatchObject({
    fingerprint: 'sha256:00',
    status: 'ACTIVITY_STATUS_CREATED',
    votes: [{ id: '1', selection: APPROVED, digest }, { id: '2' }],
  });
  const later = activityOf('ACTIVITY_STATUS_PENDING', [vote('2'), vote('3')]);
  const second: SeenActivity = await rememberActivity(first, later);
  expect(second.status).toBe('ACTIVITY_STATUS_PENDING');
  expect(second.votes.map(({ id }) => id)).toEqual(['1', '2', '3']);
  const back = activityOf('ACTIVITY_STATUS_CREATED', []);
  expect(await rememberActivity(second, back)).toBe(second);
});
