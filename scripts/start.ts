import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, watch as watchFiles } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import { readArguments } from '../src/service/arguments.ts';
import { launchKeystamp } from '../test/e2e/browser.ts';
import type { Keystamp } from '../test/e2e/browser.ts';
import { FROM_SOURCES, startService } from '../test/e2e/service.ts';
import type { RunningService } from '../test/e2e/service.ts';
import { launchFirefox } from '../test/firefox/browser.ts';
import { pageOfTab } from '../test/firefox/firefox-page.ts';
import { buildFolder, type Browser } from './build-folders.ts';
import { build } from './build.ts';
import { DEMO_TOKEN, deployDemoToken, startChain, type LocalChain } from './chain/anvil.ts';
import { LOCAL_CHAIN } from '../src/protocol/coins.ts';
import { withLock } from './lock.mjs';
import { fail, step, StepError } from './progress.mjs';
import { provideFirefox } from './system.mjs';
import { ROOT, runBuildTool } from './tool.ts';
import { isIconPinned, pinIcon } from './toolbar-icon.ts';
import { tour } from './tour.ts';

const HELP = `npm start [-- --two] [--firefox] [--port N] [--rate N] | [-- --tour]

Builds the extension, starts the local service (its data in .keystamp/service) with a chain of Ethereum's
kind that keeps nothing (eip155:31337), and opens a Chromium with Keystamp in it (its profile in .keystamp/profile), and the demo dApp in a second tab. Ctrl-C or
closing the browser ends both; the next start finds everything as it was. Delete .keystamp to begin
anew.

Without a display it runs the guided tour instead (npm run tour): headless, with a fresh profile and
a service in memory.

  --two      a second Chromium with a profile of its own, for a second person: their API keys are
             in .keystamp/service/people, one line to import in each file
  --firefox  a Firefox instead (its profile in .keystamp/firefox), under remote control as in the tests:
             that is how an add-on that no store signed gets in
  --port N   port of the local service; 8788 or the next free one by default
  --rate N   requests a second that the local service takes of an organization; no limit by default
  --tour     the tour, even with a display
  --watch    for work on Keystamp (npm run dev): whatever you save is in the browser a moment later, and
             types are checked as you go; with profiles and build folders of its own. Works headless too`;

const FIRST_PORT = 8788;
const PORTS_TO_TRY = 50;
const DATA = join(ROOT, '.keystamp', 'service');

