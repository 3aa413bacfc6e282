// What an account has on a chain: its native coin, and the tokens that this service was told of.
import * as v from 'valibot';
import { fromHex, toHex } from '../crypto/bytes.ts';
import { COIN_DECIMALS, coinOf, type Coin } from '../protocol/coins.ts';
import { EVM_CHAIN, type EvmChain } from '../protocol/enums.ts';
import { decimalText } from '../signing/amount.ts';
import { TOKEN_CALLS } from '../signing/token.ts';
import { Data, Quantity, type Rpc } from './chains.ts';
import { NodeRefusal } from './refusal.ts';

/** A token by CAIP-19. */
export type Token = { readonly chain: EvmChain; readonly contract: string };

/** `CAIP2/erc20:ADDRESS`; undefined for anything else. */
export function readToken(text: string): Token | undefined {
  const [, caip2, contract] = /^(eip155:\d+)\/erc20:(0x[0-9a-fA-F]{40})$/.exec(text) ?? [];
  const chain = EVM_CHAIN.find((one) => one === caip2);
  return chain && contract ? { chain, contract } : undefined;
}

/** A balance as the interface has it: `balance` in the smallest unit, as text. */
export type Balance = {
  readonly caip19: string;
  readonly symbol: string;
  readonly name: string;
  readonly balance: string;
  readonly decimals: number;
  readonly display: { readonly crypto: string };
};

/** A contract's own texts are foreign: what a table can show, not more. */
const MAX_TEXT = 100;
const MAX_DECIMALS = 77;

/**
 * What an address has, in the order of the tokens; nothing of what it has none of. A coin without a number in
 * SLIP-44 has no CAIP-19 to be written by.
 * @throws 503
 */
export async function balancesOf(
  rpc: Rpc,
  chain: EvmChain,
  address: string,
  tokens: readonly Token[],
): Promise<readonly Balance[]> {
  const coin = coinOf(chain);
  const held = tokens
    .filter((token) => token.chain === chain)
    .map((token) => tokenBalance(rpc, token, address));
  const native = coin?.slip44 === undefined ? [] : [coinBalance(rpc, chain, coin, address)];
  return (await Promise.all([...native, ...held])).flatMap((one) => one ?? []);
}

async function coinBalance(
  rpc: Rpc,
  chain: EvmChain,
  { symbol, name, slip44 }: Coin,
  address: string,
) {
  const amount = await rpc('eth_getBalance', [address, 'latest'], Quantity);
  const caip19 = `${chain}/slip44:${slip44}`;
  return amount === 0n
    ? undefined
    : shown({ caip19, symbol, name, amount, decimals: COIN_DECIMALS });
}

type Amount = {
  readonly caip19: string;
  readonly symbol: string;
  readonly name: string;
  readonly amount: bigint;
  readonly decimals: number;
};

const shown = ({ caip19, symbol, name, amount, decimals }: Amount): Balance => ({
  caip19,
  symbol,
  name,
  balance: String(amount),
  decimals,
  display: { crypto: decimalText(amount, decimals) },
});

/** Undefined also for a contract that doesn't answer as a token does: the others' balances stand without it. */
async function tokenBalance(rpc: Rpc, token: Token, address: string) {
  try {
    return await askToken(rpc, token, address);
  } catch (error) {
    if (error instanceof NodeRefusal && error.hasAnswered) return undefined;
    throw error;
  }
}

async function askToken(rpc: Rpc, { chain, contract }: Token, address: string) {
  const ask = async <T>(
    input: Uint8Array,
    decode: (bytes: Uint8Array) => unknown,
    value: v.GenericSchema<unknown, T>,
  ) => {
    const call = { to: contract, data: `0x${toHex(input)}` };
    const readable = v.pipe(
      Data,
      v.rawTransform(({ dataset, addIssue, NEVER }) => {
        try {
          return v.parse(value, decode(fromHex(dataset.value.slice(2))));
        } catch {
          addIssue({ message: 'not what a token answers' });
          return NEVER;
        }
      }),
    );
    return rpc('eth_call', [call, 'latest'], readable);
  };
  const { balanceOf, decimals, symbol, name } = TOKEN_CALLS;
  const amount = await ask(balanceOf.encodeInput(address), balanceOf.decodeOutput, v.bigint());
  if (amount === 0n) return undefined;
  const text = v.pipe(v.string(), v.maxLength(MAX_TEXT));
  const places = v.pipe(v.bigint(), v.maxValue(BigInt(MAX_DECIMALS)));
  const [howMany, short, long] = await Promise.all([
    ask(decimals.encodeInput(), decimals.decodeOutput, places),
    ask(symbol.encodeInput(), symbol.decodeOutput, text),
    ask(name.encodeInput(), name.decodeOutput, text),
  ]);
  const caip19 = `${chain}/erc20:${contract}`;
  return shown({ caip19, symbol: short, name: long, amount, decimals: Number(howMany) });
}
