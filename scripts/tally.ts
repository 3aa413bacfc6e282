/*
 * How many tests passed, from the reports of the two runners. A run that did not end well has at
 * least one failure, also when no test is to blame: a file that does not load, an error that nobody
 * caught, no report at all.
 */

export type Tally = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Tests that failed first and passed when they were repeated. */
  readonly flaky: readonly string[];
};

/** vitest's JSON report, as far as it is read here. */
export type VitestReport = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
};

type Spec = {
  readonly title: string;
  readonly file: string;
  readonly tests: readonly { readonly status: string }[];
};
type Suite = {
  readonly title: string;
  readonly specs?: readonly Spec[];
  readonly suites?: readonly Suite[];
};
/** Playwright's JSON report, as far as it is read here. */
export type PlaywrightReport = {
  readonly stats: Readonly<Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>>;
  readonly suites: readonly Suite[];
};

const EMPTY_TALLY: Tally = { passed: 0, failed: 0, skipped: 0, flaky: [] };

const withExitCode = (tally: Tally, code: number): Tally => ({
  ...tally,
  failed: Math.max(tally.failed, code === 0 ? 0 : 1),
});

/** What a run of vitest came to, by its report and its exit code. */
export function tallyVitest(report: VitestReport | undefined, code: number): Tally {
  if (!report) return { ...EMPTY_TALLY, failed: 1 };
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests, numTodoTests } = report;
  return withExitCode({ passed, failed, skipped: numPendingTests + numTodoTests, flaky: [] }, code);
}

function flakyTests({ specs = [], suites = [] }: Suite): readonly string[] {
  const here = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  return [...here.map(({ file, title }) => `${file}: ${title}`), ...suites.flatMap(flakyTests)];
}

/** What a run of Playwright came to, by its report and its exit code. */
export function tallyPlaywright(report: PlaywrightReport | undefined, code: number): Tally {
  if (!report) return { ...EMPTY_TALLY, failed: 1 };
  const { expected, unexpected: failed, flaky, skipped } = report.stats;
  const names = report.suites.flatMap(flakyTests);
  return withExitCode({ passed: expected + flaky, failed, skipped, flaky: names }, code);
}

/** Several runs as one. */
export const sumTallies = (tallies: readonly Tally[]): Tally =>
  tallies.reduce(
    (one, other) => ({
      passed: one.passed + other.passed,
      failed: one.failed + other.failed,
      skipped: one.skipped + other.skipped,
      flaky: [...one.flaky, ...other.flaky],
    }),
    EMPTY_TALLY,
  );
