import * as v from 'valibot';
import { KeystampError } from '../protocol/errors.ts';
import { read, write, type Connect } from '../storage/database.ts';

/*
 * The `timestampMs` of each body. Two equal intents in one millisecond would be one activity, so each
 * time is given once for each profile, in order where the clocks allow it. A wrong clock must not
 * outlive itself: what is kept on disk as the last time is one that this computer's clock confirms, and
 * a last time that lies in the future is said instead of being added to.
 */

/** Services take times up to five minutes ahead of their clock; a minute is left for the way. */
const LEAD_MS = 240_000;
/** A time this little ahead of our clock (a burst, a small skew) is as good as reached. */
const CONFIRMED_MS = 60_000;

/** Our clock, and what to add to it for the service's. */
export type Present = { readonly now: number; readonly offsetMs: number };

export type Timestamps = {
  /**
   * The next time of a profile: the service's present, or one more than the last. The disk has it
   * before {@link Timestamps.keep} resolves. `clock_ahead` when the last one was confirmed by a
   * clock of this computer that has been set back since by more than the service tolerates.
   */
  readonly next: (profileId: string, present: Present) => Promise<number>;
  /** Resolves when the disk has the time of a body that is about to be stored. */
  readonly keep: (profileId: string, tick: number, now: number) => Promise<void>;
  /**
   * Demands that a body which was made before, perhaps by an earlier life of the worker, may still be
   * stamped with its time.
   * @throws `approval_changed` when the service would refuse it, or another body has it
   */
  readonly claim: (profileId: string, tick: number, present: Present) => Promise<void>;
  /** The user says that the clock is right now: times go on from the present. */
  readonly reset: (profileId: string, present: Present) => Promise<void>;
  /** Until when, by the service's clock, new bodies would be refused; null when they are not. */
  readonly aheadUntil: (profileId: string, present: Present) => Promise<number | null>;
};

const kept = v.object({ last: v.number(), highest: v.number(), seam: v.number() });

type Line = {
  /** The last time given. */
  last: number;
  /** As far as our clock has confirmed it; the one on disk. */
  confirmed: number;
  /** The highest time ever given. Nothing waits for it: up to here a time may have been used. */
  highest: number;
  /** {@link highest} when times went back for the last time: up to here a body may be a twin. */
  seam: number;
  /** Times given by this life. */
  readonly given: Set<number>;
  /** Times of all bodies in the outbox, once somebody needed to know. */
  stored: Promise<Set<number>> | undefined;
  /** When the disk has it. */
  saved: Promise<void>;
};

export type TimestampsEffects = {
  readonly connect: Connect;
  /** A profile's last time was found to lie in the future. */
  readonly onAhead?: (() => void) | undefined;
};

/** The last times in memory, once they are known: a body is made without waiting for the disk. */
export function createTimestamps({ connect, onAhead }: TimestampsEffects): Timestamps {
  const { lineOf, save, storedOf } = createLines(connect);
  return {
    next: async (profileId, present) => {
      const line = await lineOf(profileId);
      if (waitFor(line, present) > 0) onAhead?.();
      const known = propose(line, present) <= line.highest;
      const stored = known ? await storedOf(line, profileId) : new Set<number>();
      // From here on nothing waits: two who ask at once get two times.
      let tick = propose(line, present);
      while (stored.has(tick) || line.given.has(tick)) tick += 1;
      take(line, tick, present.now);
      save(line, profileId);
      return tick;
    },
    keep: async (profileId, tick, now) => {
      const line = await lineOf(profileId);
      if (!line.given.has(tick) && tick > line.last && tick - now <= LEAD_MS) {
        take(line, tick, now);
        save(line, profileId);
      }
      (await line.stored)?.add(tick);
      await line.saved;
    },
    claim: async (profileId, tick, present) => {
      const ahead = tick - present.now - present.offsetMs;
      const line = await lineOf(profileId);
      const twin = tick <= line.seam && (await storedOf(line, profileId)).has(tick);
      if (twin || ahead > LEAD_MS) throw new KeystampError('approval_changed');
    },
    reset: async (profileId, present) => {
      const line = await lineOf(profileId);
      const from = Math.round(present.now + present.offsetMs) - 1;
      line.last = Math.min(line.last, from);
      line.confirmed = Math.min(line.confirmed, from);
      save(line, profileId);
      await line.saved;
    },
    aheadUntil: async (profileId, present) => {
      const line = await lineOf(profileId);
      return waitFor(line, present) > 0 ? line.confirmed - LEAD_MS : null;
    },
  };
}

