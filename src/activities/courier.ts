import { KeystampError, toWire } from '../protocol/errors.ts';
import { presentOf } from './clock.ts';
import { advance, dueAt, isSettled, planOf, type Event } from './machine.ts';
import type { OutboxEntry } from './outbox-record.ts';
import type { Outbox } from './outbox.ts';
import { quotaOf, type Counted } from './quota.ts';
import { createStep, momentOf, type Kept, type StepEffects } from './step.ts';

/** Runs `work` when nobody else holds the lock of that name; else answers without running it. */
export type TryLock = (name: string, work: () => Promise<void>) => Promise<void>;

export type CourierEffects = StepEffects & {
  readonly outbox: Outbox;
  readonly tryLock: TryLock;
  /** Runs something later in this life of the worker; the answer cancels it. */
  readonly later: (ms: number, act: () => void) => () => void;
  /** Wakes the worker at a moment, dead or alive; null: not any more. */
  readonly alarm: (at: number | null) => Promise<void>;
  /** Called after each change that is on disk. */
  readonly onChange: (id: string) => void;
};

/** Carries entries to their end, each in one pair of hands at a time, whatever life of the worker. */
export type Courier = {
  /** Does what is due, step by step, until the entry rests. Never rejects. */
  readonly drive: (id: string) => Promise<void>;
  /** The user lifted a pause: what waits of all that count with it is due now. */
  readonly hurry: (whose: Counted) => Promise<void>;
  /**
   * Takes up everything that is not settled: for a new worker, and for the alarm, which is spent by
   * then (`alarmed`). Answers whether something of it rests until an unlock.
   */
  readonly resume: (alarmed?: boolean) => Promise<boolean>;
  /** After an unlock: what waited for it is due now. */
  readonly wake: () => Promise<void>;
  /**
   * The user asks for an entry again: the same bytes, or the same look-up, now; after a wrong answer,
   * a look whether the service lists it. One that is in hand already stays there. Undefined when there
   * is none.
   */
  readonly retry: (id: string) => Promise<OutboxEntry | undefined>;
  /**
   * The result of a completed activity is false, as whoever could check it says: from now on the
   * entry is a mismatch and never called a success again. Undefined when there is none.
   */
  readonly disprove: (id: string) => Promise<OutboxEntry | undefined>;
  /** Stops the timers of this life. What is on disk stays as it is. */
  readonly stop: () => void;
};

/**
 * A browser takes the locks of a worker that it has stopped a moment after it has started the next
 * one. The next one looks again this often, milliseconds, and this many times.
 */
const HELD_MS = 50;
const MOST_LOOKS = 40;

/** Browsers do not wake a worker sooner (docs/platform.md, Alarms). */
const SOONEST_ALARM_MS = 30_000;

/**
 * One pair of hands an entry. What this life has in hand already, or is about to, is left to it; what
 * an earlier life holds still is waited for.
 */
function createHands({ tryLock, later }: Pick<CourierEffects, 'tryLock' | 'later'>) {
  const mine = new Set<string>();

  async function take(id: string, work: () => Promise<void>): Promise<void> {
    for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
      let had = false;
      await tryLock(`keystamp-entry-${id}`, () => {
        had = true;
        return work();
      });
      if (had) return;
      await new Promise<void>((resolve) => later(HELD_MS, resolve));
    }
  }

  return async (id: string, work: () => Promise<void>): Promise<void> => {
    if (mine.has(id)) return;
    mine.add(id);
    await take(id, work).finally(() => mine.delete(id));
  };
}

/** Does what is due of one entry, in one pair of hands. */
function createDriver(effects: CourierEffects) {
  const { outbox, clock } = effects;
  const timers = createTimers(effects.later);
  const bell = createBell(effects);
  const step = createStep(effects);
  /** Counts unlocks: one that comes while an entry is in hand must not be missed by it. */
  let unlocks = 0;
  const lock = createHands(effects);

  async function drive(id: string): Promise<void> {
    timers.cancel(id);
    // An unlock that comes while an earlier life's lock is waited for is not missed either.
    const seen = unlocks;
    try {
      await lock(id, () => driveLocked(id, seen));
    } catch {
      // The store refused: the alarm comes back to what is on disk.
      await bell.ring(clock.now()).catch(() => undefined);
    }
  }

  async function driveLocked(id: string, before: number): Promise<void> {
    let seen = before;
    let entry = await outbox.get(id);
    while (entry) {
      const plan = planOf(entry.record, presentOf(clock, entry.record));
      if (plan.kind === 'nothing') {
        if (seen === unlocks || isSettled(entry.record.state)) return;
        seen = unlocks;
        entry = await woken(effects, entry);
        continue;
      }
      // Whoever kills the worker from here on, the alarm takes over.
      await bell.ring(plan.at);
      const wait = plan.at - clock.now();
      if (wait > 0) return timers.set(id, wait, () => void drive(id));
      const after = await step(entry, plan.kind, (next) => keep(effects, next));
      entry = after ?? (seen === unlocks ? undefined : await outbox.get(id));
    }
  }

  return { drive, lock, bell, stop: timers.stop, unlocked: () => void (unlocks += 1) };
}

