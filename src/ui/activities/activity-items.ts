import type { EntryState, EntryView } from '../../protocol/outbox-entry.ts';
import { isMembers, type Values } from '../../protocol/parse.ts';
import type { SubmitRow } from '../../protocol/operation-row.ts';
import { submitRowOf, submitRowOfType } from '../../protocol/operations.ts';
import { millisecondsOf, type Activity } from '../../protocol/service-records.ts';
import { choiceWord } from '../forms/words.ts';
import { midnightOf } from '../components/days.ts';
import type { KnownRecords } from '../records/pickable-records.ts';
import { isEntryOf, isFound, type ActivityQuery } from './activity-query.ts';
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

/** The row of an item's operation; undefined for a type that Keystamp doesn't know. */
export const rowOfItem = ({ entry, activity }: ActivityItem): SubmitRow | undefined =>
  entry ? submitRowOf(entry.operation) : submitRowOfType(activity?.type ?? '');

/** What was asked for: as it was signed here, or as the service has it. */
export function parametersOf({ entry, activity }: ActivityItem): Values {
  if (entry) return entry.parameters ?? {};
  const [parameters] = Object.values(activity?.intent ?? {});
  return isMembers(parameters) ? parameters : {};
}

/** Whether it was carried out. */
export const isDone = ({ entry, activity }: ActivityItem): boolean =>
  entry ? entry.state === 'completed' : activity?.status === 'ACTIVITY_STATUS_COMPLETED';

/** The user who asked, as the service says. */
export const proposerOf = ({ activity }: ActivityItem): string | undefined =>
  activity?.votes?.[0]?.userId;

/** What activities are looked for with. */
export type FilterContext = {
  readonly known: KnownRecords;
  /** The user that a profile signs as, as far as it is known. */
  readonly userOf: (profileId: string) => string | undefined;
};

const isAmong = (at: number, { from, until }: ActivityQuery): boolean =>
  at >= (midnightOf(from) ?? -Infinity) && at < (midnightOf(until, 1) ?? Infinity);

/** Whether an activity is among those that are asked for; of a listed one the service knows how far it is. */
export function isItemShown(
  item: ActivityItem,
  query: ActivityQuery,
  { known, userOf }: FilterContext,
): boolean {
  const { entry, activity } = item;
  if (entry && !activity && !isEntryOf(query.progress, entry.state)) return false;
  const row = rowOfItem(item);
  if (query.operation !== '' && row?.name !== query.operation) return false;
  const person = entry ? userOf(entry.profileId) : proposerOf(item);
  if (query.person !== '' && person !== query.person) return false;
  const texts = [
    entry?.id,
    entry?.origin,
    activity?.id,
    activity && choiceWord(activity.type),
    activity?.votes?.[0]?.user?.userName,
  ];
  const subject = row && { row, parameters: parametersOf(item) };
  return isAmong(item.at, query) && isFound(query.typed, subject, texts, known);
}
