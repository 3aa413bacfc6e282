import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createProfiles,
  profilesRecord,
  PROFILES_RECORD,
  type ProfilesRecord,
} from '../../src/activities/profiles.ts';
import { LOCAL_BASE_URL, TURNKEY_TRUST, type Profile } from '../../src/protocol/profile.ts';
import { createDevice, KEK, kdf } from '../vault/device.ts';

const profileWith = (digit: string, name: string, order: number): Profile => ({
  id: `${digit.repeat(8)}-0000-4000-8000-000000000000`,
  name,
  colour: 'blue',
  order,
  service: 'local',
  baseUrl: LOCAL_BASE_URL,
  organizationId: '11111111-1111-4111-8111-111111111111',
  keyId: '22222222-2222-4222-8222-222222222222',
  otpGeneration: 'legacy',
  passkeys: null,
  authorization: { usual: 'key', passkeyOnly: [] },
  passkeyHeader: 'X-Stamp',
  trust: TURNKEY_TRUST,
  known: null,
});
const A = profileWith('a', 'A', 0);
const B = profileWith('b', 'B', 1);

/** An unlocked vault on its own device. */
async function openDevice() {
  const device = createDevice();
  await device.vault().create(KEK, kdf());
  return device;
}
type Device = Awaited<ReturnType<typeof openDevice>>;

let device: Device;
const profilesOf = ({ vault }: Device) =>
  createProfiles(vault().clearItem(PROFILES_RECORD, profilesRecord));
const names = async (profiles: ReturnType<typeof createProfiles>) =>
  (await profiles.list()).map(({ name }) => name);

beforeEach(async () => {
  device = await openDevice();
});

