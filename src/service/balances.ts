// What an account has on a chain: its native coin, and the tokens that this service was told of.
import * as v from 'valibot';
import { fromHex, toHex } from '../crypto/bytes.ts';
import { EVM_CHAIN, type EvmChain } from '../protocol/enums.ts';
import { decimalText, TOKEN_CALLS } from '../signing/token.ts';
import { Data, Quantity, type Rpc } from './chains.ts';

type Coin = { readonly slip44: number; readonly symbol: string; readonly name: string };
const ETHER: Coin = { slip44: 60, symbol: 'ETH', name: 'Ether' };
const POL: Coin = { slip44: 966, symbol: 'POL', name: 'POL' };
const BNB: Coin = { slip44: 714, symbol: 'BNB', name: 'BNB' };

/** By SLIP-44, as the interface writes them. Chains without one have no native balance here. */
const COINS: Readonly<Partial<Record<EvmChain, Coin>>> = {
  'eip155:1': ETHER,
  'eip155:11155111': ETHER,
  'eip155:8453': ETHER,
  'eip155:84532': ETHER,
  'eip155:10': ETHER,
  'eip155:11155420': ETHER,
  'eip155:42161': ETHER,
  'eip155:421614': ETHER,
  'eip155:31337': ETHER,
  'eip155:137': POL,
  'eip155:80002': POL,
  'eip155:56': BNB,
  'eip155:97': BNB,
};
const COIN_DECIMALS = 18;

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

/** What an address has, in the order of the tokens; nothing of what it has none of. @throws 503 */
export async function balancesOf(
  rpc: Rpc,
  chain: EvmChain,
  address: string,
  tokens: readonly Token[],
): Promise<readonly Balance[]> {
  const coin = COINS[chain];
  const native =
    coin &&
    rpc('eth_getBalance', [address, 'latest'], Quantity).then((amount) =>
      amount === 0n
        ? []
        : [
            shown({
              ...coin,
              amount,
              decimals: COIN_DECIMALS,
              caip19: `${chain}/slip44:${coin.slip44}`,
            }),
          ],
    );
  const held = tokens
    .filter((token) => token.chain === chain)
    .map((token) => tokenBalance(rpc, token, address));
  return (await Promise.all([native ?? [], ...held])).flat();
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

async function tokenBalance(rpc: Rpc, { chain, contract }: Token, address: string) {
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
  if (amount === 0n) return [];
  const text = v.pipe(v.string(), v.maxLength(MAX_TEXT));
  const places = v.pipe(v.bigint(), v.maxValue(BigInt(MAX_DECIMALS)));
  const [howMany, short, long] = await Promise.all([
    ask(decimals.encodeInput(), decimals.decodeOutput, places),
    ask(symbol.encodeInput(), symbol.decodeOutput, text),
    ask(name.encodeInput(), name.decodeOutput, text),
  ]);
  const caip19 = `${chain}/erc20:${contract}`;
  return [shown({ caip19, symbol: short, name: long, amount, decimals: Number(howMany) })];
}
