import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readParts, writeParts, type BuiltParts } from '../../src/policies/built-policy.ts';
import { CLAUSES, type ClauseName } from '../../src/policies/published-names.ts';
import { readClause } from '../../src/policies/read-clause.ts';
import { requestFor, serviceOutcome } from './policy-requests.ts';
import { chance, drawFrom, oneOf, type Draw } from './random-draw.ts';
import type { PolicyMembers } from './random-policies.ts';

/*
 * The parts of a policy and its texts: parts that are written and read again are the same, and a text that is read and
 * written again decides alike. What the local service decides is the judge.
 */

const TRIALS = Number(process.env['KEYSTAMP_POLICY_TRIALS'] ?? 2000);
const RUNS = { numRuns: TRIALS, seed: Number(process.env['KEYSTAMP_SEED'] ?? 20_261_127) };
const TIMEOUT_MS = 60_000 + 20 * TRIALS;
const SEEDS = fc.noShrink(fc.integer());

const several = <T>(g: Draw, max: number, make: () => T): T[] =>
  Array.from({ length: 1 + g(max - 1) }, make);
const text = (g: Draw) => oneOf(g, ['u1', 'u2', 't1', 'Main “wallet”', '0xAbC', '']);
const texts = (g: Draw) => several(g, 3, () => text(g));

type Condition = BuiltParts['condition'];

function scope(g: Draw) {
  return oneOf(g, [
    { kind: oneOf(g, ['CREATE_WALLET', 'SIGN_TRANSACTION', 'NEW_THING']) },
    { type: 'ACTIVITY_TYPE_CREATE_USERS_V3' },
    { resource: oneOf(g, ['USER', 'WALLET']) },
    { action: oneOf(g, ['SIGN', 'EXPORT', 'DELETE']) },
    { resource: oneOf(g, ['USER', 'PRIVATE_KEY']), action: oneOf(g, ['SIGN', 'DELETE']) },
  ]);
}

function detail(g: Draw): Condition['details'][number] {
  const name = oneOf(g, [
    'wallet.id',
    'wallet.label',
    'private_key.id',
    'wallet_account.address',
    'eth.tx.to',
    'activity.params.user_id',
  ] as const);
  return oneOf<Condition['details'][number]>(g, [
    { name, values: texts(g) },
    { name, values: texts(g) },
    { name: 'eth.tx.chain_id', values: several(g, 3, () => String(g(9))) },
    { name: 'eth.tx.value', atMost: BigInt(g(20)) ** 9n },
  ]);
}

function demand(g: Draw): BuiltParts['consensus'][number] {
  if (chance(g, 20)) return { kind: 'credential', types: ['CREDENTIAL_TYPE_API_KEY_P256'] };
  const [ids, tags] = [chance(g, 50) ? texts(g) : [], chance(g, 50) ? texts(g) : []];
  return { kind: 'people', count: 1 + g(3), ids, tags };
}

function span(g: Draw): BuiltParts['time'][number] {
  const at = `2026-0${1 + g(6)}-1${g(9)}T0${g(9)}:30:00Z`;
  if (chance(g, 40)) return { kind: chance(g, 50) ? 'from' : 'until', text: at };
  const cron = `${g(59)} ${g(23)} * * ${oneOf(g, ['*', '1-5', '0,6'])}`;
  const length = oneOf(g, ['8h', '90m', '1d12h']);
  return { kind: 'cron', cron, length, zone: 'Europe/Berlin', isOutside: chance(g, 30) };
}

const DRAWN: { readonly [C in ClauseName]: (g: Draw) => BuiltParts[C] } = {
  condition: (g) => ({
    scopes: chance(g, 80) ? several(g, 4, () => scope(g)) : undefined,
    details: chance(g, 60) ? several(g, 2, () => detail(g)) : [],
    isWhole: true,
  }),
  consensus: (g) => several(g, 3, () => demand(g)),
  time: (g) => several(g, 2, () => span(g)),
};

const policyOf = (clause: ClauseName, written: string): PolicyMembers => ({
  policyId: 'p',
  policyName: 'P',
  effect: 'EFFECT_ALLOW',
  consensus: null,
  condition: null,
  time: null,
  [clause]: written,
});

/** That two texts of a clause come to the same, request by request, errors too. Returns how often they hold. */
function demandAlike(g: Draw, clause: ClauseName, one: string, other: string): number {
  const outcomes = [one, other].map((written) => serviceOutcome(policyOf(clause, written)));
  let held = 0;
  for (let at = 0; at < 10; at += 1) {
    const request = requestFor(g, policyOf(clause, one));
    const [first, second] = outcomes.map((outcome) => outcome(request));
    expect([one, other, second]).toEqual([one, other, first]);
    if (first === 'OUTCOME_ALLOW') held += 1;
  }
  return held;
}

