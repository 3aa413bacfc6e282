import { getEventListeners } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KeystampError } from '../../src/protocol/errors.ts';
import { createClock } from '../../src/activities/clock.ts';
import { createTransport, type Transport } from '../../src/activities/transport.ts';
import { MAX_ANSWER_BYTES } from '../../src/protocol/envelope.ts';
import { createTestClock, settled } from '../test-clock.ts';
import { classifyReply } from '../../src/activities/reply-outcome.ts';

const STAMP = { header: 'X-Stamp', value: 'c3RhbXA' };

describe('createTransport', () => {
  let server: Server;
  let base = '';
  const seen: { method: string; headers: Record<string, unknown>; body: string }[] = [];
  let transport: Transport;
  const time = createTestClock(1_763_700_000_000);
  /** Called once the server has a request that it doesn't answer in full. */
  let onHeld = () => {};

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
      request.on('end', () => {
        const { method = '', headers } = request;
        seen.push({ method, headers, body });
        ROUTES[request.url ?? '']?.(response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const effects = {
      fetch: (url: string, init: RequestInit) => fetch(url, init),
      clock: createClock(time.now),
      later: time.later,
    };
    transport = createTransport(effects);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  type Answer = Parameters<NonNullable<Parameters<typeof createServer>[1]>>[1];
  const ROUTES: Record<string, (response: Answer) => void> = {
    '/ok': (response) => {
      response.setHeader('Set-Cookie', 'a=b');
      response.end('{"a":1}');
    },
    '/redirect': (response) => response.writeHead(307, { Location: `${base}/ok` }).end(),
    '/slow': () => onHeld(),
    '/stall': (response) => {
      response.writeHead(200);
      response.write('{"a":', onHeld);
    },
    '/endless': (response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    },
    '/declared': (response) => {
      response.writeHead(200, { 'Content-Length': String(MAX_ANSWER_BYTES + 1) });
      response.write('{');
    },
    '/limit': (response) => response.end(JSON.stringify('x'.repeat(MAX_ANSWER_BYTES - 2))),
    '/html': (response) => response.end('<html>'),
    '/html429': (response) => response.writeHead(429).end('<html>'),
    '/html500': (response) => response.writeHead(500).end('<html>'),
    '/html503': (response) => response.writeHead(503).end('<html>'),
    '/empty': (response) => response.end(),
    '/gone': (response) => response.destroy(),
  };

  const post = (path: string, body = '{"b":2}') => transport.post(base + path, body, STAMP);

  test('error: without a network it says so, and only then', async () => {
    const reasonOf = async (isOnline: boolean, path = '') => {
      const offline = createTransport({
        fetch: (url, init) => fetch(url, init),
        clock: createClock(time.now),
        later: time.later,
        isOnline: () => isOnline,
      });
      const url = path === '' ? 'http://127.0.0.1:1/' : base + path;
      const failed: unknown = await offline.post(url, '{}', null).catch((error: unknown) => error);
      return failed instanceof KeystampError ? [failed.code, failed.detail?.reason] : failed;
    };
    expect(await reasonOf(false)).toEqual(['service_unreachable', 'offline']);
    expect(await reasonOf(true)).toEqual(['service_unreachable', undefined]);
    // Browsers are wrong about it sometimes: whatever can be reached is reached.
    expect(await reasonOf(false, '/ok')).toMatchObject({ status: 200 });
    seen.length = 0;
  });

  test('behavior: sends the exact text and the stamp, nothing of the browser’s', async () => {
    const body = '{"z":1, "a":"ä\\u0041"}';
    const clockSample = { date: expect.any(String), sentAt: expect.any(Number) };
    expect(await post('/ok', body)).toEqual({
      status: 200,
      json: { a: 1 },
      clockSample: { ...clockSample, receivedAt: expect.any(Number) },
    });
    await post('/ok');
    const [first, second] = seen;
    expect(first).toMatchObject({ method: 'POST', body });
    expect(first?.headers).toMatchObject({
      'x-stamp': STAMP.value,
      'content-type': 'application/json',
      accept: 'application/json',
    });
    expect(second?.headers['cookie']).toBeUndefined();
    expect(second?.headers['referer']).toBeUndefined();
  });

  test('behavior: a request without a stamp', async () => {
    expect(await transport.post(`${base}/ok`, '{}', null)).toMatchObject({ json: { a: 1 } });
    expect(seen.at(-1)).toMatchObject({ method: 'POST', body: '{}' });
    expect(seen.at(-1)?.headers['x-stamp']).toBeUndefined();
  });

  test('behavior: reads a reply of the largest size', async () => {
    expect((await post('/limit')).status).toBe(200);
  });

  const failures: [string, string][] = [
    ['/redirect', 'service_unreachable'],
    ['/gone', 'service_unreachable'],
    ['/endless', 'service_too_large'],
    ['/declared', 'service_too_large'],
    ['/html', 'service_not_json'],
    ['/empty', 'service_not_json'],
  ];
  for (const [path, code] of failures) {
    test(`error: ${path} is ${code}`, async () => {
      await expect(post(path)).rejects.toMatchObject({ code });
    });
  }

  test.each(['/slow', '/stall'])('error: %s is service_timeout', async (path) => {
    const held = new Promise<void>((resolve) => (onHeld = resolve));
    let isOver = false;
    const late = transport.post(base + path, '{}', STAMP).finally(() => (isOver = true));
    const refused = expect(late).rejects.toMatchObject({ code: 'service_timeout' });
    await held;
    await time.pass(19_999);
    expect(isOver).toBe(false);
    await time.pass(1);
    await refused;
  });

  test('behavior: a redirect doesn’t get the stamp', async () => {
    const before = seen.length;
    await expect(post('/redirect')).rejects.toMatchObject({
      code: 'service_unreachable',
      detail: { reason: 'service_redirects' },
    });
    expect(seen).toHaveLength(before + 1);
  });

  test.each([429, 500, 503])(
    'behavior: a gateway’s page with status %i counts as the service failing',
    async (status) => {
      expect(await post(`/html${status}`)).toMatchObject({ status, json: null });
    },
  );

  test('error: a page that isn’t the service’s is named with its status', async () => {
    await expect(post('/html')).rejects.toMatchObject({ detail: { status: 200 } });
  });
});

describe('createTransport, in a browser', () => {
  type Fetch = Parameters<typeof createTransport>[0]['fetch'];
  const time = createTestClock();
  const postTo = (fetch: Fetch) => {
    const effects = { fetch, clock: time, later: time.later, isOnline: () => false };
    return time.run(createTransport(effects).post('https://service.example/', '{}', STAMP));
  };
  const stalled = () => new ReadableStream<Uint8Array>();
  const chunked = (chunks: readonly Uint8Array[]) =>
    new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });

  test('behavior: asks it to leave out cookies, cache and referrer, and to follow no redirect', async () => {
    let seen: RequestInit = {};
    await postTo(async (_url, init) => {
      seen = init;
      return new Response('{}');
    });
    expect(seen).toMatchObject({
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    });
  });

  test('error: a redirect whose status the browser hides', async () => {
    const hidden = Object.defineProperty(new Response('{}'), 'type', { value: 'opaqueredirect' });
    await expect(postTo(async () => hidden)).rejects.toMatchObject({
      code: 'service_unreachable',
      detail: { reason: 'service_redirects' },
    });
  });

  test('behavior: a reply without a body counts as an empty one', async () => {
    const failing = await postTo(async () => new Response(null, { status: 503 }));
    expect(failing).toMatchObject({ status: 503, json: null });
    const empty = postTo(async () => new Response(null, { status: 200 }));
    await expect(empty).rejects.toMatchObject({ code: 'service_not_json' });
  });

  test('behavior: a letter that arrives in two pieces stays one letter', async () => {
    const bytes = new TextEncoder().encode('"ä€😀"');
    const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte));
    const reply = await postTo(async () => new Response(chunked(pieces)));
    expect(reply.json).toBe('ä€😀');
  });

  test('error: a body that stalls ends with the time limit, even offline and deaf to the signal', async () => {
    const during = postTo(async () => new Response(stalled()));
    await expect(during).rejects.toMatchObject({ code: 'service_timeout', detail: undefined });
    const after = postTo(async (_url, { signal }) => {
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
      return new Response(stalled());
    });
    await expect(after).rejects.toMatchObject({ code: 'service_timeout', detail: undefined });
  });

  test('error: a request that the time limit ends was too slow, even without a network', async () => {
    const slow = postTo(async (_url, { signal }) => {
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
      throw signal?.reason;
    });
    await expect(slow).rejects.toMatchObject({ code: 'service_timeout', detail: undefined });
  });

  test('behavior: nothing of a reply that was read waits for the time limit', async () => {
    let signal = new AbortController().signal;
    const pieces = ['{', '}'].map((text) => new TextEncoder().encode(text));
    await postTo(async (_url, init) => {
      signal = init.signal ?? signal;
      return new Response(chunked(pieces));
    });
    await settled();
    expect(time.timerCount()).toBe(0);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

/**
 * For an organization, for one operation, and for queries (docs/protocol.md, Refusals and their
 * words).
 */
const RATE_WORDS = [
  'Too many requests in a short period of time. Please wait a few minutes and try again.',
  'Too many requests for this type of activity. Please wait a few minutes and try again.',
  'Resource exhausted; please wait a minute and try again.',
];

describe('classifyReply', () => {
  const classify = (status: number, json: unknown, offsetMs = 0) =>
    classifyReply({ status, json }, offsetMs);
  const refusal = (code: string, message = 'words') => ({
    code: 3,
    message,
    details: [],
    turnkeyErrorCode: code,
  });

  test('behavior: 2xx is an answer, whatever it contains', () => {
    expect(classify(200, null)).toEqual({ kind: 'answer', value: null });
    expect(classify(201, { a: 1 })).toEqual({ kind: 'answer', value: { a: 1 } });
  });

  const rows: [string, ReturnType<typeof classify>, object][] = [
    [
      '5xx',
      classify(500, refusal('INTERNAL')),
      { kind: 'unknown', error: { code: 'service_unavailable' } },
    ],
    ['5xx without a body', classify(503, null), { kind: 'unknown' }],
    ['a rate limit without a body', classify(429, null), { kind: 'deferred' }],
    ...RATE_WORDS.map((words): [string, ReturnType<typeof classify>, object] => [
      words,
      classify(429, refusal('', words)),
      { kind: 'deferred', error: { code: 'rate_limited', detail: { status: 429 } } },
    ]),
    ['a named rate limit', classify(429, refusal('RATE_LIMIT_EXCEEDED')), { kind: 'deferred' }],
    ['a used-up quota', classify(429, refusal('SIGNING_QUOTA_EXCEEDED')), { kind: 'refused' }],
    ['too many codes', classify(429, refusal('MAX_OTP_INITIATED')), { kind: 'refused' }],
    ['400', classify(400, refusal('')), { kind: 'refused', error: { code: 'service_error' } }],
    ['401', classify(401, refusal('')), { kind: 'refused', error: { code: 'unauthenticated' } }],
    ['403', classify(403, { code: 7, message: 'No policies evaluated' }), { kind: 'refused' }],
    ['409', classify(409, refusal('')), { kind: 'refused' }],
    [
      'a code in the details alone',
      classify(401, { message: 'm', details: [{ turnkeyErrorCode: 'API_KEY_EXPIRED' }] }),
      { error: { detail: { serviceCode: 'API_KEY_EXPIRED' } } },
    ],
    [
      '4xx that nobody of the service said',
      classify(404, { error: 'nope' }),
      { kind: 'unknown', error: { code: 'service_malformed' } },
    ],
    ['4xx with wrong types', classify(400, { message: 7 }), { kind: 'unknown' }],
    ['3xx', classify(304, refusal('')), { kind: 'unknown' }],
  ];
  for (const [name, outcome, expected] of rows) {
    test(`behavior: ${name}`, () => {
      expect(outcome).toMatchObject(expected);
    });
  }

  test('behavior: keeps the service’s code, which pages explain', () => {
    const outcome = classify(401, refusal('PUBLIC_KEY_NOT_FOUND'));
    expect(outcome).toMatchObject({
      kind: 'refused',
      error: { code: 'unauthenticated', detail: { serviceCode: 'PUBLIC_KEY_NOT_FOUND' } },
    });
  });

  test('behavior: names the clock if it’s off and the refusal is about time', () => {
    const lateReply = classify(400, refusal('INVALID_TIME'), 90_000);
    expect(lateReply).toMatchObject({
      error: { code: 'time_refused', detail: { skewMs: 90_000 } },
    });
    const other = classify(400, refusal('', 'wallet label must be unique'), 90_000);
    expect(other).toMatchObject({ kind: 'refused', error: { code: 'service_error' } });
    expect(other.kind === 'refused' && other.error.detail).not.toHaveProperty('skewMs');
    const near = classify(400, refusal('', 'activity timestamp is not current'), 1000);
    expect(near.kind === 'refused' && near.error.detail).not.toHaveProperty('skewMs');
    expect(near).toMatchObject({ error: { code: 'time_refused' } });
    expect(classify(401, refusal('INVALID_TIME'))).toMatchObject({
      error: { code: 'unauthenticated' },
    });
  });

  test.each([
    ['activity timestamp is not current', 'REQUEST_INVALID'],
    ['activity timestamp is in the future', 'REQUEST_INVALID'],
    ['rpc error: code = InvalidArgument desc = activity timestamp is in the future', ''],
    ['any words', 'INVALID_TIME'],
  ])('behavior: “%s” with %s is about time', (words, code) => {
    expect(classify(400, refusal(code, words))).toMatchObject({ error: { code: 'time_refused' } });
  });

  test.each([
    'invalid request body: timestampMs: This has another type.',
    'wallet label Clock in the future is not unique',
    'policy is stale',
  ])('error: “%s” isn’t about time', (words) => {
    const other = classify(400, refusal('REQUEST_INVALID', words), 90_000);
    expect(other).toMatchObject({ kind: 'refused', error: { code: 'service_error' } });
  });

  test('behavior: keeps the service’s own message, at most 500 characters', () => {
    const outcome = classify(400, refusal('', 'x'.repeat(5000)));
    expect(outcome.kind === 'refused' && outcome.error.detail?.serviceMessage).toHaveLength(500);
  });
});
