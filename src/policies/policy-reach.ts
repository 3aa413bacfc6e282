import { ROWS } from '../protocol/operations.ts';
import {
  conditionMeaning,
  consensusMeaning,
  type ActivityScope,
  type ApprovalDemand,
} from './clause-meaning.ts';
import { clauseOf, readPolicy, UNREADABLE, type PolicyText, type ReadPolicy } from './policy.ts';
import { CLAUSES } from './published-names.ts';
import type { Expression } from './syntax-tree.ts';

/*
 * Whether a change of a policy lets somebody do more than before, as far as that can be shown from its texts.
 * What can't be shown counts as more: the reader is warned once too often, never once too little.
 */

/** The terms that must all hold for a clause to hold, each as a text that says the same of equal terms. */
function termsOf(tree: Expression): readonly string[] {
  if (tree.kind === 'bool' && tree.value) return [];
  if (tree.kind === 'join' && tree.operator === '&&') return tree.terms.flatMap(termsOf);
  return [textOf(tree)];
}

/** A tree without its places: two texts that differ in spaces alone have the same. */
const textOf = (tree: Expression): string =>
  JSON.stringify(tree, (key, value: unknown) => {
    if (key === 'span') return undefined;
    return typeof value === 'bigint' ? `${value}n` : value;
  });

/** What a policy demands before it applies. A clause that can't be read is one demand of its own. */
type Demands = ReadonlySet<string>;

function demandsOf(policy: PolicyText, { clauses }: ReadPolicy): Demands {
  const terms = CLAUSES.flatMap((name) => {
    const clause = clauses[name];
    if (clause === UNREADABLE) return [`${name} ${policy[name] ?? ''}`];
    return clause ? termsOf(clause.tree).map((term) => `${name} ${term}`) : [];
  });
  return new Set(terms);
}

const isOfConsensus = (demand: string): boolean => demand.startsWith('consensus ');

/** Whether whatever meets these demands meets those. */
const isWithin = (these: Demands, those: Demands): boolean =>
  [...those].every((demand) => these.has(demand));

const RESOURCES: ReadonlyMap<string, string> = new Map(
  ROWS.flatMap((row) =>
    row.kind === 'submit' && typeof row.policy === 'object'
      ? [[row.name.toUpperCase(), row.policy.resource] as const]
      : [],
  ),
);

/** Whether a policy may be about what changes credentials. Not if its condition says so of each activity. */
function mayConcernCredentials(policy: ReadPolicy): boolean {
  const condition = clauseOf(policy, 'condition');
  const scopes = condition && conditionMeaning(condition.tree)?.scopes;
  const resourceOf = ({ kind, resource }: ActivityScope) =>
    resource ?? (kind === undefined ? undefined : RESOURCES.get(kind));
  return !scopes || scopes.some((scope) => (resourceOf(scope) ?? OWN) === OWN);
}

/** Of the activities that everybody may do for themselves, unless a policy wants more approvals (docs/policies.md, Order). */
const OWN = 'CREDENTIAL';

/**
 * Whether it is shown that nobody can do more after the change than before.
 * @param before null for a policy that is added
 * @param after null for one that is deleted
 */
export function isShownNotToWiden(before: PolicyText | null, after: PolicyText | null): boolean {
  const [was, is] = [before && readPolicy(before), after && readPolicy(after)];
  const demanded = before && was && demandsOf(before, was);
  const demands = after && is && demandsOf(after, is);
  const kept = was?.effect !== undefined && was.effect === is?.effect && demanded && demands;
  // What a policy allows may only shrink.
  if (is && is.effect !== 'deny' && !(kept && isWithin(demands, demanded))) return false;
  if (!was) return true;
  const isAsGreat = kept && isWithin(demanded, demands);
  // What it denies may only grow.
  if (was.effect !== 'allow') return Boolean(isAsGreat);
  // Where it lets others approve, it holds back what everybody may do for themselves.
  const holdsBack = [...(demanded ?? [])].some(isOfConsensus) && mayConcernCredentials(was);
  if (!holdsBack) return true;
  return Boolean(kept && [...demands].every((one) => isOfConsensus(one) || demanded.has(one)));
}

/** Whether a policy lets anyone do anything alone, at some time at least. */
export function allowsEverything(policy: PolicyText): boolean {
  const read = readPolicy(policy);
  const [condition, consensus] = [clauseOf(read, 'condition'), clauseOf(read, 'consensus')];
  if (read.effect !== 'allow' || Object.values(read.clauses).includes(UNREADABLE)) return false;
  const isOfAll = !condition || termsOf(condition.tree).length === 0;
  const demands = consensus ? consensusMeaning(consensus.tree) : [];
  return isOfAll && demands !== undefined && demands.every(isMetAlone);
}

const isMetAlone = (demand: ApprovalDemand): boolean =>
  demand.kind === 'people' && demand.count === 1 && demand.ids.length + demand.tags.length === 0;

/** Whether whoever meets the consensus of those meets that of these, as far as it can be shown. */
export function needsNoMore(these: ReadPolicy, those: ReadPolicy): boolean {
  const [one, other] = [these, those].map(({ clauses }) => clauses.consensus);
  if (one === UNREADABLE || other === UNREADABLE) return false;
  const demanded = new Set(other ? termsOf(other.tree) : []);
  if (!one) return true;
  const isAlone = consensusMeaning(one.tree)?.every(isMetAlone) ?? false;
  return isAlone || termsOf(one.tree).every((term) => demanded.has(term));
}
