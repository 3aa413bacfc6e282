import { useEffect, useState } from 'preact/hooks';
import type { HistoryRetention, HistorySummary } from '../../protocol/history.ts';
import { formatDate, t } from '../i18n.ts';
import { Button, Link } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Field } from '../components/field.tsx';
import { Select } from '../components/inputs.tsx';
import { ErrorState } from '../components/states.tsx';
import { Card } from '../components/surfaces.tsx';
import { showToast } from '../components/toasts.tsx';
import { useStore, useTask } from './store.ts';

const YEAR = 365;
const CHOICES = [30, 90, YEAR, 5 * YEAR] as const satisfies readonly HistoryRetention[];

const choiceText = (days: number): string =>
  days % YEAR === 0
    ? t('options.record.years', { count: days / YEAR })
    : t('options.record.days', { count: days });

/** How many records there are, how long they are kept, and their deletion. */
export function RecordCard() {
  const { client } = useStore().effects;
  const task = useTask();
  const [summary, setSummary] = useState<HistorySummary | undefined>(undefined);
  const [isDeleting, setIsDeleting] = useState(false);
  useEffect(() => {
    void task.run(async () => setSummary(await client.call('history_summary', {})));
  }, []);
  const retain = (value: string) =>
    void task.run(async () => {
      const days = CHOICES.find((one) => String(one) === value) ?? null;
      setSummary(await client.call('history_retain', { days }));
      showToast(t('options.record.saved'), 'good');
    });
  const deleteAll = () =>
    void task.run(async () => {
      setIsDeleting(false);
      setSummary(await client.call('history_delete', { before: null }));
      showToast(t('options.record.deleted'), 'good');
    });
  const isEmpty = !summary || summary.last === 0;
  return (
    <Card title={t('options.record.title')}>
      <p class="muted">{t('options.record.what')}</p>
      {summary && <RecordCount summary={summary} />}
      <p>
        <Link href="/popup.html#/history">{t('options.record.open')}</Link>
      </p>
      <Field label={t('options.record.keep')} help={t('options.record.keepHelp')}>
        {(ids) => (
          <Select
            {...ids}
            value={String(summary?.retention ?? '')}
            blank={t('options.record.always')}
            disabled={task.busy || !summary}
            options={CHOICES.map((days) => ({ value: String(days), label: choiceText(days) }))}
            onChange={retain}
          />
        )}
      </Field>
      {task.error && <ErrorState error={task.error} />}
      <div>
        <Button
          kind="danger"
          icon="trash"
          disabled={isEmpty || task.busy}
          onClick={() => setIsDeleting(true)}
        >
          {t('options.record.delete')}
        </Button>
      </div>
      <Dialog
        open={isDeleting}
        title={t('options.record.deleteTitle')}
        onClose={() => setIsDeleting(false)}
        actions={
          <>
            <Button onClick={() => setIsDeleting(false)}>{t('kit.cancel')}</Button>
            <Button kind="danger" icon="trash" onClick={deleteAll}>
              {t('options.record.delete')}
            </Button>
          </>
        }
      >
        <p>{t('options.record.deleteText')}</p>
      </Dialog>
    </Card>
  );
}

function RecordCount({ summary: { first, last, since } }: { readonly summary: HistorySummary }) {
  if (since === null) return <p>{t('options.record.none')}</p>;
  const count = last - first + 1;
  return <p>{t('options.record.count', { count, day: formatDate(since) })}</p>;
}
