import { decimalText, type Asset } from '../../client/balances.ts';
import { formatNumber } from '../i18n.ts';
import { visibleText } from './visible.ts';

/* Amounts of coins and tokens as the reader's language writes them, exactly: no number of JavaScript has them. */

/** The decimal sign of the reader's language. */
export const decimalSign = () => formatNumber(1.5).charAt(1);

/** An amount in the smallest unit, without its symbol. */
export const unitsText = (amount: bigint, decimals: number): string =>
  decimalText(amount, decimals).replace('.', decimalSign());

/** An amount of an asset: `1.5 ETH`. */
export const assetText = (
  amount: bigint,
  { symbol, decimals }: Pick<Asset, 'symbol' | 'decimals'>,
) => `${unitsText(amount, decimals)} ${visibleText(symbol)}`;
