import { formatUnits } from 'micro-eth-signer/utils.js';

/** An amount in the smallest unit as a decimal text, exactly: 1500000 with 6 decimals is `1.5`. */
export const decimalText = (amount: bigint, decimals: number): string =>
  formatUnits(amount, decimals);

/** `form`: it is no plain decimal number. `decimals`: it has more decimal places than the unit. */
export type AmountFault = 'missing' | 'form' | 'decimals';

/** As many digits as 2^256 has: no amount is larger. */
const MAX_DIGITS = 78;

/**
 * The other way, from what a person types: digits with one decimal sign at most, and nothing between
 * thousands. Never rounds.
 */
export function readAmount(text: string, decimals: number, sign = '.'): bigint | AmountFault {
  const typed = text.trim();
  if (typed === '') return 'missing';
  const [whole = '', fraction, ...more] = typed.split(sign);
  const digits = `${whole}${fraction ?? ''}`;
  const isNumber = /^\d+$/.test(digits) && digits.length <= 2 * MAX_DIGITS && more.length === 0;
  if (!isNumber || fraction === '') return 'form';
  if (fraction !== undefined && fraction.length > decimals) return 'decimals';
  return BigInt(`${whole}${(fraction ?? '').padEnd(decimals, '0')}`);
}
