import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queryBody } from '../../src/protocol/envelope.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { createFindClient, readProxyRange } from '../../src/service/trusted-proxies.ts';
import { enrol, freshService, openMemory, send } from './harness.ts';

/* Whose word is taken for where a request comes from, and what a hostile client can write there. */

const PROXY = '10.1.2.3';
const CLIENT = '203.0.113.7';
const FORGED = '198.51.100.1';

const find = createFindClient(['10.0.0.0/8', '127.0.0.1', 'fd00::/8']);
const from = (headers: Record<string, string>, peer = PROXY) => find(peer, new Headers(headers));
const fromList = (value: string) => from({ 'X-Forwarded-For': value });
const fromForwarded = (value: string) => from({ Forwarded: value });

describe('X-Forwarded-For', () => {
  test.each([
    [CLIENT, CLIENT],
    [`${FORGED}, ${CLIENT}`, CLIENT],
    [`${FORGED},${CLIENT},10.9.9.9`, CLIENT],
    [`${FORGED}, ${CLIENT} , fd00::1,10.9.9.9`, CLIENT],
    // What a client writes is never read.
    [`<script>, , ${CLIENT}`, CLIENT],
    [`", ${CLIENT}`, CLIENT],
    [`10.9.9.9, ${CLIENT}`, CLIENT],
    [`${CLIENT}:4711`, CLIENT],
    ['2001:db8::7', '2001:db8::7'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
    ['10.9.9.8, 10.9.9.9', '10.9.9.8'],
  ])('behavior: %s', (value, client) => {
    expect(fromList(value)).toBe(client);
  });

  test.each([
    '',
    'unknown',
    `${CLIENT},`,
    `${CLIENT} ${FORGED}`,
    '203.0.113.07',
    '203.0.113',
    'fe80::1%eth0',
    `[${CLIENT}]`,
    `${CLIENT}:123456`,
    `garbage, 10.9.9.9`,
    `for=${CLIENT}`,
  ])('error: no address where the proxy adds it: %s', (value) => {
    expect(() => fromList(value)).toThrow(/X-Forwarded-For has no address of the client/);
  });
});

describe('Forwarded', () => {
  test.each([
    [`for=${CLIENT}`, CLIENT],
    [`For="${CLIENT}:4711";proto=https;by=10.0.0.1`, CLIENT],
    ['proto=https; for="[2001:db8::7]"', '2001:db8::7'],
    [`for=${FORGED}, for=${CLIENT}, for=10.9.9.9`, CLIENT],
    [`garbage, for=${CLIENT}`, CLIENT],
    // A comma within quotes begins no hop.
    [`for=${FORGED};x="a, for=${FORGED}", for=${CLIENT}`, CLIENT],
  ])('behavior: %s', (value, client) => {
    expect(fromForwarded(value)).toBe(client);
  });

  test.each([
    '',
    'for=unknown',
    'for=_hidden',
    'proto=https',
    `for=${CLIENT};for=${FORGED}`,
    `for=${CLIENT} proto=https`,
    'for="203.0.113.7',
    // A quote that a client leaves open hides what the proxy adds, so nothing is known.
    `for="${FORGED}, for=${CLIENT}`,
    `x=", for="${CLIENT}"`,
    `for=${FORGED};x=", for="${CLIENT}";proto="https"`,
    `x="\\", for=${CLIENT}`,
    CLIENT,
  ])('error: no address where the proxy adds it: %s', (value) => {
    expect(() => fromForwarded(value)).toThrow(/Forwarded has no address of the client/);
  });
});

test('behavior: anybody but a trusted proxy is taken for who connects, whatever it writes', () => {
  const headers = { 'X-Forwarded-For': CLIENT, Forwarded: `for=${CLIENT}` };
  for (const peer of [FORGED, '11.0.0.1', '127.0.0.2', '::1', '']) {
    expect(from(headers, peer)).toBe(peer);
    expect(createFindClient([])(peer, new Headers(headers))).toBe(peer);
  }
});

test('behavior: a trusted proxy may ask for itself, and connect over both families', () => {
  expect(from({})).toBe(PROXY);
  expect(from({ 'X-Forwarded-For': CLIENT }, `::ffff:${PROXY}`)).toBe(CLIENT);
  expect(from({ 'X-Forwarded-For': CLIENT }, 'fd12::1')).toBe(CLIENT);
});

test('error: both headers, one of which the client wrote', () => {
  const both = { 'X-Forwarded-For': CLIENT, Forwarded: `for=${CLIENT}` };
  expect(() => from(both)).toThrow(/are both present: the proxy must remove the one/);
});

test('behavior: ten thousand hops are read from the right, as far as they are trusted', () => {
  expect(fromList(`${`${FORGED}, `.repeat(10_000)}${CLIENT}`)).toBe(CLIENT);
  expect(fromForwarded(`${'x="a,", '.repeat(10_000)}for=${CLIENT}`)).toBe(CLIENT);
});

test('behavior: ranges of proxies are wider than those of allowlists', () => {
  for (const text of ['10.0.0.0/8', '192.0.2.1', '::1', 'fc00::/7']) {
    expect(readProxyRange(text), text).toBeDefined();
  }
  for (const text of ['0.0.0.0/0', '0.0.0.0/1', '::/0', '10.0.0/8', 'localhost', '10.0.0.1/']) {
    expect(readProxyRange(text), text).toBeUndefined();
  }
});

describe('the service behind a proxy', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openMemory();
  });
  afterAll(() => database.close());

  test('behavior: an IP allowlist sees the client, and no client forges an address', async () => {
    const service = await freshService(database, { trustedProxies: [PROXY] });
    const root = await enrol(service);
    const rules = [{ cidr: `${CLIENT}/32` }, { cidr: '127.0.0.1/32' }];
    expect((await root.submit('set_ip_allowlist', { enabled: true, rules })).status).toBe(200);
    const body = queryBody(root.organizationId, {});
    const ask = async (forwarded: string | undefined, peer = PROXY, more = {}) => {
      const via = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded };
      const headers = { 'X-Stamp': await root.stamp(body), ...via, ...more };
      const init = { method: 'POST', body, headers };
      return send(service, '/public/v1/query/whoami', init, peer);
    };
    expect((await ask(CLIENT)).status).toBe(200);
    expect((await ask(`${CLIENT}, ${FORGED}`)).status).toBe(403);
    expect(JSON.stringify((await ask(FORGED)).body)).toContain(`does not admit ${FORGED}`);
    expect((await ask(CLIENT, FORGED)).status).toBe(403);
    expect((await ask(undefined)).status).toBe(403);
    expect((await ask(FORGED, PROXY, { Forwarded: `for=${CLIENT}` })).status).toBe(400);
    expect((await ask('unknown')).status).toBe(400);
  });

  test('behavior: a proxy on this machine opens the local helpers to nobody', async () => {
    const service = await freshService(database, { trustedProxies: ['127.0.0.1'] });
    const ask = (headers: Record<string, string>) => send(service, '/local/info', { headers });
    expect((await ask({})).status).toBe(200);
    expect((await ask({ 'X-Forwarded-For': CLIENT })).status).toBe(404);
    expect((await ask({ 'X-Forwarded-For': '127.0.0.1' })).status).toBe(404);
    expect((await ask({ Forwarded: 'for=127.0.0.1' })).status).toBe(404);
  });
});
