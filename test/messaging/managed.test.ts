// What an organization sets by enterprise policy, held against the worker itself: no page is asked.
import { beforeEach, describe, expect, test } from 'vitest';
import type { Profile } from '../../src/protocol/profile.ts';
import { DEFAULT_SETTINGS } from '../../src/protocol/state.ts';
import { SETTLED, submits } from './desk.ts';
import { BASE_URL, follow, KDF, newKek } from './rig.ts';
import { SITE, until } from './tab.ts';
import { OTHER_ID, OTHER_SIGNER, LIMITS, wallet, code, useManagedDesk } from './managed-desk.ts';

const { desk, call, user, setPolicy, connected } = useManagedDesk();
const OTHER_URL = 'https://service.corp.example';

describe('profiles', () => {
  const FOREIGN: [string, object][] = [
    ['service', { baseUrl: OTHER_URL }],
    ['organization', { organizationId: OTHER_ID }],
    ['signer', { importSigner: OTHER_SIGNER }],
  ];

  test.each(FOREIGN)(
    'error: one of another %s stamps and sends nothing, by no call, and is kept',
    async (_, policy) => {
      const { profile } = desk.ready;
      const waiting = await call('ceremonies_list', {});
      expect(waiting).toEqual([]);
      await setPolicy(policy);
      const seen = desk.tapped();
      const profileId = profile.id;
      const query = { profileId, operation: 'list_users', parameters: {} };
      const tries = [
        () => desk.tag(),
        () => call('query', query),
        () => call('home', { profileId }),
        () => call('profiles_check', { id: profileId }),
        () =>
          call('ceremonies_begin', {
            id: crypto.randomUUID(),
            kind: 'query',
            show: false,
            ...query,
          }),
      ];
      for (const attempt of tries) await expect(attempt()).rejects.toEqual(code('managed_profile'));
      expect(seen).toEqual([]);
      const { profiles, managed } = await call('state', {});
      expect(profiles).toEqual([profile]);
      expect(managed.policy).toMatchObject(policy);
    },
  );

  test.each(FOREIGN)(
    'error: none of another %s is saved, new or edited; it can still be removed',
    async (_, policy) => {
      const { profile } = desk.ready;
      await setPolicy(policy);
      const fresh: Profile = { ...profile, name: 'Second' };
      await expect(desk.guarded('profiles_save', { ...fresh, id: null })).rejects.toEqual(
        code('managed_profile'),
      );
      await expect(call('profiles_save', fresh)).rejects.toEqual(code('managed_profile'));
      await call('profiles_select', { id: profile.id });
      await desk.guarded('profiles_remove', { id: profile.id });
      expect((await call('state', {})).profiles).toEqual([]);
    },
  );

  test('behavior: one with all that is set is saved, and stamps', async () => {
    const { profile } = desk.ready;
    await setPolicy({
      baseUrl: `${BASE_URL}/`,
      organizationId: profile.organizationId.toUpperCase(),
      importSigner: profile.trust.signer.toUpperCase(),
    });
    expect((await call('state', {})).managed.faults).toEqual([]);
    await call('profiles_save', { ...profile, name: 'Renamed' });
    const { id } = await desk.tag();
    expect((await follow(desk.rig, id, SETTLED)).state).toBe('completed');
  });

  test('error: a key is not registered at another address than the set one', async () => {
    const seen = desk.tapped();
    await setPolicy({ baseUrl: OTHER_URL });
    const { key } = desk.ready;
    await expect(
      call('profiles_enrol', { baseUrl: BASE_URL, keyId: key.id, userName: 'Eve' }),
    ).rejects.toEqual(code('managed_profile'));
    expect(seen).toEqual([]);
  });

  test('behavior: what was stamped before rests while its place is forbidden, and goes out after', async () => {
    const { through, rig } = desk;
    rig.net = async () => Promise.reject(new TypeError('offline'));
    const { id } = await desk.tag();
    await until(
      async () => (await call('activities_get', { id })).state === 'waiting' || undefined,
    );
    await setPolicy({ baseUrl: OTHER_URL });
    rig.net = through;
    const seen = desk.tapped();
    const before = await desk.effects();
    await call('activities_retry', { id });
    await until(
      async () =>
        (await call('activities_get', { id })).error?.code === 'managed_profile' || undefined,
    );
    expect(seen).toEqual([]);
    rig.kill();
    await setPolicy({});
    expect((await follow(rig, id, SETTLED)).state).toBe('completed');
    expect(await desk.effects()).toBe(before + 1);
  });

  test('behavior: when the policy goes, everything is as it was', async () => {
    const { profile } = desk.ready;
    await setPolicy({ baseUrl: OTHER_URL, passkeyOnly: ['create_user_tag'] });
    await expect(desk.tag()).rejects.toEqual(code('managed_profile'));
    await setPolicy({});
    expect((await call('state', {})).profiles).toEqual([profile]);
    const { id } = await desk.tag();
    expect((await follow(desk.rig, id, SETTLED)).state).toBe('completed');
  });
});

