import { defineConfig } from 'vitest/config';

/** Two cores are what continuous integration has; more workers only slow each other there. */
const WORKERS = 2;

/** Where scripts/test.ts wants the report, when it is who runs this. */
const { KEYSTAMP_RESULTS: results } = process.env;

/** Tests without a browser; those with one are playwright.config.ts. */
export default defineConfig({
  // Tests see the environment they were started in, never a stray .env file.
  envDir: false,
  test: {
    name: 'unit',
    include: ['test/**/*.test.{ts,tsx}'],
    environment: 'node',
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: WORKERS,
    ...(results ? { reporters: ['default', ['json', { outputFile: results }]] } : {}),
  },
});
