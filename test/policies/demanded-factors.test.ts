import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { missingFactors, type MfaPolicyText } from '../../src/policies/demanded-factors.ts';
import type { Facts } from '../../src/policies/facts.ts';
import { unknown } from '../../src/policies/facts.ts';
import { demandedPolicies, isFilledBy, parseSteps } from '../../src/service/policies/mfa.ts';
import { chance, drawFrom, oneOf, type Draw } from './random-draw.ts';
import { clauseText, membersWithUnknowns, randomWorld } from './random-policies.ts';

/*
 * What MFA policies demand besides a stamp: by the extension and by the service, which were written
 * apart, on random users; and what isn't known never makes a demand certain.
 */

const TRIALS = Number(process.env['KEYSTAMP_POLICY_TRIALS'] ?? 2000);
const RUNS = { numRuns: TRIALS, seed: 20_261_124 };
const TIMEOUT_MS = 120_000 + 5 * TRIALS;
const SEEDS = fc.noShrink(fc.integer());

const TYPES = ['API_KEY', 'PASSKEY', 'EMAIL_OTP'].map((name) => `AUTHENTICATION_TYPE_${name}`);
const KEY_ID = 'k1';

function randomMethod(g: Draw) {
  const type = oneOf(g, TYPES);
  const canHaveId = !type.endsWith('OTP') && chance(g, 40);
  return { type, ...(canHaveId && { id: oneOf(g, [KEY_ID, 'K1', 'k2']) }) };
}

const several = <T>(g: Draw, make: () => T): readonly T[] => Array.from({ length: 1 + g(1) }, make);

/** A user's MFA policies, in any sequence. */
function randomFactorPolicies(g: Draw): readonly (MfaPolicyText & { readonly order: number })[] {
  const policies = Array.from({ length: g(4) }, (_, order) => ({
    condition: chance(g, 25) ? 'true' : clauseText({ g, clause: 'condition', depth: 1 }),
    requiredAuthenticationMethods: several(g, () => ({ any: several(g, () => randomMethod(g)) })),
    order,
  }));
  return chance(g, 50) ? policies.toReversed() : policies;
}

/** The steps that the service finds unfilled after a stamp by the key. */
function byService(policies: ReturnType<typeof randomFactorPolicies>, facts: never): string[] {
  const stored = policies
    .toSorted((one, other) => one.order - other.order)
    .map(({ condition, requiredAuthenticationMethods, order }) => ({
      id: String(order),
      name: '',
      condition,
      steps: JSON.stringify(requiredAuthenticationMethods),
      order,
      notes: null,
      createdAt: 0,
      updatedAt: 0,
    }));
  const factors = [{ type: 'AUTHENTICATION_TYPE_API_KEY', id: KEY_ID } as const];
  const missing = demandedPolicies('organization', stored, facts, false)
    .flatMap(({ steps }) => parseSteps(steps))
    .filter((step) => !isFilledBy(step, factors));
  return [...new Set(missing.map(({ any }) => JSON.stringify(any)))];
}

const stamped = { type: 'AUTHENTICATION_TYPE_API_KEY', id: KEY_ID };
const textsOf = (found: ReturnType<typeof missingFactors>) =>
  found.map(({ methods }) => JSON.stringify(methods));

test(
  'property: the extension and the service find the same steps missing',
  () => {
    let [some, same] = [0, 0];
    const property = fc.property(SEEDS, (seed) => {
      const g = drawFrom(seed);
      const [policies, { condition }] = [randomFactorPolicies(g), randomWorld(g)];
      const found = missingFactors(policies, condition, stamped);
      const theirs = byService(policies, condition as never);
      const certain = textsOf(found.filter(({ isCertain }) => isCertain));
      // A condition that errs may be demanded here, and is skipped there.
      expect(theirs).toEqual(expect.arrayContaining(certain));
      expect(textsOf(found)).toEqual(expect.arrayContaining(theirs));
      if (theirs.length > 0) some += 1;
      if (certain.length === theirs.length) same += 1;
    });
    fc.assert(property, RUNS);
    expect(some).toBeGreaterThan(TRIALS * 0.2);
    expect(same).toBeGreaterThan(TRIALS * 0.9);
  },
  TIMEOUT_MS,
);

test(
  'property: no value of what is unknown takes a certain demand back, or adds one not named',
  () => {
    const seen = { certain: 0, maybe: 0 };
    const property = fc.property(SEEDS, (seed) => {
      const g = drawFrom(seed);
      const [policies, { condition }] = [randomFactorPolicies(g), randomWorld(g)];
      const whole = byService(policies, condition as never);
      const credential = chance(g, 30) ? { ...stamped, id: undefined } : stamped;
      const found = missingFactors(policies, membersWithUnknowns(g, condition), credential);
      const certain = found.filter(({ isCertain }) => isCertain);
      expect(whole).toEqual(expect.arrayContaining(textsOf(certain)));
      expect(textsOf(found)).toEqual(expect.arrayContaining(whole));
      seen.certain += certain.length;
      seen.maybe += found.length - certain.length;
    });
    fc.assert(property, RUNS);
    expect(Math.min(seen.certain, seen.maybe)).toBeGreaterThan(TRIALS * 0.1);
  },
  TIMEOUT_MS,
);

describe('missingFactors', () => {
  const facts: Facts = { activity: { kind: 'UPDATE_WALLET', type: unknown('other_activity') } };
  const policy = (condition: string, order?: number): MfaPolicyText => ({
    condition,
    requiredAuthenticationMethods: [{ any: [{ type: 'AUTHENTICATION_TYPE_PASSKEY' }] }],
    ...(order !== undefined && { order }),
  });
  const certainties = (policies: readonly MfaPolicyText[]) =>
    missingFactors(policies, facts, stamped).map(({ isCertain }) => isCertain);

  test('behavior: a condition that can’t be read may hold', () => {
    expect(certainties([policy('activity.newer == 1')])).toEqual([false]);
  });

  test('behavior: one after a condition that may hold may be demanded, one that holds ends the list', () => {
    const maybe = policy("activity.type == 'ACTIVITY_TYPE_UPDATE_WALLET'", 0);
    const other = { any: [{ type: 'AUTHENTICATION_TYPE_EMAIL_OTP' }] };
    const last = { ...policy('true', 1), requiredAuthenticationMethods: [other] };
    expect(certainties([last, maybe])).toEqual([false, false]);
    expect(certainties([policy('true', 0), last])).toEqual([true]);
  });

  test('behavior: a condition that errs is never a must, and the next one may be', () => {
    const other = { any: [{ type: 'AUTHENTICATION_TYPE_EMAIL_OTP' }] };
    const next = { ...policy('true', 1), requiredAuthenticationMethods: [other] };
    expect(certainties([policy("wallet.id == 'a'", 0), next])).toEqual([false, true]);
  });

  test('behavior: without an order the list is taken as it comes', () => {
    expect(certainties([policy("activity.kind == 'DELETE_USERS'"), policy('true')])).toEqual([
      true,
    ]);
  });
});
