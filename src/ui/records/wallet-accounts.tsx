import { placeOfFormat } from '../../client/account-address.ts';
import { formatList, t } from '../i18n.ts';
import { FactLine } from '../components/surfaces.tsx';
import { textOf } from './record-members.ts';
import { useList } from './object-state.ts';

/** Chains named in a row; more are counted with the accounts. */
const MAX_CHAINS = 4;

/** How many accounts a wallet has, and on which chains; nothing until that is known. */
export function WalletAccounts({ walletId }: { readonly walletId: string }) {
  const { items } = useList('walletAccount');
  if (!items) return null;
  const accounts = [...items.values()].filter((one) => textOf(one, 'walletId') === walletId);
  const chains = accounts.map((one) => placeOfFormat(textOf(one, 'addressFormat'))?.name);
  const names = [...new Set(chains.filter((name) => name !== undefined))];
  return (
    <FactLine
      facts={[
        t('object.accounts.count', { count: accounts.length }),
        names.length > 0 && names.length <= MAX_CHAINS && formatList(names),
      ]}
    />
  );
}
