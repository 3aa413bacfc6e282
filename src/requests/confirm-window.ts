import * as v from 'valibot';
import { createItem, type Area } from '../storage/area.ts';

/** Less than a bridge waits for an answer (10 s). */
const OPEN_TIMEOUT_MS = 2000;
/**
 * How many site groups and tabs are remembered; each one beyond that takes another opened window.
 */
const MAX_PUT_OFF = 500;

/** Where a request comes from, as this window remembers it. */
const requestSource = v.strictObject({ group: v.string(), tabId: v.nullable(v.number()) });
type RequestSource = v.InferOutput<typeof requestSource>;
export type RequestSources = readonly RequestSource[];

/** The one window in which the user decides. */
export type ConfirmWindow = {
  /**
   * The user has interacted with a page that has a pending request: opens the window with that
   * request in front. It opens once per site group and per tab, until the user decides about them
   * or opens the window, and never beside an open one. Resolves when the window is there, can't be
   * opened, or takes longer than a page should wait.
   */
  readonly show: (sources: RequestSources, id: string) => Promise<void>;
  /** The user has decided about them: their next request opens the window again. */
  readonly onDecided: (sources: RequestSources) => Promise<void>;
  /** The user opens the window, possibly at one request; `waiting` is what it will show. */
  readonly open: (waiting: RequestSources, id?: string) => Promise<void>;
  /** Whether the window that was closed is this one. */
  readonly isOwn: (windowId: number) => Promise<boolean>;
  /** The user closed the window while these were pending: they stay behind the badge. */
  readonly putOff: (sources: RequestSources) => Promise<void>;
};

const windowState = v.strictObject({
  windowId: v.nullable(v.number()),
  /** What is put off: a site group and the tab of its request. Each of them counts on its own. */
  putOff: v.array(requestSource),
});
type WindowState = v.InferOutput<typeof windowState>;

const EMPTY_STATE: WindowState = { windowId: null, putOff: [] };

/** Whether two sources share the site group or the tab. */
const overlaps = (a: RequestSource) => (b: RequestSource) =>
  a.group === b.group || (a.tabId !== null && a.tabId === b.tabId);
const isSame = (a: RequestSource) => (b: RequestSource) =>
  a.group === b.group && a.tabId === b.tabId;

/**
 * The window's state, in memory and in the session area: closing it means "later" for the next
 * worker, too.
 */
function createStateStore(session: Area) {
  const stored = createItem(session, 'confirm.window', windowState);
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
      return stored.set({ ...next, putOff: next.putOff.slice(-MAX_PUT_OFF) });
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
  },
): ConfirmWindow {
  const stateStore = createStateStore(effects.session);
  const { get, set } = stateStore;
  const { showAndRemember, open, openWithTimeout, isOpening } = createOpener(effects, stateStore);

  const putOff = async (sources: RequestSources): Promise<void> => {
    const before = await get();
    const others = before.putOff.filter((source) => !sources.some(isSame(source)));
    await set({ ...before, putOff: [...others, ...sources] });
  };
  const clearPutOff = async (sources: RequestSources): Promise<void> => {
    const before = await get();
    const left = before.putOff.filter((source) => !sources.some(overlaps(source)));
    if (left.length === before.putOff.length) return;
    // The user is here anyway and decides whether or not this can be stored.
    await set({ ...before, putOff: left }).catch(() => undefined);
  };

  return {
    show: async (sources, id) => {
      if (isOpening()) return openWithTimeout();
      if (await effects.isConfirmOpen().catch(() => false)) return;
      const { putOff: postponed } = await get();
      if (isOpening() || sources.some((source) => postponed.some(overlaps(source)))) return;
      // A window that can't be remembered could be opened again and again: leave it to the badge.
      const remembering = putOff(sources).then(
        () => true,
        () => false,
      );
      if (await remembering) await openWithTimeout(id);
    },
    onDecided: clearPutOff,
    putOff,
    isOwn: async (windowId) => {
      const before = await get();
      if (before.windowId !== windowId) return false;
      await set({ ...before, windowId: null }).catch(() => undefined);
      return true;
    },
    open: async (waiting, id) => {
      await clearPutOff(waiting);
      // If the window is just opening, wait for it: a second call would open another one.
      if (id === undefined || isOpening()) await open();
      if (id !== undefined) await showAndRemember(id);
    },
  };
}
