import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { withLock } from '../../scripts/lock.mjs';
import { ROOT } from '../../scripts/tool.ts';

const folder = mkdtempSync(join(tmpdir(), 'keystamp-lock-'));
const lock = join(folder, 'lock');
const log = join(folder, 'log');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => writeFileSync(log, ''));

/** A process that takes the lock and writes down when it gets it and when it releases it. */
const HOLDER = `
  import { appendFileSync } from 'node:fs';
  import { setTimeout as sleep } from 'node:timers/promises';
  import { withLock } from ${JSON.stringify(join(ROOT, 'scripts', 'lock.mjs'))};
  await withLock(${JSON.stringify(lock)}, () => {}, async () => {
    appendFileSync(${JSON.stringify(log)}, 'in ' + process.pid + '\\n');
    await sleep(120);
    appendFileSync(${JSON.stringify(log)}, 'out ' + process.pid + '\\n');
  });`;

function hold(): Promise<number | null> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', HOLDER], {
    stdio: 'inherit',
  });
  return new Promise((resolve) => child.on('close', resolve));
}

/** The pid of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => child.on('close', resolve));
  return child.pid ?? 0;
}

describe('withLock', () => {
  test('behavior: four processes run one by one, even after a dead one’s lock', async () => {
    writeFileSync(lock, String(await deadPid()));
    expect(await Promise.all([hold(), hold(), hold(), hold()])).toEqual([0, 0, 0, 0]);

    const lines = readFileSync(log, 'utf8').trim().split('\n');
    expect(lines).toHaveLength(8);
    for (let at = 0; at < lines.length; at += 2) {
      expect(lines[at + 1]).toBe(lines[at]?.replace('in', 'out'));
    }
    expect(existsSync(lock)).toBe(false);
  });

  test('behavior: a waiting process gets the owner’s pid', async () => {
    const holder = hold();
    // A process that starts on a busy machine takes seconds.
    await expect.poll(() => readFileSync(log, 'utf8'), { timeout: 30_000 }).toContain('in ');
    const told: number[] = [];
    await withLock(
      lock,
      (pid) => told.push(pid),
      async () => {},
    );
    expect(told).toEqual([Number(readFileSync(log, 'utf8').split(/\s+/)[1])]);
    await holder;
  });

  test('error: the lock is released when the work throws', async () => {
    const work = withLock(
      lock,
      () => {},
      () => Promise.reject(new Error('work failed')),
    );
    await expect(work).rejects.toThrow('work failed');
    expect(existsSync(lock)).toBe(false);
  });
});
