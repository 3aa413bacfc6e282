// What the options page calls: vault, settings, keys, profiles.
import { describe, expect, test, vi } from 'vitest';
import * as base64url from '../../src/crypto/base64url.ts';
import { toHex } from '../../src/crypto/bytes.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import type { KeystampError } from '../../src/protocol/errors.ts';
import { TURNKEY_BASE_URL, TURNKEY_TRUST } from '../../src/protocol/profile.ts';
import { NO_POLICY } from '../../src/protocol/managed-policy.ts';
import { DEFAULT_SETTINGS } from '../../src/protocol/app-state.ts';
import { HOUR, useWorkerFixture } from './worker-fixture.ts';
import { BASE_URL, KDF, newKek } from './fake-browser.ts';
import { newSetUpCode } from '../set-up-code.ts';

const fixture = useWorkerFixture();
const call: typeof fixture.browser.client.call = (name, input, secret) =>
  fixture.browser.client.call(name, input, secret);

describe('vault calls', () => {
  test('behavior: lock, challenge, unlock, and the snapshot follows each', async () => {
    await call('home', { profileId: fixture.account.profile.id });
    const open = {
      v: 1,
      state: { vault: 'unlocked' },
      home: { profileId: fixture.account.profile.id },
    };
    expect(fixture.browser.session.get('snapshot')).toMatchObject(open);
    expect((await call('vault_lock', {})).vault).toBe('locked');
    expect(fixture.browser.session.get('snapshot')).toMatchObject({
      state: { vault: 'locked', lockAt: null },
      home: null,
    });
    expect(await call('vault_challenge', {})).toEqual({ kdfs: [KDF], waitMs: 0, passkeys: [] });
    const state = await call('vault_unlock', {}, { keks: [fixture.account.kek] });
    expect(state.vault).toBe('unlocked');
    expect(state.lockAt).toBeGreaterThan(fixture.time.now());
  });

  test('error: wrong passwords wait longer each time, even after a restart', async () => {
    await call('vault_lock', {});
    const guess = () => call('vault_unlock', {}, { keks: [newKek()] });
    for (let wrong = 1; wrong <= 8; wrong++) {
      // Past every wait so far; the last one is over a minute, more than any machine is slow.
      fixture.time.shift += 20 * 60_000;
      await expect(guess()).rejects.toMatchObject({ code: 'wrong_password' });
      fixture.browser.kill();
    }
    await expect(guess()).rejects.toMatchObject({ code: 'backoff' });
    await expect(call('vault_unlock', {}, { keks: [fixture.account.kek] })).rejects.toMatchObject({
      code: 'backoff',
    });
    fixture.time.shift += 20 * 60_000;
    expect((await call('vault_unlock', {}, { keks: [fixture.account.kek] })).vault).toBe(
      'unlocked',
    );
  });

  test('error: a second vault, and parameters outside the bounds', async () => {
    const second = call('vault_create', { kdf: KDF }, { kek: newKek() });
    await expect(second).rejects.toMatchObject({ code: 'vault_exists' });
    const weak = { ...KDF, memoryKib: 1024 };
    const change = call('vault_password', { kdf: weak }, { oldKeks: [newKek()], newKek: newKek() });
    await expect(change).rejects.toMatchObject({ code: 'kdf_refused' });
  });

  test('behavior: a changed password keeps keys and entries', async () => {
    const { id } = await fixture.submitTag();
    const kek = newKek();
    await call('vault_password', { kdf: KDF }, { oldKeks: [fixture.account.kek], newKek: kek });
    await call('vault_lock', {});
    await expect(call('vault_unlock', {}, { keks: [fixture.account.kek] })).rejects.toMatchObject({
      code: 'wrong_password',
    });
    await call('vault_unlock', {}, { keks: [kek] });
    expect(await call('keys_list', {})).toHaveLength(1);
    expect((await call('activities_get', { id })).parameters).not.toBeNull();
  });

  test('behavior: a wipe empties every store, and the next vault starts fresh', async () => {
    await fixture.submitTag();
    await call('home', { profileId: fixture.account.profile.id });
    const state = await call('vault_wipe', { confirm: 'wipe everything' });
    expect(state).toEqual({
      vault: 'missing',
      lockAt: null,
      backup: 'current',
      hidesFirstSteps: true,
      vaultNotice: null,
      databaseLost: false,
      barredHosts: [],
      managed: { policy: NO_POLICY, faults: [] },
      pauses: [],
      clockAhead: [],
      profiles: [],
      activeProfileId: null,
      settings: DEFAULT_SETTINGS,
      requests: { count: 0, own: 0, revision: expect.any(Number) },
    });
    expect([...fixture.browser.local.keys()]).toEqual([]);
    expect([...fixture.browser.lastSavedArea.keys()]).toEqual([]);
    expect([...fixture.browser.session.keys()].filter((name) => name !== 'snapshot')).toEqual([]);
    const range = { profileId: null, before: null, limit: 10 };
    await expect(call('activities_list', range)).rejects.toMatchObject({ code: 'vault_missing' });
    fixture.browser.kill();
    expect((await call('state', {})).vault).toBe('missing');
    await call('vault_create', { kdf: KDF }, { kek: newKek() });
    expect(await call('activities_list', range)).toEqual([]);
    expect(await call('keys_list', {})).toEqual([]);
  });

  test('behavior: a wipe empties everything else if the database doesn’t open', async () => {
    fixture.browser.kill();
    const open = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
      throw new DOMException('Internal error opening backing store', 'UnknownError');
    });
    const emptied = await call('vault_wipe', { confirm: 'wipe everything' }).then(
      () => 'emptied',
      ({ code }: KeystampError) => code,
    );
    open.mockRestore();
    expect(['emptied', 'storage_failed']).toContain(emptied);
    expect([...fixture.browser.local.keys(), ...fixture.browser.lastSavedArea.keys()]).toEqual([]);
    expect([...fixture.browser.session.keys()].filter((name) => name !== 'snapshot')).toEqual([]);
    fixture.browser.kill();
    expect((await call('state', {})).vault).toBe('missing');
  });

  test('behavior: locks at its deadline: the alarm fires, use moves it', async () => {
    await call('settings_save', { ...DEFAULT_SETTINGS, autoLockMinutes: 5 });
    const before = fixture.browser.alarms.get('keystamp-lock') ?? 0;
    expect(before - fixture.time.now()).toBeLessThanOrEqual(5 * 60_000);
    fixture.time.shift += 1000;
    await call('vault_touch', {});
    expect(fixture.browser.alarms.get('keystamp-lock')).toBeGreaterThan(before);
    const vault = () =>
      (fixture.browser.session.get('snapshot') as { state: { vault: string } }).state;
    await fixture.time.passes(() => expect(vault().vault).toBe('locked'));
  });

  test('behavior: locks with the machine', async () => {
    fixture.browser.wake().onMachineLocked();
    const state = () => fixture.browser.session.get('snapshot');
    await fixture.time.passes(async () =>
      expect(await state()).toMatchObject({ state: { vault: 'locked' }, home: null }),
    );
  });
});

