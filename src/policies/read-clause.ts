import { stepsOf } from './clause-cost.ts';
import { MAX_PARTS, MAX_STEPS } from './limits.ts';
import { parseClause } from './parse-clause.ts';
import type { ClauseName } from './published-names.ts';
import { allOf, ClauseFault, type Expression, type Fault } from './syntax-tree.ts';
import { checkTypes, type Checked } from './type-check.ts';

/*
 * The one front of the language: the extension and the service read clauses with it
 * (docs/policies.md, Grammar). What a clause says of a request, each finds by an evaluator of its own.
 */

/** A clause that was read: its tree, and what the types say of parts of it. */
export type Clause = Checked & { readonly tree: Expression };

/** A clause that was read, or why it can't be. */
export type ReadClause =
  | { readonly clause: Clause; readonly fault?: undefined }
  | { readonly clause?: undefined; readonly fault: Fault };

function demandBounds(tree: Expression): void {
  const parts = allOf(tree).length;
  if (parts > MAX_PARTS) {
    throw new ClauseFault('too_many_parts', tree.span, String(parts), String(MAX_PARTS));
  }
  // Of long lists within long lists the exact number says nothing.
  if (stepsOf(tree) > MAX_STEPS) {
    throw new ClauseFault('too_many_steps', tree.span, String(MAX_STEPS));
  }
}

/** Reads a clause as it is read when a policy is stored: names must exist, types and limits must fit. */
export function readClause(name: ClauseName, text: string): ReadClause {
  try {
    const tree = parseClause(text);
    demandBounds(tree);
    return { clause: { tree, ...checkTypes(name, tree) } };
  } catch (error) {
    if (error instanceof ClauseFault) return { fault: error.fault };
    throw error;
  }
}
