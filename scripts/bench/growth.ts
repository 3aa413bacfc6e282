import { sql } from 'drizzle-orm';
import { randomBytes } from '../../src/crypto/bytes.ts';
import { STAMP_HEADER } from '../../src/crypto/schemes.ts';
import { OPERATIONS } from '../../src/protocol/operations.ts';
import {
  openDatabase,
  openServer,
  type Database,
  type OpenDatabase,
} from '../../src/service/database.ts';
import { createService, type Service } from '../../src/service/service.ts';
import { startPostgres, whyNoPostgres } from '../../test/service/postgres.ts';
import { figure, type Figure } from './figures.ts';
import { post, stamperAt, type Client } from './service-client.ts';

/*
 * What a request costs while a database grows: nothing that a service does all day may take longer for
 * all that was done before.
 */

/** Activities and wallets of one organization. */
const SIZES = [
  [10, 10],
  [1000, 100],
  [100_000, 1000],
  [1_000_000, 10_000],
] as const;

/** Further activities as the first one is, with ids and fingerprints of their own. */
async function growActivities(db: Database, from: number, to: number): Promise<void> {
  await db.execute(sql`insert into activities
    select (overlay('00000000-0000-7000-8000-000000000000' placing
        lpad(to_hex(g), 12, '0') from 25 for 12))::uuid,
      organization_id, 'sha256:' || encode(sha256(g::text::bytea), 'hex'), type, status, body,
      gen_random_uuid(), user_id, public_key, signature, scheme, voter, result, failure, executions,
      created_at, updated_at
    from (select * from activities order by id desc limit 1) first, generate_series(${from}::int, ${to}::int) g`);
}

async function growWallets(db: Database, from: number, to: number): Promise<void> {
  await db.execute(sql`insert into wallets
    select gen_random_uuid(), organization_id, 'Grown ' || g, sealed, created_at, updated_at
    from (select * from wallets order by id limit 1) first, generate_series(${from}::int, ${to}::int) g`);
}

/** What is measured, each by one request. */
async function requestsOf(service: Service, client: Client) {
  const { organizationId } = service.info;
  const [first] = await client.renamed();
  const ask = async (path: string, parameters: object) => {
    const body = JSON.stringify({ organizationId, ...parameters });
    const headers = { [STAMP_HEADER]: await client.stamp(body) };
    return () => post(service, path, body, headers);
  };
  const { path: list } = OPERATIONS.list_activities;
  return {
    'a submit': async () => {
      const { body, stamp } = await client.next();
      return () => post(service, OPERATIONS.update_wallet.path, body, { [STAMP_HEADER]: stamp });
    },
    get_activity: () => ask(OPERATIONS.get_activity.path, { activityId: first }),
    list_activities: () => ask(list, {}),
    'list_activities by status': () => ask(list, { filterByStatus: ['ACTIVITY_STATUS_FAILED'] }),
    'list_activities by a rare type': () =>
      ask(list, { filterByType: ['ACTIVITY_TYPE_DELETE_USER_TAGS'] }),
  };
}

async function timesOf(prepare: () => Promise<() => Promise<unknown>>, samples: number) {
  const times: number[] = [];
  for (let at = 0; at < samples; at += 1) {
    const request = await prepare();
    const started = performance.now();
    await request();
    times.push(performance.now() - started);
  }
  return times;
}

async function opened(): Promise<readonly [OpenDatabase, string, () => Promise<void>]> {
  if (whyNoPostgres()) return [await openDatabase('memory'), 'embedded', async () => {}];
  const server = await startPostgres();
  return [await openServer(server.url), 'PostgreSQL', server.stop];
}

/** Times of requests at each size of the database. */
export async function growthFigures(quick: boolean): Promise<Figure[]> {
  const [database, engine, stop] = await opened();
  const options = { database, clock: Date.now, random: randomBytes, master: randomBytes(32) };
  const service = await createService(options);
  const figures: Figure[] = [];
  try {
    const client = await stamperAt(service);
    const requests = await requestsOf(service, client);
    let [hadActivities, hadWallets] = [0, 0];
    for (const [activities, wallets] of quick ? SIZES.slice(0, 3) : SIZES) {
      await growActivities(database.db, hadActivities + 1, activities);
      await growWallets(database.db, hadWallets + 1, wallets);
      await database.db.execute(sql`analyze`);
      [hadActivities, hadWallets] = [activities, wallets];
      for (const [name, prepare] of Object.entries(requests)) {
        await timesOf(prepare, 10);
        const group = `Local service as it grows, ${engine}: ${name}`;
        const size = `${activities} activities, ${wallets} wallets`;
        figures.push(figure(group, size, 'ms', await timesOf(prepare, quick ? 100 : 300)));
      }
    }
    return figures;
  } finally {
    await service.close();
    await stop();
  }
}
