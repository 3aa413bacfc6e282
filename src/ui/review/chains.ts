/*
 * Ethereum's chains by their ids, with the coin that pays amounts and fees. Source: the list of chains that
 * the service sends to (docs/signing.md, Chains). Every coin here has 18 decimals.
 */

type Chain = { readonly name: string; readonly coin: string };

const CHAINS: ReadonlyMap<bigint, Chain> = new Map([
  [1n, { name: 'Ethereum', coin: 'ETH' }],
  [10n, { name: 'OP Mainnet', coin: 'ETH' }],
  [56n, { name: 'BNB Smart Chain', coin: 'BNB' }],
  [97n, { name: 'BNB Smart Chain Testnet', coin: 'tBNB' }],
  [137n, { name: 'Polygon', coin: 'POL' }],
  [143n, { name: 'Monad', coin: 'MON' }],
  [8453n, { name: 'Base', coin: 'ETH' }],
  [10_143n, { name: 'Monad Testnet', coin: 'MON' }],
  [31_337n, { name: 'Anvil', coin: 'ETH' }],
  [42_161n, { name: 'Arbitrum One', coin: 'ETH' }],
  [80_002n, { name: 'Polygon Amoy', coin: 'POL' }],
  [84_532n, { name: 'Base Sepolia', coin: 'ETH' }],
  [421_614n, { name: 'Arbitrum Sepolia', coin: 'ETH' }],
  [11_155_111n, { name: 'Sepolia', coin: 'ETH' }],
  [11_155_420n, { name: 'OP Sepolia', coin: 'ETH' }],
]);

/** Undefined for a chain whose name and coin aren't known. */
export const chainOf = (id: bigint): Chain | undefined => CHAINS.get(id);

const WEI_DIGITS = 18;

/** Wei as the chain's coin, exactly: no digit is rounded away. */
export function coinText(wei: bigint, decimalSign: string): string {
  const digits = wei.toString().padStart(WEI_DIGITS + 1, '0');
  const fraction = digits.slice(-WEI_DIGITS).replace(/0+$/, '');
  const whole = digits.slice(0, -WEI_DIGITS);
  return fraction === '' ? whole : `${whole}${decimalSign}${fraction}`;
}
