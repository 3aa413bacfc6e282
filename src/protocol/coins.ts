import { EVM_CHAIN, type EvmChain } from './enums.ts';

/** The coin that pays amounts and fees on a chain, with its number in SLIP-44 where that has it. */
export type Coin = {
  readonly symbol: string;
  readonly name: string;
  readonly slip44?: number;
  /** In gwei, what a unit of gas seldom costs more than: a choice, generous. */
  readonly dearGas: bigint;
};

const ETHER: Coin = { symbol: 'ETH', name: 'Ether', slip44: 60, dearGas: 100n };
const POL: Coin = { symbol: 'POL', name: 'POL', slip44: 966, dearGas: 1000n };
const BNB: Coin = { symbol: 'BNB', name: 'BNB', slip44: 714, dearGas: 100n };
const TEST_BNB: Coin = { ...BNB, symbol: 'tBNB' };
const MONAD: Coin = { symbol: 'MON', name: 'Monad', dearGas: 500n };

/** Tempo has none: its fees are paid in tokens (docs/signing.md, Chains). */
const COINS: Readonly<Record<EvmChain, Coin | undefined>> = {
  'eip155:1': ETHER,
  'eip155:11155111': ETHER,
  'eip155:8453': ETHER,
  'eip155:84532': ETHER,
  'eip155:137': POL,
  'eip155:80002': POL,
  'eip155:56': BNB,
  'eip155:97': TEST_BNB,
  'eip155:10': ETHER,
  'eip155:11155420': ETHER,
  'eip155:143': MONAD,
  'eip155:10143': MONAD,
  'eip155:42161': ETHER,
  'eip155:421614': ETHER,
  'eip155:4217': undefined,
  'eip155:42431': undefined,
  'eip155:31337': ETHER,
};

export const coinOf = (chain: EvmChain): Coin | undefined => COINS[chain];

/** Each coin's smallest unit is 10^-18 of it. */
export const COIN_DECIMALS = 18;

/** The gas of a transfer that runs no code (Ethereum Yellow Paper, G_transaction). */
const TRANSFER_GAS = 21_000n;

/** What Keystamp leaves on an account for a transfer's fee where somebody sends all of a coin, in its smallest unit. */
export const feeRoomOf = (chain: EvmChain): bigint =>
  (coinOf(chain)?.dearGas ?? 0n) * TRANSFER_GAS * 10n ** 9n;

/** The chain beside a local service: the vendor has none of that id. */
export const LOCAL_CHAIN: EvmChain = 'eip155:31337';

/** The chain of an id that a transaction names; undefined for one that the interface doesn't list. */
export const chainOf = (id: bigint): EvmChain | undefined =>
  EVM_CHAIN.find((chain) => chain === `eip155:${id}`);

/** The other way: CAIP-2's reference is an EIP-155 chain's id. */
export const chainIdOf = (chain: EvmChain): bigint => BigInt(chain.slice('eip155:'.length));
