import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomBytes } from '../../src/crypto/bytes.ts';
import { readArguments } from '../../src/service/arguments.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { freshService, openMemory, send, serviceOver, type TestService } from './harness.ts';

const MASTER = randomBytes(32);
const CONTENT: Readonly<Record<string, string>> = {
  'index.html': '<title>Example dApp</title>',
  'hostile.html': '<title>Hostile page</title>',
  'frame.html': '<title>Sandboxed frame</title>',
  'demo.js': 'one()',
  'hostile.js': 'two()',
  'frame.js': 'three()',
  'demo.css': 'a { color: red }',
  'secret.txt': 'not one of the demo’s files',
};

let database: OpenDatabase;
let service: TestService;
let empty: TestService;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keystamp-demo-'));
  for (const [name, text] of Object.entries(CONTENT)) writeFileSync(join(folder, name), text);
  database = await openMemory();
  service = await freshService(database, { demo: folder }, MASTER);
  empty = await serviceOver(database, { demo: join(folder, 'nothing') }, MASTER);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const policyOf = (headers: Headers) =>
  new Map(
    (headers.get('Content-Security-Policy') ?? '').split('; ').map((part) => {
      const [name = '', ...values] = part.split(' ');
      return [name, values.join(' ')] as const;
    }),
  );

describe('/demo', () => {
  test.each([
    ['/demo', 'index.html', 'text/html; charset=utf-8'],
    ['/demo/', 'index.html', 'text/html; charset=utf-8'],
    ['/demo/hostile', 'hostile.html', 'text/html; charset=utf-8'],
    ['/demo/frame', 'frame.html', 'text/html; charset=utf-8'],
    ['/demo/demo.js', 'demo.js', 'text/javascript; charset=utf-8'],
    ['/demo/hostile.js', 'hostile.js', 'text/javascript; charset=utf-8'],
    ['/demo/frame.js', 'frame.js', 'text/javascript; charset=utf-8'],
    ['/demo/demo.css', 'demo.css', 'text/css; charset=utf-8'],
  ])('behavior: %s is %s', async (path, file, type) => {
    const { status, body, headers } = await send(service, path);
    expect([status, body['text'], headers.get('Content-Type')]).toEqual([200, CONTENT[file], type]);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    // A page of another origin may use the public API, but none of this.
    expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
  });

  const STRICT = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'connect-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
  };

  test.each([
    ['/demo', { 'frame-ancestors': "'none'" }],
    ['/demo/', { 'frame-ancestors': "'none'" }],
    ['/demo/hostile', { 'frame-ancestors': "'none'", 'frame-src': "'self'" }],
    ['/demo/frame', { 'frame-ancestors': "'self'", sandbox: 'allow-scripts' }],
  ])('behavior: %s runs its own scripts and reaches no network', async (path, more) => {
    const { headers } = await send(service, path);
    expect(Object.fromEntries(policyOf(headers))).toEqual({ ...STRICT, ...more });
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
  });

  test.each([
    '/demo/secret.txt',
    '/demo/index.html',
    '/demo/../secret.txt',
    '/demo/..%2fsecret.txt',
    '/demo/%2e%2e/%2e%2e/etc/passwd',
    '/demo/..\\secret.txt',
    '/demo//secret.txt',
    '/demo/demo.js/..%2f..%2fsecret.txt',
    '/demo/demo.js%00.html',
    '/demo/__proto__',
    '/demox',
    '/DEMO',
  ])('error: %s doesn’t exist', async (path) => {
    const { status, body } = await send(service, path);
    expect([status, body['message']]).toEqual([404, 'not found']);
  });

  test('error: nothing accepts a POST', async () => {
    expect((await send(service, '/demo', { method: 'POST', body: 'x' })).status).toBe(404);
  });

  test('error: a rebound name is refused here too', async () => {
    const { status } = await send(service, '/demo', { headers: { Host: 'evil.example:8788' } });
    expect(status).toBe(403);
  });

  test('error: without the build it says how to build, under the same policy', async () => {
    const { status, body, headers } = await send(empty, '/demo');
    expect(status).toBe(404);
    expect(body['text']).toContain('npm run build');
    expect(policyOf(headers).get('default-src')).toBe("'none'");
    expect(headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  });

  test('behavior: without a folder there is no demo', async () => {
    const none = await serviceOver(database, {}, MASTER);
    expect((await send(none, '/demo')).status).toBe(404);
  });

  test('behavior: --demo sets the folder', () => {
    const read = readArguments(['--demo', 'build/demo']);
    expect('arguments' in read && read.arguments.demo).toBe('build/demo');
    expect(readArguments(['--demo', ''])).toEqual({ error: '--demo takes a folder' });
  });
});

describe('/local for the demo’s pages', () => {
  // The browser's header when a page of this service opens, fetches or posts.
  const byPage = { 'Sec-Fetch-Site': 'same-origin' };

  test.each(['/local/otp', '/local/info', '/local/effects', '/local/enrol'])(
    'error: %s is refused to them',
    async (path) => {
      const { status, headers } = await send(service, path, { headers: byPage });
      expect(status).toBe(403);
      expect(headers.get('Content-Type')).toContain('json');
    },
  );

  test('behavior: the address bar and the extension can still reach it', async () => {
    for (const from of ['none', 'cross-site']) {
      const { status } = await send(service, '/local/info', {
        headers: { 'Sec-Fetch-Site': from },
      });
      expect(status).toBe(200);
    }
  });

  // What Firefox 153 sends for a page or worker of an extension that may reach this host.
  test.for(['moz-extension', 'chrome-extension'])(
    'behavior: a %s page that looks like one of this service can still reach it',
    async (scheme) => {
      const origin = `${scheme}://6f1d2c58-1f3c-4b0e-9a53-2d1c5e7b9a40`;
      const headers = { ...byPage, Origin: origin };
      const answer = await send(service, '/local/info', { method: 'POST', headers, body: '{}' });
      expect(answer.status).toBe(200);
      expect(answer.body['organizationId']).toBe(service.info.organizationId);
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(origin);
    },
  );

  test.for([
    'http://moz-extension.example',
    'https://evil.example',
    'null',
    'moz-extension://a.example/',
    'moz-extension://',
    'http://127.0.0.1:9',
  ])('error: %s isn’t an extension', async (origin) => {
    for (const from of ['same-origin', 'cross-site', 'same-site', 'none']) {
      const headers = { 'Sec-Fetch-Site': from, Origin: origin };
      const { status } = await send(service, '/local/info', {
        method: 'POST',
        headers,
        body: '{}',
      });
      expect(status).toBe(403);
    }
  });

  test('behavior: the checkout’s own buttons work', async () => {
    const { status, body } = await send(service, '/checkout/none', { headers: byPage });
    expect([status, body['message']]).toEqual([404, 'no such purchase']);
  });
});
