import type { MessageSender } from '../protocol/message-sender.ts';
import type { RequestEffects } from '../requests/request-deps.ts';
import { createRequests } from '../requests/requests.ts';
import type { HandlerDeps } from './handlers/handlers.ts';
import { createRequestHandlers } from './handlers/requests.ts';
import { createDamagedHandlers, createSiteHandlers } from './handlers/sites.ts';
import { answerBridge } from './page/answer-bridge.ts';

export type RequestsPart = ReturnType<typeof createRequestsPart>;

/** Everything that waits for a person, and the sites that ask for it. */
export function createRequestsPart(effects: RequestEffects) {
  const requests = createRequests(effects);
  return {
    requests,
    createHandlers: (
      handlerDeps: HandlerDeps & { readonly reachable: () => Promise<readonly string[]> },
    ) => {
      const deps = { ...handlerDeps, requests };
      return {
        ...createRequestHandlers(deps),
        ...createSiteHandlers(deps),
        ...createDamagedHandlers(deps),
      };
    },
    answerBridge: (message: unknown, sender: MessageSender) =>
      answerBridge(requests.deps, message, sender),
  };
}
