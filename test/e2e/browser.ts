import { createHash, generateKeyPairSync } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright';
import type { BrowserContext, CDPSession, ConsoleMessage, Page, Worker } from 'playwright';
import { findChromium } from '../../scripts/chromium.mjs';
import { ROOT } from '../../scripts/tool.ts';
import { WITHOUT_FEATURES } from '../chromium-features.ts';
import { isSettings } from './pages.ts';

/** The build that tests load by default; `npm run build` makes it. */
export const CHROME_BUILD = join(ROOT, '.output', 'chrome-mv3');

const WORKER_START_MS = 15_000;
const FIRST_PAGE_MS = 15_000;
/** On a busy machine a closing window takes a moment to be gone. */
const NEW_TAB_PAUSES_MS = [0, 100, 500, 1000, 2000, 4000];

/** Where a log line came from: a page's URL or `worker`. */
type LogLine = {
  readonly from: string;
  readonly level: string;
  readonly text: string;
};

export type LaunchOptions = {
  /** Profile folder; a fresh one by default, removed at `close` and kept at `kill`. */
  readonly profileDir?: string;
  readonly extensionDir?: string;
  /** Other copies of the extension, from {@link copyBuild}. */
  readonly otherCopies?: readonly ExtensionCopy[];
  /** Copies that {@link installCopy} brings later: Chromium runs only those that it was started with. */
  readonly laterCopies?: readonly ExtensionCopy[];
  readonly colorScheme?: 'light' | 'dark';
  readonly headless?: boolean;
  /** The browser's language; English by default. */
  readonly locale?: string;
  /**
   * The caller ends the browser on SIGINT and SIGTERM; otherwise Playwright does, and ends the
   * process.
   */
  readonly ownSignals?: boolean;
  /** Additional command-line switches of Chromium. */
  readonly args?: readonly string[];
};

/** A build with an id of its own, so that both can be installed. */
export type ExtensionCopy = { readonly folder: string; readonly extensionId: string };

/** Copies a build, with another key in its manifest; the caller removes it. */
export function copyBuild(build = CHROME_BUILD): ExtensionCopy {
  const folder = mkdtempSync(join(tmpdir(), 'keystamp-copy-'));
  cpSync(build, folder, { recursive: true });
  const file = join(folder, 'manifest.json');
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...manifest, key: key.toString('base64') }));
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 32);
  // Chromium writes an id's hex digits as the letters a to p.
  const letter = (digit: string) => String.fromCharCode('a'.charCodeAt(0) + parseInt(digit, 16));
  return { folder, extensionId: digest.replace(/./g, letter) };
}

/** A running Chromium with Keystamp. */
export type Keystamp = {
  readonly context: BrowserContext;
  readonly extensionId: string;
  readonly profileDir: string;
  /** Everything that pages and worker wrote to their consoles, and what they threw uncaught. */
  readonly logs: readonly LogLine[];
  /**
   * The service worker. It stays the same object: after `stopWorker`, an `evaluate` waits until
   * some event has started the worker again.
   */
  readonly worker: () => Promise<Worker>;
  /** Opens a page of the extension in a new tab: pages.ts has what there is. */
  readonly openPage: (path: string) => Promise<Page>;
  /**
   * Stops the worker like the browser does when it is idle; it starts again at the next event that
   * it listens to. Resolves when it has stopped.
   */
  readonly stopWorker: () => Promise<void>;
  /** Ends the browser: normally if it has a given profile, otherwise at once, and removes its own. */
  readonly close: () => Promise<void>;
  /** SIGKILL to the whole browser, as in a power cut; the profile stays. */
  readonly kill: () => Promise<void>;
};

/** A browser that has been started and not ended. */
export type Live = Pick<Keystamp, 'context' | 'logs'>;

/** All of them in this process, for reports about what they show. */
export const live = new Set<Live>();

function remember(browser: Live): void {
  live.add(browser);
  browser.context.once('close', () => live.delete(browser));
}

/**
 * Starts Chromium with the built extension. Playwright attaches to the service worker, and a worker
 * with a debugger attached is never stopped for idleness (docs/platform.md, Life of the service
 * worker): use `stopWorker`, or raw CDP for tests of idleness itself.
 */
