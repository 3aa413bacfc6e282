import { describe, expect, test } from 'vitest';
import {
  afterRepeat,
  filesToRepeat,
  totalsOf,
  type FileReport,
  type Run,
} from '../../scripts/second-try.ts';

/** A file whose tests are written `name: status`. */
function file(name: string, tests: Readonly<Record<string, string>>, status?: string): FileReport {
  const assertionResults = Object.entries(tests).map(([fullName, state]) => ({
    fullName,
    status: state,
    failureMessages: state === 'failed' ? [`${fullName} went wrong`] : [],
  }));
  const worst = Object.values(tests).includes('failed') ? 'failed' : 'passed';
  return { name, status: status ?? worst, message: '', assertionResults };
}

const run = (files: readonly FileReport[] | null, strays: Run['strays'] = []): Run => ({
  files,
  strays,
  code: files?.every(({ status }) => status === 'passed') && strays.length === 0 ? 0 : 1,
});

const UNIT = '/k/test/vault/lock.test.ts';
const POPUP = '/k/test/e2e/popup.e2e.ts';
const KEYS = '/k/test/e2e/keys.e2e.ts';

const good = file(UNIT, { a: 'passed', b: 'passed', c: 'skipped' });
const failed = file(POPUP, { opens: 'failed', closes: 'passed' });

describe('filesToRepeat', () => {
  test('behavior: exactly the browser tests that failed', () => {
    expect(filesToRepeat(run([good, failed, file(KEYS, { k: 'passed' })]))).toEqual([POPUP]);
  });

  test('behavior: none of a good run', () => {
    expect(filesToRepeat(run([good]))).toEqual([]);
  });

  test('behavior: a test in Firefox is one of a browser', () => {
    const one = '/k/test/firefox/content-world.firefox.ts';
    expect(filesToRepeat(run([file(one, { a: 'failed' })]))).toEqual([one]);
  });

  test('error: not when a unit test failed too', () => {
    expect(filesToRepeat(run([file(UNIT, { a: 'failed' }), failed]))).toEqual([]);
  });

  test('error: not when more than three files failed', () => {
    const many = [1, 2, 3, 4].map((n) => file(`/k/test/e2e/${n}.e2e.ts`, { a: 'failed' }));
    expect(filesToRepeat(run(many))).toEqual([]);
    expect(filesToRepeat(run(many.slice(1)))).toHaveLength(3);
  });

  test('error: not when an error elsewhere was caught by no test', () => {
    expect(filesToRepeat(run([good, failed], [{ message: 'm', file: UNIT }]))).toEqual([]);
    expect(filesToRepeat(run([good, failed], [{ message: 'm', file: null }]))).toEqual([]);
    expect(filesToRepeat(run([good, failed], [{ message: 'm', file: POPUP }]))).toEqual([POPUP]);
  });

  test('error: not without a report', () => {
    expect(filesToRepeat(run(null))).toEqual([]);
  });
});

describe('totalsOf', () => {
  test('behavior: counts tests', () => {
    expect(totalsOf(run([good, failed]))).toEqual({ passed: 3, failed: 1, skipped: 1 });
  });

  test('error: a file that does not load counts as a failure', () => {
    expect(totalsOf(run([good, file(KEYS, {}, 'failed')])).failed).toBe(1);
  });

  test('error: an error that no test caught counts as a failure', () => {
    expect(totalsOf(run([good], [{ message: 'm', file: UNIT }])).failed).toBe(1);
  });

  test('error: no report is a failure', () => {
    expect(totalsOf(run(null))).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe('afterRepeat', () => {
  test('behavior: what passes then is counted once and named with its first failure', () => {
    const again = run([file(POPUP, { opens: 'passed', closes: 'passed' })]);
    expect(afterRepeat(run([good, failed]), again)).toEqual({
      totals: { passed: 4, failed: 0, skipped: 1 },
      late: [{ file: POPUP, name: 'opens', message: 'opens went wrong' }],
    });
  });

  test('behavior: a file that loads only then is named', () => {
    const broken = { ...file(POPUP, { opens: 'skipped' }, 'failed'), message: 'no browser' };
    expect(afterRepeat(run([broken]), run([file(POPUP, { opens: 'passed' })]))).toEqual({
      totals: { passed: 1, failed: 0, skipped: 0 },
      late: [{ file: POPUP, name: 'its set-up', message: 'no browser' }],
    });
  });

  test('error: a test that fails twice has failed', () => {
    const { totals, late } = afterRepeat(run([good, failed]), run([failed]));
    expect(totals).toEqual({ passed: 3, failed: 1, skipped: 1 });
    expect(late).toEqual([]);
  });

  test('error: another failure the second time is a failure', () => {
    const other = file(POPUP, { opens: 'passed', closes: 'failed' });
    expect(afterRepeat(run([good, failed]), run([other])).totals.failed).toBe(1);
  });

  test.each([
    ['skipped', file(POPUP, { opens: 'skipped', closes: 'passed' })],
    ['gone', file(POPUP, { closes: 'passed' })],
  ])('error: a failed test that is %s the second time has failed', (_, again) => {
    const { totals, late } = afterRepeat(run([good, failed]), run([again]));
    expect(totals.failed).toBe(1);
    expect(late).toEqual([]);
  });

  test('error: a second run that leaves no report has failed', () => {
    expect(afterRepeat(run([good, failed]), run(null)).totals.failed).toBe(1);
  });

  test('error: a second run that ends badly has failed', () => {
    const again = { ...run([file(POPUP, { opens: 'passed', closes: 'passed' })]), code: 1 };
    expect(afterRepeat(run([good, failed]), again).totals.failed).toBe(1);
  });
});
