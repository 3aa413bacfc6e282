import { signal, type Signal } from '@preact/signals';
import { fromWire, KeystampError, toWire, type WireError } from '../../protocol/errors.ts';
import type { EntryView } from '../../protocol/outbox-entry.ts';
import { followEntryWithRetry, type FollowEffects } from '../components/follow-entry.ts';
import { isGoingOn, stateOfStage, type StageState } from './stage-state.ts';
import type { ActivityRequest, Submitter } from './submitter.ts';

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
  readonly follow: (first: EntryView, pauses?: boolean) => Promise<EntryView>;
  /** Has an activity stamped, and follows it. */
  readonly perform: (request: ActivityRequest, pauses?: boolean) => Promise<EntryView>;
  /** Marks an activity whose answer is false, and ends the run. */
  readonly disprove: (entry: EntryView, change: Partial<P>) => Promise<never>;
};

/** Thrown to end a run whose state has been reported. */
class RunEnded extends Error {}

/** The stages of one run. What they report once the user has left isn't shown. */
function createStages<P extends ProcedureRun>(
  effects: ProcedureEffects,
  run: Signal<P | null>,
  hasLeft: () => boolean,
) {
  const { client, submit } = effects;
  const put = (change: Partial<P> | Partial<ProcedureRun>): void => {
    const current = run.peek();
    if (!hasLeft() && current) run.value = { ...current, ...change };
  };
  const end = (change: Partial<ProcedureRun>): never => {
    put(change);
    throw new RunEnded();
  };

  async function follow(first: EntryView, pauses = false): Promise<EntryView> {
    let last = first;
    const show = (entry: EntryView): void => {
      last = entry;
      put({ entry, state: stateOfStage(entry) === 'waiting' ? 'waiting' : 'going' });
    };
    show(first);
    const isStopped = () => hasLeft() || (pauses && stateOfStage(last) === 'waiting');
    await followEntryWithRetry(effects, first.id, show, isStopped);
    const { error } = last;
    const state = stateOfStage(last);
    if (state === 'done') return last;
    if (state === 'stopped') {
      const code = last.state === 'rejected' ? 'activity_rejected' : 'activity_failed';
      throw error ? fromWire(error) : new KeystampError(code);
    }
    return end(isGoingOn(state) ? {} : { state, error });
  }

  const stages: Stages<P> = {
    report: put,
    hasLeft,
    follow,
    perform: async (request, pauses) => follow(await submit(request), pauses),
    disprove: async ({ id }, change) => {
      const isRecorded = await client.call('activities_disprove', { id }).then(
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
export function createProcedure<P extends ProcedureRun>(effects: ProcedureEffects) {
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
