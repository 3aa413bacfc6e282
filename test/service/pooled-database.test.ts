// The service through PgBouncer in transaction mode, and with a role that may create nothing.
import { spawnSync } from 'node:child_process';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openServer, transact, type OpenDatabase } from '../../src/service/database.ts';
import { startService, TEST_ENV } from '../e2e/service.ts';
import { builtService } from './built-service.ts';
import { expectOneExecution } from './concurrent-submits.ts';
import { activityOf, caller, enrol, listOf, serviceOver, type TestService } from './harness.ts';
import { startPgbouncer, whyNoPgbouncer, type RunningPgbouncer } from './pgbouncer.ts';
import { queryAt, startPostgres, whyNoPostgres, type RunningPostgres } from './postgres.ts';

const noServer = whyNoPostgres();
const missing = noServer ?? whyNoPgbouncer();

let server: RunningPostgres;
beforeAll(async () => {
  if (!noServer) server = await startPostgres();
}, 60_000);
afterAll(() => server?.stop());

describe.skipIf(missing)(`through PgBouncer${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let bouncer: RunningPgbouncer;
  const databases: OpenDatabase[] = [];
  let first: TestService;
  let second: TestService;

  beforeAll(async () => {
    // Fewer connections than each service has: every transaction may get another one.
    bouncer = await startPgbouncer(server.url, 3);
    for (const _ of [1, 2]) databases.push(await openServer(bouncer.url));
    const [one, two] = databases;
    if (!one || !two) throw new Error('no database');
    first = await serviceOver(one);
    second = await serviceOver(two);
  }, 60_000);
  afterAll(async () => {
    await Promise.all(databases.map((one) => one.close()));
    await bouncer?.stop();
  });

  test('behavior: a single-statement submit runs once, wherever it arrives', () =>
    expectOneExecution([first, second]));

  test('behavior: a hundred submits at two services are each carried out once', async () => {
    const root = await enrol(first);
    const callers = [root, caller(second, root, root)];
    const names = Array.from({ length: 100 }, (_, at) => `Pooled ${at}`);
    const answers = await Promise.all(
      names.map((userTagName, at) =>
        (callers[at % 2] ?? root).submit('create_user_tag', { userTagName, userIds: [] }),
      ),
    );
    for (const answer of answers) activityOf(answer);
    const stored = (await listOf(root, 'list_user_tags', 'userTags')).map(({ tagName }) => tagName);
    const pooled = stored.filter((name) => String(name).startsWith('Pooled'));
    expect(pooled).toHaveLength(names.length);
    expect(new Set(pooled)).toEqual(new Set(names));
  });

  test('behavior: the limit of a wait holds in each transaction, and in nobody else’s', async () => {
    const [one] = databases;
    const limitOf = async (text: string) => (await queryAt(bouncer.url, text))[0]?.['lock_timeout'];
    const inside = one && (await transact(one.db, (tx) => tx.execute(sql`show lock_timeout`)));
    expect((inside as { rows: unknown[] } | undefined)?.rows).toEqual([{ lock_timeout: '2s' }]);
    for (let again = 0; again < 6; again += 1) expect(await limitOf('show lock_timeout')).toBe('0');
  });

  test('behavior: a submit that waits for a locked row is tried again, and carried out', async () => {
    const root = await enrol(first);
    const [wallet] = await listOf(root, 'list_wallets', 'wallets');
    const walletId = wallet?.['walletId'];
    const holder = new Client({ connectionString: server.url });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from wallets where id = $1 for update', [walletId]);
    const renaming = root.submit('update_wallet', { walletId, walletName: 'After the lock' });
    const waits = new Set<unknown>();
    const waiting = `select query_start::text from pg_stat_activity where wait_event_type = 'Lock'`;
    await expect
      .poll(
        async () => {
          for (const row of await server.query(waiting)) waits.add(row['query_start']);
          return waits.size;
        },
        { timeout: 10_000 },
      )
      .toBe(2);
    await holder.query('rollback');
    await holder.end();
    activityOf(await renaming);
  });
});

describe.skipIf(noServer)(
  `a role without CREATE${noServer ? ` (skipped: ${noServer})` : ''}`,
  () => {
    test('behavior: runs the service on tables that another role has made by --migrate', async () => {
      await server.query('create database apart');
      await server.query('create role serving login');
      const [owner, serving] = ['keystamp', 'serving'].map((user) => {
        const url = new URL(server.url);
        url.username = user;
        url.pathname = '/apart';
        return url.href;
      });
      if (!owner || !serving) throw new Error('no address');
      await queryAt(owner, 'revoke create on schema public from public');
      const start = () =>
        startService({ args: ['--port', '0'], env: { ...TEST_ENV, DATABASE_URL: serving } });
      await expect(start()).rejects.toThrow(
        /Run `npm run service -- --migrate` with a role that may/,
      );
      const migrated = spawnSync(process.execPath, [await builtService(), '--migrate'], {
        env: { ...process.env, DATABASE_URL: owner },
        encoding: 'utf8',
      });
      expect(migrated.stdout).toBe('The database has all tables of this version.\n');
      await queryAt(
        owner,
        'grant select, insert, update, delete on all tables in schema public to serving',
      );
      const service = await start();
      const info = await fetch(`${service.url}/local/info`);
      expect(info.status).toBe(200);
      await service.stop();
    }, 120_000);
  },
);
