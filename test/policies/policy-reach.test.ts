import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allowsEverything, isShownNotToWiden } from '../../src/policies/policy-reach.ts';
import { decide } from '../../src/service/policies/decision.ts';
import { readPolicy as readStored } from '../../src/service/policies/policy.ts';
import { chance, drawFrom, oneOf, type Draw } from './random-draw.ts';
import {
  clauseText,
  randomPolicies,
  randomWorld,
  type PolicyMembers,
  type World,
} from './random-policies.ts';

/*
 * Whether a change lets somebody do more is read from texts; what the local service decides before and after it is
 * the judge.
 */

const TRIALS = Number(process.env['KEYSTAMP_POLICY_TRIALS'] ?? 2000);
const WORLDS = 5;
const TIMEOUT_MS = 180_000 + 20 * TRIALS;

/** With the votes that are there: a request that waits may be allowed once others approve, and is then asked again. */
function isAllowed(policies: readonly PolicyMembers[], world: World): boolean {
  const stored = policies.map((one) =>
    readStored({ id: one.policyId, name: one.policyName, effect: one.effect }, one),
  );
  const { approvals, condition, nowMs: now } = world;
  const { verdict } = decide({
    ...world,
    policies: stored,
    rootQuorum: { ...world.rootQuorum, userIds: new Set(world.rootQuorum.userIds) },
    question: { approvals, condition, now },
    isEverybodys: false,
  });
  return verdict === 'allowed';
}

const parts = (text: string | null, wrapped: string | null): string | null =>
  text === null ? wrapped : wrapped === null ? text : `(${text}) && (${wrapped})`;

/** A policy as a person might change it: a clause more, one less, another one, or the other effect. */
function changed(g: Draw, one: PolicyMembers): PolicyMembers {
  const name = oneOf(g, ['consensus', 'condition', 'time'] as const);
  const more = clauseText({ g, clause: name, depth: 1 });
  return oneOf(g, [
    () => ({ ...one, [name]: parts(one[name], more) }),
    () => ({ ...one, [name]: parts(more, one[name]) }),
    () => ({ ...one, [name]: null }),
    () => ({ ...one, [name]: more }),
    () => ({ ...one, [name]: one[name] && ` ${one[name]} ` }),
    () => ({
      ...one,
      effect: one.effect === 'EFFECT_DENY' ? ('EFFECT_ALLOW' as const) : ('EFFECT_DENY' as const),
    }),
  ])();
}

test(
  'property: where a change is shown not to widen access, the service allows nothing that it didn’t before',
  () => {
    let shown = 0;
    let widened = 0;
    const property = fc.property(fc.noShrink(fc.integer()), (seed) => {
      const g = drawFrom(seed);
      const others = randomPolicies(g);
      const one = oneOf(g, [...randomPolicies(g), ...randomPolicies(g), ALLOW]);
      const whole = { ...one, policyId: 'changed' };
      const other = chance(g, 30) ? null : changed(g, whole);
      const [before, after] = chance(g, 50) ? [whole, other] : [other, whole];
      const isShown = isShownNotToWiden(before, after);
      shown += isShown ? 1 : 0;
      for (let at = 0; at < WORLDS; at += 1) {
        const drawn = randomWorld(g);
        const { resource } = drawn.condition['activity'] as { readonly resource: string };
        // Only these are anybody's own.
        const isOwnCredential = drawn.isOwnCredential && resource === 'CREDENTIAL';
        const world = { ...drawn, isOwnCredential };
        const was = isAllowed(before ? [...others, before] : others, world);
        const is = isAllowed(after ? [...others, after] : others, world);
        if (is && !was) widened += 1;
        if (isShown && is) expect(was, JSON.stringify({ before, after })).toBe(true);
      }
    });
    fc.assert(property, {
      numRuns: TRIALS,
      seed: Number(process.env['KEYSTAMP_SEED'] ?? 20_261_127),
    });
    expect([shown > TRIALS * 0.3, widened > TRIALS * 0.05]).toEqual([true, true]);
  },
  TIMEOUT_MS,
);

const ALLOW: PolicyMembers = {
  policyId: 'p',
  policyName: 'P',
  effect: 'EFFECT_ALLOW',
  consensus: null,
  condition: null,
  time: null,
};
const DENY = { ...ALLOW, effect: 'EFFECT_DENY' } as const;
const two = 'approvers.count() >= 2';
const users = "activity.resource == 'USER'";

test.for<[string, PolicyMembers | null, PolicyMembers | null, boolean]>([
  ['a new rule that allows', null, ALLOW, false],
  ['a new rule that denies', null, DENY, true],
  ['a rule that allowed goes', ALLOW, null, true],
  ['a rule that denied goes', DENY, null, false],
  ['a second approval more', ALLOW, { ...ALLOW, consensus: two }, true],
  ['a second approval less', { ...ALLOW, consensus: two }, ALLOW, false],
  ['what holds back own credentials goes', { ...ALLOW, consensus: two }, null, false],
  [
    'what holds back something else goes',
    { ...ALLOW, consensus: two, condition: users },
    null,
    true,
  ],
  [
    'what holds back own credentials shrinks',
    { ...ALLOW, consensus: two },
    { ...ALLOW, consensus: two, condition: users },
    false,
  ],
  ['spaces', { ...ALLOW, condition: users }, { ...ALLOW, condition: ` ${users} ` }, true],
  ['`true` in place of nothing', { ...ALLOW, condition: 'true' }, ALLOW, true],
  [
    'fewer kinds, but not by a term more',
    { ...ALLOW, condition: `${users} || wallet.exported` },
    { ...ALLOW, condition: users },
    false,
  ],
  ['a deny that covers less', DENY, { ...DENY, condition: users }, false],
  ['a deny that covers more', { ...DENY, condition: users }, DENY, true],
  ['an allow that becomes a deny', ALLOW, DENY, true],
  ['a deny that becomes an allow', DENY, ALLOW, false],
  [
    'an unreadable text stays',
    { ...ALLOW, condition: 'a new word' },
    { ...ALLOW, condition: 'a new word' },
    true,
  ],
  [
    'an unreadable text changes',
    { ...ALLOW, condition: 'a new word' },
    { ...ALLOW, condition: 'a newer word' },
    false,
  ],
  [
    'an effect nobody knows goes',
    { ...ALLOW, effect: 'EFFECT_NEW' as 'EFFECT_ALLOW' },
    null,
    false,
  ],
  [
    'an effect nobody knows comes',
    null,
    { ...ALLOW, effect: 'EFFECT_NEW' as 'EFFECT_ALLOW' },
    false,
  ],
])('behavior: %s', ([, before, after, isShown]) => {
  expect(isShownNotToWiden(before, after)).toBe(isShown);
});

test.for<[string, Partial<PolicyMembers>, boolean]>([
  ['nothing but the effect', {}, true],
  ['every clause `true`', { consensus: 'true', condition: 'true && true', time: 'true' }, true],
  ['one who asks', { consensus: 'approvers.count() >= 1' }, true],
  ['at some times', { time: "time.now < Timestamp('2030-01-01T00:00:00Z')" }, true],
  ['two who approve', { consensus: two }, false],
  ['some activities', { condition: users }, false],
  ['a consensus that isn’t known', { consensus: 'approvers.count() == 1' }, false],
  ['an unreadable condition', { condition: 'a new word' }, false],
  ['a deny', { effect: 'EFFECT_DENY' }, false],
])('behavior: whether anyone can do anything alone, by %s', ([, members, all]) => {
  expect(allowsEverything({ ...ALLOW, ...members })).toBe(all);
});
