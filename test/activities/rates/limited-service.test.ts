// The client's pace against a real service that limits its organization like the deployed one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClock } from '../../../src/activities/clock.ts';
import { createExchange, type OutgoingRequest } from '../../../src/activities/exchange.ts';
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
import { createTestClock, during } from '../../test-clock.ts';

const WHOAMI = BUILT_IN_QUERIES.identity;

let database: OpenDatabase;
beforeAll(async () => {
  database = await openMemory();
});
afterAll(() => database.close());

/** A service that accepts this many requests a second, by its own clock, and a key it knows. */
async function createLimitedService(rate: number) {
  const time = createTestClock(START, 'nothing');
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
  const setUpCode = service.createSetUpCode();
  const enrolment = JSON.stringify({ publicKey, curveType: 'API_KEY_CURVE_P256', setUpCode });
  await service.handle(new Request(`${URL_BASE}/local/enrol`, { method: 'POST', body: enrolment }));
  const { organizationId } = service.info;
  return { time, service, stamp, organizationId };
}

/** What lives as long as a browser. */
function createMemoryArea() {
  const values = new Map<string, unknown>();
  return {
    get: async (key: string) => structuredClone(values.get(key)),
    set: async (key: string, value: unknown) => void values.set(key, structuredClone(value)),
    remove: async (key: string) => void values.delete(key),
  };
}

/** One browser with that key, and the service's replies to it. */
function createClient(
  { time, service, stamp, organizationId }: Awaited<ReturnType<typeof createLimitedService>>,
  mayProbe = true,
  session = createMemoryArea(),
) {
  const { now } = time;
  const statuses: number[] = [];
  const clock = createClock(now);
  const pacing = createPacing({
    scheduler: createScheduler({ ...time, mayProbe: () => mayProbe }),
    session,
    now,
    random: Math.random,
    onChange: () => {},
  });
  const transport = createTransport({
    fetch: (url, { signal: _signal, ...init }) =>
      during(async () => {
        const response = await service.handle(new Request(url, init));
        statuses.push(response.status);
        return response;
      }),
    clock,
    later: time.later,
  });
  const exchange = createExchange({
    managed: async () => NO_POLICY,
    mayContact: async () => true,
    transport,
    pacing,
    clock,
  });
  const stampOf = (body: string) =>
    during(async () => ({ header: 'X-Stamp', value: await stamp(body) }));
  const queries = createQueries({
    exchange,
    pacing,
    stamp: async (_target, body) => stampOf(body),
    onSessionRefused: async () => {},
    random: Math.random,
    sleep: time.sleep,
  });
  const target = (profileId: string): QueryTarget => {
    return { profileId, baseUrl: URL_BASE, organizationId, keyId: 'key' };
  };
  const refusals = () => statuses.filter((status) => status === 429).length;
  return { time, queries, exchange, pacing, stampOf, target, refusals };
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

/** What has been asked for, in the order in which the service got it. */
function createLog({ time, exchange, target, stampOf }: ReturnType<typeof createClient>) {
  const startedAt = time.now();
  const log: { readonly at: number; readonly name: string; readonly status: string }[] = [];
  // One stamp for all of them: each of its own would be ready at a moment of its own.
  const body = JSON.stringify({ organizationId: target('one').organizationId });
  const stamped = stampOf(body);
  const ask = (name: string, turn: Pick<OutgoingRequest, 'priority' | 'origin' | 'entryId'>) => {
    const send = async () => {
      const stamp = await stamped;
      let at = -1;
      const beforeSend = async () => void (at = time.now() - startedAt);
      const request = { ...turn, path: WHOAMI.path, body, stamp, beforeSend };
      const { outcome } = await exchange(target('one'), request);
      log.push({ at, name, status: outcome.kind });
    };
    void send();
  };
  return { log, ask };
}

describe('three pages and their user at one request per second, after the burst', () => {
  const PAGES = ['https://one.example', 'https://two.example', 'https://three.example'];

  test('behavior: in turns, the user first, each told its time, and nothing is refused', async () => {
    const client = createClient(await createLimitedService(1), false);
    const { time, pacing, target, refusals } = client;
    const { log, ask } = createLog(client);
    for (let i = 0; i < 58; i += 1) ask('burst', { priority: 'background' });
    await time.pass(0);
    expect(log).toHaveLength(58);
    // The first page comes with all of its twenty before the others come at all.
    for (const origin of PAGES) {
      for (let i = 0; i < 20; i += 1) {
        ask(`${origin} ${i}`, { priority: 'user', origin, entryId: `${origin} ${i}` });
      }
    }
    ask('read', { priority: 'background' });
    await time.pass(0);
    const owner = target('one');
    expect(pacing.turnOf(owner, `${PAGES[0]} 0`)).toEqual({ ahead: 0, waitMs: 1000 });
    expect(pacing.turnOf(owner, `${PAGES[2]} 0`)).toEqual({ ahead: 2, waitMs: 3000 });
    expect(pacing.turnOf(owner, `${PAGES[0]} 19`)).toEqual({ ahead: 57, waitMs: 58_000 });
    await time.pass(6000);
    // The user's own action comes late, and waits for one turn of each page at most.
    ask('popup', { priority: 'user', entryId: 'popup' });
    await time.pass(0);
    expect(pacing.turnOf(owner, 'popup')?.ahead).toBeLessThanOrEqual(PAGES.length);
    await time.pass(60_000);
    const sent = log.slice(58);
    expect(sent).toHaveLength(62);
    expect(sent.map(({ at }) => at)).toEqual(sent.map((_, at) => (at + 1) * 1000));
    const pages = sent.filter(({ name }) => name.startsWith('https://')).map(({ name }) => name);
    expect(pages).toEqual(
      Array.from({ length: 20 }, (_, at) => PAGES.map((page) => `${page} ${at}`)).flat(),
    );
    expect(sent.findIndex(({ name }) => name === 'popup')).toBeLessThanOrEqual(9);
    expect(sent.at(-1)?.name).toBe('read');
    expect(new Set(log.map(({ status }) => status))).toEqual(new Set(['answer']));
    expect(refusals()).toBe(0);
  });

  test('behavior: a new worker goes on where the one before it was, and nothing is refused', async () => {
    const service = await createLimitedService(1);
    const session = createMemoryArea();
    for (let life = 0; life < 4; life += 1) {
      const client = createClient(service, false, session);
      const { ask } = createLog(client);
      for (let i = 0; i < 30; i += 1) ask(`${life} ${i}`, { priority: 'background' });
      await client.time.pass(30_000);
      expect(client.refusals()).toBe(0);
    }
  });
});

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
