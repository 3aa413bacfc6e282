// For the services that tests start (built-service.ts): a new database, in memory or in a folder, has all
// tables from the start. To make one takes three seconds of processor time, and tests of that are their own.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { loadFrom, migratedFile, type Create } from './empty-cluster.ts';

const create = PGlite.create.bind(PGlite) as Create;
const file = migratedFile();

const createFromFile: Create = async (from) =>
  typeof from === 'string' && !existsSync(join(from, 'PG_VERSION')) && existsSync(file)
    ? loadFrom(file, from)
    : create(from);
Reflect.set(PGlite, 'create', createFromFile);
