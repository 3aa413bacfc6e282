import { unknown, type Fact, type Facts } from '../../src/policies/facts.ts';
import type { ClauseName } from '../../src/policies/published-names.ts';
import { chance, oneOf, type Draw } from './random-draw.ts';
import { publishedFacts, publishedLeaf, publishedParameters } from './random-members.ts';

/*
 * Random organizations, policies and requests for both evaluators. What is generated is mostly
 * meant to fit together: policies that never match would show nothing.
 */

const USER_IDS = ['a1', 'b2', 'c3', 'd4'] as const;
const TAGS = ['t1', 't2', 't3'] as const;
const CREDENTIAL_TYPES = ['CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR', 'CREDENTIAL_TYPE_API_KEY_P256'];
const RESOURCES = ['WALLET', 'USER', 'CREDENTIAL'] as const;
const ACTIONS = ['CREATE', 'DELETE', 'SIGN'] as const;
const WORDS = ['w1', 'w2', 'k1', '0xab', ''] as const;

type Scope = { readonly g: Draw; readonly clause: ClauseName; readonly depth: number };
const inner = (scope: Scope): Scope => ({ ...scope, depth: scope.depth - 1 });

const quoted = (text: string): string => `'${text}'`;
const literalList = (g: Draw, values: readonly string[]): string =>
  `[${Array.from({ length: g(3) }, () => quoted(oneOf(g, values))).join(', ')}]`;

/** A text, and the values that it is likely to have. */
function stringTerm(scope: Scope): { text: string; near: readonly string[] } {
  const { g } = scope;
  return oneOf(g, [
    { text: 'activity.resource', near: RESOURCES },
    { text: 'activity.action', near: ACTIONS },
    { text: 'activity.kind', near: ['CREATE_WALLET', 'DELETE_WALLET', 'SIGN_USER'] },
    { text: 'activity.kind[0..4]', near: ['CREA', 'DELE', 'SIGN'] },
    { text: 'activity.params.user_id', near: USER_IDS },
    { text: 'wallet.id', near: WORDS },
    { text: 'wallets[0].id', near: WORDS },
    { text: 'private_key.label', near: WORDS },
    { text: 'private_key.tags[0]', near: TAGS },
    { text: 'wallet_account.address[2..4]', near: ['ab', 'cd'] },
    { text: 'eth.tx.to', near: WORDS },
  ]);
}

function intTerm({ g }: Scope): string {
  return oneOf(g, [
    'eth.tx.value',
    'eth.tx.chain_id',
    'activity.params.otp_length',
    'private_key.tags.count()',
    'wallets.count()',
    `private_key.tags.filter(x, x in ${literalList(g, TAGS)}).count()`,
    '1',
    '115792089237316195423570985008687907853269984665640564039457584007913129639935',
  ]);
}

const COMPARISONS = ['==', '!=', '<', '>', '<=', '>='] as const;

function conditionLeaf(scope: Scope): string {
  const { g } = scope;
  if (chance(g, 25)) return publishedLeaf(g);
  const { text, near } = stringTerm(scope);
  switch (g(8)) {
    case 0:
      return `${intTerm(scope)} ${oneOf(g, COMPARISONS)} ${String(g(3))}`;
    case 1:
      return `${text} in ${literalList(g, near)}`;
    case 2:
      return oneOf(g, [
        'wallet.imported',
        '!private_key.exported',
        'wallet.exported == false',
        'true',
        'false',
      ]);
    case 3:
      return `private_key.tags.contains(${quoted(oneOf(g, TAGS))})`;
    case 4:
      return `${quoted(oneOf(g, USER_IDS))} in activity.params.user_ids`;
    case 5: {
      const method = oneOf(g, ['any', 'all']);
      return `wallets.${method}(w, w.id == ${quoted(oneOf(g, WORDS))}${chance(g, 30) ? ' && w.imported' : ''})`;
    }
    case 6:
      return `private_key.tags[${String(g(3) - 1)}..${String(g(3))}].count() >= 1`;
    default:
      return `${text} ${oneOf(g, ['==', '==', '!='])} ${quoted(oneOf(g, near))}`;
  }
}

