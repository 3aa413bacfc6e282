// The service built to run by itself (scripts/service.ts), as its operator gets it.
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { TurnkeyClient } from '@turnkey/http';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { moduleReportFile, readModuleReport } from '../../scripts/module-report.ts';
import { NOTICES } from '../../scripts/release/notices.ts';
import { buildService, SERVICE_PROGRAM } from '../../scripts/service.ts';
import { ROOT } from '../../scripts/tool.ts';
import { randomBytes, toHex } from '../../src/crypto/bytes.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import { QUICK_START, startService } from '../e2e/service.ts';
import { createAuthenticator } from '../webauthn/authenticator.ts';
import { confinedTo, whyNotConfined } from './confined.ts';
import { startPostgres, whyNoPostgres } from './postgres.ts';
import { shownBy } from '../trial-tag.ts';

const PUBLIC_URL = 'https://keys.example.com';

let base: string;
let bundle: string;
let node: string;

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'keystamp-bundle-'));
  bundle = join(base, 'service');
  await buildService(bundle);
  // A copy, because nobody may not reach the folder that this Node is in.
  node = join(base, 'node');
  execFileSync('cp', ['--reflink=auto', process.execPath, node]);
  chmodSync(base, 0o755);
}, 120_000);
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** Each file of a folder, with its bytes' hash. */
const digestsOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [file.slice(folder.length + 1), sha256(readFileSync(file))] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('npm run build:service', () => {
  test('behavior: leaves code, migrations, the embedded engine and licenses, and nothing else', () => {
    const files = digestsOf(bundle).map(([name]) => name);
    const others = files.filter((name) => !/^[\w-]+\.js$/.test(name));
    expect(others).toEqual([
      'LICENSE',
      'initdb.wasm',
      NOTICES,
      'migrations/0000_tables.sql',
      'migrations/meta/0000_snapshot.json',
      'migrations/meta/_journal.json',
      'package.json',
      'pglite.data',
      'pglite.wasm',
    ]);
    expect(files).toContain(SERVICE_PROGRAM);
  });

  test('behavior: no package is looked for when it runs, and no line says where it was built', () => {
    const scripts = readdirSync(bundle).filter((name) => name.endsWith('.js'));
    for (const name of scripts) {
      const code = readFileSync(join(bundle, name), 'utf8');
      const imported = [...code.matchAll(/^(?:import|export)\b[^;]*?\bfrom "([^"]+)";$/gm)];
      for (const [, specifier = ''] of imported) {
        expect(specifier.startsWith('./') || isBuiltin(specifier), `${name}: ${specifier}`).toBe(
          true,
        );
      }
      for (const folder of [ROOT, base, `${homedir()}/`]) expect(code, name).not.toContain(folder);
    }
  });

  test('behavior: the same bytes again', { timeout: 60_000 }, async () => {
    const again = join(base, 'another folder');
    await buildService(again);
    expect(digestsOf(again)).toEqual(digestsOf(bundle));
  });

  test('behavior: has the license of each package in it, and of what the engine holds', () => {
    const text = readFileSync(join(bundle, NOTICES), 'utf8');
    const inBuild = new Set(
      Object.values(readModuleReport(moduleReportFile(bundle)))
        .flat()
        .map((id) => /.*node_modules\/((?:@[\w.-]+\/)?[\w.-]+)/.exec(id)?.[1])
        .filter((name) => name !== undefined),
    );
    expect(inBuild.size).toBeGreaterThan(30);
    const notices = text.split(`\n${'-'.repeat(80)}\n`).slice(1);
    const named = new Set(notices.map((notice) => notice.split(' ', 1)[0]));
    expect(named).toEqual(new Set([...inBuild, 'rolldown']));
    for (const notice of notices) {
      expect(notice, notice.split('\n', 1)[0]).toMatch(/warrant|Drizzle Team/i);
    }
    expect(text).toContain('PostgreSQL Global Development Group');
    expect(text).not.toContain('publicsuffix.org');
  });

  test('error: an older Node says which one it needs', () => {
    const pretend = `Object.defineProperty(process.versions, 'node', { value: '22.1.0' });`;
    const early = `data:text/javascript,${encodeURIComponent(pretend)}`;
    const args = ['--import', early, join(bundle, SERVICE_PROGRAM), '--help'];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toContain('needs Node 24 or later');
  });
});

