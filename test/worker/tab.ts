// A web page in a tab, as the worker sees it: a bridge with a bridgeId, and the browser's facts
// about it.
import type {
  SiteRequestView,
  Decision,
  ReadyRequestDetails,
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
  type PageReply,
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

/** What `status` and `request` answer, loosely typed, so that tests can read it. */
export type ReadReply = {
  readonly ok: boolean;
  readonly answer?: Outcome;
  readonly error?: PageError;
};

let tabs = 100;

/** A pending request of which nothing is left to pick. */
export function ready(details: PendingRequestDetails): ReadyRequestDetails {
  if (details.digest === null) throw new Error('something is left to pick');
  return details;
}

/** Opens a page; `leave` closes it. `heard` has everything that the worker sends it. */
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

  /** Sends any text the way this page's bridge would. */
  const send = async (text: string, from: object = sender): Promise<PageReply> => {
    const reply = await browser.sendRaw({ mark: PAGE_MARK, bridgeId, text, clicked }, from);
    return JSON.parse(String(reply)) as PageReply;
  };

  const ask = async (
    method: ProviderMethod,
    params: unknown,
    id: string = crypto.randomUUID(),
  ): Promise<ReadReply & { id: string }> => {
    return (await send(JSON.stringify({ id, method, params }))) as unknown as ReadReply & {
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
    /** The last notification about a request. */
    lastNotification: (id: string): ReadReply | undefined =>
      received
        .flatMap((one) => ('event' in one && one.event === 'activity' ? [one.data] : []))
        .findLast((one) => one.id === id) as ReadReply | undefined,
    /** The document is gone without notice. */
    vanish: () => browser.bridges.delete(bridgeId),
    leave: async () => {
      browser.bridges.delete(bridgeId);
      const gone = { ...sender, documentLifecycle: 'pending_deletion' };
      await browser.sendRaw({ mark: PAGE_MARK, bridgeId, gone: true }, gone);
    },
  };
}
export type Tab = ReturnType<typeof openTab>;

/** The user in the confirm window. */
export function userOf(browser: FakeBrowser) {
  const { client } = browser;
  /** The window closes itself when nothing is pending. */
  const closed = (queue: PendingRequests): PendingRequests => {
    if (queue.items.length === 0) browser.closeConfirmWindow();
    return queue;
  };
  const user = {
    /** The pending requests of sites. */
    queue: async (): Promise<readonly SiteRequestView[]> =>
      (await client.call('requests_list', {})).items.filter((item) => item.asker === 'site'),
    /** The newest pending request of a site. */
    newest: async (): Promise<SiteRequestView> => {
      const found = (await user.queue()).at(-1);
      if (!found) throw new Error('nothing waits');
      return found;
    },
    open: async (id: string): Promise<ReadyRequestDetails> =>
      ready(await client.call('requests_open', { id })),
    decide: async (id: string, decision: Decision) => {
      const decided = await client.call('requests_decide', { id, decision });
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
    /** Refuses everything pending from the newest request's site, or from the shown request's. */
    refuseSite: async (options: Partial<SiteRefusal> = {}, shown?: SiteRequestView) => {
      const { origin, privateWindow } = shown ?? (await user.newest());
      const site = { origin, privateWindow, cooldownMs: 0, block: false, ...options };
      return closed(await client.call('requests_refuse_site', site));
    },
    consent: async (profileId: string, operations?: readonly string[]) => {
      const { id, requested } = await user.newest();
      if (requested.kind !== 'connect') throw new Error('no connection request');
      return user.decide(id, {
        kind: 'connect',
        profileId,
        operations: [...(operations ?? requested.operations)],
      });
    },
  };
  return user;
}
