import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { openRequest, pickRecords } from '../../src/client/open-request.ts';

/* What a page shows of a request is what its digest is of, or it isn't shown. */

const BODY = '{"parameters":{"name":"Zürich"}}';
const DIGEST = createHash('sha256').update(BODY).digest('hex');
const id = '00000000-0000-4000-8000-000000000001';
const asked: unknown[] = [];

/** A worker that gives these details of the request. */
function clientOf(details: object): Client {
  const call = async (name: string, input: object) => {
    asked.push([name, input]);
    return { id, body: BODY, digest: DIGEST, open: [], ...details };
  };
  return { call } as unknown as Client;
}

describe('openRequest and pickRecords', () => {
  test.each([
    ['a body and its digest', 'site', {}],
    ['the user’s own, whose text has a secret', 'own', { body: null }],
    ['a site’s, of which something is open', 'site', { body: null, digest: null, open: ['x'] }],
  ] as const)('behavior: %s', async (_, asker, details) => {
    const client = clientOf(details);
    const expected = { id, body: BODY, digest: DIGEST, open: [], ...details };
    expect(await openRequest(client, { id, asker })).toEqual(expected);
    expect(await pickRecords(client, { id, asker }, { user: ['7'] })).toEqual(expected);
    expect(asked.splice(0)).toEqual([
      ['requests_open', { id }],
      ['requests_pick', { id, picks: { user: ['7'] } }],
    ]);
  });

  test.each([
    ['another body', 'site', { body: `${BODY} ` }],
    ['another digest', 'site', { digest: DIGEST.replace(/./, '0').replace(/.$/, 'x') }],
    ['a body without digest', 'own', { digest: null }],
    ['another request', 'site', { id: id.replace(/1$/, '2') }],
    ['a site’s digest without a body', 'site', { body: null }],
    ['a site’s that has nothing and nothing open', 'site', { body: null, digest: null }],
    ['the user’s own, with something open', 'own', { body: null, digest: null, open: ['x'] }],
  ] as const)('error: %s', async (_, asker, details) => {
    const client = clientOf(details);
    for (const open of [
      () => openRequest(client, { id, asker }),
      () => pickRecords(client, { id, asker }, {}),
    ])
      await expect(open()).rejects.toMatchObject({ code: 'approval_changed' });
  });
});
