import type { History } from '../../history/history.ts';
import type { Handlers } from './handlers.ts';

/** More than anything can have happened to one activity. */
const MAX_TIMELINE = 200;

/** Calls about the history. */
export function createHistoryHandlers(history: History) {
  return {
    history_summary: history.summary,
    history_page: ({ filter, skip, limit }) => history.page(filter, skip, limit),
    history_range: ({ first, limit }) => history.range(first, limit),
    history_timeline: ({ id }) => history.timeline(id, MAX_TIMELINE),
    history_days: ({ moments }) => history.countStamped(moments),
    history_verify: ({ run }) => history.verify(run),
    history_retain: async ({ days }) => {
      await history.retain(days);
      return history.summary();
    },
    history_delete: async ({ before }) => {
      await history.deleteBefore(before);
      return history.summary();
    },
  } satisfies Partial<Handlers>;
}
