// Whose approvals count, what they still have to show, and who may vote.
import { describe, expect, test } from 'vitest';
import type { Demand } from '../../src/service/factors.ts';
import { readPolicy } from '../../src/service/policies/policy.ts';
import type { Steps } from '../../src/service/policies/mfa.ts';
import type { ActivityRow } from '../../src/service/schema.ts';
import { parseUserRecord } from '../../src/service/users.ts';
import { takesVotes, votingSince, type VoteRow } from '../../src/service/votes.ts';
import { standingOf, votingRights } from '../../src/service/voting-rights.ts';

const DAY = 24 * 3_600_000;
const START = 1_800_000_000_000;

/** A user with a key, and a passkey; their public keys have the user's name. */
const userOf = (id: string) =>
  parseUserRecord(
    JSON.stringify({
      id,
      name: id,
      email: null,
      phone: null,
      createdAt: 0,
      updatedAt: 0,
      apiKeys: [
        {
          id: `key-${id}`,
          name: '',
          publicKey: `key of ${id}`,
          curve: 'P256',
          expirationSeconds: null,
          createdAt: 0,
          updatedAt: 0,
        },
      ],
      authenticators: [
        {
          id: `passkey-${id}`,
          name: '',
          credentialId: '',
          publicKey: `passkey of ${id}`,
          transports: '[]',
          aaguid: '',
          attestationType: 'none',
          createdAt: 0,
          updatedAt: 0,
        },
      ],
      tagIds: [],
    }),
  );

const two = readPolicy(
  { id: 'two', name: 'two', effect: 'EFFECT_ALLOW' },
  {
    consensus: "approvers.filter(user, user.id != 'stranger').count() >= 3",
    condition: null,
    time: null,
  },
);
const state = {
  policies: [two],
  rootQuorum: { threshold: 2, userIds: new Set<string>() },
  users: ['submitter', 'one', 'other', 'stranger'].map(userOf),
  targets: new Map(),
};
const row = {
  id: 'activity',
  voteId: 'first',
  type: 'ACTIVITY_TYPE_UPDATE_WALLET',
  body: '{"parameters":{}}',
  userId: 'submitter',
  publicKey: 'key of submitter',
  createdAt: START,
  votingSince: START,
} as ActivityRow;

const vote = (userId: string, what = 'key', more: Partial<VoteRow> = {}) =>
  ({
    userId,
    publicKey: `${what} of ${userId}`,
    isApproval: true,
    createdAt: START + 1,
    ...more,
  }) as VoteRow;
const step = (...types: readonly ('API_KEY' | 'PASSKEY')[]): Steps[number] => ({
  any: types.map((type) => ({ type: `AUTHENTICATION_TYPE_${type}` as const })),
});
const demandOf = (userId: string, ...steps: Steps): Demand => ({
  activityId: 'activity',
  userId,
  mfaPolicyId: 'mfa',
  steps,
});
const BOTH = [step('API_KEY'), step('PASSKEY')];

const waitingWith = (later: readonly VoteRow[], demands: readonly Demand[] = []) => ({
  row,
  later,
  demands,
});
const countedOf = (
  later: readonly VoteRow[],
  demands: readonly Demand[] = [],
  { users = state.users, now = START + 2 } = {},
) => standingOf({ users }, waitingWith(later, demands), now).counted.map(({ userId }) => userId);

describe('the states that take votes', () => {
  test.each([
    ['CONSENSUS_NEEDED', true],
    ['AUTHENTICATORS_NEEDED', true],
    ['COMPLETED', false],
    ['REJECTED', false],
    ['PENDING', false],
  ])('behavior: %s: %s', (status, takes) => {
    expect(takesVotes({ status: `ACTIVITY_STATUS_${status}` })).toBe(takes);
  });
});

