import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { randomBytes } from '../../src/crypto/bytes.ts';
import { ROWS } from '../../src/protocol/operations.ts';
import type { Row } from '../../src/protocol/operation-row.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { randomId } from '../../src/service/ids.ts';
import { createLog, type LogForm } from '../../src/service/log.ts';
import { createMetrics, type Metrics } from '../../src/service/metrics.ts';
import { traceRequests } from '../../src/service/request-trace.ts';
import { startService } from '../e2e/service.ts';
import vectors from '../vectors/operations.json' with { type: 'json' };
import {
  createKey,
  enrol,
  freshService,
  openMemory,
  send,
  URL_BASE,
  type Caller,
  type Json,
  type TestService,
} from './harness.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openMemory();
});
afterAll(() => database.close());

type Watched = {
  readonly service: TestService;
  readonly lines: string[];
  readonly metrics: Metrics;
};

/** A service whose requests are logged and counted, as main.ts puts it together. */
async function watched(form: LogForm): Promise<Watched> {
  const lines: string[] = [];
  const log = createLog(form, { clock: () => Date.now(), write: (line) => lines.push(line) });
  const service = await freshService(database, { log: log.fault });
  const metrics = await createMetrics(
    {},
    {
      queueSizes: service.queueSizes,
      pools: () => [{ name: 'read', used: 1, idle: 3, waiting: 0 }],
    },
  );
  const handle = traceRequests(service.handle, {
    createId: () => randomId(randomBytes),
    elapsed: () => performance.now(),
    report: (answered) => {
      log.request(answered);
      metrics.observe(answered);
    },
  });
  const local = { address: '127.0.0.1' };
  const watchedService = {
    ...service,
    handle: (request: Request, client = local) => handle(request, client),
  };
  return { service: watchedService, lines, metrics };
}

const scrape = async (metrics: Metrics, url = `${URL_BASE}/metrics`) =>
  (await metrics.answer(new Request(url))).text();

