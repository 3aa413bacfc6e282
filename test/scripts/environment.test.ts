import { dirname } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  buildEnvironment,
  commandEnvironment,
  gitEnvironment,
  npmEnvironment,
} from '../../scripts/environment.mjs';
import { nodeBinary } from '../../scripts/packages.mjs';
import { ROOT, runBuildTool, runTool } from '../../scripts/tool.ts';

afterEach(() => vi.unstubAllEnvs());

/** What a caller may have, and what each of them has changed somewhere. */
const DISTURBING = {
  NODE_ENV: 'development',
  NODE_OPTIONS: '--conditions=development',
  MODE: 'development',
  VITE_API: 'https://evil.example',
  WXT_API: 'https://evil.example',
  BROWSERSLIST: 'ie 11',
  BABEL_ENV: 'test',
  SOURCE_DATE_EPOCH: '1',
  TZ: 'Pacific/Auckland',
  LANG: 'tr_TR.UTF-8',
  LC_ALL: 'tr_TR.UTF-8',
  npm_config_omit: 'dev',
} as const;

const environmentOf = async (output: Promise<string>): Promise<Record<string, string>> =>
  JSON.parse(await output) as Record<string, string>;
const PRINT = ['-p', 'JSON.stringify({ ...process.env, program: process.execPath })'] as const;

describe('a program that builds', () => {
  test('behavior: sees nothing of the caller’s environment that could change its bytes', async () => {
    for (const [name, value] of Object.entries(DISTURBING)) vi.stubEnv(name, value);
    const seen = await environmentOf(
      runBuildTool({ KEYSTAMP_BUILD_FOR: 'store' }, 'node', ...PRINT),
    );
    expect(seen).toMatchObject({
      NODE_ENV: 'production',
      TZ: 'UTC',
      LC_ALL: 'C',
      LANG: 'C',
      KEYSTAMP_BUILD_FOR: 'store',
    });
    const fixed = new Set(['NODE_ENV', 'TZ', 'LC_ALL', 'LANG']);
    const others = Object.keys(DISTURBING).filter((name) => !fixed.has(name) && name in seen);
    expect(others).toEqual([]);
  });

  test('behavior: runs on the Node of the lock, whichever is first on PATH', async () => {
    vi.stubEnv('PATH', `/nowhere:${process.env['PATH'] ?? ''}`);
    const seen = await environmentOf(runBuildTool({}, 'node', ...PRINT));
    expect(seen['program']).toBe(nodeBinary(ROOT));
    expect(seen['PATH']?.split(':')[0]).toBe(dirname(nodeBinary(ROOT)));
  });

  test('behavior: takes no variable that it doesn’t know', () => {
    expect(buildEnvironment({ PATH: '/bin', HOME: '/h', ANYTHING: '1', path_: '2' })).toEqual({
      PATH: '/bin',
      HOME: '/h',
      NODE_ENV: 'production',
      TZ: 'UTC',
      LC_ALL: 'C',
      LANG: 'C',
    });
  });
});

describe('other programs', () => {
  test('behavior: a command keeps the caller’s environment, but no NODE_ENV', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    vi.stubEnv('KEYSTAMP_EXAMPLE', 'kept');
    const seen = await environmentOf(runTool('node', ...PRINT));
    expect(seen['KEYSTAMP_EXAMPLE']).toBe('kept');
    expect(seen).not.toHaveProperty('NODE_ENV');
    expect(commandEnvironment({ NODE_ENV: 'x', VITE_A: '1' })).toEqual({ VITE_A: '1' });
  });

  test('behavior: npm keeps what leads it to the registry, and none of its other settings', () => {
    const kept = {
      PATH: '/bin',
      HTTPS_PROXY: 'http://proxy.example',
      npm_config_registry: 'https://packages.example',
      npm_config_https_proxy: 'http://proxy.example',
      NPM_CONFIG_CAFILE: '/ca.pem',
      npm_config_cache: '/cache',
      npm_config_userconfig: '/h/.npmrc',
      'npm_config_//packages.example/:_authToken': 'token',
      npm_config_fetch_retries: '1',
    };
    const dropped = {
      NODE_ENV: 'production',
      npm_config_omit: 'dev',
      NPM_CONFIG_PRODUCTION: 'true',
      npm_config_global: 'true',
      npm_config_prefix: '/usr',
      npm_config_ignore_scripts: 'false',
      npm_config_os: 'plan9',
    };
    expect(npmEnvironment({ ...kept, ...dropped })).toEqual(kept);
  });

  test('behavior: git reads the folder’s own repository', () => {
    const others = {
      GIT_DIR: '/x',
      GIT_WORK_TREE: '/x',
      GIT_INDEX_FILE: '/x',
      GIT_CONFIG_COUNT: '1',
    };
    expect(gitEnvironment({ ...others, GIT_SSH_COMMAND: 'ssh', HOME: '/h' })).toEqual({
      GIT_SSH_COMMAND: 'ssh',
      HOME: '/h',
    });
  });
});
