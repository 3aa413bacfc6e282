import { useEffect, useState } from 'preact/hooks';
import { readAddressCode } from '../../../client/address-code.ts';
import { isUnguarded } from '../../../client/transfer.ts';
import type { OwnerSearch } from '../../../client/address-owner.ts';
import type { Asset } from '../../../client/balances.ts';
import { EVM_CHAIN, type EvmChain } from '../../../protocol/enums.ts';
import { ETHEREUM_ADDRESS } from '../../../protocol/ethereum-address.ts';
import type { SubmitRow } from '../../../protocol/operation-row.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { t } from '../../i18n.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Form, useForm } from '../../components/form.tsx';
import { TextInput } from '../../components/inputs.tsx';
import { EmptyState, Skeleton } from '../../components/states.tsx';
import { List } from '../../components/surfaces.tsx';
import { assetText } from '../../forms/amounts.ts';
import { CameraButton } from '../../forms/camera-button.tsx';
import { OwnerBadge, useOwners } from '../../forms/address-owners.tsx';
import { ReadProblem } from '../../forms/read-problem.tsx';
import { VisibleText } from '../../forms/visible-text.tsx';
import { choiceWord, rowText } from '../../forms/words.ts';
import { Frame } from '../../page/frame.tsx';
import type { ObjectPlace } from '../../page/routes.ts';
import { useStore } from '../../page/store.ts';
import { AccountRow } from '../../records/account-row.tsx';
import { sendsFrom } from '../../records/object-actions.ts';
import { useAssets } from '../../records/account-assets.ts';
import { chainsOf, NetworkField } from '../../records/network-field.tsx';
import { useObject, useRecords } from '../../records/object-state.ts';
import type { Item } from '../../records/pickable-records.ts';
import { textOf } from '../../records/record-members.ts';
import { useReviewedChange } from '../../records/reviewed-change.tsx';
import { AmountField, AssetField, FeeNote } from './asset-fields.tsx';
import { useKeeping, useKeptDraft } from './kept-draft.ts';
import { useSentBefore, type SentBefore } from './known-addresses.ts';
import { RecipientDialog } from './recipient-dialog.tsx';
import { RecipientWarning } from './recipient-warning.tsx';
import { chosenAsset, faultsOf, sentBy, type SendDraft } from './send-form.ts';
import { SenderScreen } from './sender-screen.tsx';
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
  const kept = useKeptDraft({ profileId: props.profile.id, operation: row.name, about: place });
  if (item && sent && kept !== undefined && sendsFrom(item).includes(row)) {
    return <SendForm key={item.id} {...props} account={item} sent={sent} kept={kept} />;
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
      {!error && !isMissing && !(item && sent && kept !== undefined) && <Skeleton rows={4} />}
    </Frame>
  );
}

type SendFormProps = SendRoute & {
  readonly account: Item;
  readonly sent: readonly SentBefore[];
  readonly kept: SendDraft | null;
};

/** What is typed, what the account has for it, and the review of what it comes to. */
function useSend({ row, place, profile, account, sent, kept }: SendFormProps) {
  const store = useStore();
  const chains = chainsOf(profile);
  const from = textOf(account, 'address');
  const [draft, setDraft] = useState<SendDraft>(() => {
    if (kept && chains.includes(kept.chain)) return kept;
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

/** The whole address in groups, whose it is, and whether a typo in it would go unnoticed. */
function RecipientNote(props: { readonly to: string; readonly owner: OwnerSearch | undefined }) {
  const { to, owner } = props;
  return (
    <>
      <VisibleText text={to} grouped />
      <OwnerBadge search={owner} />
      {isUnguarded(to) && <span> {t('popup.address.unchecked')}</span>}
    </>
  );
}

/** Takes the address of a code, or says in the reader's words why it can't be the recipient. */
function takeCode(
  text: string,
  chain: EvmChain,
  take: (address: string) => void,
): string | undefined {
  const code = readAddressCode(text, chain);
  if (code.kind !== 'address') return t(`camera.address.${code.kind}`);
  take(code.address);
  return undefined;
}

function RecipientField(props: {
  readonly draft: SendDraft;
  readonly from: string;
  readonly sent: readonly SentBefore[];
  readonly asset: Asset;
  readonly change: (next: Partial<SendDraft>) => void;
  readonly error: string | undefined;
}) {
  const { draft, from, sent, asset, change, error } = props;
  const [isChoosing, setChoosing] = useState(false);
  const to = draft.to.trim();
  const isAddress = ETHEREUM_ADDRESS.test(to);
  const owner = useOwners(useRecords(), isAddress ? [['to', to]] : []).found['to'];
  const used = [...new Set(sent.flatMap(({ recipients }) => recipients))];
  return (
    <>
      <Field
        label={t('send.to')}
        help={t('send.to.help')}
        error={error}
        note={isAddress && <RecipientNote to={to} owner={owner} />}
      >
        {(ids) => (
          <div class="send-input">
            <TextInput
              {...ids}
              mono
              value={draft.to}
              maxLength={200}
              onInput={(typed) => change({ to: typed })}
            />
            <IconButton
              name="search"
              label={t('send.to.choose')}
              onClick={() => setChoosing(true)}
            />
          </div>
        )}
      </Field>
      <CameraButton
        onText={(text) => takeCode(text, draft.chain, (address) => change({ to: address }))}
      />
      {isAddress && <RecipientWarning {...{ to, from, used, asset, owner }} />}
      {isChoosing && (
        <RecipientDialog
          {...{ from, used }}
          onClose={() => setChoosing(false)}
          onChoose={(address) => {
            change({ to: address });
            setChoosing(false);
          }}
        />
      )}
    </>
  );
}
