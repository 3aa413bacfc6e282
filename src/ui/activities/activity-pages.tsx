import type { ComponentChildren } from 'preact';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { RecordBoundary } from '../components/error-boundary.tsx';
import { EmptyState, Skeleton } from '../components/states.tsx';
import { List } from '../components/surfaces.tsx';
import { ReadProblem } from '../forms/read-problem.tsx';
import type { ActivityItem } from './activity-items.ts';
import type { Pages } from './pages.ts';

type Source = Pick<Pages<{ readonly id: string }>, 'items' | 'error' | 'hasMore' | 'load'>;

/** A list of activities with a button for older ones; one source that fails hides nothing of another. */
export function ActivityPages(props: {
  readonly sources: readonly Source[];
  readonly items: readonly ActivityItem[] | undefined;
  /** Whether one is among those that are asked for. */
  readonly isShown: (item: ActivityItem) => boolean;
  readonly draw: (item: ActivityItem) => ComponentChildren;
}) {
  const { sources, items, isShown, draw } = props;
  const shown = items?.filter(isShown) ?? [];
  const isReading = sources.some((one) => !one.items && !one.error);
  const older = sources.filter((one) => one.hasMore && one.items && one.items.length > 0);
  return (
    <>
      {sources.map(
        ({ error, load }, at) =>
          error && <ReadProblem key={at} error={error} onRetry={() => void load()} />,
      )}
      {shown.length > 0 && (
        <List label={t('app.place.activities')}>
          {shown.map((item) => (
            <RecordBoundary key={item.id} name={item.id}>
              {draw(item)}
            </RecordBoundary>
          ))}
        </List>
      )}
      {isReading && <Skeleton rows={6} />}
      {items?.length === 0 && !isReading && (
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
