// Who has approved, and who is missing: only what rules say, never a guess.
import { describe, expect, test } from 'vitest';
import type { Activity } from '../../../src/protocol/service-records.ts';
import {
  approversOf,
  quorumRules,
  windowEndOf,
  type QuorumFacts,
} from '../../../src/ui/activities/votes/quorum.ts';

const DAY = 24 * 3_600_000;
const vote = (userId: string, at: number, selection = 'APPROVED') => ({
  userId,
  selection: `VOTE_SELECTION_${selection}`,
  createdAt: String(at),
});
const activityWith = (...votes: object[]) => ({ votes, createdAt: '1' }) as unknown as Activity;

const facts = (changes: Partial<QuorumFacts> = {}): QuorumFacts => ({
  approved: ['a'],
  rootQuorum: undefined,
  policies: [],
  usersWithTag: (tag) => (tag === 't' ? ['a', 'b', 'c'] : []),
  ...changes,
});
const requirementsOf = (consensus: string, changes: Partial<QuorumFacts> = {}) =>
  quorumRules(facts({ policies: [{ policyName: 'P', consensus }], ...changes }))[0]?.requirements;

describe('the window', () => {
  test('behavior: a day from the first vote; a vote after it begins the next one', () => {
    expect(windowEndOf(activityWith(vote('a', 1000), vote('b', 5000)))).toBe(1000 + DAY);
    const lapsed = activityWith(vote('a', 1000), vote('b', 1000 + DAY));
    expect(windowEndOf(lapsed)).toBe(1000 + 2 * DAY);
    expect(approversOf(lapsed, 1001 + DAY)).toEqual(['b']);
  });

  test('behavior: approvals count until it ends, each user once, rejections never', () => {
    const activity = activityWith(vote('a', 1000), vote('a', 1001), vote('b', 1002, 'REJECTED'));
    expect(approversOf(activity, 2000)).toEqual(['a']);
    expect(approversOf(activity, 1000 + DAY)).toEqual([]);
  });

  test('behavior: without times nothing counts', () => {
    const activity = { votes: [], createdAt: undefined } as unknown as Activity;
    expect([windowEndOf(activity), approversOf(activity, 1)]).toEqual([undefined, []]);
  });
});

describe('the rules', () => {
  test('behavior: a number of approvals names nobody', () => {
    expect(requirementsOf('approvers.count() >= 3')).toEqual([
      { threshold: 3, approved: ['a'], candidates: undefined },
    ]);
  });

  test('behavior: users by id, by tag, and several parts', () => {
    expect(requirementsOf("approvers.any(user, user.id == 'b')")).toEqual([
      { threshold: 1, approved: [], candidates: ['b'] },
    ]);
    expect(requirementsOf("approvers.any(u, u.tags.contains('t'))")).toEqual([
      { threshold: 1, approved: ['a'], candidates: ['b', 'c'] },
    ]);
    expect(
      requirementsOf(
        "approvers.filter(u, u.tags.contains('t')).count() >= 2 && approvers.any(user, user.id == 'x')",
      ),
    ).toEqual([
      { threshold: 2, approved: ['a'], candidates: ['b', 'c'] },
      { threshold: 1, approved: [], candidates: ['x'] },
    ]);
  });

  test.each([
    "approvers.any(user, user.id == 'b') || approvers.count() >= 2",
    "approvers.any(user, user.email == 'b')",
    'approvers.count() > 2',
    "credentials.any(c, c.type == 'X') && approvers.count() >= 2",
    '',
  ])('behavior: %s is shown as it is', (consensus) => {
    expect(requirementsOf(consensus)).toBeUndefined();
  });

  test('behavior: a tag of users that aren’t known names nobody', () => {
    const usersWithTag = () => undefined;
    expect(
      requirementsOf("approvers.any(u, u.tags.contains('t'))", { usersWithTag }),
    ).toBeUndefined();
  });

  test('behavior: the root quorum, where one of it approved', () => {
    const rootQuorum = { threshold: 2, userIds: ['a', 'r'] };
    expect(quorumRules(facts({ rootQuorum }))).toEqual([
      {
        policyName: undefined,
        requirements: [{ threshold: 2, approved: ['a'], candidates: ['r'] }],
        text: '',
      },
    ]);
    expect(quorumRules(facts({ rootQuorum, approved: ['x'] }))).toEqual([]);
  });
});
