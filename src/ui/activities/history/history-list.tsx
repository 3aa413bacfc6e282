import type { Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { HistoryRecord } from '../../../protocol/history.ts';
import { t } from '../../i18n.ts';
import { RecordBoundary } from '../../components/error-boundary.tsx';
import { Badge, FactLine } from '../../components/surfaces.tsx';
import { RelativeTime } from '../../components/values.tsx';
import { usePane } from '../../components/layout.tsx';
import { OriginName } from '../../components/origin-text.tsx';
import { useStore } from '../../page/store.ts';
import { hashOf } from '../../page/routes.ts';
import { useWindow } from '../../records/visible-rows.ts';
import { factText, operationText, originText, toneOf } from './record-words.ts';

function RowTitle({ record }: { readonly record: HistoryRecord }) {
  const { operation, origin } = record;
  if (operation !== null) return <>{operationText(operation)}</>;
  return origin === null ? <>{t('app.place.history')}</> : <OriginName origin={origin} />;
}

function HistoryRow(props: { readonly record: HistoryRecord | undefined; readonly place: number }) {
  const { record, place } = props;
  const { route } = useStore();
  const isBeside = usePane()?.side === 'list';
  // Its height is that of a row, so that the scroll bar stays where it is.
  if (!record) return <li class="history-row table-row" aria-hidden="true" />;
  const { sequence, fact, operation, origin, at } = record;
  const hash = hashOf({ screen: 'history', sequence });
  const isCurrent = isBeside && hashOf(route.value) === hash;
  const asker = operation === null ? undefined : originText(origin);
  return (
    <li class="history-row table-row" aria-posinset={place + 1}>
      <a
        class="row-main row-act history-link"
        href={hash}
        aria-current={isCurrent ? 'true' : undefined}
      >
        <span class="row-text">
          <span class="row-title history-line">
            <RowTitle record={record} />
          </span>
          <span class="row-detail history-line">
            <FactLine facts={[<RelativeTime at={at} />, asker && <bdi>{asker}</bdi>]} />
          </span>
        </span>
        <Badge tone={toneOf(fact)}>{factText(fact)}</Badge>
      </a>
    </li>
  );
}

/** Records in a list of any length: only the rows in view are drawn, and a few more. */
export function HistoryList(props: {
  readonly total: number;
  readonly records: ReadonlyMap<number, HistoryRecord>;
  readonly scrollTop: Signal<number>;
  readonly onShow: (first: number, last: number) => void;
}) {
  const { total, records, scrollTop, onShow } = props;
  const { scroller, rowHeight, first, last, onScroll } = useWindow(
    total,
    { scrollTop: scrollTop.value },
    (changes) => {
      scrollTop.value = changes.scrollTop;
    },
  );
  useEffect(() => onShow(first, last), [first, last]);
  const places = Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at);
  return (
    <div class="history-scroll" ref={scroller} onScroll={onScroll}>
      <ul class="list history-list" aria-label={t('history.list')}>
        <li
          class="history-spacer"
          aria-hidden="true"
          style={{ height: `${first * rowHeight}px` }}
        />
        {places.map((place) => (
          <RecordBoundary key={place} name={String(records.get(place)?.sequence ?? place)}>
            <HistoryRow place={place} record={records.get(place)} />
          </RecordBoundary>
        ))}
        <li
          class="history-spacer"
          aria-hidden="true"
          style={{ height: `${Math.max(0, total - last) * rowHeight}px` }}
        />
      </ul>
    </div>
  );
}
