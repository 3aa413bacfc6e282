import type { ClauseName } from '../../src/policies/published-names.ts';
import { MAX_DECISION_STEPS } from '../../src/policies/limits.ts';
import {
  outcomeOf,
  readPolicy,
  type EvaluationOutcome,
} from '../../src/service/policies/policy.ts';
import { chance, oneOf, type Draw } from './random-draw.ts';
import type { Plain, PlainMembers, PolicyMembers } from './random-policies.ts';

/*
 * Requests that a given policy is likely to be about: most of their values are among the texts that it names.
 */

/** The texts and numbers of a policy's clauses, and some that it doesn't name. */
type Pool = { readonly texts: readonly string[]; readonly numbers: readonly bigint[] };

function poolOf(policy: PolicyMembers): Pool {
  const text = [policy.consensus, policy.condition, policy.time].join(' ');
  const texts = [...text.matchAll(/'([^']*)'/g)].map(([, one = '']) => one);
  const numbers = [...text.matchAll(/(?<![\w'])\d+/g)].map(([one]) => BigInt(one));
  return {
    texts: [...texts, 'other'],
    numbers: [...numbers, ...numbers.map((one) => one + 1n), 0n, 1n],
  };
}

const KINDS = ['CREATE_WALLET', 'UPDATE_USER_NAME', 'SIGN_TRANSACTION', 'EXPORT_WALLET'];
const RESOURCES =
  'WALLET USER PRIVATE_KEY POLICY AUTH OTP ORGANIZATION MFA_POLICY CREDENTIAL'.split(' ');
const ACTIONS = ['CREATE', 'UPDATE', 'DELETE', 'EXPORT', 'SIGN', 'VERIFY'];

function activity(g: Draw, { texts }: Pool): PlainMembers {
  const near = texts.filter((text) => /^[A-Z][A-Z0-9_]+$/.test(text));
  const kinds = near.filter((text) => ![...RESOURCES, ...ACTIONS].includes(text));
  const found = oneOf(g, [...kinds, ...kinds, ...KINDS]);
  /** A word of the language, rather one that the policy names. */
  const name = (words: readonly string[]) => {
    const named = near.filter((text) => words.includes(text));
    return oneOf(g, named.length > 0 && chance(g, 70) ? named : words);
  };
  const isType = found.startsWith('ACTIVITY_TYPE_');
  const type = isType ? found : `ACTIVITY_TYPE_${found}${chance(g, 30) ? '_V2' : ''}`;
  const kind = type.replace(/^ACTIVITY_TYPE_|_V\d+$/g, '');
  const params = {
    ...(chance(g, 60) && { user_id: oneOf(g, texts) }),
    ...(chance(g, 60) && { wallet_id: oneOf(g, texts) }),
  };
  return { type, kind, resource: name(RESOURCES), action: name(ACTIONS), params };
}

function condition(g: Draw, pool: Pool): PlainMembers {
  const text = () => oneOf(g, pool.texts);
  const number = () => oneOf(g, pool.numbers);
  const target = () => ({
    id: text(),
    label: text(),
    imported: chance(g, 50),
    exported: chance(g, 50),
  });
  const members: Record<string, Plain> = { activity: activity(g, pool) };
  if (chance(g, 60)) members['wallet'] = target();
  if (chance(g, 60)) members['private_key'] = { ...target(), tags: [text()] };
  if (chance(g, 60)) members['wallet_account'] = { address: text() };
  if (chance(g, 70)) {
    const data = `${text()}${'0'.repeat(80)}`;
    members['eth'] = { tx: { to: text(), value: number(), chain_id: number(), data } };
  }
  return members;
}

function voter(g: Draw, { texts }: Pool, at: number) {
  const id = chance(g, 70) ? oneOf(g, texts) : `someone${at}`;
  const user = { id, tags: texts.filter(() => chance(g, 30)), email: '', alias: '' };
  const types = texts.filter((text) => text.startsWith('CREDENTIAL_TYPE_'));
  const type = oneOf(g, [...types, 'CREDENTIAL_TYPE_API_KEY_P256']);
  return { user, credential: { id: `c${at}`, user_id: id, type, public_key: '02ab' } };
}

export type PolicyRequest = {
  readonly condition: PlainMembers;
  readonly approvals: readonly ReturnType<typeof voter>[];
  readonly now: number;
};

const HOUR_MS = 3_600_000;

export function requestFor(g: Draw, policy: PolicyMembers): PolicyRequest {
  const pool = poolOf(policy);
  const voters = Array.from({ length: 1 + g(3) }, (_, at) => voter(g, pool, at));
  const ids = voters.map(({ user }) => user.id);
  return {
    condition: condition(g, pool),
    // One vote a user.
    approvals: voters.filter(({ user }, at) => ids.indexOf(user.id) === at),
    now: Date.parse('2026-01-01T00:00:00Z') + g(200 * 24 * 60) * (HOUR_MS / 60),
  };
}

/** What the local service says of a request by one policy. */
export function serviceOutcome(
  policy: PolicyMembers,
): (request: PolicyRequest) => EvaluationOutcome | null {
  const { policyId: id, policyName: name, effect } = policy;
  const texts = (['consensus', 'condition', 'time'] as const satisfies readonly ClauseName[]).map(
    (clause) => [clause, policy[clause] || null] as const,
  );
  const stored = readPolicy({ id, name, effect }, Object.fromEntries(texts) as never);
  return (request) => outcomeOf(stored, request, { left: MAX_DECISION_STEPS });
}
