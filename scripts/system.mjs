import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './chromium.mjs';
import { findFirefox } from './firefox.mjs';
import { step, StepError } from './progress.mjs';
import { run } from './run.mjs';

/*
 * What npm cannot bring: a Chromium, and for two groups of tests a Firefox and a PostgreSQL server.
 * Plain JavaScript without dependencies.
 */

/** Set when apt-get update has run in this process: once is enough. */
let updated = false;

/**
 * Path of a Chromium that loads unpacked extensions; installs Debian's if there is none and this
 * machine lets us.
 *
 * @returns {Promise<string>}
 */
export async function provideChromium() {
  const { found, refused } = findChromium();
  if (found) return found.path;
  if (process.env['KEYSTAMP_CHROMIUM'] ?? process.env['CHROME_PATH']) {
    throw new StepError(
      `KEYSTAMP_CHROMIUM or CHROME_PATH names a browser that cannot be used:\n${bullets(refused)}`,
    );
  }
  const reasons = [...refused];
  const apt = await aptCommand();
  if (apt) {
    await installDebian(apt, 'chromium', ['chromium', 'fonts-liberation']);
    const second = findChromium();
    if (second.found) return second.found.path;
    reasons.push(...second.refused);
  }
  throw new StepError(
    `No Chromium that loads unpacked extensions was found.\n${bullets(reasons)}${howToInstall()}`,
  );
}

/**
 * Path of a Firefox, or undefined: its tests are skipped then, and that is said. Installs Debian's if
 * there is none and this machine lets us.
 *
 * @returns {Promise<string | undefined>}
 */
export async function provideFirefox() {
  const found = findFirefox();
  if (found) return found.path;
  const apt = process.env['KEYSTAMP_FIREFOX'] ? undefined : await aptCommand();
  try {
    if (apt) await installDebian(apt, 'firefox-esr (for the tests in Firefox)', ['firefox-esr']);
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
  }
  const second = findFirefox();
  if (!second) console.log(`  ! ${NO_FIREFOX}`);
  return second?.path;
}

/** Also what the tests say of themselves. */
export const NO_FIREFOX =
  'There is no usable Firefox (140 or later; KEYSTAMP_FIREFOX names one): the tests in Firefox are skipped';

/**
 * Folder of PostgreSQL's server programs, or undefined: the tests that need them then say that they
 * were skipped. Only continuous integration installs it unasked.
 *
 * @returns {Promise<string | undefined>}
 */
export async function providePostgres() {
  const found = findPostgres();
  if (found || process.env['CI'] !== 'true') return found;
  const apt = await aptCommand();
  if (!apt) return undefined;
  try {
    await installDebian(apt, 'postgresql (for the service’s tests)', ['postgresql']);
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    console.log('  ! PostgreSQL could not be installed; its tests are skipped');
  }
  return findPostgres();
}

/** @returns {string | undefined} the newest folder that holds initdb and postgres */
export function findPostgres() {
  const named = process.env['KEYSTAMP_POSTGRES'];
  if (named) return named;
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).map(Number) : [];
  return [
    ...versions.sort((a, b) => b - a).map((version) => join(debian, String(version), 'bin')),
    '/usr/local/pgsql/bin',
    '/opt/homebrew/bin',
    '/usr/local/bin',
    '/usr/bin',
  ].find((folder) => ['initdb', 'postgres'].every((name) => executable(join(folder, name))));
}

/** @param {string} path */
function executable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @returns {Promise<readonly string[] | undefined>} how to call apt-get here, if at all */
async function aptCommand() {
  if (!existsSync('/usr/bin/apt-get')) return undefined;
  if (process.getuid?.() === 0) return ['apt-get'];
  const { code } = await run('sudo', ['-n', 'true'], '/');
  return code === 0 ? ['sudo', '-n', 'apt-get'] : undefined;
}

/**
 * @param {readonly string[]} apt
 * @param {string} what
 * @param {readonly string[]} packages
 */
async function installDebian(apt, what, packages) {
  await step(`installing ${what} (apt-get)`, async () => {
    if (!updated) await aptGet(apt, ['update']);
    updated = true;
    await aptGet(apt, ['install', '-y', '--no-install-recommends', ...packages]);
  });
}

/**
 * @param {readonly string[]} apt
 * @param {readonly string[]} args
 */
async function aptGet(apt, args) {
  const env = ['env', 'DEBIAN_FRONTEND=noninteractive'];
  const sudo = apt.slice(0, -1);
  const call = [...sudo, ...env, 'apt-get', '-o', 'DPkg::Lock::Timeout=300', '-q', ...args];
  const [command = 'env', ...rest] = call;
  const { code, output } = await run(command, rest, '/');
  if (code === 0) return;
  const tail = output.trim().split('\n').slice(-15).join('\n');
  throw new StepError(`apt-get ${args.join(' ')} failed (${code}):\n${tail}\n${howToInstall()}`);
}

/** @param {readonly string[]} lines */
const bullets = (lines) => lines.map((line) => `  - ${line}\n`).join('');

function howToInstall() {
  const ways = {
    linux: 'sudo apt-get install chromium   (or your distribution’s package)',
    darwin: 'brew install --cask chromium   (or npx playwright install chromium)',
    win32: 'npx playwright install chromium',
  };
  const way =
    process.platform in ways
      ? ways[/** @type {keyof typeof ways} */ (process.platform)]
      : ways.linux;
  return (
    `\nInstall one and run this again:\n  ${way}\n` +
    'Or name it: KEYSTAMP_CHROMIUM=/path/to/chromium. Branded Google Chrome 137 and later will not do.'
  );
}
