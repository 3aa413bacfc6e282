import type { Stray } from './stray-errors.ts';

/*
 * A browser on a busy machine sometimes fails a test that holds. A run of thousands of tests may
 * therefore try a few failed browser tests once more, in a fresh process, and says so. Unit tests
 * have no such excuse: their first failure counts.
 */

/** More failed files than this are no accident. */
const MOST_FILES = 3;
const BROWSER_TEST = /\.(?:e2e|firefox)\.ts$/;
const MESSAGE_LENGTH = 600;

export type TestReport = {
  readonly fullName: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
};
export type FileReport = {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly TestReport[];
};
/** What a vitest process left behind. */
export type Run = {
  /** Null when there is no readable report. */
  readonly files: readonly FileReport[] | null;
  readonly strays: readonly Stray[];
  readonly code: number;
};
export type Totals = { readonly passed: number; readonly failed: number; readonly skipped: number };
/** Something that failed first and passed then. */
export type Late = { readonly file: string; readonly name: string; readonly message: string };

const isBroken = ({ status }: FileReport): boolean => status !== 'passed';

/** The files to run once more; none when this run cannot be saved by it. */
export function filesToRepeat({ files, strays }: Run): readonly string[] {
  const broken = (files ?? []).filter(isBroken).map(({ name }) => name);
  const accident =
    broken.length <= MOST_FILES &&
    broken.every((name) => BROWSER_TEST.test(name)) &&
    strays.every(({ file }) => file !== null && broken.includes(file));
  return accident ? broken : [];
}

const countOf = (files: readonly FileReport[], holds: (status: string) => boolean): number =>
  files.flatMap((file) => file.assertionResults).filter(({ status }) => holds(status)).length;

/** A file that cannot even be loaded has no failed test of its own; it counts as one. */
function failedIn(file: FileReport): number {
  const tests = countOf([file], (status) => status === 'failed');
  return Math.max(tests, isBroken(file) ? 1 : 0);
}

/** A run that did not end well has at least one failure, also when no test is to blame. */
export function totalsOf({ files, code }: Run): Totals {
  if (!files) return { passed: 0, failed: 1, skipped: 0 };
  const failed = files.reduce((all, file) => all + failedIn(file), 0);
  return {
    passed: countOf(files, (status) => status === 'passed'),
    failed: Math.max(failed, code === 0 ? 0 : 1),
    skipped: countOf(files, (status) => status !== 'passed' && status !== 'failed'),
  };
}

const short = (text: string): string =>
  text.length > MESSAGE_LENGTH ? `${text.slice(0, MESSAGE_LENGTH)}…` : text;

/** Everything of a broken file that has to pass now: its failed tests, or the file as a whole. */
function failuresOf({ name: file, message, assertionResults }: FileReport): readonly Late[] {
  const tests = assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName: name, failureMessages: [first = ''] }) => ({
      file,
      name,
      message: short(first),
    }));
  return tests.length > 0 ? tests : [{ file, name: 'its set-up', message: short(message) }];
}

/** A test that failed first must be there and pass; that it is gone or skipped is no success. */
function passes({ name }: Late, first: FileReport, again: FileReport | undefined): boolean {
  if (!again || isBroken(again)) return false;
  const ofTest = first.assertionResults.some(({ fullName }) => fullName === name);
  const test = again.assertionResults.find(({ fullName }) => fullName === name);
  return !ofTest || test?.status === 'passed';
}

/** The first run with the repeated files in the place of their first tries. Each test counts once. */
export function afterRepeat(
  first: Run,
  second: Run,
): { readonly totals: Totals; readonly late: readonly Late[] } {
  const again = ({ name }: FileReport) => second.files?.find((file) => file.name === name);
  const broken = (first.files ?? []).filter(isBroken);
  const late = broken.flatMap((file) =>
    failuresOf(file).filter((failure) => passes(failure, file, again(file))),
  );
  const lost = broken.flatMap(failuresOf).length - late.length;
  const merged = (first.files ?? []).map((file) => (isBroken(file) ? (again(file) ?? file) : file));
  const totals = totalsOf({ ...second, files: merged });
  return { totals: { ...totals, failed: Math.max(totals.failed, lost) }, late };
}