describe('what logs and metrics learn', () => {
  let it: Watched;
  let root: Caller;
  beforeEach(async () => {
    it = await watched('json');
    root = await enrol(it.service);
    it.lines.length = 0;
  });

  test('behavior: a line with operation, organization, status, time and the activity’s state', async () => {
    await root.submit('create_user_tag', { userTagName: 'Needle', userIds: [] });
    await root.query('whoami');
    const key = await createKey();
    await send(it.service, '/public/v1/query/whoami', {
      method: 'POST',
      body: JSON.stringify({ organizationId: root.organizationId }),
      headers: { 'X-Stamp': await key.stamp('x'), 'X-Request-Id': 'trace-1.a_B' },
    });
    await send(it.service, '/somewhere/secret-path');
    const seen = it.lines.map((line) => JSON.parse(line) as Json);
    const { organizationId } = root;
    expect(seen).toMatchObject([
      {
        operation: 'create_user_tag',
        organizationId,
        status: 200,
        activityStatus: 'ACTIVITY_STATUS_COMPLETED',
      },
      { operation: 'whoami', organizationId, status: 200 },
      { operation: 'whoami', status: 401, requestId: 'trace-1.a_B' },
      { operation: 'other', status: 404 },
    ]);
    for (const line of seen) {
      expect(line).toMatchObject({ event: 'request', level: 'info' });
      expect(line['ms']).toEqual(expect.any(Number));
      expect(line['time']).toMatch(/^\d{4}-\d\d-\d\dT/);
    }
    // Whoever isn't proved to belong to an organization is of none.
    expect(Object.keys(seen[2] ?? {})).not.toContain('organizationId');
    const text = await scrape(it.metrics);
    expect(text).toContain('keystamp_requests_total{operation="create_user_tag",status="200"} 1');
    expect(text).toContain(
      'keystamp_activities_total{operation="create_user_tag",status="COMPLETED"} 1',
    );
    expect(text).toContain('keystamp_request_duration_seconds_count{operation="whoami"} 2');
    expect(text).toContain('keystamp_submits{state="waiting"} 0');
    expect(text).toContain('keystamp_database_connections{pool="read",state="idle"} 3');
    expect(text).toMatch(/^process_cpu_seconds_total /m);
  });

  test.each([
    ['a', true],
    ['A-b_c.9'.repeat(9), true],
    ['x'.repeat(65), false],
    ['two words', false],
    ['{"a":1}', false],
    ['', false],
  ])('behavior: the request id %j is kept: %s', async (sent, isKept) => {
    const headers = { 'X-Request-Id': sent };
    const answer = await it.service.handle(new Request(`${URL_BASE}/local/info`, { headers }));
    const echoed = answer.headers.get('X-Request-Id');
    if (isKept) expect(echoed).toBe(sent);
    else expect(echoed).toMatch(/^[\da-f]{8}-/);
    expect(JSON.parse(it.lines.at(-1) ?? '')).toMatchObject({
      requestId: echoed,
      operation: 'local',
    });
  });

  test('behavior: nothing of any operation’s request or answer, and nobody’s own labels', async () => {
    const told = new Set<string>();
    /** Texts that nobody has by chance. */
    const remember = (value: unknown): void => {
      if (typeof value === 'string' && value.length >= 12) told.add(value);
      else if (typeof value === 'object' && value !== null) Object.values(value).forEach(remember);
    };
    let asked = 0;
    for (const row of ROWS) {
      for (const parameters of [parametersOf(row), withNeedles(parametersOf(row))]) {
        const body = bodyOf(row, parameters, root, it.service.time.now + asked);
        remember(JSON.parse(body));
        const answer = await root.post(row.path, body);
        remember(answer.body);
        asked += 1;
      }
      const session = `session-needle-${row.name}`;
      const headers = { 'X-Session': session, 'X-Stamp': `stamp-needle-${row.name}` };
      told.add(session).add(headers['X-Stamp']);
      const unstamped = bodyOf(row, withNeedles(parametersOf(row)), root, it.service.time.now);
      await send(it.service, row.path, { method: 'POST', body: unstamped, headers });
      await send(it.service, `${row.path}/path-needle-${row.name}?query-needle-${row.name}`);
      told.add(`path-needle-${row.name}`).add(`query-needle-${row.name}`);
      asked += 2;
    }
    expect(it.lines).toHaveLength(asked);
    expect(told.size).toBeGreaterThan(500);
    const text = `${it.lines.join('\n')}\n${await scrape(it.metrics)}`;
    const own = new Set([root.organizationId, ...ROWS.map(({ name }) => name)]);
    const found = [...told].filter((one) => !own.has(one) && !one.startsWith('ACTIVITY_STATUS_'));
    expect(found.filter((one) => text.includes(one))).toEqual([]);
    expect(await scrape(it.metrics)).not.toContain(root.organizationId);
    const labels = new Set([...text.matchAll(/operation="([^"]*)"/g)].map(([, label]) => label));
    const names = new Set<string | undefined>([...ROWS.map(({ name }) => name), 'local', 'other']);
    expect([...labels].filter((label) => !names.has(label))).toEqual([]);
  }, 120_000);

  test('behavior: a fault has its request’s id, and no value', async () => {
    const broken = await openMemory();
    const lines: string[] = [];
    const log = createLog('json', { clock: () => 0, write: (line) => lines.push(line) });
    const service = await freshService(broken, { log: log.fault });
    const caller = await enrol(service);
    await broken.close();
    const handle = traceRequests(service.handle, {
      createId: () => 'made-here',
      elapsed: () => 0,
      report: log.request,
    });
    const body = JSON.stringify({ organizationId: caller.organizationId, userId: 'needle' });
    const headers = { 'X-Stamp': await (await createKey()).stamp(body) };
    const init = { method: 'POST', body, headers };
    const answer = await handle(new Request(`${URL_BASE}/public/v1/query/get_user`, init), {
      address: '127.0.0.1',
    });
    expect(answer.status).toBe(500);
    const [fault, request] = lines.map((line) => JSON.parse(line) as Json);
    expect(fault).toMatchObject({ event: 'fault', level: 'error', requestId: 'made-here' });
    expect(request).toMatchObject({ event: 'request', status: 500, requestId: 'made-here' });
    expect(lines.join()).not.toContain('needle');
  });

  test('behavior: text for a person, and nothing but faults when it is off', async () => {
    for (const [form, expected] of [
      ['text', [expect.stringMatching(/^\S+Z 200 whoami [\d.]+ ms in [\da-f-]{36} [\da-f-]{36}$/)]],
      ['off', []],
    ] as const) {
      const { service, lines } = await watched(form);
      const caller = await enrol(service);
      lines.length = 0;
      await caller.query('whoami');
      expect(lines).toEqual(expected);
    }
  });

  test('behavior: metrics are for addresses and the service’s own names', async () => {
    const statusAs = async (host: string) => {
      const request = new Request(`${URL_BASE}/metrics`, { headers: { Host: host } });
      return (await it.metrics.answer(request)).status;
    };
    expect(await statusAs('127.0.0.1:9464')).toBe(200);
    expect(await statusAs('10.1.2.3:9464')).toBe(200);
    expect(await statusAs('rebound.example.com')).toBe(404);
  });
});

test('behavior: on ports of their own, by flags', async () => {
  const service = await startService({
    args: ['--port', '0', '--data', 'memory', '--log', 'json', '--metrics-port', '0'],
  });
  try {
    const answer = await fetch(`${service.url}/local/info`, {
      headers: { 'X-Request-Id': 'wire' },
    });
    expect(answer.headers.get('X-Request-Id')).toBe('wire');
    expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
    const scraped = await fetch(`${service.metrics}/metrics`);
    expect(scraped.headers.get('Content-Type')).toMatch(/^text\/plain; version=/);
    expect(await scraped.text()).toContain(
      'keystamp_requests_total{operation="local",status="200"} 1',
    );
    const lines = service.output().trim().split('\n');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ operation: 'local', requestId: 'wire' });
    const setUpCode = service.setUp.split('#')[1] ?? 'none';
    expect(service.output()).not.toContain(setUpCode);
  } finally {
    await service.stop();
  }
}, 60_000);

type Vector = {
  readonly operation: string;
  readonly type: string | null;
  readonly parameters: object;
};

function vectorOf(row: Row): Vector {
  const vector = (vectors as readonly Vector[]).find(({ operation }) => operation === row.name);
  if (!vector) throw new Error(`no vector for ${row.name}`);
  return vector;
}

const parametersOf = (row: Row): object => vectorOf(row).parameters;

let needles = 0;

/** The same with a text of its own in the place of each text. */
function withNeedles(value: object): object {
  return JSON.parse(
    JSON.stringify(value, (_name, one: unknown) =>
      typeof one === 'string' ? `needle ${(needles += 1)} in a haystack` : one,
    ),
  ) as object;
}

function bodyOf(row: Row, parameters: object, { organizationId }: Caller, now: number): string {
  if (row.kind === 'query') return JSON.stringify({ organizationId, ...parameters });
  const { type } = vectorOf(row);
  return JSON.stringify({ type, timestampMs: String(now), organizationId, parameters });
}
