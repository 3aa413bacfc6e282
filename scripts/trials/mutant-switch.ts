import { afterAll, inject, vi } from 'vitest';

/*
 * Runs before each test file of the mutation tests: switches one mutant on, or none, and gives back how
 * often the file came by each. The first file of a run has the code loaded anew: what an earlier mutant
 * left in a module is gone, and code that runs while modules load runs under this one.
 */

type Switches = {
  run?: number;
  activeMutant?: string | undefined;
  hitCount?: number;
  hitLimit?: number | undefined;
  mutantCoverage?: { readonly static: Readonly<Record<string, number>> } | undefined;
};

declare global {
  // The name that the instrumented code knows.
  // oxlint-disable-next-line no-var
  var __stryker__: Switches | undefined;
}

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface ProvidedContext {
    trial: { readonly run: number; readonly id?: string; readonly hitLimit?: number };
  }
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface TaskMeta {
    mutantCoverage?: Readonly<Record<string, number>>;
  }
}

const { run, id, hitLimit } = inject('trial');
const switches = (globalThis.__stryker__ ??= {});
if (switches.run !== run) {
  vi.resetModules();
  Object.assign(switches, { run, activeMutant: id, hitCount: 0, hitLimit });
  switches.mutantCoverage = undefined;
}

// Vitest reads from the parameter's pattern what is asked for.
// oxlint-disable-next-line no-empty-pattern
afterAll(({}, file) => {
  file.meta.mutantCoverage = switches.mutantCoverage?.static ?? {};
});
