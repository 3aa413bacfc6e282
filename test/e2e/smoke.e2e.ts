import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import { test } from './environment.ts';
import { axeViolations, describeViolations } from './axe.ts';
import { launchKeystamp, newTab } from './browser.ts';
import type { Keystamp } from './browser.ts';
import { openFile, openHome, openSettings, OWN_FILES } from './pages.ts';
import { textFor } from './user-actions.ts';
import { trialUnless } from '../trial-tag.ts';

/**
 * The id that results from the manifest's key; another one would orphan stored data and passkeys.
 */
const EXTENSION_ID = 'hmnilgjcgemonjkcegelobanpobgcgmm';

test.describe('launchKeystamp', () => {
  let keystamp: Keystamp;
  test.beforeAll(async () => {
    keystamp = await launchKeystamp();
  });
  test.afterAll(() => keystamp.close());

  const faults = () =>
    keystamp.logs.filter(({ level }) => ['error', 'warning', 'uncaught'].includes(level));

  test('behavior: the extension has its fixed id', () => {
    expect(keystamp.extensionId).toBe(EXTENSION_ID);
  });

  test('behavior: what Playwright turns off in Chromium stays off, though our own list counts', async () => {
    const page = await newTab(keystamp.context);
    await page.goto('chrome://version');
    const commandLine = await page.locator('#command_line').innerText();
    await page.close();
    const [theirs = '', ours = '', ...others] = [
      ...commandLine.matchAll(/--disable-features=(\S+)/g),
    ].map(([, list = '']) => list);
    expect(theirs).toContain('HttpsUpgrades');
    // Those with "ms" are Edge's.
    const missing = theirs.split(',').filter((name) => !name.startsWith('ms'));
    expect(missing.filter((name) => !ours.split(',').includes(name))).toEqual([]);
    expect(others).toEqual([]);
  });

  const TITLES = {
    'popup.html': textFor('popup.noVault.title'),
    'options.html': `${textFor('options.setup.password')} – Keystamp`,
    'confirm.html': textFor('confirm.noVault'),
  };
  for (const file of OWN_FILES) {
    test(`behavior: ${file} opens without errors`, async () => {
      const page = await openFile(keystamp, file);
      await expect(page).toHaveTitle(TITLES[file]);
      expect((await page.screenshot()).length).toBeGreaterThan(500);
      expect(faults()).toEqual([]);
      await page.close();
    });
  }

  test('behavior: the console and uncaught errors of pages and worker are collected', async () => {
    const page = await openHome(keystamp);
    const worker = await keystamp.worker();
    const before = keystamp.logs.length;
    await page.evaluate(() => {
      console.warn('from the page');
      setTimeout(() => {
        throw new Error('page fault');
      });
    });
    await worker.evaluate(() => console.error('from the worker'));
    const lines = () => keystamp.logs.slice(before).map(({ level, text }) => `${level} ${text}`);
    await expect
      .poll(lines)
      .toEqual(
        expect.arrayContaining([
          'warning from the page',
          'error from the worker',
          'uncaught Error: page fault',
        ]),
      );
    expect(lines()).toHaveLength(3);
    await page.close();
  });

  test(
    'behavior: a killed browser leaves a profile that opens again',
    trialUnless(false),
    async () => {
      const killed = await launchKeystamp();
      const worker = await killed.worker();
      await worker.evaluate(async () => {
        const { storage } = Reflect.get(globalThis, 'chrome') as {
          storage: { local: { set: (items: object) => Promise<void> } };
        };
        await storage.local.set({ probe: 'kept' });
      });
      await killed.kill();
      expect(existsSync(killed.profileDir)).toBe(true);

      const restarted = await launchKeystamp({ profileDir: killed.profileDir });
      const kept = await (
        await restarted.worker()
      ).evaluate(async () => {
        const { storage } = Reflect.get(globalThis, 'chrome') as {
          storage: { local: { get: (name: string) => Promise<{ probe?: string }> } };
        };
        return (await storage.local.get('probe')).probe;
      });
      await restarted.close();
      rmSync(killed.profileDir, { recursive: true, force: true });
      expect(kept).toBe('kept');
    },
  );
});

test.describe('stopWorker', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keystamp-probe-'));
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const probe = {
    'manifest.json': JSON.stringify({
      manifest_version: 3,
      name: 'Probe',
      version: '1',
      background: { service_worker: 'worker.js' },
    }),
    'worker.js': `
      let count = 0;
      console.log('worker starts');
      chrome.runtime.onMessage.addListener((message, sender, answer) => answer((count += 1)));`,
    'page.html': '<!doctype html><title>Probe</title>',
  };

  test('behavior: the worker starts again with fresh memory, and its console is still recorded', async () => {
    for (const [name, text] of Object.entries(probe)) writeFileSync(join(folder, name), text);
    const browser = await launchKeystamp({ extensionDir: folder });
    try {
      const page = await browser.openPage('page.html');
      const ask = () =>
        page.evaluate(() => {
          const { runtime } = Reflect.get(globalThis, 'chrome') as {
            runtime: { sendMessage: (message: unknown) => Promise<number> };
          };
          return runtime.sendMessage('count');
        });
      expect([await ask(), await ask()]).toEqual([1, 2]);

      await browser.stopWorker();
      expect(await ask()).toBe(1);
      expect(await (await browser.worker()).evaluate('count')).toBe(1);
      expect(browser.logs).toContainEqual({ from: 'worker', level: 'log', text: 'worker starts' });
    } finally {
      await browser.close();
    }
  });
});

test.describe('axeViolations', () => {
  test('behavior: an unlabelled input is found on an extension page, under its own CSP', async () => {
    const keystamp = await launchKeystamp();
    try {
      const page = await openSettings(keystamp);
      await page.evaluate(() => document.body.append(document.createElement('input')));
      const found = describeViolations(await axeViolations(page));
      expect(found.filter((line) => line.startsWith('label:'))).toHaveLength(1);
      expect(await page.evaluate(() => typeof Reflect.get(globalThis, 'axe'))).toBe('undefined');
    } finally {
      await keystamp.close();
    }
  });
});