/** A user's API key at a service that was just started, with the vendor's own client. */
async function registerFirstUser(url: string, printed: string) {
  const secret = generatePrivateKey('P256');
  const apiPublicKey = toHex(publicKeyOf('P256', secret));
  const [, setUpCode] = /"setUpCode":"([\w-]+)"/.exec(printed) ?? [];
  const body = JSON.stringify({
    setUpCode,
    curveType: 'API_KEY_CURVE_P256',
    publicKey: apiPublicKey,
  });
  const answer = await fetch(`${url}/registration`, { method: 'POST', body });
  expect(answer.status).toBe(200);
  const stamper = new ApiKeyStamper({ apiPublicKey, apiPrivateKey: toHex(secret) });
  const ids = (await answer.json()) as {
    readonly organizationId: string;
    readonly userId: string;
  };
  return { ...ids, clientAt: (baseUrl: string) => new TurnkeyClient({ baseUrl }, stamper) };
}

const whyNot = whyNotConfined();

test.skipIf(whyNot)('behavior: nobody can write into the folder of its data alone', () => {
  const folder = join(base, 'confined');
  mkdirSync(folder);
  const confined = confinedTo(folder);
  const run = (...args: string[]) => {
    const { status, stdout } = spawnSync(confined[0] ?? '', [...confined.slice(1), ...args]);
    return [status, stdout.toString().trim()];
  };
  expect(run('id', '-un')).toEqual([0, 'nobody']);
  expect(run('touch', join(folder, 'kept'))).toEqual([0, '']);
  for (const place of [bundle, tmpdir(), '/dev/shm', '/run']) {
    expect(run('touch', join(place, 'kept'))[0], place).toBe(1);
  }
});

const MODES = ['folder', 'memory', 'PostgreSQL'] as const;

describe.for(MODES)(
  `as nobody, with a root to read only: %s${whyNot ? ` (${whyNot})` : ''}`,
  (mode) => {
    const whyNoDatabase = mode === 'PostgreSQL' ? whyNoPostgres() : undefined;

    test.skipIf(whyNot ?? whyNoDatabase)(
      `behavior: starts, serves the vendor’s client, ends, and starts again${whyNoDatabase ? ` (${whyNoDatabase})` : ''}`,
      { ...(mode === 'memory' ? {} : shownBy('service/main.test.ts')), timeout: 180_000 },
      async () => {
        const folder = join(base, `data-${mode}`);
        mkdirSync(folder);
        const postgres = mode === 'PostgreSQL' ? await startPostgres() : undefined;
        const data = mode === 'folder' ? join(folder, 'service') : 'memory';
        const env: Record<string, string> = {
          ...(mode !== 'folder' && { KEYSTAMP_SERVICE_KEY: toHex(randomBytes(32)) }),
          ...(postgres && { DATABASE_URL: postgres.url }),
        };
        const command = [...confinedTo(folder), node, QUICK_START, join(bundle, SERVICE_PROGRAM)];
        const args = ['--port', '0', '--data', data, '--public-url', PUBLIC_URL];
        const start = () => startService({ command, args, env });
        const before = digestsOf(bundle);
        try {
          const [program = '', ...rest]: readonly string[] = [
            ...command,
            '--data',
            data,
            '--first-user',
            'Frances',
          ];
          const printed = execFileSync(program, rest, {
            encoding: 'utf8',
            env: { ...process.env, ...env },
          });
          const first = await start();
          const { organizationId, userId, clientAt } = await registerFirstUser(first.url, printed);
          const client = clientAt(first.url);
          expect(await client.getWhoami({ organizationId })).toMatchObject({ username: 'Frances' });
          const submit = { timestampMs: String(Date.now()), organizationId };
          const wallet = await client.createWallet({
            ...submit,
            type: 'ACTIVITY_TYPE_CREATE_WALLET',
            parameters: { walletName: 'Built', accounts: [ETHEREUM] },
          });
          expect(wallet.activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
          const { attestation: made, ...authenticator } = createAuthenticator({}).register();
          const attestation = { ...made, transports: [] };
          // The checks of passkeys are in a file of their own, loaded at the first one.
          const passkey = await client.createAuthenticators({
            ...submit,
            type: 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2',
            parameters: { userId, authenticators: [{ ...authenticator, attestation }] },
          });
          expect(passkey.activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
          expect((await fetch(`${first.url}/demo`)).status).toBe(404);
          await first.stop();
          if (mode !== 'memory') {
            const second = await start();
            const { wallets } = await clientAt(second.url).getWallets({ organizationId });
            expect(wallets.map(({ walletName }) => walletName)).toContain('Built');
            await second.stop();
          }
          expect(digestsOf(bundle)).toEqual(before);
          expect(readdirSync(folder)).toEqual(mode === 'folder' ? ['service'] : []);
        } finally {
          await postgres?.stop();
        }
      },
    );
  },
);

const ETHEREUM = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;
