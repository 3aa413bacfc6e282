import { defineConfig } from 'playwright/test';
import { leftOut, takesTrials } from './test/trial-tag.ts';

/** Browser tests wait half of their time: four workers keep two cores busy, six are no faster. */
const WORKERS = 4;

const TEST_MS = 120_000;
const ACTION_MS = 30_000;
/** The default, five seconds, is less than a busy machine may stand still. */
const EXPECT_MS = 15_000;

const inCi = Boolean(process.env['CI']);

/** Where scripts/test.ts wants the report, when it is who runs this. */
const { KEYSTAMP_RESULTS: results } = process.env;

/** Tests in real browsers; they drive what `npm run build` made last. */
export default defineConfig({
  outputDir: '.output/test/artifacts',
  workers: WORKERS,
  timeout: TEST_MS,
  expect: { timeout: EXPECT_MS },
  forbidOnly: inCi,
  grepInvert: leftOut,
  retries: inCi ? 1 : 0,
  reporter: [
    [inCi ? 'dot' : 'list'],
    ['html', { outputFolder: '.output/test/report', open: 'never' }],
    ...(results ? [['json', { outputFile: results }] as const] : []),
  ],
  use: {
    actionTimeout: ACTION_MS,
    navigationTimeout: ACTION_MS,
    // Both hold for every browser that a test starts, also those of `launchKeystamp`. Snapshots would
    // run in the pages under test, hostile ones too, and each counts as a gesture of the user; a film
    // costs half as much time again. Actions, consoles, network and the last screens stay.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false },
    screenshot: 'only-on-failure',
    // Drawing what moves takes a sixth of the processor time.
    contextOptions: { reducedMotion: takesTrials ? 'no-preference' : 'reduce' },
  },
  projects: [
    // A Firefox keeps a core busy by itself. It goes first: at the end it would keep only one busy.
    { name: 'firefox', testDir: 'test/firefox', testMatch: '**/*.firefox.ts', workers: 1 },
    { name: 'chromium', testDir: 'test/e2e', testMatch: '**/*.e2e.ts' },
  ],
});
