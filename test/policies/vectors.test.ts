import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ApprovingVote, Fact, Facts } from '../../src/policies/facts.ts';
import type { ClauseName } from '../../src/policies/published-names.ts';
import { possibleOutcomes, type PolicyOutcome } from '../../src/policies/policy-outcome.ts';
import { readPolicy, type ReadPolicy } from '../../src/policies/policy.ts';
import { readClause } from '../../src/policies/read-clause.ts';
import { predict, type RootQuorum } from '../../src/policies/prediction.ts';

/*
 * Every verdict of the published patterns (test/vectors/policies.json), by the extension's own
 * evaluator: each policy alone, sets of them with a root quorum, and the texts that are refused.
 */

type Context = {
  readonly approvers?: readonly { readonly id: string }[];
  readonly credentials?: readonly unknown[];
  readonly activity: { readonly resource: string; readonly params?: { readonly user_id?: string } };
  readonly now?: string;
};
type PolicyMembers = {
  readonly effect: string;
  readonly consensus?: string;
  readonly condition?: string;
  readonly time?: string;
};
type Case = {
  readonly title: string;
  readonly context: Context;
  readonly outcome: string | null;
  readonly request: string;
};
type Vectors = {
  readonly policies: readonly (PolicyMembers & { name: string; cases: readonly Case[] })[];
  readonly sets: readonly {
    readonly title: string;
    readonly policies: readonly (string | PolicyMembers)[];
    readonly rootQuorum?: RootQuorum;
    readonly context: Context;
    readonly request: string;
  }[];
  readonly invalidAtCreation: readonly { readonly member: ClauseName; readonly text: string }[];
};

const vectors = JSON.parse(
  readFileSync(join(import.meta.dirname, '../vectors/policies.json'), 'utf8'),
) as Vectors;

const AMOUNT = /^(?:value|gas|gas_price|chain_id|nonce|max_\w+)$/;

/** The vectors write amounts as decimal text. */
function factOf(json: unknown, name = ''): Fact {
  if (Array.isArray(json)) return json.map((item) => factOf(item));
  if (typeof json === 'object' && json !== null) {
    return Object.fromEntries(
      Object.entries(json).map(([key, value]) => [key, factOf(value, key)]),
    );
  }
  if (typeof json === 'boolean') return json;
  return typeof json === 'number' || AMOUNT.test(name) ? BigInt(String(json)) : String(json);
}

function questionOf({ approvers = [], credentials = [], now, ...rest }: Context) {
  const votes = approvers.map((user, at): ApprovingVote => {
    const byKey = {
      id: '',
      user_id: user.id,
      type: 'CREDENTIAL_TYPE_API_KEY_P256',
      public_key: '',
    };
    return { user: factOf(user), credential: factOf(credentials[at] ?? byKey) };
  });
  return { votes, facts: factOf(rest) as Facts, nowMs: Date.parse(now ?? '2026-06-01T00:00:00Z') };
}

const named = (members: PolicyMembers, policyName = 'policy'): ReadPolicy =>
  readPolicy({ policyId: policyName, policyName, ...members });

/** The vectors name this one without its text. Carol's tag there is the contractors'. */
const UNWRITTEN: PolicyMembers = {
  effect: 'EFFECT_DENY',
  consensus: "approvers.any(user, user.tags.contains('10000000-0000-4000-8000-000000000002'))",
  condition: "activity.action == 'DELETE'",
};

function policyNamed(name: string): ReadPolicy {
  const found = vectors.policies.find((policy) => policy.name === name);
  if (!found && name !== 'contractors delete nothing') throw new Error(`no policy ${name}`);
  return named(found ?? UNWRITTEN, name);
}

function verdictOn(policies: readonly ReadPolicy[], context: Context, quorum?: RootQuorum) {
  const submitter = context.approvers?.[0]?.id;
  const { resource, params } = context.activity;
  return predict(
    { policies, rootQuorum: quorum ?? { threshold: 1, userIds: [] } },
    {
      ...questionOf(context),
      isOwnCredential: resource === 'CREDENTIAL' && params?.user_id === submitter,
    },
  );
}

const OUTCOMES: Readonly<Record<string, PolicyOutcome>> = {
  OUTCOME_ALLOW: 'allow',
  OUTCOME_REQUIRES_CONSENSUS: 'requires_consensus',
  OUTCOME_DENY_IMPLICIT: 'deny_implicit',
  OUTCOME_DENY_EXPLICIT: 'deny_explicit',
  OUTCOME_ERROR: 'error',
  OUTCOME_TIME_INACTIVE: 'time_inactive',
};
const VERDICTS: Readonly<Record<string, string>> = {
  ALLOWED: 'allowed',
  CONSENSUS_NEEDED: 'consensus',
  DENIED: 'refused',
};

const CASES = vectors.policies.flatMap((policy) =>
  policy.cases.map((one) => [`${policy.name}: ${one.title}`, policy, one] as const),
);

test('the vectors are there', () => {
  expect(CASES.length).toBeGreaterThan(60);
});

test.each(CASES)('published: %s', (_, policy, { context, outcome, request }) => {
  const read = named(policy);
  const { outcomes } = possibleOutcomes(read, questionOf(context));
  expect([...outcomes]).toEqual([outcome === null ? 'none' : OUTCOMES[outcome]]);
  expect(verdictOn([read], context).kind).toBe(VERDICTS[request]);
});

test.each(vectors.sets.map((set) => [set.title, set] as const))(
  'published: %s',
  (_, { policies, rootQuorum, context, request }) => {
    const read = policies.map((one) => (typeof one === 'string' ? policyNamed(one) : named(one)));
    expect(verdictOn(read, context, rootQuorum).kind).toBe(VERDICTS[request]);
  },
);

test.each(vectors.invalidAtCreation)('refused when stored: $text', ({ member, text }) => {
  const { fault } = readClause(member, text);
  expect(fault?.span.to).toBeGreaterThanOrEqual(fault?.span.from ?? Infinity);
  expect(fault?.span.to).toBeLessThanOrEqual(text.length);
});
