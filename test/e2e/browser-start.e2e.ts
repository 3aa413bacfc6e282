import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import { launchKeystamp, newTab, type Keystamp } from './browser.ts';
import { test } from './environment.ts';
import { readDatabase } from './extension-internals.ts';
import { hostService } from './hosted-service.ts';
import type { LocalService } from './service.ts';
import { createClientThrough, setUpByCalls } from './set-up-by-calls.ts';
import { openPopup, unlock } from './user-actions.ts';

/*
 * A browser that has just started, with a page that never comes to rest: Chromium provides the
 * organization's settings only a minute later, and nobody waits for them.
 */

const profileDir = mkdtempSync(join(tmpdir(), 'keystamp-start-'));
let service: LocalService;
let restless: Server;
let keystamp: Keystamp;

test.beforeAll(async () => {
  service = await hostService();
  // Its image never comes.
  restless = createServer(({ url }, response) => {
    if (url === '/') response.end('<!doctype html><title>Restless</title><img src="/image">');
  });
  await new Promise<void>((resolve) => restless.listen(0, '127.0.0.1', resolve));
  keystamp = await launchKeystamp({ profileDir });
});

test.afterAll(async () => {
  await keystamp?.close();
  restless?.closeAllConnections();
  restless?.close();
  await service?.stop();
  rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 });
});

/** Whether Chromium has provided what an organization sets. */
async function hasManagedSettings(): Promise<boolean> {
  const worker = await keystamp.worker();
  return worker.evaluate(async () => {
    type Managed = { storage: { managed: { get: () => Promise<unknown> } } };
    const { storage } = Reflect.get(globalThis, 'chrome') as Managed;
    const waiting = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 200));
    return Promise.race([storage.managed.get().then(() => true), waiting]);
  });
}

test('behavior: unlocked, it stamps at once, as the settings of the last time allow', async () => {
  const options = await setUpByCalls(keystamp, service.url);
  await expect
    .poll(async () => JSON.stringify(await readDatabase(options)))
    .toContain('managed-policy');
  await keystamp.kill();
  keystamp = await launchKeystamp({ profileDir });
  const tab = await newTab(keystamp.context);
  const { port } = restless.address() as AddressInfo;
  await tab.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'commit' });
  const popup = await openPopup(keystamp);
  await unlock(popup);
  await popup.getByText('Main wallet').first().waitFor();
  const { call } = createClientThrough(popup);
  const { activeProfileId } = await call('state', {});
  // Asks the service, with a stamp.
  await call('profiles_check', { id: activeProfileId ?? '' });
  expect(await hasManagedSettings()).toBe(false);
});
