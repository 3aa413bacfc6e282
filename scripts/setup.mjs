import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandEnvironment } from './environment.mjs';
import { withLock } from './lock.mjs';
import { installPackages, nodeBinary } from './packages.mjs';
import { fail, StepError } from './progress.mjs';
import { provideChromium, provideFirefox, providePostgres } from './system.mjs';

/*
 * Every npm script starts here, on whatever Node (20.19 or later) the machine has: it installs
 * packages, Node 24 and a Chromium, then runs the rest on that Node 24 with node_modules/.bin first
 * on PATH.
 */

const HELP = `node scripts/setup.mjs [--no-browser | --firefox] [PROGRAM [ARGUMENT…]]

Makes this copy ready to run: packages as package-lock.json says, Node 24 out of them, a Chromium.
Then runs PROGRAM, a file of this repository (scripts/test.ts) or a command of node_modules/.bin.

  --no-browser   do not look for a Chromium
  --firefox      look for a Firefox too, which tests use where there is one
  --help         this text

KEYSTAMP_CHROMIUM or CHROME_PATH names the browser; for tests KEYSTAMP_FIREFOX names a Firefox and
KEYSTAMP_POSTGRES the folder of PostgreSQL's server programs.`;

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const LOCK = join(ROOT, '.keystamp', 'setup.lock');

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new StepError(
    `Keystamp’s scripts need Node 20.19 or later to start; this is ${process.version}.\n` +
      'Everything after that runs on Node 24, which comes with the packages.',
  );
}

/** @param {{ readonly browser: boolean, readonly firefox: boolean }} needs */
async function prepare({ browser, firefox }) {
  const waiting = (/** @type {number} */ pid) =>
    console.log(`  … waiting for another set-up of this folder (process ${pid})`);
  return withLock(LOCK, waiting, async () => {
    await installPackages(ROOT);
    /** @type {Record<string, string>} */
    const found = {};
    if (browser) {
      found['KEYSTAMP_CHROMIUM'] = await provideChromium(ROOT);
      const postgres = await providePostgres();
      if (postgres) found['KEYSTAMP_POSTGRES'] = postgres;
    }
    const path = firefox ? await provideFirefox() : undefined;
    if (path) found['KEYSTAMP_FIREFOX'] = path;
    return found;
  });
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {readonly [string, readonly string[]]}
 */
function commandFor(program, args) {
  const node = nodeBinary(ROOT);
  if (existsSync(join(ROOT, program))) return [node, [join(ROOT, program), ...args]];
  if (/\.[cm]?[jt]s$/.test(program)) {
    throw new StepError(`${program} is not in this copy of the repository.`);
  }
  return [join(ROOT, 'node_modules', '.bin', program), args];
}

/**
 * Runs the program with our standard streams, and ends the way it ends. Ctrl-C reaches both of us,
 * so we only wait; a signal to us alone is passed on.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {Record<string, string>} found
 */
function handOver(program, args, found) {
  const [command, rest] = commandFor(program, args);
  const bin = join(ROOT, 'node_modules', '.bin');
  const own = commandEnvironment(process.env);
  const env = { ...own, ...found, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` };
  const child = spawn(command, rest, { cwd: ROOT, env, stdio: 'inherit' });
  process.on('SIGINT', () => {});
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('error', (error) => fail(new StepError(`${command} does not start: ${error.message}`)));
  child.on('exit', (code, signal) => {
    process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0));
  });
}

const [first = '', ...others] = process.argv.slice(2);
const flagged = ['--no-browser', '--firefox'].includes(first);
const needs = { browser: first !== '--no-browser', firefox: first === '--firefox' };
const [program, ...args] = flagged ? others : process.argv.slice(2);

if (program === '--help') {
  console.log(HELP);
} else {
  try {
    checkNode();
    const found = await prepare(needs);
    if (program === undefined) console.log('Keystamp is ready: npm start, npm test');
    else handOver(program, args, found);
  } catch (error) {
    fail(error, ROOT);
  }
}