describe('settings_save', () => {
  test('behavior: saved, returned, and on disk for the pages', async () => {
    const chosen = {
      ...DEFAULT_SETTINGS,
      autoLockMinutes: 7,
      theme: 'dark',
      contrast: 'more',
      notify: true,
    } as const;
    expect((await call('settings_save', chosen)).settings).toEqual(chosen);
    fixture.browser.kill();
    expect((await call('state', {})).settings).toEqual(chosen);
    expect(fixture.browser.local.get('settings')).toEqual(chosen);
  });

  test('error: settings of another form count as none', async () => {
    const { notify: _, ...incomplete } = { ...DEFAULT_SETTINGS, theme: 'dark' };
    fixture.browser.local.set('settings', incomplete);
    expect((await call('state', {})).settings).toMatchObject({ theme: 'system', notify: false });
  });
});

describe('keys calls', () => {
  test('behavior: an imported key stamps on every curve', async () => {
    for (const curve of ['P256', 'SECP256K1', 'ED25519'] as const) {
      const secret = generatePrivateKey(curve);
      const publicKey = toHex(publicKeyOf(curve, secret));
      const privateKey = base64url.encode(secret);
      const input = { name: `Brought ${curve}`, curve, publicKey };
      const key = await call('keys_import', input, { privateKey });
      expect(key).toMatchObject({ curve, publicKey, usedBy: [] });
      expect(fixture.browser.sent.join()).not.toContain(privateKey);
      const setUpCode = newSetUpCode();
      const enrolled = { baseUrl: BASE_URL, keyId: key.id, userName: `User ${curve}`, setUpCode };
      const { userId } = await call('profiles_enrol', enrolled);
      const draft = { ...fixture.account.profile, id: null, name: curve, keyId: key.id };
      const { id } = await call('profiles_save', draft);
      expect(await call('profiles_check', { id })).toMatchObject({ userId });
    }
  });

  test('error: a public and a private key that don’t belong together', async () => {
    const curve = 'P256';
    const privateKey = base64url.encode(generatePrivateKey(curve));
    const publicKey = toHex(publicKeyOf(curve, generatePrivateKey(curve)));
    const input = { name: 'Wrong', curve, publicKey } as const;
    const bad = call('keys_import', input, { privateKey });
    await expect(bad).rejects.toMatchObject({ code: 'key_mismatch' });
    const none = call('keys_import', { ...input, publicKey: 'zz' }, { privateKey });
    await expect(none).rejects.toMatchObject({ code: expect.stringMatching(/malformed|input/) });
    expect(await call('keys_list', {})).toHaveLength(1);
  });

  test('error: a key in use stays, and says where it’s used', async () => {
    const [key] = await call('keys_list', {});
    expect(key?.usedBy).toEqual([fixture.account.profile.id]);
    const gone = fixture.callWithProof('keys_remove', { id: fixture.account.key.id });
    await expect(gone).rejects.toMatchObject({
      code: 'key_in_use',
      detail: { reason: 'key_used_by', names: ['Local'] },
    });
    await fixture.callWithProof('profiles_remove', { id: fixture.account.profile.id });
    expect(await fixture.callWithProof('keys_remove', { id: fixture.account.key.id })).toEqual([]);
  });
});

