import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { ROOT } from '../../scripts/tool.ts';
import { withSetupLock, type OpenDatabase } from '../../src/service/database.ts';
import { createEmbeddedDatabase } from '../../src/service/embedded-database.ts';
import { migrate } from '../../src/service/migrations.ts';
import { clusterFile, startFromFile } from './empty-cluster.ts';

/*
 * A database in memory with all migrations applied, for tests that aren't about them. Applying them
 * takes 0.4 of the 1.1 seconds of processor time that `openDatabase('memory')` takes, a hundred
 * times per run, and the result is always the same: it is saved as a file.
 */

const SERVICE = join(ROOT, 'src', 'service');

/** Other migrations, or other code that applies them, make another file. */
function migratedFile(): string {
  const hash = createHash('sha256');
  const folder = join(SERVICE, 'migrations');
  const steps = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const paths = [
    ...steps.toSorted().map((name) => join(folder, name)),
    join(SERVICE, 'migrations.ts'),
  ];
  for (const path of paths) hash.update(`${path}\n`).update(readFileSync(path));
  return clusterFile(`migrated-${hash.digest('hex').slice(0, 16)}`);
}

/** New databases would be copied from them, and nothing makes any: half of the files to load. */
async function dropTemplates(client: PGlite): Promise<void> {
  await client.exec('update pg_database set datistemplate = false');
  for (const name of ['template0', 'template1']) await client.exec(`drop database ${name}`);
}

/** What `openDatabase('memory')` opens, without databases to copy others from. */
export async function openMigrated(): Promise<OpenDatabase> {
  const client = await startFromFile(migratedFile(), async () => {
    const empty = await PGlite.create('memory://');
    await withSetupLock(createEmbeddedDatabase(empty).db, migrate);
    await dropTemplates(empty);
    return empty;
  });
  return { ...createEmbeddedDatabase(client), kind: 'memory' };
}
