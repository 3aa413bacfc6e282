import { useEffect, useState } from 'preact/hooks';
import { EVM_CHAIN } from '../../../protocol/enums.ts';
import type { SubmitRow } from '../../../protocol/operation-row.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { Form, useForm } from '../../components/form.tsx';
import { EmptyState, Skeleton } from '../../components/states.tsx';
import { List } from '../../components/surfaces.tsx';
import { assetText } from '../../forms/amounts.ts';
import { ReadProblem } from '../../forms/read-problem.tsx';
import { choiceWord, rowText } from '../../forms/words.ts';
import { Frame } from '../../page/frame.tsx';
import type { ObjectPlace } from '../../page/routes.ts';
import { useStore } from '../../page/store.ts';
import { AccountRow, accountPlace } from '../../records/account-row.tsx';
import { sendsFrom } from '../../records/object-actions.ts';
import { useAssets } from '../../records/account-assets.ts';
import { chainsOf, NetworkField } from '../../records/network-field.tsx';
import { useObject, useRecords } from '../../records/object-state.ts';
import type { Item } from '../../records/pickable-records.ts';
import { textOf } from '../../records/record-members.ts';
import { useReviewedChange } from '../../records/reviewed-change.tsx';
import { SearchField } from '../../page/search-field.tsx';
import { AmountField, AssetField, FeeNote } from './asset-fields.tsx';
import {
  chosenAsset,
  faultsOf,
  sentBy,
  type SendDraft,
  useStoredDraft,
  useKeeping,
  useSentBefore,
  type SentBefore,
} from './send-form.ts';
import {
  AddressChoices,
  matchingChoices,
  useOwnAddresses,
  type AddressChoice,
} from './address-choices.tsx';
import { RecipientField } from './recipient.tsx';
import './send.css';

const FORM_ID = 'send-form';

type SendRoute = {
  readonly row: SubmitRow;
  readonly place: ObjectPlace;
  readonly profile: Profile;
};

/** Sends from an account, once one is chosen: to whom, what and how much; then the review of exactly that. */
export function SendScreen({ place, ...rest }: Omit<SendRoute, 'place'> & Partial<SendRoute>) {
  return place ? <SendFrom {...rest} place={place} /> : <SenderScreen row={rest.row} />;
}

function SendFrom(props: SendRoute) {
  const { row, place } = props;
  const { item, error, isMissing, retry } = useObject(place);
  const sent = useSentBefore(props.profile.id, row);
  const stored = useStoredDraft({ profileId: props.profile.id, operation: row.name, about: place });
  if (item && sent && stored !== undefined && sendsFrom(item).includes(row)) {
    return <SendForm key={item.id} {...props} account={item} sent={sent} stored={stored} />;
  }
  return (
    <Frame title={rowText(row, 'title')}>
      {error && <ReadProblem error={error} onRetry={retry} />}
      {isMissing && <EmptyState icon="search" title={t('object.missing')} />}
      {item && sent && !sendsFrom(item).includes(row) && (
        <EmptyState icon="up" title={t('send.chainless')}>
          {t('send.chainless.text')}
        </EmptyState>
      )}
      {!error && !isMissing && !(item && sent && stored !== undefined) && <Skeleton rows={4} />}
    </Frame>
  );
}

type SendFormProps = SendRoute & {
  readonly account: Item;
  readonly sent: readonly SentBefore[];
  readonly stored: SendDraft | null;
};

