import * as v from 'valibot';
import type { ListedAccount } from '../../client/import/account-proof.ts';
import { KeystampError } from '../../protocol/errors.ts';
import { walletAccount } from '../../protocol/service-records.ts';
import { partsKey, type ListKey } from './list-sources.ts';
import type { Item } from './pickable-records.ts';
import type { Records } from './records.ts';

/** A list, or one record, read now. Throws the errors of reading. */
export async function readItems(records: Records, key: ListKey): Promise<readonly Item[]> {
  await records.load(key);
  const error = records.loadErrors.peek()[key];
  if (error) throw error;
  return [...(records.known.peek()[key]?.values() ?? [])];
}

const Account = v.pick(walletAccount, ['path', 'curve', 'addressFormat', 'address', 'publicKey']);

/** All accounts of a wallet. Throws the errors of reading. */
export async function readAccounts(
  records: Records,
  walletId: string,
): Promise<readonly ListedAccount[]> {
  const items = await readItems(records, partsKey('walletAccount', walletId));
  return items.map(({ record }) => {
    const account = v.safeParse(Account, record);
    if (!account.success) throw new KeystampError('service_malformed');
    return account.output;
  });
}
