import { beforeEach, describe, expect, test } from 'vitest';
import { utf8, type Bytes } from '../../src/crypto/bytes.ts';
import * as base64url from '../../src/crypto/base64url.ts';
import type { VaultDocument } from '../../src/vault/document.ts';
import {
  copyOf,
  createEnrolledDevice,
  otherCharacter,
  OTHER_PASSKEY_KEK,
  passkey,
  PASSKEY_KEK,
  type EnrolledDevice,
} from './enrolled-device.ts';
import { freshKey, KEK, OTHER_KEK } from './device.ts';

let device: EnrolledDevice;
beforeEach(async () => {
  device = await createEnrolledDevice();
});

describe('enrolPasskey', () => {
  test('behavior: the passkey opens the vault after a restart, and so does the password', async () => {
    await device.enrol();
    expect(await device.passkeys()).toEqual([
      { ...passkey(), id: expect.any(String), createdAt: device.time.now },
    ]);
    device.restartBrowser();
    await device.vault().unlockByPasskey(await device.firstId(), PASSKEY_KEK);
    await device.expectStamps();
    device.restartBrowser();
    await device.vault().unlock([KEK]);
    await device.expectStamps();
  });

  test('behavior: several passkeys open it, each with its own key', async () => {
    await device.enrol();
    await device.enrol('Key ring', OTHER_PASSKEY_KEK, 22);
    const [one, two] = await device.passkeys();
    expect([one?.name, two?.name]).toEqual(['Laptop', 'Key ring']);
    device.restartBrowser();
    await device.vault().unlockByPasskey(two?.id ?? '', OTHER_PASSKEY_KEK);
    await device.expectStamps();
    const mixed = device.vault().unlockByPasskey(two?.id ?? '', PASSKEY_KEK);
    await expect(mixed).rejects.toMatchObject({ code: 'passkey_mismatch' });
  });

  test('behavior: is complete on both disks, and none of its keys is there in clear', async () => {
    await device.enrol();
    const main = await device.readMain();
    expect(await device.readSecond()).toEqual(main);
    for (const key of [PASSKEY_KEK, KEK]) {
      expect(main?.text).not.toContain(base64url.encode(key));
    }
  });

  test('error: the wrong password enrolls nothing, and counts', async () => {
    const before = await device.readMain();
    for (const waitMs of [0, 0, 1000]) {
      const wrong = device.vault().enrolPasskey([OTHER_KEK], PASSKEY_KEK, passkey());
      await expect(wrong).rejects.toMatchObject({ code: 'wrong_password', detail: { waitMs } });
    }
    await expect(device.enrol()).rejects.toMatchObject({ code: 'backoff' });
    expect(await device.readMain()).toEqual(before);
  });

  test.each([
    ['31 bytes', new Uint8Array(31).fill(1)],
    ['nothing', new Uint8Array()],
    ['an array wiped too early', new Uint8Array(32)],
  ])('error: refuses %s as the passkey’s key', async (_name, kek) => {
    await expect(device.enrol('Laptop', kek)).rejects.toMatchObject({ code: 'malformed' });
    expect(await device.passkeys()).toEqual([]);
  });

  test('error: refuses the same passkey twice', async () => {
    await device.enrol();
    await expect(device.enrol('Again', OTHER_PASSKEY_KEK)).rejects.toMatchObject({
      code: 'passkey_exists',
    });
    expect(await device.passkeys()).toHaveLength(1);
  });

  test('error: refuses the eleventh', async () => {
    for (let at = 1; at <= 10; at++) await device.enrol(`P${at}`, new Uint8Array(32).fill(at), at);
    await expect(device.enrol('P11', PASSKEY_KEK, 12)).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect(await device.passkeys()).toHaveLength(10);
    device.restartBrowser();
    await device
      .vault()
      .unlockByPasskey((await device.passkeys())[9]?.id ?? '', new Uint8Array(32).fill(10));
    await device.expectStamps();
  });

  test('error: a full disk leaves both copies as they were', async () => {
    const before = await device.readMain();
    const { set } = device.local;
    Object.assign(device.local, { set: () => Promise.reject(new Error('QUOTA_BYTES exceeded')) });
    await expect(device.enrol()).rejects.toMatchObject({ code: 'storage_full' });
    Object.assign(device.local, { set });
    expect(await device.readMain()).toEqual(before);
    expect(await device.readSecond()).toEqual(before);
  });
});

