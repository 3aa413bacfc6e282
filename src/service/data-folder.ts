// The data folder: one process at a time, and the master key beside the database.
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fromHex, toHex, type Bytes, type RandomBytes } from '../crypto/bytes.ts';
import { KeystampError } from '../protocol/errors.ts';

/** Held while the service runs. It stays: to remove it would let two hold two files of one name. */
const LOCK = 'service.held';
/** Names the holder for whoever is refused; nothing is decided by it. */
const HOLDER = 'service.pid';
const MASTER = 'master.key';

/** A folder that this process holds until `release`. */
export type HeldFolder = { readonly release: () => Promise<void> };

/**
 * Makes the folder and holds it: PGlite has no guard of its own, and two writers would ruin it. The
 * hold is a lock of the operating system on an open file, which SQLite takes alike on all of them: it
 * ends with the process, however that ends, and no process id has to be believed. Rejects naming the
 * process that holds it.
 */
export async function holdFolder(folder: string, pid: number): Promise<HeldFolder> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const holder = join(folder, HOLDER);
  const lock = new DatabaseSync(join(folder, LOCK), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (!isHeld(error)) throw error;
    const who = Number.parseInt(await readFile(holder, 'utf8').catch(() => ''), 10);
    throw new Error(
      `The data folder ${folder} is in use by another local service${who ? ` (process ${who})` : ''}. Stop it, or give another folder with --data.`,
      { cause: error },
    );
  }
  await writeFile(holder, `${pid}\n`, { mode: 0o600 });
  const release = async () => {
    await rm(holder, { force: true });
    lock.close();
  };
  return { release };
}

/** SQLITE_BUSY (sqlite.org/rescode.html). */
const BUSY = 5;
const isHeld = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(error, 'errcode') === BUSY;

async function writeNew(path: string, text: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(text);
    await file.sync();
    await file.close();
    return true;
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'EEXIST') return false;
    throw error;
  }
}

/** A master key from text: 64 hex digits; rejects anything else without repeating it. */
export function parseMaster(text: string, where: string): Bytes {
  try {
    const bytes = fromHex(text.trim());
    if (bytes.length === 32) return bytes;
  } catch (error) {
    if (!(error instanceof KeystampError)) throw error;
  }
  throw new Error(`${where} must hold 64 hex digits (32 bytes).`);
}

/** The folder's master key, made at the first start; readable by its owner only. */
export async function readMaster(folder: string, random: RandomBytes): Promise<Bytes> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, MASTER);
  await writeNew(path, `${toHex(random(32))}\n`);
  return parseMaster(await readFile(path, 'utf8'), path);
}
