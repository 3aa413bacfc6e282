import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { elapsed, StepError } from '../progress.mjs';
import { ROOT } from '../tool.ts';
import { AREAS, areaOf, type Area } from './areas.ts';
import { describe, filesOf, instrument, nameOf, sampleOf, type Mutant } from './instrument.ts';
import { hashOf, isStill, readOutcomes, type Outcome, type Outcomes } from './mutant-outcomes.ts';
import { openTests, type Tests } from './mutant-tests.ts';

/*
 * `npm run trials -- --mutants`: what guards keys and decides who may do what is changed in small
 * ways, and each change must fail a test. Stryker's instrumenter puts all changes into the code at
 * once; for each, only the test files that come by it run, the quick ones first, until one fails.
 */

type DryRun = {
  readonly file: string;
  readonly ms: number;
  readonly hits: Readonly<Record<string, number>>;
};
/** How many mutants of a source file each test file has killed. */
type Kills = Map<string, number>;
type Known = { readonly dryRuns: readonly DryRun[]; readonly kills: Kills };
type Tried = { readonly mutant: Mutant; readonly outcome: Outcome };

const FOLDER = join(ROOT, '.output', 'mutants');
/** The tests keep one core busy, and half of another. */
const LANES = Math.max(1, Math.floor(availableParallelism() / 2));
/** A mutant that is come by so much more often than the code itself is in an endless loop. */
const HIT_FACTOR = 100;
/** The code may be slower with a mutant, or the machine busier than it was without. */
const TIME_FACTOR = 3;
const SPARE_MS = 15_000;
const DRY_RUN_MS = 600_000;
/** So many mutants are tried before the tests that failed must pass without one. */
const BATCH = 20;

async function runDry(tests: Tests, file: string): Promise<DryRun> {
  const since = performance.now();
  const reply = await tests.run({ files: [file] }, DRY_RUN_MS);
  if (!reply) throw new StepError(`${file} does not end.`);
  if (reply.failure) throw new StepError(`Fails without a change: ${file}: ${reply.failure.test}`);
  return { file, ms: performance.now() - since, hits: reply.coverage };
}

/** How long they take without a mutant at this moment: the machine may be busier than before. */
async function timeOf(tests: Tests, files: readonly string[]): Promise<number> {
  const since = performance.now();
  await tests.run({ files }, DRY_RUN_MS);
  return performance.now() - since;
}

function countKill(kills: Kills, fileName: string, file: string): void {
  const key = `${fileName} ${file}`;
  kills.set(key, (kills.get(key) ?? 0) + 1);
}

async function tryMutant(
  tests: Tests,
  { dryRuns, kills }: Known,
  { id, fileName }: Mutant,
): Promise<Outcome> {
  // First what is quick, and what noticed others in the same file.
  const rankOf = ({ file, ms }: DryRun) => ms / (1 + (kills.get(`${fileName} ${file}`) ?? 0));
  const covering = dryRuns
    .filter(({ hits }) => hits[id] !== undefined)
    .toSorted((one, other) => rankOf(one) - rankOf(other));
  const files = covering.map(({ file }) => file);
  const all = dryRuns.map(({ file }) => file).toSorted();
  const outcomeOf = (status: Outcome['status'], by: string, from = all): Outcome => ({
    status,
    by,
    tests: from,
    sources: hashOf([fileName, ...from]),
  });
  if (files.length === 0) return outcomeOf('survived', 'no test comes by');
  const hits = covering.reduce((sum, one) => sum + (one.hits[id] ?? 0), 0);
  const ms = covering.reduce((sum, one) => sum + one.ms, 0);
  const request = { files, mutant: { id, hitLimit: hits * HIT_FACTOR } };
  const first = await tests.run(request, ms * TIME_FACTOR + SPARE_MS);
  const reply =
    first ?? (await tests.run(request, (await timeOf(tests, files)) * TIME_FACTOR + SPARE_MS));
  if (!reply) return outcomeOf('killed', 'time', files);
  if (!reply.failure) return outcomeOf('survived', 'every test passes');
  const { file, test } = reply.failure;
  countKill(kills, fileName, file);
  return outcomeOf('killed', `${file}: ${test}`, [file]);
}

/**
 * Tries some mutants in one process. If what they left in it makes tests fail without a mutant, the
 * failures say nothing: then each is tried in a new process.
 */
