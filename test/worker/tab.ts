// A web page in a tab, as the worker sees it: a bridge with a bridgeId, and the browser's word about it.
import type {
  PendingRequestView,
  Decision,
  PendingRequestDetails,
  PendingRequests,
  SiteRefusal,
} from '../../src/protocol/pending-request.ts';
import {
  PAGE_MARK,
  type WorkerMessage,
  type ProviderMethod,
  type Outcome,
  type PageError,
  type Settlement,
  type ProviderMessage,
} from '../../src/protocol/page-api.ts';
import { OWN_ID, type FakeBrowser } from './fake-browser.ts';

export type TabOptions = {
  readonly origin?: string;
  readonly tabId?: number;
  readonly incognito?: boolean;
  /** Whether the user has just done something in the page. */
  readonly clicked?: boolean;
};

export const SITE = 'https://app.example';

/** What `status` and `request` answer, loosely: tests look into it. */
export type PageReply = {
  readonly ok: boolean;
  readonly answer?: Outcome;
  readonly error?: PageError;
};

let tabs = 100;

/** Opens a page; `leave` closes it. Everything that the worker tells it is kept in `heard`. */
export function openTab(
  browser: FakeBrowser,
  { origin = SITE, tabId = ++tabs, incognito = false, clicked = true }: TabOptions = {},
) {
  const bridgeId = crypto.randomUUID();
  const received: ProviderMessage[] = [];
  const sender = {
    id: OWN_ID,
    url: `${origin}/page?x#y`,
    origin,
    frameId: 0,
    tab: { id: tabId, incognito },
    documentId: bridgeId.toUpperCase(),
    documentLifecycle: 'active',
  };
  browser.bridges.set(bridgeId, (message: WorkerMessage) => {
    if (message.bridgeId !== bridgeId || message.mark !== PAGE_MARK) return undefined;
    if (message.text !== undefined) received.push(JSON.parse(message.text) as ProviderMessage);
    return true;
  });

  /** Sends any text as this page's bridge would. */
  const send = async (text: string, from: object = sender): Promise<Settlement> => {
    const reply = await browser.sendRaw({ mark: PAGE_MARK, bridgeId, text, clicked }, from);
    return JSON.parse(String(reply)) as Settlement;
  };

  const ask = async (
    method: ProviderMethod,
    params: unknown,
    id: string = crypto.randomUUID(),
  ): Promise<PageReply & { id: string }> => {
    return (await send(JSON.stringify({ id, method, params }))) as unknown as PageReply & {
      id: string;
    };
  };

  return {
    bridgeId,
    sender,
    tabId,
    origin,
    received,
    send,
    ask,
    request: (operation: string, parameters: unknown, id?: string) =>
      ask('request', { operation, parameters }, id),
    /** The last thing that was told about a request. */
    lastNotification: (id: string): PageReply | undefined =>
      received
        .flatMap((one) => ('event' in one && one.event === 'activity' ? [one.data] : []))
        .findLast((one) => one.id === id) as PageReply | undefined,
    /** The document is gone without a word. */
    vanish: () => browser.bridges.delete(bridgeId),
    leave: async () => {
      browser.bridges.delete(bridgeId);
      const gone = { ...sender, documentLifecycle: 'pending_deletion' };
      await browser.sendRaw({ mark: PAGE_MARK, bridgeId, gone: true }, gone);
    },
  };
}
export type Tab = ReturnType<typeof openTab>;

/** The user before the confirm window. */
export function userOf(browser: FakeBrowser) {
  const { client } = browser;
  /** The window closes itself when nothing waits any more. */
  const closed = (queue: PendingRequests): PendingRequests => {
    if (queue.items.length === 0) browser.closeConfirmWindow();
    return queue;
  };
  const user = {
    queue: async (): Promise<readonly PendingRequestView[]> =>
      (await client.call('approvals_list', {})).items,
    /** The newest request that waits. */
    newest: async (): Promise<PendingRequestView> => {
      const found = (await user.queue()).at(-1);
      if (!found) throw new Error('nothing waits');
      return found;
    },
    open: (id: string): Promise<PendingRequestDetails> => client.call('approvals_open', { id }),
    decide: async (id: string, decision: Decision) => {
      const decided = await client.call('approvals_decide', { id, decision });
      closed(decided.queue);
      return decided;
    },
    /** Reads and approves the newest request. */
    approve: async (grant: Extract<Decision, { kind: 'approve' }>['grant'] = null) => {
      const { id } = await user.newest();
      const { digest } = await user.open(id);
      return user.decide(id, { kind: 'approve', digest, by: { method: 'key' }, grant });
    },
    refuse: async () => user.decide((await user.newest()).id, { kind: 'refuse' }),
    /** Refuses all that waits of the site of the newest request, or of the one that is shown still. */
    refuseSite: async (options: Partial<SiteRefusal> = {}, shown?: PendingRequestView) => {
      const { origin, privateWindow } = shown ?? (await user.newest());
      const site = { origin, privateWindow, cooldownMs: 0, block: false, ...options };
      return closed(await client.call('approvals_refuse_site', site));
    },
    consent: async (profileId: string, operations?: readonly string[]) => {
      const { id, requested: wish } = await user.newest();
      if (wish.kind !== 'connect') throw new Error('no wish to be connected');
      return user.decide(id, {
        kind: 'connect',
        profileId,
        operations: [...(operations ?? wish.operations)],
      });
    },
  };
  return user;
}

/** Waits for something that the worker does by itself; throws after a real while. */
export async function waitUntil<T>(
  probe: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  const end = Date.now() + 10_000;
  for (;;) {
    const found = await probe();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error('it did not happen');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
