import type { ApprovalView, Queue } from '../../protocol/approval.ts';
import type { Pages } from '../page/pages.ts';
import type { HandlersOf } from './handlers.ts';

type Names =
  | 'approvals_list'
  | 'approvals_open'
  | 'approvals_decide'
  | 'approvals_refuse_site'
  | 'approvals_show';

export type ApprovalsDesk = {
  readonly pages: Pages;
  readonly isUnlocked: () => Promise<boolean>;
};

/** Calls about what web pages wait for. While locked they tell who asks, and not for what. */
export function approvalHandlers({ pages, isUnlocked }: ApprovalsDesk): HandlersOf<Names> {
  const shown = async (queue: Queue): Promise<Queue> =>
    (await isUnlocked()) ? queue : { items: queue.items.map(withoutWish) };
  return {
    approvals_list: async () => shown(await pages.queue()),
    approvals_open: ({ id }) => pages.open(id),
    approvals_decide: async ({ id, decision }) => {
      const decided = await pages.decide(id, decision);
      return { ...decided, queue: await shown(decided.queue) };
    },
    approvals_refuse_site: async ({ origin, privateWindow, ...how }) =>
      shown(await pages.refuseSite({ origin, privateWindow }, how)),
    approvals_show: async ({ id }) => {
      await pages.show(id);
      return null;
    },
  };
}

/** Neither operations nor profiles nor the page's own words: only the kind of thing. */
function withoutWish(view: ApprovalView): ApprovalView {
  const { kind } = view.wish;
  if (kind === 'connect') return { ...view, wish: { kind, operations: [], reason: null } };
  return { ...view, wish: { kind, operation: '', profileId: '' } };
}