/** Sends, sends the same bytes again, polls, looks up. */
export function createCourier(effects: CourierEffects): Courier {
  const { outbox, clock } = effects;
  const { drive, lock, bell, stop, unlocked } = createDriver(effects);

  async function apply(id: string, event: Event, error?: KeystampError): Promise<void> {
    await lock(id, async () => {
      const entry = await outbox.get(id);
      if (entry) await change(effects, entry, event, error);
    });
    void drive(id);
  }

  return {
    drive,
    resume: async (alarmed = false) => {
      // The alarm is spent: whoever is stopped from here on is woken by another one.
      if (alarmed) await bell.ring(clock.now());
      const before = bell.count();
      const open = await outbox.unsettled();
      const moments = open.flatMap((one) => dueAt(one, clock.now()) ?? []);
      await bell.reset(moments, before);
      for (const { id } of open) void drive(id);
      return open.some(({ nextAt }) => nextAt === null);
    },
    wake: async () => {
      unlocked();
      const blocked = (await outbox.unsettled()).filter(({ nextAt }) => nextAt === null);
      await Promise.all(blocked.map(({ id }) => apply(id, { kind: 'wake' })));
    },
    hurry: async (whose) => {
      const quota = quotaOf(whose);
      const counted = (await outbox.unsettled()).filter((one) => quotaOf(one) === quota);
      const waits = counted.filter(({ nextAt }) => nextAt !== null);
      await Promise.all(waits.map(({ id }) => apply(id, { kind: 'wake' })));
    },
    retry: async (id) => {
      const entry = await outbox.get(id);
      if (!entry || entry.record.hidden) return undefined;
      if (hasNothingToCheck(entry)) return entry;
      await apply(id, { kind: isSettled(entry.record.state) ? 'reopen' : 'wake' });
      return outbox.get(id);
    },
    disprove: async (id) => {
      await apply(id, { kind: 'disproved' }, new KeystampError('reply_mismatch'));
      return outbox.get(id);
    },
    stop,
  };
}

/** Earlier versions dropped the bytes with a wrong answer: nothing can be held against a list. */
function hasNothingToCheck({ record, letter, facts }: OutboxEntry): boolean {
  return record.state === 'mismatch' && facts !== null && letter === null;
}

/** An entry that rested while an unlock came: due now, with what only an open vault shows of it. */
async function woken(effects: CourierEffects, entry: OutboxEntry) {
  await change(effects, entry, { kind: 'wake' });
  return effects.outbox.get(entry.record.id);
}

/** What somebody else than the step says of an entry. */
async function change(
  effects: CourierEffects,
  entry: OutboxEntry,
  event: Event,
  error?: KeystampError,
): Promise<void> {
  const { record } = advance(entry.record, event, momentOf(effects, entry.record));
  const facts = entry.facts && error && { ...entry.facts, error: toWire(error) };
  if (record !== entry.record) await keep(effects, facts ? { record, facts } : { record });
}

async function keep({ outbox, onChange }: CourierEffects, { record, facts }: Kept): Promise<void> {
  await outbox.save(record, facts);
  onChange(record.id);
}

/** The one alarm that all entries share. */
function createBell({ clock, alarm }: Pick<CourierEffects, 'clock' | 'alarm'>) {
  let set: number | null = null;
  let rings = 0;

  /** Sees to it that the alarm rings about then; one that rings sooner stays. */
  async function ring(at: number): Promise<void> {
    rings += 1;
    const now = clock.now();
    const when = Math.max(at, now + SOONEST_ALARM_MS);
    if (set !== null && set > now && set <= when) return;
    set = when;
    await alarm(when);
  }

  /**
   * Sets the alarm anew, for the first of these moments; for none of them when there are none, unless
   * somebody has asked for it since the moments were looked up (`before`: {@link count} then).
   */
  async function reset(moments: readonly number[], before: number): Promise<void> {
    if (rings === before) set = null;
    if (moments.length > 0) await ring(Math.min(...moments));
    else if (rings === before) await alarm(null);
  }

  return { ring, reset, count: () => rings };
}

/** One timer an entry, of this life of the worker. */
function createTimers(later: CourierEffects['later']) {
  const running = new Map<string, () => void>();
  const cancel = (id: string): void => {
    running.get(id)?.();
    running.delete(id);
  };
  return {
    cancel,
    set: (id: string, ms: number, act: () => void): void => {
      cancel(id);
      running.set(id, later(ms, act));
    },
    stop: (): void => Array.from(running.keys()).forEach(cancel),
  };
}
