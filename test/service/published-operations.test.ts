import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROWS } from '../../src/protocol/operations.ts';
import { PUBLISHED_OPERATIONS } from '../../src/service/published-operations.ts';
import { useFreshService } from './fresh-service.ts';
import { send, type TestService } from './harness.ts';

/* What is published and not built here, apart from what nobody has published. */

const VENDOR = dirname(createRequire(import.meta.url).resolve('@turnkey/http'));
const FETCHER = '__generated__/services/coordinator/public/v1/public_api.fetcher.js';

let service: TestService;
useFreshService((fresh) => {
  ({ service } = fresh);
});

const post = (path: string) => send(service, path, { method: 'POST', body: '{}' });

describe('published operations', () => {
  test('behavior: they are those of the vendor’s newest client', () => {
    const source = readFileSync(join(VENDOR, FETCHER), 'utf8');
    const theirs = [...source.matchAll(/\/public\/v1\/(?:query|submit)\/\w+/g)].map(
      ([path]) => path,
    );
    const ours = PUBLISHED_OPERATIONS.map(({ path }) => path);
    expect(new Set(theirs).size).toBeGreaterThan(180);
    expect(ours).toEqual(expect.arrayContaining(theirs));
    expect(ours).toEqual(expect.arrayContaining(ROWS.map(({ path }) => path)));
    expect(new Set(ours).size).toBe(ours.length);
  });

  test('error: each that is not built is named, with 501', async () => {
    const built = new Set(ROWS.map(({ path }) => path));
    const missing = PUBLISHED_OPERATIONS.filter(({ path }) => !built.has(path));
    expect(missing.length).toBeGreaterThan(90);
    for (const { name, path } of missing) {
      const { status, body, headers } = await post(path);
      expect([status, body]).toEqual([
        501,
        {
          code: 12,
          message: `this service has not built ${name}`,
          details: [],
          turnkeyErrorCode: '',
        },
      ]);
      expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
    }
  });

  test('error: any other path stays unknown', async () => {
    for (const path of [
      '/public/v1/submit/sign_everything',
      '/public/v1/query/sol_send_transaction',
      '/public/v1/submit/constructor',
      '/public/v1/submit/sol_send_transaction/x',
      '/public/v2/submit/sol_send_transaction',
    ]) {
      expect(await post(path)).toMatchObject({ status: 404, body: { code: 5 } });
    }
    expect((await send(service, '/public/v1/submit/sol_send_transaction')).status).toBe(404);
  });
});
