import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MAX_DECISION_STEPS } from '../../../src/policies/limits.ts';
import type { ClauseName } from '../../../src/policies/published-names.ts';
import { readClause } from '../../../src/service/policies/clause.ts';
import { decide, type Decision } from '../../../src/service/policies/decision.ts';
import type { Names, Value } from '../../../src/service/policies/evaluate.ts';
import {
  readPolicy,
  outcomeOf,
  type Effect,
  type Policy,
} from '../../../src/service/policies/policy.ts';
import { PolicyTextError } from '../../../src/service/policies/policy-text-error.ts';

/*
 * Every verdict of the published patterns (test/vectors/policies.json): each policy alone, sets of
 * them with a root quorum, and the texts that are refused when a policy is stored.
 */

type Context = {
  readonly approvers?: readonly { readonly id: string }[];
  readonly credentials?: readonly unknown[];
  readonly activity: { readonly resource: string; readonly params?: { readonly user_id?: string } };
  readonly now?: string;
};
type Case = {
  readonly title: string;
  readonly context: Context;
  readonly outcome: string | null;
  readonly request: string;
};
type PolicyText = {
  readonly name?: string;
  readonly effect: Effect;
  readonly consensus?: string;
  readonly condition?: string;
  readonly time?: string;
};
type Vectors = {
  readonly policies: readonly (PolicyText & {
    readonly name: string;
    readonly cases: readonly Case[];
  })[];
  readonly sets: readonly {
    readonly title: string;
    readonly policies: readonly (string | PolicyText)[];
    readonly rootQuorum?: { readonly threshold: number; readonly userIds: readonly string[] };
    readonly context: Context;
    readonly request: string;
  }[];
  readonly invalidAtCreation: readonly {
    readonly member: ClauseName;
    readonly text: string;
    readonly error: string | null;
  }[];
};

const vectors = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../vectors/policies.json'), 'utf8'),
) as Vectors;

/** The vectors' amounts are decimal text; policies see integers. */
function valueOf(json: unknown, name = ''): Value {
  if (Array.isArray(json)) return json.map((item) => valueOf(item));
  if (typeof json === 'object' && json !== null) {
    return Object.fromEntries(
      Object.entries(json).map(([key, value]) => [key, valueOf(value, key)]),
    );
  }
  if (typeof json === 'number') return BigInt(json);
  const isAmount = /^(?:value|gas|gas_price|chain_id|nonce|max_\w+)$/.test(name);
  return isAmount ? BigInt(String(json)) : (json as Value);
}

function questionOf({ approvers = [], credentials = [], now, ...condition }: Context) {
  return {
    approvals: approvers.map((user, at) => ({
      user: valueOf(user),
      credential: valueOf(
        credentials[at] ?? {
          id: '',
          user_id: user.id,
          type: 'CREDENTIAL_TYPE_API_KEY_P256',
          public_key: '',
        },
      ),
    })),
    condition: valueOf(condition) as Names,
    now: Date.parse(now ?? '2026-06-01T00:00:00Z'),
  };
}

const policyOf = ({ effect, consensus, condition, time }: PolicyText): Policy => {
  const texts = { consensus: consensus ?? null, condition: condition ?? null, time: time ?? null };
  return readPolicy({ id: 'policy', name: 'policy', effect }, texts);
};

/** The vectors name this one without its text. Carol's tag there is the contractors'. */
const UNWRITTEN: PolicyText = {
  name: 'contractors delete nothing',
  effect: 'EFFECT_DENY',
  consensus: "approvers.any(user, user.tags.contains('10000000-0000-4000-8000-000000000002'))",
  condition: "activity.action == 'DELETE'",
};

function policyNamed(name: string): PolicyText {
  const found = [...vectors.policies, UNWRITTEN].find((policy) => policy.name === name);
  if (!found) throw new Error(`no policy ${name}`);
  return found;
}

const VERDICTS: Readonly<Record<string, Decision['verdict']>> = {
  ALLOWED: 'allowed',
  CONSENSUS_NEEDED: 'consensus',
  DENIED: 'denied',
};

function decideOn(
  policies: readonly Policy[],
  context: Context,
  quorum?: Vectors['sets'][number]['rootQuorum'],
) {
  const approverIds = (context.approvers ?? []).map(({ id }) => id);
  const { resource, params } = context.activity;
  return decide({
    policies,
    rootQuorum: { threshold: quorum?.threshold ?? 1, userIds: new Set(quorum?.userIds ?? []) },
    question: questionOf(context),
    approverIds,
    isRootOnly: false,
    isEverybodys: false,
    isOwnCredential: resource === 'CREDENTIAL' && params?.user_id === approverIds[0],
  });
}

const CASES = vectors.policies.flatMap((policy) =>
  policy.cases.map((one) => [`${policy.name}: ${one.title}`, policy, one] as const),
);

test.each(CASES)('published: %s', (_, policy, { context, outcome, request }) => {
  const read = policyOf(policy);
  expect(outcomeOf(read, questionOf(context), { left: MAX_DECISION_STEPS })).toBe(outcome);
  expect(decideOn([read], context).verdict).toBe(VERDICTS[request]);
});

test.each(vectors.sets.map((set) => [set.title, set] as const))(
  'published: %s',
  (_, { policies, rootQuorum, context, request }) => {
    const read = policies.map((one) => policyOf(typeof one === 'string' ? policyNamed(one) : one));
    expect(decideOn(read, context, rootQuorum).verdict).toBe(VERDICTS[request]);
  },
);

test.each(vectors.invalidAtCreation)('refused when stored: $text', ({ member, text, error }) => {
  let message = '';
  try {
    readClause(member, text);
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(PolicyTextError);
    message = `invalid policy ${member}: ${thrown instanceof Error ? thrown.message : ''}`;
  }
  expect(message).toContain(error ?? 'invalid policy time');
});
