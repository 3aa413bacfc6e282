import {
  expiryOf,
  listUndecided,
  markAway,
  withdrawExpired,
  type PendingDeps,
  type Presence,
} from './lifecycle.ts';

/*
 * Whether the pages of pending requests are still there. Their own notice that they leave isn't
 * enough: a page can keep it from being sent.
 */

/** Minimum gap between checks, however many are requested. */
const MIN_CHECK_GAP_MS = 1000;
/** The interval while the worker is awake … */
const CHECK_INTERVAL_MS = 2500;
/** … which these checks don't extend any further after the last request … */
const MAX_CHECKS = 10;
/** … and after that, the interval at which an alarm wakes it. */
const WAKE_INTERVAL_MS = 60_000;

/**
 * Pings each document that has an undecided request; marks those that are gone as away. A busy one
 * is there. Those that are away already aren't pinged: a message throws a page out of the
 * back/forward cache.
 */
async function checkDocuments(deps: PendingDeps): Promise<void> {
  const present = listUndecided(deps).filter(({ awayAt }) => awayAt === null);
  const handles = new Map(
    present.flatMap(({ documentHandle }) =>
      documentHandle ? [[documentHandle.bridgeId, documentHandle] as const] : [],
    ),
  );
  await Promise.all(
    Array.from(handles.values(), async (documentHandle) => {
      if ((await deps.documents.check(documentHandle)) !== 'gone') return;
      for (const request of listUndecided(deps)) {
        if (request.documentHandle === documentHandle && request.awayAt === null)
          await markAway(deps, request);
      }
    }),
  );
  await withdrawExpired(deps);
}

/** The checks of one worker. */
export function createPresence(): Presence {
  let lastCheckAt = -Infinity;
  let checking: Promise<void> | undefined;
  let checksLeft = 0;
  let ticking = false;
  /** When the alarm goes off; never, while nothing is pending. */
  let alarmAt = Infinity;
  /** How many answers busy pages haven't confirmed. */
  let owed = 0;

  function check(deps: PendingDeps): Promise<void> {
    if (checking) return checking;
    if (Math.abs(deps.now() - lastCheckAt) < MIN_CHECK_GAP_MS || listUndecided(deps).length === 0) {
      return Promise.resolve();
    }
    lastCheckAt = deps.now();
    checking = checkDocuments(deps)
      .catch(() => undefined)
      .finally(() => {
        checking = undefined;
      });
    return checking;
  }

  function scheduleCheck(deps: PendingDeps): void {
    ticking = true;
    deps.later(CHECK_INTERVAL_MS, () => {
      ticking = false;
      checksLeft -= 1;
      if (checksLeft <= 0 || listUndecided(deps).length === 0) return;
      scheduleCheck(deps);
      void check(deps);
    });
  }

  /**
   * Pages may leave at any time; the user's own requests only expire. What a busy page is owed, the
   * worker that the alarm wakes sends again.
   */
  async function setAlarm(deps: PendingDeps): Promise<void> {
    const expiries = deps.requests.own().map(expiryOf);
    if (owed > 0 || listUndecided(deps).length > 0) expiries.push(deps.now() + WAKE_INTERVAL_MS);
    const at = Math.min(...expiries);
    if (at >= alarmAt) return;
    alarmAt = at;
    await deps.setPagesAlarm(at).catch(() => undefined);
  }

  return {
    check,
    watchOwn: setAlarm,
    watchOwed: (deps, end) => {
      owed += 1;
      void end.then(() => (owed -= 1));
      void setAlarm(deps);
    },
    watch: (deps) => {
      checksLeft = MAX_CHECKS;
      if (!ticking) scheduleCheck(deps);
      void setAlarm(deps);
    },
    onAlarm: async (deps) => {
      alarmAt = Infinity;
      await deps.requests.load();
      await check(deps);
      await withdrawExpired(deps).catch(() => undefined);
      await setAlarm(deps);
    },
  };
}
