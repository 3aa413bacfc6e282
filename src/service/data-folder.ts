// The data folder: one process at a time, and the master key beside the database.
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fromHex, toHex, type Bytes, type RandomBytes } from '../crypto/bytes.ts';
import { KeystampError } from '../protocol/errors.ts';

const LOCK = 'service.lock';
const MASTER = 'master.key';

/** A folder that this process holds until `release`. */
export type HeldFolder = { readonly release: () => Promise<void> };

/** True when a process of this id runs. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, and is another user's.
    return error instanceof Error && Reflect.get(error, 'code') === 'EPERM';
  }
}

/**
 * Makes the folder and holds it: PGlite has no guard of its own, and two writers would ruin it.
 * Rejects naming the process that holds it; a lock of a process that is gone is taken over.
 */
export async function holdFolder(folder: string, pid: number): Promise<HeldFolder> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, LOCK);
  for (let attempt = 0; attempt < 3; attempt++) {
    if (await writeNew(path, `${pid}\n`)) return { release: () => rm(path, { force: true }) };
    const holder = Number.parseInt(await readFile(path, 'utf8').catch(() => ''), 10);
    if (holder !== pid && isAlive(holder)) {
      throw new Error(
        `The data folder ${folder} is in use by another local service (process ${holder}). Stop it, or give another folder with --data.`,
      );
    }
    await rm(path, { force: true });
  }
  throw new Error(`The data folder ${folder} could not be locked: remove ${path} and try again.`);
}

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