describe('every other change of the vault', () => {
  test('behavior: keeps the wrappings as they are', async () => {
    await device.enrol();
    const { passkeys: before } = await device.stored();
    const vault = device.vault();
    const { id } = await vault.addKey(freshKey('B', 'ED25519').key);
    await vault.renameKey(id, 'C');
    await vault.sealRecord('note', utf8('one'));
    await vault.removeKey(id);
    await Promise.all([vault.addKey(freshKey('D').key), vault.sealRecord('note', utf8('two'))]);
    expect((await device.stored()).passkeys).toEqual(before);
    device.restartBrowser();
    await device.vault().unlockByPasskey(await device.firstId(), PASSKEY_KEK);
    expect(await device.vault().openRecord('note')).toEqual(utf8('two'));
  });

  test('behavior: enrolling a passkey while a key is added loses neither', async () => {
    const vault = device.vault();
    await Promise.all([
      vault.addKey(freshKey('B').key),
      vault.enrolPasskey([KEK], PASSKEY_KEK, passkey()),
      vault.addKey(freshKey('C').key),
    ]);
    expect(await device.passkeys()).toHaveLength(1);
    expect(await vault.listKeys()).toHaveLength(3);
  });
});

describe('unlockByPasskey', () => {
  beforeEach(async () => {
    await device.enrol();
    device.restartBrowser();
  });
  const unlock = async (kek: Bytes = PASSKEY_KEK) =>
    device.vault().unlockByPasskey(await device.firstId(), kek);

  test('behavior: works while wrong passwords make the password wait, and leaves the wait', async () => {
    for (let at = 0; at < 3; at++)
      await device
        .vault()
        .unlock([OTHER_KEK])
        .catch(() => undefined);
    await expect(device.vault().unlock([KEK])).rejects.toMatchObject({ code: 'backoff' });
    await unlock();
    await device.expectStamps();
    expect(await device.vault().parameters()).toMatchObject({ waitMs: 1000 });
  });

  test('error: another key doesn’t open it, and isn’t a wrong password', async () => {
    for (let at = 0; at < 5; at++) {
      await expect(unlock(OTHER_PASSKEY_KEK)).rejects.toMatchObject({ code: 'passkey_mismatch' });
    }
    expect(await device.vault().parameters()).toMatchObject({ waitMs: 0 });
    expect(await device.vault().status()).toBe('locked');
  });

  test('error: the password’s own key doesn’t open it this way', async () => {
    await expect(unlock(KEK)).rejects.toMatchObject({ code: 'passkey_mismatch' });
    await expect(unlock(new Uint8Array(32))).rejects.toMatchObject({ code: 'malformed' });
  });

  test('error: a passkey that was never enrolled', async () => {
    const unknown = device
      .vault()
      .unlockByPasskey('6b7f9d1e-0f3a-4a53-8d3e-0f0b1d2c3a4b', PASSKEY_KEK);
    await expect(unknown).rejects.toMatchObject({ code: 'passkey_removed' });
  });

  test('error: a missing and a damaged vault are reported as such', async () => {
    const id = await device.firstId();
    await device.writeMain({ text: '{', digest: '' });
    await device.writeSecond('garbage');
    const opens = () => device.vault().unlockByPasskey(id, PASSKEY_KEK);
    await expect(opens()).rejects.toMatchObject({ code: 'vault_damaged' });
    await device.vault().wipe();
    await expect(opens()).rejects.toMatchObject({ code: 'vault_missing' });
  });

  test.each(['main', 'second'] as const)(
    'behavior: repairs the %s copy if it’s damaged, missing or behind',
    async (disk) => {
      const behind = await device.readMain();
      await unlock();
      await device.vault().sealRecord('note', utf8('later'));
      const good = await device.readMain();
      device.restartBrowser();
      const put = disk === 'main' ? device.writeMain : device.writeSecond;
      for (const copy of [undefined, 'garbage', { ...good, digest: 'sha256:00' }, behind]) {
        await put(copy);
        await unlock();
        expect(await device.readMain()).toEqual(good);
        expect(await device.readSecond()).toEqual(good);
        device.restartBrowser();
      }
    },
  );

  test('behavior: a forged newer copy that doesn’t open gives way to the good one', async () => {
    const good = await device.stored();
    const [wrapping] = good.passkeys ?? [];
    if (!wrapping) throw new Error('nothing was enrolled');
    const broken = { ...wrapping, wrapped: wrapping.wrapped.replace(/^./, otherCharacter) };
    await device.writeMain(copyOf({ ...good, revision: 99, passkeys: [broken] }));
    await unlock();
    await device.expectStamps();
    expect(await device.stored()).toEqual(good);
  });

  test('error: damage behind the right passkey is damage', async () => {
    const good = await device.stored();
    await device.putBoth({ ...good, keys: good.keys.map((key) => ({ ...key, name: 'Forged' })) });
    await expect(unlock()).rejects.toMatchObject({ code: 'vault_damaged' });
    expect(await device.vault().status()).toBe('locked');
  });
});

describe('documents of other forms', () => {
  test.each<[string, unknown]>([
    ['an empty list', []],
    ['a wrapping with a member too many', [{ ...passkey(), more: 1 }]],
    ['no list', {}],
  ])('error: %s of passkeys is damage', async (_name, list) => {
    await device.putBoth({ ...(await device.stored()), passkeys: list } as VaultDocument);
    expect(await device.vault().status()).toBe('unlocked');
    device.restartBrowser();
    expect(await device.vault().status()).toBe('damaged');
  });
});
