import { placeOfFormat, caip10Of } from '../../client/account-address.ts';
import { t } from '../i18n.ts';
import { formatText } from '../components/address-line.tsx';
import { Icon } from '../components/icon.tsx';
import { shorten } from '../components/format.ts';
import { Skeleton } from '../components/states.tsx';
import { List, ListRow, Badge, Banner, type Tone } from '../components/surfaces.tsx';
import type { Item } from './pickable-records.ts';
import { ReadProblem } from '../forms/read-problem.tsx';
import { partsKey } from './list-sources.ts';
import { visibleText } from '../forms/visible.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { rowText } from '../forms/words.ts';
import { hashOf, type ObjectPlace } from '../page/routes.ts';
import { AddressCopy } from './wallet-accounts.tsx';
import { AddLinks } from './create-links.tsx';
import { payoutsTo } from './object-actions.ts';
import { ObjectFacts } from './object-facts.tsx';
import { textOf } from './record-members.ts';
import { KeyOrigin, Part, type PartProps } from './part.tsx';
import { useList } from './object-state.ts';
import { Qr } from '../components/qr.tsx';
import { CopyButton, CopyText } from '../components/values.tsx';
import { accountOf, useVerdict, type AddressVerdict } from './wallet-accounts.tsx';

const TONES: Readonly<Record<AddressVerdict, Tone>> = {
  consistent: 'good',
  cannot_check: 'neutral',
  mismatch: 'danger',
};

/** An account: its address to show, scan and copy, checked against its public key. */
export function AccountParts({ place, item }: PartProps) {
  const account = accountOf(item);
  const { address, format } = account;
  const verdict = useVerdict(account);
  const what = t('app.address.of', { format: formatText(format) });
  const isWrong = verdict === 'mismatch';
  // How other programs name it.
  const caip10 = isWrong ? undefined : caip10Of(format, address);
  return (
    <>
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
      {verdict && (
        <span data-check={verdict}>
          <Badge tone={TONES[verdict]}>{t(`object.check.${verdict}`)}</Badge>
        </span>
      )}
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

/** Letters of a mark. */
const MARK_LETTERS = 3;

/** A chain's sign in a list: the first letters of its name. The name itself stands beside it. */
function ChainMark({ format }: { readonly format: string }) {
  const place = placeOfFormat(format);
  const text = place && place.chain !== 'none' ? place.name.slice(0, MARK_LETTERS) : '·';
  return (
    <span class="chain-mark" data-chain={place?.chain} aria-hidden="true">
      {text}
    </span>
  );
}

function AccountRow({ account, walletId }: { readonly account: Item; readonly walletId: string }) {
  const format = textOf(account, 'addressFormat');
  const address = textOf(account, 'address');
  const name = textOf(account, 'name') || formatText(format);
  const place = { kind: 'walletAccount', id: account.id, within: walletId } as const;
  return (
    <ListRow
      lead={<ChainMark format={format} />}
      href={hashOf({ screen: 'object', ...place })}
      title={<VisibleText text={name} />}
      detail={
        <span class="mono" title={visibleText(address)}>
          {visibleText(shorten(address, 10, 8))}
        </span>
      }
      trail={<AddressCopy account={account} />}
    />
  );
}

/** Accounts by chain, each chain where its first account stands. */
function byChain(accounts: readonly Item[]): readonly Item[] {
  const chainOf = (account: Item) => placeOfFormat(textOf(account, 'addressFormat'))?.chain ?? '';
  const chains = [...new Set(accounts.map(chainOf))];
  return chains.flatMap((chain) => accounts.filter((account) => chainOf(account) === chain));
}

/** What is done most with a wallet, at the first account that it can be done with. */
function QuickActions({ place }: { readonly place: ObjectPlace }) {
  const { items } = useList(partsKey('walletAccount', place.id));
  const accounts = [...(items?.values() ?? [])];
  const [first] = accounts;
  if (!first) return null;
  const placeOf = (account: Item) =>
    ({ kind: 'walletAccount', id: account.id, within: place.id }) as const;
  const payouts = [...new Set(accounts.flatMap(payoutsTo))];
  return (
    <div class="quick-actions">
      <a class="button button-plain" href={hashOf({ screen: 'object', ...placeOf(first) })}>
        <Icon name="qr" />
        <span>{t('object.receive')}</span>
      </a>
      {payouts.map((row) => {
        const account = accounts.find((one) => payoutsTo(one).includes(row)) ?? first;
        return (
          <a
            key={row.name}
            class="button button-plain"
            href={hashOf({ screen: 'form', operation: row.name, about: placeOf(account) })}
          >
            <Icon name="coins" />
            <span>{rowText(row, 'title')}</span>
          </a>
        );
      })}
    </div>
  );
}

function Accounts({ place }: { readonly place: ObjectPlace }) {
  const { items, error, retry } = useList(partsKey('walletAccount', place.id));
  return (
    <Part
      title={t('app.place.walletAccount')}
      aside={<AddLinks part="walletAccount" place={place} />}
    >
      {error && <ReadProblem error={error} onRetry={retry} />}
      {!items && !error && <Skeleton rows={2} />}
      {items?.size === 0 && <p class="muted">{t('object.accounts.none')}</p>}
      {items && items.size > 0 && (
        <List label={t('app.place.walletAccount')}>
          {byChain([...items.values()]).map((account) => (
            <AccountRow key={account.id} account={account} walletId={place.id} />
          ))}
        </List>
      )}
    </Part>
  );
}

/** A wallet: its name, and its accounts with their addresses. */
export function WalletParts({ place, item }: PartProps) {
  return (
    <>
      <ObjectFacts place={place} item={item} />
      <KeyOrigin item={item} />
      <QuickActions place={place} />
      <Accounts place={place} />
    </>
  );
}
