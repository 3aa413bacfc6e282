import type { SiteRefusal } from '../../protocol/approval.ts';
import type { Sender } from '../server.ts';
import { placesOf, windowClosed } from './approving.ts';
import { isPageMessage, readMessage } from './asking.ts';
import { createDesk, type PageEffects } from './desk.ts';
import { decide, open, queue, refuseSite } from './decisions.ts';
import { block, disconnect, forgetProfile, leaveAll, obey, revoke } from './leaving.ts';
import { route } from './router.ts';
import { leave, moved, resume, undecided } from './waiting.ts';

export type Pages = ReturnType<typeof createPages>;

/** Everything about web pages, for one life of the worker. */
export function createPages(effects: PageEffects) {
  const desk = createDesk(effects);

  /** The answer to a bridge: the JSON text of how far its question is; null for a notice. */
  async function answer(message: unknown, sender: Sender): Promise<string | null> {
    const read = readMessage(message);
    if (!read) return null;
    if ('text' in read) return JSON.stringify(await route(desk, read, sender));
    // A document on its way out is not active any more: its seat, which nobody else knows, will do.
    if (sender.id === effects.ownId && sender.tab) {
      await desk.approvals.load();
      await leave(desk, read.seat);
    }
    return null;
  }

  return {
    desk,
    /** True when the message is of a bridge: then `respond` will be called, once. */
    onMessage: (message: unknown, sender: Sender, respond: (reply: unknown) => void): boolean => {
      if (!isPageMessage(message)) return false;
      void answer(message, sender).then(respond, () => respond(null));
      return true;
    },
    queue: () => queue(desk),
    open: (id: string) => open(desk, id),
    decide: (id: string, decision: Parameters<typeof decide>[2]) => decide(desk, id, decision),
    refuseSite: (site: Parameters<typeof refuseSite>[1], how: SiteRefusal) =>
      refuseSite(desk, site, how),
    show: async (id?: string) => {
      await desk.approvals.load();
      await desk.window.open(placesOf(undecided(desk)), id);
    },
    windowClosed: (windowId: number) => windowClosed(desk, windowId),
    /** The alarm for what waits has rung. */
    woken: () => desk.presence.woken(desk),
    moved: (id: string) => moved(desk, id),
    block: (origin: string, blocked: boolean) => block(desk, origin, blocked),
    revoke: (id: string) => revoke(desk, id),
    disconnect: (origin: string) => disconnect(desk, { origin }),
    forgetProfile: (id: string) => forgetProfile(desk, id),
    leaveAll: () => leaveAll(desk),
    resume: () => resume(desk),
    /** The organization may have set something else: what waits is held to it. */
    obey: () => obey(desk),
    /** What waits, and a number that grows with every change of it. */
    count: async () => {
      await desk.approvals.load();
      const waiting = desk.approvals.all().filter(({ state }) => state !== 'handed');
      void desk.presence.look(desk);
      return { count: waiting.length, revision: desk.approvals.revision() };
    },
  };
}
