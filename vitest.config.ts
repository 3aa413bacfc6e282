import { defineConfig } from 'vitest/config';

/** Two cores are what continuous integration has; more workers only slow each other there. */
const WORKERS = 2;

const E2E_TIMEOUT_MS = 120_000;

export default defineConfig({
  // Tests see the environment they were started in, never a stray .env file.
  envDir: false,
  test: {
    maxWorkers: WORKERS,
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
          include: ['test/e2e/**/*.e2e.ts'],
          environment: 'node',
          testTimeout: E2E_TIMEOUT_MS,
          hookTimeout: E2E_TIMEOUT_MS,
          // One browser at a time: timings stay honest and a failure has one cause.
          fileParallelism: false,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
