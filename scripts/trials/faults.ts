import { parseArgs } from 'node:util';
import {
  describeFindings,
  isClean,
  summarize,
  type HarnessFailure,
} from '../../test/e2e/fault-trials/report.ts';
import { commandFor, describePlan } from '../../test/e2e/fault-trials/plan.ts';
import { runTrials } from '../../test/e2e/fault-trials/run-trials.ts';
import type { TrialResult } from '../../test/e2e/fault-trials/trial.ts';
import { StepError } from '../progress.mjs';

const OPTIONS = {
  count: { type: 'string', default: '1000' },
  seed: { type: 'string', default: '1' },
  from: { type: 'string', default: '0' },
  lanes: { type: 'string', default: '2' },
} as const;

/** A whole number of the command line. Throws a `StepError` that says which is wrong. */
export function readNumber(name: string, text: string, minimum: number): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= minimum) return number;
  throw new StepError(`--${name} takes a whole number from ${minimum}, not ${text}.`);
}

function showResult(result: TrialResult): void {
  if (result.findings.length > 0) console.log(describeFindings(result));
}

function showFailure({ plan, error }: HarnessFailure): void {
  console.log(`harness failed: ${describePlan(plan)}\n  ${error}\n  ${commandFor(plan)}`);
}

/**
 * `npm run trials -- --faults`: activities under faults and stops, in the built extension and against
 * the real service. Fails if one was lost, duplicated or stuck, and if the harness itself failed.
 */
export async function tryFaults(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const since = Date.now();
  const report = await runTrials({
    seed: readNumber('seed', values.seed, 0),
    from: readNumber('from', values.from, 0),
    count: readNumber('count', values.count, 1),
    lanes: readNumber('lanes', values.lanes, 1),
    onResult: showResult,
    onProgress: (done) => {
      const minutes = ((Date.now() - since) / 60_000).toFixed(1);
      console.log(`${done} trials after ${minutes} min`);
    },
    onFailure: showFailure,
  });
  console.log(summarize(report));
  if (!isClean(report)) throw new StepError('The fault trials found something, see above.');
}
