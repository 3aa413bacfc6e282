import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { build } from 'vite';
import { OPERATIONS } from '../../src/protocol/operations.ts';
import { CHROME_BUILD, launchKeystamp, type Keystamp } from '../../test/e2e/browser.ts';
import { startSites } from '../../test/e2e/dapp.ts';
import { startFaultProxy, type FaultProxy } from '../../test/e2e/fault-proxy.ts';
import { setUp } from '../../test/e2e/user-actions.ts';
import { FROM_SOURCES, startService } from '../../test/e2e/service.ts';
import { ROOT } from '../tool.ts';
import { dappFigures } from './dapp.ts';
import { relativeTo, figure, type Figure } from './figures.ts';
import { idlePageFigures, type Browsers } from './web-pages.ts';

/*
 * Times inside the browser, by its own clock: pages mark when they're usable, and the page that
 * sends a message times it. The test driver only says when to begin.
 */

const POPUP = 'Popup as a tab, navigation to interactive';
const COLD = 'Worker, from a page’s first message to the stamped and stored activity';
const EMPTY_ANSWER = 'an empty extension’s answer, worker stopped';
const EMPTY = join(ROOT, '.output', 'bench', 'empty');
const BLANK = join(ROOT, '.output', 'bench', 'blank');
const MARK = 'keystamp:interactive';

/** The smallest possible extension page: one script that marks at once. */
function writeEmptyExtension(): void {
  mkdirSync(EMPTY, { recursive: true });
  const manifest = {
    manifest_version: 3,
    name: 'Empty',
    version: '1',
    background: { service_worker: 'background.js' },
    action: { default_popup: 'popup.html' },
  };
  writeFileSync(join(EMPTY, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(
    join(EMPTY, 'background.js'),
    'chrome.runtime.onMessage.addListener((message, sender, reply) => reply(true));',
  );
  writeFileSync(join(EMPTY, 'popup.js'), `performance.mark('${MARK}');`);
  writeFileSync(
    join(EMPTY, 'popup.html'),
    '<!doctype html><title>Empty</title><p>Empty</p><script type="module" src="popup.js"></script>',
  );
}

/** The empty extension with empty versions of Keystamp's content scripts. */
function writeBlankExtension(): void {
  cpSync(EMPTY, BLANK, { recursive: true });
  const read = (folder: string) =>
    JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
      readonly content_scripts?: readonly { readonly js: readonly string[] }[];
    };
  const { content_scripts: scripts = [] } = read(CHROME_BUILD);
  const manifest = { ...read(EMPTY), content_scripts: scripts };
  writeFileSync(join(BLANK, 'manifest.json'), JSON.stringify(manifest));
  for (const { js } of scripts) for (const name of js) writeFileSync(join(BLANK, name), '');
}

/** Milliseconds from navigation to the mark, in the page's own time. */
async function timeToInteractive(browser: Keystamp): Promise<number> {
  const page = await browser.openPage('popup.html');
  await page.waitForFunction((name) => performance.getEntriesByName(name).length > 0, MARK);
  const at = await page.evaluate(
    (name) => performance.getEntriesByName(name)[0]?.startTime ?? 0,
    MARK,
  );
  await page.close();
  return at;
}

/** The pages' own client as a script that sets `globalThis.pageClient`. */
async function clientScript(): Promise<string> {
  const entry = join(import.meta.dirname, 'page-client.ts');
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: true, lib: { entry, formats: ['iife'], name: 'bench' } },
  });
  const [first] = Array.isArray(built) ? built : [built];
  const chunk = first && 'output' in first ? first.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error('the client was not built');
  return chunk.code;
}

type Call = { readonly name: string; readonly input: object };

/**
 * How long a call takes in a page whose client has had no contact with the worker, in milliseconds.
 */
function timeCall(page: Page, call: Call): Promise<number> {
  return page.evaluate(async ({ name, input }) => {
    type Ask = (name: string, input: object) => Promise<unknown>;
    const { call: ask } = (Reflect.get(globalThis, 'pageClient') as () => { call: Ask })();
    const started = performance.now();
    await ask(name, input);
    return performance.now() - started;
  }, call);
}

/** Waits until an activity has ended, so that the next sample has the machine to itself. */
async function waitUntilCompleted(page: Page, id: string): Promise<void> {
  await page.evaluate(async (entry) => {
    type Entry = { readonly state: string };
    type Ask = (name: string, input: object) => Promise<Entry>;
    const { call: ask } = (Reflect.get(globalThis, 'pageClient') as () => { call: Ask })();
    let seen = await ask('activities_get', { id: entry });
    while (seen.state !== 'completed') {
      await new Promise((resolve) => setTimeout(resolve, 10));
      seen = await ask('activities_get', { id: entry });
    }
  }, id);
}

async function activeProfile(page: Page): Promise<{ id: string; walletId: string }> {
  return page.evaluate(async () => {
    type Get = { storage: { session: { get: (key: string) => Promise<unknown> } } };
    const { storage } = Reflect.get(globalThis, 'chrome') as Get;
    const { snapshot } = (await storage.session.get('snapshot')) as {
      snapshot: { state: { activeProfileId: string }; home: { wallets: { id: string }[] } };
    };
    return { id: snapshot.state.activeProfileId, walletId: snapshot.home.wallets[0]?.id ?? '' };
  });
}

