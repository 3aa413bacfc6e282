import { setTimeout as sleep } from 'node:timers/promises';
import { isSettled } from '../../../src/activities/outbox/transitions.ts';
import { openLane, type Lane } from './lane.ts';
import { CallUnanswered } from './own-calls.ts';
import { GROUP_SIZE, planGroup, type TrialPlan } from './plan.ts';
import type { HarnessFailure, TrialsReport } from './report.ts';
import type { Finding } from './findings.ts';
import { submitRowOf } from '../../../src/protocol/operations.ts';
import { readEntry, runGroup } from './group.ts';
import type { TrialResult } from './trial.ts';

export type TrialsOptions = {
  readonly seed: number;
  /** Number of the first trial. */
  readonly from: number;
  readonly count: number;
  /** Browsers at a time, each with its own service. */
  readonly lanes: number;
  /** Called when a trial and what came of it afterwards is known. */
  readonly onResult: (result: TrialResult) => void;
  readonly onProgress: (done: number) => void;
  readonly onFailure: (failure: HarnessFailure) => void;
};

/** Trials in one browser profile: a fresh one keeps them alike. */
const TRIALS_PER_LANE = 135;
/** A second try tells a failure of the harness from one that comes with the trial. */
const MAX_TRIES = 2;
/** Nothing of a trial lasts so long: a browser or a page of the harness doesn't answer. */
const TRIAL_MS = 240_000;

/** The operation of all trials: web pages may ask for it, and it can be done again and again. */
const OPERATION = 'update_wallet';

function trialRow() {
  const row = submitRowOf(OPERATION);
  if (!row) throw new Error(`no operation ${OPERATION}`);
  return row;
}

async function withDeadline<T>(work: Promise<T>): Promise<T> {
  const timeout = new AbortController();
  const late = sleep(TRIAL_MS, undefined, { signal: timeout.signal }).then(() => {
    throw new Error('no end of the trial in four minutes');
  });
  late.catch(() => undefined);
  return Promise.race([work, late]).finally(() => timeout.abort());
}

const describeError = (error: unknown) =>
  error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error);

/** What a trial's entries became after it was over: a final state stays, and so do the effects. */
async function judgeAfterwards(lane: Lane, result: TrialResult): Promise<TrialResult> {
  const findings: Finding[] = [...result.findings];
  for (const { id, name } of result.subjects) {
    const entry = await readEntry(lane, id);
    const { effects } = await lane.service.count(lane.type, name);
    if (!entry) findings.push({ kind: 'lost', text: 'the entry is gone at the end' });
    else if (result.ms !== null && !isSettled(entry.state))
      findings.push({ kind: 'rule', text: `settled, and ${entry.state} at the end` });
    if (effects > 1) findings.push({ kind: 'duplicated', text: `${effects} effects at the end` });
  }
  return { ...result, findings };
}

/** What a group of trials comes to when the worker doesn't answer its pages. */
const unanswered = (plans: readonly TrialPlan[], name: string): readonly TrialResult[] =>
  plans.map((plan) => ({
    plan,
    findings: [{ kind: 'stuck', text: `the worker doesn’t answer ${name}` }],
    ms: null,
    state: null,
    pointReached: true,
    subjects: [],
  }));

type Handlers = {
  readonly onResults: (results: readonly TrialResult[]) => void;
  readonly onFailure: (failure: HarnessFailure) => void;
};

/** Browsers one after the other, each for some groups. */
function createLanes(onResults: Handlers['onResults']) {
  let lane: Lane | undefined;
  let inLane: TrialResult[] = [];
  const end = async (): Promise<void> => {
    const [ending, results] = [lane, inLane];
    [lane, inLane] = [undefined, []];
    if (!ending) return;
    const judged: TrialResult[] = [];
    for (const result of results) {
      judged.push(await judgeAfterwards(ending, result).catch(() => result));
    }
    onResults(judged);
    await ending.close().catch(() => undefined);
  };
  return {
    end,
    run: async (plans: readonly TrialPlan[]): Promise<readonly TrialResult[]> => {
      lane ??= await openLane(trialRow());
      const results = await withDeadline(runGroup(lane, plans));
      inLane.push(...results);
      // What a trial left behind must not disturb the next one.
      const isClean = results.every(({ findings }) => findings.length === 0);
      if (!isClean || inLane.length >= TRIALS_PER_LANE) await end();
      return results;
    },
  };
}

/** Runs one group; a failure of the harness gets a second try in a new browser. */
async function tryGroup(
  lanes: ReturnType<typeof createLanes>,
  plans: readonly TrialPlan[],
  { onResults, onFailure }: Handlers,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await lanes.run(plans);
      return;
    } catch (error) {
      await lanes.end();
      if (error instanceof CallUnanswered) return onResults(unanswered(plans, error.message));
      const [plan] = plans;
      if (plan && tries === MAX_TRIES) return onFailure({ plan, error: describeError(error) });
    }
  }
}

/** Runs the trials of a seed, in whole groups. Plans don't depend on how many run at a time. */
export async function runTrials(options: TrialsOptions): Promise<TrialsReport> {
  const { seed, from, count, lanes, onProgress } = options;
  const failures: HarnessFailure[] = [];
  const results: TrialResult[] = [];
  const end = Math.ceil((from + count) / GROUP_SIZE);
  let group = Math.floor(from / GROUP_SIZE);
  const handlers: Handlers = {
    onResults: (some) => {
      results.push(...some);
      some.forEach(options.onResult);
      onProgress(results.length);
    },
    onFailure: (failure) => {
      failures.push(failure);
      options.onFailure(failure);
    },
  };
  const runLane = async (): Promise<void> => {
    const own = createLanes(handlers.onResults);
    while (group < end) await tryGroup(own, planGroup(seed, group++), handlers);
    await own.end();
  };
  await Promise.all(Array.from({ length: Math.min(lanes, end - group) }, runLane));
  return { results: results.sort((a, b) => a.plan.index - b.plan.index), failures };
}
