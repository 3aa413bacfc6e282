import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/*
 * Finds a Chromium that loads unpacked extensions. Plain JavaScript without dependencies, because
 * set-up runs it on Node 20 before anything is installed; the e2e harness imports the same file.
 */

/**
 * @typedef {{ readonly path: string, readonly version: string }} Chromium
 * @typedef {{ readonly found: Chromium | undefined, readonly refused: readonly string[] }} Search
 */

/** Branded Google Chrome ignores `--load-extension` from this major version on. */
const CHROME_WITHOUT_LOAD_EXTENSION = 137;

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** @returns {string[]} every place a Chromium is usually installed, best first */
function usualPlaces() {
  const home = homedir();
  const onPath = NAMES.flatMap((name) =>
    (process.env['PATH'] ?? '')
      .split(delimiter)
      .filter((folder) => folder !== '')
      .map((folder) => join(folder, process.platform === 'win32' ? `${name}.exe` : name)),
  );
  if (process.platform === 'darwin') {
    return [
      ...onPath,
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      join(home, 'Applications/Chromium.app/Contents/MacOS/Chromium'),
      ...playwrightBuilds(join(home, 'Library/Caches/ms-playwright'), [
        'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
        'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
        'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
      ]),
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ];
  }
  if (process.platform === 'win32') {
    const local = process.env['LOCALAPPDATA'] ?? join(home, 'AppData/Local');
    return [
      ...onPath,
      join(local, 'Chromium/Application/chrome.exe'),
      'C:\\Program Files\\Chromium\\Application\\chrome.exe',
      ...playwrightBuilds(join(local, 'ms-playwright'), [
        'chrome-win/chrome.exe',
        'chrome-win64/chrome.exe',
      ]),
    ];
  }
  return [
    ...onPath,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/lib/chromium/chromium',
    '/snap/bin/chromium',
    ...playwrightBuilds(join(home, '.cache/ms-playwright'), [
      'chrome-linux/chrome',
      'chrome-linux64/chrome',
    ]),
    '/usr/bin/google-chrome',
  ];
}

/**
 * Browsers that `npx playwright install chromium` has installed, newest first.
 *
 * @param {string} folder
 * @param {readonly string[]} inside
 * @returns {string[]}
 */
function playwrightBuilds(folder, inside) {
  if (!existsSync(folder)) return [];
  const builds = readdirSync(folder).filter((name) => /^chromium-\d+$/.test(name));
  builds.sort((a, b) => Number(b.slice(9)) - Number(a.slice(9)));
  return builds.flatMap((build) => inside.map((path) => join(folder, build, path)));
}

/**
 * What this file is, or why we can't use it.
 *
 * @param {string} path
 * @returns {Chromium | string}
 */
function examine(path) {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return `${path}: not an executable file`;
  }
  // chrome.exe opens a window for --version instead of printing it.
  if (process.platform === 'win32') return { path, version: 'unknown version' };
  let version;
  try {
    version = execFileSync(path, ['--version'], {
      encoding: 'utf8',
      timeout: 20_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return `${path}: does not start (it fails on --version)`;
  }
  const branded = /^Google Chrome (\d+)/.exec(version);
  if (branded && Number(branded[1]) >= CHROME_WITHOUT_LOAD_EXTENSION) {
    return `${path}: ${version} is branded Google Chrome, which ignores --load-extension`;
  }
  return { path, version };
}

/**
 * The Chromium to use: KEYSTAMP_CHROMIUM or CHROME_PATH if set (then nothing else is tried),
 * otherwise the first usable one in the usual places. `refused` says why others were skipped.
 *
 * @returns {Search}
 */
export function findChromium() {
  const named = process.env['KEYSTAMP_CHROMIUM'] ?? process.env['CHROME_PATH'];
  const candidates = named ? [named] : usualPlaces().filter((path) => existsSync(path));
  /** @type {string[]} */
  const refused = [];
  for (const path of new Set(candidates)) {
    const result = examine(path);
    if (typeof result !== 'string') return { found: result, refused };
    refused.push(result);
  }
  return { found: undefined, refused };
}
