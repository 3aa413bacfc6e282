import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readArguments } from '../../src/service/arguments.ts';
import { FROM_SOURCES, SERVICE_MAIN, startService } from '../e2e/service.ts';
import { builtService } from './built-service.ts';
import { createKey } from './harness.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keystamp-service-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** All that a service prints once a key was enrolled. */
const ONLY_NEXT_CODE = /^next set-up URL: http:\/\/\S+#[\w-]+\n$/;
const here = () => ['--port', '0', '--data', folder];

const LIMITS = {
  writeConnections: 10,
  readConnections: 4,
  maxClients: 10_000,
  keepAliveMs: 75_000,
  headersMs: 20_000,
  requestMs: 60_000,
};

describe('readArguments', () => {
  test('behavior: defaults', () => {
    expect(readArguments([])).toEqual({
      arguments: {
        port: 8788,
        host: '127.0.0.1',
        data: '.keystamp/service',
        rates: {},
        rpc: [],
        tokens: [],
        allowedHosts: [],
        trustedProxies: [],
        hasLocalHelpers: true,
        limits: LIMITS,
        graceMs: 0,
        log: 'off',
        migratesOnly: false,
        rotatesMasterKey: false,
      },
    });
  });

  test('behavior: all options', () => {
    const args = ['--port', '0', '--host=::1', '--data', 'memory', '--rate', '5'];
    const limits = ['--rate-operation', '3', '--rate-group=4'];
    expect(readArguments([...args, ...limits])).toEqual({
      arguments: {
        port: 0,
        host: '::1',
        data: 'memory',
        rates: { organization: 5, operation: 3, group: 4 },
        rpc: [],
        tokens: [],
        allowedHosts: [],
        trustedProxies: [],
        hasLocalHelpers: true,
        limits: LIMITS,
        graceMs: 0,
        log: 'off',
        migratesOnly: false,
        rotatesMasterKey: false,
      },
    });
    expect(readArguments(['--help', '--port', 'x'])).toEqual({ help: true });
  });

  test('behavior: origins of passkeys, as many as you give', () => {
    const origins = ['https://example.com', 'chrome-extension://abc', 'http://localhost:5173'];
    const read = readArguments(origins.flatMap((item) => ['--origin', item]));
    expect(read).toMatchObject({ arguments: { origins } });
  });

  test.each<[string[], object]>([
    [['--no-local'], { hasLocalHelpers: false, allowedHosts: [] }],
    [
      ['--allowed-host', 'Keys.Example.com', '--allowed-host', '[::1]'],
      { hasLocalHelpers: false, allowedHosts: ['keys.example.com', '[::1]'] },
    ],
    [
      ['--public-url', 'https://keys.example.com'],
      { hasLocalHelpers: false, publicUrl: 'https://keys.example.com' },
    ],
    [
      ['--trusted-proxy', '10.0.0.0/8', '--trusted-proxy', '::1'],
      { hasLocalHelpers: false, trustedProxies: ['10.0.0.0/8', '::1'] },
    ],
    [['--first-user', 'Frances O’Neill'], { firstUser: 'Frances O’Neill' }],
    [['--migrate'], { migratesOnly: true }],
    [['--rotate-master-key'], { rotatesMasterKey: true }],
    [['--no-local'], { graceMs: 5000 }],
    [['--log', 'json'], { log: 'json' }],
    [['--metrics-port', '0'], { metrics: { port: 0, host: '127.0.0.1' } }],
    [['--metrics-port=9464', '--metrics-host=::'], { metrics: { port: 9464, host: '::' } }],
    [['--grace', '30'], { graceMs: 30_000 }],
    [
      ['--keep-alive', '120', '--header-time', '5', '--request-time=10', '--max-connections', '50'],
      {
        limits: {
          ...LIMITS,
          keepAliveMs: 120_000,
          headersMs: 5000,
          requestMs: 10_000,
          maxClients: 50,
        },
      },
    ],
    [
      ['--write-connections', '20', '--read-connections', '8'],
      { limits: { ...LIMITS, writeConnections: 20, readConnections: 8 } },
    ],
  ])('behavior: %j', (args, expected) => {
    expect(readArguments(args)).toMatchObject({ arguments: expected });
  });

  test.each([
    [['--port', '65536'], /--port takes a number/],
    [['--port', 'x'], /--port takes a number/],
    ...['0', '-1', '1.5', 'x', '', '1e3', '10000000'].map((rate): [string[], RegExp] => [
      [`--rate=${rate}`],
      /--rate takes a whole number/,
    ]),
    [['--rate-group', 'x'], /--rate-group takes a whole number/],
    [['--data', ''], /--data takes/],
    [['--origin', 'example.com'], /--origin takes a scheme and a host/],
    [['--origin', 'https://example.com/'], /--origin takes a scheme and a host/],
    [['--allowed-host', 'https://keys.example.com'], /--allowed-host takes a name without scheme/],
    [['--allowed-host', 'keys.example.com:443'], /--allowed-host takes a name without scheme/],
    [['--public-url', 'keys.example.com'], /--public-url takes http or https/],
    [['--public-url', 'https://keys.example.com/path'], /--public-url takes http or https/],
    ...['proxy.example.com', '0.0.0.0/0', '10.0.0.0/33', '::/0', '', '10.0.0.1/'].map(
      (text): [string[], RegExp] => [
        ['--trusted-proxy', text],
        /--trusted-proxy takes an address or a range/,
      ],
    ),
    [['--first-user', ''], /--first-user takes a name/],
    [['--first-user', 'a'.repeat(65)], /--first-user takes a name/],
    [['--write-connections', '2'], /--write-connections takes a number from 3 to 500, not 2/],
    [['--keep-alive', '1.5'], /--keep-alive takes a number from 1 to 3600 seconds, not 1.5/],
    [['--header-time', '61'], /--request-time may not be less than --header-time/],
    [['--log', 'xml'], /--log takes json or text or off, not xml/],
    [['--metrics-port', 'on'], /--metrics-port takes a number from 0 to 65535, not on/],
    [['--grace', '-1'], /argument is ambiguous/],
    [['--grace=-1'], /--grace takes a number from 0 to 3600 seconds, not -1/],
    [['--colour'], /Unknown option '--colour'/],
    [['start'], /Unexpected argument 'start'/],
  ])('error: %j', (args, words) => {
    const read = readArguments(args);
    expect('error' in read && read.error).toMatch(words);
  });
});

