import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unknown } from '../../src/policies/facts.ts';
import { possibleOutcomes, type Outcome } from '../../src/policies/policy-outcome.ts';
import { readClause, readPolicy, type ReadPolicy } from '../../src/policies/policy.ts';
import { verdictOf, type RequestQuestion } from '../../src/policies/verdict.ts';
import { decide } from '../../src/service/policies/decision.ts';
import {
  outcomeOf,
  readClause as readStoredClause,
  readPolicy as readStored,
} from '../../src/service/policies/policy.ts';
import { PolicyTextError } from '../../src/service/policies/syntax.ts';
import {
  chance,
  damagedClause,
  drawFrom,
  membersWithUnknowns,
  oneOf,
  randomPolicies,
  randomWorld,
  type Draw,
  type PolicyMembers,
  type World,
} from './random-policies.ts';

/*
 * Two evaluators that were written apart, the extension's and the service's, on the same random
 * organizations: an error in one of them shows unless both made it. `npm run trials` tries more.
 */

/** Seconds of one core; the machine may be busy with other tests. */
const TIMEOUT_MS = 180_000;

/** A seed says nothing when it is made smaller. */
const SEEDS = fc.noShrink(fc.integer());
const TRIALS = Number(process.env['KEYSTAMP_POLICY_TRIALS'] ?? 2000);
const RUNS = { numRuns: TRIALS, seed: 20_261_123 };

/** The service's outcomes by the extension's; null: a DENY that doesn't match. */
const OUTCOMES: Readonly<Record<Outcome, ReturnType<typeof outcomeOf>>> = {
  allow: 'OUTCOME_ALLOW',
  requires_consensus: 'OUTCOME_REQUIRES_CONSENSUS',
  deny_implicit: 'OUTCOME_DENY_IMPLICIT',
  deny_explicit: 'OUTCOME_DENY_EXPLICIT',
  none: null,
  error: 'OUTCOME_ERROR',
  time_inactive: 'OUTCOME_TIME_INACTIVE',
};
const VERDICTS = { allowed: 'allowed', consensus: 'consensus', denied: 'refused' } as const;

function byService(policies: readonly PolicyMembers[], world: World) {
  const stored = policies.map((one) => readStored(one.policyId, one.effect, one));
  const { approvals, condition, nowMs: now } = world;
  const question = { approvals, condition, now };
  const { verdict } = decide({
    ...world,
    policies: stored,
    rootQuorum: { ...world.rootQuorum, userIds: new Set(world.rootQuorum.userIds) },
    question,
    isEverybodys: false,
  });
  return { verdict: VERDICTS[verdict], outcomes: stored.map((one) => outcomeOf(one, question)) };
}

function byExtension(policies: readonly PolicyMembers[], world: World) {
  const read = policies.map(readPolicy);
  const { condition: facts, approvals: votes, nowMs, rootQuorum } = world;
  const { isOwnCredential, isRootOnly } = world;
  const question = { facts, votes, nowMs, isOwnCredential, isRootOnly };
  const outcomes = read.map((policy) => {
    const found = [...possibleOutcomes(policy, question).outcomes];
    return found.length === 1 && found[0] ? OUTCOMES[found[0]] : found;
  });
  return { verdict: verdictOf({ policies: read, rootQuorum }, question).kind, outcomes };
}

test(
  'property: both evaluators agree on every outcome and every verdict',
  () => {
    const seen = new Map<string, number>();
    const property = fc.property(SEEDS, (seed) => {
      const g = drawFrom(seed);
      const [policies, world] = [randomPolicies(g), randomWorld(g)];
      const theirs = byService(policies, world);
      expect(byExtension(policies, world)).toEqual(theirs);
      for (const one of [theirs.verdict, ...theirs.outcomes]) {
        seen.set(String(one), (seen.get(String(one)) ?? 0) + 1);
      }
    });
    fc.assert(property, RUNS);
    // Each of them comes up often enough to mean something.
    for (const one of [...Object.values(VERDICTS), ...Object.values(OUTCOMES)]) {
      expect([one, (seen.get(String(one)) ?? 0) > TRIALS * 0.03]).toEqual([one, true]);
    }
  },
  TIMEOUT_MS,
);

function isStored(clause: 'consensus' | 'condition' | 'time', text: string): boolean {
  try {
    readStoredClause(clause, text);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(PolicyTextError);
    return false;
  }
}

test(
  'property: a text that one refuses, the other refuses too, and says where',
  () => {
    let accepted = 0;
    const property = fc.property(SEEDS, (seed) => {
      const g = drawFrom(seed);
      const clause = oneOf(g, ['consensus', 'condition', 'time'] as const);
      const text = damagedClause(g, clause);
      const { fault } = readClause(clause, text);
      expect([text, fault === undefined]).toEqual([text, isStored(clause, text)]);
      if (!fault) accepted += 1;
      else expect(fault.span.from <= fault.span.to && fault.span.to <= text.length).toBe(true);
    });
    fc.assert(property, RUNS);
    expect(accepted).toBeGreaterThan(TRIALS * 0.05);
    expect(accepted).toBeLessThan(TRIALS * 0.5);
  },
  TIMEOUT_MS,
);

/** The same question with parts of it not known, and policies of which one may not be readable. */
function withGaps(g: Draw, policies: readonly ReadPolicy[], world: World) {
  const question: RequestQuestion = {
    facts: membersWithUnknowns(g, world.condition),
    votes: world.approvals.map(({ user, credential }) => ({
      user: chance(g, 8) ? unknown('voter_unread') : membersWithUnknowns(g, user),
      credential: membersWithUnknowns(g, credential),
    })),
    nowMs: chance(g, 10) ? undefined : world.nowMs,
    isOwnCredential: chance(g, 20) ? undefined : world.isOwnCredential,
    isRootOnly: world.isRootOnly,
  };
  const gaps = policies.map((one) => (chance(g, 5) ? { ...one, unreadable: true } : one));
  const rules = {
    policies: chance(g, 3) ? undefined : gaps,
    rootQuorum: chance(g, 10) ? undefined : world.rootQuorum,
  };
  return { question, rules, gaps };
}

test(
  'property: no value of what is unknown flips a verdict or an outcome that was certain',
  () => {
    const definite = new Map<string, number>();
    const property = fc.property(SEEDS, (seed) => {
      const g = drawFrom(seed);
      const [texts, world] = [randomPolicies(g), randomWorld(g)];
      const policies = texts.map(readPolicy);
      const whole = byExtension(texts, world);
      const { question, rules, gaps } = withGaps(g, policies, world);
      const verdict = verdictOf(rules, question);
      definite.set(verdict.kind, (definite.get(verdict.kind) ?? 0) + 1);
      if (verdict.kind !== 'unknown') expect(verdict.kind).toBe(whole.verdict);
      else expect(verdict.causes).not.toEqual([]);
      for (const [at, policy] of gaps.entries()) {
        const { outcomes, causes } = possibleOutcomes(policy, question);
        const possible = [...outcomes].map((outcome) => OUTCOMES[outcome]);
        expect(possible).toContain(whole.outcomes[at]);
        expect(outcomes.size === 1).toBe(causes.length === 0);
      }
    });
    fc.assert(property, RUNS);
    for (const kind of ['allowed', 'consensus', 'refused', 'unknown']) {
      expect([kind, (definite.get(kind) ?? 0) > TRIALS * 0.02]).toEqual([kind, true]);
    }
  },
  TIMEOUT_MS,
);
