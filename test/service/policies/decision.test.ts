// Whose vote counts, and what decides, for what only the root quorum may do.
import { describe, expect, test } from 'vitest';
import { decide, mayVote, type Decided } from '../../../src/service/policies/decision.ts';
import { readPolicy } from '../../../src/service/policies/policy.ts';
import type { Approval } from '../../../src/service/policies/vote-counts.ts';

const voteOf = (id: string): Approval => ({
  user: { id, tags: [], email: '', alias: '' },
  credential: { id: `key of ${id}`, user_id: id, type: 'CREDENTIAL_TYPE_API_KEY_P256' },
});
const TWO = readPolicy(
  { id: 'two', name: 'two', effect: 'EFFECT_ALLOW' },
  {
    consensus: 'approvers.count() >= 2',
    condition: null,
    time: null,
  },
);
const request = (approverIds: readonly string[], changes: Partial<Decided> = {}): Decided => ({
  policies: [TWO],
  rootQuorum: { threshold: 2, userIds: new Set(['root', 'other']) },
  question: { approvals: approverIds.map(voteOf), condition: {}, now: 0 },
  approverIds,
  isRootOnly: false,
  isEverybodys: false,
  isOwnCredential: false,
  ...changes,
});
const verdict = (...args: Parameters<typeof request>) => decide(request(...args)).verdict;
const counts = (id: string, changes: Partial<Decided> = {}) =>
  mayVote(request(['user'], changes), id, voteOf(id));

describe('the root quorum', () => {
  test('behavior: counts users, not their credentials', () => {
    expect(verdict(['root', 'root'], { policies: [] })).toBe('consensus');
    expect(verdict(['root', 'other'], { policies: [] })).toBe('allowed');
    expect(verdict(['user', 'user'], { policies: [] })).toBe('denied');
  });

  test('error: what it alone may do, no policy and no own credential allows', () => {
    expect(verdict(['user', 'third'])).toBe('allowed');
    expect(verdict(['user', 'third'], { isRootOnly: true })).toBe('denied');
    const own = { isOwnCredential: true, policies: [] };
    expect(verdict(['user'], own)).toBe('allowed');
    expect(verdict(['user'], { ...own, isRootOnly: true })).toBe('denied');
    expect(verdict(['root'], { isRootOnly: true })).toBe('consensus');
    expect(decide(request(['root'], { isRootOnly: true })).evaluations).toEqual([]);
    expect(verdict(['root', 'other'], { isRootOnly: true })).toBe('allowed');
  });
});

describe('a vote', () => {
  test('behavior: counts toward a policy that waits, and toward the root quorum', () => {
    expect([counts('third'), counts('root')]).toEqual([true, true]);
    expect([counts('third', { policies: [] }), counts('root', { policies: [] })]).toEqual([
      false,
      true,
    ]);
  });

  test('error: none for a policy that denies, or that the request is not meant by', () => {
    const denying = { ...TWO, effect: 'EFFECT_DENY' as const };
    const texts = { consensus: 'approvers.count() >= 2', condition: '1 == 2', time: null };
    const elsewhere = readPolicy({ id: 'two', name: 'two', effect: 'EFFECT_ALLOW' }, texts);
    for (const policy of [denying, elsewhere])
      expect(counts('third', { policies: [policy] })).toBe(false);
    expect(counts('third', { policies: [denying, elsewhere, TWO] })).toBe(true);
  });

  test('behavior: as many as the largest number of a condition, wherever it stands', () => {
    const texts = {
      consensus: '3 <= approvers.filter(user, user.tags.count() >= 0).count()',
      condition: null,
      time: null,
    };
    const three = readPolicy({ id: 'three', name: 'three', effect: 'EFFECT_ALLOW' }, texts);
    expect(counts('third', { policies: [three] })).toBe(true);
    expect(verdict(['user'], { policies: [three] })).toBe('consensus');
    expect(verdict(['user', 'third', 'root'], { policies: [three] })).toBe('allowed');
  });

  test('error: of nobody but its users for what only the root quorum may do', () => {
    const isRootOnly = { isRootOnly: true };
    expect([counts('third', isRootOnly), counts('root', isRootOnly)]).toEqual([false, true]);
  });
});

describe('a policy of which a clause errs', () => {
  const holds = { consensus: null, condition: null, time: null };

  test.each([
    ['time', { time: "time.now >= [Timestamp('2026-01-01T00:00:00Z')][1]" }],
    ['condition', { condition: "['a'][1] == 'a'" }],
    ['consensus', { consensus: "approvers[5].id == 'user'" }],
  ])('error: its %s: neither allows nor denies, and takes no vote', (_, clause) => {
    const faulty = readPolicy(
      { id: 'faulty', name: 'faulty', effect: 'EFFECT_ALLOW' },
      { ...holds, ...clause },
    );
    const policies = [faulty, { ...faulty, effect: 'EFFECT_DENY' as const }];
    expect(decide(request(['user'], { policies }))).toEqual({
      verdict: 'denied',
      evaluations: policies.map(() => ({ policyId: 'faulty', outcome: 'OUTCOME_ERROR' })),
    });
    expect(counts('third', { policies })).toBe(false);
  });
});
