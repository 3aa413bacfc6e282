// A vote is answered with the activity that it is about. It counts when its own bytes are among the votes.
import { describe, expect, test } from 'vitest';
import {
  hasVote,
  readTargetFingerprint,
  verifyVotedActivity,
  type StampedVote,
} from '../../src/activities/verify-vote.ts';
import { parseActivity, submitBody } from '../../src/protocol/envelope.ts';
import { KeystampError } from '../../src/protocol/errors.ts';
import { OPERATIONS } from '../../src/protocol/operations.ts';

const ORGANIZATION = '11111111-1111-4111-8111-111111111111';
const TARGET = '22222222-2222-4222-8222-222222222222';
const OTHER = '44444444-4444-4444-8444-444444444444';
const FINGERPRINT = `sha256:${'ab'.repeat(32)}`;
const [version] = OPERATIONS.approve_activity.versions;

const body = submitBody(version, ORGANIZATION, 1_763_700_000_000, { fingerprint: FINGERPRINT });
const stamped: StampedVote = {
  selection: 'approve',
  organizationId: ORGANIZATION,
  body,
  fingerprint: FINGERPRINT,
  activityId: null,
};

const voteWith = (changes: object = {}) => ({
  id: 'v',
  userId: 'u',
  activityId: TARGET,
  selection: 'VOTE_SELECTION_APPROVED',
  message: body,
  publicKey: '02',
  signature: '30',
  scheme: 'S',
  createdAt: '0',
  ...changes,
});
const first = voteWith({ id: 'first', message: '{"the":"submission"}' });

const answerWith = (changes: object = {}) => ({
  activity: {
    id: TARGET,
    organizationId: ORGANIZATION,
    status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
    type: 'ACTIVITY_TYPE_UPDATE_WALLET',
    intent: { updateWalletIntent: { walletId: OTHER, walletName: 'Payroll' } },
    votes: [first, voteWith()],
    fingerprint: FINGERPRINT,
    ...changes,
  },
});

function errorOf(work: () => unknown): Pick<KeystampError, 'code' | 'detail'> {
  try {
    work();
  } catch (error) {
    if (error instanceof KeystampError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('verifyVotedActivity', () => {
  test.each(['CONSENSUS_NEEDED', 'AUTHENTICATORS_NEEDED', 'COMPLETED', 'FAILED', 'NEWER'])(
    'behavior: returns the activity of another type that has the vote, even when it is %s',
    (name) => {
      const status = `ACTIVITY_STATUS_${name}`;
      const activity = verifyVotedActivity(stamped, answerWith({ status }));
      expect(activity).toMatchObject({ id: TARGET, status, type: 'ACTIVITY_TYPE_UPDATE_WALLET' });
      expect(verifyVotedActivity({ ...stamped, activityId: TARGET }, answerWith()).id).toBe(TARGET);
    },
  );

  test('behavior: a rejection', () => {
    const rejection = { ...stamped, selection: 'reject' } as const;
    const votes = [first, voteWith({ selection: 'VOTE_SELECTION_REJECTED' })];
    const answer = answerWith({ votes, status: 'ACTIVITY_STATUS_REJECTED' });
    expect(verifyVotedActivity(rejection, answer).status).toBe('ACTIVITY_STATUS_REJECTED');
  });

  test.each([[undefined], [null], [[]]])(
    'behavior: an answer with the votes %j: the service accepted these bytes',
    (votes) => {
      expect(verifyVotedActivity(stamped, answerWith({ votes })).id).toBe(TARGET);
    },
  );

  test.each([
    ['organizationId', 'other_organization', { organizationId: OTHER }],
    ['fingerprint', 'other_request', { fingerprint: `sha256:${'cd'.repeat(32)}` }],
    ['votes', 'vote_missing', { votes: [first] }],
    ['votes', 'vote_missing', { votes: [first, voteWith({ message: `${body} ` })] }],
    ['votes', 'other_vote', { votes: [first, voteWith({ selection: 'VOTE_SELECTION_REJECTED' })] }],
    ['votes', 'other_vote', { votes: [first, voteWith({ selection: 'VOTE_SELECTION_NEWER' })] }],
  ])('error: another %s is reported as %s', (field, reason, changes) => {
    const error = errorOf(() => verifyVotedActivity(stamped, answerWith(changes)));
    expect(error).toMatchObject({ code: 'reply_mismatch', detail: { field, reason } });
  });

  test('error: a different activity than before', () => {
    const error = errorOf(() =>
      verifyVotedActivity({ ...stamped, activityId: OTHER }, answerWith()),
    );
    expect(error.detail).toEqual({ field: 'id', reason: 'other_activity' });
  });

  test.each([[undefined], [{}], [{ activity: null }]])('error: %j isn’t a reply', (answer) => {
    expect(errorOf(() => verifyVotedActivity(stamped, answer)).code).toBe('service_malformed');
  });
});

describe('hasVote', () => {
  const listed = (changes: object = {}) => parseActivity(answerWith(changes));

  test('behavior: tells whether the list’s activity has it', () => {
    expect(hasVote(stamped, listed())).toBe(true);
    expect(hasVote(stamped, listed({ votes: [first] }))).toBe(false);
  });

  test('error: a list without votes proves nothing', () => {
    expect(errorOf(() => hasVote(stamped, listed({ votes: null }))).code).toBe('outcome_unknown');
  });

  test('error: the list’s activity is another one than the vote names', () => {
    const other = listed({ organizationId: OTHER });
    expect(errorOf(() => hasVote(stamped, other)).detail?.reason).toBe('other_organization');
  });

  test('error: it is said to be the opposite', () => {
    const votes = [first, voteWith({ selection: 'VOTE_SELECTION_REJECTED' })];
    expect(errorOf(() => hasVote(stamped, listed({ votes }))).detail?.reason).toBe('other_vote');
  });
});

describe('readTargetFingerprint', () => {
  test('behavior: returns that of a body', () => {
    expect(readTargetFingerprint(body)).toBe(FINGERPRINT);
  });

  test.each(['{}', '{"parameters":{}}', '[]', ''])('error: %j names none', (text) => {
    expect(() => readTargetFingerprint(text)).toThrow();
  });
});
