import { useEffect, useRef, useState } from 'preact/hooks';
import type { KeystampError } from '../../../protocol/errors.ts';
import type { HistoryFilter, HistoryRecord } from '../../../protocol/history.ts';
import { toReadError } from '../../components/errors.ts';
import { useStore } from '../context.ts';

/** Records are read in parts of this many, where they come into view. */
const PART = 100;

type Loaded = {
  readonly name: string;
  /** Undefined until the first part is there. */
  readonly total: number | undefined;
  readonly records: ReadonlyMap<number, HistoryRecord>;
  readonly error: KeystampError | undefined;
};

const nothing = (name: string): Loaded => ({
  name,
  total: undefined,
  records: new Map(),
  error: undefined,
});

/**
 * The records that match a filter, read part by part: `show` names the places in view. `changes` grows
 * when something new was written; what is in view is read again then, without a blank in between.
 */
export function useHistoryPages(filter: HistoryFilter, changes: number) {
  const { client } = useStore().effects;
  const name = JSON.stringify(filter);
  const [loaded, setLoaded] = useState<Loaded>(() => nothing(name));
  const current = useRef(name);
  current.current = name;
  const asked = useRef(new Set<string>());
  const [view, setView] = useState({ first: 0, last: 1 });

  async function load(part: number): Promise<void> {
    const key = `${name} ${changes} ${part}`;
    if (asked.current.has(key)) return;
    asked.current.add(key);
    try {
      const skip = part * PART;
      const page = await client.call('history_page', { filter, skip, limit: PART });
      if (current.current !== name) return;
      setLoaded((before) => {
        const kept = before.name === name && before.total === page.total ? before.records : [];
        const records = new Map(kept);
        page.records.forEach((record, at) => records.set(skip + at, record));
        return { name, total: page.total, records, error: undefined };
      });
    } catch (error) {
      asked.current.delete(key);
      if (current.current === name) setLoaded({ ...nothing(name), error: toReadError(error) });
    }
  }

  useEffect(() => {
    const parts = [Math.floor(view.first / PART), Math.floor(Math.max(0, view.last - 1) / PART)];
    for (const part of new Set(parts)) void load(part);
  }, [name, changes, Math.floor(view.first / PART), Math.floor((view.last - 1) / PART)]);

  const isCurrent = loaded.name === name;
  return {
    total: isCurrent ? loaded.total : undefined,
    records: loaded.records,
    error: isCurrent ? loaded.error : undefined,
    show: (first: number, last: number): void => {
      if (first !== view.first || last !== view.last) setView({ first, last });
    },
    retry: () => {
      asked.current.clear();
      void load(0);
    },
  };
}
