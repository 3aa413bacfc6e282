import { setTimeout as sleep } from 'node:timers/promises';
import type { EntryView } from '../../../src/protocol/outbox-entry.ts';
import type { Outcome } from '../dapp.ts';
import type { HeldRequest } from '../fault-proxy.ts';
import type { Finding } from './findings.ts';
import type { Lane } from './lane.ts';
import { faultHandler, type FaultGates } from './network-faults.ts';
import type { TrialPlan } from './plan.ts';

/** For the reply that another one has to overtake. */
const OVERTAKE_MS = 3000;

/** An activity of a trial, as its caller knows it. */
export type Subject = { id: string; readonly name: string };

/** One trial while it runs. */
export type Trial = {
  readonly lane: Lane;
  readonly plan: TrialPlan;
  /** One, or two whose replies come in the wrong order. */
  readonly subjects: readonly Subject[];
  readonly startedAt: number;
  /** The first request is at the proxy, which holds it. */
  readonly arrived: Promise<void>;
  /** Replies that were held for the stop go on. */
  readonly release: () => void;
  /** Whatever sent the requests is stopped. */
  readonly markStopped: () => void;
  /** What the proxy does to each of its requests. */
  readonly handle: (request: HeldRequest) => Promise<void>;
  /** When everything was stopped, and when it was back; 0 before. */
  stoppedAt: number;
  recoveredAt: number;
  /** When the last request that met the fault ended. */
  faultEndedAt: number;
  pointReached: boolean;
  /** What the web page that asked learns in the end. */
  pageOutcome: (() => Promise<Outcome>) | undefined;
};

export type TrialResult = {
  readonly plan: TrialPlan;
  readonly findings: readonly Finding[];
  /** Milliseconds from the request to the first final state; null if there was none. */
  readonly ms: number | null;
  /** The first final state. */
  readonly state: EntryView['state'] | null;
  /** False if the activity never got to the point at which it was to be stopped. */
  readonly pointReached: boolean;
  readonly subjects: readonly Subject[];
};

function subjectsOf({ index, seed, fault, point }: TrialPlan): readonly Subject[] {
  // Replies can only overtake each other if there are two.
  const count = fault === 'reordered replies' && point !== 'during approval' ? 2 : 1;
  return Array.from({ length: count }, (_, at) => {
    const id = crypto.randomUUID();
    return { id, name: `Trial ${seed}-${index}-${at} ${id.slice(0, 8)}` };
  });
}

/** Whether a request is about one of these activities. */
export const isAbout = ({ body }: { readonly body: string }, subjects: readonly Subject[]) =>
  subjects.some(({ name }) => body.includes(`"${name}"`));

/** Waits until a request of the trial other than the first one has been answered. */
async function waitForOvertaking(lane: Lane, subjects: readonly Subject[], from: number) {
  const late = Date.now() + OVERTAKE_MS;
  const isOvertaken = () =>
    lane.proxy.seen
      .slice(from)
      .filter((request) => isAbout(request, subjects))
      .some(({ endedAt }, at) => at > 0 && endedAt !== undefined);
  while (Date.now() < late && !isOvertaken()) await sleep(20);
}

/** Prepares a trial; nothing happens yet. */
export function createTrial(lane: Lane, plan: TrialPlan): Trial {
  const subjects = subjectsOf(plan);
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  const from = lane.proxy.seen.length;
  let isHeld = plan.point === 'during fetch' || plan.point === 'after reply';
  let left = plan.times;
  const gates: FaultGates = {
    inFlight: async () => {
      if (!isHeld) return;
      isHeld = false;
      arrived.resolve();
      await released.promise;
    },
    stopped: plan.point === 'during fetch' ? stopped.promise : undefined,
    overtaken: () => waitForOvertaking(lane, subjects, from),
  };
  const handleFault = faultHandler(plan, gates);
  const trial: Trial = {
    lane,
    plan,
    subjects,
    startedAt: Date.now(),
    arrived: arrived.promise,
    release: released.resolve,
    markStopped: () => {
      trial.stoppedAt = Date.now();
      stopped.resolve();
      released.resolve();
    },
    handle: async (request) => {
      left -= 1;
      if (left < 0) return request.write(await request.pass());
      return handleFault(request).finally(() => (trial.faultEndedAt = Date.now()));
    },
    stoppedAt: 0,
    recoveredAt: 0,
    faultEndedAt: 0,
    pointReached: true,
    pageOutcome: undefined,
  };
  return trial;
}