/** One line a profile, as the disk has it and as this life goes on. */
function createLines(connect: Connect) {
  const lines = new Map<string, Promise<Line>>();
  return {
    lineOf: (profileId: string): Promise<Line> => {
      const line = lines.get(profileId) ?? load(connect, profileId);
      lines.set(profileId, line);
      line.catch(() => lines.delete(profileId));
      return line;
    },
    save: (line: Line, profileId: string): void => {
      const { confirmed: last, highest, seam } = line;
      line.saved = connect().then((db) =>
        write(db, ['meta'], async (transaction) => {
          await transaction.objectStore('meta').put({ last, highest, seam }, nameOf(profileId));
        }),
      );
      // Whoever stores a body is told of a failure.
      line.saved.catch(() => undefined);
    },
    storedOf: async (line: Line, profileId: string): Promise<Set<number>> => {
      line.stored ??= usedTimes(connect, profileId);
      try {
        return await line.stored;
      } catch (error) {
        line.stored = undefined;
        throw error;
      }
    },
  };
}

/** How long bodies would be refused for the last time that our clock confirmed. */
function waitFor({ confirmed }: Line, { now, offsetMs }: Present): number {
  return confirmed - Math.max(now, now + offsetMs) - LEAD_MS;
}

/** The time that is due, used or not. */
function propose(line: Line, present: Present): number {
  const target = Math.round(present.now + present.offsetMs);
  const inOrder = Math.max(target, line.last + 1);
  if (inOrder - target <= LEAD_MS) return inOrder;
  const waitMs = waitFor(line, present);
  if (waitMs > 0) throw new KeystampError('clock_ahead', undefined, { waitMs });
  // What the service's clock was taken for was wrong, ours was not set: the times go back to it.
  return target;
}

function take(line: Line, tick: number, now: number): void {
  const confirmed = Math.min(tick, now + CONFIRMED_MS);
  // In order what was confirmed stays so, also while our clock is set back a little.
  line.confirmed = tick > line.last ? Math.max(line.confirmed, confirmed) : confirmed;
  if (tick <= line.highest) line.seam = line.highest;
  line.highest = Math.max(line.highest, tick);
  line.last = tick;
  line.given.add(tick);
}

async function load(connect: Connect, profileId: string): Promise<Line> {
  const stored = await read(await connect(), (db) => db.get('meta', nameOf(profileId)));
  // Earlier versions kept the last time alone.
  const before = typeof stored === 'number' ? { last: stored, highest: stored, seam: -1 } : stored;
  const parsed = v.safeParse(kept, before);
  const line = parsed.success ? parsed.output : { last: -1, highest: -1, seam: -1 };
  const life = { given: new Set<number>(), stored: undefined, saved: Promise.resolve() };
  return { ...line, confirmed: line.last, ...life };
}

/** The times of all bodies of a profile, those taken off the lists too. */
async function usedTimes(connect: Connect, profileId: string): Promise<Set<number>> {
  const range = IDBKeyRange.bound([profileId], [profileId, []]);
  const rows = await read(await connect(), (db) => db.getAllFromIndex('outbox', 'profile', range));
  return new Set(
    rows.flatMap(({ timestampMs }) => (typeof timestampMs === 'number' ? timestampMs : [])),
  );
}

const nameOf = (profileId: string) => `timestamp:${profileId}`;
