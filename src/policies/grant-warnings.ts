import { pathOf } from './clause-meaning.ts';
import type { StepsLeft } from './evaluate-clause.ts';
import { unknown, type Fact, type Facts } from './facts.ts';
import { ENDLESS, mayHold, messageProbes, NOBODY, transactionProbes, WHATEVER } from './probes.ts';
import type { Clause } from './read-clause.ts';
import { allOf, type Expression } from './syntax-tree.ts';

/*
 * Allowances that an ALLOW lets an account give: by a call of a token or of Permit2, or by a message that somebody
 * else submits (EIP-2612, DAI, Permit2). They take what they name later, without another question.
 */

export type GrantWarning = {
  /** To a spender that the policy doesn't name; of as much as there is. */
  readonly kind: 'grant_any_spender' | 'grant_any_amount';
  /** The functions and messages, by their names. */
  readonly subject: string;
};

/** What is left open. */
type Open = 'spender' | 'amount';

const ANY = unknown('parameters_later');
const TEXT = /token|owner|holder|from|asset/i;
const NUMBER = /deadline|expir|nonce|^_?v$/i;

/** Functions by their selectors, with the words of calldata that name the spender and the amount. */
const FUNCTIONS = [
  { name: 'approve', selector: '0x095ea7b3', words: 2, spender: 0, amount: 1 },
  { name: 'increaseAllowance', selector: '0x39509351', words: 2, spender: 0, amount: 1 },
  { name: 'setApprovalForAll', selector: '0xa22cb465', words: 2, spender: 0, amount: undefined },
  // Of Permit2: the token first.
  { name: 'approve', selector: '0x87517c45', words: 4, spender: 1, amount: 2 },
  { name: 'permit', selector: '0xd505accf', words: 7, spender: 1, amount: 2 },
] as const;
type GrantFunction = (typeof FUNCTIONS)[number];

/** Messages by their primary types. */
function messagesOf(
  spender: Fact,
  amount: Fact,
  isAll: Fact,
): readonly (readonly [string, Facts])[] {
  const token = { token: ANY, amount, expiration: ANY, nonce: ANY };
  const permitted = { token: ANY, amount };
  const shared = { spender, nonce: ANY, deadline: ANY };
  return [
    ['Permit', { ...shared, owner: ANY, value: amount }],
    // DAI's.
    ['Permit', { holder: ANY, spender, nonce: ANY, expiry: ANY, allowed: isAll }],
    ['PermitSingle', { details: token, spender, sigDeadline: ANY }],
    ['PermitBatch', { details: [token], spender, sigDeadline: ANY }],
    ['PermitTransferFrom', { ...shared, permitted }],
    ['PermitBatchTransferFrom', { ...shared, permitted: [permitted] }],
    ['PermitWitnessTransferFrom', { ...shared, permitted, witness: ANY }],
    ['PermitBatchWitnessTransferFrom', { ...shared, permitted: [permitted], witness: ANY }],
  ];
}

/** The name of an argument that is compared as it is; undefined for anything else. */
function argumentName(expression: Expression): string | undefined {
  const isArgument =
    expression.kind === 'index' && pathOf(expression.of) === 'eth.tx.contract_call_args';
  return isArgument && expression.at.kind === 'string' ? expression.at.value : undefined;
}

/** Arguments that a condition compares with texts or numbers, by name. */
function argumentsIn(tree: Expression): ReadonlyMap<string, 'string' | 'int'> {
  const found = allOf(tree).flatMap((part): (readonly [string, 'string' | 'int'])[] => {
    if (part.kind !== 'compare') return [];
    const sides = [part.left, part.right];
    const literals = sides.flatMap((side) => (side.kind === 'list' ? side.items : [side]));
    const literal = literals.find(({ kind }) => kind === 'string' || kind === 'int');
    const kind = literal?.kind === 'string' ? 'string' : literal && 'int';
    return sides.flatMap((side) => {
      const name = argumentName(side);
      return name !== undefined && kind ? [[name, kind] as const] : [];
    });
  });
  return new Map(found);
}

