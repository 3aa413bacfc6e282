import * as v from 'valibot';
import { tabKey } from '../permissions/cooldown.ts';
import { take, type Bucket } from '../permissions/token-bucket.ts';
import { createItem, type Area } from '../storage/area.ts';
import { SESSION_ITEMS } from './session-items.ts';

/** Less than a bridge waits for an answer (10 s). */
const OPEN_TIMEOUT_MS = 2000;
/**
 * How often the window opens by itself for a site group, and for a tab, while the user decides
 * nothing: three times, then every ten minutes.
 */
const OPENING_RATE = { burst: 3, perSecond: 1 / 600 };
/**
 * How many site groups and tabs are remembered; each one beyond that takes another opened window.
 */
const MAX_OPENINGS = 500;

/** Where a request comes from, as this window remembers it. */
const requestSource = v.strictObject({
  /** The request's. */
  id: v.string(),
  group: v.string(),
  tabId: v.nullable(v.number()),
  /** The document that waits for it: a later one that takes it over wasn't put off. */
  bridgeId: v.nullable(v.string()),
});
export type RequestSource = v.InferOutput<typeof requestSource>;
export type RequestSources = readonly RequestSource[];

/** The one window in which the user decides. */
export type ConfirmWindow = {
  /**
   * The user has interacted with a page that has a pending request: opens the window with that
   * request in front. Never beside an open one, nor while a request is `waiting` that the user put
   * off and that shares the site group or the tab, nor more often than {@link OPENING_RATE}.
   * Resolves when the window is there, can't be opened, or takes longer than a page should wait.
   */
  readonly show: (source: RequestSource, waiting: RequestSources) => Promise<void>;
  /** The user has decided about them: their next request opens the window again. */
  readonly onDecided: (sources: RequestSources) => Promise<void>;
  /** The user opens the window, possibly at one request; `waiting` is what it will show. */
  readonly open: (waiting: RequestSources, id?: string) => Promise<void>;
  /** Whether the window that was closed is this one. */
  readonly isOwn: (windowId: number) => Promise<boolean>;
  /** The user closed the window and has seen these of all that wait: they stay behind the badge. */
  readonly putOff: (seen: RequestSources, waiting: RequestSources) => Promise<void>;
};

const windowState = v.strictObject({
  windowId: v.nullable(v.number()),
  /** Requests that the user has seen and not decided. They count for as long as they are pending. */
  putOff: v.array(requestSource),
  /** How often the window has opened for a site group or a tab, least recent first. */
  openings: v.array(v.strictObject({ whose: v.string(), level: v.number(), at: v.number() })),
});
type WindowState = v.InferOutput<typeof windowState>;

const EMPTY_STATE: WindowState = { windowId: null, putOff: [], openings: [] };

/** Whether two sources share the site group or the tab. */
const overlaps = (a: RequestSource) => (b: RequestSource) =>
  a.group === b.group || (a.tabId !== null && a.tabId === b.tabId);

const isSame = (a: RequestSource) => (b: RequestSource) =>
  a.id === b.id && a.bridgeId === b.bridgeId;

/** Whose openings count for a request. No site group contains the tab key's colon. */
const countedFor = ({ group, tabId }: RequestSource): readonly string[] =>
  tabId === null ? [group] : [group, tabKey(tabId)];

/** Counts one more opening; undefined when it would be one too many. */
function countOpening(
  openings: WindowState['openings'],
  source: RequestSource,
  now: number,
): WindowState['openings'] | undefined {
  const whose = countedFor(source);
  const taken = whose.map((one) => {
    const bucket: Bucket | undefined = openings.find((opening) => opening.whose === one);
    return { whose: one, ...take(bucket, now, OPENING_RATE) };
  });
  if (taken.some(({ allowed }) => !allowed)) return undefined;
  const others = openings.filter((opening) => !whose.includes(opening.whose));
  const counted = taken.map(({ whose: one, bucket }) => ({ whose: one, ...bucket }));
  return [...others, ...counted].slice(-MAX_OPENINGS);
}

/**
 * The window's state, in memory and in the session area: closing it means "later" for the next
 * worker, too.
 */
