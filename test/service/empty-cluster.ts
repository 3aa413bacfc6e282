import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { ROOT } from '../../scripts/tool.ts';

/*
 * An embedded database in memory begins with initdb: four seconds of work that always has the same
 * result. The first database that tests open is saved as a file, before any statement has run in
 * it, and later ones start from that file. Migrations and the demo organization still run each
 * time, unless a test asks for a migrated database (migrated-database.ts). The services that tests start
 * in processes of their own preload saved-database.ts.
 */

type Options = { readonly dataDir: string; readonly loadDataDir: Blob };
export type Create = (from: string | Options) => Promise<PGlite>;

const IN_MEMORY = 'memory://';

/** One file per version of PGlite: another version may lay out its files differently. */
export function clusterFile(name = 'cluster'): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const text = readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { readonly version: string };
  return join(ROOT, '.output', 'test', `${name}-${version}.tar`);
}

const SERVICE = join(ROOT, 'src', 'service');

/** The same with all tables. Other migrations, or other code that applies them, make another file. */
export function migratedFile(): string {
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

export const loadFrom = (file: string, dataDir: string): Promise<PGlite> =>
  PGlite.create({ dataDir, loadDataDir: new Blob([readFileSync(file)]) });

/** A database in memory that starts from a file; the first one is made and saved there. */
export async function startFromFile(file: string, make: () => Promise<PGlite>): Promise<PGlite> {
  if (existsSync(file)) return loadFrom(file, IN_MEMORY);
  const client = await make();
  await saveCluster(client, file);
  return client;
}

/** Makes `PGlite.create('memory://')` in this process start from the saved cluster. */
function useSavedCluster(): void {
  const create = PGlite.create.bind(PGlite) as Create;
  const createFromCluster: Create = async (from) =>
    from === IN_MEMORY ? startFromFile(clusterFile(), () => create(from)) : create(from);
  Reflect.set(PGlite, 'create', createFromCluster);
}

useSavedCluster();
