// What pages read of an organization, kept on disk for their next opening: for whoever has unlocked the
// vault, for the same profile, and as it was.
import { describe, expect, test } from 'vitest';
import { toHex, utf8 } from '../../src/crypto/bytes.ts';
import type { Client } from '../../src/client/client.ts';
import type { Snapshot } from '../../src/protocol/app-state.ts';
import type { Profile } from '../../src/protocol/profile.ts';
import { KDF, newKek } from './fake-browser.ts';
import { readDatabaseRows } from './stores.ts';
import { useWorkerFixture } from './worker-fixture.ts';

const fixture = useWorkerFixture();
const RECORDS = {
  at: 7,
  after: null,
  records: [{ walletId: 'w1-of-the-payroll', walletName: 'Payroll 2027' }],
};
const NAME = 'wallet#0';

const call: Client['call'] = (...args) => fixture.browser.client.call(...args);
const profileId = () => fixture.account.profile.id;
const keep = (name = NAME, value: unknown = RECORDS, id = profileId()) =>
  call('records_keep', { profileId: id, name, value });
const kept = (name = NAME, id = profileId()) => call('records_kept', { profileId: id, name });
const unlock = () => call('vault_unlock', {}, { keks: [fixture.account.kek] });
const saveProfile = (changes: Partial<Profile>) =>
  fixture.callWithProof('profiles_save', { ...fixture.account.profile, ...changes });
const rows = async () => Object.values((await readDatabaseRows())['records'] ?? {});

/** Changes rows of the store as somebody who can write to the disk would. */
async function tamper(
  change: (store: IDBObjectStore, key: IDBValidKey, value: Uint8Array) => void,
) {
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('keystamp');
    opening.addEventListener('error', () => reject(new Error('open')));
    opening.addEventListener('success', () => {
      const transaction = opening.result.transaction('records', 'readwrite');
      const store = transaction.objectStore('records');
      const reading = store.openCursor();
      reading.addEventListener('success', () => {
        const cursor = reading.result;
        if (!cursor) return;
        change(store, cursor.primaryKey, cursor.value as Uint8Array);
        cursor.continue();
      });
      transaction.addEventListener('complete', () => {
        opening.result.close();
        resolve();
      });
    });
  });
}

const flipped = (value: Uint8Array, at: number) =>
  value.map((byte, index) => (index === at ? byte ^ 1 : byte));

