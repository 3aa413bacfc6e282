import { awaitsVote } from '../../../protocol/voting-window.ts';
import { t } from '../../i18n.ts';
import { List, ListRow, Section } from '../../components/surfaces.tsx';
import { hashOf } from '../../page/routes.ts';
import { InboxRow } from './inbox-row.tsx';
import { useWaitingActivities } from './needs-approval.tsx';

/** As many as the first screen has room for. */
const MAX_AT_HOME = 3;

/** The newest of what waits for the user's vote, before everything else on the first screen. */
export function HomeInbox({ profileId }: { readonly profileId: string }) {
  const { items, hasMore } = useWaitingActivities(profileId);
  const waiting = items?.filter(awaitsVote) ?? [];
  if (waiting.length === 0) return null;
  const [count, title] = [waiting.length, t('inbox.needsVote')];
  return (
    <Section title={title}>
      <List label={title}>
        {waiting.slice(0, MAX_AT_HOME).map((activity) => (
          <InboxRow key={activity.id} activity={activity} />
        ))}
        {(count > MAX_AT_HOME || hasMore) && (
          <ListRow
            href={hashOf({ screen: 'activities', scope: 'approvals' })}
            title={hasMore ? t('inbox.showSome', { count }) : t('popup.home.showAll', { count })}
          />
        )}
      </List>
    </Section>
  );
}
