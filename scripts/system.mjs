import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './chromium.mjs';
import { findFirefox } from './firefox.mjs';
import { step, StepError } from './progress.mjs';
import { run } from './run.mjs';

/*
 * What npm can't install: a Chromium and, for two groups of tests, a Firefox and a PostgreSQL
 * server. Plain JavaScript without dependencies.
 */

/** Set after apt-get update has run in this process: once is enough. */
let updated = false;

/**
 * What this file needs from the machine: tests replace it.
 *
 * @typedef {{
 *   readonly find: typeof findChromium,
 *   readonly apt: () => Promise<readonly string[] | undefined>,
 *   readonly run: typeof run,
 *   readonly say: (line: string) => void,
 * }} Machine
 */

/** @type {Machine} */
const HERE = { find: findChromium, apt: aptCommand, run, say: (line) => console.log(line) };

/**
 * Path of a Chromium that loads unpacked extensions. If there is none: Debian's, if this machine
 * has its packages and lets us install them; otherwise the one from Playwright's installer. Says
 * first what it is going to install, and why.
 *
 * @param {string} root folder of node_modules
 * @param {Machine} machine
 * @returns {Promise<string>}
 */
export async function provideChromium(root, machine = HERE) {
  const { found, refused } = machine.find();
  if (found) return found.path;
  if (process.env['KEYSTAMP_CHROMIUM'] ?? process.env['CHROME_PATH']) {
    throw new StepError(
      `KEYSTAMP_CHROMIUM or CHROME_PATH names a browser that cannot be used:\n${bullets(refused)}`,
    );
  }
  const reasons = [...refused];
  const apt = await machine.apt();
  for (const install of [
    apt && (() => chromiumByDebian(apt, machine)),
    () => chromiumByPlaywright(root, machine),
  ]) {
    try {
      await install?.();
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
      reasons.push(error.message);
    }
    const second = machine.find();
    if (second.found) return second.found.path;
    reasons.push(...second.refused.filter((reason) => !reasons.includes(reason)));
  }
  throw new StepError(
    `No Chromium that loads unpacked extensions was found.\n${bullets(reasons)}${HOW_TO_INSTALL}`,
  );
}

/**
 * @param {readonly string[]} apt
 * @param {Machine} machine
 */
async function chromiumByDebian(apt, machine) {
  machine.say(
    '  Keystamp is loaded into a Chromium, and none that takes it is on this machine.\n' +
      `  ${apt.join(' ')} installs two packages for all users: chromium, and fonts-liberation for its text.`,
  );
  await installDebian(apt, 'chromium', ['chromium', 'fonts-liberation'], machine);
}

/**
 * @param {string} root
 * @param {Machine} machine
 */
async function chromiumByPlaywright(root, machine) {
  machine.say(
    '  Keystamp is loaded into a Chromium, and none that takes it is on this machine.\n' +
      '  Playwright’s installer downloads one into its folder in your home; the system stays as it is.',
  );
  const program = join(root, 'node_modules', 'playwright', 'cli.js');
  await step('installing chromium (playwright install)', async () => {
    // We leave out the system libraries that Chromium needs: they would take an administrator.
    const args = [program, 'install', '--no-shell', 'chromium'];
    const { code, output } = await machine.run(process.execPath, args, root);
    if (code === 0) return;
    throw new StepError(`playwright install chromium failed (${code}):\n${lastLines(output)}`);
  });
}

/**
 * Path of a Firefox, or undefined, which skips its tests and says so. Installs Debian's if there is
 * none and this machine lets us.
 *
 * @returns {Promise<string | undefined>}
 */
export async function provideFirefox() {
  const found = findFirefox();
  if (found) return found.path;
  const apt = process.env['KEYSTAMP_FIREFOX'] ? undefined : await aptCommand();
  try {
    if (apt) {
      console.log(
        `  Keystamp runs in Firefox too, and none is on this machine: ${apt.join(' ')} installs firefox-esr\n` +
          '  for all users. Without it those tests are skipped.',
      );
      await installDebian(apt, 'firefox-esr', ['firefox-esr']);
    }
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
  }
  const second = findFirefox();
  if (!second) console.log(`  ! ${NO_FIREFOX}`);
  return second?.path;
}

/** The tests' own skip message, too. */
export const NO_FIREFOX =
  'There is no usable Firefox (140 or later; KEYSTAMP_FIREFOX names one): the tests in Firefox are skipped';

/**
 * Folder of PostgreSQL's server programs, or undefined: the tests that need them then say that they
 * were skipped. Only continuous integration installs it without being asked.
 *
 * @returns {Promise<string | undefined>}
 */
export async function providePostgres() {
  const found = findPostgres();
  if (found || process.env['CI'] !== 'true') return found;
  const apt = await aptCommand();
  if (!apt) return undefined;
  try {
    console.log(
      `  Some tests of the service need a PostgreSQL server: ${apt.join(' ')} installs postgresql for all users.`,
    );
    await installDebian(apt, 'postgresql', ['postgresql']);
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    console.log('  ! PostgreSQL could not be installed; its tests will fail');
  }
  return findPostgres();
}

/** @returns {string | undefined} the newest folder with initdb and postgres */
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
 * @param {Machine} machine
 */
async function installDebian(apt, what, packages, machine = HERE) {
  await step(`installing ${what} (apt-get)`, async () => {
    if (!updated) await aptGet(apt, ['update'], machine);
    updated = true;
    await aptGet(apt, ['install', '-y', '--no-install-recommends', ...packages], machine);
  });
}

/**
 * @param {readonly string[]} apt
 * @param {readonly string[]} args
 * @param {Machine} machine
 */
async function aptGet(apt, args, machine) {
  const env = ['env', 'DEBIAN_FRONTEND=noninteractive'];
  const sudo = apt.slice(0, -1);
  const call = [...sudo, ...env, 'apt-get', '-o', 'DPkg::Lock::Timeout=300', '-q', ...args];
  const [command = 'env', ...rest] = call;
  const { code, output } = await machine.run(command, rest, '/');
  if (code === 0) return;
  throw new StepError(`apt-get ${args.join(' ')} failed (${code}):\n${lastLines(output)}`);
}

/** @param {string} output */
const lastLines = (output) => output.trim().split('\n').slice(-15).join('\n');

/** @param {readonly string[]} lines */
const bullets = (lines) => lines.map((line) => `  - ${line}\n`).join('');

const HOW_TO_INSTALL =
  '\nInstall one by your system’s own means and run this again, or name one:\n' +
  '  KEYSTAMP_CHROMIUM=/path/to/chromium. Branded Google Chrome 137 and later will not do.';
