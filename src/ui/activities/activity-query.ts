import { ACTIVITY_STATUS } from '../../protocol/enums.ts';
import { submitRowOf } from '../../protocol/operations.ts';
import { SETTLED_STATES, type EntryState } from '../../protocol/outbox-entry.ts';
import { foldTexts, matcherOf } from '../components/typed-text.ts';
import { rowText } from '../forms/words.ts';
import type { KnownRecords } from '../records/pickable-records.ts';
import type { ActivitySubject } from './activity-sentence.tsx';

/** How far activities are, as a person asks for them. */
export const PROGRESS = ['all', 'open', 'completed', 'ended'] as const;
export type Progress = (typeof PROGRESS)[number];

/** What a person looks for among activities. */
export type ActivityQuery = {
  readonly typed: string;
  readonly progress: Progress;
  /** The name of an operation; empty for any. */
  readonly operation: string;
  /** The ID of the user who asked; empty for anyone. */
  readonly person: string;
  /** Days as a date field has them, such as `2027-01-31`; empty for any. */
  readonly from: string;
  readonly until: string;
};

export const ANY_ACTIVITY: ActivityQuery = {
  typed: '',
  progress: 'all',
  operation: '',
  person: '',
  from: '',
  until: '',
};

/** How many of the folded fields are set: search and progress stand outside. */
export const countFilters = ({ operation, person, from, until }: ActivityQuery): number =>
  [operation, person, from, until].filter((value) => value !== '').length;

/** Whether an activity of this browser is one of those. */
export function isEntryOf(progress: Progress, state: EntryState): boolean {
  if (progress === 'all') return true;
  if (progress === 'open') return !SETTLED_STATES.includes(state);
  return (progress === 'completed') === (state === 'completed') && SETTLED_STATES.includes(state);
}

const ENDED = ['ACTIVITY_STATUS_FAILED', 'ACTIVITY_STATUS_REJECTED'] as const;

function statusesOf(progress: Progress): readonly (typeof ACTIVITY_STATUS)[number][] {
  if (progress === 'all') return [];
  if (progress === 'completed') return ['ACTIVITY_STATUS_COMPLETED'];
  if (progress === 'ended') return ENDED;
  return ACTIVITY_STATUS.filter(
    (status) => status !== 'ACTIVITY_STATUS_COMPLETED' && !ENDED.some((end) => end === status),
  );
}

/** Statuses and types that the service is asked for; none in particular for all. */
export type ListedBy = { readonly statuses: readonly string[]; readonly types: readonly string[] };

/** What of a query the service answers itself; who asked and when is found among what it lists. */
export function listedBy({ progress, operation }: ActivityQuery): ListedBy {
  const types = submitRowOf(operation)?.versions.map(({ type }) => type) ?? [];
  return { statuses: statusesOf(progress), types };
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
