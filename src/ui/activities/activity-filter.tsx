import { useState } from 'preact/hooks';
import { ACTIVITY_STATUS } from '../../protocol/enums.ts';
import { SETTLED_STATES, type EntryState } from '../../protocol/outbox-entry.ts';
import { t } from '../i18n.ts';
import { Select, TextInput } from '../components/inputs.tsx';
import type { KnownRecords } from '../records/pickable-records.ts';
import { rowText } from '../forms/words.ts';
import type { ActivitySubject } from './activity-sentence.tsx';
import { foldTexts, matcherOf } from '../components/typed-text.ts';

/** How far activities are, as a person asks for them. */
const PROGRESS = ['all', 'open', 'completed', 'ended'] as const;
export type Progress = (typeof PROGRESS)[number];

/** Whether an activity of this browser is one of those. */
export function isEntryOf(progress: Progress, state: EntryState): boolean {
  if (progress === 'all') return true;
  if (progress === 'open') return !SETTLED_STATES.includes(state);
  return (progress === 'completed') === (state === 'completed') && SETTLED_STATES.includes(state);
}

const ENDED = ['ACTIVITY_STATUS_FAILED', 'ACTIVITY_STATUS_REJECTED'] as const;

/** The statuses that the service is asked for; none in particular for all. */
export function statusesOf(progress: Progress): readonly (typeof ACTIVITY_STATUS)[number][] {
  if (progress === 'all') return [];
  if (progress === 'completed') return ['ACTIVITY_STATUS_COMPLETED'];
  if (progress === 'ended') return ENDED;
  return ACTIVITY_STATUS.filter(
    (status) => status !== 'ACTIVITY_STATUS_COMPLETED' && !ENDED.some((end) => end === status),
  );
}

/** The texts in a value, and the names of records that it names by their ids. */
function textsIn(value: unknown, known: KnownRecords): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, known));
  if (typeof value !== 'string') return [];
  const names = Object.values(known).map((items) => items?.get(value)?.name ?? '');
  return [value, ...names];
}

/** Whether what is said of an activity has every word that was typed. */
export function isFound(
  typed: string,
  subject: Omit<ActivitySubject, 'type'> | undefined,
  others: readonly (string | undefined)[],
  known: KnownRecords,
): boolean {
  if (typed.trim() === '') return true;
  const said = subject
    ? [rowText(subject.row, 'title'), ...textsIn(Object.values(subject.parameters), known)]
    : [];
  return matcherOf(typed)(foldTexts([...said, ...others.map((text) => text ?? '')]));
}

/** What is asked for, and the fields to ask with: the progress only where activities differ in it. */
export function useActivityFilter(hasProgress: boolean) {
  const [progress, setProgress] = useState<Progress>('all');
  const [typed, setTyped] = useState('');
  const fields = (
    <div class="filter-fields">
      <TextInput
        type="search"
        value={typed}
        onInput={setTyped}
        placeholder={t('popup.activities.search')}
        aria-label={t('popup.activities.search')}
      />
      {hasProgress && (
        <Select
          value={progress}
          aria-label={t('popup.activities.progress')}
          options={PROGRESS.map((value) => ({
            value,
            label: t(`popup.activities.progress.${value}`),
          }))}
          onChange={(value) => setProgress(PROGRESS.find((one) => one === value) ?? 'all')}
        />
      )}
    </div>
  );
  return { progress, typed, fields };
}
