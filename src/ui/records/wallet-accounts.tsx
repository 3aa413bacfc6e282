import { placeOfFormat } from '../../client/account-address.ts';
import { formatList, t } from '../i18n.ts';
import { formatText } from '../components/address-line.tsx';
import { CopyButton } from '../components/values.tsx';
import type { Item } from './pickable-records.ts';
import { useStore } from '../popup/context.ts';
import { accountOf, verdictOf } from './address-verdict.ts';
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

/**
 * Copies an account's address once it was derived again from the public key. A wrong one is not
 * copied: its account's screen opens and says so.
 */
export function AddressCopy({ account }: { readonly account: Item }) {
  const store = useStore();
  const { address, format } = accountOf(account);
  const checked = async (): Promise<string | undefined> => {
    if ((await verdictOf(accountOf(account))) !== 'mismatch') return address;
    const place = { kind: 'walletAccount', id: account.id } as const;
    store.go({ screen: 'object', ...place, within: textOf(account, 'walletId') });
    return undefined;
  };
  return <CopyButton text={checked} what={t('kit.address.of', { format: formatText(format) })} />;
}

/** The same for a wallet's main address, its first account's; nothing until that is known. */
export function WalletAddressCopy({ walletId }: { readonly walletId: string }) {
  const { items } = useList('walletAccount');
  const first = [...(items?.values() ?? [])].find((one) => textOf(one, 'walletId') === walletId);
  return first ? <AddressCopy account={first} /> : null;
}
