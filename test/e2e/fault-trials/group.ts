import { setTimeout as sleep } from 'node:timers/promises';
import { isSettled } from '../../../src/activities/outbox/transitions.ts';
import type { EntryView } from '../../../src/protocol/outbox-entry.ts';
import { askAgainFromSite, askFromSite, pressAgain, submit } from './askers.ts';
import { judge, type Followed } from './findings.ts';
import type { Lane } from './lane.ts';
import { CallRefused, ownCall } from './own-calls.ts';
import type { StopPoint, TrialPlan } from './plan.ts';
import { freezeWrites, readStandStill, watchWorker, type StandStill } from './stop-points.ts';
import { createTrial, isAbout, type Subject, type Trial, type TrialResult } from './trial.ts';

/** An activity that isn't settled so long after the last fault is stuck. */
const STUCK_MS = 60_000;
/** For all activities of a group to get to the points where they are stopped. */
const POINT_MS = 15_000;
/** A wrong clock is put right so long after the stop. */
const SKEW_MS = 2000;
const POLL_MS = 80;

/** The entry, or undefined if Keystamp knows none. */
export async function readEntry(lane: Lane, id: string): Promise<EntryView | undefined> {
  try {
    return await ownCall(lane.page(), 'activities_get', { id });
  } catch (error) {
    if (error instanceof CallRefused && error.code === 'activity_unknown') return undefined;
    throw error;
  }
}

/** Resolves with whether something happened in time. */
async function inTime(event: Promise<unknown>, ms: number): Promise<boolean> {
  const timeout = new AbortController();
  const late = sleep(ms, false, { signal: timeout.signal }).catch(() => false);
  const happened = await Promise.race([event.then(() => true), late]);
  timeout.abort();
  return happened;
}

const at = (trials: readonly Trial[], ...points: readonly StopPoint[]) =>
  trials.filter(({ plan }) => points.includes(plan.point));

const namesOf = (trials: readonly Trial[]) =>
  trials.flatMap(({ subjects }) => subjects.map(({ name }) => name));

/** What callers have heard: true once Keystamp said that an activity is stored. */
type Accepted = Map<Subject, boolean>;

function submitAll(lane: Lane, trials: readonly Trial[], accepted: Accepted): void {
  for (const subject of trials.flatMap(({ subjects }) => subjects)) {
    accepted.set(subject, false);
    submit(lane, subject).then(
      () => accepted.set(subject, true),
      () => undefined,
    );
  }
}

/** Waits until enough activities stand still in the worker. */
async function waitForStandStill(
  lane: Lane,
  isEnough: (state: StandStill) => boolean,
): Promise<boolean> {
  const worker = await lane.keystamp().worker();
  const late = Date.now() + POINT_MS;
  for (;;) {
    if (isEnough(await readStandStill(worker))) return true;
    if (Date.now() > late) return false;
    await sleep(20);
  }
}

/** Brings those that stop in the network, or before it, to their points. */
async function reachNetwork(lane: Lane, trials: readonly Trial[]): Promise<void> {
  const unsent = at(trials, 'after write');
  const isUnsent = ({ sending }: StandStill) => namesOf(unsent).every((n) => sending.includes(n));
  const [isStanding] = await Promise.all([
    waitForStandStill(lane, isUnsent),
    ...at(trials, 'during fetch', 'after reply').map(async (trial) => {
      trial.pointReached = await inTime(trial.arrived, POINT_MS);
    }),
  ]);
  for (const trial of unsent) trial.pointReached = isStanding;
}

/** Brings those to their points that stop before something is written. */
async function reachWrites(
  lane: Lane,
  trials: readonly Trial[],
  accepted: Accepted,
  deciding: (() => Promise<void>) | undefined,
): Promise<void> {
  await freezeWrites(await lane.keystamp().worker());
  const [unwritten, answered] = [at(trials, 'before write'), at(trials, 'after reply')];
  submitAll(lane, unwritten, accepted);
  deciding?.().catch(() => undefined);
  for (const trial of answered) trial.release();
  const expected =
    namesOf(unwritten).length + (deciding ? 1 : 0) + answered.filter((t) => t.pointReached).length;
  const isReached = await waitForStandStill(lane, ({ sealing }) => sealing >= expected);
  const waiting = [...unwritten, ...answered, ...(deciding ? at(trials, 'during approval') : [])];
  for (const trial of waiting) trial.pointReached &&= isReached;
}

/** Everything up to the stop, and the stop. */
async function runUntilStop(lane: Lane, trials: readonly Trial[], accepted: Accepted) {
  const [asked] = at(trials, 'during approval');
  const worker = await lane.keystamp().worker();
  await watchWorker(worker, lane.path, namesOf(at(trials, 'after write')));
  submitAll(lane, at(trials, 'during fetch', 'after write', 'after reply'), accepted);
  const approve = asked && (await askFromSite(asked));
  await reachNetwork(lane, trials);
  if (asked?.plan.decision === 'decided') await approve?.();
  const deciding = asked?.plan.decision === 'deciding' ? approve : undefined;
  await reachWrites(lane, trials, accepted, deciding);
  const [first] = trials;
  if (first) await lane.stop(first.plan.stop);
  for (const trial of trials) trial.markStopped();
}

