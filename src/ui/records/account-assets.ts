import { useEffect, useState } from 'preact/hooks';
import type { Asset } from '../../client/balances.ts';
import type { EvmChain } from '../../protocol/enums.ts';
import type { KeystampError } from '../../protocol/errors.ts';
import { toReadError } from '../components/errors.ts';
import type { Records } from './records.ts';

/** What an account has on a chain by the service's word, read when either changes; of no account, nothing. */
export function useAssets(
  { readAssets }: Pick<Records, 'readAssets'>,
  account: { readonly address: string; readonly chain: EvmChain } | undefined,
) {
  const [assets, setAssets] = useState<readonly Asset[] | undefined>(undefined);
  const [error, setError] = useState<KeystampError | undefined>(undefined);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isLeft = false;
    setAssets(undefined);
    setError(undefined);
    if (!account) return undefined;
    readAssets(account.address, account.chain).then(
      (read) => !isLeft && setAssets(read),
      (cause: unknown) => !isLeft && setError(toReadError(cause)),
    );
    return () => {
      isLeft = true;
    };
  }, [readAssets, account?.address, account?.chain, round]);
  return { assets, error, retry: () => setRound(round + 1) };
}
