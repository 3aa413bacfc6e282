import type { PendingRequestView, PendingRequests } from '../../protocol/pending-request.ts';
import type { RequestHandlerDeps, Handlers } from './handlers.ts';

/**
 * Calls about pending requests. While locked, they tell whose they are, but not what they are for.
 */
export function createRequestHandlers({
  requests,
  vault,
  resumeWaiting,
}: Pick<RequestHandlerDeps, 'requests' | 'vault' | 'resumeWaiting'>) {
  const redactWhileLocked = async (queue: PendingRequests): Promise<PendingRequests> =>
    (await vault.lockAt()) !== null ? queue : { items: queue.items.flatMap(withoutRequested) };
  return {
    requests_begin: async ({ show, ...input }, { fields }) => {
      const request = await requests.begin({ ...input, secrets: fields });
      if (show) await requests.show(request.id);
      return request;
    },
    requests_list: async () => redactWhileLocked(await requests.list()),
    requests_open: ({ id }) => requests.open(id),
    requests_pick: ({ id, picks }) => requests.pick(id, picks),
    requests_decide: async ({ id, decision }) => {
      const result = await requests.decide(id, decision);
      // A profile without an API key can read again.
      if (result.outcome?.kind === 'read-session') resumeWaiting();
      return { ...result, queue: await redactWhileLocked(result.queue) };
    },
    requests_refuse_site: async ({ origin, privateWindow, ...refusal }) =>
      redactWhileLocked(await requests.refuseSite({ origin, privateWindow }, refusal)),
    requests_show: async ({ id }) => {
      await requests.show(id);
      return null;
    },
  } satisfies Partial<Handlers>;
}

/**
 * Hides operations, profiles and the page's own words: only the kind of request is left. After a
 * lock, there are no requests of the user's own.
 */
function withoutRequested(view: PendingRequestView): readonly PendingRequestView[] {
  if (view.asker === 'own') return [];
  const { kind } = view.requested;
  return kind === 'connect'
    ? [{ ...view, requested: { kind, operations: [], reason: null } }]
    : [{ ...view, requested: { kind, operation: '', profileId: '' } }];
}
