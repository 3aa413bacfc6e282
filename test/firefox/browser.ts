import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFirefox } from '../../scripts/firefox.mjs';
import { ROOT } from '../../scripts/tool.ts';
import { connectMarionette, type Marionette } from './marionette.ts';

/** The build that tests load unless told otherwise; `npm run build` makes it. */
export const FIREFOX_BUILD = join(ROOT, '.output', 'firefox-mv3');

/** The add-on's id (wxt.config.ts), and the host of its pages, which Firefox else makes up anew. */
const ADDON_ID = 'keystamp@keystamp.dev';
const ADDON_HOST = '6f1d2c58-1f3c-4b0e-9a53-2d1c5e7b9a40';

/** Firefox listens a few seconds after its start. */
const LISTEN_MS = 60_000;
const STOP_MS = 10_000;
const SCRIPT_MS = 30_000;

const PREFERENCES: Readonly<Record<string, unknown>> = {
  // Zero lets Firefox choose; it writes its choice into the profile.
  'marionette.port': 0,
  'extensions.webextensions.uuids': JSON.stringify({ [ADDON_ID]: ADDON_HOST }),
  // A temporary add-on goes with the browser; what it stored stays, for tests that start it again.
  'extensions.webextensions.keepUuidOnUninstall': true,
  'extensions.webextensions.keepStorageOnUninstall': true,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
};

export type FirefoxOptions = {
  /** Profile folder; a fresh one by default, removed at `close` and kept at `kill`. */
  readonly profileDir?: string;
  readonly extensionDir?: string;
};

/** A tab, by Firefox's name of it. */
export type FirefoxTab = {
  /** Runs a function that names nothing outside itself; argument and answer travel as JSON. */
  readonly run: <A, R>(act: (argument: A) => R | Promise<R>, argument: A) => Promise<R>;
  readonly handle: string;
  readonly close: () => Promise<void>;
};

/** A running Firefox with Keystamp in it. */
export type KeystampInFirefox = {
  /** `moz-extension://HOST/` */
  readonly ownUrl: string;
  readonly profileDir: string;
  readonly marionette: Marionette;
  readonly openPage: (path: string) => Promise<FirefoxTab>;
  readonly openWeb: (url: string) => Promise<FirefoxTab>;
  /** Ends the background page as Firefox does when it is idle; the next event starts another. */
  readonly stopBackground: () => Promise<void>;
  readonly close: () => Promise<void>;
  /** SIGKILL, as a power cut would; the profile stays. */
  readonly kill: () => Promise<void>;
};

/** Starts Firefox with the built add-on; throws where there is none: ask `findFirefox` first. */
export async function launchFirefox(options: FirefoxOptions = {}): Promise<KeystampInFirefox> {
  const { extensionDir = FIREFOX_BUILD } = options;
  if (!existsSync(join(extensionDir, 'manifest.json'))) {
    throw new Error(`${extensionDir} holds no extension: run npm run build first`);
  }
  const ownProfile = options.profileDir === undefined;
  const profileDir = options.profileDir ?? mkdtempSync(join(tmpdir(), 'keystamp-firefox-'));
  const { child, gone } = start(profileDir);
  const stop = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await gone;
    clearTimeout(late);
  };
  try {
    const alive = () => child.exitCode === null && child.signalCode === null;
    const marionette = await connectMarionette(await portOf(profileDir, alive), alive);
    await marionette.send('Addon:Install', { path: extensionDir, temporary: true });
    const ownUrl = `moz-extension://${ADDON_HOST}/`;
    return {
      ownUrl,
      profileDir,
      marionette,
      openPage: (path) => openTab(marionette, `${ownUrl}${path}`),
      openWeb: (url) => openTab(marionette, url),
      stopBackground: () => inTurn(marionette, () => stopBackground(marionette)),
      close: async () => {
        await marionette
          .send('Marionette:Quit', { flags: ['eAttemptQuit'] })
          .catch(() => undefined);
        marionette.close();
        await stop('SIGTERM');
        if (ownProfile) rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 });
      },
      kill: async () => {
        marionette.close();
        await stop('SIGKILL');
      },
    };
  } catch (error) {
    await stop('SIGKILL');
    throw error;
  }
}

