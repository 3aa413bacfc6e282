// By which names the service answers, and what it has under each.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../../src/service/database.ts';
import vectors from '../vectors/operations.json' with { type: 'json' };
import { TEST_MASTER } from '../set-up-code.ts';
import {
  caller,
  enrol,
  freshService,
  openMemory,
  refusalOf,
  resultOf,
  send,
  serviceOver,
  type Caller,
  type TestService,
} from './harness.ts';

const MASTER = TEST_MASTER;
const WHOAMI = '/public/v1/query/whoami';

let database: OpenDatabase;
let service: TestService;
let root: Caller;

beforeAll(async () => {
  database = await openMemory();
  service = await freshService(database);
  root = await enrol(service);
});
afterAll(() => database.close());

describe('the Host header', () => {
  const from = (host: string, by = service) => send(by, '/local/info', { headers: { Host: host } });

  test.each(['127.0.0.1:8788', 'localhost:8788', 'LOCALHOST', '[::1]:8788', '127.0.0.1'])(
    'behavior: %s is this service',
    async (host) => {
      expect((await from(host)).status).toBe(200);
    },
  );

  test.each(['evil.example', 'evil.example:8788', '127.0.0.1.evil.example', 'localhost.evil', ''])(
    'error: "%s" is refused: a page may have rebound the name',
    async (host) => {
      const answer = await from(host);
      expect(refusalOf(answer)).toMatchObject({ status: 403, code: 7, turnkey: 'FORBIDDEN' });
    },
  );

  test('behavior: the configured host, and any address when listening on all', async () => {
    const named = await serviceOver(database, { host: 'keystamp.test' }, MASTER);
    expect((await from('keystamp.test:8788', named)).status).toBe(200);
    expect((await from('192.168.7.7:8788', named)).status).toBe(403);
    const open = await serviceOver(database, { host: '0.0.0.0' }, MASTER);
    expect((await from('192.168.7.7:8788', open)).status).toBe(200);
    expect((await from('evil.example', open)).status).toBe(403);
  });

  test('behavior: names that the operator allows, whatever their case and port, and no others', async () => {
    const allowedHosts = ['keys.example.com', 'localhost.test'];
    const publicUrl = 'https://public.example:8443';
    const open = await serviceOver(database, { allowedHosts, publicUrl }, MASTER);
    const whoami = async (host: string) => {
      const headers = { Host: host };
      return (await send(open, WHOAMI, { method: 'POST', body: '{}', headers })).status;
    };
    for (const host of ['keys.example.com', 'KEYS.example.com:8443', 'public.example']) {
      expect(await whoami(host), host).toBe(401);
    }
    for (const host of ['example.com', 'a.keys.example.com', 'keys.example.com.evil.example']) {
      expect(await whoami(host), host).toBe(403);
    }
  });

  test('behavior: links begin with the public URL, and only its own page pays', async () => {
    const publicUrl = 'https://keys.example.com';
    const open = await serviceOver(database, { publicUrl }, MASTER);
    const user = caller(open, root, root);
    const vector = vectors.find(({ operation }) => operation === 'init_fiat_on_ramp');
    const answer = await user.submit('init_fiat_on_ramp', vector?.parameters ?? {});
    const result = resultOf(answer);
    const { pathname, origin } = new URL(String(result['onRampUrl']));
    expect(origin).toBe(publicUrl);
    const pay = (from: string) =>
      send(open, `${pathname}/pay`, { method: 'POST', headers: { Origin: from } });
    expect((await pay('https://evil.example')).status).toBe(403);
    expect((await pay(publicUrl)).status).toBe(303);
  });

  test('behavior: without the local helpers none of them is there', async () => {
    const closed = await serviceOver(database, { hasLocalHelpers: false }, MASTER);
    for (const path of ['/local/info', '/local/otp', '/local/effects', '/local/votes']) {
      expect((await send(closed, path)).status, path).toBe(404);
    }
    const init = { method: 'POST', body: JSON.stringify({ setUpCode: closed.createSetUpCode() }) };
    expect((await send(closed, '/local/enrol', init)).status).toBe(404);
  });
});
