import { coinOf, COIN_DECIMALS } from '../protocol/coins.ts';
import type { EvmChain } from '../protocol/enums.ts';
import { BUILT_IN_QUERIES } from '../protocol/operations.ts';
import { parseOrThrow } from '../protocol/parse.ts';

/*
 * What an account has on a chain, by the service's word: nothing here can be proved without a node of
 * one's own.
 */

export { decimalText } from '../signing/amount.ts';

/** A coin or a token, and how much an account has of it. */
export type Asset = {
  /** CAIP-19: it alone says which one it is. */
  readonly id: string;
  /** Of a token, whatever its contract says. */
  readonly symbol: string;
  readonly decimals: number;
  /** In the smallest unit. */
  readonly balance: bigint;
  /** The token's contract in lower-case hex; undefined for the chain's coin. */
  readonly contract: string | undefined;
};

type Query = (operation: string, parameters: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** Nobody reads more; who sends worthless tokens around has no place for them here. */
const MAX_ASSETS = 200;

/**
 * The coin first, then the tokens of ERC-20. What names another chain or another kind of asset is left out.
 * @throws KeystampError of the query, or for an answer that is none
 */
export async function readAssets(
  query: Query,
  address: string,
  chain: EvmChain,
): Promise<readonly Asset[]> {
  const { name, result } = BUILT_IN_QUERIES.balances;
  const answer = await query(name, { address, caip2: chain });
  const { balances } = parseOrThrow(result, answer, '', 'service_malformed');
  const coin = coinOf(chain);
  const assets = balances.slice(0, MAX_ASSETS).flatMap((listed): Asset[] => {
    const balance = BigInt(listed.balance);
    const [on, what = '', ...more] = listed.caip19.split('/');
    if (on !== chain || more.length > 0) return [];
    if (coin?.slip44 !== undefined && what === `slip44:${coin.slip44}`) {
      const { symbol } = coin;
      return [{ id: listed.caip19, symbol, decimals: COIN_DECIMALS, balance, contract: undefined }];
    }
    const [, contract] = /^erc20:(0x[0-9a-f]{40})$/i.exec(what) ?? [];
    if (contract === undefined) return [];
    const { caip19: id, symbol, decimals } = listed;
    return [{ id, symbol, decimals, balance, contract: contract.toLowerCase() }];
  });
  const isCoin = ({ contract }: Asset) => contract === undefined;
  return [...assets.filter(isCoin), ...assets.filter((asset) => !isCoin(asset))];
}
