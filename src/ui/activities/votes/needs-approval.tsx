import { useEffect } from 'preact/hooks';
import { millisecondsOf, type Activity } from '../../../protocol/service-records.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState, Skeleton } from '../../components/states.tsx';
import { List } from '../../components/surfaces.tsx';
import { ReadProblem } from '../../forms/read-problem.tsx';
import { isItemShown } from '../activity-items.ts';
import type { ActivityQuery } from '../activity-query.ts';
import { useFilterContext } from '../feed.tsx';
import { useOrganizationPages, type Pages } from '../pages.ts';
import { InboxRow } from './inbox-row.tsx';
import { awaitsVote, WAITING_STATUSES } from '../../../protocol/voting-window.ts';

/** How often a list that is looked at is read again. */
const REFRESH_MS = 60_000;

const WAITING = { statuses: WAITING_STATUSES, types: [] };

/** The organization's waiting activities, read again slowly while they are shown. */
export function useWaitingActivities(profileId: string): Pages<Activity> {
  const pages = useOrganizationPages(profileId, WAITING);
  const { items, refresh } = pages;
  useEffect(() => {
    const timer = setTimeout(() => void refresh(), REFRESH_MS);
    return () => clearTimeout(timer);
  }, [items]);
  return pages;
}

/** How many wait for the user's vote, as far as they were read. */
export type Waiting = { readonly count: number; readonly hasMore: boolean };

/** Everything that waits for the user's vote, newest first. */
export function NeedsApproval(props: {
  readonly profileId: string;
  readonly query: ActivityQuery;
  readonly onCount: (waiting: Waiting) => void;
}) {
  const { items, error, hasMore, load, refresh } = useWaitingActivities(props.profileId);
  const context = useFilterContext();
  const waiting = items?.filter(awaitsVote);
  const shown = waiting?.filter((activity) => {
    const item = { id: activity.id, at: millisecondsOf(activity.createdAt) ?? 0, activity };
    return isItemShown(item, props.query, context);
  });
  const count = waiting?.length;
  useEffect(() => {
    if (count !== undefined) props.onCount({ count, hasMore });
  }, [count, hasMore]);
  return (
    <>
      {error && <ReadProblem error={error} onRetry={() => void refresh()} />}
      {!items && !error && <Skeleton rows={6} />}
      {waiting?.length === 0 && !hasMore && (
        <EmptyState icon="check" title={t('inbox.none')}>
          {t('inbox.noneText')}
        </EmptyState>
      )}
      {shown && shown.length > 0 && (
        <List label={t('popup.activities.scope.approvals')}>
          {shown.map((activity) => (
            <InboxRow key={activity.id} activity={activity} />
          ))}
        </List>
      )}
      {waiting && waiting.length > 0 && shown?.length === 0 && (
        <p class="muted" role="status">
          {t('popup.activities.noneOfThese')}
        </p>
      )}
      {items && hasMore && (
        <Button onClick={() => void load()}>{t('popup.activities.older')}</Button>
      )}
    </>
  );
}
