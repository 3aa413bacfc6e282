import { expect } from 'playwright/test';
import { test } from './environment.ts';
import { EVENTS, planPageTrial } from './page-trials/plan.ts';
import {
  describePageFindings,
  runPageTrials,
  summarizePageTrials,
} from './page-trials/run-page-trials.ts';
import { trialUnless } from '../trial-tag.ts';

/*
 * Some of the trials of the channel between pages and worker (`npm run trials -- --pages`): each
 * event around an approval, at the same moments each time.
 */

const SEED = 1;

test.describe.configure({ timeout: 600_000 });

test(
  'behavior: around an approval anything happens: every promise settles, nothing is doubled or lost',
  trialUnless(false),
  async () => {
    const count = 2 * EVENTS.length;
    const report = await runPageTrials({ seed: SEED, from: 0, count, onResult: () => undefined });
    const found = report.results.filter(({ findings }) => findings.length > 0);
    expect(found.map(describePageFindings)).toEqual([]);
    expect(report.failures, summarizePageTrials(report)).toEqual([]);
    expect(report.results).toHaveLength(count);
  },
);

test('behavior: a seed always gives the same trials, with every event, and another seed others', () => {
  const plans = (seed: number) => EVENTS.map((_, index) => planPageTrial(seed, index));
  expect(plans(SEED)).toEqual(plans(SEED));
  expect(plans(SEED)).not.toEqual(plans(SEED + 1));
  expect(new Set(plans(SEED).map(({ event }) => event)).size).toBe(EVENTS.length);
});
