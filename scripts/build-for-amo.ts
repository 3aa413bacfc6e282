import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.ts';
import { fail } from './progress.mjs';
import { pack } from './release/archive.ts';
import { archiveName, builtFiles, sha256 } from './release/archives.ts';
import { ROOT } from './tool.ts';

/*
 * addons.mozilla.org rebuilds an extension from its source archive with the npm script
 * `build-for-amo`, and compares the result with the upload (blog.mozilla.org/addons, 2026-07-23). It
 * doesn't say where it looks: this is the folder of Mozilla's own web-ext, and not a hidden one.
 */

const FOLDER = 'web-ext-artifacts';

/** Builds the archive for addons.mozilla.org, the same bytes as `npm run zip` makes. */
async function buildForAmo(): Promise<void> {
  await build('store', ['firefox']);
  const archive = pack(builtFiles('firefox'));
  const name = archiveName('firefox');
  mkdirSync(join(ROOT, FOLDER), { recursive: true });
  writeFileSync(join(ROOT, FOLDER, name), archive);
  console.log(`\n${sha256(archive)}  ${FOLDER}/${name}`);
}

if (import.meta.main) await buildForAmo().catch(fail);