export async function launchKeystamp(options: LaunchOptions = {}): Promise<Keystamp> {
  const extensionDir = options.extensionDir ?? CHROME_BUILD;
  if (!existsSync(join(extensionDir, 'manifest.json'))) {
    throw new Error(`${extensionDir} holds no extension: run npm run build first`);
  }
  const ownProfile = options.profileDir === undefined;
  const profileDir = options.profileDir ?? mkdtempSync(join(tmpdir(), 'keystamp-profile-'));
  const { laterCopies = [] } = options;
  const otherCopies = [...(options.otherCopies ?? []), ...laterCopies];
  const folders = [extensionDir, ...otherCopies.map(({ folder }) => folder)].join(',');
  const installs = laterCopies.length > 0 ? ['--enable-unsafe-extension-debugging'] : [];
  const args = [...(options.args ?? []), ...installs];
  const context = await launch(profileDir, folders, { ...options, args });
  const logs: LogLine[] = [];
  collectLogs(context, logs);
  remember({ context, logs });
  const isOther = (worker: Worker) =>
    otherCopies.some(({ extensionId: id }) => worker.url().includes(id));
  const first = await liveWorker(context, isOther);
  const extensionId = new URL(first.url()).host;
  await removeLaterCopies(context, laterCopies);
  if (opensOptions(extensionDir)) await firstPage(context, extensionId);
  return {
    context,
    extensionId,
    profileDir,
    logs,
    worker: () => liveWorker(context, isOther),
    openPage: (path) => openPageOf(context, extensionId, path),
    stopWorker: () => stopWorkers(context, extensionId),
    close: async () => {
      if (!ownProfile) return context.close();
      // Nobody reads what an orderly end, which takes two seconds, would write.
      await killGroup(context);
      rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 });
    },
    kill: () => killGroup(context),
  };
}

const openPageOf = (context: BrowserContext, extensionId: string, path: string) =>
  openPatiently(() => openTab(context, `chrome-extension://${extensionId}/${path}`));

async function overBrowser(
  context: BrowserContext,
  act: (session: CDPSession) => Promise<unknown>,
): Promise<void> {
  const session = await context.browser()?.newBrowserCDPSession();
  if (!session) throw new Error('the browser has ended');
  try {
    await act(session);
  } finally {
    await session.detach().catch(() => undefined);
  }
}

const COPY_STARTS_MS = 60_000;

/** Installs one of the browser's {@link LaunchOptions.laterCopies}; resolves once it runs. */
export async function installCopy(context: BrowserContext, copy: ExtensionCopy): Promise<void> {
  await overBrowser(context, async (session) => {
    await session.send('Extensions.loadUnpacked', { path: copy.folder });
    await waitUntilRuns(session, copy);
  });
}

/** Removes it, if it is installed. */
export async function removeCopy(context: BrowserContext, copy: ExtensionCopy): Promise<void> {
  await overBrowser(context, (session) =>
    session.send('Extensions.uninstall', { id: copy.extensionId }).catch(() => undefined),
  );
}

/** Removes the later copies again, which Chromium starts with: one of its command line isn't removed. */
async function removeLaterCopies(
  context: BrowserContext,
  copies: readonly ExtensionCopy[],
): Promise<void> {
  for (const copy of copies) {
    await installCopy(context, copy);
    await removeCopy(context, copy);
  }
}

/** Its options page opens by itself when it is new, and takes over a blank tab that a test has just opened. */
const COPY_OPENS_MS = 3000;

/** Asks the browser itself: Playwright may go on listing the worker of an extension that was removed. */
async function waitUntilRuns(session: CDPSession, { extensionId }: ExtensionCopy): Promise<void> {
  let runs = false;
  for (let late = Date.now() + COPY_STARTS_MS; Date.now() < late; await sleep(50)) {
    const { targetInfos } = await session.send('Target.getTargets');
    const types = targetInfos
      .filter(({ url }) => url.includes(extensionId))
      .map(({ type }) => type);
    if (!types.includes('service_worker')) continue;
    if (types.includes('page')) return;
    if (!runs) late = Date.now() + COPY_OPENS_MS;
    runs = true;
  }
  if (!runs) throw new Error('the other copy does not start');
}

/** The same browser, with the pages of another copy in it. */
export const inCopy = (keystamp: Keystamp, { extensionId }: ExtensionCopy): Keystamp => ({
  ...keystamp,
  extensionId,
  openPage: (path) => openPageOf(keystamp.context, extensionId, path),
});

/** The pages that `openTab` has opened. */
const opened = new WeakSet<Page>();

/**
 * A new tab that begins with a page of the extension. Coming from a blank one, the page would need
 * another process: a quarter more work, in each of a thousand openings.
 */
async function openTab(context: BrowserContext, url: string): Promise<Page> {
  const session = await context.browser()?.newBrowserCDPSession();
  if (!session) throw new Error('The browser has ended');
  const [address] = url.split('#');
  const isNew = (page: Page) => !opened.has(page) && page.url().split('#')[0] === address;
  let isRefused = false;
  const coming = context.waitForEvent('page', (one) => {
    const found = !isRefused && isNew(one);
    if (found) opened.add(one);
    return found;
  });
  const creating = session.send('Target.createTarget', { url }).catch((error: unknown) => {
    // The next try's page isn't this one's.
    isRefused = true;
    throw error;
  });
  const [page] = await Promise.all([coming, creating]);
  await session.detach();
  await page.waitForLoadState();
  return page;
}

/**
 * Chromium puts a new tab into the most recently used window, even if that is just closing, and
 * closes the tab with it: then this tries again, a while later each time.
 */
async function openPatiently(open: () => Promise<Page>): Promise<Page> {
  for (const pause of NEW_TAB_PAUSES_MS) {
    try {
      return await open();
    } catch {
      await sleep(pause);
    }
  }
  return open();
}

/** A new tab. */
export const newTab = (context: BrowserContext): Promise<Page> =>
  openPatiently(() => context.newPage());

