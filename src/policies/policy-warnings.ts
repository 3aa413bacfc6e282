import { ACTIVITY_TYPE } from '../protocol/enums.ts';
import type { PolicyFacts } from '../protocol/policy-facts.ts';
import { ROWS } from '../protocol/operations.ts';
import { callWarnings, type CallWarning } from './call-warnings.ts';
import { literalsOf } from './clause-literals.ts';
import { isNever, pathOf, timeMeaning } from './clause-meaning.ts';
import { noticesOf, type ClauseNotice } from './clause-notices.ts';
import { evaluateClause } from './evaluate-clause.ts';
import { unknown, type Facts } from './facts.ts';
import { MAX_WARNING_STEPS } from './limits.ts';
import { clauseOf, type ReadPolicy } from './policy.ts';
import { CLAUSES } from './published-names.ts';
import type { Clause } from './read-clause.ts';
import { rawWarnings, type RawWarning } from './raw-signing.ts';
import { requestQuestion } from './request-facts.ts';
import { allOf, type Expression } from './syntax-tree.ts';

/*
 * What a policy's text allows and its author hardly meant (docs/policies.md, Errors). Nothing here is
 * refused by the service.
 */

export type PolicyWarning =
  /** A DENY that errs, and so is skipped, for these kinds that it names. */
  | { readonly kind: 'deny_errs'; readonly activities: readonly string[] }
  /** A DENY that errs whatever is asked. */
  | { readonly kind: 'deny_always_errs' }
  /** It ends before it begins. */
  | { readonly kind: 'no_time' }
  | { readonly kind: 'type_version'; readonly subject: string }
  | { readonly kind: 'tag_name' | 'not_id'; readonly subject: string }
  | CallWarning
  | RawWarning
  /** What of a clause isn't published. */
  | Pick<ClauseNotice, 'kind' | 'subject'>;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ID_NAME = /\.(?:id|user_id|wallet_id)$/;

function literalWarnings(tree: Expression): readonly PolicyWarning[] {
  return literalsOf(tree).flatMap(({ path, text: subject }): PolicyWarning[] => {
    if (path === 'activity.type') return [{ kind: 'type_version', subject }];
    if (UUID.test(subject)) return [];
    if (path.endsWith('.tags')) return [{ kind: 'tag_name', subject }];
    return ID_NAME.test(path) ? [{ kind: 'not_id', subject }] : [];
  });
}

/** What the operations table says of an activity type; undefined for one that it doesn't have. */
function policyOf(type: string): PolicyFacts | undefined {
  const row = ROWS.find(
    (one) => one.kind === 'submit' && one.versions.some((version) => version.type === type),
  );
  return row?.kind === 'submit' ? row.policy : undefined;
}

const WALLET_NAMES = ['wallet', 'wallets', 'wallet_account'];
const omit = (facts: Facts, names: readonly string[]): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([name]) => !names.includes(name)));

type Kind = { readonly kind: string; readonly cases: readonly Facts[]; readonly seeming: Facts };

/** A kind of activity: what a condition may read of it, and what it would if all names were there. */
function kindOf(type: string): Kind {
  const policy = policyOf(type);
  const { facts } = requestQuestion({ type, policy, parameters: {} }, [], undefined, undefined);
  const whatever = unknown('other_activity');
  const names = [...WALLET_NAMES, 'private_key', 'eth', 'solana', 'tron', 'bitcoin', 'tempo'];
  const others = Object.fromEntries([...names, 'secret'].map((name) => [name, whatever]));
  const kind = type.replace(/^ACTIVITY_TYPE_|_V\d+$/g, '');
  const { resource, action } =
    typeof policy === 'object' ? policy : { resource: whatever, action: whatever };
  const activity = { type, kind, resource, action, params: whatever };
  // It acts on a wallet or on a key, never on both.
  const cases = [omit(facts, ['private_key']), omit(facts, WALLET_NAMES)];
  return { kind, cases, seeming: { ...facts, ...others, activity } };
}

const SCOPE = /^activity\.(?:kind|type|resource|action)$/;

/** The comparisons by which a condition names activities. */
function guardsOf(tree: Expression): readonly Expression[] {
  return allOf(tree).filter(
    (one) =>
      one.kind === 'compare' &&
      (one.operator === '==' || one.operator === 'in') &&
      [one.left, one.right].some((side) => SCOPE.test(pathOf(side) ?? '')),
  );
}

function denyWarnings(clause: Clause): readonly PolicyWarning[] {
  const kinds = ACTIVITY_TYPE.map(kindOf);
  const errs = ({ cases }: Kind): boolean =>
    cases.every((facts) => {
      const { mayBeTrue, mayBeFalse } = evaluateClause(clause, facts, undefined);
      return !mayBeTrue && !mayBeFalse;
    });
  const erring = kinds.filter(errs);
  if (erring.length === kinds.length) return [{ kind: 'deny_always_errs' }];
  const guards = guardsOf(clause.tree);
  const isNamed = ({ seeming }: Kind): boolean =>
    evaluateClause(clause, seeming, undefined).mayBeTrue &&
    guards.some((guard) => {
      const { mayBeTrue, mayBeFalse } = evaluateClause(
        { ...clause, tree: guard },
        seeming,
        undefined,
      );
      return mayBeTrue && !mayBeFalse;
    });
  const activities = [...new Set(erring.filter(isNamed).map(({ kind }) => kind))];
  return activities.length > 0 ? [{ kind: 'deny_errs', activities }] : [];
}

const noticeWarnings = (clause: Clause): readonly PolicyWarning[] =>
  noticesOf(clause).map(({ kind, subject }) => ({ kind, subject }));

const timeWarnings = (clause: Clause): readonly PolicyWarning[] =>
  isNever(timeMeaning(clause.tree) ?? []) ? [{ kind: 'no_time' }] : [];

/** What stands around a policy. Undefined: that isn't known, or not yet, and nothing is said of it. */
export type Surroundings = {
  /** The organization's other policies. */
  readonly policies?: readonly ReadPolicy[] | undefined;
  /** The contracts whose interfaces it stores, by address. */
  readonly contracts?: readonly string[] | undefined;
};

/** What is worth a second look in a policy. Each warning stands there once. */
export function policyWarnings(
  policy: ReadPolicy,
  { policies, contracts }: Surroundings = {},
): readonly PolicyWarning[] {
  const { effect } = policy;
  const steps = { left: MAX_WARNING_STEPS };
  const condition = clauseOf(policy, 'condition');
  const time = clauseOf(policy, 'time');
  const all = [
    ...(time ? timeWarnings(time) : []),
    ...(effect === 'deny' && condition ? denyWarnings(condition) : []),
    ...(condition ? callWarnings(effect, condition, contracts, steps) : []),
    ...(policies ? rawWarnings(policy, policies, steps) : []),
    ...CLAUSES.flatMap((name) => {
      const clause = clauseOf(policy, name);
      return clause ? [...literalWarnings(clause.tree), ...noticeWarnings(clause)] : [];
    }),
  ];
  const texts = all.map((one) => JSON.stringify(one));
  return all.filter((_, at) => texts.indexOf(texts[at] ?? '') === at);
}
