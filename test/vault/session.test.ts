import { beforeEach, describe, expect, test } from 'vitest';
import { utf8 } from '../../src/crypto/bytes.ts';
import type { Area } from '../../src/storage/area.ts';
import { NO_POLICY } from '../../src/protocol/managed-policy.ts';
import { createAutoLockItem } from '../../src/vault/auto-lock.ts';
import { createLastPolicyItem } from '../../src/vault/last-policy.ts';
import { createSession, SESSION_KEY } from '../../src/vault/session.ts';
import { memoryArea } from '../storage/memory-area.ts';
import { createDevice, freshKey, KEK, kdf, MINUTE, type Device } from './device.ts';
import { settled } from '../test-clock.ts';

let device: Device;
beforeEach(() => {
  device = createDevice();
});

describe('lock', () => {
  test('behavior: nothing that needs the vault works anymore, in any worker', async () => {
    const vault = device.vault();
    await vault.create(KEK, kdf());
    const { id } = await vault.addKey(freshKey().key);
    const stamper = vault.stamper(id);
    await stamper.stamp('{}');
    await vault.lock();
    expect(device.locks()).toBeGreaterThan(0);
    for (const one of [vault, device.vault()]) {
      expect(await one.status()).toBe('locked');
      expect(await one.lockAt()).toBeNull();
      expect(await one.touch()).toBeNull();
      const refused = [
        () => one.stamper(id).stamp('{}'),
        () => one.addKey(freshKey().key),
        () => one.removeKey(id),
        () => one.renameKey(id, 'x'),
        () => one.sealRecord('note', utf8('x')),
        () => one.openRecord('note'),
      ];
      for (const act of refused)
        await expect(act()).rejects.toMatchObject({ code: 'vault_locked' });
    }
    await expect(stamper.stamp('{}')).rejects.toMatchObject({ code: 'vault_locked' });
    expect(await vault.listKeys()).toHaveLength(1);
  });

  test('error: what this worker has in memory goes, even if the browser’s memory can’t be written', async () => {
    const broken = (name: 'set' | 'remove'): Area => ({
      ...device.memory,
      [name]: () => Promise.reject(new Error('no memory')),
    });
    const unlock = async () => {
      if ((await device.vault().status()) === 'missing') await device.vault().create(KEK, kdf());
      else await device.vault().unlock([KEK]);
      return device.locks();
    };
    let before = await unlock();
    await expect(device.vault({ session: broken('set') }).lock()).rejects.toMatchObject({
      code: 'storage_failed',
    });
    expect(device.locks()).toBe(before + 1);
    // The same at the deadline.
    before = await unlock();
    device.time.now += 15 * MINUTE;
    await expect(device.vault({ session: broken('set') }).notice()).rejects.toMatchObject({
      code: 'storage_failed',
    });
    expect(device.locks()).toBe(before + 1);
    // And when the vault is deleted.
    before = await unlock();
    await expect(device.vault({ session: broken('remove') }).wipe()).rejects.toMatchObject({
      code: 'storage_failed',
    });
    expect(device.locks()).toBe(before + 1);
  });

  test('behavior: leaves no key of the vault in memory except the outbox’s', async () => {
    const vault = device.vault();
    await vault.create(KEK, kdf());
    const outbox = await vault.outboxKeys();
    await vault.lock();
    expect(device.memory.values.get(SESSION_KEY)).toContain('"unlocked":null');
    expect(await device.vault().outboxKeys()).toEqual(outbox);
  });
});

