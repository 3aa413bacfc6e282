import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { launchKeystamp } from '../test/e2e/browser.ts';
import type { Keystamp } from '../test/e2e/browser.ts';
import { shoot } from '../test/e2e/screenshots.ts';
import { FROM_SOURCES, startService } from '../test/e2e/service.ts';
import type { RunningService } from '../test/e2e/service.ts';
import { ROWS } from '../src/protocol/operations.ts';
import { build } from './build.ts';
import { elapsed, fail, step, StepError } from './progress.mjs';
import { ROOT } from './tool.ts';
import { STEPS } from './tour/steps.ts';
import type { Tour } from './tour/steps.ts';
import { storePictures } from './tour/store.ts';

const FOLDER = join(ROOT, '.output', 'tour');

/** The table's status for an operation that no step reported; it counts as a failure. */
const STATUS_NOT_RUN = 'not run';

/** The statuses that mean an operation succeeded. */
const SUCCESS_STATUSES = new Set(['COMPLETED', 'COMPLETED (record shown)']);

/**
 * Drives the built extension in headless Chromium with a fresh local service, as a user would.
 * Prints a line per step and a table operation -> status. Throws a `StepError` when a step failed
 * or one of the interface's operations didn't finish.
 */
export async function tour(): Promise<void> {
  const started = performance.now();
  rmSync(FOLDER, { recursive: true, force: true });
  const statuses = new Map<string, string>();
  const service = await step('starting a local service in memory', () =>
    startService({ command: FROM_SOURCES }),
  );
  try {
    const keystamp = await step('starting headless Chromium', () => launchKeystamp());
    try {
      await runSteps(await createTour(keystamp, service, statuses));
      const loud = keystamp.logs.filter(({ level }) => level === 'error' || level === 'uncaught');
      if (loud.length > 0) throw new StepError(`On a console: ${JSON.stringify(loud)}`);
      await step('pictures for the stores', () => storePictures(keystamp.context, FOLDER));
    } finally {
      await keystamp.close();
    }
  } finally {
    await service.stop();
    printTable(statuses);
    console.log(`\nScreenshots: .output/tour/   The tour took ${elapsed(started)}.`);
  }
  const failed = coreNames().filter(
    (name) => !SUCCESS_STATUSES.has(statuses.get(name) ?? STATUS_NOT_RUN),
  );
  if (failed.length > 0) throw new StepError(`The tour failed: ${failed.join(', ')}.`);
}

async function createTour(
  keystamp: Keystamp,
  service: RunningService,
  statuses: Map<string, string>,
): Promise<Tour> {
  let pictures = 0;
  const state: Tour = {
    keystamp,
    service,
    page: keystamp.context.pages()[0] ?? (await keystamp.context.newPage()),
    report: (operation, status) => {
      statuses.set(operation, status);
    },
    shoot: async (name) => {
      pictures += 1;
      const number = String(pictures).padStart(2, '0');
      const options = { folder: FOLDER, schemes: ['light'], always: true } as const;
      await shoot(state.page, `${number}-${name}`, options);
    },
  };
  return state;
}

async function runSteps(state: Tour): Promise<void> {
  for (const [index, { name, run }] of STEPS.entries()) {
    try {
      await step(name, () => run(state));
    } catch (error) {
      await state.shoot('failure').catch(() => {});
      for (const { name: skippedName } of STEPS.slice(index + 1))
        console.log(`  - ${skippedName}, not reached`);
      throw new StepError(explain(name, error, state));
    }
  }
}

function explain(name: string, error: unknown, { keystamp, service, page }: Tour): string {
  const logs = keystamp.logs
    .slice(-20)
    .map(({ from, level, text }) => `  ${level} ${from}: ${text}`);
  return [
    `The step “${name}” failed at ${page.url()}:`,
    error instanceof Error ? (error.stack ?? error.message) : String(error),
    ...(logs.length > 0 ? ['\nLast words of pages and worker:', ...logs] : []),
    '\nLast words of the service:',
    service.output().trim().split('\n').slice(-20).join('\n'),
  ].join('\n');
}

/** The interface's own operations; those that only serve the forms aren't in the table. */
const coreNames = (): string[] => ROWS.filter(({ core }) => core).map(({ name }) => name);

function printTable(statuses: ReadonlyMap<string, string>): void {
  const rows = coreNames().map((name) => [name, statuses.get(name) ?? STATUS_NOT_RUN] as const);
  const width = Math.max(...rows.map(([name]) => name.length));
  console.log(`\n${'operation'.padEnd(width)}  status\n${'-'.repeat(width)}  ${'-'.repeat(28)}`);
  for (const [name, status] of rows) console.log(`${name.padEnd(width)}  ${status}`);
}

if (import.meta.main) {
  try {
    await build();
    await tour();
  } catch (error) {
    fail(error);
  }
}
