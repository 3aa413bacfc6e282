// The data folder: one process at a time, with the master key next to the database.
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fromHex, toHex, type Bytes, type RandomBytes } from '../crypto/bytes.ts';
import { KeystampError } from '../protocol/errors.ts';

/** Locked while the service runs. Never removed: two processes could lock two files of one name. */
const LOCK_FILE = 'service.held';
/** Names the holder to a process that can't get the lock; nothing depends on it. */
const PID_FILE = 'service.pid';
const MASTER_KEY_FILE = 'master.key';
/** The key that a rotation is about to seal everything under. */
const NEXT_KEY_FILE = 'master.key.new';

/** A folder that this process has locked until `release`. */
export type FolderLock = { readonly release: () => Promise<void> };

/**
 * Creates the folder and locks it: PGlite has no guard of its own, and two writers would ruin it.
 * The lock is one of the operating system on an open file, which SQLite takes the same way on all
 * of them: it ends with the process, however that ends, and nobody has to trust a process id.
 * Rejects with the name of the process that holds it.
 */
export async function lockFolder(folder: string, pid: number): Promise<FolderLock> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pidFile = join(folder, PID_FILE);
  const lock = new DatabaseSync(join(folder, LOCK_FILE), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (!isLockBusy(error)) throw error;
    const holderPid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
    throw new Error(
      `The data folder ${folder} is in use by another local service${holderPid ? ` (process ${holderPid})` : ''}. Stop it, or give another folder with --data.`,
      { cause: error },
    );
  }
  await writeFile(pidFile, `${pid}\n`, { mode: 0o600 });
  const release = async () => {
    await rm(pidFile, { force: true });
    lock.close();
  };
  return { release };
}

/** SQLITE_BUSY (sqlite.org/rescode.html). */
const SQLITE_BUSY = 5;
const isLockBusy = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(error, 'errcode') === SQLITE_BUSY;

async function createFile(path: string, text: string): Promise<boolean> {
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
export function parseMasterKey(text: string, source: string): Bytes {
  try {
    const bytes = fromHex(text.trim());
    if (bytes.length === 32) return bytes;
  } catch (error) {
    if (!(error instanceof KeystampError)) throw error;
  }
  throw new Error(`${source} must hold 64 hex digits (32 bytes).`);
}

/** The folder's master key, created at the first start; only its owner can read it. */
export async function readMasterKey(folder: string, random: RandomBytes): Promise<Bytes> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, MASTER_KEY_FILE);
  await createFile(path, `${toHex(random(32))}\n`);
  return parseMasterKey(await readFile(path, 'utf8'), path);
}

/** Whether the folder has a master key. */
export const hasMasterKey = (folder: string): boolean => existsSync(join(folder, MASTER_KEY_FILE));

/** The key of a rotation that was begun and perhaps not ended; undefined if there was none. */
export async function findNextMasterKey(folder: string): Promise<Bytes | undefined> {
  const path = join(folder, NEXT_KEY_FILE);
  return existsSync(path) ? parseMasterKey(await readFile(path, 'utf8'), path) : undefined;
}

/**
 * The key for a rotation, on disk before anything is sealed under it. One that an earlier rotation left is
 * used: nobody can tell whether that rotation is still going on.
 */
export async function createNextMasterKey(folder: string, random: RandomBytes): Promise<Bytes> {
  const path = join(folder, NEXT_KEY_FILE);
  await createFile(path, `${toHex(random(32))}\n`);
  await syncFolder(folder);
  return parseMasterKey(await readFile(path, 'utf8'), path);
}

/** Makes the key of a rotation that has ended the folder's own. */
export async function takeNextMasterKey(folder: string): Promise<void> {
  try {
    await rename(join(folder, NEXT_KEY_FILE), join(folder, MASTER_KEY_FILE));
  } catch (error) {
    // Another process that starts in this folder did it.
    if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'ENOENT') throw error;
  }
  await syncFolder(folder);
}

/** What the folder lists is on disk; Windows lists it there by itself and opens no folder. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const opened = await open(folder, 'r');
  await opened.sync();
  await opened.close();
}
