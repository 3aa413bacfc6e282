import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import { CHROME_BUILD } from './browser.ts';
import { test } from './environment.ts';
import { call, callWorker } from './extension-internals.ts';

/** A copy of the extension whose files of the worker's parts have one less, as a damaged disk leaves it. */
function buildWithout(part: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'keystamp-parts-'));
  cpSync(CHROME_BUILD, folder, { recursive: true });
  rmSync(join(folder, 'worker', part));
  return folder;
}

test('error: without the file of a part, its calls name that, and the rest goes on', async ({
  environments,
}) => {
  const extensionDir = buildWithout('backup.js');
  const { options, keystamp } = await environments.start({ extensionDir });
  const ask = () => call(options, 'backup_unfinished', {});
  expect(await ask()).toMatchObject({ ok: false, error: { code: 'part_missing' } });
  // Another part, and the core.
  expect(await callWorker(options, 'sites_list')).toEqual([]);
  await callWorker(options, 'vault_lock');
  expect(await callWorker(options, 'state')).toMatchObject({ vault: 'locked' });
  expect(await ask()).toMatchObject({ ok: false, error: { code: 'vault_locked' } });
  expect(keystamp.logs.filter(({ level }) => level === 'uncaught')).toEqual([]);
  rmSync(extensionDir, { recursive: true });
});