describe('readArguments, from the environment', () => {
  test.each<[Record<string, string>, object]>([
    [
      { KEYSTAMP_SERVICE_PORT: '0', KEYSTAMP_SERVICE_DATA: 'memory' },
      { port: 0, data: 'memory' },
    ],
    [
      { KEYSTAMP_SERVICE_ALLOWED_HOST: 'One.example.com, two.example.com' },
      { allowedHosts: ['one.example.com', 'two.example.com'], hasLocalHelpers: false },
    ],
    [{ KEYSTAMP_SERVICE_NO_LOCAL: '1' }, { hasLocalHelpers: false }],
    [{ KEYSTAMP_SERVICE_NO_LOCAL: '0' }, { hasLocalHelpers: true }],
    [{ KEYSTAMP_SERVICE_KEY: 'ab'.repeat(32), KEYSTAMP_TRIALS: '1' }, { port: 8788 }],
  ])('behavior: %j', (env, expected) => {
    expect(readArguments([], env)).toMatchObject({ arguments: expected });
  });

  test('behavior: what the command line says counts', () => {
    const env = { KEYSTAMP_SERVICE_PORT: '1', KEYSTAMP_SERVICE_GRACE: '9' };
    const expected = { port: 2, graceMs: 9000 };
    expect(readArguments(['--port', '2'], env)).toMatchObject({ arguments: expected });
  });

  test.each<[Record<string, string>, string]>([
    [{ KEYSTAMP_SERVICE_PORT: 'x' }, 'KEYSTAMP_SERVICE_PORT takes a number from 0 to 65535, not x'],
    [{ KEYSTAMP_SERVICE_PORT: '' }, 'KEYSTAMP_SERVICE_PORT takes a number from 0 to 65535'],
    [{ KEYSTAMP_SERVICE_NO_LOCAL: 'yes' }, 'KEYSTAMP_SERVICE_NO_LOCAL takes 1 or 0, not yes'],
    [{ KEYSTAMP_SERVICE_PROT: '1' }, 'KEYSTAMP_SERVICE_PROT is no setting of this service'],
    [{ KEYSTAMP_SERVICE_MIGRATE: '1' }, 'KEYSTAMP_SERVICE_MIGRATE is no setting of this service'],
  ])('error: %j', (env, words) => {
    expect(readArguments([], env)).toEqual({ error: words });
  });
});