function voterTest({ g }: Scope, variable: string): string {
  switch (g(4)) {
    case 0:
      return `${variable}.tags.contains(${quoted(oneOf(g, TAGS))})`;
    case 1:
      return `${variable}.tags.any(tag, tag == ${quoted(oneOf(g, TAGS))} || ${variable}.id == 'd4')`;
    case 2:
      return `${variable}.email != ''`;
    default:
      return `${variable}.id ${oneOf(g, ['==', '==', '!='])} ${quoted(oneOf(g, USER_IDS))}`;
  }
}

function consensusLeaf(scope: Scope): string {
  const { g } = scope;
  switch (g(8)) {
    case 0:
      return `approvers.count() ${oneOf(g, ['>=', '>', '==', '<', '!='])} ${String(g(4))}`;
    case 1:
      return `approvers.filter(u, ${voterTest(scope, 'u')}).count() >= ${String(g(3))}`;
    case 2:
      return `approvers.all(u, ${voterTest(scope, 'u')})`;
    case 3:
      return `credentials.any(c, c.type == ${quoted(oneOf(g, CREDENTIAL_TYPES))})`;
    case 4:
      return `credentials.filter(c, c.user_id in ${literalList(g, USER_IDS)}).count() == 1`;
    case 5:
      return `approvers[${String(g(2))}].id == ${quoted(oneOf(g, USER_IDS))}`;
    case 6:
      return `credentials.any(c, c.credential_id == 'p1')`;
    default:
      return `approvers.any(user, ${voterTest(scope, 'user')}${chance(g, 30) ? ` && ${voterTest(scope, 'user')}` : ''})`;
  }
}

