import { beforeEach, describe, expect, test } from 'vitest';
import { utf8 } from '../../src/crypto/bytes.ts';
import { verifyStamp } from '../../src/crypto/stamp.ts';
import type { VaultDocument } from '../../src/vault/document.ts';
import { LAST_SAVED_KEY } from '../../src/vault/last-saved.ts';
import { digestOf, PASSKEY_KEK, passkey } from './enrolled-device.ts';
import { createDevice, freshKey, KEK, kdf, OTHER_KEK, type Copy, type Device } from './device.ts';

/*
 * Someone who can write to the disk but has no key: rewrites one copy, restores old ones, damages
 * both. Nothing good may be replaced, no former access restored, no right password refused.
 */

let device: Device;
const DISKS = ['main', 'second'] as const;
type Disk = (typeof DISKS)[number];

const readCopy = async (disk: Disk): Promise<Copy> => {
  const copy = await (disk === 'main' ? device.readMain() : device.readSecond());
  if (!copy) throw new Error(`no ${disk} copy`);
  return copy;
};
const writeCopy = (disk: Disk, copy: unknown) =>
  disk === 'main' ? device.writeMain(copy) : device.writeSecond(copy);

/** A carefully changed text: its digest is right, and its MAC belongs to the text before. */
function editCopy(copy: Copy, edit: (document: VaultDocument) => object): Copy {
  const text = JSON.stringify(edit(JSON.parse(copy.text) as VaultDocument));
  return { ...copy, text, digest: digestOf(text) };
}

async function expectBothKeys(): Promise<void> {
  const keys = await device.vault().listKeys();
  expect(keys.map(({ name }) => name)).toEqual(['A', 'B']);
  for (const { id } of keys) {
    const { value } = await device.vault().stamper(id).stamp('{}');
    await verifyStamp(value, utf8('{}'));
  }
}

beforeEach(async () => {
  device = createDevice();
  await device.vault().create(KEK, kdf());
  await device.vault().addKey(freshKey('A').key);
  await device.vault().addKey(freshKey('B').key);
});

describe.each(DISKS)('the %s copy rewritten', (disk) => {
  const edits: [string, (document: VaultDocument) => object][] = [
    ['without its keys', (d) => ({ ...d, revision: d.revision + 1, keys: [] })],
    ['without one key', (d) => ({ ...d, revision: d.revision + 1, keys: d.keys.slice(1) })],
    ['without its records', (d) => ({ ...d, revision: 99, records: [] })],
    ['with another salt', (d) => withKdf(d, { salt: kdf(9).salt })],
    ['with costlier parameters', (d) => withKdf(d, { iterations: 5, memoryKib: 131_072 })],
    ['with a revision that nothing passes', (d) => ({ ...d, revision: Number.MAX_SAFE_INTEGER })],
    ['as saved in 2099', (d) => ({ ...d, savedAt: Date.UTC(2099, 0) })],
    ['with other clear records', (d) => ({ ...d, clear: [{ name: 'auto-lock', text: '240' }] })],
    ['as one that retires all others', (d) => ({ ...d, retired: ['A'.repeat(43)] })],
  ];
  const withKdf = (d: VaultDocument, change: object) => ({
    ...d,
    revision: d.revision + 1,
    header: { ...d.header, kdf: { ...d.header.kdf, ...change } },
  });

  test.each(edits)('error: %s neither counts nor stays (threat 33)', async (_name, edit) => {
    const good = await readCopy(disk);
    await writeCopy(disk, editCopy(good, edit));
    device.restartBrowser();
    const { kdfs } = await device.vault().parameters();
    expect(kdfs).toContainEqual(kdf());
    await device.vault().unlock([KEK]);
    await expectBothKeys();
    expect(await readCopy('main')).toEqual(good);
    expect(await readCopy('second')).toEqual(good);
    expect(await device.vault().notice()).toBeNull();
  });

  test('error: while the vault is unlocked it changes nothing, in any worker', async () => {
    const good = await readCopy(disk);
    await writeCopy(
      disk,
      editCopy(good, (d) => ({ ...d, revision: 99, keys: [] })),
    );
    await expectBothKeys();
    await device.vault().sealRecord('note', utf8('x'));
    expect(JSON.parse((await readCopy(disk)).text)).toMatchObject({ keys: [{}, {}] });
    await expectBothKeys();
  });

  test.each([null, 0, '', [], {}])(
    'error: %j in its place is damage, not absence',
    async (value) => {
      await writeCopy(disk, value);
      await writeCopy(disk === 'main' ? 'second' : 'main', value);
      device.restartBrowser();
      expect(await device.vault().status()).toBe('damaged');
      await expect(device.vault().create(OTHER_KEK, kdf(2))).rejects.toMatchObject({
        code: 'vault_damaged',
      });
    },
  );

  test('error: an old version of it restores no removed key and no old record', async () => {
    const old = await readCopy(disk);
    const [a] = await device.vault().listKeys();
    await device.vault().removeKey(a?.id ?? '');
    await writeCopy(disk, old);
    for (const restart of [false, true]) {
      if (restart) {
        device.restartBrowser();
        await device.vault().unlock([KEK]);
      }
      expect((await device.vault().listKeys()).map(({ name }) => name)).toEqual(['B']);
    }
  });

  test('error: an old version of it doesn’t bring back a replaced password', async () => {
    const old = await readCopy(disk);
    await device.vault().changePassword([KEK], OTHER_KEK, kdf(2));
    const present = await readCopy(disk);
    for (const copy of [old, editCopy(old, (d) => ({ ...d, revision: 99 }))]) {
      await writeCopy(disk, copy);
      device.restartBrowser();
      // The page derives one key for each copy’s parameters: the old password fits the old copy.
      const opens = device.vault().unlock([KEK, OTHER_KEK.slice().fill(9)]);
      await expect(opens).rejects.toMatchObject({
        code: copy === old ? 'wrong_password' : 'vault_damaged',
      });
      await device.vault().unlock([OTHER_KEK.slice().fill(9), OTHER_KEK]);
      await expectBothKeys();
      expect(await readCopy(disk)).toEqual(present);
    }
  });

  test('error: an old version of it, its revision raised, lets no removed passkey in', async () => {
    await device.vault().enrolPasskey([KEK], PASSKEY_KEK, passkey());
    const old = await readCopy(disk);
    const id = (await device.vault().parameters()).passkeys[0]?.id ?? '';
    await device.vault().removePasskey([KEK], id);
    const present = await readCopy(disk);
    for (const [copy, code] of [
      [old, 'passkey_removed'],
      [editCopy(old, (d) => ({ ...d, revision: 99 })), 'vault_damaged'],
    ] as const) {
      await writeCopy(disk, copy);
      device.restartBrowser();
      const opens = device.vault().unlockByPasskey(id, PASSKEY_KEK);
      await expect(opens).rejects.toMatchObject({ code });
      await device.vault().unlock([KEK]);
      expect(await readCopy(disk)).toEqual(present);
    }
  });
});