describe('npm run service', () => {
  let program: string;
  beforeAll(async () => {
    program = await builtService();
  });
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });

  test('behavior: --help lists the options', () => {
    const args = [SERVICE_MAIN, '--help'];
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(status).toBe(0);
    expect(stdout).toMatch(/--data DIR/);
  });

  test('error: a bad option ends with 2 and the help', () => {
    const { status, stderr } = run('--port', 'x');
    expect(status).toBe(2);
    expect(stderr).toMatch(/--port takes a number from 0 to 65535, not x/);
  });

  test('error: a port in use is reported in plain words, before any data is touched', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((listening) => taken.once('listening', listening));
    const { port } = taken.address() as AddressInfo;
    const unused = join(folder, 'data');
    const { status, stderr, stdout } = run('--port', String(port), '--data', unused);
    taken.close();
    expect(status).toBe(1);
    expect(stderr).toMatch(new RegExp(`^Port ${port} on 127.0.0.1 is taken`));
    expect(stdout).toBe('');
    expect(existsSync(unused)).toBe(false);
  });

  test('error: an invalid master key', () => {
    const env = { ...process.env, KEYSTAMP_SERVICE_KEY: 'secret-but-short' };
    const args = [program, '--port', '0', '--data', 'memory'];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
    expect(status).toBe(1);
    expect(stderr).toMatch(/KEYSTAMP_SERVICE_KEY must hold 64 hex digits/);
    expect(stderr).not.toContain('secret-but-short');
  });

  test('behavior: --first-user prints a code that registers a root user at a public service', async () => {
    const { status, stdout } = run('--data', folder, '--first-user', 'Frances O’Neill');
    expect(status).toBe(0);
    expect(existsSync(join(folder, 'database')), 'no service was started').toBe(false);
    const [, setUpCode] = /"setUpCode":"([\w-]+)"/.exec(stdout) ?? [];
    const publicUrl = 'https://keys.example.com';
    const service = await startService({ args: [...here(), '--public-url', publicUrl] });
    expect(service.setUp, 'no code for everyone').toBe('');
    const { publicKey, stamp } = await createKey();
    const body = JSON.stringify({ publicKey, curveType: 'API_KEY_CURVE_P256', setUpCode });
    const register = () => fetch(`${service.url}/registration`, { method: 'POST', body });
    const registered = await register();
    expect(registered.status).toBe(200);
    const { organizationId, userId } = (await registered.json()) as Record<string, string>;
    const asked = JSON.stringify({ organizationId });
    const headers = { 'X-Stamp': await stamp(asked) };
    const init = { method: 'POST', body: asked, headers };
    const whoami = await fetch(`${service.url}/public/v1/query/whoami`, init);
    expect(await whoami.json()).toMatchObject({ userId, username: 'Frances O’Neill' });
    expect((await fetch(`${service.url}/local/info`)).status).toBe(404);
    await service.stop();
    const inMemory = run('--data', 'memory', '--first-user', 'Frances');
    expect([inMemory.status, inMemory.stderr]).toEqual([
      1,
      expect.stringContaining('needs the master key'),
    ]);
  }, 120_000);

  test('behavior: a folder keeps everything, has one holder, and closes on SIGTERM', async () => {
    // What an interrupted first start leaves.
    mkdirSync(join(folder, 'database.new'));
    writeFileSync(join(folder, 'database.new', 'PG_VERSION'), '18');
    const first = await startService({ command: FROM_SOURCES, args: here() });
    const { publicKey } = await createKey();
    const setUpCode = first.setUp.split('#')[1];
    const body = JSON.stringify({ publicKey, curveType: 'API_KEY_CURVE_P256', setUpCode });
    const enrol = async (url: string): Promise<unknown> =>
      (await fetch(`${url}/local/enrol`, { method: 'POST', body })).json();
    const enrolled = await enrol(first.url);
    expect(statSync(join(folder, 'master.key')).mode & 0o777).toBe(0o600);
    await expect(startService({ args: here() })).rejects.toThrow(
      /in use by another local service \(process \d+\)/,
    );
    await first.stop();
    expect(first.output()).toMatch(ONLY_NEXT_CODE);
    expect(existsSync(join(folder, 'service.pid'))).toBe(false);

    const second = await startService({ args: here() });
    expect(second).toMatchObject({
      organizationId: first.organizationId,
      enclaveQuorumPublic: first.enclaveQuorumPublic,
    });
    expect(await enrol(second.url)).toEqual(enrolled);
    await second.kill();

    // The next start takes over the lock that a crash left, and the completed request is still
    // there.
    expect(existsSync(join(folder, 'service.pid'))).toBe(true);
    const third = await startService({ args: here() });
    expect(await enrol(third.url)).toEqual(enrolled);
    await third.stop();

    writeFileSync(join(folder, 'master.key'), `${'ab'.repeat(32)}\n`);
    await expect(startService({ args: here() })).rejects.toThrow(/master key does not open/);
    expect(readFileSync(join(folder, 'master.key'), 'utf8')).toBe(`${'ab'.repeat(32)}\n`);
  }, 120_000);

  test(
    'behavior: over the wire: whole bodies, refusals, and the limit',
    { timeout: 60_000 },
    async () => {
      const service = await startService({
        args: ['--port', '0', '--data', 'memory', '--rate', '1'],
      });
      try {
        const { url } = service;
        expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
        const big = await fetch(`${url}/public/v1/query/whoami`, {
          method: 'POST',
          body: 'x'.repeat(2_000_000),
        });
        expect(big.status).toBe(413);
        const { stamp, publicKey } = await createKey();
        const setUpCode = service.setUp.split('#')[1];
        const curveType = 'API_KEY_CURVE_P256';
        const enrolment = JSON.stringify({ publicKey, curveType, setUpCode });
        await fetch(`${url}/local/enrol`, { method: 'POST', body: enrolment });
        const body = JSON.stringify({ organizationId: service.organizationId });
        const init = { method: 'POST', body, headers: { 'X-Stamp': await stamp(body) } };
        const statuses = await Promise.all(
          Array.from(
            { length: 100 },
            async () => (await fetch(`${url}/public/v1/query/whoami`, init)).status,
          ),
        );
        expect(statuses.filter((item) => item === 200).length).toBeGreaterThanOrEqual(60);
        expect(statuses).toContain(429);
        expect(new Set(statuses)).toEqual(new Set([200, 429]));
        expect(service.output()).toMatch(ONLY_NEXT_CODE);
      } finally {
        await service.stop();
      }
    },
  );
});
