import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../tool.ts';

/** What became of a mutant. */
export type Outcome = {
  readonly status: 'killed' | 'survived';
  /** The test that failed, or why none did. */
  readonly by: string;
  /** The files that say so; of a survivor they are all of the area. */
  readonly tests: readonly string[];
  /** A hash of them and of the mutant's own file: as long as they stay the same, so does this. */
  readonly sources: string;
};

/** By the mutant's name. */
export type Outcomes = Record<string, Outcome>;

export function hashOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) {
    const path = join(ROOT, file);
    hash.update(existsSync(path) ? readFileSync(path) : 'gone');
  }
  return hash.digest('hex').slice(0, 16);
}

/** Whether it would come out the same. `all`: the area's test files, of which any may kill a survivor now. */
export function isStill(
  outcome: Outcome | undefined,
  fileName: string,
  all: readonly string[],
): boolean {
  const tests = outcome?.status === 'killed' ? outcome.tests : all;
  return outcome?.sources === hashOf([fileName, ...tests]);
}

/** What earlier runs found. */
export const readOutcomes = (path: string): Outcomes =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Outcomes) : {};
