import { expect } from 'playwright/test';
import { test } from './environment.ts';
import type { Keystamp } from './browser.ts';
import { callWorker } from './extension-internals.ts';
import { openFile, openHome, OWN_FILES } from './pages.ts';
import { trySinks } from './script-sinks.ts';
import { unlock } from './user-actions.ts';

/*
 * Texts that would become scripts or markup, in Keystamp's own pages and in its worker (threat 73).
 */

let keystamp: Keystamp;

test.beforeAll(async ({ environments }) => {
  ({ keystamp } = await environments.start());
});

for (const file of OWN_FILES) {
  test(`error: ${file}: a text never becomes a script or markup (threat 73)`, async () => {
    const page = await openFile(keystamp, file);
    const results = await page.evaluate(trySinks);
    expect(Object.keys(results).length).toBeGreaterThan(12);
    expect(Object.entries(results).filter(([, what]) => !what.startsWith('refused'))).toEqual([]);
    await page.close();
  });
}

test('error: the background loads no script but its own (threat 73)', async () => {
  const worker = await keystamp.worker();
  const results = await worker.evaluate(async () => {
    const load = (url: string) =>
      new Promise<string>((resolve) => {
        setTimeout(() => {
          try {
            (globalThis as unknown as { importScripts: (url: string) => void }).importScripts(url);
            resolve('done');
          } catch (error) {
            resolve(error instanceof Error ? error.name : 'refused');
          }
        });
      });
    return [await load('/worker/signatures.js'), await load('/bridge.js'), await load('blob:x')];
  });
  expect(results).toEqual(['done', 'TypeError', 'TypeError']);
});

test('behavior: the key derivation’s own Worker starts: the vault unlocks (threat 73)', async () => {
  const page = await openHome(keystamp);
  await callWorker(page, 'vault_lock');
  await unlock(page);
  await page.getByRole('link', { name: /^Payroll/ }).waitFor();
  expect(keystamp.logs.filter(({ level }) => level === 'uncaught')).toEqual([]);
});