describe('operations for passkeys', () => {
  beforeEach(() => setPolicy({ passkeyOnly: ['create_user_tag', 'update_wallet'] }));

  test('error: a key stamps none of them, whatever the profile says, and others as before', async () => {
    const seen = desk.tapped();
    await expect(desk.tag()).rejects.toEqual(code('managed_passkey'));
    expect(submits(seen)).toEqual([]);
    const { id } = await desk.submit('create_wallet', { walletName: 'W', accounts: [] });
    expect(id).toBeDefined();
    // The profile keeps the user's own rules: the organization's are not written into it.
    expect((await call('state', {})).profiles[0]?.authorization.passkeyOnly).toEqual([]);
  });

  test('error: an advance permission does not get past it, nor does an approval', async () => {
    await setPolicy({});
    const tab = await connected();
    const { id: first } = await tab.request('update_wallet', wallet('one'));
    await user().approve(LIMITS);
    // Else it would be the one that is seen.
    await until(async () => {
      const { ok, answer } = await tab.ask('status', { id: first });
      return ok && answer?.kind !== 'completed' ? undefined : true;
    });
    await setPolicy({ passkeyOnly: ['update_wallet'] });
    const seen = desk.tapped();
    const { id } = await tab.request('update_wallet', wallet('two'));
    const { id: waiting } = await user().newest();
    const opened = await user().open(waiting);
    expect(opened.choice).toMatchObject({ methods: [], ruled: true, managed: true });
    expect(opened.grantable).toBe(false);
    await expect(user().approve()).rejects.toEqual(code('managed_passkey'));
    expect(submits(seen)).toEqual([]);
    expect(await tab.ask('status', { id })).toMatchObject({ answer: { kind: 'waiting' } });
  });
});

describe('auto-lock', () => {
  const MINUTE = 60_000;

  test('behavior: the set time holds at once and over the user’s own, which comes back', async () => {
    const { rig, time } = desk;
    const before = (await call('state', {})).lockAt ?? 0;
    await setPolicy({ maxAutoLockMinutes: 5 });
    const { lockAt, settings } = await call('state', {});
    expect((lockAt ?? 0) - time.now()).toBeLessThanOrEqual(5 * MINUTE);
    expect(settings.autoLockMinutes).toBe(240);
    await until(() => (rig.alarms.get('keystamp-lock') === lockAt ? true : undefined));
    await setPolicy({});
    expect((await call('state', {})).lockAt).toBe(before);
  });

  test('error: past it the vault is locked, for a new life of the worker too', async () => {
    const { rig, time } = desk;
    await setPolicy({ maxAutoLockMinutes: 5 });
    rig.kill();
    time.shift += 6 * MINUTE;
    await expect(call('keys_list', {})).rejects.toEqual(code('vault_locked'));
    time.shift -= 6 * MINUTE;
    await setPolicy({});
    await expect(call('keys_list', {})).rejects.toEqual(code('vault_locked'));
  });

  test('error: a touch does not move the deadline past it, nor does a longer choice', async () => {
    const { time } = desk;
    await setPolicy({ maxAutoLockMinutes: 5 });
    const touched = await call('vault_touch', {});
    expect((touched.lockAt ?? 0) - time.now()).toBeLessThanOrEqual(5 * MINUTE);
    const chosen = { ...DEFAULT_SETTINGS, autoLockMinutes: 30 };
    await expect(desk.guarded('settings_save', chosen)).rejects.toMatchObject({
      code: 'managed_setting',
      detail: { field: 'autoLockMinutes' },
    });
    // What the user chose before stays, and how things look can change.
    const look = { ...chosen, autoLockMinutes: 240, theme: 'dark' } as const;
    expect((await call('settings_save', look)).settings).toEqual(look);
    const shorter = { ...look, autoLockMinutes: 3 };
    expect((await call('settings_save', shorter)).settings).toEqual(shorter);
  });
});

describe('reading', () => {
  test('behavior: nothing that it could forbid is done before it is read', async () => {
    const { rig } = desk;
    const tab = await connected();
    rig.kill();
    let release: (value: unknown) => void = () => undefined;
    const held = new Promise((resolve) => {
      release = resolve;
    });
    rig.managed = held;
    const seen = desk.tapped();
    const pending = Promise.allSettled([
      desk.tag(),
      tab.request('update_wallet', wallet('x')),
      call('keys_list', {}),
    ]);
    const first = await Promise.race([
      pending,
      new Promise((resolve) => {
        setTimeout(resolve, 200, 'waits');
      }),
    ]);
    expect(first).toBe('waits');
    expect(seen).toEqual([]);
    release({ organizationId: OTHER_ID, blockedSites: [SITE] });
    const [tagged, asked, keys] = await pending;
    expect(tagged).toMatchObject({ status: 'rejected', reason: { code: 'managed_profile' } });
    expect(asked).toMatchObject({ value: { error: { code: 'refused' } } });
    expect(keys).toMatchObject({ status: 'fulfilled' });
    expect(seen).toEqual([]);
  });

  test('behavior: a locked Keystamp tells its pages nothing of it', async () => {
    await setPolicy({ organizationId: OTHER_ID, junk: 1 });
    const locked = await call('vault_lock', {});
    expect(locked.managed).toEqual({ policy: expect.any(Object), faults: [] });
    expect(JSON.stringify([locked, ...desk.rig.session])).not.toContain(OTHER_ID);
    await call('vault_unlock', {}, { keks: [desk.ready.kek] });
    expect((await call('state', {})).managed.policy.organizationId).toBe(OTHER_ID);
  });

  test('behavior: a browser that hands nothing over leaves in force what it said before', async () => {
    await setPolicy({ organizationId: OTHER_ID });
    await setPolicy(new Error('The disk is on fire'));
    const { managed } = await call('state', {});
    expect(managed.faults).toEqual([{ setting: '', entry: null, problem: 'unreadable' }]);
    await expect(desk.tag()).rejects.toEqual(code('managed_profile'));
  });

  test('behavior: a bad value is named and ignored alone, and the rest holds', async () => {
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
    await expect(desk.tag()).rejects.toEqual(code('managed_passkey'));
  });

  test('behavior: a wipe takes none of it away', async () => {
    await setPolicy({ organizationId: OTHER_ID });
    await call('vault_wipe', { confirm: 'wipe everything' });
    await call('vault_create', { kdf: KDF }, { kek: newKek() });
    expect((await call('state', {})).managed.policy.organizationId).toBe(OTHER_ID);
  });
});
