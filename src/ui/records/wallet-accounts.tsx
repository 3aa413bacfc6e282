import { placeOfFormat } from '../../client/account-address.ts';
import { formatList, isolate, t } from '../i18n.ts';
import { formatText } from '../components/address-line.tsx';
import { CopyButton } from '../components/values.tsx';
import type { Item } from './pickable-records.ts';
import { visibleText } from '../forms/visible.ts';
import { useStore } from '../page/store.ts';
import { FactLine } from '../components/surfaces.tsx';
import { useLatest } from '../components/use-reading.ts';
import { textOf } from './record-members.ts';
import { useList } from './object-state.ts';

/** Whether an account's address is the one of its public key. */
export type AddressVerdict = 'consistent' | 'cannot_check' | 'mismatch';

/** An account's facts as text. */
export type Account = {
  readonly address: string;
  readonly format: string;
  readonly curve: string;
  readonly publicKey: string;
};

export function accountOf(item: Item): Account {
  return {
    address: textOf(item, 'address'),
    format: textOf(item, 'addressFormat'),
    curve: textOf(item, 'curve'),
    publicKey: textOf(item, 'publicKey'),
  };
}

/** Derives the address again from the account's public key. The curves load when first needed. */
async function verdictOf({ address, format, curve, publicKey }: Account): Promise<AddressVerdict> {
  try {
    const { crossCheckAddresses } = await import('../../client/import/address-proof.ts');
    const checked = crossCheckAddresses(curve, [{ format, address }], publicKey || undefined);
    return publicKey === '' ? 'cannot_check' : checked.verdict;
  } catch {
    return 'cannot_check';
  }
}

/** Undefined until it is known. */
export function useVerdict(account: Account): AddressVerdict | undefined {
  const { address, format, curve, publicKey } = account;
  return useLatest(() => verdictOf(account), [address, format, curve, publicKey]);
}

/** What an account is called where its chain isn't shown beside it: `Ethereum · Operating`. */
export function accountTitle(account: Item): string {
  const format = formatText(textOf(account, 'addressFormat'));
  const name = visibleText(textOf(account, 'name'));
  return name === '' ? format : `${isolate(format)} · ${isolate(name)}`;
}

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
  const { address } = accountOf(account);
  const checked = async (): Promise<string | undefined> => {
    if ((await verdictOf(accountOf(account))) !== 'mismatch') return address;
    const place = { kind: 'walletAccount', id: account.id } as const;
    store.go({ screen: 'object', ...place, within: textOf(account, 'walletId') });
    return undefined;
  };
  return <CopyButton text={checked} what={accountTitle(account)} />;
}
