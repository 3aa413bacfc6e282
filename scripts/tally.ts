import { stripVTControlCharacters } from 'node:util';

/*
 * How many tests passed, from the reports of the two runners. A run that didn't end well has at
 * least one failure, even when no test is to blame: a file that doesn't load, an uncaught error, no
 * report at all.
 */

export type Tally = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Tests that failed at first and passed on a retry, each with what went wrong. */
  readonly flaky: readonly string[];
  /** Tests that failed, each with what went wrong. */
  readonly failures: readonly string[];
};

/** The parts we read of vitest's JSON report. */
export type VitestReport = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
};

type Spec = {
  readonly title: string;
  readonly file: string;
  readonly tests: readonly {
    readonly status: string;
    readonly results: readonly {
      readonly errors: readonly { readonly message?: string; readonly location?: Location }[];
    }[];
  }[];
};
type Location = { readonly file: string; readonly line: number };
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

const EMPTY_TALLY: Tally = { passed: 0, failed: 0, skipped: 0, flaky: [], failures: [] };

const SILENT_FAILURE = 'the run itself, by an error outside of its tests: its output says which';

/** A runner also fails when no test did: an error that escaped all of them is named here. */
function withExitCode(tally: Tally, code: number): Tally {
  if (code === 0) return tally;
  const { failed, failures } = tally;
  const isSilent = failed === 0 && failures.length === 0;
  return {
    ...tally,
    failed: Math.max(failed, 1),
    failures: isSilent ? [SILENT_FAILURE] : failures,
  };
}

/** Of a long message, such as a whole page’s text, this many lines. */
const MESSAGE_LINES = 12;

/** A failed test in a few lines, for whoever has only the end of the output. */
function toFailure(name: string, messages: readonly string[]): string {
  const lines = messages.flatMap((message) =>
    stripVTControlCharacters(message)
      .split('\n')
      .filter((line) => line.trim())
      .slice(0, MESSAGE_LINES),
  );
  return [name, ...lines.map((line) => `    ${line}`)].join('\n');
}

/** The result of a vitest run, from its report and exit code. */
export function tallyVitest(report: VitestReport | undefined, code: number): Tally {
  if (!report) return { ...EMPTY_TALLY, failed: 1 };
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests, numTodoTests } = report;
  const skipped = numPendingTests + numTodoTests;
  // A file that doesn't load has no tests.
  const unloaded = report.testResults
    .filter(({ message }) => message)
    .map(({ name, message }) => toFailure(name, [message]));
  const failures = [...failedTests('failed', report), ...unloaded];
  return withExitCode(
    { passed, failed, skipped, flaky: failedTests('passed', report), failures },
    code,
  );
}

/** The tests that failed at least once and ended with a status: those that passed keep the errors of their first try. */
const failedTests = (ended: string, { testResults }: VitestReport): readonly string[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === ended && failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => toFailure(`${name}: ${fullName}`, failureMessages)),
  );

/** The tests that ended with a status, each with the errors of all its tries. */
function testsThatEnded(status: string, { specs = [], suites = [] }: Suite): readonly string[] {
  const here = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter((one) => one.status === status)
      .map(({ results }) =>
        toFailure(
          `${file}: ${title}`,
          results.flatMap(({ errors }) =>
            errors.map(({ message = '', location }) =>
              location ? `at line ${location.line} of ${location.file}\n${message}` : message,
            ),
          ),
        ),
      ),
  );
  return [...here, ...suites.flatMap((suite) => testsThatEnded(status, suite))];
}

/** The result of a Playwright run, from its report and exit code. */
export function tallyPlaywright(report: PlaywrightReport | undefined, code: number): Tally {
  if (!report) return { ...EMPTY_TALLY, failed: 1 };
  const { expected, unexpected: failed, flaky, skipped } = report.stats;
  const named = (status: string) => report.suites.flatMap((suite) => testsThatEnded(status, suite));
  return withExitCode(
    {
      passed: expected + flaky,
      failed,
      skipped,
      flaky: named('flaky'),
      failures: named('unexpected'),
    },
    code,
  );
}

/** Several runs as one. */
export const sumTallies = (tallies: readonly Tally[]): Tally =>
  tallies.reduce(
    (one, other) => ({
      passed: one.passed + other.passed,
      failed: one.failed + other.failed,
      skipped: one.skipped + other.skipped,
      flaky: [...one.flaky, ...other.flaky],
      failures: [...one.failures, ...other.failures],
    }),
    EMPTY_TALLY,
  );
