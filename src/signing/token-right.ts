import type { TypedData, TypedValue } from './typed-data.ts';

/*
 * What somebody may take from an account later, without another question: allowances of tokens, by the
 * form of the call or message that gives them. Any contract may take the same form for something else.
 */

/** How much may be taken: smallest units, 0 to take it back; `all` is more than any token has. */
type Allowed = bigint | 'all';

export type TokenRight = {
  /** Who may take. Lower-case 0x hex. */
  readonly spender: string;
  /** Of which contracts, in lower-case 0x hex, or of the one that is called or named by the domain. */
  readonly tokens: readonly { readonly contract: string | undefined; readonly amount: Allowed }[];
};

/** Largest values of narrower types that tokens and Permit2 take for "no limit": UNI's is 96 bits, Permit2's 160. */
const NO_LIMITS: readonly bigint[] = [(1n << 96n) - 1n, (1n << 128n) - 1n];
const NO_LIMIT_FROM = 1n << 159n;

const allowed = (amount: bigint): Allowed =>
  amount >= NO_LIMIT_FROM || NO_LIMITS.includes(amount) ? 'all' : amount;

const ADDRESS = '0{24}([0-9a-f]{40})';
const WORD = '([0-9a-f]{64})';
/** `approve(address,uint256)` and `increaseAllowance(address,uint256)` (ERC-20, OpenZeppelin). */
const APPROVE = new RegExp(`^0x(?:095ea7b3|39509351)${ADDRESS}${WORD}$`);
/** `setApprovalForAll(address,bool)` (ERC-721, ERC-1155). */
const APPROVE_ALL = new RegExp(`^0xa22cb465${ADDRESS}0{63}([01])$`);
/** Permit2's `approve(address token,address spender,uint160 amount,uint48 expiration)`. */
const PERMIT2_APPROVE = new RegExp(`^0x87517c45${ADDRESS}${ADDRESS}${WORD}${WORD}$`);

/** What a call gives away, of its data in lower-case 0x hex; undefined for anything but exactly these calls. */
export function readCallRight(data: string): TokenRight | undefined {
  const [, allSpender, isGiven] = APPROVE_ALL.exec(data) ?? [];
  if (allSpender !== undefined) {
    const amount = isGiven === '1' ? 'all' : 0n;
    return { spender: `0x${allSpender}`, tokens: [{ contract: undefined, amount }] };
  }
  const [, token, permitted, most] = PERMIT2_APPROVE.exec(data) ?? [];
  if (permitted !== undefined) {
    const amount = allowed(BigInt(`0x${most}`));
    return { spender: `0x${permitted}`, tokens: [{ contract: `0x${token}`, amount }] };
  }
  const [, spender, amount] = APPROVE.exec(data) ?? [];
  if (spender === undefined) return undefined;
  const given = allowed(BigInt(`0x${amount}`));
  return { spender: `0x${spender}`, tokens: [{ contract: undefined, amount: given }] };
}

type Struct = Extract<TypedValue, { is: 'struct' }>;

/** The value of a member, if it has this type. */
function atomOf(struct: Struct, name: string, type: RegExp): bigint | boolean | string | undefined {
  const value = struct.members.get(name);
  return value?.is === 'atom' && type.test(value.type) ? value.value : undefined;
}

/** Tokens with their amounts, in a struct or a list of them (Permit2's details, and what it permits). */
function tokensIn(value: TypedValue | undefined): TokenRight['tokens'] {
  const items = value?.is === 'list' ? value.items : value ? [value] : [];
  return items.flatMap((item) => {
    if (item.is !== 'struct') return [];
    const contract = atomOf(item, 'token', /^address$/);
    const amount = atomOf(item, 'amount', /^uint\d*$/);
    if (typeof contract !== 'string' || typeof amount !== 'bigint') return [];
    return [{ contract, amount: allowed(amount) }];
  });
}

/**
 * What a message gives away: EIP-2612's `value`, DAI's `allowed`, and what Permit2 has in `details` or
 * `permitted`. Undefined for a message that names no spender; without tokens where it names one and
 * doesn't say how much.
 */
export function readMessageRight({ message }: Pick<TypedData, 'message'>): TokenRight | undefined {
  const spender = atomOf(message, 'spender', /^address$/);
  if (typeof spender !== 'string') return undefined;
  const value = atomOf(message, 'value', /^uint\d*$/);
  if (typeof value === 'bigint') {
    return { spender, tokens: [{ contract: undefined, amount: allowed(value) }] };
  }
  const isAllowed = atomOf(message, 'allowed', /^bool$/);
  if (typeof isAllowed === 'boolean') {
    return { spender, tokens: [{ contract: undefined, amount: isAllowed ? 'all' : 0n }] };
  }
  const tokens = ['details', 'permitted'].flatMap((name) => tokensIn(message.members.get(name)));
  return { spender, tokens };
}