/** What is typed, what the account has for it, and the review of what it comes to. */
function useSend({ row, place, profile, account, sent, stored }: SendFormProps) {
  const store = useStore();
  const chains = chainsOf(profile);
  const from = textOf(account, 'address');
  const [draft, setDraft] = useState<SendDraft>(() => {
    if (stored && chains.includes(stored.chain)) return stored;
    const last = chains.find((chain) => chain === sent[0]?.chain);
    return { chain: last ?? chains[0] ?? EVM_CHAIN[0], asset: '', to: '', amount: '' };
  });
  const { assets, error, retry } = useAssets(useRecords(), { address: from, chain: draft.chain });
  const asset = assets && chosenAsset(draft, assets);
  const ready = asset && sentBy(draft, asset);
  const review = useReviewedChange(row);
  const form = useForm(ready !== undefined, async () => {
    if (!ready || !asset) return;
    const fixed = { from, caip2: draft.chain, calls: [{ value: '', data: '', ...ready.call }] };
    const title = t('send.review', { amount: assetText(ready.amount, asset) });
    await review.start({ fixed, initial: {}, about: place }, { title, isDanger: false });
  });
  const isReviewed = Boolean(review.sheet) || review.sent !== undefined;
  useKeeping({ profileId: profile.id, operation: row.name, about: place }, draft, isReviewed);
  const sentId = review.sent?.id;
  useEffect(() => {
    if (sentId !== undefined) store.go({ screen: 'activity', id: sentId });
  }, [sentId]);
  const change = (next: Partial<SendDraft>) => setDraft((before) => ({ ...before, ...next }));
  const { sheet } = review;
  return { chains, from, draft, change, assets, asset, error, retry, form, sheet };
}

function SendForm(props: SendFormProps) {
  const { row, account, sent } = props;
  const { chains, from, draft, change, assets, asset, error, retry, form, sheet } = useSend(props);
  const faults = form.tried && asset ? faultsOf(draft, asset) : undefined;
  return (
    <Frame
      title={rowText(row, 'title')}
      action={
        <Button kind="primary" wide submit busy={form.busy} disabled={!asset} form={FORM_ID}>
          {t('popup.review.title')}
        </Button>
      }
    >
      <List label={t('send.from')}>
        <AccountRow account={account} />
      </List>
      <Form id={FORM_ID} form={form}>
        <NetworkField
          {...{ chains }}
          chain={draft.chain}
          // Amounts are of an asset of the other chain.
          onChange={(chain) => change({ chain, asset: '', amount: '' })}
        />
        {error && <ReadProblem error={error} onRetry={retry} />}
        {!assets && !error && <Skeleton rows={2} />}
        {assets && !asset && (
          <EmptyState title={t('send.assets.none', { network: choiceWord(draft.chain) })}>
            {t('send.assets.none.text')}
          </EmptyState>
        )}
        {assets && asset && (
          <>
            <AssetField
              {...{ assets, asset }}
              onChange={(id) => change({ asset: id, amount: '' })}
            />
            <RecipientField {...{ draft, from, sent, change, asset }} error={faults?.to} />
            <AmountField {...{ draft, asset, change }} error={faults?.amount} />
            <FeeNote {...{ assets, asset, draft }} />
          </>
        )}
      </Form>
      {sheet}
    </Frame>
  );
}

/** Which account sends, for a person who comes from no account: its form is next. */
function SenderScreen({ row }: { readonly row: SubmitRow }) {
  const { go } = useStore();
  const [typed, setTyped] = useState('');
  const { own, error, isLoading, retry } = useOwnAddresses();
  const shown = matchingChoices(own ?? [], typed);
  const choose = ({ account }: AddressChoice) =>
    account && go({ screen: 'form', operation: row.name, about: accountPlace(account) });
  return (
    <Frame title={rowText(row, 'title')}>
      <SearchField
        label={t('send.search')}
        placeholder={t('send.search')}
        value={typed}
        onInput={setTyped}
        onEnter={() => shown[0] && choose(shown[0])}
      />
      {error && <ReadProblem error={error} onRetry={retry} />}
      {isLoading && <Skeleton rows={4} />}
      <AddressChoices title={t('send.from')} choices={shown} onChoose={choose} />
      {own?.length === 0 && (
        <EmptyState icon="up" title={t('send.senders.none')}>
          {t('send.senders.noneText')}
        </EmptyState>
      )}
      {own && own.length > 0 && shown.length === 0 && (
        <EmptyState icon="search" title={t('app.noMatch', { text: typed })} />
      )}
    </Frame>
  );
}
