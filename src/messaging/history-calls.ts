import * as v from 'valibot';
import {
  historyFilter,
  historyRetention,
  historySequence,
  MAX_HISTORY_PAGE,
  type HistoryChecked,
  type HistoryPage,
  type HistoryRecord,
  type HistorySummary,
  type HistoryVerdict,
} from '../protocol/history.ts';
import { uuid } from '../protocol/fields.ts';
import { defineCall, inPart } from './define-call.ts';
import { time } from '../protocol/time.ts';

/*
 * The calls about the history, rows of the calls table (calls.ts).
 */

/** How many records to answer with. */
const historyLimit = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_HISTORY_PAGE));

/** Every record is read and digested. */
const WHOLE_HISTORY_MS = 120_000;

/** Calls about what was signed and decided. */
export const HISTORY_CALLS = inPart('history', {
  /** What the history has, and what it can be filtered by. */
  history_summary: defineCall<HistorySummary>()(),
  /** Records that match, newest first, after the first `skip` of them. */
  history_page: defineCall<HistoryPage>()({
    input: v.strictObject({
      filter: historyFilter,
      skip: v.pipe(v.number(), v.integer(), v.minValue(0)),
      limit: historyLimit,
    }),
  }),
  /** Records from a number on, oldest first, as they are stored. */
  history_range: defineCall<readonly unknown[]>()({
    input: v.strictObject({ first: historySequence, limit: historyLimit }),
  }),
  /** What happened to one activity or request, oldest first. */
  history_timeline: defineCall<readonly HistoryRecord[]>()({
    input: v.strictObject({ id: v.pipe(v.string(), v.maxLength(500)) }),
  }),
  /** How many activities were stamped between each two of these moments. */
  history_days: defineCall<readonly number[]>()({
    input: v.strictObject({ moments: v.pipe(v.array(time), v.minLength(2), v.maxLength(100)) }),
  }),
  /**
   * Verifies every record, the seal, and the marks outside of the database: the page asks with the same ID
   * until it gets a verdict, and stops asking if the user cancels.
   */
  history_verify: defineCall<HistoryChecked | HistoryVerdict>()({
    input: v.strictObject({ run: uuid }),
  }),
  history_retain: defineCall<HistorySummary>()({
    access: 'fresh',
    input: v.strictObject({ days: historyRetention }),
    retry: 'once',
  }),
  /** Deletes the records before a moment; with null, all of them. */
  history_delete: defineCall<HistorySummary>()({
    access: 'fresh',
    input: v.strictObject({ before: v.nullable(time) }),
    retry: 'once',
    timeoutMs: WHOLE_HISTORY_MS,
  }),
});
