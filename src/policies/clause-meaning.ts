import { parseTimestamp } from './moments.ts';
import type { Comparison, Expression } from './syntax-tree.ts';

/*
 * What a clause means, where that can be told in words: a pattern that is known, part by part. One part that isn't
 * known leaves the whole clause to its text: half a meaning would be a wrong one. Only of what `&&` joins the known
 * part is told, with word that there is more: without it nothing is meant.
 */

/** One kind of activity that a condition is about. Nothing stands for any. */
export type ActivityScope = {
  readonly kind?: string;
  readonly type?: string;
  readonly resource?: string;
  readonly action?: string;
};

/** What a condition may demand besides, by the name that it reads. Any one of the values will do. */
const DETAIL_NAMES = [
  'wallet.id',
  'wallet.label',
  'private_key.id',
  'private_key.label',
  'wallet_account.address',
  'eth.tx.to',
  'eth.tx.chain_id',
  'activity.params.user_id',
  'activity.params.wallet_id',
] as const;
export type DetailName = (typeof DETAIL_NAMES)[number];

export type ConditionDetail =
  | { readonly name: DetailName; readonly values: readonly string[] }
  /** At most so much, in wei. */
  | { readonly name: 'eth.tx.value'; readonly atMost: bigint };

export type ConditionMeaning = {
  /** Of any of them; undefined: of every activity. */
  readonly scopes: readonly ActivityScope[] | undefined;
  readonly details: readonly ConditionDetail[];
  /** Nothing else is demanded; else there is more in the text. */
  readonly isWhole: boolean;
};

/** One thing that a consensus demands of the approvals. */
export type ApprovalDemand =
  | ({ readonly kind: 'people'; readonly count: number } & People)
  | { readonly kind: 'credential'; readonly types: readonly string[] };

/** Those who count: these users, and those with one of these tags. Neither: anyone. */
type People = { readonly ids: readonly string[]; readonly tags: readonly string[] };

/** When a policy is active: all of it must hold. */
export type TimeSpan =
  | { readonly kind: 'from' | 'until'; readonly text: string }
  | {
      readonly kind: 'cron';
      readonly cron: string;
      readonly length: string;
      readonly zone: string;
      /** It holds outside of the span. */
      readonly isOutside: boolean;
    };

const isOneOf = <T extends string>(names: readonly T[], name: string | undefined): name is T =>
  names.some((one) => one === name);

/** `wallet.id` of a chain of members; undefined for anything else. */
export function pathOf(expression: Expression): string | undefined {
  if (expression.kind === 'name') return expression.name;
  if (expression.kind !== 'member') return undefined;
  const of = pathOf(expression.of);
  return of === undefined ? undefined : `${of}.${expression.name}`;
}

const termsOf = (expression: Expression, operator: '&&' | '||'): readonly Expression[] =>
  expression.kind === 'join' && expression.operator === operator
    ? expression.terms.flatMap((term) => termsOf(term, operator))
    : [expression];

function literalOf(expression: Expression): string | undefined {
  if (expression.kind === 'string') return expression.value;
  return expression.kind === 'int' ? String(expression.value) : undefined;
}

/** All of them, or undefined where one is. */
function every<T>(items: readonly (T | undefined)[]): readonly T[] | undefined {
  const known = items.filter((item) => item !== undefined);
  return known.length === items.length ? known : undefined;
}

type AnyOf = { readonly path: string; readonly values: readonly string[] };

/** `path == 'a'` from either side, `path in ['a', 'b']`, or several of one path with `||`. */
function anyOf(expression: Expression): AnyOf | undefined {
  if (expression.kind === 'join' && expression.operator === '||') {
    const found = every(termsOf(expression, '||').map(anyOf));
    const path = found?.[0]?.path;
    if (!found || path === undefined || found.some((one) => one.path !== path)) return undefined;
    return { path, values: found.flatMap(({ values }) => values) };
  }
  if (expression.kind !== 'compare') return undefined;
  const { operator, left, right } = expression;
  if (operator === 'in' && right.kind === 'list') {
    return named(pathOf(left), every(right.items.map(literalOf)));
  }
  if (operator !== '==') return undefined;
  const [name, literal] = pathOf(left) === undefined ? [right, left] : [left, right];
  return named(pathOf(name), every([literalOf(literal)]));
}

function named(path: string | undefined, values: readonly string[] | undefined) {
  return path === undefined || !values || values.length === 0 ? undefined : { path, values };
}

const SCOPE_PATH = /^activity\.(kind|type|resource|action)$/;
const SCOPE_NAMES = ['kind', 'type', 'resource', 'action'] as const;

