import type { PendingRequestView, PendingRequests } from '../../protocol/pending-request.ts';
import type { Pages } from '../page/pages.ts';
import type { HandlersOf } from './handlers.ts';

type HandledCalls =
  | 'approvals_list'
  | 'approvals_open'
  | 'approvals_decide'
  | 'approvals_refuse_site'
  | 'approvals_show';

export type RequestHandlerDeps = {
  readonly pages: Pages;
  readonly isUnlocked: () => Promise<boolean>;
};

/** Calls about what web pages wait for. While locked they tell who asks, and not for what. */
export function createRequestHandlers({
  pages,
  isUnlocked,
}: RequestHandlerDeps): HandlersOf<HandledCalls> {
  const redactWhileLocked = async (queue: PendingRequests): Promise<PendingRequests> =>
    (await isUnlocked()) ? queue : { items: queue.items.map(withoutRequested) };
  return {
    approvals_list: async () => redactWhileLocked(await pages.listQueue()),
    approvals_open: ({ id }) => pages.openRequest(id),
    approvals_decide: async ({ id, decision }) => {
      const result = await pages.decide(id, decision);
      return { ...result, queue: await redactWhileLocked(result.queue) };
    },
    approvals_refuse_site: async ({ origin, privateWindow, ...refusal }) =>
      redactWhileLocked(await pages.refuseSite({ origin, privateWindow }, refusal)),
    approvals_show: async ({ id }) => {
      await pages.show(id);
      return null;
    },
  };
}

/** Neither operations nor profiles nor the page's own words: only the kind of thing. */
function withoutRequested(view: PendingRequestView): PendingRequestView {
  const { kind } = view.requested;
  if (kind === 'connect') return { ...view, requested: { kind, operations: [], reason: null } };
  return { ...view, requested: { kind, operation: '', profileId: '' } };
}
