import { mkdirSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform } from 'node:os';
import { join } from 'node:path';
import { formatTable, type Figure } from './bench/figures.ts';
import { growthFigures } from './bench/growth.ts';
import { historyFigures } from './bench/history.ts';
import { importFigures } from './bench/imports.ts';
import { loadFigures } from './bench/load.ts';
import { objectFigures } from './bench/objects.ts';
import { pageFigures, webPageFigures } from './bench/pages.ts';
import { policyFigures } from './bench/policies.ts';
import { addRun, keptFigures, readRuns, slidesOf } from './bench/runs.ts';
import { plotOf } from './bench/runs-plot.ts';
import { serviceFigures } from './bench/service.ts';
import { sizeFigures } from './bench/sizes.ts';
import { stampFigures } from './bench/stamps.ts';
import { swapFigures } from './bench/swaps.ts';
import { TARGETS } from './bench/targets.ts';
import { build } from './build.ts';
import { fail, step } from './progress.mjs';
import { git, isClone, readCommit } from './release/commit.ts';
import { ROOT } from './tool.ts';

const HELP = `npm run bench [-- --quick | --history]

Measures Keystamp side by side with the vendor's packages and with the least that is possible, all
in one run: compare within a run, never across runs. Prints a table; .output/bench/figures.json has
the same. MISS marks a target that this run did not reach. --quick takes fewer samples. A whole run is
added to scripts/bench/runs.jsonl and compared with the five before it; --history measures nothing, and draws all
of them as .output/bench/history.svg.`;

const FOLDER = join(ROOT, '.output', 'bench');

async function measure(quick: boolean): Promise<Figure[]> {
  const rounds = quick ? 5 : 25;
  await build();
  const stamps = await step('stampers in a worker', () => stampFigures(quick ? 3 : 9, 500));
  const imports = await step('imports in a worker', () => importFigures(quick ? 3 : 9, 200));
  const pages = await step('popup and worker', () => pageFigures(rounds));
  const web = await step('web pages', () => webPageFigures(quick));
  const objects = await step('large organization', () => objectFigures(quick));
  const history = await step('long history', () => historyFigures(quick));
  const service = await step('local service', () => serviceFigures(quick ? 12 : 40, 50));
  const load = await step('local service under load', () => loadFigures(quick));
  const policies = await step('local service and policies', () => policyFigures(quick));
  const swaps = await step('name swaps', () => swapFigures(quick));
  const growth = await step('local service as it grows', () => growthFigures(quick));
  const local = [...service, ...load, ...policies, ...swaps, ...growth];
  const inBrowser = [...stamps, ...imports, ...pages, ...web, ...objects, ...history];
  return [...inBrowser, ...(await sizeFigures()), ...local];
}

async function commitNow(): Promise<string> {
  const { id } = await readCommit(ROOT);
  const isChanged = isClone(ROOT) && (await git(ROOT, 'status', '--porcelain')) !== '';
  return id.slice(0, 7) + (isChanged ? '+' : '');
}

/** Keeps a whole run, and says what slid. */
async function keep(figures: readonly Figure[], at: string, cpu: string): Promise<void> {
  addRun({ at, commit: await commitNow(), cpu, figures: keptFigures(figures) });
  for (const { name, before, now } of slidesOf(readRuns()))
    console.log(`SLIDE  ${TARGETS[name].measure}: ${now}, the runs before had ${before}`);
}

function drawHistory(): void {
  const runs = readRuns();
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'history.svg'), plotOf(runs));
  console.log(`${runs.length} runs: .output/bench/history.svg`);
}

async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) return console.log(HELP);
  if (args.includes('--history')) return drawHistory();
  const figures = await measure(args.includes('--quick'));
  mkdirSync(FOLDER, { recursive: true });
  const machine = {
    platform: platform(),
    arch: arch(),
    cpus: cpus().length,
    cpu: cpus()[0]?.model,
  };
  const measuredAt = new Date().toISOString();
  const report = { measuredAt, machine, figures };
  writeFileSync(join(FOLDER, 'figures.json'), `${JSON.stringify(report, null, 2)}\n`);
  console.log(`\n${formatTable(figures)}\n\nFigures: .output/bench/figures.json`);
  if (!args.includes('--quick')) await keep(figures, measuredAt, machine.cpu ?? 'unknown');
}

await main(process.argv.slice(2)).catch(fail);
