import { useState } from 'preact/hooks';
import { placeOfFormat, caip10Of } from '../../client/account-address.ts';
import { t } from '../i18n.ts';
import { formatText } from '../components/address-line.tsx';
import { Button } from '../components/button.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { Skeleton } from '../components/states.tsx';
import { Badge, Banner, List, Section, type Tone } from '../components/surfaces.tsx';
import type { Item } from './pickable-records.ts';
import { ReadProblem } from '../forms/read-problem.tsx';
import { partsKey } from './list-sources.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { nameText, rowText } from '../forms/words.ts';
import { hashOf, type ObjectPlace } from '../page/routes.ts';
import { AccountChoice, accountPlace, AccountRow, ChainMark } from './account-row.tsx';
import { AddLinks } from './create-links.tsx';
import { payoutsTo, sendsFrom } from './object-actions.ts';
import { Balances } from './balances.tsx';
import { ObjectFacts } from './object-facts.tsx';
import { textOf } from './record-members.ts';
import { KeyOrigin, type ObjectPartProps } from './object-row.tsx';
import { useList } from './object-state.ts';
import { Qr } from '../components/qr.tsx';
import { CopyButton, CopyText } from '../components/values.tsx';
import { accountOf, accountTitle, useVerdict, type AddressVerdict } from './wallet-accounts.tsx';

const TONES: Readonly<Record<AddressVerdict, Tone>> = {
  consistent: 'good',
  cannot_check: 'neutral',
  mismatch: 'danger',
};

/** Which account it is: its chain, and the wallet that it is in. */
function AccountHead({ place, item }: ObjectPartProps) {
  const format = textOf(item, 'addressFormat');
  const walletId = place.within ?? textOf(item, 'walletId');
  const { items } = useList('wallet');
  const name = items?.get(walletId)?.name;
  return (
    <p class="account-head">
      <ChainMark format={format} />
      <span>{formatText(format)}</span>
      <a href={hashOf({ screen: 'object', kind: 'wallet', id: walletId })}>
        {name === undefined ? t('object.wallet') : <VisibleText text={nameText(name)} />}
        <Icon name="chevron-right" size={12} />
      </a>
    </p>
  );
}

/** An account: its address to show, scan and copy, checked against its public key. */
export function AccountParts({ place, item }: ObjectPartProps) {
  const account = accountOf(item);
  const { address, format } = account;
  const verdict = useVerdict(account);
  const what = accountTitle(item);
  const isWrong = verdict === 'mismatch';
  // How other programs name it.
  const caip10 = isWrong ? undefined : caip10Of(format, address);
  return (
    <>
      <AccountHead place={place} item={item} />
      {isWrong && (
        <Banner tone="danger" title={t('object.check.mismatch')}>
          {t('object.check.mismatchText')}
        </Banner>
      )}
      {!isWrong && (
        <div class="receive">
          <Qr text={address} what={what} />
        </div>
      )}
      <div class="address-text" data-format={format}>
        <span class="break">
          <VisibleText text={address} grouped />
        </span>
        {!isWrong && <CopyButton text={address} what={what} />}
      </div>
      {!isWrong && sendsFrom(item).length > 0 && (
        <div class="quick-actions">
          <Sends accounts={[item]} />
        </div>
      )}
      {verdict && (
        <span data-check={verdict}>
          <Badge tone={TONES[verdict]}>{t(`object.check.${verdict}`)}</Badge>
        </span>
      )}
      {!isWrong && sendsFrom(item).length > 0 && <Balances address={address} />}
      <ObjectFacts
        place={place}
        item={item}
        others={[
          [t('object.format'), formatText(format)],
          ...(caip10 === undefined
            ? []
            : [
                [
                  'CAIP-10',
                  <CopyText key="10" text={caip10} mono what={t('object.address.caip10What')} />,
                ] as const,
              ]),
        ]}
      />
    </>
  );
}

