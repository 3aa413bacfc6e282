import * as v from 'valibot';
import type { ConnectWish, OperationWish } from '../../protocol/approval.ts';
import { MOST_CHARACTERS, type Settlement } from '../../protocol/page.ts';
import type { By } from '../../protocol/passkey.ts';
import { item, type Area, type Item } from '../../storage/area.ts';
import type { Made } from '../made-body.ts';
import type { Named } from './names.ts';
import type { Seat } from './seats.ts';

/*
 * What web pages asked for, in memory-only storage: it outlives the worker and not the browser,
 * like the pages themselves. What a user approved is in the outbox, on disk.
 */

/** An operation as a page wishes it, checked against the table. */
export type PageWish = OperationWish & {
  readonly parameters: Readonly<Record<string, unknown>>;
};

/**
 * - `asking`: waits for the user
 * - `performing`: approved; not in the outbox yet, or being asked of the service
 * - `handed`: in the outbox; kept so that its page can be told
 */
export type Approval = Named & {
  /** Ours, and the outbox id of what comes of it. */
  readonly id: string;
  /** SHA-256 of what was asked. */
  readonly asked: string;
  readonly at: number;
  /** The document to tell; null once there is none. */
  readonly seat: Seat | null;
  /** When that document was left; null while it is there. */
  readonly awayAt: number | null;
  readonly wish: ConnectWish | PageWish;
  readonly state: 'asking' | 'performing' | 'handed';
  readonly made: Made | null;
  /** How the user had it stamped; null before they decide. */
  readonly by: By | null;
};

/** A request that ended without the outbox. */
export type Ended = Named & {
  readonly asked: string;
  readonly at: number;
  readonly settlement: Settlement;
};

type Shelf = { readonly revision: number; readonly approvals: readonly Approval[] };

/** Ended requests are told for so long … */
const TOLD_MS = 3_600_000;
/** … and no more than so many, in so many characters: each one that ends writes them all. */
const MOST_ENDED = 50;
const MOST_ENDED_CHARACTERS = MOST_CHARACTERS;
/** Handed ones are in the outbox anyway. */
const MOST_HANDED = 50;

/** Ours wrote them, in this session of the browser, where nobody else can write. */
const shelfSchema = v.custom<Shelf>(
  (value) => typeof value === 'object' && value !== null && 'approvals' in value,
);
/** What nobody waits for is written after the answer, which it would hold up. */
export const AFTERWARDS_MS = 50;

const endedSchema = v.custom<readonly Ended[]>(Array.isArray);

export type Approvals = ReturnType<typeof createApprovals>;

/** Whether two names are the same request. */
function isSame(a: Named, b: Named): boolean {
  return a.name === b.name && a.origin === b.origin && a.privateWindow === b.privateWindow;
}

/**
 * A value in memory and its copy in an area. A change holds at once and answers when it is kept;
 * changes that come while one is being written share the next write.
 */
function createCopy<T>(stored: Item<T>, empty: T) {
  let value = empty;
  let loading: Promise<void> | undefined;
  let writing: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  let held = false;

  const write = async (): Promise<void> => {
    await writing.catch(() => undefined);
    next = undefined;
    held = false;
    writing = stored.set(value);
    return writing;
  };

  return {
    load: () =>
      (loading ??= stored
        .get()
        .catch(() => undefined)
        .then((found) => {
          value = found ?? empty;
        })),
    get: () => value,
    set: (changed: T): Promise<void> => {
      value = changed;
      return (next ??= write());
    },
    /** Holds at once, and is kept by the next write or by `keep`. */
    hold: (changed: T): void => {
      value = changed;
      held = true;
    },
    keep: async (): Promise<void> => {
      if (held) await (next ??= write());
    },
  };
}

/**
 * The store. Reads come from memory once it is loaded; changes take effect at once, so that of two
 * callers in one turn the second sees what the first did.
 */
export function createApprovals(effects: {
  readonly session: Area;
  readonly now: () => number;
  readonly later: (ms: number, act: () => void) => () => void;
}) {
  const { session, now, later } = effects;
  const shelf = createCopy<Shelf>(item(session, 'approvals', shelfSchema), EMPTY);
  const ended = createCopy<readonly Ended[]>(item(session, 'approvals.ended', endedSchema), []);
  const all = () => shelf.get().approvals;

  function keep(approvals: readonly Approval[]): Promise<void> {
    const handed = approvals.filter(({ state }) => state === 'handed').slice(-MOST_HANDED);
    const kept = approvals.filter((one) => one.state !== 'handed' || handed.includes(one));
    return shelf.set({ revision: shelf.get().revision + 1, approvals: kept });
  }

  const drop = (id: string) => keep(all().filter((one) => one.id !== id));

  const noted = (one: Approval, settlement: Settlement): readonly Ended[] => {
    const { origin, privateWindow, name, asked } = one;
    const newest = { origin, privateWindow, name, asked, at: now(), settlement };
    return trim([...ended.get(), newest], now());
  };

  return {
    /** Must have been awaited before anything else here. */
    load: async () => {
      await Promise.all([shelf.load(), ended.load()]);
    },
    /** Oldest first. */
    all,
    revision: () => shelf.get().revision,
    get: (id: string) => all().find((one) => one.id === id),
    find: (named: Named) => all().find((one) => isSame(one, named)),
    ended: (named: Named) => trim(ended.get(), now()).findLast((one) => isSame(one, named)),
    put: (one: Approval): Promise<void> => {
      const known = all().some(({ id }) => id === one.id);
      return keep(known ? all().map((old) => (old.id === one.id ? one : old)) : [...all(), one]);
    },
    drop,
    /** Notes how a request ended that nobody was asked about: at once here, and kept soon after. */
    note: (one: Approval, settlement: Settlement): void => {
      ended.hold(noted(one, settlement));
      later(AFTERWARDS_MS, () => void ended.keep().catch(() => undefined));
    },
    /** Replaces an approval by how it ended. */
    end: async (one: Approval, settlement: Settlement) => {
      await Promise.all([ended.set(noted(one, settlement)), drop(one.id)]);
    },
    clear: async () => {
      await Promise.all([keep([]), ended.set([])]);
    },
    /** Nothing here is other than before, but what it stands on: lists of sites are read again. */
    stir: () => keep(all()),
  };
}

const EMPTY: Shelf = { revision: 0, approvals: [] };

/** The newest that are still told. */
function trim(ended: readonly Ended[], now: number): readonly Ended[] {
  let characters = 0;
  return ended
    .slice(-MOST_ENDED)
    .toReversed()
    .filter((one) => {
      characters += JSON.stringify(one.settlement).length;
      return now - one.at < TOLD_MS && characters <= MOST_ENDED_CHARACTERS;
    })
    .toReversed();
}
