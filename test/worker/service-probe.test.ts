// What is found at a base URL before a profile has it, and that nothing else gets there.
import { describe, expect, test } from 'vitest';
import type { ServiceKind } from '../../src/protocol/profile.ts';
import { BASE_URL } from './fake-browser.ts';
import { useWorkerFixture } from './worker-fixture.ts';

const fixture = useWorkerFixture();
const CUSTOM = 'http://127.0.0.1:8788';

const probe = (service: ServiceKind, baseUrl: string) =>
  fixture.browser.client.call('profiles_probe', { service, baseUrl });

/** Something that answers every request the same. */
function answerWith(body: string, init: ResponseInit = {}): void {
  fixture.browser.network = async () => Promise.resolve(new Response(body, init));
}

const refusal = (message: string) => JSON.stringify({ code: 16, message, details: [] });

describe('profiles_probe', () => {
  test('behavior: a local service says which keys sign its bundles', async () => {
    const { trust } = fixture.account.profile;
    expect(await probe('local', `${BASE_URL}/`)).toEqual({ trust });
  });

  test('behavior: any other is known by how it declines, and gets no stamp and no name', async () => {
    const requests = fixture.recordRequests();
    expect(await probe('custom', CUSTOM)).toEqual({ trust: null });
    expect(requests).toMatchObject([{ path: '/public/v1/query/whoami', stamp: null }]);
    const { organizationId } = fixture.account.profile;
    expect(requests[0]?.body).not.toContain(organizationId);
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      organizationId: '00000000-0000-0000-0000-000000000000',
    });
  });

  test('behavior: one that limits requests is one', async () => {
    answerWith('{"code":8,"message":"Too many requests."}', { status: 429 });
    expect(await probe('custom', CUSTOM)).toEqual({ trust: null });
  });

  test.each([
    ['a web page', '<html></html>', 200],
    ['a page that says not found', '<html></html>', 404],
    ['another API without this path', refusal('Cannot POST'), 404],
    ['something that needs no stamp', '{"userId":"x"}', 200],
    ['a refusal in no form of the service', '{"error":"no"}', 403],
  ])('error: %s is no service', async (_, body, status) => {
    answerWith(body, { status });
    for (const service of ['local', 'custom'] as const) {
      await expect(probe(service, CUSTOM)).rejects.toMatchObject({
        code: 'service_malformed',
        detail: { reason: 'no_service' },
      });
    }
  });

  test('error: something that sends more than any service is no service', async () => {
    answerWith('{', { headers: { 'Content-Length': '1000000000' } });
    await expect(probe('custom', CUSTOM)).rejects.toMatchObject({
      code: 'service_malformed',
      detail: { reason: 'no_service' },
    });
  });

  test('error: a deployed service isn’t taken for a local one', async () => {
    answerWith(refusal('no valid authentication signature found for request'), { status: 401 });
    await expect(probe('local', CUSTOM)).rejects.toMatchObject({
      detail: { reason: 'no_service' },
    });
    expect(await probe('custom', CUSTOM)).toEqual({ trust: null });
  });

  test('error: nothing there, a redirect, and a service with problems are told apart', async () => {
    fixture.browser.network = async () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(probe('custom', CUSTOM)).rejects.toMatchObject({ code: 'service_unreachable' });
    const requests = fixture.recordRequests();
    fixture.browser.network = async () => {
      requests.push({ path: '', body: '', stamp: null });
      return Promise.resolve(Response.redirect('http://127.0.0.1:9/', 307));
    };
    await expect(probe('custom', CUSTOM)).rejects.toMatchObject({
      code: 'service_unreachable',
      detail: { reason: 'service_redirects' },
    });
    expect(requests).toHaveLength(1);
    answerWith('<html></html>', { status: 503 });
    await expect(probe('custom', CUSTOM)).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  test('error: a URL that no profile accepts gets no request', async () => {
    const requests = fixture.recordRequests();
    const wrong: readonly [ServiceKind, string, string][] = [
      ['custom', 'http://service.example', 'invalid_input'],
      ['custom', 'https://user@service.example', 'invalid_input'],
      ['custom', 'no url', 'invalid_input'],
      ['local', 'https://service.example', 'invalid_input'],
      ['turnkey', 'https://api.turnkey.example', 'invalid_input'],
      ['custom', 'https://service.example', 'host_permission_missing'],
    ];
    for (const [service, baseUrl, code] of wrong) {
      await expect(probe(service, baseUrl)).rejects.toMatchObject({ code });
    }
    expect(requests).toEqual([]);
  });
});
