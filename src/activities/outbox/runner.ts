import { KeystampError, toWire } from '../../protocol/errors.ts';
import { readClocks } from '../clock.ts';
import { applyEvent, dueAt, isSettled, planNext, type EntryEvent } from './transitions.ts';
import type { OutboxEntry } from './record.ts';
import type { Outbox } from './outbox.ts';
import { quotaOf, type QuotaOwner } from '../rates/quota.ts';
import {
  createPerformAction,
  readMoment,
  type EntryChange,
  type ActionDeps,
} from './perform-action.ts';

/** Runs `work` when nobody else holds the lock of that name; else answers without running it. */
export type TryLock = (name: string, work: () => Promise<void>) => Promise<void>;

export type OutboxRunnerDeps = ActionDeps & {
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
export type OutboxRunner = {
  /** Does what is due, step by step, until the entry rests. Never rejects. */
  readonly run: (id: string) => Promise<void>;
  /** The user lifted a pause: what waits of all that count with it is due now. */
  readonly resumeAfterPause: (owner: QuotaOwner) => Promise<void>;
  /**
   * Takes up everything that is not settled: for a new worker, and for the alarm, which is spent by
   * then (`alarmed`). Answers whether something of it rests until an unlock.
   */
  readonly resume: (byAlarm?: boolean) => Promise<boolean>;
  /** After an unlock: what waited for it is due now. */
  readonly resumeAfterUnlock: () => Promise<void>;
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
  readonly markDisproved: (id: string) => Promise<OutboxEntry | undefined>;
  /** Stops the timers of this life. What is on disk stays as it is. */
  readonly stop: () => void;
};

/**
 * A browser takes the locks of a worker that it has stopped a moment after it has started the next
 * one. The next one looks again this often, milliseconds, and this many times.
 */
const LOCK_RETRY_MS = 50;
const MAX_LOCK_TRIES = 40;

/** Browsers do not wake a worker sooner (docs/platform.md, Alarms). */
const MIN_ALARM_MS = 30_000;

/**
 * One pair of hands an entry. What this life has in hand already, or is about to, is left to it; what
 * an earlier life holds still is waited for.
 */
function createEntryLock({ tryLock, later }: Pick<OutboxRunnerDeps, 'tryLock' | 'later'>) {
  const inProgress = new Set<string>();

  async function runLocked(id: string, work: () => Promise<void>): Promise<void> {
    for (let tries = 0; tries < MAX_LOCK_TRIES; tries += 1) {
      let acquired = false;
      await tryLock(`keystamp-entry-${id}`, () => {
        acquired = true;
        return work();
      });
      if (acquired) return;
      await new Promise<void>((resolve) => later(LOCK_RETRY_MS, resolve));
    }
  }

  return async (id: string, work: () => Promise<void>): Promise<void> => {
    if (inProgress.has(id)) return;
    inProgress.add(id);
    await runLocked(id, work).finally(() => inProgress.delete(id));
  };
}

/** Does what is due of one entry, in one pair of hands. */
function createEntryRunner(deps: OutboxRunnerDeps) {
  const { outbox, clock } = deps;
  const timers = createTimers(deps.later);
  const sharedAlarm = createSharedAlarm(deps);
  const performAction = createPerformAction(deps);
  /** Counts unlocks: one that comes while an entry is in hand must not be missed by it. */
  let unlocks = 0;
  const withEntryLock = createEntryLock(deps);

  async function run(id: string): Promise<void> {
    timers.cancel(id);
    // An unlock that comes while an earlier life's lock is waited for is not missed either.
    const seenUnlocks = unlocks;
    try {
      await withEntryLock(id, () => runLocked(id, seenUnlocks));
    } catch {
      // The store refused: the alarm comes back to what is on disk.
      await sharedAlarm.schedule(clock.now()).catch(() => undefined);
    }
  }

  async function runLocked(id: string, unlocksBefore: number): Promise<void> {
    let seenUnlocks = unlocksBefore;
    let entry = await outbox.get(id);
    while (entry) {
      const plan = planNext(entry.record, readClocks(clock, entry.record));
      if (plan.kind === 'nothing') {
        if (seenUnlocks === unlocks || isSettled(entry.record.state)) return;
        seenUnlocks = unlocks;
        entry = await makeDue(deps, entry);
        continue;
      }
      // Whoever kills the worker from here on, the alarm takes over.
      await sharedAlarm.schedule(plan.at);
      const wait = plan.at - clock.now();
      if (wait > 0) return timers.set(id, wait, () => void run(id));
      const advanced = await performAction(entry, plan.kind, (next) => saveChange(deps, next));
      entry = advanced ?? (seenUnlocks === unlocks ? undefined : await outbox.get(id));
    }
  }

  return {
    run,
    withEntryLock,
    sharedAlarm,
    stop: timers.stop,
    noteUnlock: () => void (unlocks += 1),
  };
}

/** Sends, sends the same bytes again, polls, looks up. */
export function createOutboxRunner(deps: OutboxRunnerDeps): OutboxRunner {
  const { outbox, clock } = deps;
  const { run, withEntryLock, sharedAlarm, stop, noteUnlock } = createEntryRunner(deps);

  async function apply(id: string, event: EntryEvent, error?: KeystampError): Promise<void> {
    await withEntryLock(id, async () => {
      const entry = await outbox.get(id);
      if (entry) await applyEventFromOutside(deps, entry, event, error);
    });
    void run(id);
  }

  return {
    run,
    resume: async (byAlarm = false) => {
      // The alarm is spent: whoever is stopped from here on is woken by another one.
      if (byAlarm) await sharedAlarm.schedule(clock.now());
      const schedulesBefore = sharedAlarm.count();
      const unsettled = await outbox.unsettled();
      const moments = unsettled.flatMap((record) => dueAt(record, clock.now()) ?? []);
      await sharedAlarm.reset(moments, schedulesBefore);
      for (const { id } of unsettled) void run(id);
      return unsettled.some(({ nextAt }) => nextAt === null);
    },
    resumeAfterUnlock: async () => {
      noteUnlock();
      const blocked = (await outbox.unsettled()).filter(({ nextAt }) => nextAt === null);
      await Promise.all(blocked.map(({ id }) => apply(id, { kind: 'wake' })));
    },
    resumeAfterPause: async (owner) => {
      const quota = quotaOf(owner);
      const counted = (await outbox.unsettled()).filter((record) => quotaOf(record) === quota);
      const planned = counted.filter(({ nextAt }) => nextAt !== null);
      await Promise.all(planned.map(({ id }) => apply(id, { kind: 'wake' })));
    },
    retry: async (id) => {
      const entry = await outbox.get(id);
      if (!entry || entry.record.hidden) return undefined;
      if (hasNothingToCheck(entry)) return entry;
      await apply(id, { kind: isSettled(entry.record.state) ? 'reopen' : 'wake' });
      return outbox.get(id);
    },
    markDisproved: async (id) => {
      await apply(id, { kind: 'disproved' }, new KeystampError('reply_mismatch'));
      return outbox.get(id);
    },
    stop,
  };
}

/** Earlier versions dropped the bytes with a wrong answer: nothing can be held against a list. */
function hasNothingToCheck({ record, signedRequest, facts }: OutboxEntry): boolean {
  return record.state === 'mismatch' && facts !== null && signedRequest === null;
}

/** An entry that rested while an unlock came: due now, with what only an open vault shows of it. */
async function makeDue(deps: OutboxRunnerDeps, entry: OutboxEntry) {
  await applyEventFromOutside(deps, entry, { kind: 'wake' });
  return deps.outbox.get(entry.record.id);
}

/** What somebody else than the step says of an entry. */
async function applyEventFromOutside(
  deps: OutboxRunnerDeps,
  entry: OutboxEntry,
  event: EntryEvent,
  error?: KeystampError,
): Promise<void> {
  const { record } = applyEvent(entry.record, event, readMoment(deps, entry.record));
  const facts = entry.facts && error && { ...entry.facts, error: toWire(error) };
  if (record !== entry.record) await saveChange(deps, facts ? { record, facts } : { record });
}

async function saveChange(
  { outbox, onChange }: OutboxRunnerDeps,
  { record, facts }: EntryChange,
): Promise<void> {
  await outbox.save(record, facts);
  onChange(record.id);
}

/** The one alarm that all entries share. */
function createSharedAlarm({ clock, alarm }: Pick<OutboxRunnerDeps, 'clock' | 'alarm'>) {
  let scheduledAt: number | null = null;
  let scheduleCount = 0;

  /** Sees to it that the alarm rings about then; one that rings sooner stays. */
  async function schedule(at: number): Promise<void> {
    scheduleCount += 1;
    const now = clock.now();
    const when = Math.max(at, now + MIN_ALARM_MS);
    if (scheduledAt !== null && scheduledAt > now && scheduledAt <= when) return;
    scheduledAt = when;
    await alarm(when);
  }

  /**
   * Sets the alarm anew, for the first of these moments; for none of them when there are none, unless
   * somebody has asked for it since the moments were looked up (`before`: {@link count} then).
   */
  async function reset(moments: readonly number[], countBefore: number): Promise<void> {
    if (scheduleCount === countBefore) scheduledAt = null;
    if (moments.length > 0) await schedule(Math.min(...moments));
    else if (scheduleCount === countBefore) await alarm(null);
  }

  return { schedule, reset, count: () => scheduleCount };
}

/** One timer an entry, of this life of the worker. */
function createTimers(later: OutboxRunnerDeps['later']) {
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