describe('kept records', () => {
  test('behavior: come back as they were, also after the worker stopped', async () => {
    expect(await kept()).toBeNull();
    await keep();
    expect(await kept()).toEqual(RECORDS);
    fixture.browser.kill();
    expect(await kept()).toEqual(RECORDS);
    expect(await kept('wallet#1')).toBeNull();
  });

  test('behavior: come back after the browser’s restart, once the vault is unlocked', async () => {
    await keep();
    fixture.browser.kill();
    fixture.browser.session.clear();
    await expect(kept()).rejects.toMatchObject({ code: 'vault_locked' });
    await unlock();
    expect(await kept()).toEqual(RECORDS);
  });

  test('error: a locked vault neither shows nor takes any (threat 49)', async () => {
    await keep();
    await call('vault_lock', {});
    await expect(kept()).rejects.toMatchObject({ code: 'vault_locked' });
    await expect(keep('wallet#1')).rejects.toMatchObject({ code: 'vault_locked' });
    expect(await rows()).toHaveLength(1);
  });

  test('error: nothing of them is on the disk in clear (threat 49)', async () => {
    await keep('walletAccount/5c8f8e0e-1111-4222-8333-444455556666#0');
    const onDisk = JSON.stringify((await readDatabaseRows())['records'], (_, value: unknown) =>
      value instanceof Uint8Array ? `${toHex(value)} ${String.fromCodePoint(...value)}` : value,
    );
    expect(onDisk).toContain(profileId());
    // Shorter texts stand in random bytes by chance.
    for (const text of [
      'Payroll',
      'walletName',
      'w1-of-the-payroll',
      '5c8f8e0e-1111',
      'walletAccount',
    ]) {
      expect(onDisk).not.toContain(text);
      expect(onDisk).not.toContain(toHex(utf8(text)));
    }
  });

  test.each([
    ['a flipped bit of its nonce', (value: Uint8Array) => flipped(value, 3)],
    ['a flipped bit of its text', (value: Uint8Array) => flipped(value, 40)],
    ['a flipped bit of its tag', (value: Uint8Array) => flipped(value, value.length - 1)],
    ['its end cut off', (value: Uint8Array) => value.slice(0, -1)],
    ['nothing left of it', () => new Uint8Array()],
    ['text in its place', () => JSON.stringify(RECORDS)],
    ['an object in its place', () => RECORDS],
  ])('error: with %s there is none (threat 49)', async (_, change) => {
    await keep();
    await tamper((store, key, value) => void store.put(change(value), key));
    expect(await kept()).toBeNull();
    await keep();
    expect(await kept()).toEqual(RECORDS);
  });

  test('error: in another’s place there is none (threat 49)', async () => {
    const other = await fixture.callWithProof('profiles_save', {
      ...fixture.account.profile,
      id: null,
      name: 'Other',
    });
    await keep(NAME, RECORDS);
    await keep('user#0', { at: 1 });
    await keep(NAME, { at: 2 }, other.id);
    const sealed: [IDBValidKey, Uint8Array][] = [];
    await tamper((_, key, value) => sealed.push([key, value]));
    expect(sealed).toHaveLength(3);
    await tamper((store, key) => {
      const next = sealed[(sealed.findIndex(([one]) => indexedDB.cmp(one, key) === 0) + 1) % 3];
      store.put(next?.[1], key);
    });
    expect([await kept(), await kept('user#0'), await kept(NAME, other.id)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('error: an older one put back has its own time (threat 49)', async () => {
    await keep(NAME, { ...RECORDS, at: 1 });
    const before: Uint8Array[] = [];
    await tamper((_, _key, value) => before.push(value));
    await keep(NAME, { ...RECORDS, at: 2 });
    await tamper((store, key) => void store.put(before[0], key));
    expect(await kept()).toMatchObject({ at: 1 });
  });

  test('behavior: go with their profile', async () => {
    const other = await fixture.callWithProof('profiles_save', {
      ...fixture.account.profile,
      id: null,
      name: 'Other',
    });
    await keep();
    await keep('user#0', { at: 1 });
    await keep(NAME, RECORDS, other.id);
    await fixture.callWithProof('profiles_remove', { id: profileId() });
    expect(await rows()).toHaveLength(1);
    expect(await kept(NAME, other.id)).toEqual(RECORDS);
    await expect(kept()).rejects.toMatchObject({ code: 'profile_unknown' });
    await expect(keep()).rejects.toMatchObject({ code: 'profile_unknown' });
  });

  const credentials = [{ id: 'c'.repeat(43), name: 'Mine', transports: [] }];
  const others: [string, Partial<Profile>][] = [
    ['organization', { organizationId: '5c8f8e0e-1111-4222-8333-444455556666' }],
    ['service', { baseUrl: 'http://127.0.0.1:9999' }],
    ['key', { keyId: null, passkeys: { rpId: null, credentials } }],
    ['passkey', { passkeys: { rpId: null, credentials } }],
  ];

  test.each(others)('behavior: go when the profile gets another %s', async (_, changes) => {
    await keep();
    await saveProfile({ name: 'Renamed', colour: 'red' });
    expect(await kept()).toEqual(RECORDS);
    await saveProfile(changes);
    expect(await rows()).toEqual([]);
    await saveProfile({});
    expect(await kept()).toBeNull();
  });

  test('behavior: what a stop left behind of a removed profile goes with the next unlock', async () => {
    await keep();
    const left: [IDBValidKey, Uint8Array][] = [];
    await tamper((_, key, value) => left.push([key, value]));
    await fixture.callWithProof('profiles_remove', { id: profileId() });
    await new Promise<void>((resolve) => {
      const opening = indexedDB.open('keystamp');
      opening.addEventListener('success', () => {
        const transaction = opening.result.transaction('records', 'readwrite');
        for (const [key, value] of left) transaction.objectStore('records').put(value, key);
        transaction.addEventListener('complete', () => {
          opening.result.close();
          resolve();
        });
      });
    });
    expect(await rows()).toHaveLength(1);
    await call('vault_lock', {});
    await unlock();
    await fixture.time.passes(async () => expect(await rows()).toEqual([]));
  });

  test('behavior: no former password opens them', async () => {
    await keep();
    const next = newKek();
    await call('vault_password', { kdf: KDF }, { oldKeks: [fixture.account.kek], newKek: next });
    expect(await kept()).toBeNull();
  });

  test('error: more than a page keeps at once is refused', async () => {
    await expect(keep(NAME, 'x'.repeat(4_000_000))).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect(await rows()).toEqual([]);
  });
});

describe('the first screen', () => {
  const shownHome = () => (fixture.browser.session.get('snapshot') as Snapshot | undefined)?.home;

  test('behavior: is there after a restart without the service, with the time of its reading', async () => {
    const home = await call('home', { profileId: profileId() });
    fixture.browser.kill();
    fixture.browser.session.clear();
    fixture.browser.network = () => Promise.reject(new TypeError('offline'));
    await call('state', {});
    expect(shownHome()).toBeNull();
    await unlock();
    expect(shownHome()).toEqual({ ...home, entries: [] });
  });

  test('behavior: of another profile comes without the service as well', async () => {
    const home = await call('home', { profileId: profileId() });
    const other = await fixture.callWithProof('profiles_save', {
      ...fixture.account.profile,
      id: null,
      name: 'Other',
    });
    fixture.browser.network = () => Promise.reject(new TypeError('offline'));
    await call('profiles_select', { id: other.id });
    expect(shownHome()).toBeNull();
    await call('profiles_select', { id: profileId() });
    expect(shownHome()).toMatchObject({ profileId: profileId(), at: home.at });
  });
});
