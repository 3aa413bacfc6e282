import { createContract, ERC20 } from 'micro-eth-signer/abi.js';
import { formatUnits } from 'micro-eth-signer/utils.js';

/** The calls of a token (ERC-20): the bytes of each, and what an answer's bytes say. */
export const TOKEN_CALLS = createContract(ERC20);

/** An amount in the smallest unit as a decimal text: 1500000 with 6 decimals is `1.5`. */
export const decimalText = (amount: bigint, decimals: number): string =>
  formatUnits(amount, decimals);
