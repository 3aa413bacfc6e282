import { createHash } from 'node:crypto';
import packageJson from '../../package.json' with { type: 'json' };
import { buildFolder } from '../build-folders.ts';
import type { Browser } from '../build-folders.ts';
import { ROOT } from '../tool.ts';
import { pack, readFolder } from './archive.ts';
import type { Files } from './archive.ts';
import { readCommit } from './commit.ts';
import { sourceFiles } from './source.ts';

export const VERSION = packageJson.version;

/** The archives of a release. */
export const KINDS = ['chrome', 'firefox', 'firefox-source'] as const;
export type Kind = (typeof KINDS)[number];

/** Every file of a release that can be compared: the archives, and the list of packages in them. */
export const RELEASE_KINDS = [...KINDS, 'sbom'] as const;
export type ReleaseKind = (typeof RELEASE_KINDS)[number];

/** The bill of materials. */
export const SBOM_NAME = `keystamp-${VERSION}.cdx.json`;

export const archiveName = (kind: Kind): string => `keystamp-${VERSION}-${kind}.zip`;

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/** The files of a store build; `npm run zip` makes it. */
export const builtFiles = (browser: Browser, folder = buildFolder(browser, 'store')): Files =>
  readFolder(folder);

/**
 * The files of an archive. The source's files name the Firefox archive's digest, so that comes
 * first.
 */
export async function filesOf(kind: Kind): Promise<Files> {
  if (kind !== 'firefox-source') return builtFiles(kind);
  return sourceFiles(ROOT, {
    commit: await readCommit(ROOT),
    version: VERSION,
    archive: archiveName('firefox'),
    sha256: sha256(pack(builtFiles('firefox'))),
  });
}
