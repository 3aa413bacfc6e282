import { join, relative, resolve } from 'node:path';
import {
  BaseSequencer,
  createVitest,
  type TestModule,
  type TestSpecification,
  type Vitest,
} from 'vitest/node';
import { ROOT } from '../tool.ts';
import { areaOf } from './areas.ts';
import { filesOf, instrument } from './instrument.ts';
import { keptThread } from './kept-thread.ts';

/*
 * Runs test files of an area, as its parent process asks, with one mutant switched on or none. A
 * process of its own: a mutant may never end.
 */

/** Which files to run, in this order, and under which mutant. */
export type Request = {
  readonly files: readonly string[];
  readonly mutant?: { readonly id: string; readonly hitLimit: number };
};

export type Reply = {
  /** What failed first. */
  readonly failure?: { readonly file: string; readonly test: string };
  /** How often each mutant was come by. */
  readonly coverage: Readonly<Record<string, number>>;
};

/** With how much memory the process then holds. */
export type Answer = Reply & { readonly heldBytes: number };

/** Gives Vitest the instrumented code in place of the area's files, which stay as they are. */
function serve(sources: ReadonlyMap<string, string>) {
  const byPath = new Map([...sources].map(([path, text]) => [join(ROOT, path), text]));
  return {
    name: 'instrumented',
    enforce: 'pre' as const,
    load: (id: string) => byPath.get(resolve(id.replace(/\?.*$/, ''))),
  };
}

class AsAsked extends BaseSequencer {
  override sort = (files: TestSpecification[]) => Promise.resolve(files);
}

async function openVitest(name: string): Promise<Vitest> {
  const area = areaOf(name);
  const { sources } = await instrument(area);
  const options = {
    config: false as const,
    root: ROOT,
    include: [...filesOf(area.tests)],
    setupFiles: [join(import.meta.dirname, 'mutant-switch.ts')],
    watch: false,
    reporters: [{}],
    silent: true,
    // It does not know that this code is not what is in the files.
    fsModuleCache: false,
    bail: 1,
    pool: keptThread(),
    maxWorkers: 1,
    isolate: false,
    sequence: { sequencer: AsAsked },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  };
  return createVitest(options, { envDir: false, plugins: [serve(sources)] });
}

function failureIn(module: TestModule): Reply['failure'] {
  const file = relative(ROOT, module.moduleId).replaceAll('\\', '/');
  for (const test of module.children.allTests('failed')) return { file, test: test.fullName };
  const [error] = module.errors();
  return error && { file, test: error.message };
}

let runs = 0;

async function run(
  vitest: Vitest,
  { files, mutant }: Request,
): Promise<Reply & { readonly isDisturbed: boolean }> {
  const project = vitest.getRootProject();
  runs += 1;
  project.provide('trial', { run: runs, ...mutant });
  // Otherwise it keeps what earlier runs found.
  vitest.state.filesMap.clear();
  const specifications = files.map((file) => project.createSpecification(join(ROOT, file)));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const failure = testModules.map((one) => failureIn(one)).find((one) => one !== undefined);
  const coverage = testModules[0]?.meta().mutantCoverage ?? {};
  return { ...(failure && { failure }), coverage, isDisturbed: unhandledErrors.length > 0 };
}

/** An error outside of all tests fails the run, unless it is one that an earlier run left behind. */
async function answer(vitest: Vitest, request: Request): Promise<Reply> {
  const first = await run(vitest, request);
  if (first.failure || !first.isDisturbed) return first;
  const { isDisturbed, ...second } = await run(vitest, request);
  const failure = { file: request.files.at(-1) ?? '', test: 'an error outside of the tests' };
  return isDisturbed ? { failure, ...second } : second;
}

const vitest = await openVitest(process.argv[2] ?? '');
process.on('message', (request: Request) => {
  void answer(vitest, request).then((reply) =>
    process.send?.({ ...reply, heldBytes: process.memoryUsage.rss() } satisfies Answer),
  );
});
// With its parent it goes too.
process.on('disconnect', () => process.exit());
process.send?.('ready');
