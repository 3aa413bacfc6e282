import type { SiteRefusal } from '../../protocol/pending-request.ts';
import type { MessageSender } from '../../protocol/message-sender.ts';
import { sourcesOf, onWindowClosed } from '../../requests/ask-user.ts';
import { isBridgeMessage, readBridgeMessage } from './parse-message.ts';
import { createRequestDeps, type RequestEffects } from '../../requests/request-deps.ts';
import { decide, openRequest, listQueue, refuseSite } from '../../requests/decisions.ts';
import {
  blockSite,
  disconnect,
  disconnectProfile,
  disconnectAll,
  applyManagedPolicy,
  revokeGrant,
} from '../../requests/revoke-access.ts';
import { route } from './router.ts';
import { onDocumentLeft, onEntryChanged, resume, listUndecided } from '../../requests/lifecycle.ts';

export type Pages = ReturnType<typeof createPages>;

/** Everything about web pages, for one life of the worker. */
export function createPages(effects: RequestEffects) {
  const deps = createRequestDeps(effects);

  /** The answer to a bridge: the JSON text of how far its question is; null for a notice. */
  async function answerBridge(message: unknown, sender: MessageSender): Promise<string | null> {
    const received = readBridgeMessage(message);
    if (!received) return null;
    if ('text' in received) return JSON.stringify(await route(deps, received, sender));
    // A document on its way out is not active any more: its bridgeId, which nobody else knows, will do.
    if (sender.id === effects.ownId && sender.tab) {
      await deps.requests.load();
      await onDocumentLeft(deps, received.bridgeId);
    }
    return null;
  }

  return {
    deps,
    /** True when the message is of a bridge: then `respond` will be called, once. */
    onMessage: (
      message: unknown,
      sender: MessageSender,
      respond: (reply: unknown) => void,
    ): boolean => {
      if (!isBridgeMessage(message)) return false;
      void answerBridge(message, sender).then(respond, () => respond(null));
      return true;
    },
    listQueue: () => listQueue(deps),
    openRequest: (id: string) => openRequest(deps, id),
    decide: (id: string, decision: Parameters<typeof decide>[2]) => decide(deps, id, decision),
    refuseSite: (site: Parameters<typeof refuseSite>[1], refusal: SiteRefusal) =>
      refuseSite(deps, site, refusal),
    show: async (id?: string) => {
      await deps.requests.load();
      await deps.confirmWindow.open(sourcesOf(listUndecided(deps)), id);
    },
    onWindowClosed: (windowId: number) => onWindowClosed(deps, windowId),
    /** The alarm for what waits has rung. */
    onAlarm: () => deps.presence.onAlarm(deps),
    onEntryChanged: (id: string) => onEntryChanged(deps, id),
    blockSite: (origin: string, blocked: boolean) => blockSite(deps, origin, blocked),
    revokeGrant: (id: string) => revokeGrant(deps, id),
    disconnect: (origin: string) => disconnect(deps, { origin }),
    forgetProfile: (id: string) => disconnectProfile(deps, id),
    disconnectAll: () => disconnectAll(deps),
    resume: () => resume(deps),
    /** The organization may have set something else: what waits is held to it. */
    applyManagedPolicy: () => applyManagedPolicy(deps),
    /** What waits, and a number that grows with every change of it. */
    count: async () => {
      await deps.requests.load();
      const waiting = deps.requests.all().filter(({ state }) => state !== 'handed');
      void deps.presence.check(deps);
      return { count: waiting.length, revision: deps.requests.revision() };
    },
  };
}