function argumentFacts(tree: Expression, called: GrantFunction, open: Open): Facts {
  const compared = [...argumentsIn(tree)].filter(
    // Without an amount it has no number.
    ([, kind]) => kind === 'string' || called.amount !== undefined,
  );
  const facts = compared.map(([name, kind]) => {
    if (open === 'spender') return [name, kind === 'string' && !TEXT.test(name) ? NOBODY : ANY];
    return [name, kind === 'int' && !NUMBER.test(name) ? ENDLESS : ANY];
  });
  return facts.length > 0 ? (Object.fromEntries(facts) as Facts) : {};
}

const padded = (digits: string): string => digits.padStart(64, '0');

/** More texts of a condition than these aren't tried at a place of calldata. */
const MAX_TEXTS = 8;

/** Calldata that leaves one open, with the texts of the condition at the other's place. */
function calldataOf(tree: Expression, called: GrantFunction, open: Open): readonly string[] {
  const texts = allOf(tree).flatMap((part) => (part.kind === 'string' ? [part.value] : []));
  const bare = texts.map((text) => text.replace(/^0x/, '').toLowerCase());
  // Calldata whose beginning the condition has.
  const begun = bare.filter((text) => text.startsWith(called.selector.slice(2)));
  const wordAt = (at: number | undefined) =>
    begun.map((text) => text.slice(8 + 64 * (at ?? 0)).slice(0, 64));
  const spenders = [...bare, ...wordAt(called.spender)].filter((text) =>
    /^(?:0{24})?[0-9a-f]{40}$/.test(text),
  );
  const amounts = [...bare, ...wordAt(called.amount)].filter((text) => /^[0-9a-f]{64}$/.test(text));
  const written = (spender: string, amount: string) => {
    const words = Array.from({ length: called.words }, (_, at) => {
      if (at === called.spender) return padded(spender);
      return at === called.amount ? padded(amount) : padded('1');
    });
    return called.selector + words.join('');
  };
  const nobody = NOBODY.slice(2);
  return open === 'spender'
    ? ['1', ...amounts.slice(0, MAX_TEXTS)].map((amount) => written(nobody, amount))
    : [nobody, ...spenders.slice(0, MAX_TEXTS)].map((one) => written(one, 'f'.repeat(64)));
}

function calls({ tree }: Clause, called: GrantFunction, open: Open): readonly Facts[] {
  if (open === 'amount' && called.amount === undefined) return [];
  const args = argumentFacts(tree, called, open);
  return calldataOf(tree, called, open).flatMap((data) =>
    transactionProbes({
      data,
      function_name: called.name,
      function_signature: called.selector,
      contract_call_args: Object.keys(args).length > 0 ? args : WHATEVER,
    }),
  );
}

function messages(open: Open): readonly (readonly [string, readonly Facts[]])[] {
  const [spender, amount] = open === 'spender' ? [NOBODY, ANY] : [ANY, ENDLESS];
  return messagesOf(spender, amount, open === 'spender' ? ANY : true).map(
    ([primary_type, message]) => [primary_type, messageProbes({ primary_type, message })] as const,
  );
}

/**
 * The allowances that an ALLOW lets through without a limit of their spender or amount.
 * @param isOfCall whether it says something of what is called
 * @param isOfTypedData whether it says something of messages
 */
export function grantWarnings(
  clause: Clause,
  isOfCall: boolean,
  isOfTypedData: boolean,
  steps: StepsLeft,
): readonly GrantWarning[] {
  return (['spender', 'amount'] as const).flatMap((open): GrantWarning[] => {
    const called = isOfCall
      ? FUNCTIONS.map((one) => [one.name, calls(clause, one, open)] as const)
      : [];
    const asked = [...called, ...(isOfTypedData ? messages(open) : [])];
    const names = asked.flatMap(([name, probes]) => (mayHold(clause, probes, steps) ? [name] : []));
    if (names.length === 0) return [];
    return [{ kind: `grant_any_${open}`, subject: [...new Set(names)].join(', ') }];
  });
}
