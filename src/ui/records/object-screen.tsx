import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { RecordKind } from '../../protocol/fields.ts';
import type { SubmitRow } from '../../protocol/operation-row.ts';
import { t } from '../i18n.ts';
import { EmptyState, Skeleton } from '../components/states.tsx';
import { Badge, List, ListRow } from '../components/surfaces.tsx';
import { REMOVED } from '../forms/draft.ts';
import type { ReadyForm } from '../forms/form-session.ts';
import { ReadProblem } from '../forms/read-problem.tsx';
import { visibleText } from '../forms/visible.ts';
import { nameText, removalText, rowText } from '../forms/words.ts';
import { kindRow, readExportableKind } from '../kinds.ts';
import { AsOf } from '../components/as-of.tsx';
import { useStore } from '../page/store.ts';
import { discardForm, openForm, type ActiveForm } from '../forms/form-sessions.ts';
import { Frame } from '../page/frame.tsx';
import { noteOpened } from '../page/home-order.ts';
import { ReviewSheet } from '../review/form-review.tsx';
import { hashOf, type ObjectPlace } from '../page/routes.ts';
import { Tabs } from '../page/tabs.tsx';
import { TimingBanners } from '../review/timing-banners.tsx';
import { ActivityParts } from './activity-record-screen.tsx';
import { ApiKeyParts, UserParts } from './user-screen.tsx';
import { ContractParts } from './contract-screen.tsx';
import { SentEdit } from './edit-in-place.tsx';
import {
  actionsOn,
  asksNothing,
  editsOf,
  isFinal,
  payoutsTo,
  prefillOf,
  type Edit,
} from './object-actions.ts';
import { ObjectFacts } from './object-facts.tsx';
import { useObject } from './object-state.ts';
import { Part, type PartProps } from './part.tsx';
import type { Item } from './pickable-records.ts';
import { PrivateKeyParts } from './private-key-screen.tsx';
import { textOf } from './record-members.ts';
import { RecordView } from './record-view.tsx';
import { TagParts } from './tag-screen.tsx';
import { AccountParts, WalletParts } from './wallet-screen.tsx';
import { PolicyTrial, PolicyWarnings, PolicyWords } from './lazy-policy.ts';

/** What a kind's screen has beyond its facts. */
const PARTS: Readonly<Partial<Record<RecordKind, FunctionComponent<PartProps>>>> = {
  wallet: WalletParts,
  walletAccount: AccountParts,
  privateKey: PrivateKeyParts,
  privateKeyTag: TagParts,
  user: UserParts,
  userTag: TagParts,
  apiKey: ApiKeyParts,
  contractInterface: ContractParts,
  policy: PolicyParts,
  activity: ActivityParts,
};

type RemovalStep =
  | { readonly at: 'offered' }
  | { readonly at: 'review'; readonly active: ActiveForm; readonly ready: ReadyForm }
  | { readonly at: 'sent'; readonly id: string };

/**
 * Takes a value of a record away: an action with its own name, reviewed in a sheet. It follows the
 * removal to its end, also when the record was read again without the value meanwhile.
 */
function RemovalRow(props: {
  readonly edit: Edit;
  readonly place: ObjectPlace;
  /** Whether there is a value. */
  readonly isOffered: boolean;
}) {
  const { edit, place, isOffered } = props;
  const store = useStore();
  const profile = store.profile.value;
  const [step, setStep] = useState<RemovalStep>({ at: 'offered' });
  const { row, field } = edit;
  const title = removalText(row, field);
  const start = async () => {
    if (!profile) return;
    const { fixed, about } = prefillOf(row, place);
    const prefill = { fixed: { ...fixed, [field]: REMOVED }, initial: {}, about };
    const active = await openForm(store, profile, row, undefined, prefill);
    const ready = active.form.submit();
    if (ready) setStep({ at: 'review', active, ready });
  };
  const cancel = (active: ActiveForm) => {
    discardForm(store, active);
    setStep({ at: 'offered' });
  };
  if (step.at === 'sent') {
    const backToOffer = () => setStep({ at: 'offered' });
    return (
      <ListRow
        title={
          <SentEdit edit={edit} id={step.id} onDone={backToOffer}>
            {title}
          </SentEdit>
        }
      />
    );
  }
  if (step.at === 'offered' && !isOffered) return null;
  return (
    <>
      <ListRow title={title} onClick={() => void start()} />
      {step.at === 'review' && (
        <ReviewSheet
          active={step.active}
          ready={step.ready}
          title={title}
          action={title}
          isDanger
          onSent={(id, method) =>
            method === 'key' ? setStep({ at: 'sent', id }) : store.go({ screen: 'passkey', id })
          }
          onBack={() => cancel(step.active)}
        />
      )}
    </>
  );
}

