import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { npmCi, writeFault } from '../../scripts/npm.mjs';
import { installPackages, nodeBinary, nodePackage } from '../../scripts/packages.mjs';
import { integrityOf, packageArchive, startRegistry } from './registry.ts';
import type { Contents, Registry } from './registry.ts';

/*
 * Set-up with the machine's own npm, a project of two packages and a registry on loopback: one is
 * the Node for this computer, the other one a development package with an install script.
 */

/** npm takes seconds to start on a busy machine. */
const TIMEOUT_MS = 120_000;
const NODE = nodePackage(process);

let root = '';
let registry: Registry;
/** Each program of a package adds its name here when it runs. */
let ran = '';

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'keystamp-packages-'));
  ran = join(root, 'ran');
  registry = await startRegistry();
  vi.stubEnv('npm_config_registry', registry.url);
  vi.stubEnv('npm_config_cache', join(root, 'cache'));
  vi.stubEnv('npm_config_userconfig', join(root, 'user-npmrc'));
  vi.stubEnv('npm_config_fetch_retries', '0');
  registry.archives.set(NODE, packageArchive(NODE, program('node')));
  registry.archives.set('tool', packageArchive('tool', TOOL()));
  writeLock();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await registry.close();
  rmSync(root, { recursive: true, force: true });
});

/** A Node that says that it ran. */
const program = (name: string): Contents => ({
  files: { 'bin/node': `#!/bin/sh\necho ${name} >>'${ran}'\necho v24.0.0\n` },
});
const TOOL = (): Contents => ({
  manifest: { scripts: { preinstall: `echo script >>'${ran}'` } },
});

/** Locks what the registry serves now. */
function writeLock(): void {
  const own = {
    name: 'project',
    version: '0.0.0',
    devDependencies: { tool: '1.0.0' },
    optionalDependencies: { [NODE]: '1.0.0' },
  };
  const locked = (name: string) => ({
    version: '1.0.0',
    integrity: integrityOf(registry.archives.get(name) ?? Buffer.alloc(0)),
  });
  const packages = {
    '': own,
    [`node_modules/${NODE}`]: {
      ...locked(NODE),
      optional: true,
      os: process.platform,
      cpu: process.arch,
    },
    'node_modules/node-other': { version: '1.0.0', optional: true, os: 'plan9' },
    'node_modules/tool': { ...locked('tool'), dev: true, hasInstallScript: true },
  };
  writeFileSync(join(root, 'package.json'), JSON.stringify(own));
  const lock = { name: 'project', version: '0.0.0', lockfileVersion: 3, packages };
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lock));
}

const refusal = (): Promise<string> =>
  installPackages(root).then(
    () => 'installed',
    (error: unknown) => String(error),
  );
const programsThatRan = () => (existsSync(ran) ? readFileSync(ran, 'utf8').trim().split('\n') : []);
const isInstalled = (name: string) => existsSync(join(root, 'node_modules', name, 'package.json'));

describe('set-up', { timeout: TIMEOUT_MS }, () => {
  test('behavior: installs the Node of the lock, runs it, and runs no package’s script', async () => {
    await installPackages(root);
    expect(isInstalled('tool')).toBe(true);
    expect(existsSync(nodeBinary(root))).toBe(true);
    expect(programsThatRan()).toEqual(['node']);
    // It's done: neither npm nor a registry is needed again.
    await registry.close();
    await installPackages(root);
    expect(programsThatRan()).toEqual(['node']);
  });

  test('error: a registry that serves another Node is found out before that Node runs', async () => {
    registry.archives.set(NODE, packageArchive(NODE, program('evil')));
    const said = await refusal();
    expect(said).toContain(`${NODE} 1.0.0 was not installed, and this computer needs it`);
    expect(said).toMatch(/not the one that package-lock\.json names \(integrity\)[^]*EINTEGRITY/);
    expect(programsThatRan()).toEqual([]);
    expect(existsSync(nodeBinary(root))).toBe(false);
  });

  test('error: an installed Node with another hash than the lock’s is replaced, never used', async () => {
    const genuine = registry.archives.get(NODE) ?? Buffer.alloc(0);
    registry.archives.set(NODE, packageArchive(NODE, program('evil')));
    writeLock();
    await installPackages(root);
    expect(programsThatRan()).toEqual(['evil']);
    registry.archives.set(NODE, genuine);
    writeLock();
    await installPackages(root);
    expect(programsThatRan()).toEqual(['evil', 'node']);
  });

  test('error: any other package that isn’t the lock’s is named, and nothing runs', async () => {
    registry.archives.set('tool', packageArchive('tool', { files: { 'more.js': '' } }));
    expect(await refusal()).toMatch(/integrity\)[^]*EINTEGRITY/);
    expect(programsThatRan()).toEqual([]);
  });

  const SETTINGS = {
    omit: 'dev optional',
    production: 'true',
    only: 'prod',
    optional: 'false',
    global: 'true',
    ignore_scripts: 'false',
    dangerously_allow_all_scripts: 'true',
    dry_run: 'true',
    package_lock: 'false',
    package_lock_only: 'true',
    os: 'plan9',
    cpu: 'mips',
    bin_links: 'false',
    install_strategy: 'linked',
    engine_strict: 'true',
    before: '2001-01-01',
  } as const;

  test('behavior: no NODE_ENV and no npm setting of the environment changes what is installed', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    for (const [name, value] of Object.entries(SETTINGS)) {
      vi.stubEnv(`${name === 'omit' ? 'NPM_CONFIG_' : 'npm_config_'}${name}`, value);
    }
    await installPackages(root);
    expect(isInstalled('tool')).toBe(true);
    expect(programsThatRan()).toEqual(['node']);
  });

  test('behavior: nor does one of the user’s .npmrc', async () => {
    const lines = Object.entries(SETTINGS)
      .filter(([name]) => name !== 'before')
      .map(([name, value]) =>
        `${name.replaceAll('_', '-')}=${value}`.replace('dev optional', 'dev'),
      );
    writeFileSync(join(root, 'user-npmrc'), `${lines.join('\n')}\nomit[]=optional\n`);
    await installPackages(root);
    expect(isInstalled('tool')).toBe(true);
    expect(programsThatRan()).toEqual(['node']);
  });
});

