import type { EntryView } from '../../protocol/entry.ts';
import { StateBadge } from '../kit/entry-state.tsx';
import { ListRow } from '../kit/surfaces.tsx';
import { RelativeTime } from '../kit/values.tsx';
import { titleText } from './names.ts';
import { hashOf } from './route.ts';

/** An activity in a list; leads to it. */
export function EntryRow({ entry }: { readonly entry: EntryView }) {
  return (
    <ListRow
      href={hashOf({ screen: 'activity', id: entry.id })}
      title={titleText(entry.operation)}
      detail={
        <span class="entry-line">
          <StateBadge state={entry.state} /> <RelativeTime at={entry.createdAt} />
        </span>
      }
    />
  );
}