function hasDisplay(): boolean {
  if (process.platform === 'darwin' || process.platform === 'win32') return true;
  return Boolean(process.env['DISPLAY']) || Boolean(process.env['WAYLAND_DISPLAY']);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

async function choosePort(wanted: string | undefined): Promise<number> {
  if (wanted !== undefined) {
    const port = Number(wanted);
    if (!Number.isInteger(port) || port < 1 || port > 65_535) {
      throw new StepError(`--port takes a number from 1 to 65535, not ${wanted}.`);
    }
    if (await isFree(port)) return port;
    throw new StepError(`Port ${port} is in use. Leave --port out to take a free one.`);
  }
  for (let port = FIRST_PORT; port < FIRST_PORT + PORTS_TO_TRY; port += 1) {
    if (await isFree(port)) {
      if (port !== FIRST_PORT) console.log(`  ! port ${FIRST_PORT} is in use; taking ${port}`);
      return port;
    }
  }
  throw new StepError(`No free port from ${FIRST_PORT} on. Name one: npm start -- --port N`);
}

function argument(args: readonly string[], name: '--port' | '--rate'): string | undefined {
  const at = args.findIndex((arg) => arg === name || arg.startsWith(`${name}=`));
  if (at < 0) return undefined;
  return args[at]?.includes('=') ? args[at]?.slice(name.length + 1) : (args[at + 1] ?? '');
}

/** As arguments for the service, which reports what's wrong with them. */
function rateArguments(rate: string | undefined): readonly string[] {
  const args = rate === undefined ? [] : [`--rate=${rate}`];
  const read = readArguments(args);
  if ('error' in read) throw new StepError(read.error);
  return args;
}

/** What a browser is opened with. */
type Beginning = {
  readonly service: RunningService;
  readonly isWatched: boolean;
};

/** Keystamp as it was built for a browser. */
const folderFor = (browser: Browser, { isWatched }: Beginning): string =>
  buildFolder(browser, isWatched ? 'watched' : 'development');

/** Where a browser's profile is. */
const profileFor = (name: string, { isWatched }: Beginning): string =>
  join(ROOT, '.keystamp', isWatched ? `${name}-dev` : name);

/** A browser with Keystamp, either one. */
type Opened = Pick<Keystamp, 'close'> & {
  readonly ended: Promise<unknown>;
  /** Where the toolbar has Keystamp's icon. */
  readonly iconPlace: string;
};

/** Profiles and keys, or the set-up where there is none; the port may be another one than last time. */
const optionsFor = (service: RunningService): string =>
  `options.html#/keys?service=${encodeURIComponent(service.setUp)}`;

/** Where the icon is, and how to get it into view. */
async function whereIcon(page: Pick<Page, 'evaluate'>, howToPin: string): Promise<string> {
  if (await isIconPinned(page)) return 'Keystamp is in the browser’s toolbar.';
  return `Keystamp is behind the puzzle piece in the toolbar. To keep its icon in view, ${howToPin}.`;
}

async function openFirefox(beginning: Beginning): Promise<Opened> {
  const { service, isWatched } = beginning;
  const path = await provideFirefox();
  if (path === undefined) throw new StepError('Without a Firefox there is nothing to start.');
  process.env['KEYSTAMP_FIREFOX'] = path;
  const profileDir = profileFor('firefox', beginning);
  mkdirSync(profileDir, { recursive: true });
  return step('opening Firefox with Keystamp', async () => {
    const extensionDir = folderFor('firefox', beginning);
    const options = { profileDir, extensionDir, headless: !hasDisplay(), renew: true };
    const keystamp = await launchFirefox(options);
    await keystamp.openWeb(`${service.url}/demo`);
    const page = await keystamp.openPage(optionsFor(service));
    await page.focus();
    if (isWatched) {
      void renewOnChange(async () => {
        await keystamp.update();
        await keystamp.openPage('options.html');
      });
    }
    const howToPin = 'right-click it there and choose “Pin to Toolbar”';
    const iconPlace = await whereIcon(pageOfTab(page), howToPin);
    return { ...keystamp, iconPlace };
  });
}

function openChromium(
  beginning: Beginning,
  name = 'profile',
  half?: 'left' | 'right',
): Promise<Opened> {
  return step('opening Chromium with Keystamp', async () => {
    const { service } = beginning;
    const extensionDir = folderFor('chrome', beginning);
    const profileDir = profileFor(name, beginning);
    pinIcon(profileDir, extensionDir);
    const headless = !hasDisplay();
    const keystamp = await launchKeystamp({ profileDir, extensionDir, headless, ownSignals: true });
    const page = keystamp.context.pages()[0] ?? (await keystamp.context.newPage());
    await page.goto(`chrome-extension://${keystamp.extensionId}/${optionsFor(service)}`);
    if (half) await moveToHalf(page, half);
    const demo = await keystamp.context.newPage();
    await demo.goto(`${service.url}/demo`);
    await page.bringToFront();
    const ended = new Promise((resolve) => keystamp.context.once('close', resolve));
    const iconPlace = await whereIcon(page, 'click the pin beside its name there');
    return { close: keystamp.close, ended, iconPlace };
  });
}

/** Puts a browser's window on one half of the screen: both would open at the same place. */
async function moveToHalf(page: Page, half: 'left' | 'right'): Promise<void> {
  const { left, top, width, height } = await page.evaluate(() => {
    const { availWidth, availHeight } = screen;
    // Where the desktop has bars at its edges.
    const [x, y] = [Reflect.get(screen, 'availLeft'), Reflect.get(screen, 'availTop')].map(Number);
    return { left: x || 0, top: y || 0, width: Math.floor(availWidth / 2), height: availHeight };
  });
  const session = await page.context().newCDPSession(page);
  const { windowId } = await session.send('Browser.getWindowForTarget');
  await session.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'normal' } });
  const bounds = { left: half === 'left' ? left : left + width, top, width, height };
  await session.send('Browser.setWindowBounds', { windowId, bounds });
  await session.detach();
}

/** Two people side by side; the end of one browser is the end of both. */
async function openTwo(beginning: Beginning): Promise<Opened> {
  const first = await openChromium(beginning, 'profile', 'left');
  const second = await openChromium(beginning, 'profile-second', 'right');
  return {
    close: async () => {
      await Promise.all([first.close(), second.close()]);
    },
    ended: Promise.race([first.ended, second.ended]),
    iconPlace: first.iconPlace,
  };
}

/** Resolves at the first of: browser closed, Ctrl-C, SIGTERM. */
function untilEnd({ ended }: Opened): Promise<void> {
  return new Promise((resolve) => {
    void ended.then(() => resolve());
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => resolve());
    }
  });
}

function openerFor(args: readonly string[]): (beginning: Beginning) => Promise<Opened> {
  if (args.includes('--firefox')) return openFirefox;
  return args.includes('--two') ? openTwo : (beginning) => openChromium(beginning);
}

