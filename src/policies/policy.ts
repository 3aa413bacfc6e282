import { CLAUSES, type ClauseName } from './published-names.ts';
import { readClause, type Clause } from './read-clause.ts';

/** A policy as the service lists it: a clause that is left out is `''` or isn't there. */
export type PolicyText = {
  readonly policyId: string;
  readonly policyName: string;
  readonly effect: string;
} & { readonly [C in ClauseName]?: string | null | undefined };

/** Of a clause that can't be read here. The service stored it, so there it means something. */
export const UNREADABLE = 'unreadable';

/** A policy with its clauses read; one that is left out is undefined. */
export type ReadPolicy = {
  readonly id: string;
  readonly name: string;
  /** Undefined: an effect that isn't known here. */
  readonly effect: 'allow' | 'deny' | undefined;
  readonly clauses: Readonly<Record<ClauseName, Clause | typeof UNREADABLE | undefined>>;
};

const EFFECTS: Readonly<Record<string, ReadPolicy['effect']>> = {
  EFFECT_ALLOW: 'allow',
  EFFECT_DENY: 'deny',
};

export function readPolicy(policy: PolicyText): ReadPolicy {
  const { policyId: id, policyName: name } = policy;
  const [consensus, condition, time] = CLAUSES.map((clause) => {
    const text = policy[clause];
    return text ? (readClause(clause, text).clause ?? UNREADABLE) : undefined;
  });
  const effect = Object.hasOwn(EFFECTS, policy.effect) ? EFFECTS[policy.effect] : undefined;
  return { id, name, effect, clauses: { consensus, condition, time } };
}

/** A clause of a policy, where it has one that can be read. */
export function clauseOf({ clauses }: ReadPolicy, name: ClauseName): Clause | undefined {
  const clause = clauses[name];
  return clause === UNREADABLE ? undefined : clause;
}

/** Whether a part of it can't be read. */
export function isUnreadable({ effect, clauses }: ReadPolicy): boolean {
  return !effect || Object.values(clauses).includes(UNREADABLE);
}
