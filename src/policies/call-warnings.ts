import { literalsOf, reads } from './clause-literals.ts';
import type { StepsLeft } from './evaluate-clause.ts';
import { grantWarnings, type GrantWarning } from './grant-warnings.ts';
import { mayHold, messageProbes, NO_CHAIN, NOBODY, transactionProbes, WHATEVER } from './probes.ts';
import type { Clause } from './read-clause.ts';
import type { Expression } from './syntax-tree.ts';

/*
 * What a condition on what a key signs leaves open (docs/policies.md, What conditions leave open).
 */

export type CallWarning =
  | {
      readonly kind:
        /** An ALLOW for any contract whose interface is stored, now or later. */
        | 'call_any_contract'
        /** An ALLOW of transactions on any chain. */
        | 'any_chain'
        /** An ALLOW of typed data for whatever contract its domain names. */
        | 'message_any_contract'
        /** A DENY that errs, and so is skipped, where an argument has no value. */
        | 'deny_call'
        /** A condition on a call's function, where no interface says what functions there are. */
        | 'no_interfaces';
    }
  /** The same for one contract. */
  | { readonly kind: 'no_interface'; readonly subject: string }
  | GrantWarning;

const ARGUMENTS = 'eth.tx.contract_call_args';
const CALL = [ARGUMENTS, 'eth.tx.function_name', 'eth.tx.function_signature'];

const readsCall = (tree: Expression): boolean => CALL.some((path) => reads(tree, path));

/** Contracts that a condition on a call is about, and no interface describes: there it always errs. */
function interfaceWarnings(
  clause: Clause,
  contracts: readonly string[],
  steps: StepsLeft,
): readonly CallWarning[] {
  const stored = new Set(contracts.map((one) => one.toLowerCase()));
  const meant = literalsOf(clause.tree).flatMap(({ path, text }) =>
    path === 'eth.tx.to' && mayHold(clause, transactionProbes({ to: text }), steps) ? [text] : [],
  );
  if (meant.length === 0 && stored.size === 0) return [{ kind: 'no_interfaces' }];
  return meant
    .filter((text) => !stored.has(text.toLowerCase()))
    .map((subject) => ({ kind: 'no_interface', subject }));
}

/**
 * @param effect of the policy; undefined for one that Keystamp doesn't know
 * @param contracts whose interfaces the organization stores, by address; undefined while that isn't known
 */
export function callWarnings(
  effect: string | undefined,
  clause: Clause,
  contracts: readonly string[] | undefined,
  steps: StepsLeft,
): readonly CallWarning[] {
  const { tree } = clause;
  const isOfCall = readsCall(tree);
  const unstored = isOfCall && contracts ? interfaceWarnings(clause, contracts, steps) : [];
  if (effect === 'deny') {
    return [...(reads(tree, ARGUMENTS) ? [{ kind: 'deny_call' } as const] : []), ...unstored];
  }
  const passes = (given: Parameters<typeof transactionProbes>[0]) =>
    mayHold(clause, transactionProbes(given), steps);
  const isOfTypedData = reads(tree, 'eth.eip_712');
  const domain = {
    domain: { name: WHATEVER, version: WHATEVER, chain_id: WHATEVER, verifying_contract: NOBODY },
  };
  return [
    ...(isOfCall && passes({ to: NOBODY }) ? [{ kind: 'call_any_contract' } as const] : []),
    ...(reads(tree, 'eth.tx') && passes({ chain_id: NO_CHAIN })
      ? [{ kind: 'any_chain' } as const]
      : []),
    ...(isOfTypedData && mayHold(clause, messageProbes(domain), steps)
      ? [{ kind: 'message_any_contract' } as const]
      : []),
    ...grantWarnings(clause, isOfCall || reads(tree, 'eth.tx.data'), isOfTypedData, steps),
    ...unstored,
  ];
}
