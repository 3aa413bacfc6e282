import { balancesOf } from '../balances.ts';
import { demandChain, Quantity } from '../chains.ts';
import type { Context, QueryHandlers } from '../context.ts';
import { invalid, notFound } from '../refusal.ts';
import { findAccount } from '../wallets.ts';

/** Only accounts of wallets have a balance here: the vendor supports no private keys' addresses. */
async function demandAccount({ db, organizationId }: Context, address: string): Promise<void> {
  const found = await findAccount(db, organizationId, address);
  if (!found) throw notFound('wallet account', address, organizationId);
  const { addressFormat } = found.account;
  if (addressFormat === 'ADDRESS_FORMAT_ETHEREUM') return;
  throw invalid(
    `address: an address of ${addressFormat} has nothing on a chain of Ethereum's kind`,
  );
}

export const balanceQueries: QueryHandlers<'get_wallet_address_balances' | 'get_nonces'> = {
  get_wallet_address_balances: async ({ address, caip2 }, context) => {
    await demandAccount(context, address);
    const rpc = demandChain(context.chains, caip2);
    return { balances: [...(await balancesOf(rpc, caip2, address, context.tokens))] };
  },

  // The next one, with what waits in the node's pool.
  get_nonces: async ({ address, caip2, nonce, gasStationNonce }, context) => {
    if (gasStationNonce) throw invalid('gasStationNonce: this service has no gas station');
    await demandAccount(context, address);
    if (!nonce) return {};
    const rpc = demandChain(context.chains, caip2);
    const next = await rpc('eth_getTransactionCount', [address, 'pending'], Quantity);
    return { nonce: String(next) };
  },
};
