import type { EntryView } from '../../protocol/entry.ts';
import { t } from '../i18n.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { StateBadge } from '../kit/entry-state.tsx';
import { ListRow } from '../kit/surfaces.tsx';
import { RelativeTime } from '../kit/values.tsx';
import { titleText } from './names.ts';
import { hashOf } from './route.ts';

/** The web page that asked for an activity; nothing for one that the user began here. */
export function AskedBy({ entry }: { readonly entry: EntryView }) {
  return entry.origin === 'popup' ? null : (
    <span data-origin={entry.origin}>
      {t('popup.entry.askedBy')} <VisibleText text={entry.origin} />
    </span>
  );
}

/** An activity in a list; leads to it. */
export function EntryRow({ entry }: { readonly entry: EntryView }) {
  return (
    <ListRow
      href={hashOf({ screen: 'activity', id: entry.id })}
      title={titleText(entry.operation)}
      detail={
        <span class="entry-line">
          <StateBadge state={entry.state} /> <RelativeTime at={entry.createdAt} />
          <AskedBy entry={entry} />
        </span>
      }
    />
  );
}
