import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';
import { strayErrors } from './scripts/stray-errors.ts';

/** Two cores are what continuous integration has; more workers only slow each other there. */
const WORKERS = 2;

const E2E_TIMEOUT_MS = 120_000;

/** Where scripts/test.ts wants reports, when it is who runs this. */
const { KEYSTAMP_RESULTS: results, KEYSTAMP_STRAYS: strays } = process.env;

export default defineConfig({
  // Tests see the environment they were started in, never a stray .env file.
  envDir: false,
  test: {
    maxWorkers: WORKERS,
    sequence: { sequencer: LongestFirst },
    ...(results && strays
      ? { reporters: ['default', ['json', { outputFile: results }], strayErrors(strays)] }
      : {}),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.{ts,tsx}'],
          environment: 'node',
          testTimeout: 20_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.e2e.ts', 'test/firefox/**/*.firefox.ts'],
          environment: 'node',
          testTimeout: E2E_TIMEOUT_MS,
          hookTimeout: E2E_TIMEOUT_MS,
          // The default, one second, is less than a busy machine may stand still.
          expect: { poll: { timeout: 15_000 } },
          setupFiles: ['test/e2e/failures.ts'],
          // The set-up file looks at failed pages before the specs' own hooks close them.
          sequence: { groupOrder: 1, hooks: 'list' },
        },
      },
    ],
  },
});
