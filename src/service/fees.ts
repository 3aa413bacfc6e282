// What a transaction may cost, where it isn't asked for: from its chain (EIP-1559).
import * as v from 'valibot';
import { Quantity, type Rpc } from './chains.ts';
import { Refusal } from './refusal.ts';

/** 10,000 gwei: more for a unit of gas is not taken from a node's word. A choice. */
const MAX_FEE_PER_GAS = 10_000_000_000_000n;
/** More gas than a block has on most chains: a choice. */
const MAX_GAS = 60_000_000n;

const Block = v.object({ baseFeePerGas: v.optional(Quantity) });

type Given = {
  readonly maxFeePerGas?: bigint | undefined;
  readonly maxPriorityFeePerGas?: bigint | undefined;
};
type Fees = { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint };

const nonsense = (message: string) => new Refusal({ grpc: 14, message });

/**
 * Fees for a unit of gas, in wei. The highest is twice the base fee and the tip: six full blocks in a row
 * double it at most (EIP-1559), and what isn't needed isn't paid. @throws 503
 */
export async function feesOf(rpc: Rpc, given: Given): Promise<Fees> {
  const { maxFeePerGas: cap, maxPriorityFeePerGas: tip } = given;
  const [usual, base] = await Promise.all([
    tip ?? rpc('eth_maxPriorityFeePerGas', [], Quantity),
    cap === undefined ? baseFeeOf(rpc) : 0n,
  ]);
  const maxFeePerGas = cap ?? 2n * base + usual;
  if (cap === undefined && maxFeePerGas > MAX_FEE_PER_GAS && (tip ?? 0n) <= MAX_FEE_PER_GAS) {
    throw nonsense(
      `the node names a fee of ${maxFeePerGas} wei for a unit of gas: give maxFeePerGas`,
    );
  }
  return { maxFeePerGas, maxPriorityFeePerGas: tip ?? least(usual, maxFeePerGas) };
}

const least = (one: bigint, other: bigint) => (one < other ? one : other);

async function baseFeeOf(rpc: Rpc): Promise<bigint> {
  const { baseFeePerGas } = await rpc('eth_getBlockByNumber', ['latest', false], Block);
  if (baseFeePerGas !== undefined) return baseFeePerGas;
  throw nonsense('the chain has no base fee (EIP-1559): this service sends no transaction on it');
}

type Call = {
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
  readonly data: string;
};

/** How much gas a call may use: a fifth more than now where it runs code. @throws 503 */
export async function gasOf(rpc: Rpc, { from, to, value, data }: Call): Promise<bigint> {
  const call = { from, to, value: `0x${value.toString(16)}`, data };
  const now = await rpc('eth_estimateGas', [call], Quantity);
  const gas = now === 21_000n ? now : (now * 6n) / 5n;
  if (gas <= MAX_GAS) return gas;
  throw nonsense(`the node names ${gas} units of gas: give gasLimit`);
}
