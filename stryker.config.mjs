/**
 * Mutation tests, by `npm run trials -- --mutants`: what guards keys and decides who may do what is
 * changed in small ways, and each change must fail a test.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.config.ts' },
  mutate: [
    'src/{vault,crypto,activities,permissions}/**/*.ts',
    'src/messaging/{access,server,wire,line,calls}.ts',
    'src/messaging/page/*.ts',
    'src/service/{authentication,api-key-stamp,passkey-stamp,assertion,credentials,read-session}.ts',
  ],
  coverageAnalysis: 'perTest',
  // It would be read by an interface that TypeScript 7 has no more; nothing in it matters here.
  tsconfigFile: 'none',
  concurrency: 2,
  timeoutMS: 20_000,
  // All tests once, one after the other.
  dryRunTimeoutMinutes: 30,
  tempDirName: '.output/stryker',
  incremental: true,
  incrementalFile: '.output/mutants/incremental.json',
  reporters: ['clear-text', 'progress', 'html', 'json'],
  htmlReporter: { fileName: '.output/mutants/report.html' },
  jsonReporter: { fileName: '.output/mutants/report.json' },
  clearTextReporter: { allowColor: false, logTests: false, skipFull: true },
  thresholds: { high: 95, low: 90, break: 90 },
  ignorePatterns: ['.output', '.keystamp', '.wxt', 'node_modules'],
};
