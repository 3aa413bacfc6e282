// API keys on their way into a backup and out of one: opened for a moment, all or none.
import { beforeEach, describe, expect, test } from 'vitest';
import { toHex, type Bytes } from '../../src/crypto/bytes.ts';
import type { OpenedKey } from '../../src/vault/key-backup.ts';
import { recordWipes } from '../crypto/record-wipes.ts';
import { createDevice, freshKey, KEK, kdf, MINUTE, type Device } from './device.ts';

let device: Device;
beforeEach(async () => {
  device = createDevice();
  await device.vault().create(KEK, kdf());
});

/** A key as a backup has it. */
function keyOfBackup(changes: Partial<OpenedKey> = {}): OpenedKey {
  const { key } = freshKey('Restored');
  const publicKey = toHex(key.publicKey);
  return { ...key, publicKey, id: crypto.randomUUID(), createdAt: 1, ...changes };
}
const ZEROS = new Uint8Array(32);
const ids = async () => (await device.vault().listKeys()).map(({ id }) => id);

describe('withOpenedKeys', () => {
  test('behavior: has every key while it runs, and wipes them, even if it fails', async () => {
    const added = [freshKey('One'), freshKey('Two')];
    for (const { key } of added)
      await device.vault().addKey({ ...key, privateKey: key.privateKey.slice() });
    const lent: Bytes[] = [];
    const read = () =>
      device.vault().withOpenedKeys(async (keys) => {
        lent.push(...keys.map(({ privateKey }) => privateKey));
        return keys.map(({ name, privateKey }) => [name, toHex(privateKey)]);
      });
    expect(await read()).toEqual(added.map(({ key, secret }) => [key.name, secret]));
    await expect(
      device.vault().withOpenedKeys(async (keys) => {
        lent.push(...keys.map(({ privateKey }) => privateKey));
        throw new Error('full');
      }),
    ).rejects.toThrow('full');
    expect(lent).toEqual([ZEROS, ZEROS, ZEROS, ZEROS]);
  });

  test('error: not a minute after the last proof, nor while locked', async () => {
    await device.vault().addKey(freshKey().key);
    const read = () => device.vault().withOpenedKeys(async (keys) => keys.length);
    device.time.now += MINUTE - 1;
    expect(await read()).toBe(1);
    device.time.now += 1;
    await expect(read()).rejects.toMatchObject({ code: 'reauthentication_needed' });
    await device.vault().prove([KEK]);
    expect(await read()).toBe(1);
    await device.vault().lock();
    await expect(read()).rejects.toMatchObject({ code: 'reauthentication_needed' });
  });
});

describe('restoreKeys', () => {
  test('behavior: adds keys under their own IDs, and wipes what it was given', async () => {
    const keys = [keyOfBackup({ name: 'One' }), keyOfBackup({ name: 'Two' })];
    const secrets = keys.map(({ privateKey }) => toHex(privateKey));
    const wiped = await recordWipes(() => device.vault().restoreKeys(keys));
    for (const secret of secrets) expect(wiped).toContain(secret);
    expect(keys.map(({ privateKey }) => privateKey)).toEqual([ZEROS, ZEROS]);
    expect(await ids()).toEqual(keys.map(({ id }) => id));
    const opened = await device
      .vault()
      .withOpenedKeys(async (all) => all.map(({ privateKey }) => toHex(privateKey)));
    expect(opened).toEqual(secrets);
  });

  test.each<[string, (here: OpenedKey) => Partial<OpenedKey>, object]>([
    ['whose ID another key has', ({ id }) => ({ id }), { code: 'invalid_input' }],
    ['whose name another key has', ({ name }) => ({ name }), { code: 'invalid_input' }],
    ['whose halves don’t match', () => ({ privateKey: ZEROS.slice().fill(7) }), {}],
  ])('error: with one %s none is added, and all are wiped', async (_, changes, refusal) => {
    const here = keyOfBackup({ name: 'Here' });
    await device.vault().restoreKeys([{ ...here, privateKey: here.privateKey.slice() }]);
    const good = keyOfBackup({ name: 'Good' });
    const bad = { ...keyOfBackup({ name: 'Bad' }), ...changes(here) };
    await expect(device.vault().restoreKeys([good, bad])).rejects.toMatchObject(refusal);
    expect(await ids()).toEqual([here.id]);
    expect([good.privateKey, bad.privateKey]).toEqual([ZEROS, ZEROS]);
  });

  test('error: while locked none is added, and all are wiped', async () => {
    const key = keyOfBackup();
    await device.vault().lock();
    await expect(device.vault().restoreKeys([key])).rejects.toMatchObject({ code: 'vault_locked' });
    expect(key.privateKey).toEqual(ZEROS);
  });
});
