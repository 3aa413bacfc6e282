import type { ComponentChildren } from 'preact';
import type { SubmitRow } from '../../protocol/operation-row.ts';
import { t } from '../i18n.ts';
import { Icon } from '../components/icon.tsx';
import { EmptyState, Skeleton } from '../components/states.tsx';
import { usePane } from '../components/layout.tsx';
import { Badge, List, ListRow } from '../components/surfaces.tsx';
import { nameText, rowText } from '../forms/words.ts';
import type { Item } from './pickable-records.ts';
import { ReadProblem } from '../forms/read-problem.tsx';
import { visibleText } from '../forms/visible.ts';
import { AsOf } from '../popup/as-of.tsx';
import { Frame } from '../popup/frame.tsx';
import { RecordView } from './record-view.tsx';
import { hashOf, type ObjectPlace } from '../popup/route.ts';
import { Tabs } from '../popup/tabs.tsx';
import { TimingBanners } from '../popup/timing-banners.tsx';
import { useStore } from '../popup/context.ts';
import { isAbout } from '../popup/wide/panes.ts';
import { openForm } from '../popup/form-sessions.ts';
import { exportableKind, ExportRow } from './key-origin.tsx';
import {
  actionsOn,
  asksNothing,
  editsOf,
  isFinal,
  payoutsTo,
  prefillOf,
} from './object-actions.ts';
import { textOf } from './record-members.ts';
import { useObject } from './object-state.ts';
import { RemovalRow } from './removal-row.tsx';

/** A part of an object's screen under a heading. */
export function Part(props: {
  readonly title: string;
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  return (
    <section class="section" aria-label={props.title}>
      <header class="section-head">
        <h2>{props.title}</h2>
        {props.aside}
      </header>
      {props.children}
    </section>
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

/** A record's screen: its name, what it is made of, what can be done with it, and its details. */
export function ObjectFrame(props: {
  readonly place: ObjectPlace;
  /** Its parts, once the record is known. */
  readonly children: (item: Item) => ComponentChildren;
  /** In place of the name, such as an address. */
  readonly title?: string;
}) {
  const { place } = props;
  const store = useStore();
  const { item, error, isMissing, asOf, retry } = useObject(place);
  const name = item && visibleText(nameText(item.name));
  const kind = t(`object.${place.kind}`);
  return (
    <Frame title={props.title ?? (name || kind)} screen={kind} tabs={<Tabs />}>
      <TimingBanners profileId={store.profile.value?.id} />
      {error && <ReadProblem error={error} onRetry={retry} />}
      {!item && !error && !isMissing && <Skeleton rows={4} />}
      {isMissing && !error && (
        <EmptyState icon="search" title={t('object.missing')}>
          {t('object.missingText')}
        </EmptyState>
      )}
      {item && (
        <>
          {props.children(item)}
          <Actions place={place} item={item} />
          <Technical item={item} />
          <AsOf at={asOf} />
        </>
      )}
    </Frame>
  );
}

/** The icon and name of a record in a list that leads to it; beside a record, the open one is marked. */
export function ObjectRow(props: {
  readonly place: ObjectPlace;
  readonly icon?: Parameters<typeof Icon>[0]['name'];
  readonly title: ComponentChildren;
  readonly detail?: ComponentChildren;
  readonly trail?: ComponentChildren;
}) {
  const { route } = useStore();
  const isBeside = usePane()?.side === 'list';
  return (
    <ListRow
      lead={props.icon && <Icon name={props.icon} />}
      href={hashOf({ screen: 'object', ...props.place })}
      title={props.title}
      detail={props.detail}
      trail={props.trail}
      current={isBeside && isAbout(route.value, props.place)}
    />
  );
}
