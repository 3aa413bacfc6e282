import { hashOf } from '../page/routes.ts';
import { useEffect, useState } from 'preact/hooks';
import type { HistoryRetention, HistorySummary } from '../../protocol/history.ts';
import { formatDate, t } from '../i18n.ts';
import { Button, Link } from '../components/button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Field } from '../components/field.tsx';
import { Select } from '../components/inputs.tsx';
import { ErrorState } from '../components/states.tsx';
import { Card } from '../components/surfaces.tsx';
import { showToast } from '../components/toasts.tsx';
import { useTask } from '../components/task.ts';
import { useTabStore } from '../page/tab-store.ts';

const YEAR = 365;
const CHOICES = [30, 90, 365, 1825] as const satisfies readonly HistoryRetention[];

const choiceText = (days: number): string =>
  days % YEAR === 0
    ? t('options.record.years', { count: days / YEAR })
    : t('options.record.days', { count: days });

/** How many records there are, how long they are kept, and their deletion. */
export function RecordCard() {
  const { client } = useTabStore().effects;
  const task = useTask();
  const [summary, setSummary] = useState<HistorySummary | undefined>(undefined);
  useEffect(() => {
    void task.run(async () => setSummary(await client.call('history_summary', {})));
  }, []);
  const retain = (value: string) =>
    void task.run(async () => {
      const days = CHOICES.find((one) => String(one) === value) ?? null;
      setSummary(await client.call('history_retain', { days }));
      showToast(t('options.saved'), 'good');
    });
  const deleteAll = () =>
    void task.run(async () => {
      setSummary(await client.call('history_delete', { before: null }));
      showToast(t('options.record.deleted'), 'good');
    });
  const isEmpty = !summary || summary.last === 0;
  return (
    <Card title={t('app.place.history')}>
      <p class="muted">{t('options.record.what')}</p>
      {summary && <RecordCount summary={summary} />}
      <p>
        <Link href={hashOf({ screen: 'history' })}>{t('options.record.open')}</Link>
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
      <DeleteRecords isBlocked={isEmpty || task.busy} onDelete={deleteAll} />
    </Card>
  );
}

function RecordCount({ summary: { first, last, since } }: { readonly summary: HistorySummary }) {
  if (since === null) return <p>{t('options.record.none')}</p>;
  const count = last - first + 1;
  return <p>{t('options.record.count', { count, day: formatDate(since) })}</p>;
}

/** Asks once more: nothing brings them back. */
function DeleteRecords(props: { readonly isBlocked: boolean; readonly onDelete: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const confirm = () => {
    close();
    props.onDelete();
  };
  return (
    <div>
      <Button
        kind="danger"
        icon="trash"
        disabled={props.isBlocked}
        onClick={() => setIsAsking(true)}
      >
        {t('options.record.delete')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t('options.record.deleteTitle')}
        action={t('options.record.delete')}
        icon="trash"
        onClose={close}
        onConfirm={confirm}
      >
        <p>{t('options.record.deleteText')}</p>
      </ConfirmDialog>
    </div>
  );
}
