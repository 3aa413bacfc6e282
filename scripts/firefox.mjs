import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/*
 * Finds a Firefox that accepts unsigned extensions over Marionette: every edition does, for as long
 * as it runs. Plain JavaScript without dependencies, like chromium.mjs and for the same reason.
 */

/**
 * @typedef {{ readonly path: string, readonly version: string }} Firefox
 */

const NAMES = ['firefox-esr', 'firefox', 'firefox-developer-edition', 'firefox-nightly'];

/** The minimum version in the manifest (wxt.config.ts, `strict_min_version`). */
const LEAST_VERSION = 140;

/** @returns {string[]} every place a Firefox is usually installed, best first */
function usualPlaces() {
  if (process.platform === 'darwin') {
    return ['/Applications/Firefox.app/Contents/MacOS/firefox'];
  }
  if (process.platform === 'win32') return ['C:\\Program Files\\Mozilla Firefox\\firefox.exe'];
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...folders, '/usr/bin', '/opt/firefox'].flatMap((folder) =>
    NAMES.map((name) => join(folder, name)),
  );
}

/**
 * The Firefox to use, or undefined: KEYSTAMP_FIREFOX if set (then nothing else is tried), otherwise
 * the first in the usual places that starts and is new enough.
 *
 * @returns {Firefox | undefined}
 */
export function findFirefox() {
  const named = process.env['KEYSTAMP_FIREFOX'];
  const candidates = named ? [named] : usualPlaces().filter((path) => existsSync(path));
  for (const path of new Set(candidates)) {
    const version = versionOf(path);
    const major = Number(/Firefox (\d+)/.exec(version ?? '')?.[1] ?? 0);
    if (version !== undefined && major >= LEAST_VERSION) return { path, version };
  }
  return undefined;
}

/**
 * @param {string} path
 * @returns {string | undefined}
 */
function versionOf(path) {
  try {
    accessSync(path, constants.X_OK);
    return execFileSync(path, ['--version'], {
      encoding: 'utf8',
      timeout: 20_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}
