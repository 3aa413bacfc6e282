import { startBridge } from '../../src/bridge/bridge.ts';
import { CLIENT_OFFER, meetClient } from '../../src/bridge/channel.ts';
import { startInpage } from '../../src/bridge/inpage.ts';
import { PAGE_SENTENCES } from '../../src/protocol/page-errors.ts';
import {
  ANNOUNCE_EVENT,
  DISCOVER_EVENT,
  PAGE_MARK,
  type Announcement,
  type ProviderCall,
  type WorkerMessage,
  type PageActivity,
  type ProviderMessage,
  type BridgeMessage,
} from '../../src/protocol/page-api.ts';

/** Answers a bridge's message like the worker: a ProviderMessage's JSON, or nothing; may throw. */
export type FakeWorker = (message: BridgeMessage) => unknown;

/** `window` or `document`: `document.open` takes all listeners from both. */
export class ErasableTarget extends EventTarget {
  #added: Parameters<EventTarget['addEventListener']>[] = [];

  override addEventListener(...added: Parameters<EventTarget['addEventListener']>): void {
    this.#added.push(added);
    super.addEventListener(...added);
  }

  eraseListeners(): void {
    for (const [type, listener, options] of this.#added.splice(0)) {
      this.removeEventListener(type, listener, options);
    }
  }
}

/** Takes the place of the bridge; returns the channel that it shares with the client. */
export function playBridge(target: EventTarget): EventTarget {
  let channel: EventTarget | undefined;
  meetClient(target, (offered) => {
    channel = offered;
  });
  if (!channel) throw new Error('no client made an offer');
  return channel;
}

/** A clock that only tests move. Timers run in order of time. */
function createClock() {
  let time = 1000;
  const timers: { at: number; run: () => void }[] = [];
  // By index: a test may have replaced `push`.
  const set = (ms: number, run: () => void) => {
    timers[timers.length] = { at: time + ms, run };
  };
  const advance = async (ms: number) => {
    const end = time + ms;
    for (;;) {
      await settlePromises();
      const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      timers.splice(timers.indexOf(next), 1);
      time = next.at;
      next.run();
    }
    time = end;
    await settlePromises();
  };
  return { now: () => time, set, advance };
}

/** Lets every promise that can settle do so. */
export const settlePromises = () => new Promise<void>((done) => void setImmediate(done));

export type HarnessOptions = {
  readonly worker?: FakeWorker;
  readonly origin?: string;
  readonly prerendering?: boolean;
  /** False for a tab where the extension's own world has been taken down. */
  readonly hasBridge?: boolean;
  /** The `window` of another copy of Keystamp, to run in the same page. */
  readonly target?: ErasableTarget;
  /** Whether the page's client starts first. */
  readonly clientFirst?: boolean;
  /** Whether scripts of the page may have run before. */
  readonly isLate?: boolean;
};

/** Both content scripts on one `window`; only the worker's end belongs to the test. */
export function createHarness(options: HarnessOptions = {}) {
  const clock = createClock();
  const target = options.target ?? new ErasableTarget();
  const page = Object.assign(new ErasableTarget(), {
    prerendering: options.prerendering === true,
  });
  /** What the client offers: nobody else has it. */
  const channel = new EventTarget();
  const createOffer = () =>
    Object.assign(new Event(CLIENT_OFFER, { cancelable: true }), { relatedTarget: channel });
  const whenReplaced: (() => void)[] = [];
  const onReplaced = (run: () => void) => void whenReplaced.push(run);
  let onFirstContent = () => {};
  const state = {
    alive: true,
    /** Half gone: it claims to be there, but throws when used. */
    isInvalidated: false,
    visible: true,
    clicked: false,
    worker: options.worker,
  };
  const sent: BridgeMessage[] = [];
  const listeners: ((message: unknown) => boolean)[] = [];

  const startOwnBridge = () =>
    startBridge({
      target,
      page,
      onReplaced,
      origin: options.origin ?? 'https://dapp.example',
      hasUserActivation: () => state.clicked,
      send: async (message) => {
        sent.push(structuredClone(message));
        return state.worker?.(message);
      },
      listen: (take) => {
        if (state.isInvalidated) throw new Error('Extension context invalidated.');
        listeners.push(take);
      },
      isAlive: () => state.alive,
      uuid: () => crypto.randomUUID(),
      now: clock.now,
      wait: (ms) => new Promise((done) => clock.set(ms, done)),
    });
  const startClient = () =>
    startInpage({
      target,
      createOffer,
      watchContent: (run, whenContentIsReplaced) => {
        onFirstContent = run;
        onReplaced(whenContentIsReplaced);
        return options.isLate !== true;
      },
      uuid: () => crypto.randomUUID(),
      now: clock.now,
      isVisible: () => state.visible,
      callLater: (listener: (data: never) => void, data, ms) => {
        const run = () => {
          try {
            listener(data as never);
          } catch {
            // A browser reports it; it's the listener's own fault.
          }
        };
        if (ms > 0) clock.set(ms, run);
        else void setImmediate(run);
      },
    });
  const starts = options.hasBridge === false ? [startClient] : [startOwnBridge, startClient];
  for (const start of options.clientFirst ? starts.toReversed() : starts) start();

  return {
    clock,
    target,
    page,
    /** What only the two scripts have. */
    channel,
    /** The page gets its first content: from now on, its scripts may run. */
    onFirstContent: () => onFirstContent(),
    /** What `document.open` and then a new content do. */
    replaceDocument: () => {
      target.eraseListeners();
      page.eraseListeners();
      for (const run of whenReplaced) run();
    },
    state,
    sent,
    listeners,
    /** The calls that reached the worker, parsed. */
    calls: () =>
      sent.flatMap((message) =>
        'text' in message ? [JSON.parse(message.text) as ProviderCall] : [],
      ),
    bridgeId: () => sent[0]?.bridgeId ?? '',
    discover: (): Announcement => {
      let found: Announcement | undefined;
      const take = (event: Event) => {
        found = (event as CustomEvent<Announcement>).detail;
      };
      target.addEventListener(ANNOUNCE_EVENT, take, { once: true });
      target.dispatchEvent(new Event(DISCOVER_EVENT));
      if (!found) throw new Error('nothing was announced');
      return found;
    },
    /** Pushes a message like the worker does; true when the bridge accepted it. */
    push: (message: ProviderMessage, bridgeId = sent[0]?.bridgeId ?? '') => {
      const workerMessage: WorkerMessage = {
        mark: PAGE_MARK,
        bridgeId,
        text: JSON.stringify(message),
      };
      return listeners.map((take) => take(workerMessage));
    },
  };
}

/** A worker that answers each call by its method. */
export function answeringWorker(
  answers: (call: ProviderCall & { readonly params: never }) => unknown,
): FakeWorker {
  return (message) => {
    if (!('text' in message)) return undefined;
    const call = JSON.parse(message.text) as ProviderCall & { readonly params: never };
    return JSON.stringify({ id: call.id, ok: true, answer: answers(call) });
  };
}

/** A worker whose requests all wait for the user. */
export const waitingWorker: FakeWorker = answeringWorker(({ id }) => ({ kind: 'waiting', id }));

/** An activity as a page sees it. */
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
export const requestParams = { operation: 'update_wallet', parameters: { walletName: 'x' } };

/** Whether a promise has settled so far, and how. */
export async function stateOf(promise: Promise<unknown>): Promise<string> {
  await settlePromises();
  const open = Symbol('open');
  return Promise.race([promise, Promise.resolve(open)]).then(
    (value) => (value === open ? 'open' : 'resolved'),
    () => 'rejected',
  );
}
