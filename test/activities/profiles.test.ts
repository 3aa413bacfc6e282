import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createProfiles, PROFILES_KEY } from '../../src/activities/profiles.ts';
import { LOCAL_BASE_URL, TURNKEY_TRUST, type Profile } from '../../src/protocol/profile.ts';
import { createConnection, deleteDatabase, openDatabase } from '../../src/storage/database.ts';
import { memoryArea } from '../storage/memory-area.ts';

const profile = (digit: string, name: string, order: number): Profile => ({
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
const A = profile('a', 'A', 0);
const B = profile('b', 'B', 1);

const profilesOver = (local = memoryArea()) => createProfiles(() => openDatabase(), local);
const names = async (profiles: ReturnType<typeof createProfiles>) =>
  (await profiles.list()).map(({ name }) => name);
/** The browser has dropped the database and made an empty one. */
const loseDatabase = () => {
  globalThis.indexedDB = new IDBFactory();
};

beforeEach(loseDatabase);

describe('createProfiles', () => {
  test('behavior: profiles come back from their copy after the database was lost', async () => {
    const profiles = profilesOver();
    await profiles.save(A);
    await profiles.save(B);
    await profiles.order([B.id, A.id]);
    loseDatabase();
    expect(await names(profiles)).toEqual(['B', 'A']);
    expect((await profiles.get(A.id)).name).toBe('A');
    expect(await profiles.activeId()).toBe(B.id);
  });

  test('behavior: a removed profile does not come back, not even the last one', async () => {
    const profiles = profilesOver();
    await profiles.save(A);
    await profiles.save(B);
    await profiles.remove(A.id);
    await profiles.remove(B.id);
    expect(await names(profiles)).toEqual([]);
    loseDatabase();
    expect(await names(profiles)).toEqual([]);
  });

  test('behavior: a new profile after the loss stands beside the old ones', async () => {
    const profiles = profilesOver();
    await profiles.save(A);
    loseDatabase();
    await profiles.save(B);
    expect(await names(profiles)).toEqual(['A', 'B']);
  });

  test('behavior: a damaged copy is as good as none', async () => {
    const local = memoryArea();
    await local.set(PROFILES_KEY, [{ id: 'x' }, 7, A]);
    expect(await names(profilesOver(local))).toEqual(['A']);
    loseDatabase();
    await local.set(PROFILES_KEY, 'garbage');
    expect(await names(profilesOver(local))).toEqual([]);
  });

  test('error: an unknown profile, and a name that another one has', async () => {
    const profiles = profilesOver();
    await profiles.save(A);
    await expect(profiles.get(B.id)).rejects.toMatchObject({ code: 'profile_unknown' });
    await expect(profiles.save({ ...B, name: 'A' })).rejects.toMatchObject({
      code: 'invalid_input',
      detail: { field: 'name' },
    });
  });

  test('behavior: over one connection, each change is seen by the next look', async () => {
    const db = await openDatabase();
    const profiles = createProfiles(async () => db, memoryArea());
    expect(await names(profiles)).toEqual([]);
    await profiles.save(A);
    expect(await names(profiles)).toEqual(['A']);
    await profiles.save({ ...A, name: 'First' });
    await profiles.save(B);
    expect(await names(profiles)).toEqual(['First', 'B']);
    await profiles.order([B.id, A.id]);
    expect(await names(profiles)).toEqual(['B', 'First']);
    const known = { organizationName: 'O', userId: 'u', userName: 'U', at: 1 };
    await profiles.know(await profiles.get(A.id), known);
    expect((await profiles.get(A.id)).known).toEqual(known);
    await profiles.remove(B.id);
    expect(await names(profiles)).toEqual(['First']);
    db.close();
  });

  test('behavior: nothing is remembered of a database that was deleted', async () => {
    const local = memoryArea();
    const connect = createConnection({ pause: () => Promise.resolve() });
    const profiles = createProfiles(connect, local);
    await profiles.save(A);
    expect(await names(profiles)).toEqual(['A']);
    await deleteDatabase();
    await local.remove(PROFILES_KEY);
    expect(await names(profiles)).toEqual([]);
  });
});
