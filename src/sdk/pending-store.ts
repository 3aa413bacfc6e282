/** The key in `sessionStorage`, which survives a reload and ends with the tab. */
const STORAGE_KEY = 'keystamp:requests';
/** Drops the oldest ids above this: nobody comes back for them. */
const MAX_STORED = 100;

/** The parts of `sessionStorage` that the SDK uses. */
export type SessionStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The ids of unfinished requests. Without a store they live as long as the page. */
export function createPendingStore(store: SessionStore | null) {
  let ids = readIds(store);

  const write = (next: readonly string[]): void => {
    ids = next;
    try {
      if (next.length > 0) store?.setItem(STORAGE_KEY, JSON.stringify(next));
      else store?.removeItem(STORAGE_KEY);
    } catch {
      // A full or forbidden store means a reload loses the ids, not that the request fails.
    }
  };
  return {
    list: (): readonly string[] => ids,
    add: (id: string): void =>
      write([...ids.filter((entry) => entry !== id), id].slice(-MAX_STORED)),
    forget: (id: string): void => {
      if (ids.includes(id)) write(ids.filter((entry) => entry !== id));
    },
  };
}

function readIds(store: SessionStore | null): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(store?.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(parsed) ? parsed.filter((entry) => typeof entry === 'string') : [];
  } catch {
    return [];
  }
}
