import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
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
  const { code, output } = await run(
    'git',
    ['--no-replace-objects', ...args],
    root,
    gitEnvironment(process.env),
  );
  if (code === 0) return output;
  if (code === 'not started')
    throw new StepError(
      `git could not be started (${output}); without it nobody knows which commit this is.`,
    );
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

/** What this repository's own commands write: nothing that a build reads. */
const OUTPUTS = new Set([
  '.git',
  '.keystamp',
  '.output',
  '.vitest',
  '.wxt',
  'coverage',
  'node_modules',
  'web-ext-artifacts',
]);

/**
 * How the files of a clone differ from its commit, one line each. Every file's bytes are hashed and
 * every other file is listed: git's own status leaves out what an exclude file or a flag of its
 * index hides, and a build reads it all the same.
 */
export async function differencesFromCommit(root: string): Promise<readonly string[]> {
  const listing = await git(root, 'ls-tree', '-r', '-z', '--full-tree', 'HEAD');
  const committed = new Map(listing.split('\0').flatMap(readTreeEntry));
  const found = filesIn(root);
  return [
    ...[...committed].flatMap(([name, id]) => {
      if (!found.has(name)) return [`${name} is missing`];
      return blobId(join(root, name), id.length) === id ? [] : [`${name} is not as committed`];
    }),
    ...[...found].filter((name) => !committed.has(name)).map((name) => `${name} is in no commit`),
  ].toSorted();
}

/** `100644 blob ID<tab>PATH`; a submodule is a commit, and there is none. */
function readTreeEntry(line: string): readonly (readonly [name: string, id: string])[] {
  const [, id, name] = /^\d+ blob ([0-9a-f]+)\t([^]+)$/.exec(line) ?? [];
  return id === undefined || name === undefined ? [] : [[name, id]];
}

/** Git's id of a file: a SHA-1, or a SHA-256 in repositories made so. */
function blobId(path: string, length: number): string {
  const contents = lstatSync(path).isSymbolicLink()
    ? Buffer.from(readlinkSync(path))
    : readFileSync(path);
  const hash = createHash(length === 40 ? 'sha1' : 'sha256');
  return hash.update(`blob ${contents.length}\0`).update(contents).digest('hex');
}

/** Every file and link below a folder but its outputs, with forward slashes. */
function filesIn(root: string): ReadonlySet<string> {
  const found = new Set<string>();
  const walk = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const isOutput = OUTPUTS.has(entry.name) || (entry.isFile() && entry.name.endsWith('.log'));
      if (folder === root && isOutput) continue;
      if (entry.isDirectory()) walk(path);
      else found.add(relative(root, path).split(sep).join('/'));
    }
  };
  walk(root);
  return found;
}

/** What a release is compared with, for a person to read. */
export type Checkout = {
  readonly name: string;
  /** What can't be told of it, one sentence each. */
  readonly unknown: readonly string[];
};

/**
 * Names the commit of a folder. Throws a `StepError` that lists what differs from it, unless
 * `uncommitted` says to go on; then that is among what is unknown.
 */
export async function readCheckout(
  root: string,
  version: string,
  { uncommitted }: { readonly uncommitted: boolean },
): Promise<Checkout> {
  if (!isClone(root)) {
    const { id } = await readCommit(root);
    return {
      name: `version ${version}, which calls itself commit ${id}`,
      unknown: ['Whether these files are still those of that commit: this is no clone.'],
    };
  }
  try {
    return await compareClone(root, version, uncommitted);
  } catch (error) {
    if (!(error instanceof StepError) || !uncommitted) throw error;
    return {
      name: `version ${version}, of an unknown commit`,
      unknown: [`Which commit this is, and whether its files are as committed: ${error.message}`],
    };
  }
}

async function compareClone(
  root: string,
  version: string,
  uncommitted: boolean,
): Promise<Checkout> {
  const { id } = await readCommit(root);
  const differences = await differencesFromCommit(root);
  if (differences.length > 0 && !uncommitted) throw new StepError(refusal(id, differences));
  const tag = `v${version}`;
  const tags = (await git(root, 'tag', '--points-at', 'HEAD')).trim().split('\n');
  return {
    name: `version ${version}, commit ${id}`,
    unknown: [
      ...(differences.length > 0
        ? [`What is built here: ${count(differences)} not as in ${id}.`]
        : []),
      ...(tags.includes(tag) ? [] : [`Whether this is the release: the commit has no tag ${tag}.`]),
    ],
  };
}

const count = (lines: readonly string[]): string =>
  lines.length === 1 ? 'one file is' : `${lines.length} files are`;

const MAX_LISTED = 20;

function refusal(id: string, differences: readonly string[]): string {
  const left = differences.length - MAX_LISTED;
  return (
    `A release is made of a commit, and this folder is not commit ${id} as it was committed:\n` +
    `${differences.slice(0, MAX_LISTED).join('\n')}\n${left > 0 ? `… and ${left} more\n` : ''}` +
    'Use a fresh clone, or go on all the same: -- --uncommitted'
  );
}
