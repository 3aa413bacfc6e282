import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { randomBytes, utf8 } from '../../src/crypto/bytes.ts';
import { verifyStamp } from '../../src/crypto/stamp.ts';
import { openDatabase, type OpenDatabase } from '../../src/service/database.ts';
import { createService } from '../../src/service/service.ts';
import { relativeTo, figure, type Figure } from './figures.ts';
import {
  requestJson,
  createClient,
  inProcessTransport,
  walletIds,
  type StampedRequest,
} from './client.ts';
import { TEST_MASTER } from '../../test/set-up-code.ts';

const GROUP = 'Local service, update_wallet on an embedded database in a folder';
const FLOOR = 'floor: verify + one committed transaction';

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

/** Submits per second against P-256 verification plus one committed transaction, same database. */
export async function serviceFigures(rounds: number, perRound: number): Promise<Figure[]> {
  const dir = mkdtempSync(join(tmpdir(), 'keystamp-bench-'));
  const database = await openDatabase(dir);
  const options = { database, clock: Date.now, random: randomBytes, master: TEST_MASTER };
  const service = await createService(options);
  try {
    await database.db.execute(
      sql`create table bench_floor (id serial primary key, body text not null)`,
    );
    const transport = inProcessTransport(service);
    const client = await createClient(transport, service.info.organizationId);
    const [walletId] = await walletIds(transport, client);
    let count = 0;
    const next = () =>
      client.submit('update_wallet', { walletId, walletName: `Wallet ${(count += 1)}` });
    const batch = () => Promise.all(Array.from({ length: perRound }, next));
    const submit = (request: StampedRequest) => requestJson(transport, request);
    const measureFloor = (item: StampedRequest) => verifyAndCommit(database, item);
    await measureRate(await batch(), submit);
    await measureRate(await batch(), measureFloor);
    const results = { submit: [] as number[], floor: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      results.floor.push(await measureRate(await batch(), measureFloor));
      results.submit.push(await measureRate(await batch(), submit));
    }
    const figures = relativeTo(FLOOR, [
      figure(GROUP, FLOOR, '/s', results.floor),
      figure(GROUP, 'stamped update_wallet submits', '/s', results.submit),
    ]);
    return figures.map((one) =>
      one.name === FLOOR
        ? one
        : { ...one, target: 'at least 0.7 of the floor', holds: (one.ratio ?? 0) >= 0.7 },
    );
  } finally {
    await service.close();
    rmSync(dir, { recursive: true, force: true });
  }
}