async function tryBatch(
  tests: Tests,
  known: Known,
  batch: readonly Mutant[],
): Promise<readonly Tried[]> {
  const tried: Tried[] = [];
  for (const mutant of batch)
    tried.push({ mutant, outcome: await tryMutant(tests, known, mutant) });
  const killers = new Set(
    tried.flatMap(({ outcome }) => (outcome.status === 'killed' ? outcome.tests : [])),
  );
  const control = killers.size > 0 && (await tests.run({ files: [...killers] }, DRY_RUN_MS));
  if (control === false || (control && !control.failure)) return tried;
  const again: Tried[] = [];
  for (const mutant of batch) {
    tests.stop();
    again.push({ mutant, outcome: await tryMutant(tests, known, mutant) });
  }
  return again;
}

/** Tries all of them, and hands each batch over as it ends. */
async function tryAll(
  name: string,
  mutants: readonly Mutant[],
  kills: Kills,
  onTried: (tried: readonly Tried[]) => void,
): Promise<void> {
  const left = [...mutants];
  const lanes = Array.from({ length: LANES }, () => openTests(name));
  const stop = () => {
    for (const one of lanes) one.stop();
  };
  const end = () => process.exit(1);
  process.once('exit', stop).once('SIGINT', end).once('SIGTERM', end);
  try {
    const [first] = lanes;
    const dryRuns: DryRun[] = [];
    for (const file of first ? filesOf(areaOf(name).tests) : [])
      if (first) dryRuns.push(await runDry(first, file));
    const work = async (tests: Tests) => {
      for (let batch = left.splice(0, BATCH); batch.length > 0; batch = left.splice(0, BATCH))
        onTried(await tryBatch(tests, { dryRuns, kills }, batch));
    };
    await Promise.all(lanes.map((tests) => work(tests)));
  } finally {
    stop();
    process.off('exit', stop).off('SIGINT', end).off('SIGTERM', end);
  }
}

/** Whether enough mutants of the area fail a test. */
async function tryArea(name: string, area: Area): Promise<boolean> {
  const since = performance.now();
  const { mutants } = await instrument(area);
  const sample = sampleOf(mutants, area.sample, process.env['KEYSTAMP_SEED'] ?? '1');
  mkdirSync(FOLDER, { recursive: true });
  const path = join(FOLDER, `${name}.json`);
  const outcomes: Outcomes = readOutcomes(path);
  const outcomeOf = (mutant: Mutant) => outcomes[nameOf(mutant)];
  const all = filesOf(area.tests);
  const open = sample.filter((mutant) => !isStill(outcomeOf(mutant), mutant.fileName, all));
  console.log(`mutants of ${name}: ${open.length} to try of ${sample.length}`);
  let count = 0;
  const kills: Kills = new Map();
  for (const mutant of sample) {
    const { status, tests } = outcomeOf(mutant) ?? { tests: [] };
    if (status === 'killed') for (const file of tests) countKill(kills, mutant.fileName, file);
  }
  await tryAll(name, open, kills, (tried) => {
    for (const { mutant, outcome } of tried) outcomes[nameOf(mutant)] = outcome;
    writeFileSync(path, JSON.stringify(outcomes, null, 1));
    count += tried.length;
    const survived = tried.filter(({ outcome }) => outcome.status === 'survived').length;
    console.log(`  ${count} of ${open.length}, ${elapsed(since)}; ${survived} of these survived`);
  });
  const survivors = sample.filter((mutant) => outcomeOf(mutant)?.status !== 'killed');
  for (const mutant of survivors)
    console.log(`${describe(mutant)}\n  ${outcomeOf(mutant)?.by ?? ''}`);
  const killed = sample.length - survivors.length;
  const score = (100 * killed) / sample.length;
  console.log(
    `${name}: ${killed} of ${sample.length} killed, ${score.toFixed(1)} of 100, at least ${area.least}` +
      `  ${elapsed(since)} (${relative(ROOT, path)})`,
  );
  return score >= area.least;
}

/** Tries each of the named areas, or all; continues when one falls short. */
export async function tryMutants(named: readonly string[]): Promise<void> {
  // Report a wrong name before hours of work.
  const areas = (named.length > 0 ? named : Object.keys(AREAS)).map(
    (name) => [name, areaOf(name)] as const,
  );
  const failing: string[] = [];
  for (const [name, area] of areas) if (!(await tryArea(name, area))) failing.push(name);
  if (failing.length > 0) throw new StepError(`Too many mutants live on in ${failing.join(', ')}.`);
}
