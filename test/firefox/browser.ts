import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { zipSync } from 'fflate';
import { findFirefox } from '../../scripts/firefox.mjs';
import { ROOT } from '../../scripts/tool.ts';
import { withCallSites } from './call-sites.ts';
import { connectMarionette, type Marionette } from './marionette.ts';
import { allTabs, enqueue, openTab, switchToAny, findTab, type FirefoxTab } from './tab.ts';
import { openSettings } from '../e2e/pages.ts';
import { takesTrials } from '../trial-tag.ts';

/** The build that tests load by default; `npm run build` makes it. */
export const FIREFOX_BUILD = join(ROOT, '.output', 'firefox-mv3');

/**
 * The add-on's id (wxt.config.ts), and the host of its pages, which Firefox would otherwise choose
 * at random.
 */
const ADDON_ID = 'keystamp@keystamp.dev';
const ADDON_HOST = '6f1d2c58-1f3c-4b0e-9a53-2d1c5e7b9a40';

/** Firefox listens a few seconds after its start. */
const LISTEN_MS = 60_000;
const STOP_MS = 10_000;
/** After this long a new Firefox has written its caches. */
const SETTLE_MS = 5000;
const SCRIPT_MS = 30_000;

const PREFERENCES: Readonly<Record<string, unknown>> = {
  // With zero, Firefox chooses the port and writes it into the profile.
  'marionette.port': 0,
  'extensions.webextensions.uuids': JSON.stringify({ [ADDON_ID]: ADDON_HOST }),
  // ESR allows unsigned add-ons to be installed permanently, so it is still there after a restart.
  'xpinstall.signatures.required': false,
  // Elsewhere the add-on goes when the browser closes; its stored data stays, and it is installed
  // again.
  'extensions.webextensions.keepUuidOnUninstall': true,
  'extensions.webextensions.keepStorageOnUninstall': true,
  // Makes the console keep its messages' texts until they are read.
  'devtools.console.stdout.content': false,
  // Virtual authenticators instead of the machine's.
  'security.webauth.webauthn_enable_softtoken': true,
  'security.webauth.webauthn_enable_usbtoken': false,
  'browser.shell.checkDefaultBrowser': false,
  // The first window is blank.
  'browser.startup.homepage': 'about:blank',
  'browser.newtabpage.enabled': false,
  'browser.newtab.preload': false,
  'browser.aboutwelcome.enabled': false,
  // Three idle processes fewer; what a test opens starts its own.
  'dom.ipc.processPrelaunch.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  // Files are saved without a question.
  'browser.download.folderList': 2,
  'browser.download.always_ask_before_handling_new_types': false,
  // As in playwright.config.ts.
  'ui.prefersReducedMotion': takesTrials ? 0 : 1,
};

/** Web Authentication Level 2, section 11.3, "Add Virtual Authenticator". */
const AUTHENTICATOR = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserConsenting: true,
  isUserVerified: true,
};

/** Where a Firefox with this profile saves files. */
export const downloadFolder = (profileDir: string): string => join(profileDir, 'downloads');

export type FirefoxOptions = {
  readonly headless?: boolean;
  /** Installs the build over the profile's one; otherwise that one stays. */
  readonly renew?: boolean;
  /** Profile folder; a fresh one by default, removed at `close` and kept at `kill`. */
  readonly profileDir?: string;
  readonly extensionDir?: string;
};

/** CSS pixels; `wider` is how far the content is wider than the popup. */
type PopupSize = {
  readonly width: number;
  readonly height: number;
  readonly wider: number;
};

