// The database and the data folder as the service of version 0.1.0 left them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { ROOT } from '../../scripts/tool.ts';
import type { FormerVectors } from './former-database.ts';

const VECTORS = join(ROOT, 'test', 'vectors');

/** Facts about it. */
export const FORMER_3 = JSON.parse(
  readFileSync(join(VECTORS, 'former-database-3.json'), 'utf8'),
) as FormerVectors;

/** Its files, as a tar archive. */
const files = (): Buffer =>
  brotliDecompressSync(readFileSync(join(VECTORS, 'former-database-3.tar.br')));

/** A copy of the database in memory, unchanged. */
export async function openFormerDatabase(): Promise<PGlite> {
  const loadDataDir = new Blob([Uint8Array.from(files())]);
  return PGlite.create({ dataDir: 'memory://', loadDataDir });
}

/** Unpacks the data folder into an empty one; `npm run service -- --data FOLDER` opens it. */
export function writeFormerDataFolder(folder: string): void {
  mkdirSync(join(folder, 'database'), { mode: 0o700 });
  execFileSync('tar', ['-x', '-C', join(folder, 'database')], {
    input: files(),
    // Hides tar's messages about names that begin with a slash.
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  writeFileSync(join(folder, 'master.key'), `${FORMER_3.master}\n`, { mode: 0o600 });
}
