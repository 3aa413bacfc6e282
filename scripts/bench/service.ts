import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { randomBytes, utf8 } from '../../src/crypto/bytes.ts';
import { verifyStamp } from '../../src/crypto/stamp.ts';
import { openDatabase, openServer, type OpenDatabase } from '../../src/service/database.ts';
import { createService } from '../../src/service/service.ts';
import { startPgbouncer, whyNoPgbouncer } from '../../test/service/pgbouncer.ts';
import { startPostgres, whyNoPostgres } from '../../test/service/postgres.ts';
import { TEST_MASTER } from '../../test/set-up-code.ts';
import {
  createClient,
  createPolicedClient,
  inProcessTransport,
  requestJson,
  walletIds,
  type Client,
  type StampedRequest,
} from './client.ts';
import { figure, relativeTo, type Figure } from './figures.ts';
import type { TargetName } from './targets.ts';

const FLOOR = 'floor: verify + one committed transaction';
const PLAIN = 'stamped update_wallet submits, root';
const POLICED = 'stamped update_wallet submits, a user under five policies';
const TARGET_OF: Readonly<Record<string, TargetName>> = {
  [PLAIN]: 'rootSubmits',
  [POLICED]: 'policedSubmits',
};

/** Runs `work` over the items one after the other; the rate per second. */
async function measureRate(
  items: readonly StampedRequest[],
  work: (item: StampedRequest) => Promise<unknown>,
): Promise<number> {
  const started = performance.now();
  for (const item of items) await work(item);
  return (items.length * 1000) / (performance.now() - started);
}

/**
 * The minimum for any stamped write: verify the stamp, commit one row. The embedded database never
 * calls fsync (see src/service/README.md), on either side of the comparison.
 */
async function verifyAndCommit(
  database: OpenDatabase,
  { body, stamp }: StampedRequest,
): Promise<void> {
  await verifyStamp(stamp, utf8(body));
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`insert into bench_floor (body) values (${body})`);
  });
}

/** Rates of submits against that floor on the same database, one at a time. */
async function measureOn(where: string, database: OpenDatabase, rounds: number, perRound: number) {
  const options = { database, clock: Date.now, random: randomBytes, master: TEST_MASTER };
  const service = await createService(options);
  try {
    await database.db.execute(
      sql`create table bench_floor (id serial primary key, body text not null)`,
    );
    const transport = inProcessTransport(service);
    const { organizationId } = service.info;
    const root = await createClient(transport, organizationId);
    const user = await createPolicedClient(transport, organizationId, root, 5);
    const [walletId] = await walletIds(transport, root);
    let count = 0;
    const batch = (client: Client) =>
      Promise.all(
        Array.from({ length: perRound }, () =>
          client.submit('update_wallet', { walletId, walletName: `Wallet ${(count += 1)}` }),
        ),
      );
    const submit = (request: StampedRequest) => requestJson(transport, request);
    const measures = {
      [FLOOR]: async () =>
        measureRate(await batch(root), (item) => verifyAndCommit(database, item)),
      [PLAIN]: async () => measureRate(await batch(root), submit),
      [POLICED]: async () => measureRate(await batch(user), submit),
    };
    const names = Object.keys(measures) as (keyof typeof measures)[];
    const rates = new Map(names.map((name) => [name, [] as number[]]));
    // Once for nothing, until everything is compiled and planned.
    for (const name of names) await measures[name]();
    for (const name of Array.from({ length: rounds }, () => names).flat()) {
      rates.get(name)?.push(await measures[name]());
    }
    const group = `Local service, update_wallet on ${where}`;
    return relativeTo(
      FLOOR,
      names.map((name) => figure(group, name, '/s', rates.get(name) ?? [], TARGET_OF[name])),
    );
  } finally {
    await service.close();
  }
}

/** Connections of a pooler to its server. */
const POOLED = 10;

/** Submits per second against P-256 verification plus one committed transaction, on each database. */
export async function serviceFigures(rounds: number, perRound: number): Promise<Figure[]> {
  const dir = mkdtempSync(join(tmpdir(), 'keystamp-bench-'));
  const figures: Figure[] = [];
  const measure = async (where: string, database: OpenDatabase) =>
    figures.push(...(await measureOn(where, database, rounds, perRound)));
  try {
    await measure('an embedded database in a folder', await openDatabase(dir));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  if (whyNoPostgres()) return figures;
  const server = await startPostgres();
  try {
    await measure('PostgreSQL', await openServer(server.url));
    if (whyNoPgbouncer()) return figures;
    await server.query('create database pooled');
    const pooler = await startPgbouncer(new URL('/pooled', server.url).href, POOLED);
    try {
      await measure('PostgreSQL through PgBouncer', await openServer(pooler.url));
    } finally {
      await pooler.stop();
    }
  } finally {
    await server.stop();
  }
  return figures;
}
