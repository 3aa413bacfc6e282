/** The key in `sessionStorage`, which outlives a reload and ends with the tab. */
const KEY = 'keystamp:requests';
/** Older ones are forgotten: nobody comes back for them. */
const MOST = 100;

/** What is needed of `sessionStorage`. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The ids of requests that have not ended. Without a store they live as long as the page. */
export function createRemembered(store: Store | null) {
  let ids = read(store);

  const write = (next: readonly string[]): void => {
    ids = next;
    try {
      if (next.length > 0) store?.setItem(KEY, JSON.stringify(next));
      else store?.removeItem(KEY);
    } catch {
      // A full or forbidden store costs the reload, not the request.
    }
  };
  return {
    list: (): readonly string[] => ids,
    add: (id: string): void => write([...ids.filter((one) => one !== id), id].slice(-MOST)),
    forget: (id: string): void => {
      if (ids.includes(id)) write(ids.filter((one) => one !== id));
    },
  };
}

function read(store: Store | null): readonly string[] {
  try {
    const found: unknown = JSON.parse(store?.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}
