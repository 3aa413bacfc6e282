// A web page in a tab, as the worker sees it: a bridge with a seat, and the browser's word about it.
import type {
  ApprovalView,
  Decision,
  OpenedApproval,
  Queue,
  SiteRefusal,
} from '../../src/protocol/approval.ts';
import {
  PAGE_MARK,
  type Downward,
  type Method,
  type Outcome,
  type PageError,
  type Settlement,
  type Tell,
} from '../../src/protocol/page.ts';
import { OWN_ID, type Rig } from './rig.ts';

export type Place = {
  readonly origin?: string;
  readonly tabId?: number;
  readonly incognito?: boolean;
  /** Whether the user has just done something in the page. */
  readonly clicked?: boolean;
};

export const SITE = 'https://app.example';

/** What `status` and `request` answer, loosely: tests look into it. */
export type Told = { readonly ok: boolean; readonly answer?: Outcome; readonly error?: PageError };

let tabs = 100;

/** Opens a page; `leave` closes it. Everything that the worker tells it is kept in `heard`. */
export function openTab(
  rig: Rig,
  { origin = SITE, tabId = ++tabs, incognito = false, clicked = true }: Place = {},
) {
  const seat = crypto.randomUUID();
  const heard: Tell[] = [];
  const sender = {
    id: OWN_ID,
    url: `${origin}/page?x#y`,
    origin,
    frameId: 0,
    tab: { id: tabId, incognito },
    documentId: seat.toUpperCase(),
    documentLifecycle: 'active',
  };
  rig.bridges.set(seat, (message: Downward) => {
    if (message.seat !== seat || message.mark !== PAGE_MARK) return undefined;
    if (message.text !== undefined) heard.push(JSON.parse(message.text) as Tell);
    return true;
  });

  /** Sends any text as this page's bridge would. */
  const say = async (text: string, from: object = sender): Promise<Settlement> => {
    const reply = await rig.raw({ mark: PAGE_MARK, seat, text, clicked }, from);
    return JSON.parse(String(reply)) as Settlement;
  };

  const ask = async (
    method: Method,
    params: unknown,
    id: string = crypto.randomUUID(),
  ): Promise<Told & { id: string }> => {
    return (await say(JSON.stringify({ id, method, params }))) as unknown as Told & { id: string };
  };

  return {
    seat,
    sender,
    tabId,
    origin,
    heard,
    say,
    ask,
    request: (operation: string, parameters: unknown, id?: string) =>
      ask('request', { operation, parameters }, id),
    /** The last thing that was told about a request. */
    told: (id: string): Told | undefined =>
      heard
        .flatMap((one) => ('event' in one && one.event === 'activity' ? [one.data] : []))
        .findLast((one) => one.id === id) as Told | undefined,
    /** The document is gone without a word. */
    vanish: () => rig.bridges.delete(seat),
    leave: async () => {
      rig.bridges.delete(seat);
      const gone = { ...sender, documentLifecycle: 'pending_deletion' };
      await rig.raw({ mark: PAGE_MARK, seat, gone: true }, gone);
    },
  };
}
export type Tab = ReturnType<typeof openTab>;

/** The user before the confirm window. */
export function userOf(rig: Rig) {
  const { client } = rig;
  /** The window closes itself when nothing waits any more. */
  const closed = (queue: Queue): Queue => {
    if (queue.items.length === 0) rig.closeConfirm();
    return queue;
  };
  const user = {
    queue: async (): Promise<readonly ApprovalView[]> =>
      (await client.call('approvals_list', {})).items,
    /** The newest request that waits. */
    newest: async (): Promise<ApprovalView> => {
      const found = (await user.queue()).at(-1);
      if (!found) throw new Error('nothing waits');
      return found;
    },
    open: (id: string): Promise<OpenedApproval> => client.call('approvals_open', { id }),
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
    refuseSite: async (how: Partial<SiteRefusal> = {}, shown?: ApprovalView) => {
      const { origin, privateWindow } = shown ?? (await user.newest());
      const site = { origin, privateWindow, quietMs: 0, block: false, ...how };
      return closed(await client.call('approvals_refuse_site', site));
    },
    consent: async (profileId: string, operations?: readonly string[]) => {
      const { id, wish } = await user.newest();
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
export async function until<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const end = Date.now() + 10_000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error('it did not happen');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
