import { getTableColumns, getTableName } from 'drizzle-orm';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { randomBytes, toHex } from '../../src/crypto/bytes.ts';
import { openServer, type OpenDatabase } from '../../src/service/database.ts';
import { createBox, createEnclave } from '../../src/service/enclave.ts';
import { rotateMasterKey, SEALED_COLUMNS } from '../../src/service/rotation.ts';
import { SEAL_LABELS } from '../../src/service/seal-labels.ts';
import { schema } from '../../src/service/tables.ts';
import { QUICK_START, startService, TEST_ENV } from '../e2e/service.ts';
import { builtService } from './built-service.ts';
import { codeHeaders, TEST_MASTER } from '../set-up-code.ts';
import { exportTarget } from './export-target.ts';
import {
  caller,
  enrol,
  freshService,
  openMemory,
  refusalOf,
  resultOf,
  send,
  serviceOver,
  type Caller,
  type TestService,
} from './harness.ts';
import { sealBundle, startImport, submitImport } from './key-import.ts';
import { startPostgres, whyNoPostgres, type RunningPostgres } from './postgres.ts';
import { shownBy } from '../trial-tag.ts';

const NEW_MASTER = randomBytes(32);
const rotationKeys = { from: TEST_MASTER, to: NEW_MASTER, random: randomBytes };

test('behavior: no sealed column is left out', () => {
  const sealed = Object.values(schema).flatMap((table) =>
    Object.values(getTableColumns(table))
      .filter(({ name }) => name === 'sealed' || name === 'passphrase')
      .map(({ name }) => `${getTableName(table)}.${name}`),
  );
  const named = SEALED_COLUMNS.map(({ table, column }) => `${getTableName(table)}.${column.name}`);
  // The one that isn't always sealed: results that hold a token are.
  expect(named.toSorted()).toEqual([...sealed, 'activities.result'].toSorted());
});

describe('rotateMasterKey', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openMemory();
  });
  afterAll(() => database.close());

  /** One of each thing that is sealed. */
  async function sealAll(service: TestService, root: Caller) {
    const secret = randomBytes(32);
    const imported = await submitImport(
      root,
      await sealBundle(await startImport(service, root), secret),
    );
    const bundle = await startImport(service, root);
    const session = await root.submit('create_read_only_session', {});
    await root.submit('init_otp', {
      contact: 'user@example.com',
      otpType: 'OTP_TYPE_EMAIL',
      appName: 'Test',
    });
    const phrase =
      'legal winner thank year wave sausage worth useful legal winner thank year wave sausage worth useful legal will';
    const started = await startImport(service, root, 'init_import_wallet');
    const wallet = await root.submit('import_wallet', {
      userId: root.userId,
      walletName: 'Rotated',
      encryptedBundle: await sealBundle(
        started,
        new TextEncoder().encode(`${phrase}\n--PASS--\ncorrect horse`),
      ),
      accounts: [],
    });
    const { id: sessionActivity } = session.body['activity'] as { id: string };
    return {
      secret,
      bundle,
      phrase: `${phrase}\ncorrect horse`,
      privateKeyId: resultOf(imported)['privateKeyId'],
      walletId: resultOf(wallet)['walletId'],
      session: resultOf(session)['session'],
      sessionActivity,
    };
  }

  test('behavior: everything opens under the new key, and nothing under the old one', async () => {
    const service = await freshService(database);
    const root = await enrol(service);
    const made = await sealAll(service, root);
    const codesBefore = (await send(service, '/local/otp', { headers: codeHeaders() })).body;
    expect(await rotateMasterKey(database.db, rotationKeys)).toBe(true);
    // Again, as after an end between the commit and what follows it.
    expect(await rotateMasterKey(database.db, rotationKeys)).toBe(false);

    await expect(serviceOver(database)).rejects.toThrow(/master key does not open this database/);
    const old = createBox(TEST_MASTER, randomBytes);
    const opened: string[] = [];
    for (const { table, column, key, labelOf } of SEALED_COLUMNS) {
      const rows = await database.db
        .select({ value: column, ...Object.fromEntries(key.map((one, at) => [`key${at}`, one])) })
        .from(table);
      for (const { value, ...parts } of rows) {
        if (typeof value !== 'string' || value.startsWith('{')) continue;
        const label = labelOf(Object.values(parts).map(String));
        await createBox(NEW_MASTER, randomBytes).open(value, label);
        opened.push(column.name);
        await expect(old.open(value, label)).rejects.toThrow();
      }
    }
    expect(new Set(opened)).toEqual(new Set(['sealed', 'passphrase', 'result']));

    const next = await serviceOver(database, {}, NEW_MASTER);
    const same = caller(next, root, root);
    const target = exportTarget(next);
    const { targetPublicKey } = target;
    const key = await same.submit('export_private_key', {
      privateKeyId: made.privateKeyId,
      targetPublicKey,
    });
    expect(toHex(await target.open(resultOf(key)))).toBe(toHex(made.secret));
    const wallet = await same.submit('export_wallet', { walletId: made.walletId, targetPublicKey });
    expect(await target.openText(resultOf(wallet))).toBe(made.phrase);
    const activity = await same.query('get_activity', { activityId: made.sessionActivity });
    expect(JSON.stringify(activity.body)).toContain(made.session);
    expect(next.info).toEqual(service.info);
    expect(codesBefore).toMatchObject({ codes: [{ contact: 'user@example.com' }] });
    // The import that was begun before ends after; the same key has the same id.
    const repeated = await submitImport(same, await sealBundle(made.bundle, made.secret));
    expect(refusalOf(repeated).message).toContain(String(made.privateKeyId));
  }, 60_000);

  test('error: another key than the database’s, which changes nothing', async () => {
    await freshService(database);
    const keys = { ...rotationKeys, from: randomBytes(32) };
    await expect(rotateMasterKey(database.db, keys)).rejects.toThrow(/Nothing was changed/);
    await serviceOver(database);
  });

  test('error: a service that could not say that it is there seals nothing', async () => {
    await freshService(database);
    let may = true;
    const enclave = await createEnclave(database.db, TEST_MASTER, randomBytes, () => may);
    await enclave.seal(randomBytes(1), 'x');
    may = false;
    await expect(enclave.seal(randomBytes(1), 'x')).rejects.toMatchObject({ status: 503 });
  });
});

