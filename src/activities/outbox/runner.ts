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

/** Runs `work` if nobody else holds the lock of that name. Otherwise returns without running it. */
export type TryLock = (name: string, work: () => Promise<void>) => Promise<void>;

export type OutboxRunnerDeps = ActionDeps & {
  readonly outbox: Outbox;
  readonly tryLock: TryLock;
  /** Runs something later in this worker. The returned function cancels it. */
  readonly later: (ms: number, act: () => void) => () => void;
  /** Wakes the worker at a moment, even if it has stopped. Null clears the alarm. */
  readonly alarm: (at: number | null) => Promise<void>;
  /** Called once a change is on disk. */
  readonly onChange: (id: string, isSettled: boolean) => void;
};

/** Carries entries to their end. Only one worker, and one run in it, handles an entry at a time. */
export type OutboxRunner = {
  /** Performs the actions that are due, one by one, until the entry rests. Never rejects. */
  readonly run: (id: string) => Promise<void>;
  /** The user lifted a pause: every planned step under the same quota is due now. */
  readonly resumeAfterPause: (owner: QuotaOwner) => Promise<void>;
  /** The network is back: what waits to be sent again is due now. */
  readonly resumeOnline: () => Promise<void>;
  /**
   * Resumes everything that isn't settled: for a new worker, or when the alarm has gone off
   * (`byAlarm`). Returns whether something has to wait for an unlock.
   */
  readonly resume: (byAlarm?: boolean) => Promise<boolean>;
  /** After an unlock: what was blocked on it is due now. */
  readonly resumeAfterUnlock: () => Promise<void>;
  /**
   * The user asks for an entry again: the same bytes or the same look-up, now. After a mismatch,
   * this asks whether the service lists the request. If a run is in progress, it goes on. Undefined
   * if there is no such entry.
   */
  readonly retry: (id: string) => Promise<OutboxEntry | undefined>;
  /**
   * The caller checked a completed activity's result and found it false. From now on the entry is a
   * mismatch and never counts as a success again. Undefined if there is none.
   */
  readonly markDisproved: (id: string) => Promise<OutboxEntry | undefined>;
  /** Stops this worker's timers. What is on disk stays as it is. */
  readonly stop: () => void;
};

/**
 * A browser releases a stopped worker's locks a moment after it starts the next worker. The new
 * worker tries this many times, this many milliseconds apart.
 */
const LOCK_RETRY_MS = 50;
const MAX_LOCK_TRIES = 40;

/** Browsers do not wake a worker sooner (docs/platform.md, Alarms). */
const MIN_ALARM_MS = 30_000;

/**
 * One run per entry. If this worker already handles the entry, or is about to, a second call does
 * nothing. If an earlier worker still holds the lock, it waits for it.
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

/** Performs what is due for one entry, one run at a time. */
function createEntryRunner(deps: OutboxRunnerDeps) {
  const { outbox, clock } = deps;
  const timers = createTimers(deps.later);
  const sharedAlarm = createSharedAlarm(deps);
  const performAction = createPerformAction(deps);
  /** Counts unlocks, so that a run in progress doesn't miss one. */
  let unlocks = 0;
  const withEntryLock = createEntryLock(deps);

  async function run(id: string): Promise<void> {
    timers.cancel(id);
    // Taken here, so that an unlock during the wait for an earlier worker's lock isn't missed
    // either.
    const seenUnlocks = unlocks;
    try {
      await withEntryLock(id, () => runLocked(id, seenUnlocks));
    } catch {
      // The store refused. The alarm comes back to what is on disk.
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
      // If the worker is killed from here on, the alarm takes over.
      const scheduled = sharedAlarm.schedule(plan.at);
      scheduled.catch(() => undefined);
      const wait = plan.at - clock.now();
      // What is sent is saved first, which waits for the alarm: its turn may come meanwhile.
      if (wait > 0 || plan.kind !== 'send') await scheduled;
      if (wait > 0) return timers.set(id, wait, () => void run(id));
      const advanced = await performAction(entry, plan.kind, async (next) => {
        await scheduled;
        await saveChange(deps, next);
      });
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

/** Sends, resends the same bytes, polls and looks up. */
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
      // The alarm is spent. If this worker is stopped from here on, another alarm wakes the next
      // one.
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
    resumeOnline: async () => {
      const waiting = (await outbox.unsettled()).filter(
        ({ state, nextAt }) => state === 'waiting' && nextAt !== null,
      );
      await Promise.all(waiting.map(({ id }) => apply(id, { kind: 'wake' })));
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

/** If the bytes are damaged on the disk, nothing can be compared with a list. */
function hasNothingToCheck({ record, signedRequest, facts }: OutboxEntry): boolean {
  return record.state === 'mismatch' && facts !== null && signedRequest === null;
}

/** For an entry that was blocked when an unlock came: due now, read with the unlocked vault. */
async function makeDue(deps: OutboxRunnerDeps, entry: OutboxEntry) {
  await applyEventFromOutside(deps, entry, { kind: 'wake' });
  return deps.outbox.get(entry.record.id);
}

/** Applies an event that doesn't come from the entry's own actions. */
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
  onChange(record.id, isSettled(record.state));
}

/** The one alarm that all entries share. */
function createSharedAlarm({ clock, alarm }: Pick<OutboxRunnerDeps, 'clock' | 'alarm'>) {
  /** 0 if it isn't set. */
  let scheduledAt = 0;
  let scheduleCount = 0;

  /** Makes sure that the alarm goes off at about this time. An earlier alarm stays. */
  async function schedule(at: number): Promise<void> {
    scheduleCount += 1;
    const now = clock.now();
    const when = Math.max(at, now + MIN_ALARM_MS);
    if (scheduledAt > now && scheduledAt <= when) return;
    scheduledAt = when;
    await alarm(when);
  }

  /**
   * Sets the alarm again, for the earliest of these moments. With no moments it clears the alarm,
   * unless someone has scheduled it since the look-up (`countBefore`: {@link count} at that point).
   */
  async function reset(moments: readonly number[], countBefore: number): Promise<void> {
    if (scheduleCount === countBefore) scheduledAt = 0;
    if (moments.length > 0) await schedule(Math.min(...moments));
    else if (scheduleCount === countBefore) await alarm(null);
  }

  return { schedule, reset, count: () => scheduleCount };
}

/** One timer per entry, in this worker. */
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