describe('what counts', () => {
  test('behavior: the submission and each approval, for a day', () => {
    expect(countedOf([vote('one'), vote('other')])).toEqual(['submitter', 'one', 'other']);
    expect(countedOf([vote('one', 'key', { isApproval: false })])).toEqual(['submitter']);
    const last = { now: START + DAY - 1 };
    expect(countedOf([vote('one')], [], last)).toEqual(['submitter', 'one']);
    expect(countedOf([vote('one')], [], { now: START + DAY })).toEqual([]);
    expect(votingSince({ ...row, votingSince: null }, 7)).toBe(7);
    expect(votingSince(row, START + DAY - 1)).toBe(START);
    expect(votingSince(row, START + DAY)).toBe(START + DAY);
  });

  test('behavior: what was approved before the votes began anew does not count', () => {
    const again = { ...row, votingSince: START + DAY };
    const later = [vote('one'), vote('other', 'key', { createdAt: START + DAY })];
    const { counted } = standingOf(state, { row: again, later, demands: [] }, START + DAY + 1);
    expect(counted.map(({ userId }) => userId)).toEqual(['other']);
  });

  test('error: an approval ends with its user', () => {
    const users = state.users.filter(({ id }) => id !== 'one');
    const later = [vote('one'), vote('other')];
    expect(countedOf(later, [], { users })).toEqual(['submitter', 'other']);
    expect(standingOf({ users }, waitingWith(later), START + 2).hasApproved('one')).toBe(false);
  });

  test('error: nothing of a user who has factors to show', () => {
    const demands = [demandOf('one', ...BOTH)];
    const standing = standingOf(state, waitingWith([vote('one')], demands), START + 2);
    expect(standing.counted.map(({ userId }) => userId)).toEqual(['submitter']);
    expect(standing.hasApproved('one')).toBe(true);
    expect(standing.missing('one')).toEqual([step('PASSKEY')]);
    expect(standing.missing('other')).toEqual([]);
    expect(standing.needsFactors).toBe(true);
    const shown = [vote('one'), vote('one', 'passkey')];
    expect(countedOf(shown, demands)).toEqual(['submitter', 'one', 'one']);
    expect(standingOf(state, waitingWith(shown, demands), START + 2).needsFactors).toBe(false);
  });

  test('error: another user’s credential, and one that was removed, show nothing', () => {
    const demands = [demandOf('one', ...BOTH)];
    const borrowed = vote('one', 'passkey', { publicKey: 'passkey of other' });
    expect(countedOf([vote('one'), borrowed], demands)).toEqual(['submitter']);
    const shownByOther = [vote('one'), vote('other', 'passkey')];
    expect(countedOf(shownByOther, demands)).toEqual(['submitter', 'other']);
    const users = state.users.map((user) =>
      user.id === 'one' ? { ...user, authenticators: [] } : user,
    );
    const later = [vote('one'), vote('one', 'passkey')];
    expect(countedOf(later, demands, { users })).toEqual(['submitter']);
  });

  test('behavior: a step with a choice takes either, one that names a credential only that', () => {
    const either = [demandOf('one', step('PASSKEY', 'API_KEY'))];
    expect(countedOf([vote('one')], either)).toContain('one');
    const named = (id: string) => [
      demandOf('one', { any: [{ type: 'AUTHENTICATION_TYPE_API_KEY', id }] }),
    ];
    expect(countedOf([vote('one')], named('KEY-ONE'))).toContain('one');
    expect(countedOf([vote('one')], named('key-other'))).not.toContain('one');
  });

  test('behavior: the submitter’s factors are needed even after the submission has lapsed', () => {
    const demands = [demandOf('submitter', ...BOTH)];
    const { needsFactors, counted, missing } = standingOf(
      state,
      waitingWith([], demands),
      START + DAY,
    );
    expect({ needsFactors, counted }).toEqual({ needsFactors: true, counted: [] });
    expect(missing('submitter')).toEqual(BOTH);
  });
});

describe('who may vote', () => {
  const rightsOf = (
    userId: string,
    later: readonly VoteRow[] = [],
    demands: readonly Demand[] = [],
    known: Partial<typeof state> = {},
  ) => {
    const voter = { userId, publicKey: `key of ${userId}` };
    const waiting = waitingWith(later, demands);
    const rights = votingRights({ ...state, ...known }, waiting, voter, START + 2);
    const { canApprove, canReject, waitsForSubmitter } = rights;
    return { canApprove, canReject, waitsForSubmitter };
  };
  const may = { canApprove: true, canReject: true, waitsForSubmitter: false };

  test('behavior: whom a policy counts, once; a rejection at any time', () => {
    expect(rightsOf('one')).toEqual(may);
    expect(rightsOf('one', [vote('one')])).toEqual({ ...may, canApprove: false });
    expect(rightsOf('submitter')).toEqual({ ...may, canApprove: false });
    const none = { ...may, canApprove: false, canReject: false };
    expect(rightsOf('stranger')).toEqual(none);
    expect(rightsOf('one', [], [], { policies: [] })).toEqual(none);
  });

  test('behavior: the root quorum’s users, whatever the policies say', () => {
    const rootQuorum = { threshold: 2, userIds: new Set(['stranger']) };
    expect(rightsOf('stranger', [], [], { rootQuorum })).toEqual(may);
  });

  test('behavior: nobody else approves before the submitter has shown what is missing', () => {
    const demands = [demandOf('submitter', ...BOTH)];
    const waits = { ...may, waitsForSubmitter: true };
    expect(rightsOf('submitter', [], demands)).toEqual(waits);
    expect(rightsOf('one', [], demands)).toEqual({ ...waits, canApprove: false });
    expect(rightsOf('one', [vote('submitter', 'passkey')], demands)).toEqual(may);
  });

  test('behavior: who has begun may go on, though no policy counts the vote any more', () => {
    const demands = [demandOf('one', ...BOTH)];
    const known = { policies: [] };
    expect(rightsOf('one', [vote('one')], demands, known)).toEqual(may);
    const ended = { ...may, canApprove: false, canReject: false };
    const shown = [vote('one'), vote('one', 'passkey')];
    expect(rightsOf('one', shown, demands, known)).toEqual(ended);
    // Without an approval the demands of former days are no vote that has begun.
    expect(rightsOf('one', [], demands, known)).toEqual(ended);
  });
});
