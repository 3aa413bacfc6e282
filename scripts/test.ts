import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from './build.ts';
import { lint } from './lint.ts';
import { elapsed, fail, step, StepError } from './progress.mjs';
import { builtService } from '../test/service/built-service.ts';
import { removeFormerBuilds } from '../test/service/former-builds.ts';
import { webExtLint } from './release/web-ext.ts';
import {
  tallyPlaywright,
  sumTallies,
  tallyVitest,
  type PlaywrightReport,
  type Tally,
  type VitestReport,
} from './tally.ts';
import { ROOT, runToolShown } from './tool.ts';

const HELP = `npm test [-- FILTER…]

Without a filter: builds for both browsers, runs types, style and format checks, web-ext's lint of
the Firefox build, and all tests: without a browser (vitest), then in real ones (Playwright).
With filters (parts of paths): builds, then runs only the test files whose path contains one of them.
.output/test/report shows the browser tests, with a trace of each that failed.
The last line is the count: N passed, N failed.`;

const FOLDER = join(ROOT, '.output', 'test');
const UNIT_FILES = 'test/**/*.{test.ts,test.tsx,browser.ts}';
const BROWSER_FILES = 'test/**/*.{e2e,firefox}.ts';

/** The test files of a kind whose path contains a filter; all of them without filters. */
function matchingFiles(kind: string, filters: readonly string[]): readonly string[] {
  const paths = globSync(kind, { cwd: ROOT }).map((path) => path.replaceAll('\\', '/'));
  return paths.filter((path) => filters.length === 0 || filters.some((one) => path.includes(one)));
}

/** Environment variables. */
type Settings = Readonly<Record<string, string>>;

/** Runs a runner with its own output shown; returns its exit code and its report. */
async function runWithReport<T>(
  name: string,
  args: readonly string[],
  settings: Settings,
): Promise<readonly [report: T | undefined, code: number]> {
  const results = join(FOLDER, `${name}.json`);
  mkdirSync(FOLDER, { recursive: true });
  rmSync(results, { force: true });
  const code = await runToolShown(name, args, { KEYSTAMP_RESULTS: results, ...settings });
  try {
    return [JSON.parse(readFileSync(results, 'utf8')) as T, code];
  } catch {
    return [undefined, code];
  }
}

export const runVitest = async (files: readonly string[], settings: Settings): Promise<Tally> =>
  tallyVitest(...(await runWithReport<VitestReport>('vitest', ['run', ...files], settings)));

const runPlaywright = async (files: readonly string[], settings: Settings): Promise<Tally> =>
  tallyPlaywright(
    ...(await runWithReport<PlaywrightReport>('playwright', ['test', ...files], settings)),
  );

/** Runs the tests that match the filters, in the runners that have them. */
async function runTests(filters: readonly string[]): Promise<Tally> {
  const [unitFiles, browserFiles] = [UNIT_FILES, BROWSER_FILES].map((kind) =>
    matchingFiles(kind, filters),
  );
  if (!unitFiles?.length && !browserFiles?.length) {
    throw new StepError(`No test file has ${filters.join(' or ')} in its path.`);
  }
  const isWhole = filters.length === 0;
  const settings = isWhole ? { KEYSTAMP_PICTURES: 'none' } : {};
  const tallies: Tally[] = [];
  if (unitFiles?.length) tallies.push(await runVitest(isWhole ? [] : unitFiles, settings));
  if (browserFiles?.length) {
    tallies.push(await runPlaywright(isWhole ? [] : browserFiles, settings));
  }
  return sumTallies(tallies);
}

/** The Firefox build is the same for the store: only Chromium's has what the store refuses. */
async function lintWebExt(): Promise<void> {
  const warnings = await webExtLint(join(ROOT, '.output', 'firefox-mv3'));
  for (const warning of warnings) console.log(`  ! ${warning}`);
}

/** Runs one gate; a failure is shown at once and counted, and the rest still runs. */
async function runGate(work: () => Promise<void>, failures: string[]): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    console.error(`\n${error.message}\n`);
    failures.push(error.message);
  }
}

/** Builds, checks and tests; a check that failed counts as a test that failed. */
export async function runSuite(filters: readonly string[]): Promise<Tally> {
  const failures: string[] = [];
  await build();
  await step('building the service for its tests', async () => {
    const programs = [await builtService('service'), await builtService('host')];
    // Only here: it loads the database's engine.
    const { migratedFile } = await import('../test/service/empty-cluster.ts');
    removeFormerBuilds(FOLDER, [...programs.map((path) => dirname(path)), migratedFile()]);
  });
  // Beside the first tests, which wait for services that start and leave a core idle.
  const linting =
    filters.length === 0 && runGate(() => lint({ 'web-ext lint': lintWebExt }), failures);
  const tally = await runTests(filters);
  await linting;
  return {
    ...tally,
    failed: tally.failed + failures.length,
    failures: [...failures, ...tally.failures],
  };
}

async function main(filters: readonly string[]): Promise<void> {
  const started = performance.now();
  const { passed, failed, skipped, flaky, failures } = await runSuite(filters);
  console.log(`\nAll of it took ${elapsed(started)}.`);
  for (const test of flaky) console.log(`! passed only at the second try: ${test}`);
  for (const test of failures) console.log(`! failed: ${test}`);
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

if (import.meta.main) {
  const filters = process.argv.slice(2);
  if (filters.includes('--help')) console.log(HELP);
  else await main(filters).catch(fail);
}
