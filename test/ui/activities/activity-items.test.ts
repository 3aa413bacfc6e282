import { describe, expect, test } from 'vitest';
import type { EntryView } from '../../../src/protocol/outbox-entry.ts';
import type { Activity } from '../../../src/protocol/service-records.ts';
import {
  isItemShown,
  isNews,
  mergeItems,
  type FilterContext,
} from '../../../src/ui/activities/activity-items.ts';
import { ANY_ACTIVITY, type ActivityQuery } from '../../../src/ui/activities/activity-query.ts';
import type { Pages } from '../../../src/ui/activities/pages.ts';
import { entry, id } from '../page/world.ts';

/* Entries of this device and the organization's activities as one list: a row an activity. */

const HEX = 'a'.repeat(63);
const signed = (n: number, changes: Partial<EntryView> = {}): EntryView => ({
  ...entry,
  id: id(n),
  createdAt: n * 1000,
  fingerprint: `sha256:${HEX}${n % 10}`,
  state: 'pending',
  ...changes,
});
const listed = (n: number, at: number, changes: Partial<Activity> = {}): Activity => ({
  id: id(500 + n),
  organizationId: id(2),
  status: 'ACTIVITY_STATUS_COMPLETED',
  type: 'ACTIVITY_TYPE_UPDATE_WALLET',
  fingerprint: `sha256:${HEX}${n % 10}`,
  intent: null,
  result: null,
  votes: [],
  canApprove: false,
  canReject: false,
  createdAt: { seconds: String(at), nanos: '0' },
  ...changes,
});
const pages = <T>(items: readonly T[] | undefined, hasMore = false): Pages<T> => ({
  items,
  hasMore,
  error: undefined,
  load: async () => Promise.resolve(),
  refresh: async () => Promise.resolve(),
});
const rows = (entries: Pages<EntryView>, activities?: Pages<Activity>) =>
  mergeItems(entries, activities)?.map((item) => [
    item.entry ? Number(item.entry.id.slice(-3)) : null,
    item.activity ? Number(item.activity.id.slice(-3)) : null,
  ]);

describe('mergeItems', () => {
  test('behavior: what was signed here and is listed has one row, newest first', () => {
    const own = pages([signed(8), signed(3)]);
    const all = pages([listed(9, 9), listed(8, 8), listed(5, 5)]);
    expect(rows(own, all)).toEqual([
      [null, 509],
      [8, 508],
      [null, 505],
      [3, null],
    ]);
  });

  test('behavior: an entry whose answer never came is the activity of its bytes', () => {
    const own = pages([signed(8, { state: 'unknown', activity: null })]);
    expect(rows(own, pages([listed(8, 8)]))).toEqual([[8, 508]]);
  });

  test('security: an activity that only has an entry’s ID takes no entry’s place', () => {
    const activity = { ...listed(8, 8), id: id(508) };
    const own = pages([signed(8, { activity })]);
    const forged = { ...listed(9, 8), id: id(508) };
    expect(rows(own, pages([forged]))).toEqual([
      [8, null],
      [null, 508],
    ]);
  });

  test('security: one of the same bytes under another ID is a second row', () => {
    const activity = { ...listed(8, 8), id: id(508) };
    const own = pages([signed(8, { activity })]);
    expect(rows(own, pages([{ ...listed(8, 8), id: id(600) }]))).toEqual([
      [8, null],
      [null, 600],
    ]);
    expect(
      rows(pages([signed(8)]), pages([listed(8, 8), { ...listed(8, 7), id: id(600) }])),
    ).toEqual([
      [8, 508],
      [null, 600],
    ]);
  });

  test('security: whatever a service lists, or if it doesn’t answer, what was signed here is there', () => {
    const own = pages([signed(8), signed(3)]);
    const flood = Array.from({ length: 50 }, (_, n) => ({ ...listed(1, 9e9), id: id(600 + n) }));
    const shown = mergeItems(own, pages(flood, true))?.filter((item) => item.entry);
    expect(shown).toHaveLength(2);
    expect(rows(own, pages<Activity>(undefined))).toEqual([
      [8, null],
      [3, null],
    ]);
  });

  test('behavior: what is older than the entries that were read waits for their next page', () => {
    const all = pages([listed(9, 9), listed(2, 2)]);
    expect(rows(pages([signed(8)], true), all)).toEqual([
      [null, 509],
      [8, null],
    ]);
  });

  test('behavior: nothing is said before anything was read', () => {
    expect(rows(pages<EntryView>(undefined), pages<Activity>(undefined))).toBeUndefined();
  });
});

