import { signal, type Signal } from '@preact/signals';
import { fromWire, KeystampError, toWire, type WireError } from '../../protocol/errors.ts';
import type { EntryView } from '../../protocol/outbox-entry.ts';
import { toKeystampError } from '../components/errors.ts';
import { followEntryWithRetry, type FollowEffects } from '../components/follow-entry.ts';
import { isGoingOn, stateOfStage, type StageState } from './stage-state.ts';
import type { Submitter } from './submitter.ts';

/*
 * Several activities in a row, each of which may wait for other people, come to nothing, or be answered
 * falsely. What was stamped goes on without the page, in the worker; what a page shows of it is here.
 */

/** How far a procedure has come. */
export type ProcedureRun<S extends string = string> = {
  readonly stage: S;
  /** How that stage stands; `done` once all of them are past. */
  readonly state: StageState;
  /** The activity of this stage or of the one before, if there is one. */
  readonly entry: EntryView | null;
  readonly error: WireError | null;
  /** Whether the mark of a false answer was saved. */
  readonly isRecorded: boolean;
};

/** A procedure that is at work on this stage. */
export const beginningAt = <S extends string>(stage: S): ProcedureRun<S> => ({
  stage,
  state: 'going',
  entry: null,
  error: null,
  isRecorded: true,
});

/** Whether a procedure goes on by itself. */
export const isAtWork = (run: ProcedureRun | null): boolean => run !== null && isGoingOn(run.state);

/** What most procedures work with. */
export type ProcedureEffects = FollowEffects & {
  readonly randomId: () => string;
  /** Has an activity stamped with the profile's key or passkey. Resolves once it is stored. */
  readonly submit: Submitter['submit'];
};

/** What the stages of a procedure work with. */
export type Stages<P extends ProcedureRun> = {
  /** Shows a change, unless the user left. */
  readonly report: (change: Partial<P>) => void;
  /** True once the user left: nobody sees the progress anymore. */
  readonly hasLeft: () => boolean;
  /**
   * Resolves when an activity is completed.
   * @param pauses ends the run while others decide; otherwise it waits for them
   * @throws the error of an activity that ended without completing
   */
  readonly follow: (begun: EntryView | Promise<EntryView>, pauses?: boolean) => Promise<EntryView>;
  /**
   * The same of an activity that was begun earlier, by its id. Its request may still wait for a passkey.
   * Undefined once there is neither: nothing was stamped.
   */
  readonly resume: (id: string) => Promise<EntryView | undefined>;
  /** Marks an activity whose answer is false, and ends the run. */
  readonly disprove: (entry: EntryView, change: Partial<P>) => Promise<never>;
};

/** Thrown to end a run whose state has been reported. */
class RunEnded extends Error {}

/** The wait before asking again after a request that waits for a passkey. */
const PENDING_MS = 1000;

/** Whether neither an activity nor a pending request has this id: nothing was ever stamped. */
async function isGone({ client }: FollowEffects, id: string): Promise<boolean> {
  const { items } = await client.call('requests_list', {});
  if (items.some((item) => item.id === id)) return false;
  // It may have been stamped between the two questions.
  return client.call('activities_get', { id }).then(
    () => false,
    (cause: unknown) => toKeystampError(cause).code === 'activity_unknown',
  );
}

function errorOf({ state, error }: EntryView): KeystampError {
  if (error) return fromWire(error);
  return new KeystampError(state === 'rejected' ? 'activity_rejected' : 'activity_failed');
}

type Reports = {
  readonly put: (change: Partial<ProcedureRun>) => void;
  readonly end: (change: Partial<ProcedureRun>) => never;
  readonly hasLeft: () => boolean;
};

/** Follows activities to their ends, and shows how they are doing. */
function createFollowing(effects: FollowEffects, { put, end, hasLeft }: Reports) {
  async function followId(id: string, pauses: boolean, first?: EntryView): Promise<EntryView> {
    let last = first;
    const show = (entry: EntryView): void => {
      last = entry;
      put({ entry, state: stateOfStage(entry) === 'waiting' ? 'waiting' : 'going' });
    };
    if (first) show(first);
    const isStopped = () => hasLeft() || (pauses && stateOfStage(last) === 'waiting');
    await followEntryWithRetry(effects, id, show, isStopped);
    const state = stateOfStage(last);
    if (!last || isGoingOn(state)) return end({});
    if (state === 'done') return last;
    if (state === 'stopped') throw errorOf(last);
    return end({ state, error: last.error });
  }

  async function resume(id: string): Promise<EntryView | undefined> {
    for (;;) {
      try {
        return await followId(id, false);
      } catch (cause) {
        if (toKeystampError(cause).code !== 'activity_unknown') throw cause;
        const isOver = await isGone(effects, id);
        if (hasLeft()) return end({});
        if (isOver) return undefined;
        await new Promise<void>((resolve) => void effects.later(PENDING_MS, resolve));
      }
    }
  }

  return { followId, resume };
}

/** The stages of one run. What they report once the user has left isn't shown. */
function createStages<P extends ProcedureRun>(
  effects: FollowEffects,
  run: Signal<P | null>,
  hasLeft: () => boolean,
) {
  const put = (change: Partial<P> | Partial<ProcedureRun>): void => {
    const current = run.peek();
    if (!hasLeft() && current) run.value = { ...current, ...change };
  };
  const end = (change: Partial<ProcedureRun>): never => {
    put(change);
    throw new RunEnded();
  };

  const { followId, resume } = createFollowing(effects, { put, end, hasLeft });
  const stages: Stages<P> = {
    report: put,
    hasLeft,
    follow: async (begun, pauses = false) => {
      const first = await begun;
      return followId(first.id, pauses, first);
    },
    resume,
    disprove: async ({ id }, change) => {
      const isRecorded = await effects.client.call('activities_disprove', { id }).then(
        () => true,
        () => false,
      );
      put(change);
      return end({ state: 'disproved', isRecorded });
    },
  };
  return { stages, put };
}

/** One run at a time. What an earlier one, or one that was left, still has to say is ignored. */
export function createProcedure<P extends ProcedureRun>(effects: FollowEffects) {
  const run = signal<P | null>(null);
  let runNumber = 0;
  let isBusy = false;

  /** Carries out the stages and shows how far they come. Never rejects. */
  async function start(first: P, carryOut: (stages: Stages<P>) => Promise<void>): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    const ownRunNumber = ++runNumber;
    const hasLeft = (): boolean => ownRunNumber !== runNumber;
    run.value = first;
    const { stages, put } = createStages(effects, run, hasLeft);
    try {
      await carryOut(stages);
      put({ state: 'done' });
    } catch (error) {
      if (!(error instanceof RunEnded)) put({ state: 'stopped', error: toWire(error) });
    } finally {
      if (!hasLeft()) isBusy = false;
    }
  }

  /** The user left: nothing is reported anymore. */
  function leave(): void {
    runNumber++;
    isBusy = false;
  }

  return {
    run,
    start,
    leave,
    /** Forgets how far it came. */
    reset: (): void => {
      leave();
      run.value = null;
    },
  };
}