function createStateStore(session: Area) {
  const stored = createItem(session, SESSION_ITEMS.window, windowState);
  let memory: WindowState | undefined;
  return {
    get: async (): Promise<WindowState> => {
      const found = memory ?? (await stored.get().catch(() => undefined)) ?? EMPTY_STATE;
      memory ??= found;
      return memory;
    },
    /** Takes effect immediately, before it is stored. */
    set: (next: WindowState): Promise<void> => {
      memory = next;
      return stored.set(next);
    },
  };
}

type OpeningEffects = {
  /** Opens the window or brings it to the front; returns its id. */
  readonly showConfirm: (id?: string) => Promise<number | undefined>;
  readonly later: (ms: number, act: () => void) => () => void;
};

/** Opens the window once, even for two callers at the same time. */
function createOpener(effects: OpeningEffects, { get, set }: ReturnType<typeof createStateStore>) {
  let opening: Promise<void> | undefined;

  async function showAndRemember(id?: string): Promise<void> {
    const windowId = (await effects.showConfirm(id)) ?? null;
    await set({ ...(await get()), windowId }).catch(() => undefined);
  }

  function open(id?: string): Promise<void> {
    opening ??= showAndRemember(id).finally(() => {
      opening = undefined;
    });
    return opening;
  }

  /** If the browser opens no window, the badge still shows the request. */
  async function openWithTimeout(id?: string): Promise<void> {
    let cancel = () => {};
    const timeout = new Promise<void>((resolve) => {
      cancel = effects.later(OPEN_TIMEOUT_MS, resolve);
    });
    await Promise.race([open(id).catch(() => undefined), timeout]);
    cancel();
  }

  return {
    showAndRemember,
    open,
    openWithTimeout,
    isOpening: () => opening !== undefined,
  };
}

export function createConfirmWindow(
  effects: OpeningEffects & {
    readonly session: Area;
    readonly isConfirmOpen: () => Promise<boolean>;
    readonly now: () => number;
  },
): ConfirmWindow {
  const stateStore = createStateStore(effects.session);
  const { get, set } = stateStore;
  const { showAndRemember, open, openWithTimeout, isOpening } = createOpener(effects, stateStore);

  /** The user looks at them, or has decided: nothing of them is put off or counted anymore. */
  const forget = async (sources: RequestSources): Promise<void> => {
    const before = await get();
    const putOff = before.putOff.filter((source) => !sources.some(overlaps(source)));
    const counted = sources.flatMap(countedFor);
    const openings = before.openings.filter(({ whose }) => !counted.includes(whose));
    if (putOff.length + openings.length === before.putOff.length + before.openings.length) return;
    // The user is here anyway and decides whether or not this can be stored.
    await set({ ...before, putOff, openings }).catch(() => undefined);
  };

  /** What was put off before and still waits. */
  const stillPutOff = ({ putOff }: WindowState, waiting: RequestSources): RequestSources =>
    putOff.filter((source) => waiting.some(isSame(source)));

  /** Whether the window may open by itself now; false, too, if that couldn't be remembered. */
  const prepareOpening = async (
    source: RequestSource,
    waiting: RequestSources,
  ): Promise<boolean> => {
    const before = await get();
    const postponed = stillPutOff(before, waiting);
    if (isOpening() || postponed.some(overlaps(source))) return false;
    const openings = countOpening(before.openings, source, effects.now());
    if (!openings) return false;
    // A window that can't be remembered could be opened again and again: leave it to the badge.
    return set({ ...before, putOff: [...postponed, source], openings }).then(
      () => true,
      () => false,
    );
  };

  return {
    show: async (source, waiting) => {
      if (isOpening()) return openWithTimeout();
      if (await effects.isConfirmOpen().catch(() => false)) return;
      if (await prepareOpening(source, waiting)) await openWithTimeout(source.id);
    },
    onDecided: forget,
    putOff: async (seen, waiting) => {
      const before = await get();
      const others = stillPutOff(before, waiting).filter((source) => !seen.some(isSame(source)));
      await set({ ...before, putOff: [...others, ...seen] });
    },
    isOwn: async (windowId) => {
      const before = await get();
      if (before.windowId !== windowId) return false;
      await set({ ...before, windowId: null }).catch(() => undefined);
      return true;
    },
    open: async (waiting, id) => {
      await forget(waiting);
      // If the window is just opening, wait for it: a second call would open another one.
      if (id === undefined || isOpening()) await open();
      if (id !== undefined) await showAndRemember(id);
    },
  };
}
