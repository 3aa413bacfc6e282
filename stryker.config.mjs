import { areaOf } from './scripts/trials/areas.mjs';
import { SEED } from './scripts/trials/sample.mjs';

/*
 * Mutation tests, by `npm run trials -- --mutants`: what guards keys and decides who may do what is
 * changed in small ways, and each change must fail a test. One area a run: KEYSTAMP_AREA names it.
 */

const { name, mutate, sample, least } = areaOf(process.env['KEYSTAMP_AREA']);
const FOLDER = `.output/mutants/${name}`;

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './scripts/trials/sample.mjs'],
  checkers: sample ? ['sample'] : [],
  vitest: { configFile: 'vitest.config.ts' },
  mutate: [...mutate],
  coverageAnalysis: 'perTest',
  // It would be read by an interface that TypeScript 7 has no more; nothing in it matters here.
  tsconfigFile: 'none',
  concurrency: 2,
  timeoutMS: 20_000,
  // All tests of the area once, one after the other.
  dryRunTimeoutMinutes: 30,
  tempDirName: '.output/stryker',
  incremental: true,
  // What wasn't in one sample may be in another.
  incrementalFile: `${FOLDER}/incremental${sample ? `-${SEED}` : ''}.json`,
  reporters: ['clear-text', 'progress', 'html', 'json'],
  htmlReporter: { fileName: `${FOLDER}/report.html` },
  jsonReporter: { fileName: `${FOLDER}/report.json` },
  clearTextReporter: { allowColor: false, logTests: false, skipFull: true },
  thresholds: { high: 95, low: 90, break: least },
  ignorePatterns: ['.output', '.keystamp', '.wxt', 'node_modules'],
};
