import { t } from '../i18n.ts';
import { formatText } from '../components/address-line.tsx';
import { CopyButton } from '../components/values.tsx';
import type { Item } from './pickable-records.ts';
import { useStore } from '../popup/context.ts';
import { accountOf, verdictOf } from './address-verdict.ts';
import { textOf } from './record-members.ts';
import { useList } from './object-state.ts';

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
