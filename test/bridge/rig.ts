import { bridge } from '../../src/bridge/bridge.ts';
import { inpage } from '../../src/bridge/inpage.ts';
import { PAGE_SENTENCES } from '../../src/protocol/page-errors.ts';
import {
  ANNOUNCE,
  DISCOVER,
  PAGE_MARK,
  type Announcement,
  type Ask,
  type Downward,
  type PageActivity,
  type Tell,
  type Upward,
} from '../../src/protocol/page.ts';

/** Answers an Upward as the worker does: the JSON of a Tell, or nothing; it may throw. */
export type Worker = (message: Upward) => unknown;

/** A `document` that may be prerendered. */
type Page = EventTarget & { prerendering: boolean };

/** A clock that only tests move. Timers run in order of time. */
export function createClock() {
  let time = 1000;
  const timers: { at: number; run: () => void }[] = [];
  const set = (ms: number, run: () => void) => void timers.push({ at: time + ms, run });
  const advance = async (ms: number) => {
    const end = time + ms;
    for (;;) {
      await settled();
      const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      timers.splice(timers.indexOf(next), 1);
      time = next.at;
      next.run();
    }
    time = end;
    await settled();
  };
  return { now: () => time, set, advance };
}

/** Lets every promise that can go on do so. */
export const settled = () => new Promise<void>((done) => void setTimeout(done, 0));

export type RigOptions = {
  readonly worker?: Worker;
  readonly origin?: string;
  readonly prerendering?: boolean;
  /** Without it, as in a tab where the extension's own world has been taken down. */
  readonly bridged?: boolean;
};

/** Both content scripts over one `window`; only the worker's end is the test's own. */
export function createRig(options: RigOptions = {}) {
  const clock = createClock();
  const target = new EventTarget();
  const page: Page = Object.assign(new EventTarget(), {
    prerendering: options.prerendering === true,
  });
  const state = {
    alive: true,
    /** Half gone: says that it is there, and throws when it is used. */
    torn: false,
    visible: true,
    clicked: false,
    worker: options.worker,
  };
  const sent: Upward[] = [];
  const listeners: ((message: unknown) => boolean)[] = [];

  if (options.bridged !== false) {
    bridge({
      target,
      page,
      origin: options.origin ?? 'https://dapp.example',
      clicked: () => state.clicked,
      send: async (message) => {
        sent.push(structuredClone(message));
        return state.worker?.(message);
      },
      listen: (take) => {
        if (state.torn) throw new Error('Extension context invalidated.');
        listeners.push(take);
      },
      alive: () => state.alive,
      uuid: () => crypto.randomUUID(),
      now: clock.now,
      wait: (ms) => new Promise((done) => clock.set(ms, done)),
    });
  }
  inpage({
    target,
    uuid: () => crypto.randomUUID(),
    now: clock.now,
    visible: () => state.visible,
    later: (listener: (data: never) => void, data) =>
      void setTimeout(() => {
        try {
          listener(data as never);
        } catch {
          // A browser reports it; it is the listener's own fault.
        }
      }, 0),
  });

  return {
    clock,
    target,
    page,
    state,
    sent,
    listeners,
    /** Questions that reached the worker, parsed. */
    asked: () => sent.flatMap((one) => ('text' in one ? [JSON.parse(one.text) as Ask] : [])),
    seat: () => sent[0]?.seat ?? '',
    discover: (): Announcement => {
      let found: Announcement | undefined;
      const take = (event: Event) => {
        found = (event as CustomEvent<Announcement>).detail;
      };
      target.addEventListener(ANNOUNCE, take, { once: true });
      target.dispatchEvent(new Event(DISCOVER));
      if (!found) throw new Error('nothing was announced');
      return found;
    },
    /** Pushes what the worker pushes; true when the bridge took it. */
    push: (tell: Tell, seat = sent[0]?.seat ?? '') => {
      const message: Downward = { mark: PAGE_MARK, seat, text: JSON.stringify(tell) };
      return listeners.map((take) => take(message));
    },
  };
}

/** A worker that answers each question by its method. */
export function answering(answers: (ask: Ask & { readonly params: never }) => unknown): Worker {
  return (message) => {
    if (!('text' in message)) return undefined;
    const ask = JSON.parse(message.text) as Ask & { readonly params: never };
    return JSON.stringify({ id: ask.id, ok: true, answer: answers(ask) });
  };
}

/** A worker that lets every request wait for the user. */
export const waiting: Worker = answering(({ id }) => ({ kind: 'waiting', id }));

/** An activity as a page is told of it. */
export const activity: PageActivity = {
  id: 'a1',
  type: 'ACTIVITY_TYPE_UPDATE_WALLET',
  status: 'ACTIVITY_STATUS_COMPLETED',
  fingerprint: `sha256:${'0'.repeat(64)}`,
};
export const completed = (id: string) =>
  ({
    id,
    ok: true,
    answer: { kind: 'completed', id, activity, result: { walletId: 'w' } },
  }) as const;
export const refused = (id: string) =>
  ({ id, ok: false, error: { code: 'refused', message: PAGE_SENTENCES.refused } }) as const;
export const wish = { operation: 'update_wallet', parameters: { walletName: 'x' } };

/** Whether a promise has settled by now, and how. */
export async function stateOf(promise: Promise<unknown>): Promise<string> {
  await settled();
  const open = Symbol('open');
  return Promise.race([promise, Promise.resolve(open)]).then(
    (value) => (value === open ? 'open' : 'resolved'),
    () => 'rejected',
  );
}