/** A running Firefox with Keystamp. */
export type KeystampInFirefox = {
  /** `moz-extension://HOST/` */
  readonly ownUrl: string;
  readonly profileDir: string;
  readonly marionette: Marionette;
  readonly openPage: (path: string) => Promise<FirefoxTab>;
  readonly openWeb: (url: string) => Promise<FirefoxTab>;
  readonly openPrivate: (url: string) => Promise<FirefoxTab>;
  /** Runs a script in Firefox's own context; it passes its result to its last argument. */
  readonly inChrome: <T>(script: string, ...args: readonly unknown[]) => Promise<T>;
  readonly tabs: () => Promise<readonly FirefoxTab[]>;
  /** The tab whose address contains this, once there is one. */
  readonly tabAt: (part: string) => Promise<FirefoxTab>;
  /** Gives the browser a virtual authenticator in the machine, whose user is always there and always consents. */
  readonly addAuthenticator: () => Promise<void>;
  /** Opens the popup from the toolbar button, and measures it. */
  readonly toolbarPopup: () => Promise<PopupSize>;
  /** The text on the clipboard, which only the browser's own code may read unasked. */
  readonly clipboardText: () => Promise<string>;
  /** Errors and warnings from the extension's own pages and background. */
  readonly logs: () => Promise<readonly string[]>;
  /**
   * Ends the background page like Firefox does when it is idle; the next event starts another one.
   */
  readonly stopBackground: () => Promise<void>;
  /** Installs the build again, over the running one: what an update does. */
  readonly update: () => Promise<void>;
  /** Installs another copy of the build beside it, with an id of its own. */
  readonly installCopy: () => Promise<void>;
  /** Removes the extension. */
  readonly remove: () => Promise<void>;
  /** Resolves when Firefox has ended, for whatever reason. */
  readonly ended: Promise<void>;
  readonly close: () => Promise<void>;
  /** SIGKILL, as a power cut would; the profile stays. */
  readonly kill: () => Promise<void>;
};

/** Those of this process, for reports about what they show. */
export const running = new Set<KeystampInFirefox>();

/**
 * Starts Firefox with the built add-on; throws if there is no Firefox: call `findFirefox` first.
 */
export async function launchFirefox(options: FirefoxOptions = {}): Promise<KeystampInFirefox> {
  const { extensionDir = FIREFOX_BUILD, headless = true } = options;
  if (!existsSync(join(extensionDir, 'manifest.json'))) {
    throw new Error(`${extensionDir} holds no extension: run npm run build first`);
  }
  const ownProfile = options.profileDir === undefined;
  const profileDir = options.profileDir ?? mkdtempSync(join(tmpdir(), 'keystamp-firefox-'));
  const isNew = !existsSync(join(profileDir, 'compatibility.ini'));
  if (headless && isNew) await fillProfile(profileDir);
  const { gone, isEsr, stop, connect } = start(profileDir, headless);
  try {
    const marionette = await connect();
    const install = (addon: string) =>
      marionette.send('Addon:Install', { addon, temporary: !isEsr, allowPrivateBrowsing: true });
    if (options.renew || !(await isInstalled(marionette))) await install(packed(extensionDir));
    const ownUrl = `moz-extension://${ADDON_HOST}/`;
    const openPage = (path: string) => openTab(marionette, `${ownUrl}${path}`);
    const keystamp = withCallSites<KeystampInFirefox>({
      ownUrl,
      profileDir,
      marionette,
      openPage,
      openWeb: (url) => openTab(marionette, url),
      openPrivate: (url) => openTab(marionette, url, { type: 'window', private: true }),
      inChrome: (script, ...args) =>
        enqueue(marionette, () => inChrome(marionette, script, ...args)),
      tabs: () => allTabs(marionette),
      tabAt: (part) => findTab(marionette, `is at ${part}`, ({ url }) => url.includes(part)),
      addAuthenticator: async () =>
        void (await marionette.send('WebAuthn:AddVirtualAuthenticator', AUTHENTICATOR)),
      toolbarPopup: async () => {
        const page = await openSettings({ openPage });
        const size = await page.run(measurePopup, null);
        await page.close();
        return size;
      },
      clipboardText: () => enqueue(marionette, () => inChrome<string>(marionette, READ_CLIPBOARD)),
      logs: () => enqueue(marionette, () => readLogs(marionette, ownUrl)),
      stopBackground: () => enqueue(marionette, () => stopBackground(marionette)),
      update: async () => void (await install(packed(extensionDir))),
      installCopy: async () => void (await install(packed(extensionDir, withOtherId))),
      remove: async () => void (await marionette.send('Addon:Uninstall', { id: ADDON_ID })),
      ended: gone,
      close: async () => {
        await quit(marionette, stop);
        if (ownProfile) rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 });
      },
      kill: async () => {
        marionette.close();
        await stop('SIGKILL');
      },
    });
    running.add(keystamp);
    void gone.then(() => running.delete(keystamp));
    return keystamp;
  } catch (error) {
    await stop('SIGKILL');
    throw error;
  }
}