/** A caller without an answer asks again under the same name; one with an answer relies on it. */
async function askAgain(trial: Trial, accepted: Accepted): Promise<void> {
  const { lane, plan, subjects } = trial;
  if (plan.point === 'during approval') await askAgainFromSite(trial);
  else {
    const unanswered = subjects.filter((subject) => accepted.get(subject) !== true);
    await Promise.all(unanswered.map((subject) => submit(lane, subject)));
  }
  if (plan.impatient) await pressAgain(trial);
}

/** Waits for a final state, a minute from the last fault at most. */
async function waitUntilSettled(trial: Trial, { id }: Subject): Promise<EntryView | undefined> {
  const { lane, plan } = trial;
  for (;;) {
    const entry = await readEntry(lane, id);
    if (!entry || isSettled(entry.state)) return entry;
    if (plan.fault === 'clock skew' && Date.now() > trial.recoveredAt + SKEW_MS) {
      lane.service.setClockAhead(0);
    }
    const quietSince = Math.max(trial.recoveredAt, trial.faultEndedAt);
    if (Date.now() > quietSince + STUCK_MS) return entry;
    await sleep(POLL_MS);
  }
}

type FirstEnd = Omit<Followed, 'last'> & { readonly settledAt: number };

async function followToEnd(trial: Trial, subject: Subject): Promise<FirstEnd> {
  const first = await waitUntilSettled(trial, subject);
  const settledAt = Date.now();
  const counted = await trial.lane.service.count(trial.lane.type, subject.name);
  return { subject, first, settledAt, counted };
}

/** The clock is right again, and Keystamp has asked the service something since. */
async function endSkew(lane: Lane): Promise<void> {
  lane.service.setClockAhead(0);
  for (let asked = 0; asked < 2; asked += 1) {
    await ownCall(lane.page(), 'profiles_check', { id: lane.profileId });
  }
}

/**
 * What the user can ask about again once the faults are over. The first press may only find out that
 * an unknown outcome is a refusal; the next one sends the same bytes.
 */
const ASKED_AGAIN: readonly EntryView['state'][] = ['unknown', 'refused'];

async function askOnceMore(trial: Trial, end: FirstEnd): Promise<Followed> {
  const { first, subject } = end;
  let last = first;
  for (const state of ASKED_AGAIN) {
    if (last?.state !== state) continue;
    trial.faultEndedAt = Date.now();
    await ownCall(trial.lane.page(), 'activities_retry', { id: subject.id });
    last = await waitUntilSettled(trial, subject);
  }
  return { ...end, last };
}

async function endTrial(trial: Trial, ends: readonly FirstEnd[]): Promise<TrialResult> {
  const { plan, subjects, startedAt, pointReached } = trial;
  const followed: Followed[] = [];
  for (const end of ends) followed.push(await askOnceMore(trial, end));
  const findings = await judge(trial, followed, await trial.pageOutcome?.());
  const isEnded = ends.every(({ first }) => first && isSettled(first.state));
  const ms = isEnded ? Math.max(...ends.map(({ settledAt }) => settledAt)) - startedAt : null;
  return { plan, findings, ms, state: ends[0]?.first?.state ?? null, pointReached, subjects };
}

/**
 * Runs trials that are stopped together, in a lane. Rejects with `CallUnanswered` if the worker
 * hangs, and with anything else if the harness, not Keystamp, fails.
 */
export async function runGroup(
  lane: Lane,
  plans: readonly TrialPlan[],
): Promise<readonly TrialResult[]> {
  const trials = plans.map((plan) => createTrial(lane, plan));
  const [first] = plans;
  if (!first) return [];
  const repair = lane.proxy.always(lane.path, {
    kind: 'handle',
    handle: async (request) => {
      const trial = trials.find(({ subjects }) => isAbout(request, subjects));
      return trial ? trial.handle(request) : request.write(await request.pass());
    },
  });
  const accepted: Accepted = new Map();
  const isSkewed = first.fault === 'clock skew';
  try {
    await ownCall(lane.page(), 'vault_touch', {});
    if (isSkewed) lane.service.setClockAhead(first.skewMs);
    await runUntilStop(lane, trials, accepted);
    await lane.recover(first.stop);
    for (const trial of trials) trial.recoveredAt = Date.now();
    await Promise.all(trials.map((trial) => askAgain(trial, accepted)));
    const ends = await Promise.all(
      trials.map(async (trial) => ({
        trial,
        ends: await Promise.all(trial.subjects.map((subject) => followToEnd(trial, subject))),
      })),
    );
    if (isSkewed) await endSkew(lane);
    return await Promise.all(ends.map((one) => endTrial(one.trial, one.ends)));
  } finally {
    lane.service.setClockAhead(0);
    repair();
  }
}
