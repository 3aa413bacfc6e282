import { formatUnits } from 'micro-eth-signer/utils.js';

/** An amount in the smallest unit as a decimal text, exactly: 1500000 with 6 decimals is `1.5`. */
export const decimalText = (amount: bigint, decimals: number): string =>
  formatUnits(amount, decimals);
