import { pathOf } from './clause-meaning.ts';
import { allOf, type Expression } from './syntax-tree.ts';

/*
 * What a condition on a contract's function or arguments leaves open (docs/policies.md, Calls of contracts).
 */

export type CallWarning = {
  readonly kind:
    /** An ALLOW for any contract whose interface is stored, now or later. */
    | 'call_any_contract'
    /** An ALLOW for whatever is at the address on another chain. */
    | 'call_any_chain'
    /** A DENY that errs, and so is skipped, where an argument has no value. */
    | 'deny_call';
};

const ARGUMENTS = 'eth.tx.contract_call_args';
const CALL = [ARGUMENTS, 'eth.tx.function_name', 'eth.tx.function_signature'];

const isLiteral = ({ kind }: Expression): boolean => kind === 'string' || kind === 'int';

/** Whether a condition holds only where a member has a value that it names. */
function isFixed(tree: Expression, path: string): boolean {
  if (tree.kind === 'join') {
    const fixes = (term: Expression) => isFixed(term, path);
    return tree.operator === '&&' ? tree.terms.some(fixes) : tree.terms.every(fixes);
  }
  if (tree.kind !== 'compare') return false;
  const { operator, left, right } = tree;
  if (operator === 'in')
    return pathOf(left) === path && right.kind === 'list' && right.items.every(isLiteral);
  const isNamed = (one: Expression, other: Expression) => pathOf(one) === path && isLiteral(other);
  return operator === '==' && (isNamed(left, right) || isNamed(right, left));
}

/** @param effect of the policy; undefined for one that Keystamp doesn't know */
export function callWarnings(effect: string | undefined, tree: Expression): readonly CallWarning[] {
  const names = (paths: readonly string[]) =>
    allOf(tree).some((part) => paths.includes(pathOf(part) ?? ''));
  if (effect === 'deny') return names([ARGUMENTS]) ? [{ kind: 'deny_call' }] : [];
  if (!names(CALL)) return [];
  return [
    ...(isFixed(tree, 'eth.tx.to') ? [] : [{ kind: 'call_any_contract' } as const]),
    ...(isFixed(tree, 'eth.tx.chain_id') ? [] : [{ kind: 'call_any_chain' } as const]),
  ];
}