type Ended = { readonly code: number | string | null; readonly printed: string };

/** Runs `--rotate-master-key`; `onStart` may end it. */
async function rotate(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  onStart: (kill: () => void) => unknown = () => {},
): Promise<Ended> {
  const command = [QUICK_START, await builtService(), '--rotate-master-key', ...args];
  const child = spawn(process.execPath, command, {
    env: { ...process.env, ...env },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => {
      printed += part.toString('utf8');
    });
  }
  onStart(() => child.kill('SIGKILL'));
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code: code ?? signal, printed }));
  });
}

describe('npm run service -- --rotate-master-key', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'keystamp-rotation-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('behavior: a folder gets a new key, also where its rotation ended too early', async () => {
    const args = ['--data', folder];
    const first = await startService({ args: ['--port', '0', ...args] });
    const busy = await rotate(args, {});
    expect([busy.code, busy.printed]).toEqual([1, expect.stringMatching(/in use by another/)]);
    await first.stop();
    const keyFile = join(folder, 'master.key');
    const oldKey = readFileSync(keyFile, 'utf8');
    const { code, printed } = await rotate(args, {});
    expect([code, printed]).toEqual([0, expect.stringMatching(/sealed under the new master key/)]);
    const newKey = readFileSync(keyFile, 'utf8');
    expect(newKey).not.toBe(oldKey);
    expect(printed).not.toContain(newKey.trim());

    // Between its commit and the new file's name it leaves this. Neither loses the key:
    // the next start takes it, and so does the command.
    const next = `${keyFile}.new`;
    const cutShort = () => {
      renameSync(keyFile, next);
      writeFileSync(keyFile, oldKey);
    };
    cutShort();
    const second = await startService({ args: ['--port', '0', ...args] });
    expect(second.enclaveQuorumPublic).toBe(first.enclaveQuorumPublic);
    await second.stop();
    expect([readFileSync(keyFile, 'utf8'), existsSync(next)]).toEqual([newKey, false]);
    cutShort();
    expect((await rotate(args, {})).printed).toMatch(/was sealed under the new master key before/);
    expect([readFileSync(keyFile, 'utf8'), existsSync(next)]).toEqual([newKey, false]);

    // Before its commit it leaves a key that nothing is sealed under.
    writeFileSync(next, `${'ab'.repeat(32)}\n`);
    const third = await startService({ args: ['--port', '0', ...args] });
    await third.stop();
    expect(readFileSync(keyFile, 'utf8')).toBe(newKey);
  }, 240_000);

  test.each<[string[], Record<string, string>, RegExp]>([
    [['--data', 'memory'], {}, /a service in memory keeps nothing/],
    [['--data', join(tmpdir(), 'keystamp-nothing-here')], {}, /There is no master key in/],
    [[], TEST_ENV, /as KEYSTAMP_SERVICE_NEW_KEY/],
    [[], { ...TEST_ENV, KEYSTAMP_SERVICE_NEW_KEY: 'short' }, /must hold 64 hex digits/],
    [
      [],
      { ...TEST_ENV, KEYSTAMP_SERVICE_NEW_KEY: toHex(TEST_MASTER) },
      /is the one that is in use/,
    ],
  ])(
    'error: %j %j',
    async (args, env, words) => {
      const where = args.length === 0 ? ['--data', folder] : args;
      const { code, printed } = await rotate(where, env);
      expect(code).toBe(1);
      expect(printed).toMatch(words);
    },
    60_000,
  );

  describe.skipIf(whyNoPostgres())(`on PostgreSQL ${whyNoPostgres() ?? ''}`, () => {
    let server: RunningPostgres;
    beforeEach(async () => {
      server = await startPostgres();
    }, 60_000);
    afterEach(() => server.stop());

    /** Enough that sealing it takes a while. */
    async function sealMany(database: OpenDatabase, organizationId: string): Promise<number> {
      const box = createBox(TEST_MASTER, randomBytes);
      const rows = Array.from({ length: 4000 }, async (_, at) => {
        const id = `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
        const sealed = await box.seal(randomBytes(32), SEAL_LABELS.otpTarget(id));
        return `('${id}', '${organizationId}', 'enclave', 'x', 'x', 'x', '${sealed}', 0, 0)`;
      });
      const values = (await Promise.all(rows)).join();
      await database.db.execute(
        `insert into otps (id, organization_id, generation, type, contact, hash, sealed, created_at, expires_at) values ${values}`,
      );
      return rows.length;
    }

    /** How many of them open under a key. */
    async function countOpening(database: OpenDatabase, master: Uint8Array<ArrayBuffer>) {
      const box = createBox(master, randomBytes);
      const rows = await database.db.select().from(schema.otps);
      const opened = await Promise.all(
        rows.map(({ id, sealed }) =>
          box.open(sealed ?? '', SEAL_LABELS.otpTarget(id)).then(
            () => 1,
            () => 0,
          ),
        ),
      );
      return opened.reduce<number>((sum, one) => sum + one, 0);
    }

    test(
      'behavior: killed in the middle it changes nothing, and runs again',
      { ...shownBy('service/rotation.test.ts'), timeout: 240_000 },
      async () => {
        const database = await openServer(server.url);
        const { info } = await freshService(database);
        const count = await sealMany(database, info.organizationId);
        const env = {
          ...TEST_ENV,
          DATABASE_URL: server.url,
          KEYSTAMP_SERVICE_NEW_KEY: toHex(NEW_MASTER),
        };
        for (let round = 0; round < 3; round += 1) {
          const killed = await rotate(['--data', folder], env, async (kill) => {
            const isSealing = async () => {
              const [found] = await server.query(
                `select count(*)::int from pg_stat_activity where query like 'update "otps"%'`,
              );
              return found?.['count'] !== 0;
            };
            while (!(await isSealing()));
            kill();
          });
          expect(killed.code).toBe('SIGKILL');
        }
        expect(await countOpening(database, TEST_MASTER)).toBe(count);
        await serviceOver(database);
        const { code, printed } = await rotate(['--data', folder], env);
        expect([code, printed]).toEqual([0, expect.stringMatching(/Start the services with/)]);
        expect(await countOpening(database, NEW_MASTER)).toBe(count);
        expect(await countOpening(database, TEST_MASTER)).toBe(0);
        await expect(serviceOver(database)).rejects.toThrow(/does not open this database/);
        await serviceOver(database, {}, NEW_MASTER);
        await database.close();
      },
    );

    test('error: while a service uses the database, or crashed less than a minute ago', async () => {
      const env = { ...TEST_ENV, DATABASE_URL: server.url };
      const args = ['--port', '0', '--data', folder];
      const keys = { ...env, KEYSTAMP_SERVICE_NEW_KEY: toHex(NEW_MASTER) };
      const stopped = await startService({ args, env });
      const service = await startService({ args, env });
      await stopped.stop();
      const refused = [1, expect.stringMatching(/in use by a service \(.+, process \d+\)/)];
      const attempt = async () => {
        const { code, printed } = await rotate(['--data', folder], keys);
        return [code, printed];
      };
      expect(await attempt()).toEqual(refused);
      expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
      await service.kill();
      expect(await attempt()).toEqual(refused);
      // A minute later.
      await server.query('update running_services set seen_at = seen_at - 60000');
      expect((await attempt())[0]).toBe(0);
      await expect(startService({ args, env })).rejects.toThrow(/does not open this database/);
      const next = { ...env, KEYSTAMP_SERVICE_KEY: toHex(NEW_MASTER) };
      const again = await startService({ args, env: next });
      expect(again.organizationId).toBe(service.organizationId);
      await again.stop();
    }, 240_000);
  });
});
