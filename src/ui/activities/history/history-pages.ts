import { useEffect, useRef, useState } from 'preact/hooks';
import type { KeystampError } from '../../../protocol/errors.ts';
import type { HistoryFilter, HistoryRecord } from '../../../protocol/history.ts';
import { toReadError } from '../../components/errors.ts';
import { useStore } from '../../page/store.ts';

/** Records are read in parts of this many, where they come into view. */
const PART = 100;
/** Another list is asked for once nothing was typed for this long. */
const TYPING_MS = 120;

type Loaded = {
  /** Undefined until the first part is there. */
  readonly total: number | undefined;
  readonly records: ReadonlyMap<number, HistoryRecord>;
  readonly error: KeystampError | undefined;
};

const NOTHING: Loaded = { total: undefined, records: new Map(), error: undefined };

/**
 * The records that match a filter, read part by part: `show` names the places in view. `changes`
 * grows when something new was written; what is in view is read again then. Until another list is
 * there, the one before stays; `onNewList` is called when it takes its place.
 */
export function useHistoryPages(filter: HistoryFilter, changes: number, onNewList: () => void) {
  const { client, later } = useStore().effects;
  const name = JSON.stringify(filter);
  const [loaded, setLoaded] = useState<Loaded>(NOTHING);
  const [view, setView] = useState({ first: 0, last: 1 });
  const wanted = useRef(name);
  wanted.current = name;
  const shown = useRef<string | undefined>(undefined);
  const asked = useRef(new Set<string>());
  const isOther = shown.current !== undefined && shown.current !== name;
  const first = isOther ? 0 : Math.floor(view.first / PART);
  const last = isOther ? 0 : Math.floor(Math.max(0, view.last - 1) / PART);

  async function load(part: number): Promise<void> {
    const key = `${name} ${changes} ${part}`;
    if (asked.current.has(key)) return;
    asked.current.add(key);
    try {
      const skip = part * PART;
      const page = await client.call('history_page', { filter, skip, limit: PART });
      if (wanted.current !== name) return;
      const isSameList = shown.current === name;
      if (shown.current !== undefined && !isSameList) onNewList();
      shown.current = name;
      setLoaded((before) => {
        const kept = isSameList && before.total === page.total ? before.records : [];
        const records = new Map(kept);
        page.records.forEach((record, at) => records.set(skip + at, record));
        return { total: page.total, records, error: undefined };
      });
    } catch (error) {
      asked.current.delete(key);
      if (wanted.current === name) setLoaded({ ...NOTHING, error: toReadError(error) });
    }
  }

  useEffect(() => {
    // A list that was left for another one is read again.
    if (isOther) asked.current.clear();
    const loadAll = () => new Set([first, last]).forEach((part) => void load(part));
    if (isOther) return later(TYPING_MS, loadAll);
    loadAll();
    return undefined;
  }, [name, changes, first, last]);

  return {
    ...loaded,
    show: (from: number, to: number): void => {
      if (from !== view.first || to !== view.last) setView({ first: from, last: to });
    },
    retry: () => {
      asked.current.clear();
      void load(0);
    },
  };
}
