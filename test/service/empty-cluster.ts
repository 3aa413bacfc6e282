import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { ROOT } from '../../scripts/tool.ts';

/*
 * An embedded database in memory begins with initdb: four seconds of work that always has the same
 * result. The first database that tests open is saved as a file, before any statement has run in
 * it, and later ones start from that file. Migrations and the demo organization still run each
 * time, unless a test asks for a migrated database (migrated-database.ts). A local service can preload this too (`node --import`, test/e2e/service.ts).
 */

type Options = { readonly dataDir: string; readonly loadDataDir: Blob };
type Create = (from: string | Options) => Promise<PGlite>;

const IN_MEMORY = 'memory://';

/** One file per version of PGlite: another version may lay out its files differently. */
export function clusterFile(name = 'cluster'): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const text = readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { readonly version: string };
  return join(ROOT, '.output', 'test', `${name}-${version}.tar`);
}

/** Written to a temporary file and renamed, so that a reader finds all of it or nothing. */
async function saveCluster(client: PGlite, file: string): Promise<void> {
  // A database that starts from the dump has nothing to recover.
  await client.exec('checkpoint');
  const dump = await client.dumpDataDir('none');
  // Several threads of one process may do this at once.
  const part = `${file}.${randomUUID()}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(part, Buffer.from(await dump.arrayBuffer()));
  renameSync(part, file);
}

/** A database in memory that starts from a file; the first one is made and saved there. */
export async function startFromFile(file: string, make: () => Promise<PGlite>): Promise<PGlite> {
  if (existsSync(file)) {
    return PGlite.create({ dataDir: IN_MEMORY, loadDataDir: new Blob([readFileSync(file)]) });
  }
  const client = await make();
  await saveCluster(client, file);
  return client;
}

/** Makes `PGlite.create('memory://')` in this process start from the saved cluster. */
export function useSavedCluster(): void {
  const create = PGlite.create.bind(PGlite) as Create;
  const createFromCluster: Create = async (from) =>
    from === IN_MEMORY ? startFromFile(clusterFile(), () => create(from)) : create(from);
  Reflect.set(PGlite, 'create', createFromCluster);
}

useSavedCluster();
