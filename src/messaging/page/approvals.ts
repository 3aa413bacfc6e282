import * as v from 'valibot';
import type { SiteGroup } from '../../permissions/site-group.ts';
import type { ConnectWish, OperationWish } from '../../protocol/approval.ts';
import { MOST_CHARACTERS, type Settlement } from '../../protocol/page.ts';
import type { By } from '../../protocol/passkey.ts';
import { item, type Area, type Item } from '../../storage/area.ts';
import type { Made } from '../made-body.ts';
import { createKept } from './kept.ts';
import type { Named } from './names.ts';
import { pack, unpack, type Packed } from './packed.ts';
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
 * - `handed`: in the outbox; kept, without its parameters, so that its page can be told
 */
export type Approval = Named & {
  /** Ours, and the outbox id of what comes of it. */
  readonly id: string;
  /** SHA-256 of what was asked; empty when nobody knows any more. */
  readonly asked: string;
  readonly at: number;
  /** What the site belongs to: all of it shares the slots. */
  readonly group: SiteGroup;
  /** Whether the user had just done something in the page that asked. */
  readonly clicked: boolean;
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
  /** The document that has not heard of it yet; null when nobody has to. */
  readonly seat: Seat | null;
};

type Shelf = { readonly revision: number; readonly approvals: readonly Approval[] };
type PackedShelf = { readonly revision: number; readonly approvals: readonly Packed[] };

/** Ended requests are told for so long … */
const TOLD_MS = 3_600_000;
/** … and no more than so many, in so many characters: each one that ends writes them all. */
const MOST_ENDED = 50;
const MOST_ENDED_CHARACTERS = MOST_CHARACTERS;
/** Handed ones are in the outbox anyway. */
const MOST_HANDED = 50;

/** Ours wrote them, in this session of the browser, where nobody else can write. */
const shelfSchema = v.custom<PackedShelf>(
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

/** The shelf as it lies in the area: each large text once. */
function shelfIn(session: Area): Item<Shelf> {
  const stored = item(session, 'approvals', shelfSchema);
  return {
    get: async () => {
      const found = await stored.get();
      return found && { ...found, approvals: found.approvals.map(unpack) };
    },
    set: ({ revision, approvals }) => stored.set({ revision, approvals: approvals.map(pack) }),
    remove: stored.remove,
  };
}

/** An approval whose activity is in the outbox, which has all the rest of it. */
export function handed(one: Approval): Approval {
  const wish = one.wish.kind === 'operation' ? { ...one.wish, parameters: {} } : one.wish;
  return { ...one, wish, state: 'handed', made: null, by: null };
}

type Effects = {
  readonly session: Area;
  readonly now: () => number;
  readonly later: (ms: number, act: () => void) => () => void;
};

/** How requests ended that are not in the outbox. */
function createEnds({ session, now, later }: Effects) {
  const ended = createKept<readonly Ended[]>(item(session, 'approvals.ended', endedSchema), []);
  const soon = () => void later(AFTERWARDS_MS, ended.keep);
  const noting = (one: Approval, settlement: Settlement, seat: Seat | null) => {
    const { origin, privateWindow, name, asked } = one;
    const newest = { origin, privateWindow, name, asked, at: now(), settlement, seat };
    return (before: readonly Ended[]) => trim([...before, newest], now());
  };
  return {
    load: ended.load,
    of: (named: Named) => trim(ended.get(), now()).findLast((one) => isSame(one, named)),
    /** Ends that their documents have not heard of. */
    untold: () => trim(ended.get(), now()).filter(({ seat }) => seat !== null),
    /** The document of an end has heard of it, or is gone. */
    told: (named: Named): void => {
      ended.hold((before) =>
        before.map((one) => (one.seat && isSame(one, named) ? { ...one, seat: null } : one)),
      );
      soon();
    },
    /** Notes how a request ended that nobody was asked about: at once here, and kept soon after. */
    note: (one: Approval, settlement: Settlement): void => {
      ended.hold(noting(one, settlement, null));
      soon();
    },
    add: (one: Approval, settlement: Settlement) => ended.change(noting(one, settlement, one.seat)),
    /** Where there is no room for it beside the earlier ones. */
    replace: (one: Approval, settlement: Settlement) =>
      ended.change(() => noting(one, settlement, one.seat)([])),
    clear: () => ended.change(() => []),
  };
}

/**
 * The store. Reads come from memory once it is loaded; changes take effect at once, so that of two
 * callers in one turn the second sees what the first did, and are taken back where they cannot be
 * written.
 */
export function createApprovals(effects: Effects) {
  const shelf = createKept<Shelf>(shelfIn(effects.session), EMPTY);
  const ends = createEnds(effects);
  const all = () => shelf.get().approvals;

  const change = (
    act: (before: readonly Approval[]) => readonly Approval[],
    after?: Promise<unknown>,
  ): Promise<void> =>
    shelf.change(
      ({ revision, approvals }) => ({ revision: revision + 1, approvals: trimmed(act(approvals)) }),
      after,
    );
  const without = (id: string) => (before: readonly Approval[]) =>
    before.filter((one) => one.id !== id);

  return {
    /** Must have been awaited before anything else here. */
    load: async () => {
      await Promise.all([shelf.load(), ends.load()]);
    },
    /** Oldest first. */
    all,
    revision: () => shelf.get().revision,
    get: (id: string) => all().find((one) => one.id === id),
    find: (named: Named) => all().find((one) => isSame(one, named)),
    ended: ends.of,
    untold: ends.untold,
    told: ends.told,
    note: ends.note,
    put: (one: Approval): Promise<void> =>
      change((before) => {
        const known = before.some(({ id }) => id === one.id);
        return known ? before.map((old) => (old.id === one.id ? one : old)) : [...before, one];
      }),
    drop: (id: string): Promise<void> => change(without(id)),
    /**
     * Replaces an approval by how it ended. The end is written first, so that a worker that dies in
     * between leaves both and not neither; where there is no room for it, the approval goes first.
     */
    end: async (one: Approval, settlement: Settlement) => {
      let noted = true;
      const first = ends.add(one, settlement).catch(() => {
        noted = false;
      });
      await change(without(one.id), first);
      if (!noted) await ends.replace(one, settlement).catch(() => undefined);
    },
    clear: async () => {
      await Promise.all([change(() => []), ends.clear()]);
    },
    /** Nothing here is other than before, but what it stands on: lists of sites are read again. */
    stir: () => change((before) => before).catch(() => undefined),
  };
}

const EMPTY: Shelf = { revision: 0, approvals: [] };

/** All that wait, and the newest of those that are in the outbox. */
function trimmed(approvals: readonly Approval[]): readonly Approval[] {
  const last = approvals.filter(({ state }) => state === 'handed').slice(-MOST_HANDED);
  return approvals.filter((one) => one.state !== 'handed' || last.includes(one));
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
