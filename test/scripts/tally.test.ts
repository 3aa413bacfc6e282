import { describe, expect, test } from 'vitest';
import {
  tallyPlaywright,
  sumTallies,
  tallyVitest,
  type PlaywrightReport,
  type VitestReport,
} from '../../scripts/tally.ts';

const vitestReport = (more: Partial<VitestReport> = {}): VitestReport => ({
  numPassedTests: 7,
  numFailedTests: 0,
  numPendingTests: 2,
  numTodoTests: 1,
  testResults: [],
  ...more,
});

const playwrightReport = (stats: Partial<PlaywrightReport['stats']> = {}): PlaywrightReport => ({
  stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 0, ...stats },
  suites: [],
});

describe('tallyVitest', () => {
  test('behavior: counts passed, failed and skipped tests', () => {
    const report = vitestReport({ numFailedTests: 2 });
    expect(tallyVitest(report, 1)).toEqual({
      passed: 7,
      failed: 2,
      skipped: 3,
      flaky: [],
      failures: [],
    });
  });

  test('behavior: names each failed test, and each file that doesn’t load, with what went wrong', () => {
    const assertion = (fullName: string, status: string, ...failureMessages: string[]) => ({
      fullName,
      status,
      failureMessages,
    });
    const report = vitestReport({
      testResults: [
        {
          name: 'test/a.test.ts',
          message: '',
          assertionResults: [
            assertion('lock holds', 'passed'),
            assertion(
              'lock opens',
              'failed',
              `\u001B[31mexpected 1\u001B[39m\n\n${'more\n'.repeat(99)}`,
            ),
          ],
        },
        { name: 'test/b.test.ts', message: 'no such module', assertionResults: [] },
      ],
    });
    const { failures } = tallyVitest(report, 1);
    expect(failures.map((failure) => failure.split('\n').slice(0, 2))).toEqual([
      ['test/a.test.ts: lock opens', '    expected 1'],
      ['test/b.test.ts', '    no such module'],
    ]);
    expect(failures[0]?.split('\n')).toHaveLength(13);
  });

  test('behavior: names each test that passed only at its second try, with what went wrong at the first', () => {
    const tests = [
      { fullName: 'lock holds', status: 'passed', failureMessages: [] },
      { fullName: 'lock opens', status: 'passed', failureMessages: ['expected 1'] },
    ];
    const testResults = [{ name: 'test/a.test.ts', message: '', assertionResults: tests }];
    const { flaky, failures } = tallyVitest(vitestReport({ testResults }), 0);
    expect(flaky).toEqual(['test/a.test.ts: lock opens\n    expected 1']);
    expect(failures).toEqual([]);
  });

  test('error: a run that ended badly without a failed test has one failure', () => {
    const failures = [expect.stringContaining('outside of its tests')];
    expect(tallyVitest(vitestReport(), 1)).toMatchObject({ passed: 7, failed: 1, failures });
  });

  test('error: no report is a failure, whatever the exit code says', () => {
    expect(tallyVitest(undefined, 0)).toMatchObject({ passed: 0, failed: 1 });
  });
});

describe('tallyPlaywright', () => {
  test('behavior: counts passed, failed and skipped tests', () => {
    const report = playwrightReport({ unexpected: 2, skipped: 4 });
    expect(tallyPlaywright(report, 1)).toMatchObject({ passed: 5, failed: 2, skipped: 4 });
  });

  test('behavior: a test that passed on the second try counts once, and is named', () => {
    const spec = (title: string, status: string) => ({
      title,
      file: 'test/e2e/popup.e2e.ts',
      tests: [
        {
          status,
          results: [
            {
              errors:
                status === 'expected'
                  ? []
                  : [{ message: 'no lock', location: { file: 'lock.ts', line: 7 } }],
            },
          ],
        },
      ],
    });
    const suites = [
      {
        title: 'popup.e2e.ts',
        specs: [spec('opens', 'expected')],
        suites: [{ title: 'a lock', specs: [spec('locks', 'flaky'), spec('waits', 'unexpected')] }],
      },
    ];
    const report = { ...playwrightReport({ expected: 1, flaky: 1, unexpected: 1 }), suites };
    expect(tallyPlaywright(report, 1)).toEqual({
      passed: 2,
      failed: 1,
      skipped: 0,
      flaky: ['test/e2e/popup.e2e.ts: locks\n    at line 7 of lock.ts\n    no lock'],
      failures: ['test/e2e/popup.e2e.ts: waits\n    at line 7 of lock.ts\n    no lock'],
    });
  });

  test('error: a run that ended badly without a failed test has one failure', () => {
    expect(tallyPlaywright(playwrightReport(), 1)).toMatchObject({ passed: 5, failed: 1 });
  });

  test('error: no report is a failure, whatever the exit code says', () => {
    expect(tallyPlaywright(undefined, 0)).toMatchObject({ passed: 0, failed: 1 });
  });
});

describe('sumTallies', () => {
  test('behavior: adds up, and keeps every name', () => {
    const one = { passed: 1, failed: 2, skipped: 3, flaky: ['a'], failures: [] };
    const other = { passed: 10, failed: 20, skipped: 30, flaky: ['b', 'c'], failures: ['d'] };
    expect(sumTallies([one, other])).toEqual({
      passed: 11,
      failed: 22,
      skipped: 33,
      flaky: ['a', 'b', 'c'],
      failures: ['d'],
    });
  });
});
