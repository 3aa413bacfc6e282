import * as v from 'valibot';
import { KeystampError } from '../../protocol/errors.ts';
import { read, write, type Connect } from '../../storage/database.ts';

/*
 * The `timestampMs` of each body. Two equal intents in one millisecond would be one activity, so each
 * time is given once for each profile, in order where the clocks allow it. A wrong clock must not
 * outlive itself: what is kept on disk as the last time is one that this computer's clock confirms, and
 * a last time that lies in the future is said instead of being added to.
 */

/** Services take times up to five minutes ahead of their clock; a minute is left for the way. */
const MAX_LEAD_MS = 240_000;
/** A time this little ahead of our clock (a burst, a small skew) is as good as reached. */
const CONFIRMED_LEAD_MS = 60_000;

/** Our clock, and what to add to it for the service's. */
export type ClockReading = { readonly now: number; readonly offsetMs: number };

export type Timestamps = {
  /**
   * The next time of a profile: the service's present, or one more than the last. The disk has it
   * before {@link Timestamps.persist} resolves. `clock_ahead` when the last one was confirmed by a
   * clock of this computer that has been set back since by more than the service tolerates.
   */
  readonly next: (profileId: string, clocks: ClockReading) => Promise<number>;
  /** Resolves when the disk has the time of a body that is about to be stored. */
  readonly persist: (profileId: string, timestampMs: number, now: number) => Promise<void>;
  /**
   * Demands that a body which was made before, perhaps by an earlier life of the worker, may still be
   * stamped with its time.
   * @throws `approval_changed` when the service would refuse it, or another body has it
   */
  readonly claim: (profileId: string, timestampMs: number, clocks: ClockReading) => Promise<void>;
  /** The user says that the clock is right now: times go on from the present. */
  readonly reset: (profileId: string, clocks: ClockReading) => Promise<void>;
  /** Until when, by the service's clock, new bodies would be refused; null when they are not. */
  readonly aheadUntil: (profileId: string, clocks: ClockReading) => Promise<number | null>;
};

const sequenceRecord = v.object({ last: v.number(), highest: v.number(), seam: v.number() });