const scopeName = (path: string) => SCOPE_NAMES.find((name) => name === SCOPE_PATH.exec(path)?.[1]);

/** More combinations of resources and actions than this aren't told one by one. */
const MAX_SCOPES = 100;

/** Every combination of what is demanded at once. */
function combined(parts: readonly AnyOf[]): readonly ActivityScope[] | undefined {
  const names = parts.map(({ path }) => scopeName(path));
  // The same twice, or a kind with its resource, can't be said in one phrase.
  const isOnce = new Set(names).size === names.length;
  const isPair = names.length === 2 && names.includes('resource') && names.includes('action');
  if (!isOnce || names.length > 2 || (names.length === 2 && !isPair)) return undefined;
  const count = parts.reduce((product, { values }) => product * values.length, 1);
  if (count > MAX_SCOPES) return undefined;
  return parts.reduce<readonly ActivityScope[]>(
    (scopes, { path, values }) =>
      scopes.flatMap((scope) =>
        values.map((value) => ({ ...scope, [scopeName(path) ?? '']: value })),
      ),
    [{}],
  );
}

/** The scopes of a part that is about nothing else than which activity it is. */
function scopesOf(expression: Expression): readonly ActivityScope[] | undefined {
  const single = anyOf(expression);
  if (single) return scopeName(single.path) ? combined([single]) : undefined;
  if (expression.kind !== 'join') return undefined;
  if (expression.operator === '||') {
    return every(termsOf(expression, '||').map(scopesOf))?.flat();
  }
  const parts = every(termsOf(expression, '&&').map(anyOf));
  return parts?.every(({ path }) => scopeName(path)) ? combined(parts) : undefined;
}

function detailOf(expression: Expression): ConditionDetail | undefined {
  const found = anyOf(expression);
  if (found) {
    const { path, values } = found;
    return isOneOf(DETAIL_NAMES, path) ? { name: path, values } : undefined;
  }
  if (expression.kind !== 'compare' || pathOf(expression.left) !== 'eth.tx.value') return undefined;
  const { operator, right } = expression;
  if (right.kind !== 'int' || (operator !== '<=' && operator !== '<')) return undefined;
  return { name: 'eth.tx.value', atMost: operator === '<' ? right.value - 1n : right.value };
}

/** Which requests a condition is about; undefined if that can't be told in words. */
export function conditionMeaning(tree: Expression): ConditionMeaning | undefined {
  if (tree.kind === 'bool') {
    return tree.value ? { scopes: undefined, details: [], isWhole: true } : undefined;
  }
  const whole = scopesOf(tree);
  if (whole) return { scopes: whole, details: [], isWhole: true };
  const terms = termsOf(tree, '&&');
  const about = terms.flatMap((term) => {
    const single = anyOf(term);
    return single && scopeName(single.path) ? [single] : [];
  });
  const alternatives = terms
    .filter((term) => !anyOf(term))
    .flatMap((term) => {
      const scopes = scopesOf(term);
      return scopes ? [{ term, scopes }] : [];
    });
  if (alternatives.length + Math.min(about.length, 1) > 1) return undefined;
  const [alternative] = alternatives;
  const scopes = alternative?.scopes ?? (about.length > 0 ? combined(about) : undefined);
  if (about.length > 0 && !scopes) return undefined;
  const others = terms.filter(
    (term) => term !== alternative?.term && !scopeName(anyOf(term)?.path ?? ''),
  );
  const details = others.map(detailOf).filter((one) => one !== undefined);
  if (!scopes && details.length === 0) return undefined;
  return { scopes, details, isWhole: details.length === others.length };
}

const COUNTS: readonly (Comparison | 'in')[] = ['>=', '>', '=='];

/** `… >= 2` of a number of people; undefined if it can't be told as "at least". */
function atLeast(operator: Comparison | 'in', value: bigint): number | undefined {
  if (!COUNTS.includes(operator) || value > 100n || value < 0n) return undefined;
  const count = Number(value) + (operator === '>' ? 1 : 0);
  // Exactly as many isn't at least as many.
  return operator === '==' || count < 1 ? undefined : count;
}

/** Whom `user.id == 'u'`, `user.tags.contains('t')` or `'t' in user.tags` names, or several of these with `||`. */
function peopleOf(expression: Expression, variable: string): People | undefined {
  if (expression.kind === 'join' && expression.operator === '||') {
    const named = every(termsOf(expression, '||').map((term) => peopleOf(term, variable)));
    return named && together(named);
  }
  const ids = anyOf(expression);
  if (ids) return ids.path === `${variable}.id` ? { ids: ids.values, tags: [] } : undefined;
  const tag = tagOf(expression, `${variable}.tags`);
  return tag === undefined ? undefined : { ids: [], tags: [tag] };
}

