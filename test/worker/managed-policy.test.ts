// What an organization sets by enterprise policy, tested at the worker itself: no page is involved.
import { beforeEach, describe, expect, test } from 'vitest';
import type { Profile } from '../../src/protocol/profile.ts';
import { DEFAULT_SETTINGS } from '../../src/protocol/app-state.ts';
import { SETTLED, submitRequests } from './worker-fixture.ts';
import { BASE_URL, waitForState, KDF, newKek } from './fake-browser.ts';
import {
  OTHER_ID,
  OTHER_SIGNER,
  GRANT_LIMITS,
  walletParameters,
  errorWithCode,
  useManagedFixture,
} from './managed-fixture.ts';
import { newSetUpCode } from '../set-up-code.ts';

const { fixture, call, user, setPolicy, connectSite: connected } = useManagedFixture();
const OTHER_URL = 'https://service.corp.example';

describe('profiles', () => {
  const FOREIGN_POLICIES: [string, object][] = [
    ['service', { baseUrl: OTHER_URL }],
    ['organization', { organizationId: OTHER_ID }],
    ['signer', { importSigner: OTHER_SIGNER }],
  ];

  test.each(FOREIGN_POLICIES)(
    'error: one of another %s stamps and sends nothing, by no call, and is kept',
    async (_, policy) => {
      const { profile } = fixture.account;
      expect((await call('requests_list', {})).items).toEqual([]);
      await setPolicy(policy);
      const requests = fixture.recordRequests();
      const profileId = profile.id;
      const query = { profileId, operation: 'list_users', parameters: {} };
      const tries = [
        () => fixture.submitTag(),
        () => call('query', query),
        () => call('home', { profileId }),
        () => call('profiles_check', { id: profileId }),
        () =>
          call('requests_begin', {
            id: crypto.randomUUID(),
            method: 'passkey',
            show: false,
            ...query,
          }),
      ];
      for (const attempt of tries)
        await expect(attempt()).rejects.toEqual(errorWithCode('managed_profile'));
      expect(requests).toEqual([]);
      const { profiles, managed } = await call('state', {});
      expect(profiles).toEqual([profile]);
      expect(managed.policy).toMatchObject(policy);
    },
  );

  test.each(FOREIGN_POLICIES)(
    'error: none of another %s is saved, new or edited; it can still be removed',
    async (_, policy) => {
      const { profile } = fixture.account;
      await setPolicy(policy);
      const secondProfile: Profile = { ...profile, name: 'Second' };
      await expect(
        fixture.callWithProof('profiles_save', { ...secondProfile, id: null }),
      ).rejects.toEqual(errorWithCode('managed_profile'));
      await expect(call('profiles_save', secondProfile)).rejects.toEqual(
        errorWithCode('managed_profile'),
      );
      await call('profiles_select', { id: profile.id });
      await fixture.callWithProof('profiles_remove', { id: profile.id });
      expect((await call('state', {})).profiles).toEqual([]);
    },
  );

  test('behavior: a profile that matches all settings is saved, and stamps', async () => {
    const { profile } = fixture.account;
    await setPolicy({
      baseUrl: `${BASE_URL}/`,
      organizationId: profile.organizationId.toUpperCase(),
      importSigner: profile.trust.signer.toUpperCase(),
    });
    expect((await call('state', {})).managed.faults).toEqual([]);
    await call('profiles_save', { ...profile, name: 'Renamed' });
    const { id } = await fixture.submitTag();
    expect((await waitForState(fixture.browser, id, SETTLED)).state).toBe('completed');
  });

  test('error: a key can’t be registered at another address than the set one', async () => {
    const requests = fixture.recordRequests();
    await setPolicy({ baseUrl: OTHER_URL });
    const { key } = fixture.account;
    await expect(
      call('profiles_enrol', {
        baseUrl: BASE_URL,
        keyId: key.id,
        userName: 'Eve',
        setUpCode: newSetUpCode(),
      }),
    ).rejects.toEqual(errorWithCode('managed_profile'));
    await expect(call('profiles_probe', { service: 'local', baseUrl: BASE_URL })).rejects.toEqual(
      errorWithCode('managed_profile'),
    );
    expect(requests).toEqual([]);
  });

  test('behavior: stamped requests rest while their address is forbidden, then leave', async () => {
    const { serviceFetch: through, browser } = fixture;
    browser.network = async () => Promise.reject(new TypeError('offline'));
    const { id } = await fixture.submitTag();
    await fixture.time.until(
      async () => (await call('activities_get', { id })).state === 'waiting' || undefined,
    );
    await setPolicy({ baseUrl: OTHER_URL });
    browser.network = through;
    const requests = fixture.recordRequests();
    const before = await fixture.effects();
    await call('activities_retry', { id });
    await fixture.time.until(
      async () =>
        (await call('activities_get', { id })).error?.code === 'managed_profile' || undefined,
    );
    expect(requests).toEqual([]);
    browser.kill();
    await setPolicy({});
    expect((await waitForState(browser, id, SETTLED)).state).toBe('completed');
    expect(await fixture.effects()).toBe(before + 1);
  });

  test('behavior: when the policy goes, everything is as before', async () => {
    const { profile } = fixture.account;
    await setPolicy({ baseUrl: OTHER_URL, passkeyOnly: ['create_user_tag'] });
    await expect(fixture.submitTag()).rejects.toEqual(errorWithCode('managed_profile'));
    await setPolicy({});
    expect((await call('state', {})).profiles).toEqual([profile]);
    const { id } = await fixture.submitTag();
    expect((await waitForState(fixture.browser, id, SETTLED)).state).toBe('completed');
  });
});

