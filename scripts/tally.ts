/*
 * How many tests passed, from the reports of the two runners. A run that didn't end well has at
 * least one failure, even when no test is to blame: a file that doesn't load, an uncaught error, no
 * report at all.
 */

export type Tally = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Tests that failed at first and passed on a retry. */
  readonly flaky: readonly string[];
};

/** The parts we read of vitest's JSON report. */
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
/** The parts we read of Playwright's JSON report. */
export type PlaywrightReport = {
  readonly stats: Readonly<Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>>;
  readonly suites: readonly Suite[];
};

const EMPTY_TALLY: Tally = { passed: 0, failed: 0, skipped: 0, flaky: [] };

const withExitCode = (tally: Tally, code: number): Tally => ({
  ...tally,
  failed: Math.max(tally.failed, code === 0 ? 0 : 1),
});

/** The result of a vitest run, from its report and exit code. */
export function tallyVitest(report: VitestReport | undefined, code: number): Tally {
  if (!report) return { ...EMPTY_TALLY, failed: 1 };
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests, numTodoTests } = report;
  return withExitCode({ passed, failed, skipped: numPendingTests + numTodoTests, flaky: [] }, code);
}

function flakyTests({ specs = [], suites = [] }: Suite): readonly string[] {
  const here = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  return [...here.map(({ file, title }) => `${file}: ${title}`), ...suites.flatMap(flakyTests)];
}

/** The result of a Playwright run, from its report and exit code. */
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
