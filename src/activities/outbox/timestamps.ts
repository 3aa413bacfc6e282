import * as v from 'valibot';
import { KeystampError } from '../../protocol/errors.ts';
import { read, write, type Connect } from '../../storage/database.ts';
import { time } from '../../protocol/time.ts';

/*
 * The `timestampMs` of each body. Two equal intents in the same millisecond would be one activity,
 * so each profile uses each time once, in order where the clocks allow it. A wrong clock must not
 * outlive itself: the last time on disk is one that this computer's clock confirms. If that last
 * time lies in the future, Keystamp tells the user and adds nothing to it.
 */

/** Services accept times up to five minutes ahead of their clock. A minute is left for travel. */
const MAX_LEAD_MS = 240_000;
/** A time this little ahead of our clock (a burst, a small skew) counts as reached. */
const CONFIRMED_LEAD_MS = 60_000;

/** Our clock, and what to add to it to get the service's. */
type ClockReading = { readonly now: number; readonly offsetMs: number };

export type Timestamps = {
  /**
   * A profile's next time: the service's present, or one more than the last time. The disk has it
   * before {@link Timestamps.persist} resolves. `clock_ahead` if this computer's clock confirmed
   * the last time, but has been set back since by more than the service tolerates.
   */
  readonly next: (profileId: string, clocks: ClockReading) => Promise<number>;
  /** Resolves once the disk has the time of a body that is about to be stored. */
  readonly persist: (profileId: string, timestampMs: number, now: number) => Promise<void>;
  /**
   * Checks that a body made earlier, maybe by an earlier worker, may still be stamped with its
   * time.
   * @throws `approval_changed` if the service would refuse the time, or another body has it
   */
  readonly claim: (profileId: string, timestampMs: number, clocks: ClockReading) => Promise<void>;
  /** The user confirms that the clock is right now: times go on from the present. */
  readonly reset: (profileId: string, clocks: ClockReading) => Promise<void>;
  /** Until when the service's clock would refuse new bodies. Null if it wouldn't. */
  readonly aheadUntil: (profileId: string, clocks: ClockReading) => Promise<number | null>;
};

/** Before the first one, -1. */
const lastTime = v.union([time, v.literal(-1)]);
const sequenceRecord = v.object({ last: lastTime, highest: lastTime, seam: lastTime });

type TimestampSequence = {
  /** The last time given out. */
  last: number;
  /** How far our clock has confirmed it. This is what the disk has. */
  confirmed: number;
  /** The highest time ever given out. Nothing is blocked by it: times up to here may be in use. */
  highest: number;
  /** {@link highest} when times last went back. A body with a time up to here may have a twin. */
  seam: number;
  /** Times given out by this worker. */
  readonly given: Set<number>;
  /** Times of all bodies in the outbox, loaded when first needed. */
  stored: Promise<Set<number>> | undefined;
  /** Resolves once the disk has it. */
  saved: Promise<void>;
};

/** Keeps the last times in memory once known, so that making a body doesn't wait for the disk. */
export function createTimestamps(deps: {
  readonly connect: Connect;
  /** Called when a profile's last time turns out to lie in the future. */
  readonly onClockAhead?: (() => void) | undefined;
}): Timestamps {
  const { connect, onClockAhead } = deps;
  const { sequenceOf, save, storedTimesOf } = createSequences(connect);
  return {
    next: async (profileId, clocks) => {
      const sequence = await sequenceOf(profileId);
      if (refusedForMs(sequence, clocks) > 0) onClockAhead?.();
      const maybeUsed = proposeTimestamp(sequence, clocks) <= sequence.highest;
      const stored = maybeUsed ? await storedTimesOf(sequence, profileId) : new Set<number>();
      // No awaits from here on, so that two callers at once get two different times.
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

/** One sequence per profile: as on disk, and as this worker continues it. */
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
      // The caller that stores a body gets the error.
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

/** How long the service would refuse new bodies because of the last time our clock confirmed. */
function refusedForMs({ confirmed }: TimestampSequence, { now, offsetMs }: ClockReading): number {
  return confirmed - Math.max(now, now + offsetMs) - MAX_LEAD_MS;
}

/** The next time in order, whether it is in use or not. */
function proposeTimestamp(sequence: TimestampSequence, clocks: ClockReading): number {
  const target = Math.round(clocks.now + clocks.offsetMs);
  const nextInOrder = Math.max(target, sequence.last + 1);
  if (nextInOrder - target <= MAX_LEAD_MS) return nextInOrder;
  const waitMs = refusedForMs(sequence, clocks);
  if (waitMs > 0) throw new KeystampError('clock_ahead', undefined, { waitMs });
  // An earlier estimate of the service's clock was wrong, ours wasn't set. Start over from now.
  return target;
}

function recordGiven(sequence: TimestampSequence, timestampMs: number, now: number): void {
  const confirmed = Math.min(timestampMs, now + CONFIRMED_LEAD_MS);
  // In order, a confirmed time stays confirmed, even while our clock is set back a little.
  sequence.confirmed =
    timestampMs > sequence.last ? Math.max(sequence.confirmed, confirmed) : confirmed;
  if (timestampMs <= sequence.highest) sequence.seam = sequence.highest;
  sequence.highest = Math.max(sequence.highest, timestampMs);
  sequence.last = timestampMs;
  sequence.given.add(timestampMs);
}

async function load(connect: Connect, profileId: string): Promise<TimestampSequence> {
  const stored = await read(await connect(), (db) => db.get('meta', recordKey(profileId)));
  const parsed = v.safeParse(sequenceRecord, stored);
  const sequence = parsed.success ? parsed.output : { last: -1, highest: -1, seam: -1 };
  const inMemory = { given: new Set<number>(), stored: undefined, saved: Promise.resolve() };
  return { ...sequence, confirmed: sequence.last, ...inMemory };
}

/** The times of all of a profile's bodies, including those taken off the lists. */
async function usedTimes(connect: Connect, profileId: string): Promise<Set<number>> {
  const range = IDBKeyRange.bound([profileId], [profileId, []]);
  const rows = await read(await connect(), (db) => db.getAllFromIndex('outbox', 'profile', range));
  return new Set(
    rows.flatMap(({ timestampMs }) => (typeof timestampMs === 'number' ? timestampMs : [])),
  );
}

const recordKey = (profileId: string) => `timestamp:${profileId}`;
