import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { npmEnvironment } from './environment.mjs';
import { faultInOutput, freeBytes, systemFault } from './faults.mjs';
import { StepError } from './progress.mjs';
import { run } from './run.mjs';

/*
 * Calls npm so that neither the caller's environment nor a .npmrc changes what it installs, and
 * names what went wrong. Plain JavaScript without dependencies: it runs before anything is
 * installed.
 */

/** Less than this is a full disk: npm then goes on for minutes, and may end with 0. */
const FULL_BYTES = 4 * 1024 * 1024;
const WATCH_MS = 500;

/** npm's messages, and what they mean for the person who reads them. */
const NPM_FAULTS = [
  {
    when: /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT/,
    say: () => `npm could not reach its registry${proxies()}. Check the network and run it again.`,
  },
  {
    when: /E407|\b407\b/,
    say: () => `The proxy wants a password${proxies()}.`,
  },
  {
    when: /CERT_|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)/,
    say: () =>
      'The registry’s certificate is not one that Node trusts. If a proxy of yours opens TLS, name its\n' +
      'certificate: NODE_EXTRA_CA_CERTS=/path/to/ca.pem, or cafile in ~/.npmrc.',
  },
  {
    when: /EUSAGE|in sync/,
    say: () =>
      'package.json and package-lock.json disagree. Run `npm install` once and commit the lock.',
  },
  {
    when: /EINTEGRITY/,
    say: () =>
      'A package is not the one that package-lock.json names (integrity). Nothing of it was used.',
  },
  {
    when: /E404|ETARGET/,
    say: () => 'The registry does not have a package that package-lock.json names.',
  },
  {
    when: /E401|E403|ENEEDAUTH/,
    say: () => 'The registry refuses this user (see registry and its token in ~/.npmrc).',
  },
  {
    when: /EACCES|EPERM/,
    say: () =>
      'npm may not write to node_modules or to its cache. Check who owns the folder below.',
  },
];

/**
 * Runs npm, the one that the user started us with if it was npm.
 *
 * @param {readonly string[]} args
 * @param {string} cwd
 * @param {AbortSignal} [signal]
 * @returns {Promise<{ code: number | string, output: string }>}
 */
export function npm(args, cwd, signal) {
  const env = npmEnvironment(process.env);
  const program = process.env['npm_execpath'];
  return program?.endsWith('npm-cli.js')
    ? run(
        process.env['npm_node_execpath'] ?? process.execPath,
        [program, ...args],
        cwd,
        env,
        signal,
      )
    : run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, cwd, env, signal);
}

/** Packages of every kind, for this machine, here, and no script of any of them. */
const CI = [
  'ci',
  '--ignore-scripts',
  '--include=dev',
  '--include=optional',
  '--include=peer',
  `--os=${process.platform}`,
  `--cpu=${process.arch}`,
  '--no-global',
  '--no-dry-run',
  '--no-force',
  '--no-package-lock-only',
  '--no-engine-strict',
  '--no-legacy-peer-deps',
  '--no-install-links',
  '--bin-links',
  '--install-strategy=hoisted',
  // A registry out of reach is named after seconds, not minutes.
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=5000',
  '--no-audit',
  '--no-fund',
  '--no-progress',
  '--loglevel=warn',
];

/**
 * Runs `npm ci` in a folder. Throws a `StepError` that says why it failed, also for a full disk
 * that npm itself ignores.
 *
 * @param {string} root
 * @param {string} [cache] folder for npm's cache, when its own can't be written
 * @param {typeof freeBytes} [free]
 */
