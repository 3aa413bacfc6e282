// The database goes away under writers: terminated connections, a fast and an immediate restart.
// The services live on and answer 503 with a reason, and afterwards nothing is lost and nothing ran
// twice. `KEYSTAMP_OUTAGES` is how often to do each; `npm run trials` does ten.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toHex } from '../../src/crypto/bytes.ts';
import { openServer } from '../../src/service/database.ts';
import { startService, type RunningService } from '../e2e/service.ts';
import { createKey, type Key } from './harness.ts';
import { startPostgres, whyNoPostgres, type RunningPostgres } from './postgres.ts';
import { newSetUpCode, TEST_MASTER } from '../set-up-code.ts';

const OUTAGES = Number(process.env['KEYSTAMP_OUTAGES'] ?? 1);
const WRITERS = 20;
/** How long writers write before the outage, and after the database answers again. */
const AROUND_MS = 400;
const SUBMIT = '/public/v1/submit/';

/** A submit as a transaction of several statements, and one as a single statement; used in turn. */
const WRITES = [
  {
    name: 'create_user_tag',
    type: 'ACTIVITY_TYPE_CREATE_USER_TAG',
    parameters: (name: string) => ({ userTagName: name, userIds: [] }),
  },
  {
    name: 'create_smart_contract_interface',
    type: 'ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE',
    parameters: (name: string) => ({
      smartContractAddress: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      smartContractInterface: '[{"type":"function","name":"f","inputs":[]}]',
      type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
      label: name,
    }),
  },
] as const;
/** The names that both writes have created. */
const NAMES = 'select name from tags union all select label from contract_interfaces';
const TYPES = WRITES.map(({ type }) => `'${type}'`).join();
const UNAVAILABLE = {
  code: 14,
  message:
    'the database of this service does not answer; whether the request was carried out is not known: send the same bytes again',
  details: [],
  turnkeyErrorCode: '',
};

const missing = whyNoPostgres();
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Several times: the pool replaces an idle connection, and nobody would notice. */
async function terminate(server: RunningPostgres): Promise<void> {
  for (const _ of [1, 2, 3, 4, 5]) {
    await server.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    await pause(30);
  }
}

const OUTAGE: Readonly<Record<string, (server: RunningPostgres) => Promise<unknown>>> = {
  'all connections terminated': terminate,
  'a fast restart': (server) => server.restart('fast'),
  'an immediate restart': (server) => server.restart('immediate'),
};

describe.skipIf(missing)(`an outage${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let server: RunningPostgres;
  const services: RunningService[] = [];
  let key: Key;

  beforeAll(async () => {
    server = await startPostgres();
    const env = { DATABASE_URL: server.url, KEYSTAMP_SERVICE_KEY: toHex(TEST_MASTER) };
    for (const _ of [1, 2]) services.push(await startService({ args: ['--port', '0'], env }));
    key = await createKey();
    const curveType = 'API_KEY_CURVE_P256';
    const enrolment = { publicKey: key.publicKey, curveType, setUpCode: newSetUpCode() };
    const body = JSON.stringify(enrolment);
    await fetch(`${services[0]?.url}/local/enrol`, { method: 'POST', body });
  }, 60_000);
  afterAll(async () => {
    await Promise.all(services.map((item) => item.stop()));
    await server?.stop();
  });

  let written = 0;

  /** Sends one activity until it has run, to another service each time. */
  async function write(at: readonly RunningService[], refused: unknown[]): Promise<string> {
    const number = (written += 1);
    const recordName = `Made ${number}`;
    const { name, type, parameters: of } = WRITES[number % 2 === 0 ? 0 : 1];
    const body = JSON.stringify({
      type,
      timestampMs: String(Date.now()),
      organizationId: at[0]?.organizationId,
      parameters: of(recordName),
    });
    const headers = { 'X-Stamp': await key.stamp(body) };
    for (let turn = number; ; turn += 1) {
      const url = `${at[turn % at.length]?.url}${SUBMIT}${name}`;
      const response = await fetch(url, { method: 'POST', body, headers });
      if (response.ok) return recordName;
      refused.push([response.status, await response.json()]);
      await pause(20);
    }
  }

  /** The refusals that writers got during the outage, and the names they wrote. */
  async function writeThrough(outage: () => Promise<unknown>, at: readonly RunningService[]) {
    const refused: unknown[] = [];
    const names: string[] = [];
    let over = false;
    const writers = Array.from({ length: WRITERS }, async () => {
      while (!over) names.push(await write(at, refused));
    });
    await pause(AROUND_MS);
    await outage();
    await pause(AROUND_MS);
    over = true;
    await Promise.all(writers);
    return { refused, names };
  }

  describe.each(['one service', 'two services'] as const)('%s', (how) => {
    test.each(Object.entries(OUTAGE))(
      `error: %s under ${WRITERS} writers: 503 with its reason, nothing lost, nothing twice`,
      { timeout: 60_000 + 30_000 * OUTAGES },
      async (_, outage) => {
        for (let round = 0; round < OUTAGES; round += 1) {
          const at = services.slice(0, how === 'one service' ? 1 : 2);
          const { refused, names } = await writeThrough(() => outage(server), at);
          expect(refused.length).toBeGreaterThan(0);
          for (const item of refused) expect(item).toEqual([503, UNAVAILABLE]);
          expect(names.length).toBeGreaterThan(WRITERS);
          const list = names.map((name) => `'${name}'`).join();
          const [effects] = await server.query(
            `select count(*)::int, count(distinct name)::int as names from (${NAMES}) made
             where name in (${list})`,
          );
          expect(effects).toEqual({ count: names.length, names: names.length });
          const [acts] = await server.query(
            `select count(*)::int, sum(executions)::int as done from activities where type in (${TYPES})`,
          );
          expect(acts).toEqual({ count: written, done: written });
        }
      },
    );
  });

  test('behavior: with the database down, reads and writes get 503; then all works', async () => {
    const [at] = services;
    if (!at) throw new Error('no service');
    const asks = async () => {
      const body = JSON.stringify({ organizationId: at.organizationId });
      const headers = { 'X-Stamp': await key.stamp(body) };
      const init = { method: 'POST', body, headers };
      const response = await fetch(`${at.url}/public/v1/query/whoami`, init);
      const answer: unknown = await response.json();
      return [response.status, response.headers.get('Retry-After'), answer] as const;
    };
    await server.halt();
    for (const _ of [1, 2, 3]) expect(await asks()).toEqual([503, '1', UNAVAILABLE]);
    await server.start();
    expect((await asks())[0]).toBe(200);
    // More than there are connections: none of them was lost on the way.
    const many = await Promise.all(Array.from({ length: 50 }, asks));
    expect(many.map(([status]) => status)).toEqual(many.map(() => 200));
  });
});

describe('openServer', () => {
  const refused = (url: string) => openServer(url).then(() => 'opened', String);

  test('error: names a database that doesn’t answer, without its password', async () => {
    expect(await refused('postgres://keystamp:hunter2@127.0.0.1:1/postgres')).toBe(
      'Error: The database of DATABASE_URL, at 127.0.0.1:1, does not answer (ECONNREFUSED). Start it, or correct the address.',
    );
  });

  test.each([
    ['postgress://keystamp:hunter2@127.0.0.1/postgres', 'begins with postgress:'],
    ['mysql://127.0.0.1/postgres', 'begins with mysql:'],
    ['keystamp', 'has no scheme'],
  ])('error: names an invalid address: %s', async (url, why) => {
    expect(await refused(url)).toBe(
      `Error: DATABASE_URL must begin with postgres:// or postgresql://; it ${why}`,
    );
  });
});
