import './feed.css';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { tickingNow } from '../components/clock.ts';
import { dayNumberOf, dayText } from '../components/days.ts';
import { RecordBoundary } from '../components/error-boundary.tsx';
import { EmptyState, Skeleton } from '../components/states.tsx';
import { List, Section } from '../components/surfaces.tsx';
import { ReadProblem } from '../forms/read-problem.tsx';
import { useStore } from '../page/store.ts';
import { useRecords } from '../records/object-state.ts';
import { isItemShown, type ActivityItem, type FilterContext } from './activity-items.ts';
import type { ActivityQuery } from './activity-query.ts';
import { foldJobs, type Job } from './feed-jobs.ts';
import { JobRow } from './feed-row.tsx';
import type { Pages } from './pages.ts';

type FeedSource = Pick<Pages<{ readonly id: string }>, 'items' | 'error' | 'hasMore' | 'load'>;

/** What activities are looked for with: names of records, and who signs with a profile. */
export function useFilterContext(): FilterContext {
  const profiles = useStore().state.value?.profiles ?? [];
  return {
    known: useRecords().known.value,
    userOf: (profileId) => profiles.find(({ id }) => id === profileId)?.known?.userId,
  };
}

/** Jobs by their days, newest first; those without a time under a heading that says so. */
function FeedDays(props: { readonly jobs: readonly Job[]; readonly showsProfile: boolean }) {
  const { jobs, showsProfile } = props;
  const now = tickingNow();
  const days = Map.groupBy(jobs, ({ at }) => (at > 0 ? dayNumberOf(at) : undefined));
  return (
    <>
      {[...days].map(([day, ofDay]) => {
        const title = day === undefined ? t('app.noTime') : dayText(ofDay[0]?.at ?? 0, now);
        return (
          <Section key={day ?? ''} title={title}>
            <List label={title}>
              {ofDay.map((job) => (
                <RecordBoundary key={job.id} name={job.id}>
                  <JobRow {...{ job, showsProfile }} />
                </RecordBoundary>
              ))}
            </List>
          </Section>
        );
      })}
    </>
  );
}

/** Activities with a button for older ones; one source that fails hides nothing of another. */
export function Feed(props: {
  readonly sources: readonly FeedSource[];
  readonly items: readonly ActivityItem[] | undefined;
  readonly query: ActivityQuery;
  readonly showsProfile?: boolean;
}) {
  const { sources, items, query, showsProfile = false } = props;
  const context = useFilterContext();
  // A job is shown whole if any of it is asked for.
  const shown = foldJobs(items ?? []).filter((job) =>
    [job, ...job.steps].some((item) => isItemShown(item, query, context)),
  );
  const isReading = sources.some((one) => !one.items && !one.error);
  const hasFailed = sources.some((one) => one.error !== undefined);
  const older = sources.filter((one) => one.hasMore && one.items && one.items.length > 0);
  return (
    <>
      {sources.map(
        ({ error, load }, at) =>
          error && <ReadProblem key={at} error={error} onRetry={() => void load()} />,
      )}
      <FeedDays jobs={shown} showsProfile={showsProfile} />
      {isReading && <Skeleton rows={6} />}
      {items?.length === 0 && !isReading && !hasFailed && (
        <EmptyState icon="history" title={t('popup.activities.none')}>
          {t('popup.activities.noneText')}
        </EmptyState>
      )}
      {items && items.length > 0 && shown.length === 0 && !isReading && (
        <p class="muted" role="status">
          {t(older.length > 0 ? 'popup.activities.noneSoFar' : 'popup.activities.noneOfThese')}
        </p>
      )}
      {older.length > 0 && (
        <Button onClick={() => older.forEach(({ load }) => void load())}>
          {t('popup.activities.older')}
        </Button>
      )}
    </>
  );
}