export async function npmCi(root, cache, free = freeBytes) {
  const ended = new AbortController();
  const endWhenFull = () => {
    if (free(root) < FULL_BYTES) ended.abort();
  };
  const watch = setInterval(endWhenFull, WATCH_MS);
  const args = cache === undefined ? CI : [...CI, `--cache=${cache}`];
  const { code, output } = await npm(args, root, ended.signal);
  clearInterval(watch);
  endWhenFull();
  if (ended.signal.aborted) {
    // A half is of no use to anybody, and takes the rest of the disk.
    rmSync(join(root, 'node_modules'), { recursive: true, force: true });
    throw new StepError(
      `The disk is full: ${root} has no space left for the packages, which need about 1 GB.\n` +
        'Free some and run it again. What was half installed is removed again.',
    );
  }
  // npm warns of a file that it could not write, and ends with 0.
  const damaged = /TAR_ENTRY_ERROR|TAR_BAD_ARCHIVE/.test(output);
  if (code === 0 && !damaged) return;
  throw new StepError(npmFault(code, output, root));
}

/**
 * @param {number | string} code
 * @param {string} output
 * @param {string} root
 */
function npmFault(code, output, root) {
  const said = withoutPasswords(usefulLines(output).slice(0, 15).join('\n'));
  if (code === 'not started') {
    return `npm could not be started: ${said}\nIt comes with Node; see that it is on the PATH.`;
  }
  const named = NPM_FAULTS.find(({ when }) => when.test(output))?.say() ?? '';
  const cause = faultInOutput(output, root) || (named ? `${named}\n` : '');
  return `${cause}npm ci failed (${code}):\n${said}`;
}

/**
 * npm prints the fault first, and its manual page after it.
 *
 * @param {string} output
 */
const usefulLines = (output) => {
  const lines = output.split('\n').filter((line) => line.replace(/npm \w+/, '').trim() !== '');
  const errors = lines.filter((line) => line.startsWith('npm error'));
  return errors.length > 0 ? errors : lines;
};

/** The proxies that npm was given, since a wrong one looks like no network. */
function proxies() {
  const set = Object.entries(process.env).filter(
    ([name, value]) => /^(?:npm_config_)?(?:https?_)?proxy$/i.test(name) && value,
  );
  if (set.length === 0) return '';
  return ` through ${set.map(([name, value]) => `${name}=${withoutPasswords(value ?? '')}`).join(', ')}`;
}

/** @param {string} text */
const withoutPasswords = (text) => text.replaceAll(/\/\/[^/@\s]+@/g, '//…@');

/**
 * Undefined when npm can write to its cache; otherwise a folder of ours that takes its place, and
 * why. A home that can't be written is common in containers, and npm names it after minutes.
 *
 * @param {string} root
 * @returns {Promise<{ readonly folder: string, readonly reason: string } | undefined>}
 */
export async function ownCache(root) {
  const own = process.env['npm_config_cache'];
  const folder =
    own ?? (await npm(['config', 'get', 'cache'], root)).output.trim().split('\n').at(-1);
  if (!folder) return undefined;
  const fault = writeFault(folder);
  return fault === undefined
    ? undefined
    : { folder: join(root, '.keystamp', 'npm-cache'), reason: fault };
}

/**
 * Why no file can be written in a folder, or undefined when one can.
 *
 * @param {string} folder it's made if it isn't there
 * @returns {string | undefined}
 */
export function writeFault(folder) {
  const probe = join(folder, `.keystamp-${randomBytes(6).toString('hex')}`);
  try {
    mkdirSync(folder, { recursive: true });
    // Some full disks take an empty file.
    writeFileSync(probe, Buffer.alloc(4096));
    return undefined;
  } catch (error) {
    return (
      systemFault(error)?.replace(probe, folder) ??
      parentFault(folder) ??
      `${folder} can’t be written: ${String(error)}`
    );
  } finally {
    try {
      rmSync(probe, { force: true });
    } catch {
      // It was never made.
    }
  }
}

/**
 * Node says that a new folder isn't there when the one above it is read-only; that one says why.
 *
 * @param {string} folder
 */
function parentFault(folder) {
  let parent = folder;
  while (!existsSync(parent)) parent = dirname(parent);
  try {
    accessSync(parent, constants.W_OK);
    return undefined;
  } catch (error) {
    return systemFault(error, parent);
  }
}
