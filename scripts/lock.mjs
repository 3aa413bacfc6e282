import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/*
 * One process at a time, through a lock file that holds the owner's pid. Plain JavaScript without
 * dependencies: setup needs it before anything is installed.
 */

const POLL_MS = 300;
const GIVE_UP_MS = 20 * 60_000;

/**
 * Runs `work` while holding the lock file. Waits for another live owner (calls `onWait` once, with
 * its pid); takes over from a dead one. Releases the lock even when `work` throws.
 *
 * @template T
 * @param {string} file
 * @param {(pid: number) => void} onWait
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, onWait, work) {
  await acquire(file, onWait);
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.removeListener('exit', release);
    release();
  }
}

/**
 * @param {string} file
 * @param {(pid: number) => void} onWait
 */
async function acquire(file, onWait) {
  mkdirSync(dirname(file), { recursive: true });
  const started = performance.now();
  let told = false;
  while (!claim(file)) {
    const owner = readOwner(file);
    if (owner !== undefined && isAlive(owner)) {
      if (!told) onWait(owner);
      told = true;
      if (performance.now() - started > GIVE_UP_MS) {
        throw new Error(`process ${owner} still holds ${file}; end it and try again`);
      }
      await sleep(POLL_MS);
    } else {
      removeDead(file, owner);
    }
  }
}

/**
 * A hard link to a file that already holds our pid: it appears complete or not at all.
 *
 * @param {string} file
 */
function claim(file) {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * @param {string} file
 * @returns {number | undefined} undefined when the file is gone or holds no pid
 */
function readOwner(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * Moves a dead owner's file aside. Two waiters may do so at once: the slower one could move the
 * faster one's fresh lock, so we read the moved file again and put it back if its owner isn't the
 * dead one.
 *
 * @param {string} file
 * @param {number | undefined} owner
 */
function removeDead(file, owner) {
  const aside = `${file}.${process.pid}.dead`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (readOwner(aside) !== owner) {
    try {
      linkSync(aside, file);
    } catch {
      // A third process holds the lock now, and keeps it.
    }
  }
  rmSync(aside, { force: true });
}
