import { sql } from 'drizzle-orm';
import { randomBytes } from '../../src/crypto/bytes.ts';
import {
  openDatabase,
  openServer,
  type Database,
  type OpenDatabase,
} from '../../src/service/database.ts';
import { activities } from '../../src/service/schema.ts';
import { createService, type Service } from '../../src/service/service.ts';
import { startPostgres, whyNoPostgres } from '../../test/service/postgres.ts';
import { copyRow, growWallets } from './copy-rows.ts';
import { figure, type Figure } from './figures.ts';
import {
  requestJson,
  createClient,
  inProcessTransport,
  walletIds,
  type StampedRequest,
  type Parameters,
} from './client.ts';
import { TEST_MASTER } from '../../test/set-up-code.ts';

/*
 * What a request costs while a database grows: nothing that a service does all day may take longer
 * because of all it has done before.
 */

/** Activities and wallets of one organization. */
const SIZES = [
  [10, 10],
  [1000, 100],
  [100_000, 1000],
  [1_000_000, 10_000],
] as const;

/** More activities like the newest one, with their own ids and fingerprints. */
async function growActivities(db: Database, from: number, to: number): Promise<void> {
  const changed = {
    id: sql`(overlay('00000000-0000-7000-8000-000000000000' placing
      lpad(to_hex(g), 12, '0') from 25 for 12))::uuid`,
    fingerprint: sql`'sha256:' || encode(sha256(g::text::bytea), 'hex')`,
    voteId: sql`gen_random_uuid()`,
  };
  await copyRow(db, activities, sql`order by id desc`, changed, { from, to });
}

/** The measured operations, each with one request that is stamped up front. */
async function createRequests(service: Service) {
  const transport = inProcessTransport(service);
  const client = await createClient(transport, service.info.organizationId);
  const [walletId] = await walletIds(transport, client);
  let count = 0;
  const rename = () =>
    client.submit('update_wallet', { walletId, walletName: `Wallet ${(count += 1)}` });
  const { activity } = await requestJson<{ activity: { id: string } }>(transport, await rename());
  const prepareRequest = async (stamped: Promise<StampedRequest>) => {
    const request = await stamped;
    return () => requestJson(transport, request);
  };
  const list = (parameters: Parameters) =>
    prepareRequest(client.query('list_activities', parameters));
  return {
    'a submit': () => prepareRequest(rename()),
    get_activity: () => prepareRequest(client.query('get_activity', { activityId: activity.id })),
    list_activities: () => list({}),
    'list_activities by status': () => list({ filterByStatus: ['ACTIVITY_STATUS_FAILED'] }),
    'list_activities by a rare type': () =>
      list({ filterByType: ['ACTIVITY_TYPE_DELETE_USER_TAGS'] }),
  };
}

async function measureTimes(prepare: () => Promise<() => Promise<unknown>>, samples: number) {
  const times: number[] = [];
  for (let at = 0; at < samples; at += 1) {
    const request = await prepare();
    const started = performance.now();
    await request();
    times.push(performance.now() - started);
  }
  return times;
}

async function openEngine(): Promise<readonly [OpenDatabase, string, () => Promise<void>]> {
  if (whyNoPostgres()) return [await openDatabase('memory'), 'embedded', async () => {}];
  const server = await startPostgres();
  return [await openServer(server.url), 'PostgreSQL', server.stop];
}

/** Times of requests at each size of the database. */
export async function growthFigures(quick: boolean): Promise<Figure[]> {
  const [database, engine, stop] = await openEngine();
  const options = { database, clock: Date.now, random: randomBytes, master: TEST_MASTER };
  const service = await createService(options);
  const figures: Figure[] = [];
  try {
    const requests = await createRequests(service);
    let [hadActivities, hadWallets] = [0, 0];
    for (const [activityCount, walletCount] of quick ? SIZES.slice(0, 3) : SIZES) {
      await growActivities(database.db, hadActivities + 1, activityCount);
      await growWallets(database.db, { from: hadWallets + 1, to: walletCount });
      await database.db.execute(sql`analyze`);
      [hadActivities, hadWallets] = [activityCount, walletCount];
      for (const [name, prepare] of Object.entries(requests)) {
        await measureTimes(prepare, 10);
        const group = `Local service as it grows, ${engine}: ${name}`;
        const size = `${activityCount} activities, ${walletCount} wallets`;
        figures.push(figure(group, size, 'ms', await measureTimes(prepare, quick ? 100 : 300)));
      }
    }
    return figures;
  } finally {
    await service.close();
    await stop();
  }
}