test.each(CLAUSES)('property: parts of a %s that are written are read again the same', (clause) => {
  const property = fc.property(SEEDS, (seed) => {
    const parts = DRAWN[clause](drawFrom(seed));
    const written = writeParts(clause, parts);
    if (written) expect([written, readClause(clause, written).fault]).toEqual([written, undefined]);
    expect(readParts(clause, written)).toEqual(parts);
  });
  fc.assert(property, RUNS);
});

/** The same as another would write it. */
function reworded(g: Draw, written: string): string {
  return written
    .replace(/(\w[\w.]*) == ('[^']*')/g, (all, path: string, value: string) =>
      oneOf(g, [all, `${value} == ${path}`, `${path} in [${value}]`]),
    )
    .replace(/user\.tags\.contains\(('[^']*')\)/g, (all, tag: string) =>
      oneOf(g, [all, `${tag} in user.tags`]),
    )
    .replace(/ >= (\d)/g, (all, count: string) => oneOf(g, [all, ` > ${Number(count) - 1}`]))
    .replaceAll(/ (&&|\|\|) /g, (all) => oneOf(g, [all, all.replaceAll(' ', '\n  ')]));
}

test.each(CLAUSES)(
  'property: a %s that is read and written again decides alike',
  (clause) => {
    let held = 0;
    const property = fc.property(SEEDS, (seed) => {
      const g = drawFrom(seed);
      const given = reworded(g, writeParts(clause, DRAWN[clause](g)));
      const parts = readParts(clause, given);
      if (!parts) throw new Error(`${given} isn't read`);
      held += demandAlike(g, clause, given, writeParts(clause, parts));
    });
    fc.assert(property, { ...RUNS, numRuns: TRIALS / 5 });
    expect(held).toBeGreaterThan(TRIALS / 20);
  },
  TIMEOUT_MS,
);

const PUBLISHED = (
  JSON.parse(readFileSync('test/vectors/policy-clauses.json', 'utf8')) as readonly {
    readonly kind: ClauseName;
    readonly text: string;
    readonly expected: string;
  }[]
).filter(({ expected }) => expected === 'accepted');

describe('the published clauses', () => {
  test('behavior: each that is read decides alike once written; the others stay texts', () => {
    const read = PUBLISHED.flatMap(({ kind, text: given }, at) => {
      const parts = readParts(kind, given);
      if (!parts) return [];
      demandAlike(drawFrom(at), kind, given, writeParts(kind, parts));
      return [given];
    });
    expect(read.length).toBeGreaterThan(50);
    expect(read.length).toBeLessThan(PUBLISHED.length);
  });
});

test.each<[ClauseName, string]>([
  ['condition', 'false'],
  ['condition', "activity.kind == 'CREATE_WALLET' && wallet.exported"],
  ['condition', "activity.kind == 'CREATE_WALLET' || wallet.id == 'w1'"],
  ['condition', "activity.kind != 'CREATE_WALLET'"],
  ['condition', 'this is no clause'],
  ['consensus', 'approvers.count() == 2'],
  ['consensus', "approvers.any(user, user.email == 'a@b.c')"],
  ['consensus', "approvers.count() >= 2 || approvers.any(user, user.id == 'u1')"],
  ['consensus', "approvers.filter(u, u.id == 'a').count() >= 2 || approvers.any(u, u.id == 'a')"],
  ['time', "time.now > Timestamp('2026-01-01T00:00:00Z')"],
  ['time', '!time.now'],
  ['time', "CronSpan('0 9 * * *', '8h', 'UTC') || CronSpan('0 0 * * *', '1h', 'UTC')"],
])('behavior: the %s %s has no parts', (clause, given) => {
  expect(readParts(clause, given)).toBeUndefined();
});

test('behavior: a left out clause demands nothing, and so does `true`', () => {
  for (const clause of CLAUSES)
    for (const given of ['', ' \n', 'true'])
      expect(writeParts(clause, readParts(clause, given) as never)).toBe('');
});

test('error: what can’t be written is refused, not mangled', () => {
  const parts = {
    scopes: undefined,
    details: [{ name: 'wallet.label', values: ["Ada's"] }],
  } as const;
  expect(() => writeParts('condition', { ...parts, isWhole: true })).toThrow(RangeError);
});