describe('operations for passkeys', () => {
  beforeEach(() => setPolicy({ passkeyOnly: ['create_user_tag', 'update_wallet'] }));

  test('error: a key stamps none of them, whatever the profile says', async () => {
    const requests = fixture.recordRequests();
    await expect(fixture.submitTag()).rejects.toEqual(errorWithCode('managed_passkey'));
    expect(submitRequests(requests)).toEqual([]);
    const { id } = await fixture.submit('create_wallet', { walletName: 'W', accounts: [] });
    expect(id).toBeDefined();
    // The profile keeps the user's own rules: the organization's rules aren't written into it.
    expect((await call('state', {})).profiles[0]?.authorization.passkeyOnly).toEqual([]);
  });

  test('error: neither a grant nor an approval gets past it', async () => {
    await setPolicy({});
    const tab = await connected();
    const { id: first } = await tab.request('update_wallet', walletParameters('one'));
    await user().approve(GRANT_LIMITS);
    // Otherwise the window would show this one.
    await fixture.time.until(async () => {
      const { ok, answer } = await tab.ask('status', { id: first });
      return ok && answer?.kind !== 'completed' ? undefined : true;
    });
    await setPolicy({ passkeyOnly: ['update_wallet'] });
    const requests = fixture.recordRequests();
    const { id } = await tab.request('update_wallet', walletParameters('two'));
    const { id: waiting } = await user().newest();
    const opened = await user().open(waiting);
    expect(opened.stampChoice).toMatchObject({ methods: [], requiresPasskey: true, managed: true });
    expect(opened.grantable).toBe(false);
    await expect(user().approve()).rejects.toEqual(errorWithCode('managed_passkey'));
    expect(submitRequests(requests)).toEqual([]);
    expect(await tab.ask('status', { id })).toMatchObject({ answer: { kind: 'waiting' } });
  });
});

