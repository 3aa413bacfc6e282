import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../build.ts';
import { StepError } from '../progress.mjs';
import type { Tally } from '../tally.ts';
import { runSuite, runVitest } from '../test.ts';
import { ROOT } from '../tool.ts';
import { readNumber } from './faults.ts';

const OPTIONS = {
  whole: { type: 'string', default: '3' },
  loaded: { type: 'string', default: '5' },
} as const;

const BUSY_PROCESSES = 8;
/** Ends with its parent, however that ends. */
const BUSY = `while (process.ppid === ${process.pid}) for (let i = 0; i < 1e8; i++);`;
const FILE = join(ROOT, '.output', 'steady.json');

type Kind = 'whole' | 'loaded';
type Run = Tally & { readonly kind: Kind; readonly seconds: number };
/** By the commit, `-dirty` with changes of it, and the filters. */
type Runs = Readonly<Record<string, readonly Run[]>>;

const readRuns = (): Runs =>
  existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Runs) : {};

function commitName(): string {
  const args = ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'];
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
}

/** Keeps the processor busy beside some work. */
async function underLoad<T>(work: () => Promise<T>): Promise<T> {
  const busy = Array.from({ length: BUSY_PROCESSES }, () => spawn(process.execPath, ['-e', BUSY]));
  try {
    return await work();
  } finally {
    for (const one of busy) one.kill('SIGKILL');
  }
}

async function timed(kind: Kind, work: () => Promise<Tally>): Promise<Run> {
  const started = performance.now();
  const tally = await work();
  return { kind, seconds: Math.round((performance.now() - started) / 1000), ...tally };
}

function showTable(runs: readonly Run[]): void {
  console.table(
    runs.map(({ kind, seconds, passed, failed, skipped, flaky }) => ({
      kind,
      passed,
      failed,
      skipped,
      'second tries': flaky.length,
      seconds,
    })),
  );
  for (const { kind, flaky, failures } of runs)
    for (const name of [...failures, ...flaky]) console.log(`${kind}: ${name}`);
}

const isSteady = ({ passed, failed, flaky }: Run): boolean =>
  passed > 0 && failed === 0 && flaky.length === 0;

/**
 * `npm run trials -- --steady`: the whole suite several times, then the tests without a browser
 * beside busy processes. Fails if a test failed once or needed a second try.
 */
export async function trySteady(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: OPTIONS,
    allowPositionals: true,
  });
  const key = [commitName(), ...positionals].join(' ');
  let runs = readRuns()[key] ?? [];
  const left = (kind: Kind): number =>
    readNumber(kind, values[kind], 0) - runs.filter((run) => run.kind === kind).length;
  const keep = (run: Run): void => {
    runs = [...runs, run];
    mkdirSync(dirname(FILE), { recursive: true });
    writeFileSync(FILE, JSON.stringify({ ...readRuns(), [key]: runs }, undefined, 2));
  };
  const vitestArgs = ['--project', 'unit', '--project', 'built', ...positionals];

  if (left('whole') <= 0 && left('loaded') > 0) await build();
  while (left('whole') > 0) keep(await timed('whole', () => runSuite(positionals)));
  while (left('loaded') > 0)
    keep(await timed('loaded', () => underLoad(() => runVitest(vitestArgs, {}))));
  showTable(runs);
  if (!runs.every(isSteady)) throw new StepError('Not every run was steady, see above.');
}
