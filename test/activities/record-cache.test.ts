// What pages read, kept for their next opening: whose it is, and when there is none of it.
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createRecordCache, type RecordCacheDeps } from '../../src/activities/record-cache.ts';
import { fromUtf8, utf8, type Bytes } from '../../src/crypto/bytes.ts';
import { KeystampError } from '../../src/protocol/errors.ts';
import type { Profile } from '../../src/protocol/profile.ts';
import { createConnection, type Connect } from '../../src/storage/database.ts';

const passkeys = (rpId: string | null, ...ids: string[]) => ({
  rpId,
  credentials: ids.map((id) => ({ id, name: id, transports: [] })),
});
const PROFILE = {
  id: 'profile',
  baseUrl: 'https://service.example',
  organizationId: 'organization',
  keyId: 'key',
  passkeys: null,
} as unknown as Profile;

let connect: Connect;
let profile: Profile;
let isLocked: boolean;
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  connect = createConnection({ pause: () => Promise.resolve() });
  [profile, isLocked] = [PROFILE, false];
});

const demandUnlocked = () => {
  if (isLocked) throw new KeystampError('vault_locked');
};
/** Sealing that anybody can read, and that opens in its own place only. */
const records = () =>
  createRecordCache({
    connect,
    vault: {
      sealCopy: async (place: string, bytes: Bytes) => {
        demandUnlocked();
        return utf8(`${place}\n${fromUtf8(bytes)}`);
      },
      openCopy: async (place: string, sealed: Bytes) => {
        demandUnlocked();
        const text = fromUtf8(sealed);
        if (!text.startsWith(`${place}\n`)) throw new KeystampError('vault_damaged');
        return utf8(text.slice(place.length + 1));
      },
      lockAt: async () => (isLocked ? null : 1),
    },
    profiles: {
      get: async () => profile,
      list: async () => [profile],
    },
  } satisfies RecordCacheDeps);
const get = (name = 'wallets') => records().get('profile', name);
const set = (value: unknown, name = 'wallets') => records().set('profile', name, value);
const count = async () => (await connect()).count('records');

describe('createRecordCache', () => {
  test('behavior: a value comes back under its name, also one that is nothing', async () => {
    expect(await get()).toBeNull();
    await set({ at: 1 });
    expect(await get()).toEqual({ at: 1 });
    expect(await get('users')).toBeNull();
    await set(undefined);
    expect(await get()).toBeNull();
    expect(await count()).toBe(1);
  });

  const credentialed = { ...PROFILE, passkeys: passkeys('a.example', 'one', 'two') };
  test.each<[string, Partial<Profile>]>([
    ['service', { baseUrl: 'https://other.example' }],
    ['organization', { organizationId: 'other' }],
    ['key', { keyId: 'other' }],
    ['passkey', { passkeys: passkeys('a.example', 'one', 'three') }],
    ['number of passkeys', { passkeys: passkeys('a.example', 'one') }],
    ['website of its passkeys', { passkeys: passkeys('b.example', 'one', 'two') }],
    ['kind of credential', { passkeys: null }],
  ])('behavior: a profile with another %s has none of it, and it goes', async (_what, changes) => {
    profile = credentialed;
    await set(1);
    await records().sweep();
    expect(await get()).toBe(1);
    profile = { ...credentialed, ...changes };
    expect(await get()).toBeNull();
    await set(2, 'users');
    await records().sweep();
    expect([await count(), await get('users')]).toEqual([1, 2]);
    profile = credentialed;
    expect(await get()).toBeNull();
  });

  test('behavior: while locked, nothing is shown, taken or deleted', async () => {
    await set(1);
    profile = { ...PROFILE, keyId: 'other' };
    await set(2);
    isLocked = true;
    await expect(get()).rejects.toMatchObject({ code: 'vault_locked' });
    await expect(set(3)).rejects.toMatchObject({ code: 'vault_locked' });
    await records().sweep();
    expect(await count()).toBe(2);
    isLocked = false;
    await records().sweep();
    expect([await count(), await get()]).toEqual([1, 2]);
  });

  test.each([[new Uint8Array([1])], ['text'], [{ slice: 'no' }], [7]])(
    'error: %j in its place is none',
    async (stored) => {
      await set(1);
      const db = await connect();
      const [key] = await db.getAllKeys('records');
      if (key) await db.put('records', stored, key);
      expect(await get()).toBeNull();
    },
  );

  test('error: in another’s place there is none', async () => {
    await set(1);
    await set(2, 'users');
    const db = await connect();
    const [first, second] = await db.getAllKeys('records');
    if (!first || !second) throw new Error('two are kept');
    const rows = [await db.get('records', first), await db.get('records', second)];
    await db.put('records', rows[1], first);
    await db.put('records', rows[0], second);
    expect([await get(), await get('users')]).toEqual([null, null]);
  });

  test('error: more than four million characters are refused', async () => {
    const text = 'x'.repeat(4_000_000 - 2);
    await set(text);
    await expect(set(`${text}x`)).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await get()).toBe(text);
  });
});
