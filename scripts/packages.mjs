import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { step, StepError } from './progress.mjs';
import { run } from './run.mjs';

/*
 * Keeps node_modules in step with package-lock.json, at the cost of one hash when it already is.
 * Plain JavaScript without dependencies: it runs before anything is installed.
 */

/**
 * @typedef {{ version?: string, optional?: boolean, link?: boolean }} Locked
 * @typedef {Record<string, Locked>} LockedPackages
 */

const STAMP = '.keystamp-setup';
const MIN_NODE = [22, 13];

/** npm's messages, and what they mean for the person reading them. */
const NPM_FAULTS = [
  {
    when: /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/,
    say: 'npm could not reach its registry. Check the network or proxy settings and run it again.',
  },
  { when: /ENOSPC/, say: 'The disk is full. Free about 1 GB and run it again.' },
  {
    when: /EUSAGE|in sync/,
    say: 'package.json and package-lock.json disagree. Run `npm install` once and commit the lock.',
  },
  {
    when: /EACCES|EPERM/,
    say: 'npm may not write to node_modules. Check who owns the folder.',
  },
  {
    when: /EINTEGRITY/,
    say: 'A package is not the one that package-lock.json names (integrity). Nothing of it was used.',
  },
];

/**
 * Installs what package-lock.json says, unless node_modules has it already.
 *
 * @param {string} root folder of package.json
 */
export async function installPackages(root) {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const stamp = createHash('sha256')
    .update(`${process.platform} ${process.arch}\n${lockText}`)
    .digest('hex');
  const stampFile = join(root, 'node_modules', STAMP);
  if (readText(stampFile) === stamp && existsSync(nodeBinary(root))) return;

  const locked = readPackages(lockText);
  if (!matchesInstalled(root, locked) || !(await nodeWorks(root))) {
    const wanted = Object.keys(locked).filter((path) => path !== '' && !locked[path]?.optional);
    const present = () =>
      wanted.filter((path) => existsSync(join(root, path, 'package.json'))).length;
    await step(
      'installing packages (npm ci)',
      () => npmCi(root),
      () => `${present()} of ${wanted.length}`,
    );
    if (!(await nodeWorks(root))) {
      throw new StepError(
        'The packages are there, but Node 24 from the npm package `node` does not run. If npm was\n' +
          'told to ignore install scripts, allow them for this folder: npm ci --ignore-scripts=false',
      );
    }
  }
  writeFileSync(stampFile, stamp);
}

/** @param {string} root */
export const nodeBinary = (root) =>
  process.platform === 'win32'
    ? join(root, 'node_modules', 'node', 'bin', 'node.exe')
    : join(root, 'node_modules', 'node', 'bin', 'node');

/**
 * True when npm's own record inside node_modules has every locked package in the locked version. So
 * a manual `npm install` isn't thrown away.
 *
 * @param {string} root
 * @param {LockedPackages} locked
 */
function matchesInstalled(root, locked) {
  const text = readText(join(root, 'node_modules', '.package-lock.json'));
  if (text === undefined) return false;
  const installed = readPackages(text);
  return Object.entries(locked).every(
    ([path, entry]) =>
      path === '' || entry.optional === true || installed[path]?.version === entry.version,
  );
}

/**
 * @param {string} text
 * @returns {LockedPackages}
 */
function readPackages(text) {
  const lock = /** @type {{ packages?: LockedPackages }} */ (JSON.parse(text));
  return lock.packages ?? {};
}

/** @param {string} file */
function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** @param {string} root */
async function nodeWorks(root) {
  const { code, output } = await run(nodeBinary(root), ['--version'], root);
  const [major = 0, minor = 0] = output.replace('v', '').split('.').map(Number);
  const [minMajor = 0, minMinor = 0] = MIN_NODE;
  return code === 0 && (major > minMajor || (major === minMajor && minor >= minMinor));
}

/**
 * npm prints the fault first, and its manual page after it.
 *
 * @param {string} output
 */
const usefulLines = (output) =>
  output.split('\n').filter((line) => line.replace('npm error', '').trim() !== '');

/** @param {string} root */
async function npmCi(root) {
  const args = [
    'ci',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--loglevel=error',
    '--ignore-scripts=false',
  ];
  // Under `npm run`, npm gives the path of its own program; that's the npm the user chose.
  const program = process.env['npm_execpath'];
  const { code, output } = program?.endsWith('.js')
    ? await run(process.execPath, [program, ...args], root)
    : await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, root);
  if (code === 0) return;
  const fault = NPM_FAULTS.find(({ when }) => when.test(output));
  const told = usefulLines(output).slice(0, 25).join('\n');
  throw new StepError(`${fault?.say ?? `npm ci failed (${code}).`}\n\nnpm said:\n${told}`);
}