type Stop = (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>;

/** An orderly end, which writes everything to the profile. */
async function quit(marionette: Marionette, stop: Stop): Promise<void> {
  await marionette.send('Marionette:Quit', { flags: ['eAttemptQuit'] }).catch(() => undefined);
  marionette.close();
  await stop('SIGTERM');
}

/**
 * Completes a new profile from one in which Firefox was started before, without Keystamp: a first start takes
 * twice as much processor time, for caches of its own code.
 */
async function fillProfile(profileDir: string): Promise<void> {
  const version = findFirefox()?.version.replaceAll(/\W+/g, '-');
  const started = join(ROOT, '.output', 'test', `firefox-${version}`);
  if (!existsSync(started)) {
    mkdirSync(dirname(started), { recursive: true });
    const part = mkdtempSync(`${started}-part-`);
    const { connect, stop } = start(part, true);
    const marionette = await connect();
    await sleep(SETTLE_MS);
    await quit(marionette, stop);
    // Another process may have been faster.
    if (existsSync(started)) rmSync(part, { recursive: true });
    else renameSync(part, started);
  }
  // What a test has put there stays.
  cpSync(started, profileDir, { recursive: true, force: false });
}

/** A Firefox that begins to start: `connect` waits until it listens. */
function start(profileDir: string, headless: boolean) {
  const found = findFirefox();
  if (!found) throw new Error('No usable Firefox: install firefox-esr or set KEYSTAMP_FIREFOX');
  rmSync(join(profileDir, 'MarionetteActivePort'), { force: true });
  mkdirSync(downloadFolder(profileDir), { recursive: true });
  const preferences = { ...PREFERENCES, 'browser.download.dir': downloadFolder(profileDir) };
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  writeFileSync(join(profileDir, 'user.js'), lines.join(''));
  // Without system access, Marionette doesn't open an extension's pages.
  const args = ['--marionette', '--remote-allow-system-access', '--no-remote'];
  if (headless) args.push('--headless');
  const child = spawn(found.path, [...args, '--profile', profileDir], { stdio: 'ignore' });
  // Without this, a test that ends with an exception would leave the browser running.
  const orphan = () => child.kill('SIGKILL');
  process.once('exit', orphan);
  const gone = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
  void gone.then(() => process.removeListener('exit', orphan));
  const alive = () => child.exitCode === null && child.signalCode === null;
  const stop: Stop = async (signal) => {
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await gone;
    clearTimeout(late);
  };
  return {
    gone,
    stop,
    connect: async () => connectMarionette(await portOf(profileDir, alive), alive),
    isEsr: found.version.endsWith('esr'),
  };
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

/** Runs in a page of the extension: the popup is another one of its views. */
async function measurePopup(): Promise<PopupSize> {
  type Extension = {
    readonly action: { readonly openPopup: () => Promise<void> };
    readonly extension: { readonly getViews: (of: { type: 'popup' }) => readonly Window[] };
  };
  const { action, extension } = Reflect.get(globalThis, 'browser') as Extension;
  await action.openPopup();
  for (let left = 100; left > 0; left--) {
    const [view] = extension.getViews({ type: 'popup' });
    if (view?.document.querySelector('main') && view.innerHeight > 0) {
      // Firefox fits the panel to its content a few frames later.
      await new Promise((resolve) => setTimeout(resolve, 1000));
      const { innerWidth: width, innerHeight: height, document } = view;
      return { width, height, wider: document.documentElement.scrollWidth - width };
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the popup did not open');
}

const withOtherId = (manifest: string) => manifest.replace(ADDON_ID, `copy-${ADDON_ID}`);

/** The build as an archive, in base64, which Firefox installs without a file. */
function packed(folder: string, change = (manifest: string): string => manifest): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const read = (file: string): Uint8Array =>
    file === join(folder, 'manifest.json')
      ? Buffer.from(change(readFileSync(file, 'utf8')))
      : readFileSync(file);
  const entries = files.map((file) => [file.slice(folder.length + 1), read(file)] as const);
  return Buffer.from(zipSync(Object.fromEntries(entries), { level: 0 })).toString('base64');
}

/** Runs a script in Firefox's own context; it passes its result to its last argument. */
async function inChrome<T>(marionette: Marionette, script: string, ...args: unknown[]): Promise<T> {
  await switchToAny(marionette);
  await marionette.send('Marionette:SetContext', { value: 'chrome' });
  try {
    const order = { script, args, scriptTimeout: SCRIPT_MS };
    const answer = await marionette.send('WebDriver:ExecuteAsyncScript', order);
    return (answer as { readonly value: T }).value;
  } finally {
    await marionette.send('Marionette:SetContext', { value: 'content' });
  }
}

async function isInstalled(marionette: Marionette): Promise<boolean> {
  const script = `
    const [id, done] = arguments;
    const { AddonManager } = ChromeUtils.importESModule(
      'resource://gre/modules/AddonManager.sys.mjs');
    AddonManager.getAddonByID(id).then((addon) => done(Boolean(addon?.isActive)));`;
  return inChrome(marionette, script, ADDON_ID);
}

/**
 * Errors and warnings on the console. What pages write there themselves doesn't leave their
 * process; test/floors.test.ts checks that they write nothing. Leaves out what Firefox itself
 * reports about a page that was closed or left before the background answered it (one that comes
 * back has no answer, and its call ends by itself: client/send.ts), and about an idle background
 * that it ended with an open transaction: background-stop.firefox.ts tests that this loses nothing.
 */
async function readLogs(marionette: Marionette, ownUrl: string): Promise<readonly string[]> {
  const script = `
    const [own, done] = arguments;
    const said = Services.console.getMessageArray().filter(
      (message) => message instanceof Ci.nsIScriptError && message.sourceName?.startsWith(own) &&
        !/^Promise (?:rejected|resolved) (?:after context unloaded|while context is inactive)/.test(message.errorMessage) &&
        !/^An IndexedDB transaction .* aborted due to page navigation/.test(message.errorMessage));
    done(said.map(({ errorMessage, sourceName }) => sourceName + ': ' + errorMessage));`;
  return inChrome(marionette, script, ownUrl);
}

const READ_CLIPBOARD = `
  const [done] = arguments;
  const flavors = Cc['@mozilla.org/widget/transferable;1'].createInstance(Ci.nsITransferable);
  flavors.init(null);
  flavors.addDataFlavor('text/plain');
  Services.clipboard.getData(flavors, Services.clipboard.kGlobalClipboard);
  const text = {};
  try {
    flavors.getTransferData('text/plain', text);
  } catch {
    // An empty clipboard has no text.
  }
  done(text.value?.QueryInterface(Ci.nsISupportsString).data ?? '');`;

/** By Firefox's own API, in its own context. */
async function stopBackground(marionette: Marionette): Promise<void> {
  const script = `
    const [id, done] = arguments;
    const { extension } = WebExtensionPolicy.getByID(id);
    extension.terminateBackground({ ignoreDevToolsAttached: true }).then(
      () => done(null),
      (error) => done(String(error)),
    );`;
  // Another one may be running already, because someone had a message for it.
  const refused = await inChrome<string | null>(marionette, script, ADDON_ID);
  if (refused !== null) throw new Error(`the background goes on: ${refused}`);
}
