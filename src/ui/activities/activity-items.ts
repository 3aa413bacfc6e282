import type { EntryState, EntryView } from '../../protocol/outbox-entry.ts';
import { submitRowOf } from '../../protocol/operations.ts';
import { millisecondsOf, type Activity } from '../../protocol/service-records.ts';
import { choiceWord } from '../forms/words.ts';
import type { KnownRecords } from '../records/pickable-records.ts';
import { isEntryOf, isFound, type Progress } from './activity-filter.tsx';
import { subjectOfActivity } from './organization-row.tsx';
import type { Pages } from './pages.ts';

/** One activity: as it was signed here, as the service lists it, or both. */
export type ActivityItem = {
  readonly id: string;
  readonly at: number;
  readonly entry?: EntryView;
  readonly activity?: Activity;
};

/**
 * Whether the service lists what an entry signed. The fingerprint is of the bytes that were signed, so
 * an activity that only has the entry's ID is another one, and has a row of its own.
 */
const isSame = (entry: EntryView, { id, fingerprint }: Activity): boolean =>
  entry.fingerprint === fingerprint && (entry.activity === null || entry.activity.id === id);

/**
 * Both lists as one, newest first. Everything signed here is in it whatever the service lists. What is
 * older than the entries that were read waits for the next of them: it may be one of those.
 */
export function mergeItems(
  entries: Pages<EntryView>,
  listed?: Pages<Activity>,
): readonly ActivityItem[] | undefined {
  if (!entries.items && !listed?.items) return undefined;
  const own = entries.items ?? [];
  const oldest = entries.hasMore ? own.at(-1)?.createdAt : undefined;
  const used = new Set<string>();
  const merged = own.map((entry): ActivityItem => {
    const activity = listed?.items?.find((one) => !used.has(one.id) && isSame(entry, one));
    if (activity) used.add(activity.id);
    return { id: entry.id, at: entry.createdAt, entry, ...(activity && { activity }) };
  });
  const others = (listed?.items ?? []).flatMap((activity): readonly ActivityItem[] => {
    const at = millisecondsOf(activity.createdAt) ?? 0;
    const isLater = oldest !== undefined && at < oldest;
    return used.has(activity.id) || isLater ? [] : [{ id: activity.id, at, activity }];
  });
  return [...merged, ...others].toSorted((a, b) => b.at - a.at);
}

/** What the service calls an activity while Keystamp has the same of its answers. */
const SAME_STATUS: Partial<Record<EntryState, string>> = {
  pending: 'ACTIVITY_STATUS_PENDING',
  completed: 'ACTIVITY_STATUS_COMPLETED',
  failed: 'ACTIVITY_STATUS_FAILED',
  rejected: 'ACTIVITY_STATUS_REJECTED',
};
const ENDS: readonly string[] = [
  'ACTIVITY_STATUS_COMPLETED',
  'ACTIVITY_STATUS_FAILED',
  'ACTIVITY_STATUS_REJECTED',
];

/**
 * Whether the service's list says other than what Keystamp has checked. A list that still has an
 * activity under way is only older than its end.
 */
export function isNews(state: EntryState, status: string): boolean {
  const known = SAME_STATUS[state];
  if (known === status) return false;
  return known === undefined || state === 'pending' || ENDS.includes(status);
}

/** Whether an activity is among those that are asked for; of a listed one the service knows how far it is. */
export function isItemShown(
  { entry, activity }: ActivityItem,
  filter: { readonly progress: Progress; readonly typed: string },
  known: KnownRecords,
): boolean {
  const { progress, typed } = filter;
  if (entry && !activity && !isEntryOf(progress, entry.state)) return false;
  const row = entry && submitRowOf(entry.operation);
  const subject = entry
    ? row && { row, parameters: entry.parameters ?? {} }
    : activity && subjectOfActivity(activity);
  const texts = [
    entry?.id,
    entry?.origin,
    activity?.id,
    activity && choiceWord(activity.type),
    activity?.votes?.[0]?.user?.userName,
  ];
  return isFound(typed, subject, texts, known);
}
