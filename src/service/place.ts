// Where a service keeps what it has: its database, its data folder, its master key.
import { join, resolve } from 'node:path';
import type { Bytes, RandomBytes } from '../crypto/bytes.ts';
import type { ServiceArguments } from './arguments.ts';
import {
  findNextMasterKey,
  lockFolder,
  parseMasterKey,
  readMasterKey,
  takeNextMasterKey,
  type FolderLock,
} from './data-folder.ts';
import { openDatabase, openServer, type OpenDatabase } from './database.ts';
import { opensDatabase } from './rotation.ts';
import { MASTER_KEY_VARIABLE } from './settings.ts';

/** What a start was told. */
export type Place = {
  readonly args: ServiceArguments;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly random: RandomBytes;
};

const NO_LOCK: FolderLock = { release: async () => {} };

/** The data folder's lock, where the database is in that folder. */
export function holdFolder({ args: { data }, env }: Place): Promise<FolderLock> {
  const isEmbedded = !env['DATABASE_URL'] && data !== 'memory';
  return isEmbedded ? lockFolder(resolve(data), process.pid) : Promise.resolve(NO_LOCK);
}

/** The database, with its tables up to date. */
export function findDatabase({ args: { data, limits }, env }: Place): Promise<OpenDatabase> {
  const { DATABASE_URL: url } = env;
  if (url) return openServer(url, limits);
  return openDatabase(data === 'memory' ? 'memory' : join(resolve(data), 'database'));
}

/** The folder of the master key; undefined if it is given, or kept nowhere. */
function keyFolder({ args: { data }, env }: Place): string | undefined {
  if (env[MASTER_KEY_VARIABLE]) return undefined;
  return data === 'memory' && !env['DATABASE_URL'] ? undefined : resolve(data);
}

/** The master key: the one that is given, else the folder's own, else one for this process. */
export async function findMasterKey(place: Place): Promise<Bytes> {
  const { [MASTER_KEY_VARIABLE]: text } = place.env;
  if (text) return parseMasterKey(text, MASTER_KEY_VARIABLE);
  const folder = keyFolder(place);
  return folder === undefined ? place.random(32) : readMasterKey(folder, place.random);
}

/** Database and master key, after a rotation that ended before it could put its key in place, too. */
export async function openWithKey(
  place: Place,
): Promise<{ readonly database: OpenDatabase; readonly master: Bytes }> {
  const master = await findMasterKey(place);
  const database = await findDatabase(place);
  const folder = keyFolder(place);
  const next = folder === undefined ? undefined : await findNextMasterKey(folder);
  if (folder === undefined || !next) return { database, master };
  if (!(await opensDatabase(database.db, next, place.random))) return { database, master };
  await takeNextMasterKey(folder);
  return { database, master: next };
}
