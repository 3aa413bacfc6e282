// Files of unreleased versions: refused by their number wherever they lie, and of no use to somebody
// who puts one beside or in place of a vault. Nothing of them is taken, and nothing is deleted.
import { openDB } from 'idb';
import { beforeEach, describe, expect, test } from 'vitest';
import { createProfiles, profilesRecord, PROFILES_RECORD } from '../../src/activities/profiles.ts';
import { DATABASE_NAME } from '../../src/storage/database.ts';
import { LAST_SAVED_KEY } from '../../src/vault/last-saved.ts';
import { PASSKEY_KEK, passkey } from './enrolled-device.ts';
import { createDevice, freshKey, KEK, kdf, OTHER_KEK, type Device } from './device.ts';
import { UNRELEASED_VERSIONS, writeUnreleasedVault } from './unreleased-vault.ts';
import { profileWith } from './passkey-profile.ts';

/** What the user's own password gives. */
const PASSWORD = { kek: KEK, kdf: kdf() };

let device: Device;
beforeEach(() => {
  device = createDevice();
});

type Place = 'main' | 'second' | 'both';
const PLACES: readonly Place[] = ['main', 'second', 'both'];

async function plant(place: Place, copy: unknown): Promise<void> {
  if (place !== 'second') await device.writeMain(copy);
  if (place !== 'main') await device.writeSecond(copy);
}
const refusal = { code: 'vault_unreleased' };
const stored = async () => [await device.readMain(), await device.readSecond()];

/** Everything that could open, replace or show it refuses it, and leaves both places as they are. */
async function expectRefused(): Promise<void> {
  const before = await stored();
  const vault = device.vault();
  expect(await vault.status()).toBe('unreleased');
  await expect(vault.parameters()).rejects.toMatchObject(refusal);
  await expect(vault.unlock([KEK])).rejects.toMatchObject(refusal);
  await expect(vault.unlockByPasskey('any', PASSKEY_KEK)).rejects.toMatchObject(refusal);
  await expect(vault.changePassword([KEK], OTHER_KEK, kdf(2))).rejects.toMatchObject(refusal);
  await expect(vault.create(KEK, kdf())).rejects.toMatchObject(refusal);
  expect(await vault.clearItem(PROFILES_RECORD, profilesRecord).get()).toBeUndefined();
  expect(await stored()).toEqual(before);
}

describe('what an unreleased version left', () => {
  describe.each(UNRELEASED_VERSIONS)('of version %i', (form) => {
    test.each(PLACES)('error: a vault is refused by its name and stays (%s)', async (place) => {
      await plant(place, await writeUnreleasedVault(form, PASSWORD));
      await expectRefused();
    });
  });

  test('error: a copy that is damaged as well is still called that', async () => {
    const copy = await writeUnreleasedVault(1, PASSWORD);
    await plant('main', { ...copy, digest: 'sha256:0', more: 1 });
    await expectRefused();
  });

  test.each([1, 2, 3, 4])('error: a database of version %i is refused', async (version) => {
    const unreleased = await openDB(DATABASE_NAME, version, {
      upgrade: (db) => {
        void db.createObjectStore('vault').put({ text: 'never read' }, 'main');
      },
    });
    unreleased.close();
    expect(await device.vault().status()).toBe('unreleased');
    await expect(device.vault().create(KEK, kdf())).rejects.toMatchObject(refusal);
    await expect(device.vault().unlock([KEK])).rejects.toMatchObject(refusal);
    expect(device.local.values.size).toBe(0);
    const kept = await openDB(DATABASE_NAME);
    expect(kept.version).toBe(version);
    kept.close();
  });

  test('error: a mark in the third place alone is no fresh start', async () => {
    await device.lastSavedArea.set(LAST_SAVED_KEY, {
      revision: 7,
      keys: [{ id: 'a', name: 'Old' }],
    });
    expect(await device.vault().status()).toBe('unreleased');
    await expect(device.vault().parameters()).rejects.toMatchObject(refusal);
    await expect(device.vault().create(KEK, kdf())).rejects.toMatchObject(refusal);
    expect(await stored()).toEqual([undefined, undefined]);
  });

  test('behavior: a wipe starts afresh', async () => {
    await plant('both', await writeUnreleasedVault(2, PASSWORD));
    await device.lastSavedArea.set(LAST_SAVED_KEY, { revision: 7, keys: [] });
    await device.vault().wipe();
    expect(await device.vault().status()).toBe('missing');
    await device.vault().create(KEK, kdf());
    expect(await device.vault().status()).toBe('unlocked');
  });
});

