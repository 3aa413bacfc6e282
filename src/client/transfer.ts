import { checkAddress } from '../addresses/address-check.ts';
import { feeRoomOf } from '../protocol/coins.ts';
import type { EvmChain } from '../protocol/enums.ts';
import type { AddressRule } from '../protocol/rules.ts';
import { readAmount, type AmountFault } from '../signing/amount.ts';
import { writeTokenTransfer } from '../signing/token-transfer.ts';
import type { Asset } from './balances.ts';

/*
 * What a person sends, from what they type to the call that does it. Load lazily: it comes with the
 * hashes of all chains.
 */

/** `name`: a name that a registry would have to look up. */
export type RecipientFault =
  | { readonly rule: 'missing' | 'name' }
  | { readonly rule: AddressRule; readonly chains: readonly string[] };

const NAME = /^[^\s.]+(?:\.[^\s.]+)+$/u;

/** Why nothing can be sent to a text; undefined where it is an address of Ethereum's kind. */
export function findRecipientFault(text: string): RecipientFault | undefined {
  const typed = text.trim();
  if (typed === '') return { rule: 'missing' };
  const check = checkAddress(typed, ['ADDRESS_FORMAT_ETHEREUM']);
  if (check.ok) return undefined;
  if (check.chains.length === 0 && NAME.test(typed)) return { rule: 'name' };
  return { rule: check.rule, chains: check.chains };
}

/** Whether a typo in an address would go unnoticed: all its letters have one case (EIP-55). */
export function isUnguarded(address: string): boolean {
  const check = checkAddress(address, ['ADDRESS_FORMAT_ETHEREUM']);
  return check.ok && !check.hasChecksum;
}

/** The amount that somebody typed of an asset, in its smallest unit. `balance`: the account has less. */
export function readSentAmount(
  text: string,
  { decimals, balance }: Asset,
  sign: string,
): bigint | AmountFault | 'zero' | 'balance' {
  const amount = readAmount(text, decimals, sign);
  if (typeof amount !== 'bigint') return amount;
  if (amount === 0n) return 'zero';
  return amount > balance ? 'balance' : amount;
}

/** The most that can be sent: all of a token; of a coin all but the room for the fee. */
export function mostOf({ balance, contract }: Asset, chain: EvmChain): bigint {
  if (contract !== undefined) return balance;
  const room = feeRoomOf(chain);
  return balance > room ? balance - room : 0n;
}

/** One call of an account, as a request to send has it. */
export type SentCall = { readonly to: string; readonly value?: string; readonly data?: string };

/** The call that sends an amount: of the coin with it, of a token to its contract. */
export function callOf({ contract }: Asset, to: string, amount: bigint): SentCall {
  return contract === undefined
    ? { to, value: amount.toString() }
    : { to: contract, data: writeTokenTransfer({ to, amount }) };
}

/**
 * - `self`: it is the account that sends
 * - `contract`: it is the token's own contract, where tokens are lost
 * - `nobody`: the zero address, whose key nobody has
 * - `lookalike`: it begins and ends as one that is known and isn't it
 * - `unused`: nothing was sent there before
 */
export type RecipientWarning = 'self' | 'contract' | 'nobody' | 'lookalike' | 'unused';

const NOBODY = `0x${'0'.repeat(40)}`;
/** Hex digits at each end: who poisons a history takes those that screens show, and more are dear to find. */
const ENDS = 3;

const endsOf = (address: string): string =>
  address.slice(2, 2 + ENDS).toLowerCase() + address.slice(-ENDS).toLowerCase();

/** An address that another could be taken for, because both begin and end alike. */
export function findLookalike(address: string, known: readonly string[]): string | undefined {
  const isSame = (one: string) => one.toLowerCase() === address.toLowerCase();
  if (known.some(isSame)) return undefined;
  return known.find((one) => endsOf(one) === endsOf(address));
}

/** What to say of a recipient, the worst first. */
export function warnOf(
  to: string,
  about: {
    readonly from: string;
    readonly contract: string | undefined;
    /** Addresses that are known: one's own, and those that something was sent to. */
    readonly known: readonly string[];
    readonly isOwn: boolean;
  },
): RecipientWarning | undefined {
  const address = to.toLowerCase();
  if (address === NOBODY) return 'nobody';
  if (address === about.contract) return 'contract';
  if (address === about.from.toLowerCase()) return 'self';
  if (findLookalike(to, about.known) !== undefined) return 'lookalike';
  const isKnown = about.isOwn || about.known.some((one) => one.toLowerCase() === address);
  return isKnown ? undefined : 'unused';
}
