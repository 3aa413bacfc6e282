import {
  conditionMeaning,
  consensusMeaning,
  timeMeaning,
  type ActivityScope,
  type ApprovalDemand,
  type ConditionDetail,
  type ConditionMeaning,
  type TimeSpan,
} from './clause-meaning.ts';
import type { ClauseName } from './published-names.ts';
import { readClause } from './read-clause.ts';

/*
 * A policy as parts that are chosen one by one, and its clauses as texts. Parts are read from a text only where they
 * say all of it; what is written from them decides alike (docs/policies.md, Policies in Keystamp).
 */

/** What a clause consists of. An empty text is a clause that is left out. */
export type BuiltParts = {
  readonly condition: ConditionMeaning;
  readonly consensus: readonly ApprovalDemand[];
  readonly time: readonly TimeSpan[];
};

const EMPTY: BuiltParts = {
  condition: { scopes: undefined, details: [], isWhole: true },
  consensus: [],
  time: [],
};

const MEANINGS = {
  condition: conditionMeaning,
  consensus: consensusMeaning,
  time: timeMeaning,
} as const satisfies { readonly [C in ClauseName]: (tree: never) => BuiltParts[C] | undefined };

/** The parts of a clause's text; undefined for one that says more than parts can. */
export function readParts<C extends ClauseName>(clause: C, text: string): BuiltParts[C] | undefined;
export function readParts(clause: ClauseName, text: string): BuiltParts[ClauseName] | undefined {
  if (text.trim() === '') return EMPTY[clause];
  const read = readClause(clause, text).clause;
  const parts = read && MEANINGS[clause](read.tree);
  return parts && 'isWhole' in parts && !parts.isWhole ? undefined : parts;
}

/** A text of the language, which has no escapes. @throws RangeError if it can't be written */
function literal(text: string): string {
  if (text.includes("'")) throw new RangeError('a text in a policy has no single quote');
  return `'${text}'`;
}

const INTEGERS: ReadonlySet<string> = new Set(['eth.tx.chain_id']);

/** `path == 'a'`, or `path in ['a', 'b']`. */
function oneOf(path: string, values: readonly string[]): string {
  const written = values.map((value) => (INTEGERS.has(path) ? value : literal(value)));
  return written.length === 1
    ? `${path} == ${written.join()}`
    : `${path} in [${written.join(', ')}]`;
}

const joined = (terms: readonly string[], operator: '&&' | '||'): string =>
  terms.join(` ${operator} `);

/** What scopes that stand next to each other have in common: which one of their names differs. */
function sameBut({ kind, type, resource, action }: ActivityScope) {
  if (kind !== undefined) return { name: 'kind', value: kind, within: undefined } as const;
  if (type !== undefined) return { name: 'type', value: type, within: undefined } as const;
  if (action === undefined) {
    return { name: 'resource', value: resource ?? '', within: undefined } as const;
  }
  return { name: 'action', value: action, within: resource } as const;
}

/** One term for each run of scopes that differ in one name. */
function scopeTerms(scopes: readonly ActivityScope[]): readonly string[] {
  const runs: { name: string; within: string | undefined; values: string[] }[] = [];
  for (const scope of scopes) {
    const { name, value, within } = sameBut(scope);
    const last = runs.at(-1);
    if (last?.name === name && last.within === within) last.values.push(value);
    else runs.push({ name, within, values: [value] });
  }
  return runs.map(({ name, within, values }) => {
    const own = oneOf(`activity.${name}`, values);
    return within === undefined ? own : `${oneOf('activity.resource', [within])} && ${own}`;
  });
}

function detailText(detail: ConditionDetail): string {
  return detail.name === 'eth.tx.value'
    ? `eth.tx.value <= ${String(detail.atMost)}`
    : oneOf(detail.name, detail.values);
}

function writeCondition({ scopes, details }: ConditionMeaning): string {
  const terms = scopes ? scopeTerms(scopes) : [];
  const inBrackets = terms.map((term) => (term.includes(' && ') ? `(${term})` : term));
  const [only] = terms;
  const about = terms.length > 1 ? joined(inBrackets, '||') : (only ?? '');
  const rest = details.map(detailText);
  if (about === '') return joined(rest, '&&');
  const isAlternative = terms.length > 1 && rest.length > 0;
  return joined([isAlternative ? `(${about})` : about, ...rest], '&&');
}

function writeDemand(demand: ApprovalDemand): string {
  if (demand.kind === 'credential') {
    return `credentials.any(credential, ${oneOf('credential.type', demand.types)})`;
  }
  const { count, ids, tags } = demand;
  const tests = [
    ...(ids.length > 0 ? [oneOf('user.id', ids)] : []),
    ...tags.map((tag) => `user.tags.contains(${literal(tag)})`),
  ];
  if (tests.length === 0) return `approvers.count() >= ${String(count)}`;
  const people = `(user, ${joined(tests, '||')})`;
  return count === 1
    ? `approvers.any${people}`
    : `approvers.filter${people}.count() >= ${String(count)}`;
}

function writeSpan(span: TimeSpan): string {
  if (span.kind !== 'cron') {
    return `time.now ${span.kind === 'from' ? '>=' : '<'} Timestamp(${literal(span.text)})`;
  }
  const texts = [span.cron, span.length, span.zone].map(literal);
  return `${span.isOutside ? '!' : ''}CronSpan(${texts.join(', ')})`;
}

const WRITERS: { readonly [C in ClauseName]: (parts: BuiltParts[C]) => string } = {
  condition: writeCondition,
  consensus: (demands) => joined(demands.map(writeDemand), '&&'),
  time: (spans) => joined(spans.map(writeSpan), '&&'),
};

/** The text of a clause's parts; empty where these demand nothing. */
export const writeParts = <C extends ClauseName>(clause: C, parts: BuiltParts[C]): string =>
  WRITERS[clause](parts);
