import type { Area } from '../storage/area.ts';
import type { Connect } from '../storage/database.ts';
import { boundsOf } from './chain-store.ts';
import { isAuthentic, readSeal, type Seal, type SealKeys } from './seal.ts';

/** Key of the mark in both areas. */
const MARK_KEY = 'history.mark';

export type MarkDeps = {
  readonly connect: Connect;
  /** In memory only: no disk can roll it back. */
  readonly session: Area;
  /** On disk, apart from the database. */
  readonly second: Area;
};

/** The seals that were kept, those that Keystamp made; undefined for any other. */
export type StoredMarks = {
  readonly inSession: Seal | undefined;
  readonly onDisk: Seal | undefined;
};

async function readMark(area: Area, keys: SealKeys): Promise<Seal | undefined> {
  const mark = readSeal(await area.get(MARK_KEY).catch(() => undefined));
  return mark && isAuthentic(keys, mark) ? mark : undefined;
}

/** What was marked last. */
export async function readMarks(
  { session, second }: Pick<MarkDeps, 'session' | 'second'>,
  keys: SealKeys,
): Promise<StoredMarks> {
  const [inSession, onDisk] = await Promise.all([readMark(session, keys), readMark(second, keys)]);
  return { inSession, onDisk };
}

/**
 * Whether the chain in the database still has what a mark says: the record of that number with that
 * digest, or, if it was deleted since, a later beginning.
 */
export async function hasMarked(connect: Connect, mark: Seal, last: number): Promise<boolean> {
  if (mark.sequence > last) return false;
  const db = await connect();
  const row = await db.get('history', mark.sequence);
  if (row) return row['digest'] === mark.digest;
  const [first] = await db.getAllKeys('history', null, 1);
  return first !== undefined && first > mark.sequence;
}

/** What was marked and isn't in the chain any more, the last of it; undefined if all of it is. */
export async function readLostMark(deps: MarkDeps, keys: SealKeys): Promise<Seal | undefined> {
  const { inSession, onDisk } = await readMarks(deps, keys);
  // Read after the marks: a mark is never ahead of its record.
  const last = (await boundsOf(await deps.connect()))?.last ?? 0;
  const marked = [inSession, onDisk].flatMap((mark) => mark ?? []);
  const missing = await Promise.all(
    marked.map(async (mark) => ((await hasMarked(deps.connect, mark, last)) ? [] : [mark])),
  );
  return missing.flat().toSorted((one, other) => other.sequence - one.sequence)[0];
}

export type Marks = ReturnType<typeof createMarks>;

/**
 * Marks the end of the chain outside of its database, so that whoever cuts off its end or puts back an
 * older copy has to find the mark as well. A mark only ever moves on along the same chain: what
 * contradicts it leaves it as it is, for the verification to name.
 */
export function createMarks(deps: MarkDeps) {
  let waiting: { readonly seal: Seal; readonly keys: SealKeys } | undefined;
  let running: Promise<void> | undefined;
  /** Whether this worker found the chain to go on from what was marked. */
  let isContinuous: boolean | undefined;

  async function checkOnce(at: Seal, keys: SealKeys): Promise<boolean> {
    const { inSession, onDisk } = await readMarks(deps, keys);
    for (const mark of [inSession, onDisk]) {
      if (mark && !(await hasMarked(deps.connect, mark, at.sequence))) return false;
    }
    return true;
  }

  const set = (mark: Seal) =>
    Promise.all([
      deps.session.set(MARK_KEY, mark).catch(() => undefined),
      deps.second.set(MARK_KEY, mark).catch(() => undefined),
    ]);

  async function run(): Promise<void> {
    while (waiting) {
      const { seal, keys } = waiting;
      waiting = undefined;
      isContinuous ??= await checkOnce(seal, keys);
      if (isContinuous) await set(seal);
    }
  }

  const start = (): Promise<void> => {
    running ??= run()
      .catch(() => undefined)
      .finally(() => (running = undefined));
    return running;
  };

  return {
    /** After a seal is on disk. Nobody waits for it: of several, the last one counts. */
    advance: (seal: Seal, keys: SealKeys): void => {
      waiting = { seal, keys };
      void start();
    },
    /** The user starts a new chain, whatever was marked. */
    replace: async (seal: Seal): Promise<void> => {
      await running;
      isContinuous = true;
      await set(seal);
    },
    /** Resolves once nothing is left to write. */
    settled: async (): Promise<void> => {
      while (running) await running;
    },
    /** A wipe or another vault: nothing of what this worker knew counts. */
    forget: (): void => {
      isContinuous = undefined;
    },
  };
}
