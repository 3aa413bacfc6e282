import type { Pages } from '../page/pages.ts';
import type { HandlersOf } from './handlers.ts';

type Names = 'approvals_list' | 'approvals_open' | 'approvals_decide' | 'approvals_show';

/** Calls about what web pages wait for. */
export function approvalHandlers(pages: Pages): HandlersOf<Names> {
  return {
    approvals_list: () => pages.queue(),
    approvals_open: ({ id }) => pages.open(id),
    approvals_decide: ({ id, decision }) => pages.decide(id, decision),
    approvals_show: async ({ id }) => {
      await pages.show(id);
      return null;
    },
  };
}
