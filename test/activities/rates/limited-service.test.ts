// The client's pace against a real service that limits its organization like the deployed one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClock } from '../../../src/activities/clock.ts';
import { createExchange } from '../../../src/activities/exchange.ts';
import { createPacing } from '../../../src/activities/rates/pacing.ts';
import { createQueries, type QueryTarget } from '../../../src/activities/queries.ts';
import { createScheduler } from '../../../src/activities/rates/scheduler.ts';
import { createTransport } from '../../../src/activities/transport.ts';
import { randomBytes } from '../../../src/crypto/bytes.ts';
import { NO_POLICY } from '../../../src/protocol/managed-policy.ts';
import { BUILT_IN_QUERIES } from '../../../src/protocol/operations.ts';
import type { OpenDatabase } from '../../../src/service/database.ts';
import { createService } from '../../../src/service/service.ts';
import { createKey, openMemory, START, URL_BASE } from '../../service/harness.ts';
import { createIdleClock } from './idle-clock.ts';

const WHOAMI = BUILT_IN_QUERIES.identity;

let database: OpenDatabase;
beforeAll(async () => {
  database = await openMemory();
});
afterAll(() => database.close());

/** A service that accepts this many requests a second, by its own clock, and a key it knows. */
async function createLimitedService(rate: number) {
  const time = createIdleClock(START);
  const master = new Uint8Array(32).fill(7);
  const effects = {
    database,
    clock: time.now,
    random: randomBytes,
    master,
    options: { rates: { organization: rate } },
  };
  const service = await createService(effects);
  const { stamp, publicKey } = await createKey();
  const enrolment = JSON.stringify({ publicKey, curveType: 'API_KEY_CURVE_P256' });
  await service.handle(new Request(`${URL_BASE}/local/enrol`, { method: 'POST', body: enrolment }));
  const { organizationId } = service.info;
  return { time, service, stamp, organizationId };
}

/** One browser with that key, and the service's replies to it. */
function createClient({
  time,
  service,
  stamp,
  organizationId,
}: Awaited<ReturnType<typeof createLimitedService>>) {
  const { now } = time;
  const statuses: number[] = [];
  const clock = createClock(now);
  const pacing = createPacing({
    scheduler: createScheduler(time),
    session: { get: async () => undefined, set: async () => {}, remove: async () => {} },
    now,
    random: Math.random,
    onChange: () => {},
  });
  const transport = createTransport({
    fetch: (url, { signal: _signal, ...init }) =>
      time.during(async () => {
        const response = await service.handle(new Request(url, init));
        statuses.push(response.status);
        return response;
      }),
    clock,
  });
  const queries = createQueries({
    exchange: createExchange({ managed: async () => NO_POLICY, transport, pacing, clock }),
    pacing,
    stamp: async (_target, body) =>
      time.during(async () => ({ header: 'X-Stamp', value: await stamp(body) })),
    onSessionRefused: async () => {},
    random: Math.random,
    sleep: time.sleep,
  });
  const target = (profileId: string): QueryTarget => {
    return { profileId, baseUrl: URL_BASE, organizationId, keyId: 'key' };
  };
  const refusals = () => statuses.filter((status) => status === 429).length;
  return { time, queries, target, refusals };
}

/** Sends this many queries at the same time, by two profiles in turn, and waits for all of them. */
async function askMany({ time, queries, target }: ReturnType<typeof createClient>, count: number) {
  const startedAt = time.now();
  const ended: { readonly at: number; readonly outcome: string }[] = [];
  for (let i = 0; i < count; i++) {
    const outcome = queries.ask(target(i % 2 ? 'one' : 'other'), WHOAMI, {}).then(
      () => 'read',
      (error: { readonly code: string }) => error.code,
    );
    void outcome.then((word) => ended.push({ at: time.now() - startedAt, outcome: word }));
  }
  for (let s = 0; ended.length < count && s < 1800; s++) await time.pass(1000);
  return ended;
}

const failures = (ended: Awaited<ReturnType<typeof askMany>>) =>
  ended.filter(({ outcome }) => outcome !== 'read');
const lastEnd = (ended: Awaited<ReturnType<typeof askMany>>) =>
  Math.max(...ended.map(({ at }) => at));

describe('a service with a limit', () => {
  test('behavior: 100 reads at one per second: none is lost, and few are refused', async () => {
    const client = createClient(await createLimitedService(1));
    const ended = await askMany(client, 100);
    expect(ended).toHaveLength(100);
    expect(failures(ended)).toEqual([]);
    expect(client.refusals()).toBeGreaterThan(0);
    expect(client.refusals()).toBeLessThanOrEqual(15);
    expect(lastEnd(ended)).toBeLessThan(60_000);
  });

  test('behavior: with a high limit none is refused, and it takes seconds', async () => {
    const client = createClient(await createLimitedService(60));
    const ended = await askMany(client, 100);
    expect(ended).toHaveLength(100);
    expect(failures(ended)).toEqual([]);
    expect(client.refusals()).toBe(0);
    expect(lastEnd(ended)).toBeLessThan(5000);
  });

  test('behavior: a bucket that another browser has emptied causes no storm', async () => {
    const service = await createLimitedService(1);
    expect(failures(await askMany(createClient(service), 60))).toEqual([]);
    const client = createClient(service);
    const ended = await askMany(client, 20);
    expect(ended).toHaveLength(20);
    expect(failures(ended)).toEqual([]);
    expect(client.refusals()).toBeLessThanOrEqual(15);
  });
});