function start(profileDir: string): { child: ChildProcess; gone: Promise<void> } {
  const found = findFirefox();
  if (!found) throw new Error('No usable Firefox: install firefox-esr or set KEYSTAMP_FIREFOX');
  rmSync(join(profileDir, 'MarionetteActivePort'), { force: true });
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  writeFileSync(join(profileDir, 'user.js'), lines.join(''));
  // Without system access Marionette opens no page of an extension.
  const args = ['--headless', '--marionette', '--remote-allow-system-access', '--no-remote'];
  const child = spawn(found.path, [...args, '--profile', profileDir], { stdio: 'ignore' });
  // Without this a test that ends by an exception would leave the browser running.
  const orphan = () => child.kill('SIGKILL');
  process.once('exit', orphan);
  const gone = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
  void gone.then(() => process.removeListener('exit', orphan));
  return { child, gone };
}

/** The port that Firefox chose. */
async function portOf(profileDir: string, alive: () => boolean): Promise<number> {
  const file = join(profileDir, 'MarionetteActivePort');
  for (const late = Date.now() + LISTEN_MS; Date.now() < late; await sleep(100)) {
    if (!alive()) throw new Error('Firefox ended before it listened');
    const port = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
    if (port > 0) return port;
  }
  throw new Error('Firefox did not listen in a minute');
}

/** Commands go to the tab that is switched to: one tab's command must not land in another. */
const queues = new WeakMap<Marionette, Promise<unknown>>();
function inTurn<T>(marionette: Marionette, act: () => Promise<T>): Promise<T> {
  const turn = (queues.get(marionette) ?? Promise.resolve()).then(act, act);
  queues.set(marionette, turn);
  return turn;
}

async function openTab(marionette: Marionette, url: string): Promise<FirefoxTab> {
  const handle = await inTurn(marionette, async () => {
    const opened = (await marionette.send('WebDriver:NewWindow', { type: 'tab' })) as {
      readonly handle: string;
    };
    await marionette.send('WebDriver:SwitchToWindow', { handle: opened.handle });
    await marionette.send('WebDriver:Navigate', { url });
    return opened.handle;
  });
  const here = <T>(act: () => Promise<T>): Promise<T> =>
    inTurn(marionette, async () => {
      await marionette.send('WebDriver:SwitchToWindow', { handle, focus: false });
      return act();
    });
  return {
    handle,
    run: async <A, R>(act: (argument: A) => R | Promise<R>, argument: A) =>
      here(async () => runIn(marionette, act.toString(), argument) as Promise<R>),
    close: () => here(async () => void (await marionette.send('WebDriver:CloseWindow'))),
  };
}

/** By Firefox's own means, in its own world. */
async function stopBackground(marionette: Marionette): Promise<void> {
  await marionette.send('Marionette:SetContext', { value: 'chrome' });
  const script = `
    const [id, done] = arguments;
    const { extension } = WebExtensionPolicy.getByID(id);
    extension.terminateBackground({ ignoreDevToolsAttached: true }).then(
      () => done(extension.backgroundState),
      (error) => done(String(error)),
    );`;
  const order = { script, args: [ADDON_ID], scriptTimeout: SCRIPT_MS };
  try {
    const answer = await marionette.send('WebDriver:ExecuteAsyncScript', order);
    const { value } = answer as { readonly value: string };
    if (value !== 'stopped') throw new Error(`the background is ${value}`);
  } finally {
    await marionette.send('Marionette:SetContext', { value: 'content' });
  }
}

type Ended = { readonly value?: unknown; readonly error?: string };

async function runIn(marionette: Marionette, act: string, argument: unknown): Promise<unknown> {
  const script = `
    const [text, done] = arguments;
    (async () => (${act})(JSON.parse(text)))().then(
      (value) => done(JSON.stringify({ value })),
      (error) => done(JSON.stringify({ error: String(error) })),
    );`;
  // Without a sandbox's name a script has the page's own world, the extension's interfaces among it.
  const answer = (await marionette.send('WebDriver:ExecuteAsyncScript', {
    script,
    args: [JSON.stringify(argument ?? null)],
    sandbox: null,
    scriptTimeout: SCRIPT_MS,
  })) as { readonly value: string };
  const { value, error } = JSON.parse(answer.value) as Ended;
  if (error !== undefined) throw new Error(error);
  return value;
}
