import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.ts';
import { lint } from './lint.ts';
import { elapsed, fail, step, StepError } from './progress.mjs';
import { run } from './run.mjs';
import { ROOT } from './tool.ts';

const HELP = `npm test [-- FILTER…]

Without a filter: builds for both browsers, runs types, style and format checks, all tests (unit and
end to end in a real Chromium), and web-ext's lint of the Firefox build.
With filters (file names or vitest's options): builds, then runs only those tests.
The last line is the count: N passed, N failed.`;

const RESULTS = join(ROOT, '.output', 'test', 'results.json');

type Totals = { passed: number; failed: number; skipped: number };

type VitestReport = {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly { readonly status: string; readonly name: string }[];
};

/** Runs vitest with its own output shown, and counts from the report that it leaves. */
async function vitest(filters: readonly string[]): Promise<Totals> {
  rmSync(RESULTS, { force: true });
  mkdirSync(join(ROOT, '.output', 'test'), { recursive: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS}`];
  const code = await new Promise<number>((resolve) => {
    const bin = join(ROOT, 'node_modules', '.bin', 'vitest');
    const child = spawn(bin, ['run', ...reporters, ...filters], { cwd: ROOT, stdio: 'inherit' });
    child.on('error', () => resolve(127));
    child.on('close', (status) => resolve(status ?? 1));
  });
  return count(readReport(), code);
}

function readReport(): VitestReport | undefined {
  try {
    return JSON.parse(readFileSync(RESULTS, 'utf8')) as VitestReport;
  } catch {
    return undefined;
  }
}

/** A file that cannot even be loaded has no failed test of its own; it counts as one. */
function count(report: VitestReport | undefined, code: number): Totals {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const brokenFiles = report.testResults.filter(({ status }) => status === 'failed').length;
  const failed = Math.max(report.numFailedTests, brokenFiles, code === 0 ? 0 : 1);
  const skipped = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, failed, skipped };
}

type WebExtReport = {
  readonly summary: { readonly errors: number; readonly warnings: number };
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
};
type Finding = { readonly code: string; readonly message: string; readonly file?: string };

/** Mozilla's own check of the Firefox build: no errors; warnings are shown. */
async function webExtLint(): Promise<void> {
  const source = join(ROOT, '.output', 'firefox-mv3');
  const args = ['lint', '--source-dir', source, '--output', 'json', '--no-config-discovery'];
  const program = join(ROOT, 'node_modules', '.bin', 'web-ext');
  const { output } = await step('web-ext lint of the Firefox build', () =>
    run(program, args, ROOT),
  );
  const report = readWebExt(output);
  const say = (mark: string, { code, message, file }: Finding) =>
    `  ${mark} ${code}${file ? ` in ${file}` : ''}: ${message}`;
  for (const warning of report.warnings) console.log(say('!', warning));
  if (report.summary.errors === 0) return;
  throw new StepError(report.errors.map((error) => say('✗', error)).join('\n'));
}

/** web-ext ends with 1 when it found something, and may print words before its JSON. */
function readWebExt(output: string): WebExtReport {
  try {
    return JSON.parse(output.slice(output.indexOf('{'))) as WebExtReport;
  } catch {
    throw new StepError(`web-ext lint gave no report:\n${output.trim()}`);
  }
}

/** Runs one gate; its failure is shown at once and counted, and the rest still runs. */
async function gate(work: () => Promise<void>, failures: string[]): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    console.error(`\n${error.message}\n`);
    failures.push(error.message);
  }
}

async function main(filters: readonly string[]): Promise<void> {
  const started = performance.now();
  const failures: string[] = [];
  await build();
  if (filters.length === 0) await gate(lint, failures);
  const totals = await vitest(filters);
  if (filters.length === 0) await gate(webExtLint, failures);

  const failed = totals.failed + failures.length;
  console.log(`\nAll of it took ${elapsed(started)}.`);
  if (failures.length > 0) console.log(`${failures.length} check(s) outside the tests failed.`);
  const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
  console.log(`${totals.passed} passed, ${failed} failed${skipped}`);
  process.exitCode = failed === 0 && totals.passed > 0 ? 0 : 1;
}

const filters = process.argv.slice(2);
if (filters.includes('--help')) console.log(HELP);
else await main(filters).catch(fail);
