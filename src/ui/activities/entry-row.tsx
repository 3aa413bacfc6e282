import type { ComponentChildren } from 'preact';
import { OWN_ORIGIN, type EntryView } from '../../protocol/outbox-entry.ts';
import { richText, t } from '../i18n.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { siteText } from '../components/origin-text.tsx';
import { StateBadge } from '../components/entry-state.tsx';
import { usePane } from '../components/layout.tsx';
import { ListRow } from '../components/surfaces.tsx';
import { RelativeTime } from '../components/values.tsx';
import { useStore } from '../page/store.ts';
import { titleText } from '../forms/operation-words.ts';
import { hashOf } from '../page/routes.ts';

/** Stands for every site in a private window: their names are not written to the disk. */
export const PRIVATE = 'private';

/** The web page that asked for an activity; nothing for one that the user began here. */
export function AskedBy({ entry: { origin } }: { readonly entry: EntryView }) {
  if (origin === OWN_ORIGIN) return null;
  return (
    <span data-origin={origin}>
      {origin === PRIVATE
        ? t('popup.entry.private')
        : richText('popup.entry.askedBy', { origin: <VisibleText text={siteText(origin)} /> })}
    </span>
  );
}

/** An activity in a list; leads to it. */
export function EntryRow(props: {
  readonly entry: EntryView;
  /** In place of the operation's title. */
  readonly title?: ComponentChildren;
  readonly lead?: ComponentChildren;
  /** In place of how long ago. */
  readonly time?: ComponentChildren;
  /** What else is to be said of it. */
  readonly more?: ComponentChildren;
}) {
  const { entry, title, more, lead, time } = props;
  const { route } = useStore();
  const hash = hashOf({ screen: 'activity', id: entry.id });
  const isBeside = usePane()?.side === 'list';
  return (
    <ListRow
      current={isBeside && hashOf(route.value) === hash}
      href={hash}
      lead={lead}
      title={title || titleText(entry.operation)}
      detail={
        <span class="entry-line">
          <StateBadge
            state={entry.state}
            operation={entry.operation}
            queued={entry.turn !== undefined}
          />{' '}
          {time ?? <RelativeTime at={entry.createdAt} />}
          {more}
          {entry.method === 'passkey' && <span>{t('popup.entry.passkey')}</span>}
          <AskedBy entry={entry} />
        </span>
      }
    />
  );
}
