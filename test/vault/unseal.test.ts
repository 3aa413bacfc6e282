import { expect, test, vi } from 'vitest';
import { createDevice, freshKey, kdf, KEK } from './device.ts';

async function createWorld() {
  const device = createDevice();
  const vault = device.vault();
  await vault.create(KEK, kdf());
  const { id } = await vault.addKey(freshKey().key);
  const decrypt = vi.spyOn(crypto.subtle, 'decrypt');
  decrypt.mockClear();
  return { device, vault, id, decrypt };
}

test('behavior: a key is opened once for the stamps after it', async () => {
  const { vault, id, decrypt } = await createWorld();
  await vault.stamper(id).unseal();
  const opened = decrypt.mock.calls.length;
  expect(opened).toBeGreaterThan(0);
  await Promise.all([vault.stamper(id).stamp('{}'), vault.stamper(id).stamp('{}')]);
  expect(decrypt).toHaveBeenCalledTimes(opened);
});

test('behavior: a stamp meanwhile waits for the same opening', async () => {
  const { vault, id, decrypt } = await createWorld();
  await Promise.all([vault.stamper(id).unseal(), vault.stamper(id).stamp('{}')]);
  expect(decrypt).toHaveBeenCalledTimes(1);
});

test('behavior: a lock drops it, whenever it comes', async () => {
  const { vault, id, decrypt } = await createWorld();
  await vault.stamper(id).unseal();
  await vault.lock();
  await expect(vault.stamper(id).stamp('{}')).rejects.toMatchObject({ code: 'vault_locked' });
  for (let turns = 0; turns < 60; turns += 1) {
    await vault.unlock([KEK]);
    const stamper = vault.stamper(id);
    const opening = turns % 2 === 0 ? stamper.unseal() : stamper.stamp('{}');
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    await Promise.allSettled([opening, vault.lock()]);
    await vault.unlock([KEK]);
    decrypt.mockClear();
    await vault.stamper(id).stamp('{}');
    expect(decrypt, `after ${turns} turns`).toHaveBeenCalledTimes(1);
    await vault.lock();
  }
});

test('behavior: the deadline counts, and so does another worker’s start', async () => {
  const { device, vault, id, decrypt } = await createWorld();
  await vault.stamper(id).unseal();
  decrypt.mockClear();
  // What one worker has opened, the next hasn't.
  await device.vault().stamper(id).stamp('{}');
  expect(decrypt).toHaveBeenCalledTimes(1);
  device.time.now += 24 * 3_600_000;
  await expect(vault.stamper(id).stamp('{}')).rejects.toMatchObject({ code: 'vault_locked' });
  await expect(vault.stamper(id).unseal()).rejects.toMatchObject({ code: 'vault_locked' });
});

test('error: a key that isn’t there', async () => {
  const { vault } = await createWorld();
  await expect(vault.stamper(crypto.randomUUID()).unseal()).rejects.toMatchObject({
    code: 'key_unknown',
  });
});
