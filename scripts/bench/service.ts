import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { randomBytes, utf8 } from '../../src/crypto/bytes.ts';
import { STAMP_HEADER } from '../../src/crypto/schemes.ts';
import { verifyStamp } from '../../src/crypto/stamp.ts';
import { OPERATIONS } from '../../src/protocol/operations.ts';
import { openDatabase, type OpenDatabase } from '../../src/service/database.ts';
import { createService } from '../../src/service/service.ts';
import { against, figure, type Figure } from './figures.ts';
import { post, stamperAt, type Stamped } from './service-client.ts';

const GROUP = 'Local service, update_wallet on an embedded database in a folder';
/** Runs `work` over the items one after the other; the rate per second. */
async function rate(
  items: readonly Stamped[],
  work: (item: Stamped) => Promise<unknown>,
): Promise<number> {
  const started = performance.now();
  for (const item of items) await work(item);
  return (items.length * 1000) / (performance.now() - started);
}

/**
 * What no stamped write can do without: verify the stamp, commit one row. The embedded database never
 * calls fsync (see src/service/README.md), on either side of the comparison.
 */
async function floor(database: OpenDatabase, { body, stamp }: Stamped): Promise<void> {
  await verifyStamp(stamp, utf8(body));
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`insert into bench_floor (body) values (${body})`);
  });
}

/** Submits per second against P-256 verification plus one committed transaction, same database. */
export async function serviceFigures(rounds: number, perRound: number): Promise<Figure[]> {
  const dir = mkdtempSync(join(tmpdir(), 'keystamp-bench-'));
  const database = await openDatabase(dir);
  const options = { database, clock: Date.now, random: randomBytes, master: randomBytes(32) };
  const service = await createService(options);
  try {
    await database.db.execute(
      sql`create table bench_floor (id serial primary key, body text not null)`,
    );
    const { next } = await stamperAt(service);
    const batch = () => Promise.all(Array.from({ length: perRound }, next));
    const submit = ({ body, stamp }: Stamped) =>
      post(service, OPERATIONS.update_wallet.path, body, { [STAMP_HEADER]: stamp });
    const least = (item: Stamped) => floor(database, item);
    await rate(await batch(), submit);
    await rate(await batch(), least);
    const results = { submit: [] as number[], floor: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      results.floor.push(await rate(await batch(), least));
      results.submit.push(await rate(await batch(), submit));
    }
    return against('floor: verify + one committed transaction', [
      figure(GROUP, 'floor: verify + one committed transaction', '/s', results.floor),
      figure(GROUP, 'stamped update_wallet submits', '/s', results.submit),
    ]);
  } finally {
    await service.close();
    rmSync(dir, { recursive: true, force: true });
  }
}
