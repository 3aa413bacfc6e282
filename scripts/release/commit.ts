import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gitEnvironment } from '../environment.mjs';
import { StepError } from '../progress.mjs';
import { run } from '../run.mjs';

/** What a release is made from. */
export type Commit = {
  readonly id: string;
  /** Time of the commit, in seconds since 1970. */
  readonly seconds: number;
};

/** Git writes id and time into this file in every archive it makes (.gitattributes). */
const SUBSTITUTED = 'scripts/release/commit.txt';

/** Runs git in the repository's folder; throws a `StepError` when it fails. */
export async function git(root: string, ...args: readonly string[]): Promise<string> {
  const { code, output } = await run('git', args, root, gitEnvironment(process.env));
  if (code === 0) return output;
  throw new StepError(`git ${args.join(' ')} ended with ${code}:\n${output.trim()}`);
}

/** An unpacked source archive isn't a clone, though it may be inside one. */
export const isClone = (root: string): boolean => existsSync(join(root, '.git'));

/** The commit of a clone or of an unpacked source archive. */
export async function readCommit(root: string): Promise<Commit> {
  const text = isClone(root)
    ? await git(root, 'log', '-1', '--format=%H %ct')
    : readFileSync(join(root, SUBSTITUTED), 'utf8');
  const [, id = '', seconds = ''] = /^([0-9a-f]{40,64}) (\d+)$/.exec(text.trim()) ?? [];
  if (id === '') throw new StepError('It is not known of which commit these files are.');
  return { id, seconds: Number(seconds) };
}

/** Files that differ from their commit; none in an unpacked source archive. */
export async function uncommitted(root: string): Promise<readonly string[]> {
  if (!isClone(root)) return [];
  const status = await git(root, 'status', '--porcelain');
  return status.split('\n').filter((line) => line !== '');
}