const ZONES = ['UTC', 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu'];

function cronText(g: Draw): string {
  const field = (low: number, high: number): string => {
    if (chance(g, 55)) return '*';
    const a = low + g(high - low);
    const b = a + g(high - a);
    return oneOf(g, [String(a), `${String(a)}-${String(b)}`, `${String(a)},${String(b)}`]);
  };
  return [field(0, 59), field(0, 23), field(1, 31), field(1, 12), field(0, 6)].join(' ');
}

function timeLeaf({ g }: Scope): string {
  if (chance(g, 20)) return `time.now >= [Timestamp('2026-03-01T00:00:00Z')][${String(g(1))}]`;
  if (chance(g, 50)) {
    const day = String(1 + g(27)).padStart(2, '0');
    return `time.now ${oneOf(g, COMPARISONS)} Timestamp('2026-0${oneOf(g, ['3', '6'])}-${day}T00:00:00Z')`;
  }
  const span = oneOf(g, [
    `${1 + g(6)}${oneOf(g, ['m', 'h', 'h', 'd'])}`,
    `${1 + g(4)}d${g(23)}h`,
    `${g(30)}h${1 + g(59)}m`,
  ]);
  return `${chance(g, 15) ? '!' : ''}CronSpan('${cronText(g)}', '${span}', '${oneOf(g, ZONES)}')`;
}

const LEAVES = { consensus: consensusLeaf, condition: conditionLeaf, time: timeLeaf };

/** A clause that is stored, by the grammar. Precedence is tried too: not every pair is in parentheses. */
export function clauseText(scope: Scope): string {
  const { g, clause, depth } = scope;
  if (depth <= 0 || chance(g, 45)) return LEAVES[clause](scope);
  const terms = Array.from({ length: 2 + g(1) }, () => clauseText(inner(scope)));
  const operator = oneOf(g, ['&&', '||']);
  const between = () => (chance(g, 95) ? operator : oneOf(g, ['&&', '||']));
  const text = terms.reduce((left, right) => `${left} ${between()} ${right}`);
  if (chance(g, 8)) return `!(${text})`;
  return chance(g, 75) ? `(${text})` : text;
}

export type PolicyMembers = {
  readonly policyId: string;
  readonly policyName: string;
  readonly effect: 'EFFECT_ALLOW' | 'EFFECT_DENY';
  readonly consensus: string | null;
  readonly condition: string | null;
  readonly time: string | null;
};

export function randomPolicies(g: Draw): readonly PolicyMembers[] {
  const clause = (name: ClauseName, percent: number) =>
    chance(g, percent) ? clauseText({ g, clause: name, depth: 2 }) : null;
  return Array.from({ length: g(3) }, (_, at) => ({
    policyId: `p${String(at)}`,
    policyName: `Policy ${String(at)}`,
    effect: chance(g, 75) ? 'EFFECT_ALLOW' : 'EFFECT_DENY',
    consensus: clause('consensus', 70),
    condition: clause('condition', 72),
    time: clause('time', 7),
  }));
}

/** Plain values: what both evaluators take for facts. */
export type Plain =
  boolean | bigint | string | readonly Plain[] | { readonly [name: string]: Plain };
export type PlainMembers = { readonly [name: string]: Plain };

export type World = {
  readonly condition: PlainMembers;
  readonly approvals: readonly { readonly user: PlainMembers; readonly credential: PlainMembers }[];
  readonly approverIds: readonly string[];
  readonly rootQuorum: { readonly threshold: number; readonly userIds: readonly string[] };
  readonly nowMs: number;
  readonly isOwnCredential: boolean;
  readonly isRootOnly: boolean;
};

const wallet = (g: Draw): PlainMembers => ({
  id: oneOf(g, WORDS),
  imported: chance(g, 50),
  exported: chance(g, 50),
  label: oneOf(g, WORDS),
});

const some = (g: Draw, values: readonly string[]): readonly string[] =>
  values.filter(() => chance(g, 40));

function parameters(g: Draw): PlainMembers {
  return {
    ...(chance(g, 50) && { user_id: oneOf(g, USER_IDS) }),
    ...(chance(g, 50) && { user_ids: some(g, USER_IDS) }),
    ...(chance(g, 30) && { otp_length: BigInt(g(3)) }),
    ...(chance(g, 30) && publishedParameters(g)),
  };
}

function requestFacts(g: Draw): PlainMembers {
  const [resource, action] = [oneOf(g, RESOURCES), oneOf(g, ACTIONS)];
  const kind = `${action}_${resource}`;
  const type = `ACTIVITY_TYPE_${kind}`;
  const transaction = { to: oneOf(g, WORDS), value: BigInt(g(3)) };
  return {
    ...publishedFacts(g),
    activity: { type, kind, resource, action, params: parameters(g) },
    ...(chance(g, 60) && { wallet: wallet(g) }),
    ...(chance(g, 50) && { wallets: Array.from({ length: g(2) }, () => wallet(g)) }),
    ...(chance(g, 60) && { private_key: { ...wallet(g), tags: some(g, TAGS) } }),
    ...(chance(g, 40) && { wallet_account: { address: oneOf(g, ['0xab', '0xcd', '0']) } }),
    ...(chance(g, 50) && { eth: { tx: transaction } }),
  };
}

function approval(g: Draw, id: string) {
  const isPasskey = chance(g, 40);
  const user = { id, tags: some(g, TAGS), email: chance(g, 50) ? `${id}@x` : '', alias: '' };
  const credential = {
    id: `cred-${id}`,
    user_id: id,
    type: CREDENTIAL_TYPES[isPasskey ? 0 : 1] ?? '',
    ...(isPasskey && { credential_id: 'p1' }),
    public_key: '02ab',
  };
  return { user, credential };
}

export function randomWorld(g: Draw): World {
  const first = oneOf(g, USER_IDS);
  const others = USER_IDS.filter((id) => id !== first && chance(g, 25));
  const approverIds = [first, ...others];
  return {
    condition: requestFacts(g),
    approvals: approverIds.map((id) => approval(g, id)),
    approverIds,
    rootQuorum: { threshold: 1 + g(1), userIds: USER_IDS.filter(() => chance(g, 15)) },
    // Clocks change on 8 and 29 March and on 5 April.
    nowMs: Date.parse('2026-03-06T00:00:00Z') + g(34 * 24 * 3600) * 1000,
    isOwnCredential: chance(g, 10),
    isRootOnly: chance(g, 15),
  };
}

const PIECES = [
  '(',
  ')',
  '[',
  ']',
  '{id: 1}',
  "'",
  "'x'",
  ',',
  '.',
  '..',
  ':',
  '&&',
  '||',
  '!',
  '==',
  '<',
  'in',
  '+ 1',
  '-1',
  '0',
  '5',
  '9'.repeat(80),
  'true',
  'activity',
  'approvers',
  'time.now',
  'eth.tx',
  '.id',
  '.name',
  '.count()',
  '.count',
  '.any(x, true)',
  '.all(x)',
  ".contains('x')",
  "['x']",
  'wallet',
  'solana.tx.a.b',
  'controls.limit',
  'CronSpan',
  '!(',
  ' == true',
  "['k']",
  'eth.eip_712.message',
  "CronSpan('0 9 * * *', '1d12h', 'UTC')",
  "CronSpan('0 9 * * *', '12h1d', 'UTC')",
  "Timestamp('2026-01-01T00:00:00Z')",
  "Timestamp('2026-02-30T00:00:00Z')",
  "CronSpan('0 9 * * *', '8d', 'UTC')",
  'tags',
  'é',
  '"',
  "CronSpan('0 9 * * 1-5', '08h', 'UTC')",
  "CronSpan('60 9 * * *', '8h', 'UTC')",
  '\n',
  '#',

  "CronSpan('*/5 9 * * *', '8h', 'UTC')",
  "CronSpan('0 9 * * *', '8h', 'Mars/Base')",
  '_x',
  '1..2',
];

/** A clause with something cut out, put in or put twice: mostly one that is refused. */
export function damagedClause(g: Draw, clause: ClauseName): string {
  let text = clauseText({ g, clause, depth: 1 });
  for (let left = 1 + g(1); left > 0; left -= 1) {
    const [from, length] = [g(text.length), g(12)];
    const part = text.slice(from, from + length);
    const piece = oneOf(g, ['', part + part, ` ${oneOf(g, PIECES)} `, oneOf(g, PIECES)]);
    text = text.slice(0, from) + piece + text.slice(from + (chance(g, 40) ? 0 : length));
  }
  return text;
}

/** What isn't known of a world: any part of a fact, and whether there is what there might be. */
function withUnknowns(g: Draw, fact: Plain): Fact {
  if (chance(g, 12)) return unknown('target_unread', chance(g, 30));
  if (Array.isArray(fact)) return fact.map((item: Plain) => withUnknowns(g, item));
  if (typeof fact !== 'object') return fact;
  return membersWithUnknowns(g, fact as PlainMembers);
}

const OPTIONAL = [
  'credential_id',
  'user_id',
  'user_ids',
  'otp_length',
  'wallet',
  'private_key',
  'eth',
];

export function membersWithUnknowns(g: Draw, members: PlainMembers): Facts {
  const known = Object.entries(members).map(
    ([name, fact]) => [name, withUnknowns(g, fact)] as const,
  );
  const missing = OPTIONAL.filter((name) => !Object.hasOwn(members, name) && chance(g, 12));
  const maybe = missing.map((name) => [name, unknown('target_unread', true)] as const);
  return Object.fromEntries([...known, ...maybe]);
}
