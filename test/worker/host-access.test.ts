import { describe, expect, test } from 'vitest';
import { coversOrigin } from '../../src/permissions/match-pattern.ts';
import { TURNKEY_TRUST } from '../../src/protocol/profile.ts';
import { useWorkerFixture } from './worker-fixture.ts';

/*
 * Hosts that the browser gives without a question, and hosts that it takes back.
 */

const fixture = useWorkerFixture();
const call: typeof fixture.browser.client.call = (name, input, secret) =>
  fixture.browser.client.call(name, input, secret);

const draft = () => ({
  ...fixture.account.profile,
  id: null,
  name: 'Elsewhere',
  service: 'custom' as const,
  baseUrl: 'https://keys.example:8443/api',
  trust: TURNKEY_TRUST,
  known: null,
});
const BARRED = { code: 'host_permission_missing' };
/** Firefox gives every https host at installation. */
function giveEveryHost(): void {
  fixture.browser.kill();
  fixture.browser.asksForHosts = false;
  fixture.browser.permissions.add('https://keys.example/*');
  fixture.browser.permissions.add('https://domain.example/*');
}

describe('a browser that asks about no host', () => {
  test('error: a service is not contacted before the user has allowed its host by name', async () => {
    giveEveryHost();
    const contacted: string[] = [];
    fixture.browser.network = async (url) => {
      contacted.push(url);
      return new Response('{}', { status: 404 });
    };
    const input = { service: 'custom', baseUrl: draft().baseUrl } as const;
    await expect(call('profiles_probe', input)).rejects.toMatchObject(BARRED);
    await expect(call('profiles_save', draft())).rejects.toMatchObject(BARRED);
    expect(contacted).toEqual([]);
    expect(await call('hosts_check', { host: 'keys.example' })).toBe(false);
    await call('hosts_allow', { host: 'keys.example' });
    expect(await call('hosts_check', { host: 'keys.example' })).toBe(true);
    await call('hosts_allow', { host: '[fd00::1]' });
    expect(await call('hosts_check', { host: '[fd00::1]' })).toBe(true);
    // Another one is another question.
    expect(await call('hosts_check', { host: 'other.example' })).toBe(false);
    fixture.browser.kill();
    await call('profiles_save', draft());
  });

  test('error: nor is a passkey’s domain claimed', async () => {
    giveEveryHost();
    const passkeys = { rpId: 'domain.example', credentials: [] };
    const profile = { ...fixture.account.profile, passkeys };
    await call('vault_prove', {}, { keks: [fixture.account.kek] });
    await expect(call('profiles_save', profile)).rejects.toMatchObject(BARRED);
    await call('hosts_allow', { host: 'domain.example' });
    await call('profiles_save', profile);
  });
});

describe('a permission that is taken back', () => {
  test('behavior: nothing is sent, requests wait, the state says so, and all goes on after it is given back', async () => {
    expect((await call('state', {})).barredHosts).toEqual([]);
    fixture.browser.permissions.delete('http://127.0.0.1/*');
    fixture.browser.onPermissionsChanged();
    await fixture.time.passes(async () =>
      expect((await call('state', {})).barredHosts).toEqual(['127.0.0.1']),
    );
    await expect(call('home', { profileId: fixture.account.profile.id })).rejects.toMatchObject(
      BARRED,
    );
    const { id } = await fixture.submitTag();
    await fixture.time.passes(async () =>
      expect((await call('activities_get', { id })).error?.code).toBe('host_permission_missing'),
    );
    fixture.browser.permissions.add('http://127.0.0.1/*');
    fixture.browser.onPermissionsChanged();
    await fixture.time.passes(async () =>
      expect((await call('activities_get', { id })).state).toBe('completed'),
    );
    expect((await call('state', {})).barredHosts).toEqual([]);
  });
});

test.each([
  [['https://*/*'], 'https://a.example:8443', true],
  [['<all_urls>'], 'https://a.example', true],
  [['*://*/*'], 'http://localhost:1', true],
  [['https://a.example/*'], 'https://a.example', true],
  [['https://*.example/*'], 'https://a.b.example', true],
  [['https://*.example/*'], 'https://badexample', false],
  [['https://a.example/*', 'http://127.0.0.1/*'], 'https://b.example', false],
  [['http://127.0.0.1/*'], 'https://127.0.0.1', false],
  [[], 'https://a.example', false],
  [['https://*/*'], 'no origin', false],
])('behavior: the patterns %j cover %s: %s', (patterns, origin, expected) => {
  expect(coversOrigin(patterns, origin)).toBe(expected);
});
