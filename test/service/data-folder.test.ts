// One process holds the data folder, and a dead process never does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ROOT } from '../../scripts/tool.ts';
import { lockFolder } from '../../src/service/data-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keystamp-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const pidFile = (): string => join(folder, 'service.pid');

/** Starts another process that holds the folder until it's killed. */
async function startHolder() {
  const module = pathToFileURL(join(ROOT, 'src/service/data-folder.ts')).href;
  const text = `import { lockFolder } from ${JSON.stringify(module)};
    await lockFolder(${JSON.stringify(folder)}, process.pid);
    console.log('held');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

describe('lockFolder', () => {
  test('error: a held folder is refused, naming the process that holds it', async () => {
    const hold = await lockFolder(folder, 4711);
    await expect(lockFolder(folder, 4712)).rejects.toThrow(
      `The data folder ${folder} is in use by another local service (process 4711). Stop it, or give another folder with --data.`,
    );
    await hold.release();
    const next = await lockFolder(folder, 4712);
    expect(readFileSync(pidFile(), 'utf8')).toBe('4712\n');
    await next.release();
  });

  test('behavior: a killed process frees its folder at once', async () => {
    const child = await startHolder();
    await expect(lockFolder(folder, 1)).rejects.toThrow(`(process ${child.pid})`);
    child.kill('SIGKILL');
    await once(child, 'close');
    await (await lockFolder(folder, 1)).release();
  });

  test('behavior: a reused process id holds nothing', async () => {
    // In a container, every start may have the same one.
    for (const pid of [process.pid, process.ppid, 1]) {
      writeFileSync(pidFile(), `${pid}\n`);
      await (await lockFolder(folder, 2)).release();
    }
    writeFileSync(pidFile(), 'no number');
    const hold = await lockFolder(folder, 2);
    writeFileSync(pidFile(), 'no number');
    await expect(lockFolder(folder, 3)).rejects.toThrow(
      `The data folder ${folder} is in use by another local service. Stop it`,
    );
    await hold.release();
  });
});
