import { expect } from 'playwright/test';
import { test } from './environment.ts';
import { describePlan, GROUP_SIZE, planGroup } from './fault-trials/plan.ts';
import { describeFindings, isClean, summarize } from './fault-trials/report.ts';
import { runTrials } from './fault-trials/run-trials.ts';

/*
 * Some of the fault trials (`npm run trials -- --faults`): the same seed, so the same faults, points
 * and stops each time.
 */

const SEED = 1;
const TRIALS = GROUP_SIZE;

// Browsers start again and again: on a busy machine that takes a multiple of its half minute.
test.describe.configure({ timeout: 300_000 });

test(`behavior: ${TRIALS} seeded fault trials: none lost, duplicated or stuck`, async () => {
  const report = await runTrials({
    seed: SEED,
    from: 0,
    count: TRIALS,
    lanes: 1,
    onResult: () => undefined,
    onProgress: () => undefined,
    onFailure: ({ plan, error }) => console.error(`${describePlan(plan)}: ${error}`),
  });
  const found = report.results.filter(({ findings }) => findings.length > 0);
  expect(found.map(describeFindings)).toEqual([]);
  expect(isClean(report), summarize(report)).toBe(true);
  expect(report.results).toHaveLength(TRIALS);
});

test.describe('the plan of the trials', () => {
  const groups = (seed: number) =>
    Array.from({ length: 27 }, (_, group) => planGroup(seed, group)).flat();
  const combinationOf = ({ fault, point, stop }: ReturnType<typeof groups>[number]) =>
    `${fault}, ${point}, ${stop}`;

  test('behavior: every combination of fault, point and stop comes once in 135 trials', () => {
    const plans = groups(SEED);
    expect(plans).toHaveLength(135);
    expect(new Set(plans.map(combinationOf)).size).toBe(135);
    expect(plans.map(({ index }) => index)).toEqual(plans.map((_, at) => at));
  });

  test('behavior: what is stopped together has one stop, all points, and faults of its own', () => {
    for (let group = 0; group < 27; group += 1) {
      const plans = planGroup(SEED, group);
      expect(plans).toHaveLength(GROUP_SIZE);
      expect(new Set(plans.map(({ stop }) => stop)).size).toBe(1);
      expect(new Set(plans.map(({ point }) => point)).size).toBe(GROUP_SIZE);
      const faults = new Set(plans.map(({ fault }) => fault));
      expect(faults.size).toBe(faults.has('clock skew') ? 1 : GROUP_SIZE);
    }
  });

  test('behavior: a seed always gives the same plans, and another seed others', () => {
    expect(groups(SEED)).toEqual(groups(SEED));
    expect(groups(SEED).map(combinationOf)).not.toEqual(groups(SEED + 1).map(combinationOf));
  });
});
