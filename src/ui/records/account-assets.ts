import type { EvmChain } from '../../protocol/enums.ts';
import type { Records } from './records.ts';
import { useReading } from '../components/use-reading.ts';

/** What an account has on a chain by the service's word, read when either changes; of no account, nothing. */
export function useAssets(
  { readAssets }: Pick<Records, 'readAssets'>,
  account: { readonly address: string; readonly chain: EvmChain } | undefined,
) {
  const { value: assets, ...state } = useReading(
    () => account && readAssets(account.address, account.chain),
    [readAssets, account?.address, account?.chain],
  );
  return { assets, ...state };
}
