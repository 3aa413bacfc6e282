import { useEffect, useMemo } from 'preact/hooks';
import type { Item, Items } from './pickable-records.ts';
import type { ListKey } from './list-sources.ts';
import { MAX_WITH_ACCOUNTS } from './account-limit.ts';
import { textOf } from './record-members.ts';
import { useRecords } from './object-state.ts';
import type { TableKind } from '../kinds.ts';
import type { Related } from './columns.ts';

/** The list beside a kind's own that its table shows facts of. */
export const RELATED: Readonly<Partial<Record<TableKind, ListKey>>> = {
  wallet: 'walletAccount',
  user: 'userTag',
};

function byWallet(accounts: Items): ReadonlyMap<string, readonly Item[]> {
  return Map.groupBy(accounts.values(), (account) => textOf(account, 'walletId'));
}

/**
 * What other lists say of a table's records. Many accounts take many pages of the service's rate: with
 * more than a few wallets they are read when somebody asks for them.
 */
export function useRelated(kind: TableKind, count: number): Related {
  const records = useRecords();
  const key = RELATED[kind];
  const isShort = kind !== 'wallet' || count <= MAX_WITH_ACCOUNTS;
  useEffect(() => {
    if (key && isShort) void records.load(key);
  }, [records, key, isShort]);
  const { walletAccount, userTag: tags } = records.known.value;
  return useMemo(
    () => ({ tags, accounts: walletAccount && byWallet(walletAccount) }),
    [tags, walletAccount],
  );
}