describe('auto-lock', () => {
  const MINUTE = 60_000;

  test('behavior: the set time applies immediately; the user’s own comes back later', async () => {
    const { browser, time } = fixture;
    const before = (await call('state', {})).lockAt ?? 0;
    await setPolicy({ maxAutoLockMinutes: 5 });
    const { lockAt, settings } = await call('state', {});
    expect((lockAt ?? 0) - time.now()).toBeLessThanOrEqual(5 * MINUTE);
    expect(settings.autoLockMinutes).toBe(240);
    await fixture.time.until(() =>
      browser.alarms.get('keystamp-lock') === lockAt ? true : undefined,
    );
    await setPolicy({});
    expect((await call('state', {})).lockAt).toBe(before);
  });

  test('error: past it the vault is locked, for a new worker too', async () => {
    const { browser, time } = fixture;
    await setPolicy({ maxAutoLockMinutes: 5 });
    browser.kill();
    time.shift += 6 * MINUTE;
    await expect(call('keys_list', {})).rejects.toEqual(errorWithCode('vault_locked'));
    time.shift -= 6 * MINUTE;
    await setPolicy({});
    await expect(call('keys_list', {})).rejects.toEqual(errorWithCode('vault_locked'));
  });

  test('error: neither activity nor a longer choice moves the deadline past it', async () => {
    const { time } = fixture;
    await setPolicy({ maxAutoLockMinutes: 5 });
    const touched = await call('vault_touch', {});
    expect((touched.lockAt ?? 0) - time.now()).toBeLessThanOrEqual(5 * MINUTE);
    const chosen = { ...DEFAULT_SETTINGS, autoLockMinutes: 30 };
    await expect(fixture.callWithProof('settings_save', chosen)).rejects.toMatchObject({
      code: 'managed_setting',
      detail: { field: 'autoLockMinutes' },
    });
    // The user's earlier choice stays, and the appearance can change.
    const appearance = { ...chosen, autoLockMinutes: 240, theme: 'dark' } as const;
    expect((await call('settings_save', appearance)).settings).toEqual(appearance);
    const shorter = { ...appearance, autoLockMinutes: 3 };
    expect((await call('settings_save', shorter)).settings).toEqual(shorter);
  });
});

describe('reading', () => {
  test('behavior: a locked Keystamp tells its pages nothing about it', async () => {
    await setPolicy({ organizationId: OTHER_ID, junk: 1 });
    const locked = await call('vault_lock', {});
    expect(locked.managed).toEqual({ policy: expect.any(Object), faults: [] });
    expect(JSON.stringify([locked, ...fixture.browser.session])).not.toContain(OTHER_ID);
    await call('vault_unlock', {}, { keks: [fixture.account.kek] });
    expect((await call('state', {})).managed.policy.organizationId).toBe(OTHER_ID);
  });

  test('behavior: if the browser can’t read the policy, the last one stays', async () => {
    await setPolicy({ organizationId: OTHER_ID });
    await setPolicy(new Error('The disk is on fire'));
    const { managed } = await call('state', {});
    expect(managed.faults).toEqual([{ setting: '', entry: null, problem: 'unreadable' }]);
    await expect(fixture.submitTag()).rejects.toEqual(errorWithCode('managed_profile'));
  });

  test('behavior: a bad value is named and ignored alone, and the rest applies', async () => {
    await setPolicy({
      baseUrl: 'http://plain.example',
      organizationId: 'x'.repeat(1_000_000),
      passkeyOnly: ['create_user_tag', 'no_such_thing', null],
      constructor: 1,
    });
    expect((await call('state', {})).managed.faults).toEqual([
      { setting: 'baseUrl', entry: null, problem: 'url' },
      { setting: 'organizationId', entry: null, problem: 'type' },
      { setting: 'passkeyOnly', entry: 2, problem: 'operation' },
      { setting: 'passkeyOnly', entry: 3, problem: 'type' },
      { setting: 'constructor', entry: null, problem: 'unknown' },
    ]);
    await expect(fixture.submitTag()).rejects.toEqual(errorWithCode('managed_passkey'));
  });

  test('behavior: a wipe doesn’t remove any of it', async () => {
    await setPolicy({ organizationId: OTHER_ID });
    await call('vault_wipe', { confirm: 'wipe everything' });
    await call('vault_create', { kdf: KDF }, { kek: newKek() });
    expect((await call('state', {})).managed.policy.organizationId).toBe(OTHER_ID);
  });
});