describe('put beside or in place of a vault, under the same password', () => {
  const own = profileWith('credential');
  const profiles = () =>
    createProfiles(device.vault().clearItem(PROFILES_RECORD, profilesRecord)).list();

  beforeEach(async () => {
    const vault = device.vault();
    await vault.create(KEK, kdf());
    await vault.addKey(freshKey('Own').key);
    await vault.enrolPasskey([KEK], PASSKEY_KEK, passkey());
    await createProfiles(vault.clearItem(PROFILES_RECORD, profilesRecord)).saveAll([own]);
    device.restartBrowser();
  });

  async function expectOwnVault(): Promise<void> {
    const vault = device.vault();
    expect((await vault.listKeys()).map(({ name }) => name)).toEqual(['Own']);
    expect((await profiles()).map(({ baseUrl }) => baseUrl)).toEqual([own.baseUrl]);
  }

  describe.each(UNRELEASED_VERSIONS)('of version %i', (form) => {
    test.each(['main', 'second'] as const)(
      'error: nothing of it is taken, and the own vault opens (%s)',
      async (place) => {
        const whole = await device.readMain();
        await plant(place, await writeUnreleasedVault(form, PASSWORD));
        expect(await device.vault().status()).toBe('locked');
        // Also before the password: a locked Keystamp doesn't show it.
        expect((await profiles()).map(({ baseUrl }) => baseUrl)).toEqual([own.baseUrl]);
        await device.vault().unlock([KEK]);
        await expectOwnVault();
        expect(await device.vault().notice()).toBeNull();
        expect(await stored()).toEqual([whole, whole]);
      },
    );

    test('error: in both places it opens for nobody, and is called a lost vault', async () => {
      const planted = await writeUnreleasedVault(form, PASSWORD);
      await plant('both', planted);
      expect(await device.vault().status()).toBe('damaged');
      const lost = { code: 'vault_damaged' };
      await expect(device.vault().parameters()).rejects.toMatchObject(lost);
      await expect(device.vault().unlock([KEK])).rejects.toMatchObject(refusal);
      await expect(device.vault().create(KEK, kdf())).rejects.toMatchObject(lost);
      expect(await profiles()).toEqual([]);
      expect(await stored()).toEqual([planted, planted]);
      // Nor with the mark of the last saved vault gone, or put back from such a version.
      for (const mark of [undefined, { revision: 1, keys: [] }]) {
        await (mark
          ? device.lastSavedArea.set(LAST_SAVED_KEY, mark)
          : device.lastSavedArea.remove(LAST_SAVED_KEY));
        await expectRefused();
      }
    });

    test.each(PLACES)('error: under the present number it opens for nobody (%s)', async (place) => {
      await plant(place, await writeUnreleasedVault(form, PASSWORD, 3));
      const opens = device.vault().unlock([KEK]);
      if (place === 'both') {
        await expect(opens).rejects.toMatchObject({
          code: form === 1 ? 'vault_damaged' : 'wrong_password',
        });
      } else {
        await opens;
        await expectOwnVault();
      }
    });
  });

  test('error: an unreleased database in place of the own one: the second copy opens, nothing is read', async () => {
    (await device.connect()).close();
    await new Promise((resolve) => {
      indexedDB.deleteDatabase(DATABASE_NAME).onsuccess = resolve;
    });
    const planted = await writeUnreleasedVault(1, PASSWORD);
    const unreleased = await openDB(DATABASE_NAME, 4, {
      upgrade: (db) => void db.createObjectStore('vault').put(planted, 'main'),
    });
    unreleased.close();
    await device.vault().unlock([KEK]);
    await expectOwnVault();
    const kept = await openDB(DATABASE_NAME);
    expect([kept.version, await kept.get('vault', 'main')]).toEqual([4, planted]);
    kept.close();
  });

  test('error: a mark of an unreleased version neither warns nor hides what the own one knows', async () => {
    await device.lastSavedArea.set(LAST_SAVED_KEY, { revision: 1_000_000, keys: [] });
    await device.vault().unlock([KEK]);
    expect(await device.vault().notice()).toBeNull();
  });
});
