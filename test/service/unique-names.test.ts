// Writers that want the same names and rows at once never wait for each other in a circle.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openServer, type OpenDatabase } from '../../src/service/database.ts';
import { caller, enrol, listOf, refusalOf, resultOf, serviceOver, type Caller } from './harness.ts';
import { startPostgres, whyNoPostgres, type RunningPostgres } from './postgres.ts';
import { randomBytes } from '../../src/crypto/bytes.ts';

const missing = whyNoPostgres();

describe.skipIf(missing)(`names on PostgreSQL${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let server: RunningPostgres;
  const databases: OpenDatabase[] = [];
  let callers: readonly [Caller, Caller];

  beforeAll(async () => {
    server = await startPostgres();
    databases.push(await openServer(server.url), await openServer(server.url));
    const [item, two] = databases;
    if (!item || !two) throw new Error('no database');
    const master = randomBytes(32);
    const first = await serviceOver(item, {}, master);
    const second = await serviceOver(two, {}, master);
    const root = await enrol(first);
    callers = [root, caller(second, root, root)];
  }, 60_000);
  afterAll(async () => {
    await Promise.all(databases.map((item) => item.close()));
    await server?.stop();
  });

  /** Deadlocks that the server has seen. They count once their backends have reported them. */
  const deadlocks = async () => {
    await server.query('select pg_stat_force_next_flush()');
    const [row] = await server.query(
      'select deadlocks::int as met from pg_stat_database where datname = current_database()',
    );
    return row?.['met'];
  };
  const from = (at: number): Caller => callers[at % 2] ?? callers[0];

  test('behavior: 200 concurrent name swaps, each done or refused, without deadlock', async () => {
    const [a, b] = (await listOf(callers[0], 'list_wallets', 'wallets')).map((item) =>
      String(item['walletId']),
    );
    const before = await deadlocks();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        from(at).submit('update_wallet', {
          walletId: at % 4 < 2 ? a : b,
          walletName: at % 3 === 0 ? 'P' : 'Q',
        }),
      ),
    );
    for (const answer of answers) {
      if (answer.status === 200) continue;
      expect(refusalOf(answer)).toMatchObject({
        status: 400,
        message: 'wallet label must be unique',
      });
    }
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    const names = (await listOf(callers[1], 'list_wallets', 'wallets')).map(
      (item) => item['walletName'],
    );
    expect(new Set(names).size).toBe(names.length);
    // Who comes first decides whether the other one gets a name, too.
    expect(names.some((name) => name === 'P' || name === 'Q')).toBe(true);
    expect(await deadlocks()).toBe(before);
  });

  test('behavior: the same tags, deleted concurrently in any order, are gone once', async () => {
    const before = await deadlocks();
    for (let round = 0; round < 5; round += 1) {
      const made = await Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          from(at).submit('create_user_tag', { userTagName: `T ${round} ${at}`, userIds: [] }),
        ),
      );
      const ids = made.map((item) => String(resultOf(item)['userTagId']));
      const orders = [ids, ids.toReversed(), [...ids.slice(5), ...ids.slice(0, 5)]];
      const answers = await Promise.all(
        [...orders, ...orders].map((userTagIds, at) =>
          from(at).submit('delete_user_tags', { userTagIds }),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 404)).toHaveLength(5);
    }
    expect(await deadlocks()).toBe(before);
  });

  test('behavior: the same wallets, deleted concurrently in any order while they get accounts', async () => {
    const before = await deadlocks();
    const account = (at: number) => ({
      curve: 'CURVE_SECP256K1',
      pathFormat: 'PATH_FORMAT_BIP32',
      path: `m/44'/60'/${at}'/0/0`,
      addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
    });
    for (let round = 0; round < 3; round += 1) {
      const made = await Promise.all(
        Array.from({ length: 6 }, (_, at) =>
          from(at).submit('create_wallet', { walletName: `D ${round} ${at}`, accounts: [] }),
        ),
      );
      const ids = made.map((item) => String(resultOf(item)['walletId']));
      const additions = ids.map((walletId, at) =>
        from(at).submit('create_wallet_accounts', { walletId, accounts: [account(at)] }),
      );
      const deletions = [ids, ids.toReversed(), [...ids.slice(3), ...ids.slice(0, 3)]].map(
        (walletIds, at) =>
          from(at).submit('delete_wallets', { walletIds, deleteWithoutExport: true }),
      );
      for (const { status } of await Promise.all(additions)) expect([200, 404]).toContain(status);
      const answers = await Promise.all(deletions);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 404)).toHaveLength(2);
    }
    const left = await listOf(callers[0], 'list_wallets', 'wallets');
    expect(left.filter(({ walletName }) => String(walletName).startsWith('D '))).toEqual([]);
    expect(await deadlocks()).toBe(before);
  });

  test('behavior: one path of one wallet, asked for by two processes, is there once', async () => {
    const made = await callers[0].submit('create_wallet', { walletName: 'Path', accounts: [] });
    const { walletId } = resultOf(made);
    const accounts = [
      {
        curve: 'CURVE_ED25519',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: "m/44'/501'/0'/0'",
        addressFormat: 'ADDRESS_FORMAT_SOLANA',
      },
    ];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        from(at).submit('create_wallet_accounts', { walletId, accounts }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(11);
  });

  test('behavior: 100 concurrent swaps of tag names, each done or refused, without deadlock', async () => {
    const [a, b] = (await listOf(callers[0], 'list_user_tags', 'userTags')).map(
      ({ tagId }) => tagId,
    );
    const before = await deadlocks();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        from(at).submit('update_user_tag', {
          userTagId: at % 4 < 2 ? a : b,
          newUserTagName: at % 3 === 0 ? 'P' : 'Q',
          addUserIds: [],
          removeUserIds: [],
        }),
      ),
    );
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      const message = 'user tag label must be unique';
      expect(refusalOf(answer)).toMatchObject({ status: 400, message });
    }
    const tags = await listOf(callers[1], 'list_user_tags', 'userTags');
    const names = tags.map(({ tagName }) => tagName);
    expect(new Set(names).size).toBe(names.length);
    // Who comes first decides whether the other one gets a name, too.
    expect(names.some((name) => name === 'P' || name === 'Q')).toBe(true);
    expect(await deadlocks()).toBe(before);
  });

  test('behavior: readers get answers while all writers wait', async () => {
    const [a] = (await listOf(callers[0], 'list_wallets', 'wallets')).map(
      (item) => item['walletId'],
    );
    // Someone holds the wallet's row: every rename of it waits, and there are more than
    // connections.
    const held = Promise.withResolvers<void>();
    const holding = databases[0]?.db.transaction(async (tx) => {
      await tx.execute(`select * from wallets where id = '${String(a)}' for update`);
      await held.promise;
    });
    const renames = Array.from({ length: 30 }, (_, at) =>
      callers[0].submit('update_wallet', { walletId: a, walletName: `N ${at}` }),
    );
    const read = await Promise.all(Array.from({ length: 10 }, () => callers[0].query('whoami')));
    expect(read.map(({ status }) => status)).toEqual(read.map(() => 200));
    held.resolve();
    await holding;
    expect((await Promise.all(renames)).map(({ status }) => status)).toEqual(
      renames.map(() => 200),
    );
  });
});
