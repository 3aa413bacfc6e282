import type { SubmitRow } from '../../protocol/operation-row.ts';
import type { Activity } from '../../protocol/service-records.ts';
import { t } from '../i18n.ts';
import { Badge, type Tone } from '../components/surfaces.tsx';
import { visibleText } from '../forms/visible.ts';
import { choiceWord } from '../forms/words.ts';

const TONES: Readonly<Record<string, Tone>> = {
  ACTIVITY_STATUS_COMPLETED: 'good',
  ACTIVITY_STATUS_FAILED: 'danger',
  ACTIVITY_STATUS_REJECTED: 'danger',
};

/**
 * An activity's status at the service. Beside the sentence of one whose `row` goes on after it,
 * "Completed" would be read as the end of that.
 */
export function ActivityStatus(
  props: Pick<Activity, 'status'> & { readonly row: SubmitRow | undefined },
) {
  const { status, row } = props;
  if (row?.followUp && status === 'ACTIVITY_STATUS_COMPLETED')
    return <Badge tone="info">{t('app.state.started')}</Badge>;
  return <Badge tone={TONES[status] ?? 'warn'}>{visibleText(choiceWord(status))}</Badge>;
}
