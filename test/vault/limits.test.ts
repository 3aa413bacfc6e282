// Where the vault refuses: too many keys, the same key twice, an attempt that can't be counted.
import { describe, expect, test } from 'vitest';
import { KeystampError } from '../../src/protocol/errors.ts';
import { BACKOFF_KEY, createAttempts } from '../../src/vault/attempts.ts';
import { NO_BACKOFF } from '../../src/vault/backoff.ts';
import { memoryArea } from '../storage/memory-area.ts';
import { createDevice, freshKey, KEK, kdf, OTHER_KEK } from './device.ts';

describe('API keys', () => {
  test('error: adding the same key again is reported; the same bytes on another curve are another key', async () => {
    const vault = createDevice().vault();
    await vault.create(KEK, kdf());
    const { key } = freshKey('Laptop');
    await vault.addKey({ ...key, privateKey: key.privateKey.slice() });
    await expect(vault.addKey(key)).rejects.toMatchObject({
      code: 'invalid_input',
      detail: { field: 'publicKey', reason: 'key_exists', names: ['Laptop'] },
    });
  });

  test('error: there is a limit, and the error says so', { timeout: 60_000 }, async () => {
    const vault = createDevice().vault();
    await vault.create(KEK, kdf());
    let told: unknown;
    let added = 0;
    while (told === undefined && added < 1000) {
      await vault.addKey(freshKey(`Key ${added}`).key).then(
        () => added++,
        (error: unknown) => (told = error),
      );
    }
    expect(added).toBe(100);
    expect(told).toMatchObject({
      code: 'invalid_input',
      detail: { reason: 'too_many_keys', limit: added },
    });
    expect(await vault.listKeys()).toHaveLength(added);
  });
});

describe('attempts', () => {
  const brokenArea = (fault: Error) => ({
    ...memoryArea(),
    set: () => Promise.reject(fault),
    get: () => Promise.reject(fault),
  });
  const disk = new KeystampError('storage_failed', 'The disk is full.');

  test('error: an attempt that can’t be counted anywhere isn’t made', async () => {
    let tries = 0;
    const attempts = createAttempts({
      connect: () => Promise.reject(disk),
      second: brokenArea(disk),
      clock: () => 0,
    });
    await expect(attempts.attempt(async () => ++tries)).rejects.toBe(disk);
    expect(tries).toBe(0);
  });

  test('behavior: one store is enough to count, and its count stays in force', async () => {
    const second = memoryArea();
    const attempts = createAttempts({
      connect: () => Promise.reject(disk),
      second,
      clock: () => 0,
    });
    for (const _ of [1, 2, 3]) {
      await attempts.attempt(async () => undefined).catch(() => undefined);
    }
    expect(await attempts.wait()).toBeGreaterThan(0);
    await attempts.forget();
    expect(await attempts.wait()).toBe(0);
  });
  test.each(['the database', 'the second area'] as const)(
    'error: emptying %s doesn’t reset the count',
    async (emptied) => {
      const device = createDevice();
      await device.vault().create(KEK, kdf());
      for (const _ of [1, 2, 3, 4]) {
        await device
          .vault()
          .unlock([OTHER_KEK])
          .catch(() => undefined);
        device.time.now += 1000;
      }
      const wait = (await device.vault().parameters()).waitMs;
      expect(wait).toBeGreaterThan(0);
      if (emptied === 'the database') {
        await (await device.connect()).put('meta', NO_BACKOFF, BACKOFF_KEY);
      } else {
        await device.local.set(BACKOFF_KEY, NO_BACKOFF);
      }
      expect((await device.vault().parameters()).waitMs).toBe(wait);
      if (emptied === 'the database') await (await device.connect()).delete('meta', BACKOFF_KEY);
      else await device.local.remove(BACKOFF_KEY);
      expect((await device.vault().parameters()).waitMs).toBe(wait);
    },
  );
});
