/** So long a window that the user closed stays closed for the same site. */
const LATER_MS = 30_000;
const MOST_ORIGINS = 200;
/** Within the patience of a bridge (10 s). */
const PATIENCE_MS = 2000;

/** The one window in which the user decides. */
export type ConfirmWindow = {
  /**
   * Something new of a site waits: shows it, unless the user has just put that site off. Resolves
   * when the window is there, cannot be opened, or takes longer than a page should wait.
   */
  readonly show: (origin: string) => Promise<void>;
  /** The user has decided about a site: its next request is shown again. */
  readonly decided: (origin: string) => void;
  /** The user asks for it, perhaps at one request. */
  readonly open: (id?: string) => Promise<void>;
};

/**
 * Opens the window once, however many requests come: closing it means "later", and a site that goes
 * on asking does not get it back at once.
 */
export function createConfirmWindow(effects: {
  readonly now: () => number;
  readonly showConfirm: (id?: string) => Promise<void>;
  readonly later: (ms: number, act: () => void) => () => void;
}): ConfirmWindow {
  const shown = new Map<string, number>();
  let opening: Promise<void> | undefined;

  function open(): Promise<void> {
    opening ??= effects.showConfirm().finally(() => {
      opening = undefined;
    });
    return opening;
  }

  /** A browser that opens no window still shows the badge. */
  async function opened(): Promise<void> {
    let cancel = () => {};
    const patience = new Promise<void>((resolve) => {
      cancel = effects.later(PATIENCE_MS, resolve);
    });
    await Promise.race([open().catch(() => undefined), patience]);
    cancel();
  }

  return {
    open: async (id) => {
      // One that is being opened is there first: a second call would open another.
      if (id === undefined || opening) await open();
      if (id !== undefined) await effects.showConfirm(id);
    },
    decided: (origin) => void shown.delete(origin),
    show: async (origin) => {
      const last = shown.get(origin);
      if (last !== undefined && effects.now() - last < LATER_MS) return;
      shown.delete(origin);
      shown.set(origin, effects.now());
      const oldest = shown.keys().next();
      if (shown.size > MOST_ORIGINS && !oldest.done) shown.delete(oldest.value);
      await opened();
    },
  };
}
