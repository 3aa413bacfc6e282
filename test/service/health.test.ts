import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../../src/service/database.ts';
import { createHealth } from '../../src/service/health.ts';
import type { Doors } from '../../src/service/hosts.ts';
import { openMemory } from './harness.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openMemory();
});
afterAll(() => database.close());

async function answerOf(health: ReturnType<typeof createHealth>, url: string, init?: RequestInit) {
  const answer = await health.answer(new Request(url, init));
  return answer && [answer.status, await answer.text()];
}

const BASE = 'http://127.0.0.1:8788';

describe('createHealth', () => {
  test('behavior: lives before the database is there, is ready with it, and drains', async () => {
    const health = createHealth({});
    const both = async () => [
      await answerOf(health, `${BASE}/healthz`),
      await answerOf(health, `${BASE}/readyz`),
    ];
    const alive = [200, '{"status":"alive"}'];
    expect(await both()).toEqual([alive, [503, '{"status":"starting"}']]);
    health.begin(database.db);
    expect(await both()).toEqual([alive, [200, '{"status":"ready"}']]);
    health.drain();
    expect(await both()).toEqual([alive, [503, '{"status":"draining"}']]);
  });

  test('behavior: is not ready while the database is away, or doesn’t answer in time', async () => {
    const gone = await openMemory();
    await gone.close();
    const health = createHealth({});
    health.begin(gone.db);
    expect(await answerOf(health, `${BASE}/readyz`)).toEqual([503, '{"status":"database"}']);
    const busy = createHealth({});
    busy.begin(database.db);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    // The embedded engine runs one transaction at a time.
    const held = database.db.transaction(() => released);
    expect(await answerOf(busy, `${BASE}/readyz`)).toEqual([503, '{"status":"database"}']);
    release();
    await held;
    expect(await answerOf(busy, `${BASE}/readyz`)).toEqual([200, '{"status":"ready"}']);
  }, 30_000);

  const PUBLIC: Doors = {
    host: '10.0.0.5',
    allowedHosts: ['keys.internal'],
    publicUrl: 'https://keys.example.com',
  };
  test.each<[Doors, string, string | undefined, boolean]>([
    [{}, BASE, undefined, true],
    [{}, 'http://localhost:8788', undefined, true],
    [{}, BASE, 'rebound.example.com', false],
    [{}, BASE, 'rebound.example.com:8788', false],
    [PUBLIC, BASE, 'keys.example.com', true],
    [PUBLIC, BASE, 'keys.internal:8788', true],
    [PUBLIC, BASE, '10.0.0.5:8788', true],
    [PUBLIC, BASE, '192.0.2.7', true],
    [PUBLIC, BASE, '[2001:db8::1]:8788', true],
    [PUBLIC, BASE, 'rebound.example.com', false],
    [PUBLIC, BASE, '10.0.0.5.example.com', false],
  ])('behavior: doors %j, at %s as %s: %s', async (doors, url, host, isAnswered) => {
    const headers: Record<string, string> = host === undefined ? {} : { Host: host };
    for (const path of ['/healthz', '/readyz']) {
      const answer = await createHealth(doors).answer(new Request(`${url}${path}`, { headers }));
      expect(answer !== undefined).toBe(isAnswered);
      expect(answer?.headers.get('Access-Control-Allow-Origin') ?? null).toBeNull();
    }
  });

  test('behavior: leaves other paths and methods to the service', async () => {
    const health = createHealth({});
    expect(await answerOf(health, `${BASE}/public/v1/query/whoami`)).toBeUndefined();
    expect(await answerOf(health, `${BASE}/healthz/x`)).toBeUndefined();
    expect(await answerOf(health, `${BASE}/healthz`, { method: 'POST' })).toBeUndefined();
    expect(await answerOf(health, `${BASE}/healthz`, { method: 'HEAD' })).toBeDefined();
  });
});
