// The database goes away under writers: terminated connections, a fast and an immediate restart.
// The services live on and answer 503 with a reason, and afterwards nothing is lost and nothing ran
// twice. `KEYSTAMP_OUTAGES` is how often to do each; `npm run trials` does ten.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openServer } from '../../src/service/database.ts';
import { startService, TEST_ENV, type RunningService } from '../e2e/service.ts';
import { startPostgres, whyNoPostgres, type RunningPostgres } from './postgres.ts';
import { createWriters, expectOnce, pause, UNAVAILABLE, WRITERS, type Writers } from './writers.ts';

const OUTAGES = Number(process.env['KEYSTAMP_OUTAGES'] ?? 1);
const missing = whyNoPostgres();

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
  let writers: Writers;

  beforeAll(async () => {
    server = await startPostgres();
    const env = { DATABASE_URL: server.url, ...TEST_ENV };
    for (const _ of [1, 2]) services.push(await startService({ args: ['--port', '0'], env }));
    const [first] = services;
    if (!first) throw new Error('no service');
    writers = await createWriters(first);
  }, 60_000);
  afterAll(async () => {
    await Promise.all(services.map((item) => item.stop()));
    await server?.stop();
  });

  describe.each(['one service', 'two services'] as const)('%s', (how) => {
    test.each(Object.entries(OUTAGE))(
      `error: %s under ${WRITERS} writers: 503 with its reason, nothing lost, nothing twice`,
      { timeout: 60_000 + 30_000 * OUTAGES },
      async (_, outage) => {
        for (let round = 0; round < OUTAGES; round += 1) {
          const at = services.slice(0, how === 'one service' ? 1 : 2);
          const written = await writers.writeThrough(() => outage(server), at);
          await expectOnce(writers, written, server.query);
        }
      },
    );
  });

  test('behavior: with the database down, reads and writes get 503; then all works', async () => {
    const [at] = services;
    if (!at) throw new Error('no service');
    const asks = async () => {
      const body = JSON.stringify({ organizationId: at.organizationId });
      const headers = { 'X-Stamp': await writers.stamp(body) };
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