describe('createProfiles', () => {
  test('behavior: profiles survive a database that the browser has lost', async () => {
    const profiles = profilesOf(device);
    await profiles.save(A);
    await profiles.save(B);
    await profiles.order([B.id, A.id]);
    await device.writeMain(undefined);
    device.restartBrowser();
    await device.vault().unlock([KEK]);
    const again = profilesOf(device);
    expect(await names(again)).toEqual(['B', 'A']);
    expect((await again.get(A.id)).name).toBe('A');
    expect(await again.activeId()).toBe(A.id);
  });

  test('behavior: a removed profile doesn’t come back, not even the last one', async () => {
    const profiles = profilesOf(device);
    await profiles.save(A);
    await profiles.save(B);
    const before = await device.readMain();
    await profiles.remove(A.id);
    await profiles.remove(B.id);
    expect(await names(profiles)).toEqual([]);
    await device.writeMain(before);
    device.restartBrowser();
    await device.vault().unlock([KEK]);
    expect(await names(profilesOf(device))).toEqual([]);
  });

  test('error: a profile that somebody else wrote to the disk counts for nothing (threat 33)', async () => {
    const profiles = profilesOf(device);
    await profiles.save({
      ...A,
      authorization: { usual: 'key', passkeyOnly: ['create_user_tag'] },
    });
    const good = await device.readMain();
    const looser = good?.text.replace('create_user_tag', 'nothing_at_all1') ?? '';
    const digest = `sha256:${createHash('sha256').update(looser).digest('hex')}`;
    for (const write of [device.writeMain, device.writeSecond]) {
      await write({ ...good, text: looser, digest });
      // While unlocked, in another worker, and after the next unlock.
      const [one] = await profilesOf(device).list();
      expect(one?.authorization.passkeyOnly).toEqual(['create_user_tag']);
      device.restartBrowser();
      await device.vault().unlock([KEK]);
      const [again] = await profilesOf(device).list();
      expect(again?.authorization.passkeyOnly).toEqual(['create_user_tag']);
      expect((await device.readMain())?.text).toBe(good?.text);
    }
  });

  test('error: nothing changes while the vault is locked', async () => {
    const profiles = profilesOf(device);
    await profiles.save(A);
    await device.vault().lock();
    const locked = { code: 'vault_locked' };
    await expect(profiles.save(B)).rejects.toMatchObject(locked);
    await expect(profiles.remove(A.id)).rejects.toMatchObject(locked);
    await expect(profiles.order([A.id])).rejects.toMatchObject(locked);
    expect(await names(profiles)).toEqual(['A']);
  });

  test('behavior: profiles of another version stay as they are, and aren’t shown', async () => {
    const item = device.vault().clearItem(PROFILES_RECORD, profilesRecord);
    await item.set({ profiles: [{ id: 'x', of: 'another version' }, 7, A], activeId: null });
    const profiles = profilesOf(device);
    expect(await names(profiles)).toEqual(['A']);
    await profiles.save(B);
    await profiles.order([B.id, A.id]);
    expect(await names(profiles)).toEqual(['B', 'A']);
    expect((await item.get())?.profiles).toContainEqual({ id: 'x', of: 'another version' });
  });

  test('behavior: what can’t be read is named, and only that is removed (threat 60)', async () => {
    const item = device.vault().clearItem(PROFILES_RECORD, profilesRecord);
    const odd = { ...A, id: 'odd-id', order: 1e300 };
    const twin = { ...A, colour: 'gold' };
    const nameless = { id: 'x', of: 'another version' };
    await item.set({ profiles: [nameless, 7, A, odd, twin], activeId: A.id });
    const profiles = profilesOf(device);
    expect(await profiles.listDamaged()).toEqual(['x', '#2', 'A', 'A']);
    // The ID of one that is left isn't gone.
    expect(await profiles.removeDamaged('A')).toEqual(['odd-id']);
    expect(await profiles.removeDamaged('#2')).toEqual([]);
    expect(await profiles.listDamaged()).toEqual(['x']);
    expect(await profiles.removeDamaged('x')).toEqual(['x']);
    const before = await item.get();
    expect(before).toEqual({ profiles: [A], activeId: A.id });
    expect(await profiles.removeDamaged('A')).toEqual([]);
    expect(await item.get()).toEqual(before);
  });

  test('error: an unknown profile, and a name that’s already in use', async () => {
    const profiles = profilesOf(device);
    await profiles.save(A);
    await expect(profiles.get(B.id)).rejects.toMatchObject({ code: 'profile_unknown' });
    await expect(profiles.save({ ...B, name: 'A' })).rejects.toMatchObject({
      code: 'invalid_input',
      detail: { field: 'name' },
    });
  });

  test('behavior: the next read sees each change, even two at the same time', async () => {
    const profiles = profilesOf(device);
    expect(await names(profiles)).toEqual([]);
    await profiles.save(A);
    expect(await names(profiles)).toEqual(['A']);
    await Promise.all([profiles.save({ ...A, name: 'First' }), profiles.save(B)]);
    expect(await names(profiles)).toEqual(['First', 'B']);
    await profiles.order([B.id, A.id]);
    expect(await names(profiles)).toEqual(['B', 'First']);
    const known = { organizationName: 'O', userId: 'u', userName: 'U', at: 1 };
    await profiles.saveIdentity(await profiles.get(A.id), known);
    expect((await profiles.get(A.id)).known).toEqual(known);
    await profiles.remove(B.id);
    expect(await names(profiles)).toEqual(['First']);
  });
});

