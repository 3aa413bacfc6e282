import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { ROOT } from '../tool.ts';
import type { Area } from './areas.ts';

/** One small change to the code. */
export type Mutant = Awaited<ReturnType<Instrumenter['instrument']>>['mutants'][number];

/** An area's code with all of its mutants in it, each behind a switch, by the file's path. */
export type Instrumented = {
  readonly sources: ReadonlyMap<string, string>;
  readonly mutants: readonly Mutant[];
};

const silent = () => undefined;
const LOGGER = { isDebugEnabled: () => false, debug: silent, info: silent, warn: silent };
const OPTIONS = { plugins: null, excludedMutations: [], ignorers: [] };

/** The files of glob patterns, from the repository's folder. */
export const filesOf = (patterns: readonly string[]): readonly string[] =>
  globSync([...patterns], { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted();

/** The same code gives its mutants the same numbers. */
export async function instrument({ mutate }: Area): Promise<Instrumented> {
  const files = filesOf(mutate).map((name) => ({
    name,
    mutate: true,
    content: readFileSync(`${ROOT}/${name}`, 'utf8'),
  }));
  // @ts-expect-error of its logger it needs no more
  const result = await new Instrumenter(LOGGER).instrument(files, OPTIONS);
  const sources = new Map(result.files.map(({ name, content }) => [name, content]));
  return { sources, mutants: result.mutants };
}

/** What tells a mutant from every other. */
export function nameOf({ fileName, location, mutatorName, replacement }: Mutant): string {
  const path = fileName.split('src/').at(-1);
  return JSON.stringify([path, location.start, location.end, mutatorName, replacement]);
}

/** Which mutants of a large area are tried: the same for the same seed and the same code. */
export function sampleOf(
  mutants: readonly Mutant[],
  size: number | undefined,
  seed: string,
): readonly Mutant[] {
  const rankOf = (mutant: Mutant) =>
    createHash('sha256')
      .update(`${seed} ${nameOf(mutant)}`)
      .digest('hex');
  return mutants
    .map((mutant) => ({ mutant, rank: rankOf(mutant) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, size)
    .map(({ mutant }) => mutant);
}

/** Where it is, what it takes away and what it puts there. */
export function describe({ fileName, location, replacement }: Mutant): string {
  const { start, end } = location;
  const lines = readFileSync(`${ROOT}/${fileName}`, 'utf8').split('\n');
  const original = lines.slice(start.line, end.line + 1);
  original[original.length - 1] = original.at(-1)?.slice(0, end.column) ?? '';
  original[0] = original[0]?.slice(start.column) ?? '';
  return [
    `${fileName}:${start.line + 1}:${start.column + 1}`,
    ...original.map((line) => `  - ${line}`),
    ...replacement.split('\n').map((line) => `  + ${line}`),
  ].join('\n');
}