function tagOf(expression: Expression, path: string): string | undefined {
  if (expression.kind === 'contains' && pathOf(expression.of) === path)
    return literalOf(expression.item);
  if (expression.kind !== 'compare' || expression.operator !== 'in') return undefined;
  return pathOf(expression.right) === path ? literalOf(expression.left) : undefined;
}

const together = (named: readonly People[]): People => ({
  ids: named.flatMap(({ ids }) => ids),
  tags: named.flatMap(({ tags }) => tags),
});

function countDemand(expression: Expression): ApprovalDemand | undefined {
  if (expression.kind !== 'compare') return undefined;
  const { operator, left, right } = expression;
  if (left.kind !== 'count' || right.kind !== 'int') return undefined;
  const count = atLeast(operator, right.value);
  if (count === undefined) return undefined;
  if (pathOf(left.of) === 'approvers') return { kind: 'people', count, ids: [], tags: [] };
  if (left.of.kind !== 'each' || left.of.method !== 'filter') return undefined;
  const { of, variable, predicate } = left.of;
  const people = pathOf(of) === 'approvers' ? peopleOf(predicate, variable) : undefined;
  return people && { kind: 'people', count, ...people };
}

function anyDemand(expression: Expression): ApprovalDemand | undefined {
  if (expression.kind !== 'each' || expression.method !== 'any') return undefined;
  const { of, variable, predicate } = expression;
  if (pathOf(of) === 'credentials') {
    const found = anyOf(predicate);
    return found?.path === `${variable}.type`
      ? { kind: 'credential', types: found.values }
      : undefined;
  }
  const people = pathOf(of) === 'approvers' ? peopleOf(predicate, variable) : undefined;
  return people && { kind: 'people', count: 1, ...people };
}

/** Whom a demand for one of several people names. */
function oneOfPeople(demand: ApprovalDemand): People | undefined {
  const isNamed = demand.kind === 'people' && demand.ids.length + demand.tags.length > 0;
  return isNamed && demand.count === 1 ? demand : undefined;
}

function demandOf(expression: Expression): ApprovalDemand | undefined {
  if (expression.kind !== 'join') return countDemand(expression) ?? anyDemand(expression);
  if (expression.operator === '&&') return undefined;
  // One of several people, written as several demands.
  const demands = every(expression.terms.map(demandOf));
  const people = demands && every(demands.map(oneOfPeople));
  return people && { kind: 'people', count: 1, ...together(people) };
}

/** What a consensus demands, all of it at once; undefined if that can't be told in words. */
export function consensusMeaning(tree: Expression): readonly ApprovalDemand[] | undefined {
  if (tree.kind === 'bool') return tree.value ? [] : undefined;
  return every(termsOf(tree, '&&').map(demandOf));
}

function cronOf(expression: Expression, isOutside: boolean): TimeSpan | undefined {
  if (expression.kind !== 'cron-span') return undefined;
  const [cron, length, zone] = expression.texts.map(literalOf);
  if (cron === undefined || length === undefined || zone === undefined) return undefined;
  return { kind: 'cron', cron, length, zone, isOutside };
}

function spanOf(expression: Expression): TimeSpan | undefined {
  if (expression.kind === 'not') return cronOf(expression.of, true);
  if (expression.kind === 'cron-span') return cronOf(expression, false);
  if (expression.kind !== 'compare' || pathOf(expression.left) !== 'time.now') return undefined;
  const { operator, right } = expression;
  const text = right.kind === 'timestamp' ? literalOf(right.text) : undefined;
  if (text === undefined) return undefined;
  // With the others a moment more or less would be meant than words say.
  if (operator === '>=') return { kind: 'from', text };
  return operator === '<' ? { kind: 'until', text } : undefined;
}

/** When a time clause holds; undefined if that can't be told in words. */
export function timeMeaning(tree: Expression): readonly TimeSpan[] | undefined {
  if (tree.kind === 'bool') return tree.value ? [] : undefined;
  return every(termsOf(tree, '&&').map(spanOf));
}

/** Whether the last of the spans' beginnings is no earlier than the first of their ends. */
export function isNever(spans: readonly TimeSpan[]): boolean {
  const limits = (kind: 'from' | 'until') =>
    spans.flatMap((span) => (span.kind === kind ? (parseTimestamp(span.text) ?? []) : []));
  return Math.max(...limits('from')) >= Math.min(...limits('until'));
}