describe('the list', () => {
  /** In memory, and how often it is written. */
  function kept(first?: ProfilesRecord) {
    let value = first;
    const writes: ProfilesRecord[] = [];
    const profiles = createProfiles({
      get: async () => value,
      set: async (next) => {
        value = next;
        writes.push(next);
      },
      remove: async () => {},
    });
    return { profiles, writes };
  }

  test('behavior: none is active without profiles, otherwise the chosen one or the first', async () => {
    const { profiles, writes } = kept();
    expect(await profiles.activeId()).toBeNull();
    await profiles.save(B);
    await profiles.save(A);
    expect(await profiles.activeId()).toBe(B.id);
    await profiles.select(A.id);
    expect(await profiles.activeId()).toBe(A.id);
    const before = writes.length;
    await profiles.select(A.id);
    expect(writes).toHaveLength(before);
    await expect(profiles.select('nobody')).rejects.toMatchObject({ code: 'profile_unknown' });
    await profiles.remove(A.id);
    expect(await profiles.activeId()).toBe(B.id);
  });

  test('behavior: several are added or replaced in one write, all of them or none', async () => {
    const { profiles, writes } = kept();
    await profiles.saveAll([]);
    expect(writes).toEqual([]);
    const C = profileWith('c', 'C', 2);
    await profiles.saveAll([A, B]);
    expect(writes).toEqual([{ profiles: [A, B], activeId: A.id }]);
    const renamed = { ...A, name: 'First' };
    await profiles.saveAll([renamed, C]);
    expect(writes.at(-1)).toEqual({ profiles: [B, renamed, C], activeId: A.id });
    const taken = profiles.saveAll([profileWith('d', 'D', 3), profileWith('e', 'C', 4)]);
    await expect(taken).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await names(profiles)).toEqual(['First', 'B', 'C']);
  });

  test('behavior: is in the user’s order, and by name if two have the same position', async () => {
    const rows = [
      profileWith('c', 'C', 2),
      profileWith('d', 'Same B', 1),
      profileWith('e', 'Same A', 1),
      A,
    ];
    const { profiles } = kept({ profiles: rows, activeId: null });
    expect(await names(profiles)).toEqual(['A', 'Same A', 'Same B', 'C']);
    expect(await profiles.activeId()).toBe(A.id);
    expect(await profiles.list()).toBe(await profiles.list());
  });

  test('behavior: profiles that an order doesn’t name follow it as they were', async () => {
    const rows = [A, B, profileWith('c', 'C', 2), profileWith('d', 'D', 3)];
    const { profiles, writes } = kept({ profiles: rows, activeId: B.id });
    await profiles.order([rows[3]?.id ?? '', 'nobody', B.id]);
    expect(await names(profiles)).toEqual(['D', 'B', 'A', 'C']);
    expect(writes.at(-1)).toMatchObject({ activeId: B.id });
  });

  test('behavior: only the profile that asked keeps what whoami returned', async () => {
    const { profiles, writes } = kept({ profiles: [A, B], activeId: null });
    const known = { organizationName: 'O', userId: 'u', userName: 'U', at: 1 };
    for (const changed of [
      { ...A, organizationId: B.id },
      { ...A, keyId: null },
      { ...A, id: 'gone' },
    ]) {
      await profiles.saveIdentity(changed, known);
    }
    expect(writes).toEqual([]);
    await profiles.saveIdentity({ ...A, name: 'Renamed meanwhile' }, known);
    expect(await profiles.get(A.id)).toEqual({ ...A, known });
    expect(await profiles.get(B.id)).toEqual(B);
  });

  test('error: at most a hundred, each of which can still be changed', async () => {
    const rows = Array.from({ length: 100 }, (_, at) => ({
      ...A,
      id: `${String(at).padStart(8, '0')}-0000-4000-8000-000000000000`,
      name: `Profile ${at}`,
      order: at,
    }));
    const { profiles } = kept({ profiles: rows, activeId: null });
    await expect(profiles.save(A)).rejects.toMatchObject({
      code: 'profile_invalid',
      detail: { reason: 'too_many_profiles', limit: 100 },
    });
    const [first] = rows;
    if (!first) throw new Error('no rows');
    await profiles.save({ ...first, name: 'Changed' });
    expect(await names(profiles)).toHaveLength(100);
    expect(await names(profiles)).toContain('Changed');
    await expect(profiles.save({ ...first, name: 'Profile 2' })).rejects.toMatchObject({
      code: 'invalid_input',
      detail: { field: 'name', reason: 'profile_name_taken' },
    });
  });
});
