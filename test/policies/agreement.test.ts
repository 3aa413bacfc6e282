import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unknown } from '../../src/policies/facts.ts';
import { possibleOutcomes, type PolicyOutcome } from '../../src/policies/policy-outcome.ts';
import { stepsOf } from '../../src/policies/clause-cost.ts';
import { evaluateClause } from '../../src/policies/evaluate-clause.ts';
import { MAX_DECISION_STEPS, MAX_STEPS } from '../../src/policies/limits.ts';
import { CLAUSES } from '../../src/policies/published-names.ts';
import { readPolicy, UNREADABLE, type ReadPolicy } from '../../src/policies/policy.ts';
import { readClause } from '../../src/policies/read-clause.ts';
import {
  predict,
  type RequestQuestion,
  type PolicyPrediction,
} from '../../src/policies/prediction.ts';
import { decide } from '../../src/service/policies/decision.ts';
import { readClause as readStoredClause } from '../../src/service/policies/clause.ts';
import { EvaluationError, evaluate } from '../../src/service/policies/evaluate.ts';
import { outcomeOf, readPolicy as readStored } from '../../src/service/policies/policy.ts';
import { PolicyTextError } from '../../src/service/policies/policy-text-error.ts';
import { chance, drawFrom, oneOf, type Draw } from './random-draw.ts';
import {
  clauseText,
  damagedClause,
  membersWithUnknowns,
  randomPolicies,
  randomWorld,
  type PolicyMembers,
  type World,
} from './random-policies.ts';

/*
 * Two evaluators that were written apart, the extension's and the service's, on the same random
 * organizations: an error in one of them shows unless both made it. One front reads for both, and is
 * held by the published vectors. `npm run trials` tries more.
 */

/** A seed says nothing when it is made smaller. */
const SEEDS = fc.noShrink(fc.integer());
const TRIALS = Number(process.env['KEYSTAMP_POLICY_TRIALS'] ?? 2000);
const RUNS = { numRuns: TRIALS, seed: Number(process.env['KEYSTAMP_SEED'] ?? 20_261_123) };
/** A trial takes less than a millisecond of one core; the machine may be busy with other tests. */
const TIMEOUT_MS = 180_000 + 5 * TRIALS;

/** The service's outcomes by the extension's; null: a DENY that doesn't match. */
const OUTCOMES: Readonly<Record<PolicyOutcome, ReturnType<typeof outcomeOf>>> = {
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
  const stored = policies.map((one) =>
    readStored({ id: one.policyId, name: one.policyName, effect: one.effect }, one),
  );
  const { approvals, condition, nowMs: now } = world;
  const question = { approvals, condition, now };
  const { verdict } = decide({
    ...world,
    policies: stored,
    rootQuorum: { ...world.rootQuorum, userIds: new Set(world.rootQuorum.userIds) },
    question,
    isEverybodys: false,
  });
  const together = { left: MAX_DECISION_STEPS };
  return {
    verdict: VERDICTS[verdict],
    outcomes: stored.map((one) => outcomeOf(one, question, together)),
  };
}

function byExtension(policies: readonly PolicyMembers[], world: World) {
  const read = policies.map(readPolicy);
  const { condition: facts, approvals: votes, nowMs, rootQuorum } = world;
  const { isOwnCredential, isRootOnly } = world;
  const question = { facts, votes, nowMs, isOwnCredential, isRootOnly };
  return {
    verdict: predict({ policies: read, rootQuorum }, question),
    outcomes: read.map((policy) => possibleOutcomes(policy, question)),
  };
}

test(
  'property: both evaluators agree on every outcome and every verdict',
  () => {
    const seen = new Map<string, number>();
    const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
    const property = fc.property(SEEDS, (seed) => {
      const g = drawFrom(seed);
      const [policies, world] = [randomPolicies(g), randomWorld(g)];
      const theirs = byService(policies, world);
      const { verdict, outcomes } = byExtension(policies, world);
      for (const [at, found] of outcomes.entries()) {
        const possible = [...found.outcomes].map((one) => OUTCOMES[one]);
        expect(possible).toContain(theirs.outcomes[at]);
        // Everything is known: only what isn't published leaves more than one.
        expect(found.causes).toEqual(possible.length === 1 ? [] : ['unpublished']);
        count(possible.length === 1 ? 'told' : 'untold');
        count(String(theirs.outcomes[at]));
      }
      if (verdict.kind === 'unknown') expect(verdict.causes).toEqual(['unpublished']);
      else expect(verdict).toMatchObject({ kind: theirs.verdict, unless: [] });
      count(theirs.verdict);
    });
    fc.assert(property, RUNS);
    // Each of them comes up often enough to mean something, and most outcomes can be told.
    for (const one of [...Object.values(VERDICTS), ...Object.values(OUTCOMES)]) {
      expect([one, (seen.get(String(one)) ?? 0) > TRIALS * 0.03]).toEqual([one, true]);
    }
    expect(seen.get('told') ?? 0).toBeGreaterThan(5 * (seen.get('untold') ?? 0));
  },
  TIMEOUT_MS,
);

