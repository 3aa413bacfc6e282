import * as v from 'valibot';
import type { Draft } from '../../activities/submit.ts';
import type { ConnectWish, OperationWish } from '../../protocol/approval.ts';
import { MOST_CHARACTERS, type Settlement } from '../../protocol/page.ts';
import { item, type Area } from '../../storage/area.ts';
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

/** The exact body that the user is shown, and when it was made. */
export type Made = {
  readonly body: string;
  /** SHA-256 of the body, hex. */
  readonly digest: string;
  readonly at: number;
  /** Null for an operation that only reads. */
  readonly draft: Draft | null;
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
};

/** A request that ended without the outbox. */
export type Ended = Named & {
  readonly asked: string;
  readonly at: number;
  readonly settlement: Settlement;
};

type Shelf = {
  readonly revision: number;
  readonly approvals: readonly Approval[];
  readonly ended: readonly Ended[];
};

/** Ended requests are told for so long … */
const TOLD_MS = 3_600_000;
/** … and no more than so many, in so many characters: the area holds 10 MB in all. */
const MOST_ENDED = 200;
const MOST_ENDED_CHARACTERS = 8 * MOST_CHARACTERS;
/** Handed ones are in the outbox anyway. */
const MOST_HANDED = 50;

const EMPTY: Shelf = { revision: 0, approvals: [], ended: [] };

/** Ours wrote it, in this session of the browser, where nobody else can write. */
const shelfSchema = v.custom<Shelf>(
  (value) => typeof value === 'object' && value !== null && 'approvals' in value,
);

export type Approvals = ReturnType<typeof createApprovals>;

/** Whether two names are the same request. */
export function isSame(a: Named, b: Named): boolean {
  return a.name === b.name && a.origin === b.origin && a.privateWindow === b.privateWindow;
}

/**
 * The store. Reads come from memory once it is loaded; a change answers when it is kept. Changes
 * take effect at once, so that of two callers in one turn the second sees what the first did.
 */
export function createApprovals(effects: { readonly session: Area; readonly now: () => number }) {
  const stored = item<Shelf>(effects.session, 'approvals', shelfSchema);
  let loading: Promise<void> | undefined;
  let shelf = EMPTY;
  let line: Promise<unknown> = Promise.resolve();

  /** Must have been awaited before anything else here. */
  function load(): Promise<void> {
    loading ??= stored
      .get()
      .catch(() => undefined)
      .then((found) => {
        shelf = found ?? EMPTY;
      });
    return loading;
  }

  function keep(next: Omit<Shelf, 'revision'>): Promise<void> {
    const handed = next.approvals.filter(({ state }) => state === 'handed').slice(-MOST_HANDED);
    shelf = {
      revision: shelf.revision + 1,
      approvals: next.approvals.filter((one) => one.state !== 'handed' || handed.includes(one)),
      ended: trim(next.ended, effects.now()),
    };
    // One write after the other, each with what holds by then: an old one never comes last.
    const write = line.then(() => stored.set(shelf));
    line = write.catch(() => undefined);
    return write;
  }

  const put = (one: Approval): Promise<void> => {
    const others = shelf.approvals;
    const approvals = others.some(({ id }) => id === one.id)
      ? others.map((other) => (other.id === one.id ? one : other))
      : [...others, one];
    return keep({ ...shelf, approvals });
  };

  return {
    load,
    /** Oldest first. */
    all: () => shelf.approvals,
    revision: () => shelf.revision,
    get: (id: string) => shelf.approvals.find((one) => one.id === id),
    find: (named: Named) => shelf.approvals.find((one) => isSame(one, named)),
    ended: (named: Named) => trim(shelf.ended, effects.now()).find((one) => isSame(one, named)),
    put,
    drop: (id: string) =>
      keep({ ...shelf, approvals: shelf.approvals.filter((one) => one.id !== id) }),
    /** Replaces an approval by how it ended. */
    end: (one: Approval, settlement: Settlement) => {
      const { origin, privateWindow, name, asked } = one;
      const ended = { origin, privateWindow, name, asked, at: effects.now(), settlement };
      return keep({
        approvals: shelf.approvals.filter(({ id }) => id !== one.id),
        ended: [...shelf.ended, ended],
      });
    },
    clear: () => keep({ approvals: [], ended: [] }),
    /** Nothing here is other than before, but what it stands on: lists of sites are read again. */
    stir: () => keep(shelf),
  };
}

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