type TimestampSequence = {
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

export type TimestampDeps = {
  readonly connect: Connect;
  /** A profile's last time was found to lie in the future. */
  readonly onClockAhead?: (() => void) | undefined;
};

/** The last times in memory, once they are known: a body is made without waiting for the disk. */
export function createTimestamps({ connect, onClockAhead }: TimestampDeps): Timestamps {
  const { sequenceOf, save, storedTimesOf } = createSequences(connect);
  return {
    next: async (profileId, clocks) => {
      const sequence = await sequenceOf(profileId);
      if (refusedForMs(sequence, clocks) > 0) onClockAhead?.();
      const maybeUsed = proposeTimestamp(sequence, clocks) <= sequence.highest;
      const stored = maybeUsed ? await storedTimesOf(sequence, profileId) : new Set<number>();
      // From here on nothing waits: two who ask at once get two times.
      let timestampMs = proposeTimestamp(sequence, clocks);
      while (stored.has(timestampMs) || sequence.given.has(timestampMs)) timestampMs += 1;
      recordGiven(sequence, timestampMs, clocks.now);
      save(sequence, profileId);
      return timestampMs;
    },
    persist: async (profileId, timestampMs, now) => {
      const sequence = await sequenceOf(profileId);
      if (
        !sequence.given.has(timestampMs) &&
        timestampMs > sequence.last &&
        timestampMs - now <= MAX_LEAD_MS
      ) {
        recordGiven(sequence, timestampMs, now);
        save(sequence, profileId);
      }
      (await sequence.stored)?.add(timestampMs);
      await sequence.saved;
    },
    claim: async (profileId, timestampMs, clocks) => {
      const aheadMs = timestampMs - clocks.now - clocks.offsetMs;
      const sequence = await sequenceOf(profileId);
      const isDuplicate =
        timestampMs <= sequence.seam && (await storedTimesOf(sequence, profileId)).has(timestampMs);
      if (isDuplicate || aheadMs > MAX_LEAD_MS) throw new KeystampError('approval_changed');
    },
    reset: async (profileId, clocks) => {
      const sequence = await sequenceOf(profileId);
      const from = Math.round(clocks.now + clocks.offsetMs) - 1;
      sequence.last = Math.min(sequence.last, from);
      sequence.confirmed = Math.min(sequence.confirmed, from);
      save(sequence, profileId);
      await sequence.saved;
    },
    aheadUntil: async (profileId, clocks) => {
      const sequence = await sequenceOf(profileId);
      return refusedForMs(sequence, clocks) > 0 ? sequence.confirmed - MAX_LEAD_MS : null;
    },
  };
}

/** One line a profile, as the disk has it and as this life goes on. */
function createSequences(connect: Connect) {
  const sequences = new Map<string, Promise<TimestampSequence>>();
  return {
    sequenceOf: (profileId: string): Promise<TimestampSequence> => {
      const sequence = sequences.get(profileId) ?? load(connect, profileId);
      sequences.set(profileId, sequence);
      sequence.catch(() => sequences.delete(profileId));
      return sequence;
    },
    save: (sequence: TimestampSequence, profileId: string): void => {
      const { confirmed: last, highest, seam } = sequence;
      sequence.saved = connect().then((db) =>
        write(db, ['meta'], async (transaction) => {
          await transaction.objectStore('meta').put({ last, highest, seam }, recordKey(profileId));
        }),
      );
      // Whoever stores a body is told of a failure.
      sequence.saved.catch(() => undefined);
    },
    storedTimesOf: async (sequence: TimestampSequence, profileId: string): Promise<Set<number>> => {
      sequence.stored ??= usedTimes(connect, profileId);
      try {
        return await sequence.stored;
      } catch (error) {
        sequence.stored = undefined;
        throw error;
      }
    },
  };
}

/** How long bodies would be refused for the last time that our clock confirmed. */
function refusedForMs({ confirmed }: TimestampSequence, { now, offsetMs }: ClockReading): number {
  return confirmed - Math.max(now, now + offsetMs) - MAX_LEAD_MS;
}

/** The time that is due, used or not. */
function proposeTimestamp(sequence: TimestampSequence, clocks: ClockReading): number {
  const target = Math.round(clocks.now + clocks.offsetMs);
  const nextInOrder = Math.max(target, sequence.last + 1);
  if (nextInOrder - target <= MAX_LEAD_MS) return nextInOrder;
  const waitMs = refusedForMs(sequence, clocks);
  if (waitMs > 0) throw new KeystampError('clock_ahead', undefined, { waitMs });
  // What the service's clock was taken for was wrong, ours was not set: the times go back to it.
  return target;
}

function recordGiven(sequence: TimestampSequence, timestampMs: number, now: number): void {
  const confirmed = Math.min(timestampMs, now + CONFIRMED_LEAD_MS);
  // In order what was confirmed stays so, also while our clock is set back a little.
  sequence.confirmed =
    timestampMs > sequence.last ? Math.max(sequence.confirmed, confirmed) : confirmed;
  if (timestampMs <= sequence.highest) sequence.seam = sequence.highest;
  sequence.highest = Math.max(sequence.highest, timestampMs);
  sequence.last = timestampMs;
  sequence.given.add(timestampMs);
}

async function load(connect: Connect, profileId: string): Promise<TimestampSequence> {
  const stored = await read(await connect(), (db) => db.get('meta', recordKey(profileId)));
  // Earlier versions kept the last time alone.
  const upgraded =
    typeof stored === 'number' ? { last: stored, highest: stored, seam: -1 } : stored;
  const parsed = v.safeParse(sequenceRecord, upgraded);
  const sequence = parsed.success ? parsed.output : { last: -1, highest: -1, seam: -1 };
  const inMemory = { given: new Set<number>(), stored: undefined, saved: Promise.resolve() };
  return { ...sequence, confirmed: sequence.last, ...inMemory };
}

/** The times of all bodies of a profile, those taken off the lists too. */
async function usedTimes(connect: Connect, profileId: string): Promise<Set<number>> {
  const range = IDBKeyRange.bound([profileId], [profileId, []]);
  const rows = await read(await connect(), (db) => db.getAllFromIndex('outbox', 'profile', range));
  return new Set(
    rows.flatMap(({ timestampMs }) => (typeof timestampMs === 'number' ? timestampMs : [])),
  );
}

const recordKey = (profileId: string) => `timestamp:${profileId}`;