async function launch(
  profileDir: string,
  extensionDir: string,
  { headless = true, colorScheme = 'light', locale, ownSignals = false, args = [] }: LaunchOptions,
): Promise<BrowserContext> {
  try {
    return await chromium.launchPersistentContext(profileDir, {
      executablePath: chromiumPath(),
      headless,
      colorScheme: headless ? colorScheme : null,
      viewport: headless ? { width: 1000, height: 760 } : null,
      ...(locale ? { locale } : {}),
      // Root has no sandbox; everyone else keeps it.
      chromiumSandbox: process.getuid?.() !== 0,
      handleSIGINT: !ownSignals,
      handleSIGTERM: !ownSignals,
      handleSIGHUP: !ownSignals,
      args: [...switches(extensionDir), ...args],
      // Playwright turns the back/forward cache off; extension pages meet it in real life.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    });
  } catch (error) {
    if (!String(error).includes('No usable sandbox')) throw error;
    throw new Error(
      'This system refuses Chromium its sandbox (Ubuntu 24.04 does, outside its own packages): ' +
        'sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0',
      { cause: error },
    );
  }
}

function chromiumPath(): string {
  const { found, refused } = findChromium();
  if (found) return found.path;
  throw new Error(`No usable Chromium: run node scripts/setup.mjs. ${refused.join('; ')}`);
}

function switches(extensionDir: string): string[] {
  return [
    WITHOUT_FEATURES,
    `--disable-extensions-except=${extensionDir}`,
    `--load-extension=${extensionDir}`,
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-search-engine-choice-screen',
  ];
}

function collectLogs(context: BrowserContext, logs: LogLine[]): void {
  const add = (from: string, message: ConsoleMessage) =>
    logs.push({ from, level: message.type(), text: message.text() });
  const watch = (worker: Worker) => worker.on('console', (message) => add('worker', message));
  context.serviceWorkers().forEach(watch);
  context.on('serviceworker', watch);
  // A worker's message arrives on both the worker and its context: take only those of pages here.
  context.on('console', (message) => {
    if (message.page()) add(message.page()?.url() ?? '', message);
  });
  context.on('weberror', (error) =>
    logs.push({
      from: error.page()?.url() ?? 'worker',
      level: 'uncaught',
      text: String(error.error()),
    }),
  );
}

function opensOptions(extensionDir: string): boolean {
  return readFileSync(join(extensionDir, 'manifest.json'), 'utf8').includes('"options_ui"');
}

/**
 * Waits for the options page that opens at installation, which is at every start for an extension
 * from the command line: it takes over any blank tab, even one that a test has just opened.
 */
async function firstPage(context: BrowserContext, extensionId: string): Promise<void> {
  const late = Date.now() + FIRST_PAGE_MS;
  while (!context.pages().some((page) => isSettings(page.url(), extensionId))) {
    if (Date.now() > late) throw new Error('The options page did not open at the start');
    await sleep(20);
  }
}

async function liveWorker(
  context: BrowserContext,
  isOther: (worker: Worker) => boolean,
): Promise<Worker> {
  const running = context.serviceWorkers().findLast((worker) => !isOther(worker));
  if (running) return running;
  const predicate = (worker: Worker) => !isOther(worker);
  return context.waitForEvent('serviceworker', { predicate, timeout: WORKER_START_MS });
}

const sessions = new WeakMap<Page, CDPSession>();

/**
 * A page's debugging session for all tests, never detached: if any of its sessions goes, Chromium
 * removes the page's passkeys.
 */
export async function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  return session;
}

/**
 * Resolves when the browser itself reports that no worker is running. Only a page's session has
 * `ServiceWorker.stopAllWorkers`, not the browser's; opens an extension page if there is none.
 */
async function stopWorkers(context: BrowserContext, extensionId: string): Promise<void> {
  const prefix = `chrome-extension://${extensionId}/`;
  const open = context.pages().find((page) => page.url().startsWith(prefix));
  const page = open ?? (await newTab(context));
  if (!open) await page.goto(`${prefix}manifest.json`);
  const session = await sessionOf(page);
  const stopped = new Promise<void>((resolve) => {
    session.on('ServiceWorker.workerVersionUpdated', function look({ versions }) {
      if (versions.some(({ runningStatus }) => runningStatus !== 'stopped')) return;
      session.off('ServiceWorker.workerVersionUpdated', look);
      resolve();
    });
  });
  try {
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
    await stopped;
  } finally {
    await session.send('ServiceWorker.disable');
    if (!open) await page.close();
  }
}

/** Playwright starts the browser as the leader of its own process group. */
async function killGroup(context: BrowserContext): Promise<void> {
  const session = await context.browser()?.newBrowserCDPSession();
  const answer = await session?.send('SystemInfo.getProcessInfo');
  const pid = answer?.processInfo.find(({ type }) => type === 'browser')?.id;
  if (!pid) throw new Error('The browser does not tell its process id');
  const closed = new Promise<void>((resolve) => context.once('close', () => resolve()));
  process.kill(-pid, 'SIGKILL');
  await closed;
}