describe('the deadline', () => {
  beforeEach(async () => {
    await device.vault().create(KEK, kdf());
    await device.vault().addKey(freshKey().key);
  });
  const stamp = async () => {
    const vault = device.vault();
    const [key] = await vault.listKeys();
    return vault.stamper(key?.id ?? '').stamp('{}');
  };

  test('behavior: locks before any signature, without a timer', async () => {
    const vault = device.vault();
    const stamper = vault.stamper((await vault.listKeys())[0]?.id ?? '');
    await stamper.stamp('{}');
    device.time.now += 15 * MINUTE - 1;
    await stamper.stamp('{}');
    device.time.now += 1;
    await expect(stamper.stamp('{}')).rejects.toMatchObject({ code: 'vault_locked' });
    expect(device.locks()).toBeGreaterThan(0);
    device.time.now -= 10 * MINUTE;
    await expect(stamper.stamp('{}')).rejects.toMatchObject({ code: 'vault_locked' });
  });

  test('behavior: applies even if the worker was stopped in the meantime', async () => {
    device.time.now += 15 * MINUTE;
    await expect(stamp()).rejects.toMatchObject({ code: 'vault_locked' });
    expect(device.memory.values.get(SESSION_KEY)).toContain('"unlocked":null');
  });

  test('behavior: a touch moves it, to the setting’s minutes from now', async () => {
    device.time.now += 14 * MINUTE;
    expect(await device.vault().touch()).toBe(device.time.now + 15 * MINUTE);
    await createAutoLockItem(device.vault()).set(2);
    expect(await device.vault().touch()).toBe(device.time.now + 2 * MINUTE);
    device.time.now += 2 * MINUTE;
    expect(await device.vault().touch()).toBeNull();
    expect(await device.vault().status()).toBe('locked');
  });

  test('behavior: a maximum applies at every check, and leaves what the user chose', async () => {
    const limit = { ms: Infinity };
    const vault = device.vault({ maxAutoLockMs: () => limit.ms });
    const begun = device.time.now;
    expect(await vault.touch()).toBe(begun + 15 * MINUTE);
    limit.ms = 5 * MINUTE;
    expect(await vault.lockAt()).toBe(begun + 5 * MINUTE);
    device.time.now += 4 * MINUTE;
    expect(await vault.touch()).toBe(device.time.now + 5 * MINUTE);
    limit.ms = 30 * MINUTE;
    expect(await vault.lockAt()).toBe(device.time.now + 15 * MINUTE);
    device.time.now += 6 * MINUTE;
    expect(await vault.status()).toBe('unlocked');
    limit.ms = 5 * MINUTE;
    expect(await vault.lockAt()).toBeNull();
    await expect(vault.addKey(freshKey().key)).rejects.toMatchObject({ code: 'vault_locked' });
    limit.ms = Infinity;
    expect(await vault.lockAt()).toBeNull();
  });

  test('behavior: within the shortest maximum nothing waits for what a starting browser provides late', async () => {
    const vault = device.vault({ maxAutoLockMs: () => new Promise(() => undefined) });
    device.time.now += MINUTE - 1;
    expect(await vault.lockAt()).toBe(device.time.now + 1 + 14 * MINUTE);
    expect(await vault.status()).toBe('unlocked');
    const before = device.time.now;
    expect(await vault.touch()).toBe(before + 15 * MINUTE);
    device.time.now = before + MINUTE - 1;
    expect(await vault.lockAt()).toBe(before + 15 * MINUTE);
  });

  test('error: after it, an unlocked vault waits; a locked one doesn’t', async () => {
    const vault = () => device.vault({ maxAutoLockMs: () => new Promise(() => undefined) });
    device.time.now += MINUTE;
    const open = vault()
      .lockAt()
      .then(() => 'told');
    expect(await Promise.race([open, settled().then(() => 'waits')])).toBe('waits');
    await device.vault().lock();
    const locked = vault();
    for (const _ of ['first look', 'from memory']) {
      expect(await locked.status()).toBe('locked');
      expect(await locked.lockAt()).toBeNull();
    }
    await device.vault().wipe();
    expect(await vault().status()).toBe('missing');
  });

  test('error: the organization’s last maximum holds from the unlock on, before anybody knows a new one', async () => {
    await createLastPolicyItem(device.vault()).set({ ...NO_POLICY, maxAutoLockMinutes: 5 });
    const vault = device.vault({ maxAutoLockMs: () => new Promise(() => undefined) });
    await vault.lock();
    await vault.unlock([KEK]);
    expect(await vault.lockAt()).toBe(device.time.now + 5 * MINUTE);
    device.time.now += MINUTE - 1;
    expect(await vault.touch()).toBe(device.time.now + 5 * MINUTE);
  });

  test('behavior: a vault locked while a check waits for the maximum stays locked', async () => {
    const { promise: told, resolve: tell } = Promise.withResolvers<number>();
    const vault = device.vault({ maxAutoLockMs: () => told });
    device.time.now += MINUTE;
    const reads = [vault.lockAt(), vault.status(), vault.isFresh()];
    await settled();
    await vault.lock();
    tell(Infinity);
    expect(await Promise.all(reads)).toEqual([null, 'locked', false]);
  });

  test('behavior: stamping doesn’t move it', async () => {
    device.time.now += 10 * MINUTE;
    await stamp();
    device.time.now += 5 * MINUTE;
    await expect(stamp()).rejects.toMatchObject({ code: 'vault_locked' });
  });

  test('behavior: a clock set back by more than a minute locks', async () => {
    device.time.now -= MINUTE;
    await stamp();
    device.time.now -= 1;
    await expect(stamp()).rejects.toMatchObject({ code: 'vault_locked' });
  });

  test('behavior: a check that began before a lock doesn’t outlast it', async () => {
    const area = memoryArea();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let first = true;
    const slow: typeof area = {
      ...area,
      get: async (key) => {
        const waits = first;
        const found = await area.get(key);
        if (waits) await held;
        return found;
      },
    };
    const createSessionOver = (on: Area) =>
      createSession({
        area: on,
        clock: () => device.time.now,
        autoLockMs: async () => MINUTE,
        onLock: () => undefined,
      });
    await createSessionOver(area).start({
      vaultKey: new Uint8Array(32).fill(7),
      outboxKeys: new Uint8Array(32).fill(8),
      anchor: { revision: 1, digest: 'sha256:' },
      notice: null,
      autoLock: MINUTE,
    });
    const session = createSessionOver(slow);
    const read = session.lockAt();
    first = false;
    await session.lock();
    release();
    await read;
    expect(await session.lockAt()).toBeNull();
  });
});

