import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import { createPasswordClient } from '../../src/client/password.ts';
import { createLocalKdfPort } from '../client/local-kdf-port.ts';
import { launchKeystamp, newTab, type Keystamp } from './browser.ts';
import { test } from './environment.ts';
import { readDatabase } from './extension-internals.ts';
import { hostService } from './hosted-service.ts';
import { openPopup } from './pages.ts';
import type { LocalService } from './service.ts';
import { createClientThrough, setUpByCalls } from './set-up-by-calls.ts';
import { PASSWORD } from './user-actions.ts';

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

/** Asks for what an organization sets; returns whether Chromium has provided it by now. */
async function askForManagedSettings(): Promise<() => Promise<boolean>> {
  const worker = await keystamp.worker();
  await worker.evaluate(() => {
    type Managed = { storage: { managed: { get: () => Promise<unknown> } } };
    const { storage } = Reflect.get(globalThis, 'chrome') as Managed;
    void storage.managed.get().then(() => Reflect.set(globalThis, 'hasManaged', true));
  });
  return () => worker.evaluate(() => Reflect.get(globalThis, 'hasManaged') === true);
}

const STARTS = 20;

test('behavior: unlocked, it stamps at once, as the settings of the last time allow', async () => {
  const options = await setUpByCalls(keystamp, service.url);
  await expect
    .poll(async () => JSON.stringify(await readDatabase(options)))
    .toContain('managed-policy');
  const passwords = createPasswordClient({
    client: createClientThrough(options),
    start: createLocalKdfPort,
  });
  const keks = await passwords.prove(PASSWORD);
  for (let start = 1; start <= STARTS; start++) {
    if (await stampsBeforeSettings(keks)) return;
  }
  throw new Error(`Chromium provided the settings first in each of ${STARTS} starts`);
});

/**
 * Kills the browser and starts it with the page; unlocks and stamps. Chromium's start is over, too,
 * once any other page has rested for a second, which a busy machine lets Playwright's blank first tab
 * or the popup do before the stamp: then this returns false.
 */
async function stampsBeforeSettings(keks: string[]): Promise<boolean> {
  const { port } = restless.address() as AddressInfo;
  await keystamp.kill();
  keystamp = await launchKeystamp({ profileDir });
  const tab = await newTab(keystamp.context);
  await tab.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'commit' });
  const hasSettings = await askForManagedSettings();
  const { call } = createClientThrough(await openPopup(keystamp));
  const { activeProfileId } = await call('vault_unlock', {}, { keks });
  const profileId = activeProfileId ?? '';
  // Both ask the service, with a stamp.
  await call('profiles_check', { id: profileId });
  const wallets = await call('query', { profileId, operation: 'list_wallets', parameters: {} });
  expect(JSON.stringify(wallets)).toContain('Main wallet');
  return !(await hasSettings());
}
