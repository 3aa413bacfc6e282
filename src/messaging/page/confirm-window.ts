import * as v from 'valibot';
import { item, type Area } from '../../storage/area.ts';

/** Within the patience of a bridge (10 s). */
const PATIENCE_MS = 2000;
/** Site groups and tabs that are remembered; one more needs another window to have been opened. */
const MOST_PUT_OFF = 500;

/** Where a request comes from, as this window remembers it. */
const place = v.strictObject({ group: v.string(), tabId: v.nullable(v.number()) });
type Place = v.InferOutput<typeof place>;
export type Places = readonly Place[];

/** The one window in which the user decides. */
export type ConfirmWindow = {
  /**
   * The user has done something in a page, and a request of it waits: opens the window. Once, for a
   * site group and for a tab, until the user decides about them or opens the window; never beside one
   * that is open. What was asked for is in front. Resolves when the window is there, cannot be opened, or takes longer than a page
   * should wait.
   */
  readonly show: (places: Places, id: string) => Promise<void>;
  /** The user has decided about them: the next request is shown again. */
  readonly decided: (places: Places) => Promise<void>;
  /** The user asks for it, perhaps at one request; `waiting` is what they get to see. */
  readonly open: (waiting: Places, id?: string) => Promise<void>;
  /** Whether the window that was closed is this one. */
  readonly isOwn: (windowId: number) => Promise<boolean>;
  /** The user has closed it over these: they stay behind the badge. */
  readonly putOff: (places: Places) => Promise<void>;
};

const remembered = v.strictObject({
  windowId: v.nullable(v.number()),
  /** What is put off: a site group with the tab of its request, each of which holds by itself. */
  putOff: v.array(place),
});
type Remembered = v.InferOutput<typeof remembered>;

const NOTHING: Remembered = { windowId: null, putOff: [] };

/** Whether two places share the site group or the tab. */
const meets = (a: Place) => (b: Place) =>
  a.group === b.group || (a.tabId !== null && a.tabId === b.tabId);
const isSame = (a: Place) => (b: Place) => a.group === b.group && a.tabId === b.tabId;

/** Where it stands, in memory and in the session area: closing means "later" for the next worker too. */
function createMemory(session: Area) {
  const stored = item(session, 'confirm.window', remembered);
  let memory: Remembered | undefined;
  return {
    get: async (): Promise<Remembered> => {
      const found = memory ?? (await stored.get().catch(() => undefined)) ?? NOTHING;
      memory ??= found;
      return memory;
    },
    /** Holds at once, before it is kept. */
    set: (next: Remembered): Promise<void> => {
      memory = next;
      return stored.set({ ...next, putOff: next.putOff.slice(-MOST_PUT_OFF) });
    },
  };
}

type Opening = {
  /** Opens the window or brings it to the front; answers its id. */
  readonly showConfirm: (id?: string) => Promise<number | undefined>;
  readonly later: (ms: number, act: () => void) => () => void;
};

/** Opening it, which two may want at once. */
function createOpening(effects: Opening, { get, set }: ReturnType<typeof createMemory>) {
  let opening: Promise<void> | undefined;

  async function shown(id?: string): Promise<void> {
    const windowId = (await effects.showConfirm(id)) ?? null;
    await set({ ...(await get()), windowId }).catch(() => undefined);
  }

  function open(id?: string): Promise<void> {
    opening ??= shown(id).finally(() => {
      opening = undefined;
    });
    return opening;
  }

  /** A browser that opens no window still shows the badge. */
  async function opened(id?: string): Promise<void> {
    let cancel = () => {};
    const patience = new Promise<void>((resolve) => {
      cancel = effects.later(PATIENCE_MS, resolve);
    });
    await Promise.race([open(id).catch(() => undefined), patience]);
    cancel();
  }

  return { shown, open, opened, isOpening: () => opening !== undefined };
}

export function createConfirmWindow(
  effects: Opening & {
    readonly session: Area;
    readonly isConfirmOpen: () => Promise<boolean>;
  },
): ConfirmWindow {
  const memory = createMemory(effects.session);
  const { get, set } = memory;
  const { shown, open, opened, isOpening } = createOpening(effects, memory);

  const putOff = async (places: Places): Promise<void> => {
    const before = await get();
    const others = before.putOff.filter((one) => !places.some(isSame(one)));
    await set({ ...before, putOff: [...others, ...places] });
  };
  const renew = async (places: Places): Promise<void> => {
    const before = await get();
    const left = before.putOff.filter((one) => !places.some(meets(one)));
    if (left.length === before.putOff.length) return;
    // The user is here anyway, and decides whether or not this can be kept.
    await set({ ...before, putOff: left }).catch(() => undefined);
  };

  return {
    show: async (places, id) => {
      if (isOpening()) return opened();
      if (await effects.isConfirmOpen().catch(() => false)) return;
      const { putOff: off } = await get();
      if (isOpening() || places.some((one) => off.some(meets(one)))) return;
      // What could not be remembered could be repeated without an end: the badge says it then.
      const remembering = putOff(places).then(
        () => true,
        () => false,
      );
      if (await remembering) await opened(id);
    },
    decided: renew,
    putOff,
    isOwn: async (windowId) => {
      const before = await get();
      if (before.windowId !== windowId) return false;
      await set({ ...before, windowId: null }).catch(() => undefined);
      return true;
    },
    open: async (waiting, id) => {
      await renew(waiting);
      // One that is being opened is there first: a second call would open another.
      if (id === undefined || isOpening()) await open();
      if (id !== undefined) await shown(id);
    },
  };
}
