import { useEffect, useState } from 'preact/hooks';
import { formatDate, formatNumber, t } from '../../i18n.ts';
import { useStore } from '../../page/store.ts';

const DAYS = 30;

/** The midnights around the last days, by the clock on the wall: also across a change of summer time. */
function midnights(now: number): readonly number[] {
  const today = new Date(now);
  return Array.from({ length: DAYS + 1 }, (_, at) =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() - DAYS + 1 + at).getTime(),
  );
}

/**
 * How many activities were signed on each of the last days, as bars and in words: counted once `isReady`,
 * since counting keeps everything else that reads the records waiting.
 */
export function HistoryChart(props: { readonly changes: number; readonly isReady: boolean }) {
  const { changes, isReady } = props;
  const { effects } = useStore();
  const [counts, setCounts] = useState<readonly number[] | undefined>(undefined);
  const moments = midnights(effects.now());
  useEffect(() => {
    if (!isReady) return;
    // Without the chart, the list says the same.
    effects.client.call('history_days', { moments: [...moments] }).then(setCounts, () => undefined);
  }, [changes, isReady, moments[0]]);
  const all = counts ?? [];
  const most = Math.max(0, ...all);
  const count = all.reduce((sum, one) => sum + one, 0);
  const busiest = formatDate(moments[all.indexOf(most)] ?? effects.now());
  const values = { count, days: DAYS, most: formatNumber(most), day: busiest };
  const text =
    count === 0 ? t('history.chartNone', { days: DAYS }) : t('history.chartText', values);
  return (
    <figure class="history-chart">
      <div class="history-bars" role="img" aria-label={counts ? text : t('history.chart')}>
        {Array.from({ length: DAYS }, (_, at) => (
          <span
            key={moments[at]}
            class="history-bar"
            data-count={all[at] ?? 0}
            title={`${formatDate(moments[at] ?? 0)}: ${formatNumber(all[at] ?? 0)}`}
            style={{ blockSize: `${most === 0 ? 0 : Math.ceil(((all[at] ?? 0) / most) * 100)}%` }}
          />
        ))}
      </div>
      <figcaption class="muted">{counts ? text : t('history.chart')}</figcaption>
    </figure>
  );
}