/** What one clause says, and the steps that it took. */
function stepsOfBoth(clause: 'consensus' | 'condition' | 'time', text: string, world: World) {
  const { condition, approvals, nowMs } = world;
  const named = {
    condition,
    consensus: {
      approvers: approvals.map(({ user }) => user),
      credentials: approvals.map(({ credential }) => credential),
    },
    time: {},
  }[clause];
  const [ours, theirs] = [{ left: MAX_STEPS }, { left: MAX_STEPS }];
  const { clause: read } = readClause(clause, text);
  if (!read) throw new Error(`${text} can't be read`);
  const time = clause === 'time';
  const said = evaluateClause(read, time ? { time: { now: { atMs: nowMs } } } : named, nowMs, ours);
  let value: boolean | undefined;
  try {
    const names = time ? { time: { now: { timestamp: nowMs } } } : named;
    value = evaluate(readStoredClause(clause, text), names, theirs);
  } catch (error) {
    expect(error).toBeInstanceOf(EvaluationError);
  }
  const bound = stepsOf(read.tree);
  return { said, value, bound, ours: MAX_STEPS - ours.left, theirs: MAX_STEPS - theirs.left };
}

test(
  'property: both say the same of a clause, and neither takes more steps than its bound',
  () => {
    const seen = { told: 0, untold: 0, errors: 0 };
    const property = fc.property(SEEDS, (seed) => {
      const g = drawFrom(seed);
      const clause = oneOf(g, ['consensus', 'condition', 'condition', 'time'] as const);
      const text = clauseText({ g, clause, depth: 2 });
      const { said, value, bound, ours, theirs } = stepsOfBoth(clause, text, randomWorld(g));
      const { mayBeTrue, mayBeFalse, mayErr, causes } = said;
      const isPossible = value === undefined ? mayErr : value ? mayBeTrue : mayBeFalse;
      expect([text, isPossible]).toEqual([text, true]);
      expect([text, ours <= bound, theirs <= bound]).toEqual([text, true, true]);
      expect(causes.filter((cause) => cause !== 'unpublished')).toEqual([]);
      seen[causes.length > 0 ? 'untold' : 'told'] += 1;
      if (value === undefined) seen.errors += 1;
    });
    fc.assert(property, RUNS);
    expect(seen.told).toBeGreaterThan(4 * seen.untold);
    expect(seen.errors).toBeLessThan(TRIALS * 0.6);
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

/** A policy of which a clause, or the effect, can't be read. */
function withGap(g: Draw, policy: ReadPolicy): ReadPolicy {
  if (chance(g, 20)) return { ...policy, effect: undefined };
  const clauses = { ...policy.clauses, [oneOf(g, CLAUSES)]: UNREADABLE };
  return { ...policy, clauses };
}

const DOES = { allow: 'allowed', ask_approval: 'consensus', deny: 'refused' } as const;

/** The verdicts that it leaves open: more than one where a policy that can't be read could change it. */
const openKinds = (verdict: Exclude<PolicyPrediction, { kind: 'unknown' }>): readonly string[] => [
  verdict.kind,
  ...verdict.unless.flatMap(({ mightDo }) => mightDo.map((does) => DOES[does])),
];

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
  const gaps = policies.map((one) => (chance(g, 18) ? withGap(g, one) : one));
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
      const whole = byService(texts, world);
      const { question, rules, gaps } = withGaps(g, policies, world);
      const verdict = predict(rules, question);
      const count = (what: string) => definite.set(what, (definite.get(what) ?? 0) + 1);
      count(verdict.kind);
      if (verdict.kind === 'unknown') expect(verdict.causes).not.toEqual([]);
      else {
        expect(openKinds(verdict)).toContain(whole.verdict);
        if (verdict.unless.length > 0) count('unless');
      }
      for (const [at, policy] of gaps.entries()) {
        const { outcomes, causes } = possibleOutcomes(policy, question);
        const possible = [...outcomes].map((outcome) => OUTCOMES[outcome]);
        expect(possible).toContain(whole.outcomes[at]);
        expect(outcomes.size === 1).toBe(causes.length === 0);
      }
    });
    fc.assert(property, RUNS);
    for (const kind of ['allowed', 'consensus', 'refused', 'unknown', 'unless']) {
      expect([kind, (definite.get(kind) ?? 0) > TRIALS * 0.02]).toEqual([kind, true]);
    }
  },
  TIMEOUT_MS,
);
