// PGlite: Postgres in this process, in a folder or in memory.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PGlite, protocol } from '@electric-sql/pglite';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/pglite';
import { schema } from './tables.ts';

/** The engine, in a folder or in `memory`. Rejects for a folder with a damaged database. */
export function openEngine(location: string): Promise<PGlite> {
  return location === 'memory' ? PGlite.create('memory://') : openFolder(location);
}

/** Drizzle over an engine. */
export function createEmbeddedDatabase(client: PGlite) {
  const db = drizzle(client, { schema });
  const methods = { write: createWriter(client), maxWrites: MAX_WRITES };
  return { db: Object.assign(db, methods), close: () => client.close() };
}

/** The engine runs one at a time; meanwhile another can be checked. */
const MAX_WRITES = 2;

const dialect = new PgDialect();

/** Statements kept planned. There may be many: their texts differ by the number of their rows. */
const MAX_PREPARED = 100;

/**
 * Runs statements that the engine plans once, by their text: `query` would plan them each time,
 * which takes as long as running them.
 */
function createWriter(client: PGlite) {
  const { bind, execute, parse, sync } = protocol.serialize;
  const names = new Map<string, string>();

  async function prepareStatement(text: string): Promise<string> {
    const known = names.get(text);
    if (known !== undefined) return known;
    const name = names.size < MAX_PREPARED ? `planned_${names.size}` : '';
    await client.execProtocol(Buffer.concat([parse({ name, text }), sync()]));
    if (name) names.set(text, name);
    return name;
  }

  async function run(text: string, values: readonly unknown[]) {
    const statement = await prepareStatement(text);
    const request = Buffer.concat([
      bind({ statement, values: values.map(toProtocolText) }),
      execute({}),
      sync(),
    ]);
    const { messages } = await client.execProtocol(request);
    return messages.flatMap((message) =>
      message instanceof protocol.messages.DataRowMessage ? [message.fields] : [],
    );
  }

  return (statement: SQL) => {
    const { sql: text, params } = dialect.sqlToQuery(statement);
    // The two locks that `query` takes, since `execProtocol` takes none.
    return client._runExclusiveTransaction(() =>
      client._runExclusiveQuery(() => run(text, params)),
    );
  };
}

/** A value in the protocol's form. Columns of other types would have forms of their own. */
function toProtocolText(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new TypeError(`a ${typeof value} has no text for the database`);
}

/**
 * PGlite writes to the folder and never syncs it, whatever its settings say (its file system has no
 * fsync): a completed request survives the end of this process, not a power cut. On a server it
 * survives both.
 */
async function openFolder(folder: string): Promise<PGlite> {
  await createFolder(folder);
  const damage = findDamage(folder);
  if (damage !== undefined) throw damageError(folder, damage);
  return PGlite.create(folder).catch((cause: unknown) => {
    throw damageError(folder, 'its engine cannot read what is there', cause);
  });
}

/** Length of the file in which PostgreSQL keeps its state (pg_control.h, PG_CONTROL_FILE_SIZE). */
const CONTROL_BYTES = 8192;

/**
 * What the database lacks, as far as we can see; otherwise the engine only says that it gave up.
 */
function findDamage(folder: string): string | undefined {
  const file = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false });
  if (!statSync(folder).isDirectory()) return 'it is no folder';
  if (readdirSync(folder).length === 0) return undefined;
  // Without this file the engine takes the folder for a new one and overwrites what is in it.
  if (!file('PG_VERSION')) return 'the file PG_VERSION is missing';
  const control = file('global/pg_control');
  if (!control) return 'the file global/pg_control is missing';
  if (control.size !== CONTROL_BYTES) return `global/pg_control has ${control.size} bytes`;
  return file('pg_wal') ? undefined : 'the folder pg_wal is missing';
}

function damageError(folder: string, damage: string, cause?: unknown): Error {
  return new Error(
    `The database in ${folder} is damaged: ${damage}. Put a copy of the data folder in its place, or move it away to begin with an empty one, which has other keys.`,
    { cause },
  );
}

/**
 * A new folder appears complete or not at all: an interrupted start leaves nothing to trip over.
 */
async function createFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true });
  await (await PGlite.create(unfinished)).close();
  await rename(unfinished, folder);
}