describe('profiles calls', () => {
  test('behavior: several side by side: active, chosen, ordered, removed', async () => {
    const { profile } = fixture.account;
    const second = await fixture.callWithProof('profiles_save', {
      ...profile,
      id: null,
      name: 'Second',
    });
    const third = await fixture.callWithProof('profiles_save', {
      ...profile,
      id: null,
      name: 'Third',
    });
    expect([second.order, third.order]).toEqual([1, 2]);
    expect((await call('state', {})).activeProfileId).toBe(profile.id);
    expect((await call('profiles_select', { id: third.id })).activeProfileId).toBe(third.id);
    const ids = [third.id, profile.id, second.id];
    const ordered = await call('profiles_order', { ids });
    expect(ordered.profiles.map(({ id }) => id)).toEqual(ids);
    const left = await fixture.callWithProof('profiles_remove', { id: third.id });
    expect(left).toMatchObject({ activeProfileId: profile.id });
    expect(left.profiles).toHaveLength(2);
  });

  test('behavior: the whoami answer stays with the profile until its address changes', async () => {
    const { profile } = fixture.account;
    await call('profiles_check', { id: profile.id });
    const [known] = (await call('state', {})).profiles;
    expect(known?.known).toMatchObject({ userName: 'Tester' });
    const renamed = await fixture.callWithProof('profiles_save', { ...profile, name: 'Renamed' });
    expect(renamed.known).toMatchObject({ userName: 'Tester' });
    const moved = await fixture.callWithProof('profiles_save', {
      ...renamed,
      organizationId: crypto.randomUUID(),
    });
    expect(moved.known).toBeNull();
    await expect(call('profiles_check', { id: profile.id })).rejects.toMatchObject({
      code: expect.stringMatching(/unauthenticated|service_error/),
    });
  });

  test('error: another host needs the browser’s permission, for that host alone', async () => {
    const draft = {
      ...fixture.account.profile,
      id: null,
      name: 'Turnkey',
      service: 'turnkey',
      baseUrl: TURNKEY_BASE_URL,
      trust: { ...TURNKEY_TRUST },
    } as const;
    await expect(fixture.callWithProof('profiles_save', draft)).rejects.toMatchObject({
      code: 'host_permission_missing',
    });
    fixture.browser.permissions.add('https://api.turnkey.com/*');
    expect(await fixture.callWithProof('profiles_save', draft)).toMatchObject({ name: 'Turnkey' });
  });

  const wrong: [string, object, object][] = [
    ['plain http elsewhere', { baseUrl: 'http://example.com' }, { field: 'baseUrl' }],
    ['credentials in it', { baseUrl: 'https://a:b@example.com' }, { field: 'baseUrl' }],
    ['a trailing slash', { baseUrl: `${BASE_URL}/` }, { field: 'baseUrl' }],
    ['the local kind elsewhere', { baseUrl: 'https://example.com' }, { field: 'baseUrl' }],
    ['the Turnkey kind here', { service: 'turnkey' }, { field: 'baseUrl' }],
    ['an organization that is no id', { organizationId: 'demo' }, { field: 'organizationId' }],
    ['a name twice', { id: null }, { field: 'name' }],
    ['a point that is none', { trust: { signer: '04', otp: '04' } }, { field: 'trust.signer' }],
  ];
  for (const [name, changes, detail] of wrong) {
    test(`error: ${name}`, async () => {
      const bad = fixture.callWithProof('profiles_save', {
        ...fixture.account.profile,
        ...changes,
      });
      await expect(bad).rejects.toMatchObject({ code: 'invalid_input', detail });
    });
  }

  test('error: a key or a profile that doesn’t exist', async () => {
    const { profile } = fixture.account;
    const stranger = crypto.randomUUID();
    const key = fixture.callWithProof('profiles_save', { ...profile, keyId: stranger });
    await expect(key).rejects.toMatchObject({ code: 'key_unknown' });
    const gone = fixture.callWithProof('profiles_save', { ...profile, id: stranger, name: 'Gone' });
    await expect(gone).rejects.toMatchObject({ code: 'profile_unknown' });
    await expect(call('profiles_select', { id: stranger })).rejects.toMatchObject({
      code: 'profile_unknown',
    });
  });

  test('error: enrollment is for this computer only', async () => {
    for (const baseUrl of [TURNKEY_BASE_URL, 'ftp://127.0.0.1', 'http://192.168.0.1']) {
      const { id: keyId } = fixture.account.key;
      const bad = call('profiles_enrol', { baseUrl, keyId, userName: 'A', setUpCode: '' });
      await expect(bad).rejects.toMatchObject({
        code: 'invalid_input',
        detail: { field: 'baseUrl' },
      });
    }
  });
});