describe('the vault key in use', () => {
  const KEY = new Uint8Array(32).fill(7);
  const WIPED = new Uint8Array(32);

  async function opened() {
    const session = createSession({
      area: memoryArea(),
      clock: () => device.time.now,
      autoLockMs: async () => MINUTE,
      onLock: () => undefined,
    });
    await session.start({
      vaultKey: KEY.slice(),
      outboxKeys: new Uint8Array(32).fill(8),
      anchor: { revision: 1, digest: 'sha256:' },
      notice: null,
      autoLock: MINUTE,
    });
    return session;
  }

  test('behavior: is zeros once its use has ended, and not before', async () => {
    const session = await opened();
    let lentKey = new Uint8Array();
    const answer = await session.withVaultKey(async (vaultKey) => {
      lentKey = vaultKey;
      await Promise.resolve();
      expect(lentKey).toEqual(KEY);
      return 'answer';
    });
    expect(answer).toBe('answer');
    expect(lentKey).toEqual(WIPED);
    expect(await session.withVaultKey(async (vaultKey) => vaultKey.slice())).toEqual(KEY);
  });

  test.each<[string, () => Promise<never>]>([
    ['rejects', () => Promise.reject(new Error('at work'))],
    [
      'throws before it answers a promise',
      () => {
        throw new Error('at work');
      },
    ],
  ])('error: is zeros even if the use %s', async (_how, fail) => {
    const session = await opened();
    let lentKey = new Uint8Array();
    const using = session.withVaultKey((vaultKey) => {
      lentKey = vaultKey;
      return fail();
    });
    await expect(using).rejects.toThrow('at work');
    expect(lentKey).toHaveLength(32);
    expect(lentKey).toEqual(WIPED);
  });

  test('behavior: the end of one use doesn’t wipe another’s', async () => {
    const session = await opened();
    let end = () => {};
    const held = new Promise<void>((resolve) => (end = resolve));
    const long = session.withVaultKey(async (vaultKey) => {
      await held;
      return vaultKey.slice();
    });
    await session.withVaultKey(async () => undefined);
    end();
    expect(await long).toEqual(KEY);
  });
});

describe('an open session', () => {
  const opened = async () => {
    await device.vault().create(KEK, kdf());
    return device.vault();
  };

  test('behavior: a touch is no proof', async () => {
    const vault = await opened();
    device.time.now += 59_999;
    await vault.touch();
    expect(await vault.isFresh()).toBe(true);
    device.time.now += 1;
    expect(await vault.isFresh()).toBe(false);
    await vault.touch();
    expect(await vault.isFresh()).toBe(false);
  });

  test('error: a clock that shows less than at the last use proves nothing', async () => {
    const vault = await opened();
    device.time.now += 30_000;
    await vault.touch();
    device.time.now -= 1;
    expect(await vault.isFresh()).toBe(false);
    device.time.now += 1;
    expect(await vault.isFresh()).toBe(true);
  });

  test('behavior: a locked vault records nothing, and no touch unlocks it', async () => {
    const vault = await opened();
    await vault.lock();
    const before = await device.memory.get(SESSION_KEY);
    const session = createSession({
      area: device.memory,
      clock: () => device.time.now,
      autoLockMs: async () => MINUTE,
      onLock: () => undefined,
    });
    await session.update({ notice: { kind: 'unsure', savedAt: 1, missing: [] } });
    expect(await session.touch()).toBeNull();
    expect(await session.prove()).toBeNull();
    expect(await device.memory.get(SESSION_KEY)).toEqual(before);
    device.restartBrowser();
    await session.update({ notice: null });
    expect(device.memory.values.size).toBe(0);
  });

  test('behavior: a wipe is a lock for everything that holds keys', async () => {
    const vault = await opened();
    const before = device.locks();
    await vault.wipe();
    expect(device.locks()).toBe(before + 1);
    expect(await vault.listKeys().catch(({ code }: { code: string }) => code)).toBe(
      'vault_missing',
    );
  });
});
