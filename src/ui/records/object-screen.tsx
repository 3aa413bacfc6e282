import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import type { RecordKind } from '../../protocol/fields.ts';
import type { SubmitRow } from '../../protocol/operation-row.ts';
import { t } from '../i18n.ts';
import { Link } from '../components/button.tsx';
import { EmptyState, Skeleton } from '../components/states.tsx';
import { List, ListRow, Section } from '../components/surfaces.tsx';
import { REMOVED } from '../forms/draft.ts';
import { ReadProblem } from '../forms/read-problem.tsx';
import { visibleText } from '../forms/visible.ts';
import { actionText, nameText, removalText, rowText } from '../forms/words.ts';
import { kindRow, readExportableKind } from '../kinds.ts';
import { AsOf } from '../components/as-of.tsx';
import { useStore } from '../page/store.ts';
import { openForm } from '../forms/form-sessions.ts';
import { Frame } from '../page/frame.tsx';
import { noteOpened } from '../page/home-order.ts';
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
  signaturesBy,
  type Edit,
} from './object-actions.ts';
import { ObjectFacts } from './object-facts.tsx';
import { useObject } from './object-state.ts';
import type { ObjectPartProps } from './object-row.tsx';
import type { Item } from './pickable-records.ts';
import { PrivateKeyParts } from './private-key-screen.tsx';
import { textOf } from './record-members.ts';
import { RecordView } from './record-view.tsx';
import { useReviewedChange } from './reviewed-change.tsx';
import { TagParts } from './tag-screen.tsx';
import { AccountParts, WalletParts } from './wallet-screen.tsx';
import { PolicyTrial, PolicyWarnings, PolicyWords } from './lazy-policy.ts';

/** What a kind's screen has beyond its facts. */
const PARTS: Readonly<Partial<Record<RecordKind, FunctionComponent<ObjectPartProps>>>> = {
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
  const { row, field } = edit;
  const { start, offer, sheet, sent } = useReviewedChange(row);
  const title = removalText(row, field);
  const review = () => {
    const { fixed, about } = prefillOf(row, place);
    const prefill = { fixed: { ...fixed, [field]: REMOVED }, initial: {}, about };
    return start(prefill, { title, isDanger: true });
  };
  if (sent) {
    const { id } = sent;
    return <ListRow title={<SentEdit {...{ row, id, onDone: offer }}>{title}</SentEdit>} />;
  }
  if (!isOffered) return sheet || null;
  return (
    <>
      <ListRow title={title} onClick={() => void review()} />
      {sheet}
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
      title={isFinal(row) ? <span class="danger-text">{title}</span> : title}
    />
  );
}

/** The kind of an exportable record that can be found. */
function exportableKind({ kind, within }: ObjectPlace) {
  const found = readExportableKind(kind);
  return kindRow(kind).isOnlyWithin && within === undefined ? undefined : found;
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

/** What else can be done with it; what can't be undone stands apart. */
function ObjectActions({ place, item }: { readonly place: ObjectPlace; readonly item: Item }) {
  const payouts = payoutsTo(item);
  const rows = [...payouts, ...signaturesBy(place.kind, item), ...actionsOn(place.kind)];
  const removals = editsOf(place.kind).filter(({ isRemovable }) => isRemovable);
  const [final, others] = [rows.filter(isFinal), rows.filter((row) => !isFinal(row))];
  const offered = removals.filter(({ member }) => textOf(item, member) !== '');
  const actionRow = (row: SubmitRow) => (
    <ActionRow
      key={row.name}
      row={row}
      place={place}
      title={
        payouts.includes(row) ? rowText(row, 'title') : actionText(row, prefillOf(row, place).fixed)
      }
    />
  );
  return (
    <>
      <Section title={t('object.actions')} isOptional>
        <List label={t('object.actions')}>
          {others.map(actionRow)}
          {removals.map((edit) => (
            <RemovalRow
              key={edit.field}
              edit={edit}
              place={place}
              isOffered={offered.includes(edit)}
            />
          ))}
          <ExportRow place={place} />
        </List>
      </Section>
      {final.length > 0 && (
        <Section title={t('object.final')}>
          <List label={t('object.final')}>{final.map(actionRow)}</List>
        </Section>
      )}
    </>
  );
}

/** What a record is called; empty where it has no name of its own. */
function nameOf(kind: RecordKind, item: Item): string {
  const { isUnnamed, nameMember } = kindRow(kind);
  if (nameMember !== undefined) return textOf(item, nameMember);
  return isUnnamed ? '' : nameText(item.name);
}

/** The whole record, for whoever needs an ID or a time of it. */
function ObjectTechnicalDetails({ item }: { readonly item: Item }) {
  return (
    <details class="more">
      <summary>{t('popup.activity.ids')}</summary>
      <RecordView record={item.record} />
    </details>
  );
}

/** The screen of any record: its name, what it is made of, what can be done with it, and its details. */
export function ObjectScreen(place: ObjectPlace) {
  const { effects, profile } = useStore();
  const profileId = profile.value?.id;
  useEffect(
    () => noteOpened(effects.client, profileId ?? '', place),
    [profileId, place.kind, place.id],
  );
  const { item, error, isMissing, asOf, retry } = useObject(place);
  const kind = t(`object.${place.kind}`);
  const name = item && visibleText(nameOf(place.kind, item));
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
          <ObjectActions place={place} item={item} />
          <ObjectTechnicalDetails item={item} />
          <AsOf at={asOf} />
        </>
      )}
    </Frame>
  );
}

/** A policy: in words, with the way to change it in parts; and each clause as the service has it, to be changed in place. */
function PolicyParts({ place, item }: ObjectPartProps) {
  const [edit] = editsOf(place.kind);
  const builder = edit && (
    <Link href={hashOf({ screen: 'form', operation: edit.row.name, about: place })}>
      {rowText(edit.row, 'action')}
    </Link>
  );
  return (
    <>
      <Section title={t('object.policy.inWords')} aside={builder}>
        <p>
          <PolicyWords item={item} />
        </p>
        <PolicyWarnings item={item} />
      </Section>
      <ObjectFacts place={place} item={item} />
      <PolicyTrial item={item} />
    </>
  );
}