describe('query', () => {
  test('behavior: any query of the table, parsed', async () => {
    const ask = (operation: string, parameters: Record<string, unknown> = {}) =>
      call('query', { profileId: fixture.account.profile.id, operation, parameters });
    const { users } = (await ask('list_users')) as { users: { userName: string }[] };
    expect(users.map(({ userName }) => userName)).toContain('Tester');
    const found = await ask('get_api_key', { apiKeyId: fixture.account.enrolment.apiKeyId });
    expect(found).toMatchObject({
      apiKey: { credential: { publicKey: fixture.account.key.publicKey } },
    });
  });

  test('error: submits, unknown names and bad parameters aren’t queries', async () => {
    const ask = (operation: string, parameters: Record<string, unknown> = {}) =>
      call('query', { profileId: fixture.account.profile.id, operation, parameters });
    for (const name of ['update_wallet', 'toString', '']) {
      await expect(ask(name)).rejects.toMatchObject({ detail: { field: 'operation' } });
    }
    await expect(ask('get_api_key', { apiKeyId: 'x' })).rejects.toMatchObject({
      detail: { field: 'parameters.apiKeyId' },
    });
  });

  test('behavior: at one request per second the first screen comes, without a storm', async () => {
    let taken = 0;
    let second = 0;
    const stamps: number[] = [];
    fixture.browser.network = async (url, init) => {
      const now = Math.floor(fixture.time.now() / 1000);
      if (now !== second) [second, taken] = [now, 0];
      taken += 1;
      stamps.push(fixture.time.now());
      const headers = {
        'ratelimit-limit': '1',
        'ratelimit-remaining': String(Math.max(0, 1 - taken)),
      };
      if (taken > 1) return new Response('slow down', { status: 429, headers });
      const response = await fixture.serviceFetch(url, init);
      return new Response(await response.text(), { status: response.status, headers });
    };
    const { profile } = fixture.account;
    const homes = [1, 2].map(() => call('home', { profileId: profile.id }));
    for (const home of await Promise.all(homes)) expect(home.wallets.length).toBeGreaterThan(0);
    expect(stamps.length).toBeLessThan(20);
  });
});

describe('home', () => {
  test('behavior: the snapshot keeps it for the next page, even if the worker stops', async () => {
    const { id } = fixture.account.profile;
    const home = await call('home', { profileId: id });
    fixture.browser.kill();
    await call('state', {});
    expect(fixture.browser.session.get('snapshot')).toMatchObject({
      home: { ...home, entries: [] },
    });
    const tag = await fixture.submitTag();
    const entries = () =>
      (fixture.browser.session.get('snapshot') as { home: { entries: { id: string }[] } }).home
        .entries;
    await fixture.time.passes(() => expect(entries().map((one) => one.id)).toEqual([tag.id]));
  });

  test('error: the service is down: its sentence, and the old screen stays', async () => {
    const { id } = fixture.account.profile;
    await call('home', { profileId: id });
    fixture.browser.network = async () => {
      throw new TypeError('Failed to fetch');
    };
    const down = call('home', { profileId: id });
    await expect(down).rejects.toMatchObject({ code: 'service_unreachable' });
    expect(fixture.browser.session.get('snapshot')).toMatchObject({ home: { profileId: id } });
    fixture.time.shift += HOUR / 60;
  });
});