describe('isNews', () => {
  test.each([
    ['completed', 'COMPLETED', false],
    ['completed', 'PENDING', false],
    ['completed', 'CONSENSUS_NEEDED', false],
    ['completed', 'FAILED', true],
    ['rejected', 'COMPLETED', true],
    ['pending', 'PENDING', false],
    ['pending', 'CONSENSUS_NEEDED', true],
    ['pending', 'COMPLETED', true],
    ['unknown', 'COMPLETED', true],
    ['mismatch', 'COMPLETED', true],
  ] as const)('behavior: of one that is %s, %s: %s', (state, status, expected) => {
    expect(isNews(state, `ACTIVITY_STATUS_${status}`)).toBe(expected);
  });
});

const CONTEXT: FilterContext = {
  known: {},
  userOf: (profileId) => (profileId === entry.profileId ? id(4) : undefined),
};
/** Noon of a day by the clock on the wall. */
const noon = (day: number) => new Date(2027, 0, day, 12).getTime();

describe('isItemShown', () => {
  const isShown = (item: object, progress: 'all' | 'open' | 'completed', typed = '') =>
    isItemShown({ id: id(8), at: 0, ...item }, { ...ANY_ACTIVITY, progress, typed }, CONTEXT);
  const isAmong = (item: object, query: Partial<ActivityQuery>) =>
    isItemShown({ id: id(8), at: 0, ...item }, { ...ANY_ACTIVITY, ...query }, CONTEXT);

  test('behavior: of a listed one the service was asked for its status, of others the entry says it', () => {
    expect(isShown({ entry: signed(8) }, 'open')).toBe(true);
    expect(isShown({ entry: signed(8) }, 'completed')).toBe(false);
    expect(isShown({ entry: signed(8), activity: listed(8, 8) }, 'completed')).toBe(true);
    expect(isShown({ activity: listed(8, 8) }, 'completed')).toBe(true);
  });

  test('behavior: words are looked for in both', () => {
    const item = { entry: signed(8, { origin: 'https://app.example' }), activity: listed(8, 8) };
    expect(isShown(item, 'all', 'app.example')).toBe(true);
    expect(isShown(item, 'all', id(508))).toBe(true);
    expect(isShown(item, 'all', 'other')).toBe(false);
  });

  test('behavior: those of one operation', () => {
    const isRename = { operation: 'update_wallet' };
    expect(isAmong({ entry: signed(8) }, isRename)).toBe(true);
    expect(isAmong({ activity: listed(8, 8) }, isRename)).toBe(true);
    const other = listed(8, 8, { type: 'ACTIVITY_TYPE_CREATE_WALLET' });
    expect(isAmong({ activity: other }, isRename)).toBe(false);
    expect(isAmong({ activity: { ...other, type: 'ACTIVITY_TYPE_NEW' } }, isRename)).toBe(false);
  });

  test('behavior: those of one person; what was signed here is of whoever its profile signs as', () => {
    const byBob = { activity: { ...listed(8, 8), votes: [{ userId: id(41) }] } };
    expect(isAmong(byBob, { person: id(41) })).toBe(true);
    expect(isAmong(byBob, { person: id(4) })).toBe(false);
    expect(isAmong({ entry: signed(8) }, { person: id(4) })).toBe(true);
    // The service can't give away what was signed here to somebody else.
    expect(isAmong({ ...byBob, entry: signed(8) }, { person: id(41) })).toBe(false);
    expect(isAmong({ activity: listed(8, 8) }, { person: id(4) })).toBe(false);
  });

  test.each([
    [{ from: '2027-01-10' }, [10, 11, 12]],
    [{ until: '2027-01-10' }, [9, 10]],
    [{ from: '2027-01-10', until: '2027-01-11' }, [10, 11]],
    [{ from: '2027-01-12', until: '2027-01-11' }, []],
  ] as const)('behavior: those of the days %o, the last one with them', (days, expected) => {
    const shown = [9, 10, 11, 12].filter((day) =>
      isAmong({ at: noon(day), entry: signed(8) }, days),
    );
    expect(shown).toEqual(expected);
  });
});
