import { checkTypes } from './type-check.ts';
import { CLAUSES, type ClauseName } from './known-names.ts';
import { parseClause } from './parse-clause.ts';
import { ClauseFault, type Expression, type Fault } from './syntax-tree.ts';

/** A clause that was read, or why it can't be. */
export type ReadClause =
  | { readonly tree: Expression; readonly fault?: undefined }
  | { readonly tree?: undefined; readonly fault: Fault };

/** Reads a clause as the service does when a policy is stored: names must exist, types must fit. */
export function readClause(clause: ClauseName, text: string): ReadClause {
  try {
    const tree = parseClause(text);
    checkTypes(clause, tree);
    return { tree };
  } catch (error) {
    if (error instanceof ClauseFault) return { fault: error.fault };
    throw error;
  }
}

/** A policy as the service lists it: a clause that is left out is `''` or isn't there. */
export type PolicyText = {
  readonly policyId: string;
  readonly policyName: string;
  readonly effect: string;
} & { readonly [C in ClauseName]?: string | null | undefined };

/**
 * A policy with its clauses read. `unreadable`: there is one that this code can't read. The service
 * stored it, so there it means something.
 */
export type ReadPolicy = {
  readonly id: string;
  readonly name: string;
  readonly effect: 'allow' | 'deny' | undefined;
  readonly clauses: Readonly<Record<ClauseName, Expression | undefined>>;
  readonly unreadable: boolean;
};

const EFFECTS: Readonly<Record<string, ReadPolicy['effect']>> = {
  EFFECT_ALLOW: 'allow',
  EFFECT_DENY: 'deny',
};

export function readPolicy(policy: PolicyText): ReadPolicy {
  const { policyId: id, policyName: name } = policy;
  const read = CLAUSES.map((clause) => {
    const text = policy[clause];
    return text ? readClause(clause, text) : undefined;
  });
  const [consensus, condition, time] = read.map((clause) => clause?.tree);
  const effect = Object.hasOwn(EFFECTS, policy.effect) ? EFFECTS[policy.effect] : undefined;
  const unreadable = !effect || read.some((clause) => clause?.fault);
  return { id, name, effect, clauses: { consensus, condition, time }, unreadable };
}
