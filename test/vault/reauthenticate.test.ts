// The password or a passkey again, while the vault is unlocked.
import { beforeEach, describe, expect, test } from 'vitest';
import { SESSION_KEY } from '../../src/vault/session.ts';
import { passkey, PASSKEY_KEK } from './enrolled-device.ts';
import { createDevice, KEK, kdf, OTHER_KEK, type Device } from './device.ts';

let device: Device;

beforeEach(async () => {
  device = createDevice();
  await device.vault().create(KEK, kdf());
  device.time.now += 60_000;
});

const isFresh = () => device.vault().isFresh();

describe('prove', () => {
  test('behavior: setting up, unlocking, a new password and the proof itself count', async () => {
    const vault = device.vault();
    const proofs = [
      () => vault.unlock([KEK]),
      () => vault.prove([KEK]),
      () => vault.changePassword([KEK], OTHER_KEK, kdf(2)),
      () => vault.prove([OTHER_KEK]),
    ];
    for (const prove of proofs) {
      expect(await isFresh()).toBe(false);
      await prove();
      expect(await isFresh()).toBe(true);
      device.time.now += 60_000;
    }
  });

  test('error: a wrong password proves nothing, and waits grow as for an unlock', async () => {
    const vault = device.vault();
    for (let tries = 0; tries < 3; tries += 1) {
      await expect(vault.prove([OTHER_KEK])).rejects.toMatchObject({ code: 'wrong_password' });
    }
    await expect(vault.prove([KEK])).rejects.toMatchObject({ code: 'backoff' });
    await expect(vault.unlock([KEK])).rejects.toMatchObject({ code: 'backoff' });
    expect(await isFresh()).toBe(false);
  });

  test('error: a locked vault accepts none, and stays locked', async () => {
    const vault = device.vault();
    await vault.lock();
    await expect(vault.prove([KEK])).rejects.toMatchObject({ code: 'vault_locked' });
    expect(await vault.lockAt()).toBeNull();
    expect(await isFresh()).toBe(false);
  });

  test('error: a former password that opens an older copy gives none', async () => {
    const vault = device.vault();
    const former = await device.readSecond();
    await vault.changePassword([KEK], OTHER_KEK, kdf(2));
    await device.writeSecond(former);
    device.time.now += 60_000;
    await expect(vault.prove([KEK])).rejects.toMatchObject({ code: 'wrong_password' });
    expect(await isFresh()).toBe(false);
    await vault.prove([OTHER_KEK]);
    expect(await isFresh()).toBe(true);
  });

  test('behavior: its time is in memory only, and gone with a lock', async () => {
    const vault = device.vault();
    await vault.prove([KEK]);
    expect(await device.memory.get(SESSION_KEY)).toMatchObject({
      unlocked: { provenAt: device.time.now },
    });
    expect(JSON.stringify([...device.local.values])).not.toContain('provenAt');
    await vault.lock();
    expect(await device.memory.get(SESSION_KEY)).toMatchObject({ unlocked: null });
    await vault.unlock([KEK]);
    device.restartBrowser();
    expect(await isFresh()).toBe(false);
  });
});

describe('proveByPasskey', () => {
  test('behavior: an enrolled one counts; a removed or unknown one doesn’t', async () => {
    const vault = device.vault();
    await vault.enrolPasskey([KEK], PASSKEY_KEK, passkey());
    const [{ id } = { id: '' }] = (await vault.parameters()).passkeys;
    expect(await isFresh()).toBe(false);
    await expect(vault.provePasskey(id, KEK)).rejects.toMatchObject({ code: 'passkey_mismatch' });
    expect(await isFresh()).toBe(false);
    await vault.provePasskey(id, PASSKEY_KEK);
    expect(await isFresh()).toBe(true);
    await vault.removePasskey([KEK], id);
    device.time.now += 60_000;
    await expect(vault.provePasskey(id, PASSKEY_KEK)).rejects.toMatchObject({
      code: 'passkey_removed',
    });
    expect(await isFresh()).toBe(false);
  });
});
