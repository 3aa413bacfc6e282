import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, unzipSync } from 'fflate';
import type { Files } from './archive.ts';
import { git } from './commit.ts';
import type { Commit } from './commit.ts';

/** The build steps, at the top of the source archive. */
export const BUILD_STEPS = 'BUILD.txt';

/** The template of the steps; it takes the commit and the Firefox archive's digest. */
const TEMPLATE = 'store/build-steps.txt';

/** The values that the steps need for each release. */
export type Release = {
  readonly commit: Commit;
  readonly version: string;
  readonly archive: string;
  readonly sha256: string;
};

/**
 * The files of the checked-out commit, as git has them and not as they are in the folder, and the
 * steps that lead from them to the Firefox archive.
 */
export async function sourceFiles(root: string, release: Release): Promise<Files> {
  const folder = mkdtempSync(join(tmpdir(), 'keystamp-source-'));
  try {
    const file = join(folder, 'source.zip');
    await git(root, 'archive', '--format=zip', '-0', '--output', file, release.commit.id);
    const entries = Object.entries(unzipSync(readFileSync(file)));
    const files = entries.filter(([name]) => !name.endsWith('/'));
    return new Map([...files, [BUILD_STEPS, strToU8(buildSteps(root, release))]]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function buildSteps(root: string, { commit, version, archive, sha256 }: Release): string {
  const text = readFileSync(join(root, TEMPLATE), 'utf8');
  return fillIn(text, { commit: commit.id, version, archive, sha256 });
}

/** A text with each `{name}` replaced by the value of that name, if there is one. */
export const fillIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