describe('both copies restored from an earlier state', () => {
  let old: Copy;
  beforeEach(async () => {
    old = await readCopy('main');
    await device.vault().addKey(freshKey('C').key);
  });
  const rollBack = async () => {
    await writeCopy('main', old);
    await writeCopy('second', old);
    device.restartBrowser();
  };

  test('behavior: is reported, with what is missing, and nothing is overwritten until the user decides', async () => {
    await rollBack();
    await device.vault().unlock([KEK]);
    const notice = { kind: 'behind', savedAt: device.time.now, missing: ['C'] };
    expect(await device.vault().notice()).toEqual(notice);
    await expectBothKeys();
    const refused = { code: 'vault_behind' };
    await expect(device.vault().addKey(freshKey('D').key)).rejects.toMatchObject(refused);
    const rekey = device.vault().changePassword([KEK], OTHER_KEK, kdf(2));
    await expect(rekey).rejects.toMatchObject(refused);
    expect(await readCopy('main')).toEqual(old);
    expect(await readCopy('second')).toEqual(old);
    await device.vault().acceptNotice();
    expect(await device.vault().notice()).toBeNull();
    await device.vault().addKey(freshKey('D').key);
    device.restartBrowser();
    await device.vault().unlock([KEK]);
    expect(await device.vault().notice()).toBeNull();
  });

  test('behavior: while the browser runs, an unlocked vault uses neither', async () => {
    await writeCopy('main', old);
    await writeCopy('second', old);
    await expect(device.vault().listKeys()).rejects.toMatchObject({ code: 'vault_damaged' });
  });

  test('behavior: with one copy damaged and the other old, the later one opens again once it is back', async () => {
    const later = await readCopy('second');
    await writeCopy('main', old);
    await writeCopy('second', { ...later, digest: 'damaged' });
    device.restartBrowser();
    await device.vault().unlock([KEK]);
    expect(await device.vault().notice()).toMatchObject({ kind: 'behind', missing: ['C'] });
    expect(await readCopy('second')).toEqual({ ...later, digest: 'damaged' });
    await writeCopy('second', later);
    await device.vault().lock();
    await device.vault().unlock([KEK]);
    expect(await device.vault().notice()).toBeNull();
    expect(await device.vault().listKeys()).toHaveLength(3);
  });

  test('error: two empty stores are damage, not a fresh start', async () => {
    await writeCopy('main', undefined);
    await writeCopy('second', undefined);
    device.restartBrowser();
    expect(await device.vault().status()).toBe('damaged');
    const created = device.vault().create(OTHER_KEK, kdf(2));
    await expect(created).rejects.toMatchObject({ code: 'vault_damaged' });
    await device.vault().wipe();
    expect(await device.vault().status()).toBe('missing');
    await device.vault().create(OTHER_KEK, kdf(2));
  });

  test('behavior: without the third place, a damaged copy is still reported', async () => {
    await writeCopy('second', 'rubbish');
    await device.lastSavedArea.remove(LAST_SAVED_KEY);
    device.restartBrowser();
    await device.vault().unlock([KEK]);
    expect(await device.vault().notice()).toMatchObject({ kind: 'unsure', missing: [] });
    await device.vault().acceptNotice();
    expect(await device.vault().notice()).toBeNull();
  });

  test('error: a rewritten third place warns, and locks nothing', async () => {
    for (const floor of [
      { revision: 1e9, keys: [{ id: 'x', name: 'Bait' }] },
      { revision: 'x' },
      'rubbish',
      null,
      { revision: 1e9, keys: [], more: 1 },
    ]) {
      await device.lastSavedArea.set(LAST_SAVED_KEY, floor);
      device.restartBrowser();
      await device.vault().unlock([KEK]);
      expect(await device.vault().listKeys()).toHaveLength(3);
      await device.vault().acceptNotice();
    }
    await device.vault().addKey(freshKey('D').key);
  });
});
