import type { RequestDeps } from './request-deps.ts';
import { expiryOf, markAway, withdrawExpired, listUndecided } from './lifecycle.ts';

/*
 * Whether the pages of waiting requests are still there. Their own word for leaving is not waited
 * for: a page can keep it from being sent.
 */

/** Between two looks, however often something asks for one. */
const MIN_CHECK_GAP_MS = 1000;
/** Between the looks of a worker that is awake, … */
const CHECK_INTERVAL_MS = 2500;
/** … which is not kept awake for them any longer after the last request: */
const MAX_CHECKS = 10;
/** from then on it is woken for them. */
const WAKE_INTERVAL_MS = 60_000;

export type Presence = ReturnType<typeof createPresence>;

/** Asks each document with an undecided request; those that are not there any more are away. */
async function checkDocuments(deps: RequestDeps): Promise<void> {
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

/** The looks of one life of the worker. */
export function createPresence() {
  let lastCheckAt = -Infinity;
  let checking: Promise<void> | undefined;
  let checksLeft = 0;
  let ticking = false;
  /** When the alarm rings; never, while nothing waits. */
  let alarmAt = Infinity;

  function check(deps: RequestDeps): Promise<void> {
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

  function scheduleCheck(deps: RequestDeps): void {
    ticking = true;
    deps.later(CHECK_INTERVAL_MS, () => {
      ticking = false;
      checksLeft -= 1;
      if (checksLeft <= 0 || listUndecided(deps).length === 0) return;
      scheduleCheck(deps);
      void check(deps);
    });
  }

  /** Pages may leave any time; the user's own requests only expire. */
  async function setAlarm(deps: RequestDeps): Promise<void> {
    const expiries = deps.requests.own().map(expiryOf);
    if (listUndecided(deps).length > 0) expiries.push(deps.now() + WAKE_INTERVAL_MS);
    const at = Math.min(...expiries);
    if (at >= alarmAt) return;
    alarmAt = at;
    await deps.setPagesAlarm(at).catch(() => undefined);
  }

  return {
    check,
    /** A request of the user's own has just begun to wait. */
    watchOwn: setAlarm,
    /** Something has just begun to wait: looks after it every few seconds, and later by the alarm. */
    watch: (deps: RequestDeps): void => {
      checksLeft = MAX_CHECKS;
      if (!ticking) scheduleCheck(deps);
      void setAlarm(deps);
    },
    /** The alarm has rung. */
    onAlarm: async (deps: RequestDeps): Promise<void> => {
      alarmAt = Infinity;
      await deps.requests.load();
      await check(deps);
      await withdrawExpired(deps).catch(() => undefined);
      await setAlarm(deps);
    },
  };
}