/** Leads to the review where the record is all that an operation needs, otherwise to its form. */
function ActionRow(props: {
  readonly row: SubmitRow;
  readonly place: ObjectPlace;
  readonly title: string;
}) {
  const { row, place, title } = props;
  const store = useStore();
  const profile = store.profile.value;
  const prefill = prefillOf(row, place);
  const review = async () => {
    if (!profile) return;
    const { form } = await openForm(store, profile, row, undefined, prefill);
    const screen = form.submit() ? 'review' : 'form';
    store.go({ screen, operation: row.name });
  };
  const form = hashOf({ screen: 'form', operation: row.name, about: place });
  return (
    <ListRow
      {...(asksNothing(row, prefill) ? { onClick: () => void review() } : { href: form })}
      title={
        <span class="cluster">
          {title}
          {isFinal(row) && <Badge tone="danger">{t('popup.irreversible')}</Badge>}
        </span>
      }
    />
  );
}

/** The kind of an exportable record; an account is only found within its wallet. */
function exportableKind({ kind, within }: ObjectPlace) {
  const found = readExportableKind(kind);
  return found === 'walletAccount' && within === undefined ? undefined : found;
}

/** To the full page that exports what a record keeps; it holds the key that opens the export. */
function ExportRow({ place }: { readonly place: ObjectPlace }) {
  const { go } = useStore();
  const { id, within } = place;
  const kind = exportableKind(place);
  if (!kind) return null;
  return (
    <ListRow
      title={t(`object.export.${kind}`)}
      onClick={() => go({ screen: 'export', kind, id, within })}
    />
  );
}

/** What else can be done with it. */
function Actions({ place, item }: { readonly place: ObjectPlace; readonly item: Item }) {
  const payouts = payoutsTo(item);
  const rows = [...payouts, ...actionsOn(place.kind)];
  const removals = editsOf(place.kind).filter(({ isRemovable }) => isRemovable);
  const kept = exportableKind(place) === undefined ? 0 : 1;
  if (rows.length + removals.length + kept === 0) return null;
  const [final, others] = [rows.filter(isFinal), rows.filter((row) => !isFinal(row))];
  const actionRow = (row: SubmitRow) => (
    <ActionRow
      key={row.name}
      row={row}
      place={place}
      title={rowText(row, payouts.includes(row) ? 'title' : 'action')}
    />
  );
  return (
    <Part title={t('object.actions')}>
      <List label={t('object.actions')}>
        {others.map(actionRow)}
        {removals.map((edit) => (
          <RemovalRow
            key={edit.field}
            edit={edit}
            place={place}
            isOffered={textOf(item, edit.member) !== ''}
          />
        ))}
        <ExportRow place={place} />
        {final.map(actionRow)}
      </List>
    </Part>
  );
}

/** The whole record, for whoever needs an ID or a time of it. */
function Technical({ item }: { readonly item: Item }) {
  return (
    <details class="more">
      <summary>{t('popup.activity.ids')}</summary>
      <RecordView record={item.record} />
    </details>
  );
}

/** The screen of any record: its name, what it is made of, what can be done with it, and its details. */
export function ObjectScreen({ place }: { readonly place: ObjectPlace }) {
  const { effects, profile } = useStore();
  const profileId = profile.value?.id;
  useEffect(
    () => noteOpened(effects.client, profileId ?? '', place),
    [profileId, place.kind, place.id],
  );
  const { item, error, isMissing, asOf, retry } = useObject(place);
  const kind = t(`object.${place.kind}`);
  const name = item && !kindRow(place.kind).isUnnamed && visibleText(nameText(item.name));
  const Parts = PARTS[place.kind] ?? ObjectFacts;
  return (
    <Frame title={name || kind} screen={kind} tabs={<Tabs />}>
      <TimingBanners profileId={profileId} />
      {error && <ReadProblem error={error} onRetry={retry} />}
      {!item && !error && !isMissing && <Skeleton rows={4} />}
      {isMissing && !error && (
        <EmptyState icon="search" title={t('object.missing')}>
          {t('object.missingText')}
        </EmptyState>
      )}
      {item && (
        <>
          <Parts place={place} item={item} />
          <Actions place={place} item={item} />
          <Technical item={item} />
          <AsOf at={asOf} />
        </>
      )}
    </Frame>
  );
}

/** A policy: in words, and each clause as the service has it, to be changed in place. */
function PolicyParts({ place, item }: PartProps) {
  return (
    <>
      <Part title={t('object.policy.inWords')}>
        <p>
          <PolicyWords item={item} />
        </p>
        <PolicyWarnings item={item} />
      </Part>
      <ObjectFacts place={place} item={item} />
      <PolicyTrial item={item} />
    </>
  );
}
