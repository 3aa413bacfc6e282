import type { ComponentChildren } from 'preact';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { RecordBoundary } from '../components/error-boundary.tsx';
import { EmptyState, Skeleton } from '../components/states.tsx';
import { List } from '../components/surfaces.tsx';
import { ReadProblem } from '../forms/read-problem.tsx';
import type { Pages } from './pages.ts';

/** A list of activities with a button for older ones. */
export function ActivityPages<T extends { readonly id: string }>(props: {
  readonly pages: Pages<T>;
  readonly none: string;
  /** Whether one is among those that are asked for. */
  readonly isShown: (item: T) => boolean;
  readonly draw: (item: T) => ComponentChildren;
}) {
  const { items, error, hasMore, load } = props.pages;
  const shown = items?.filter(props.isShown);
  return (
    <>
      {error && <ReadProblem error={error} onRetry={() => void load()} />}
      {!items && !error && <Skeleton rows={6} />}
      {items?.length === 0 && (
        <EmptyState icon="history" title={t('popup.activities.none')}>
          {props.none}
        </EmptyState>
      )}
      {shown && shown.length > 0 && (
        <List label={t('popup.activities.title')}>
          {shown.map((item) => (
            <RecordBoundary key={item.id} name={item.id}>
              {props.draw(item)}
            </RecordBoundary>
          ))}
        </List>
      )}
      {items && items.length > 0 && shown?.length === 0 && (
        <p class="muted" role="status">
          {t(hasMore ? 'popup.activities.noneSoFar' : 'popup.activities.noneOfThese')}
        </p>
      )}
      {items && items.length > 0 && hasMore && (
        <Button onClick={() => void load()}>{t('popup.activities.older')}</Button>
      )}
    </>
  );
}
