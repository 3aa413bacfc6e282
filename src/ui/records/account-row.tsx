import { useState } from 'preact/hooks';
import { placeOfFormat, type AddressPlace } from '../../client/account-address.ts';
import { t } from '../i18n.ts';
import { formatText } from '../components/address-line.tsx';
import { IconButton } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { shorten } from '../components/format.ts';
import { List, ListRow } from '../components/surfaces.tsx';
import { visibleText } from '../forms/visible.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { hashOf, type ObjectPlace } from '../page/routes.ts';
import { useList } from './object-state.ts';
import type { Item } from './pickable-records.ts';
import { textOf } from './record-members.ts';
import { AddressCopy } from './wallet-accounts.tsx';

/** What exchanges call each chain's coin: readers know these letters, and no two are the same. */
const LETTERS: Readonly<Record<AddressPlace['chain'], string>> = {
  ethereum: 'ETH',
  bitcoin: 'BTC',
  solana: 'SOL',
  cosmos: 'ATOM',
  tron: 'TRX',
  sui: 'SUI',
  aptos: 'APT',
  sei: 'SEI',
  stellar: 'XLM',
  dogecoin: 'DOGE',
  ton: 'TON',
  xrp: 'XRP',
  none: '·',
};

/** A chain's sign: its coin's letters, in a color of its own. The chain's name stands beside it. */
export function ChainMark({ format }: { readonly format: string }) {
  const chain = placeOfFormat(format)?.chain ?? 'none';
  return (
    <span class="chain-mark" data-chain={chain} aria-hidden="true">
      {LETTERS[chain]}
    </span>
  );
}

/** The screen of an account in its wallet. */
export const accountPlace = (account: Item): ObjectPlace => ({
  kind: 'walletAccount',
  id: account.id,
  within: textOf(account, 'walletId'),
});

/** An account of a list: its chain, name and address. */
export function AccountRow({
  account,
  href = hashOf({ screen: 'object', ...accountPlace(account) }),
}: {
  readonly account: Item;
  readonly href?: string;
}) {
  const address = textOf(account, 'address');
  const format = textOf(account, 'addressFormat');
  return (
    <ListRow
      lead={<ChainMark format={format} />}
      href={href}
      title={<VisibleText text={textOf(account, 'name') || formatText(format)} />}
      detail={
        <span class="mono" title={visibleText(address)}>
          {visibleText(shorten(address, 10, 8))}
        </span>
      }
      trail={<AddressCopy account={account} />}
    />
  );
}

/** Which account of several is meant: each leads on, and its address can be copied at once. */
export function AccountChoice(props: {
  readonly title: string;
  readonly accounts: readonly Item[];
  readonly hrefOf?: (account: Item) => string;
  readonly onClose: () => void;
}) {
  const { title, accounts, hrefOf, onClose } = props;
  return (
    <Dialog open title={title} onClose={onClose}>
      <List label={title}>
        {accounts.map((account) => (
          <AccountRow
            key={account.id}
            account={account}
            {...(hrefOf && { href: hrefOf(account) })}
          />
        ))}
      </List>
    </Dialog>
  );
}

/** Copies a wallet's address; of several accounts it asks which. Nothing until they are known. */
export function WalletAddressCopy({ walletId }: { readonly walletId: string }) {
  const { items } = useList('walletAccount');
  const [isAsking, setAsking] = useState(false);
  const accounts = [...(items?.values() ?? [])].filter(
    (one) => textOf(one, 'walletId') === walletId,
  );
  const [first] = accounts;
  if (!first) return null;
  if (accounts.length === 1) return <AddressCopy account={first} />;
  return (
    <>
      <IconButton name="copy" label={t('object.copyWhich')} onClick={() => setAsking(true)} />
      {isAsking && (
        <AccountChoice
          title={t('object.copyWhich')}
          accounts={accounts}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
