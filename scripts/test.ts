import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from './build.ts';
import { lint } from './lint.ts';
import { elapsed, fail, StepError } from './progress.mjs';
import { run } from './run.mjs';
import {
  afterRepeat,
  filesToRepeat,
  totalsOf,
  type FileReport,
  type Late,
  type Run,
  type Totals,
} from './second-try.ts';
import type { Stray } from './stray-errors.ts';
import { ROOT } from './tool.ts';

const HELP = `npm test [-- FILTER…]

Without a filter: builds for both browsers, runs types, style and format checks, web-ext's lint of
the Firefox build, and all tests (unit and end to end in a real Chromium). When only browser tests
failed, in three files at most, those files run once more; what passes only then is named.
With filters (file names or vitest's options): builds, then runs only those tests.
The last line is the count: N passed, N failed.`;

const FOLDER = join(ROOT, '.output', 'test');
const RESULTS = join(FOLDER, 'results.json');
const STRAYS = join(FOLDER, 'strays.json');

/** Runs vitest with its own output shown, and reads the reports that it leaves. */
async function vitest(filters: readonly string[]): Promise<Run> {
  for (const file of [RESULTS, STRAYS]) rmSync(file, { force: true });
  mkdirSync(FOLDER, { recursive: true });
  const code = await new Promise<number>((resolve) => {
    const bin = join(ROOT, 'node_modules', '.bin', 'vitest');
    const child = spawn(bin, ['run', ...filters], {
      cwd: ROOT,
      env: { ...process.env, KEYSTAMP_RESULTS: RESULTS, KEYSTAMP_STRAYS: STRAYS },
      stdio: 'inherit',
    });
    child.on('error', () => resolve(127));
    child.on('close', (status) => resolve(status ?? 1));
  });
  const report = readJson<{ readonly testResults: readonly FileReport[] }>(RESULTS);
  const strays = readJson<readonly Stray[]>(STRAYS);
  // Without both there is no telling what happened.
  return { files: report && strays ? report.testResults : null, strays: strays ?? [], code };
}

function readJson<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}

/** All tests; a few failed browser tests are tried once more, and named. */
async function everything(): Promise<{ totals: Totals; late: readonly Late[] }> {
  rmSync(join(FOLDER, 'failures'), { recursive: true, force: true });
  const first = await vitest([]);
  const files = filesToRepeat(first);
  if (files.length === 0) return { totals: totalsOf(first), late: [] };
  console.log(`\nOnce more, only these:\n${files.map((file) => `  ${file}`).join('\n')}\n`);
  return afterRepeat(first, await vitest(['--project', 'e2e', ...files]));
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
  const { output } = await run(program, args, ROOT);
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
  if (filters.length === 0) await gate(() => lint({ 'web-ext lint': webExtLint }), failures);
  const { totals, late } =
    filters.length === 0
      ? await everything()
      : { totals: totalsOf(await vitest(filters)), late: [] };

  const failed = totals.failed + failures.length;
  console.log(`\nAll of it took ${elapsed(started)}.`);
  if (failures.length > 0) console.log(`${failures.length} check(s) outside the tests failed.`);
  for (const { file, name, message } of late) {
    console.log(`! passed only at the second try: ${basename(file)}, ${name}\n${message}`);
  }
  const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
  console.log(`${totals.passed} passed, ${failed} failed${skipped}`);
  process.exitCode = failed === 0 && totals.passed > 0 ? 0 : 1;
}

const filters = process.argv.slice(2);
if (filters.includes('--help')) console.log(HELP);
else await main(filters).catch(fail);