/** Builds what a browser loads for `--watch`, and checks the types beside it; ends with us. */
async function watch(browser: Browser): Promise<void> {
  checkTypes();
  if (browser === 'firefox') return buildForFirefox();
  const { createServer } = await import('wxt');
  const server = await createServer({ root: ROOT, browser });
  await server.start();
}

/** What tsc starts takes no other signal. */
function checkTypes(): void {
  const child = spawn('tsc', ['--watch', '--preserveWatchOutput', '--pretty'], {
    stdio: 'inherit',
  });
  process.once('exit', () => child.kill('SIGKILL'));
}

/**
 * Firefox lets no script of another address into an extension's page, not even of this computer's: it
 * gets no server of WXT's, but a whole build each time.
 */
const buildForFirefox = (): Promise<void> =>
  step('building for Firefox', async () => {
    await runBuildTool({}, 'wxt', 'build', '-b', 'firefox', '--mode', 'development');
  });

const SOURCES = ['entrypoints', 'public', 'src'];
/** An editor may write a file in several steps. */
const SETTLED_MS = 200;

/** Builds again after each change, and installs what came out. */
async function renewOnChange(renew: () => Promise<void>): Promise<never> {
  let changed = Promise.withResolvers<void>();
  for (const folder of SOURCES) {
    watchFiles(join(ROOT, folder), { recursive: true }, () => changed.resolve());
  }
  for (;;) {
    await changed.promise;
    await sleep(SETTLED_MS);
    changed = Promise.withResolvers();
    await buildForFirefox()
      .then(renew)
      .catch((error: unknown) => console.error(String(error)));
  }
}

/** A chain with a token on it; undefined, and said so, where none can be started. */
async function startLocalChain(): Promise<LocalChain | undefined> {
  try {
    return await step('starting a local chain', async () => {
      const chain = await startChain();
      await deployDemoToken(chain);
      return chain;
    });
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    console.log(`  ! ${error.message} Balances can't be shown.`);
    return undefined;
  }
}

const chainArguments = (chain: LocalChain | undefined): readonly string[] =>
  chain ? [`--rpc=${LOCAL_CHAIN}=${chain.url}`, `--token=${LOCAL_CHAIN}/erc20:${DEMO_TOKEN}`] : [];

async function start(args: readonly string[]): Promise<void> {
  const rate = rateArguments(argument(args, '--rate'));
  const isWatched = args.includes('--watch');
  if (isWatched) await watch(args.includes('--firefox') ? 'firefox' : 'chrome');
  else await build();
  const port = await choosePort(argument(args, '--port'));
  const first = !existsSync(DATA);
  const chain = await startLocalChain();
  const service = await step(`starting the local service${first ? ' (first time)' : ''}`, () =>
    startService({
      command: FROM_SOURCES,
      args: ['--port', String(port), '--data', DATA, ...rate, ...chainArguments(chain)],
      // One set-up link is used up in the browser; a further profile needs another code.
      onLine: (line) => line.startsWith('next set-up URL') && console.log(`  ${line}`),
    }),
  );
  try {
    const keystamp = await openerFor(args)({ service, isWatched });
    console.log(`\n  service       ${service.url}`);
    console.log(`  set-up URL    ${service.setUp} (once)`);
    console.log(`  demo dApp     ${service.url}/demo`);
    console.log(`  organization  ${service.organizationId}`);
    console.log(`  second person ${join(DATA, 'people')}`);
    if (chain) console.log(`  local chain   ${chain.url}`);
    console.log(`\n  ${keystamp.iconPlace} Ctrl-C ends browser and service.\n`);
    await untilEnd(keystamp);
    await keystamp.close();
  } finally {
    await service.stop();
    await chain?.stop();
  }
  console.log(`  ended; npm ${isWatched ? 'run dev' : 'start'} goes on from here`);
}

async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) return console.log(HELP);
  const isWatched = args.includes('--watch');
  if (args.includes('--firefox') && !hasDisplay() && !isWatched) {
    throw new StepError('Firefox needs a display here. Without one: npm test -- test/firefox');
  }
  if (args.includes('--tour') || (!hasDisplay() && !isWatched)) {
    if (!args.includes('--tour')) console.log('No display: the guided tour, headless.\n');
    await build();
    return tour();
  }
  const taken = (pid: number): never => {
    throw new StepError(
      `Keystamp runs from this folder already (process ${pid}). End that one first, by Ctrl-C there.`,
    );
  };
  await withLock(join(ROOT, '.keystamp', 'start.lock'), taken, () => start(args));
}

const args = process.argv.slice(2);
await main(args).catch(fail);
// WXT's server and the check of types would go on.
if (args.includes('--watch')) process.exit();