describe('a set-up that can’t be done says why', { timeout: TIMEOUT_MS }, () => {
  test('error: no registry, with the proxy that was asked, without its password', async () => {
    vi.stubEnv('npm_config_proxy', 'http://me:secret@127.0.0.1:9');
    vi.stubEnv('NO_PROXY', '');
    vi.stubEnv('npm_config_noproxy', '');
    const said = await refusal();
    expect(said).toMatch(/npm could not reach its registry through .*127\.0\.0\.1:9/);
    expect(said).not.toContain('secret');
  });

  test('error: a package that the registry does not have', async () => {
    registry.archives.delete(NODE);
    expect(await refusal()).toMatch(/was not installed[^]*registry does not have a package/);
  });

  test('error: no Node for this kind of computer', async () => {
    const computer = { platform: 'plan9', arch: 'mips', libc: undefined };
    await expect(installPackages(root, computer)).rejects.toThrow(
      /none for plan9 mips\.\nIt has one for: linux x64, /,
    );
  });

  test('error: a lock with the marks of a merge', async () => {
    writeFileSync(join(root, 'package-lock.json'), '<<<<<<< HEAD\n{}');
    expect(await refusal()).toMatch(/package-lock\.json is not JSON/);
  });

  test('behavior: npm’s record cut short by a full disk is no record: all is installed again', async () => {
    await installPackages(root);
    rmSync(join(root, 'node_modules', '.keystamp-setup'));
    writeFileSync(join(root, 'node_modules', '.package-lock.json'), '{"packages":{"node_mod');
    rmSync(join(root, 'node_modules', 'tool'), { recursive: true });
    await installPackages(root);
    expect(isInstalled('tool')).toBe(true);
  });

  test('behavior: a cache that can’t be written is replaced by one in this folder, and named', async () => {
    writeFileSync(join(root, 'home'), 'a file, where a folder is needed');
    vi.stubEnv('npm_config_cache', join(root, 'home', '.npm'));
    const log = vi.spyOn(console, 'log').mockReturnValue();
    await installPackages(root);
    expect(log.mock.calls.flat().join('\n')).toContain(
      `${join(root, 'home', '.npm')} can’t be written: a part of that path is a file`,
    );
    expect(existsSync(join(root, '.keystamp', 'npm-cache'))).toBe(true);
  });

  test('error: node_modules that can’t be written, with its path', async () => {
    writeFileSync(join(root, 'node_modules'), '');
    expect(await refusal()).toContain(`${join(root, 'node_modules')} can’t be written: `);
  });

  test('behavior: a folder that can be written has no fault, whether it’s there or not', () => {
    expect(writeFault(root)).toBeUndefined();
    expect(writeFault(join(root, 'new', 'folder'))).toBeUndefined();
  });

  test('error: a disk that fills up while npm runs', async () => {
    const full = npmCi(root, undefined, () => 0);
    await expect(full).rejects.toThrow(`The disk is full: ${root} has no space left`);
    expect(existsSync(join(root, 'node_modules'))).toBe(false);
  });

  test('error: a full disk that npm only warns of', async () => {
    const folder = join(root, 'fake');
    mkdirSync(folder);
    const warning = `npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write`;
    writeFileSync(join(folder, 'npm-cli.js'), `console.error(${JSON.stringify(warning)})`);
    vi.stubEnv('npm_execpath', join(folder, 'npm-cli.js'));
    await expect(npmCi(root)).rejects.toThrow(
      `${root} can’t be written: the disk is full (ENOSPC)`,
    );
  });

  test('error: no npm', async () => {
    vi.stubEnv('npm_execpath', undefined);
    vi.stubEnv('PATH', root);
    await expect(npmCi(root)).rejects.toThrow(/npm could not be started: spawn npm ENOENT/);
  });
});