async function popupFigures(
  keystamp: Keystamp,
  empty: Keystamp,
  rounds: number,
): Promise<Figure[]> {
  const alive: number[] = [];
  const dead: number[] = [];
  const baseline: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const samples = [await timeToInteractive(empty), await timeToInteractive(keystamp)];
    await keystamp.stopWorker();
    samples.push(await timeToInteractive(keystamp));
    // The first round warms the disk and the code caches.
    if (round > 0)
      [baseline, alive, dead].forEach((list, at) => list.push(samples[at] ?? Number.NaN));
  }
  return relativeTo('empty extension', [
    figure(POPUP, 'empty extension', 'ms', baseline),
    figure(POPUP, 'Keystamp, worker alive', 'ms', alive),
    figure(POPUP, 'Keystamp, worker stopped', 'ms', dead, 'popupInteractive'),
  ]);
}

/** How long the browser itself takes to start a stopped worker: that of an extension that does nothing. */
function timeEmptyMessage(page: Page): Promise<number> {
  return page.evaluate(async () => {
    type Send = { runtime: { sendMessage: (message: string) => Promise<unknown> } };
    const { runtime } = Reflect.get(globalThis, 'chrome') as Send;
    const started = performance.now();
    await runtime.sendMessage('hello');
    return performance.now() - started;
  });
}

async function emptyStarts(empty: Keystamp, rounds: number): Promise<number[]> {
  const page = await empty.openPage('popup.html');
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    await empty.stopWorker();
    times.push(await timeEmptyMessage(page));
  }
  await page.close();
  return times.slice(1);
}

async function stampFigures(
  keystamp: Keystamp,
  empty: Keystamp,
  rounds: number,
): Promise<Figure[]> {
  const starts = await emptyStarts(empty, rounds);
  const page = await keystamp.openPage('options.html');
  const { id: profileId, walletId } = await activeProfile(page);
  await page.evaluate(await clientScript());
  const submit = async (name: string): Promise<number> => {
    const id = crypto.randomUUID();
    const operation = OPERATIONS.update_wallet.name;
    const input = { id, profileId, operation, parameters: { walletId, walletName: name } };
    const passed = await timeCall(page, { name: 'activities_submit', input });
    await waitUntilCompleted(page, id);
    return passed;
  };
  const cold: number[] = [];
  const warm: number[] = [];
  const hello: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const ask = await timeCall(page, { name: 'keys_list', input: {} });
    const second = await submit(`Warm ${round}`);
    await keystamp.stopWorker();
    const first = await submit(`Cold ${round}`);
    // The first round warms the disk and the code caches.
    if (round === 0) continue;
    hello.push(ask);
    warm.push(second);
    cold.push(first);
  }
  return relativeTo(EMPTY_ANSWER, [
    figure(COLD, 'a call without a stamp, worker alive', 'ms', hello),
    figure(COLD, EMPTY_ANSWER, 'ms', starts),
    figure(COLD, 'stamp, worker alive', 'ms', warm),
    figure(COLD, 'stamp, worker stopped', 'ms', cold, 'firstStamp'),
  ]);
}

/** What Keystamp costs web pages, and how long they wait for it. */
async function webFigures(browsers: Browsers, proxy: FaultProxy, quick: boolean) {
  const { keystamp } = browsers;
  const sites = await startSites();
  try {
    const idle = await idlePageFigures(browsers, sites, quick ? 30 : 150);
    const [pairs, clicks] = quick ? [20, 5] : [150, 25];
    return [...idle, ...(await dappFigures({ keystamp, proxy, pairs, clicks }))];
  } finally {
    await sites.stop();
  }
}

/** Times of the built extension as web pages see it, set up with a fresh local service. */
export async function webPageFigures(quick: boolean): Promise<Figure[]> {
  writeEmptyExtension();
  writeBlankExtension();
  const service = await startService({ command: FROM_SOURCES });
  const proxy = await startFaultProxy(service.url);
  const empty = await launchKeystamp({ extensionDir: EMPTY });
  const blank = await launchKeystamp({ extensionDir: BLANK });
  const keystamp = await launchKeystamp();
  try {
    await (await setUp(keystamp, proxy.url)).close();
    return await webFigures({ keystamp, empty, blank }, proxy, quick);
  } finally {
    await keystamp.close();
    await blank.close();
    await empty.close();
    await proxy.stop();
    await service.stop();
  }
}

/** Popup and worker times of the built extension, set up with a fresh local service. */
export async function pageFigures(rounds: number): Promise<Figure[]> {
  writeEmptyExtension();
  const service = await startService({ command: FROM_SOURCES });
  const empty = await launchKeystamp({ extensionDir: EMPTY });
  const keystamp = await launchKeystamp();
  try {
    await (await setUp(keystamp, service.url)).close();
    const popup = await keystamp.openPage('popup.html');
    await popup.getByText('Main wallet').waitFor();
    await popup.close();
    const stamps = await stampFigures(keystamp, empty, rounds);
    return [...(await popupFigures(keystamp, empty, rounds)), ...stamps];
  } finally {
    await keystamp.close();
    await empty.close();
    await service.stop();
  }
}