/** Accounts by chain, each chain where its first account stands. */
function byChain(accounts: readonly Item[]): readonly Item[] {
  const chainOf = (account: Item) => placeOfFormat(textOf(account, 'addressFormat'))?.chain ?? '';
  const chains = [...new Set(accounts.map(chainOf))];
  return chains.flatMap((chain) => accounts.filter((account) => chainOf(account) === chain));
}

/** One thing that can be done with an account: a link to it, or a question which one where several will do. */
function QuickAction(props: {
  readonly icon: IconName;
  readonly text: string;
  readonly accounts: readonly Item[];
  readonly hrefOf: (account: Item) => string;
}) {
  const { icon, text, accounts, hrefOf } = props;
  const [isAsking, setAsking] = useState(false);
  const [first] = accounts;
  if (first && accounts.length === 1) {
    return (
      <a class="button button-plain" href={hrefOf(first)}>
        <Icon name={icon} />
        <span>{text}</span>
      </a>
    );
  }
  return (
    <>
      <Button icon={icon} onClick={() => setAsking(true)}>
        {text}
      </Button>
      {isAsking && (
        <AccountChoice {...{ accounts, hrefOf }} title={text} onClose={() => setAsking(false)} />
      )}
    </>
  );
}

/** The ways to send from the accounts that can. */
function Sends({ accounts }: { readonly accounts: readonly Item[] }) {
  const rows = [...new Set(accounts.flatMap(sendsFrom))];
  return rows.map((row) => (
    <QuickAction
      key={row.name}
      icon="up"
      text={rowText(row, 'title')}
      accounts={accounts.filter((one) => sendsFrom(one).includes(row))}
      hrefOf={(account) =>
        hashOf({ screen: 'form', operation: row.name, about: accountPlace(account) })
      }
    />
  ));
}

/** What is done most with a wallet, with the account that the person means. */
function QuickActions({ place }: { readonly place: ObjectPlace }) {
  const { items } = useList(partsKey('walletAccount', place.id));
  const accounts = byChain([...(items?.values() ?? [])]);
  if (accounts.length === 0) return null;
  const payouts = [...new Set(accounts.flatMap(payoutsTo))];
  return (
    <div class="quick-actions">
      <QuickAction
        icon="qr"
        text={t('object.receive')}
        accounts={accounts}
        hrefOf={(account) => hashOf({ screen: 'object', ...accountPlace(account) })}
      />
      <Sends accounts={accounts} />
      {payouts.map((row) => (
        <QuickAction
          key={row.name}
          icon="coins"
          text={rowText(row, 'title')}
          // The form says which account it pays out to, and lets it be changed.
          accounts={accounts.filter((one) => payoutsTo(one).includes(row)).slice(0, 1)}
          hrefOf={(account) =>
            hashOf({ screen: 'form', operation: row.name, about: accountPlace(account) })
          }
        />
      ))}
    </div>
  );
}

function Accounts({ place }: { readonly place: ObjectPlace }) {
  const { items, error, retry } = useList(partsKey('walletAccount', place.id));
  return (
    <Section
      title={t('app.place.walletAccount')}
      aside={<AddLinks part="walletAccount" place={place} />}
    >
      {error && <ReadProblem error={error} onRetry={retry} />}
      {!items && !error && <Skeleton rows={2} />}
      {items?.size === 0 && <p class="muted">{t('object.accounts.none')}</p>}
      {items && items.size > 0 && (
        <List label={t('app.place.walletAccount')}>
          {byChain([...items.values()]).map((account) => (
            <AccountRow key={account.id} account={account} />
          ))}
        </List>
      )}
    </Section>
  );
}

/** A wallet: its name, and its accounts with their addresses. */
export function WalletParts({ place, item }: ObjectPartProps) {
  return (
    <>
      <ObjectFacts place={place} item={item} />
      <KeyOrigin item={item} />
      <QuickActions place={place} />
      <Accounts place={place} />
    </>
  );
}
