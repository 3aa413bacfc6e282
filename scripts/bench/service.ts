import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { randomBytes, toHex, utf8 } from '../../src/crypto/bytes.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import { STAMP_HEADER } from '../../src/crypto/schemes.ts';
import { verifyStamp } from '../../src/crypto/stamp.ts';
import { submitBody } from '../../src/protocol/envelope.ts';
import { OPERATIONS } from '../../src/protocol/operations.ts';
import { openDatabase, type OpenDatabase } from '../../src/service/database.ts';
import { createService, type Service } from '../../src/service/service.ts';
import { createStamper } from '../../src/vault/stampers.ts';
import { against, figure, type Figure } from './figures.ts';

const GROUP = 'Local service, update_wallet on an embedded database in a folder';
const BASE = 'http://127.0.0.1';

type Stamped = { readonly body: string; readonly stamp: string };

async function post(
  service: Service,
  path: string,
  body: string,
  headers: Record<string, string> = {},
) {
  const request = new Request(BASE + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', host: '127.0.0.1', ...headers },
    body,
  });
  const answer = await service.handle(request);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

/** Enrols a key and gives a function that stamps the next rename of a wallet. */
async function renamer(service: Service): Promise<() => Promise<Stamped>> {
  const privateKey = generatePrivateKey('P256');
  const publicKey = publicKeyOf('P256', privateKey);
  const enrolment = { publicKey: toHex(publicKey), curveType: 'API_KEY_CURVE_P256' };
  await post(service, '/local/enrol', JSON.stringify(enrolment));
  const { stamp } = await createStamper({ curve: 'P256', privateKey, publicKey });
  const { organizationId } = service.info;
  const query = JSON.stringify({ organizationId });
  const listed = await post(service, OPERATIONS.list_wallets.path, query, {
    [STAMP_HEADER]: (await stamp(query)).value,
  });
  const wallets = listed['wallets'] as { walletId: string }[];
  let count = 0;
  return async () => {
    const parameters = { walletId: wallets[0]?.walletId, walletName: `Wallet ${count++}` };
    const [version] = OPERATIONS.update_wallet.versions;
    const body = submitBody(version, organizationId, Date.now() + count, parameters);
    return { body, stamp: (await stamp(body)).value };
  };
}

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
    const next = await renamer(service);
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
