import { SECOND_KEY } from '../../src/vault/copies.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { utf8, type Bytes } from '../../src/crypto/bytes.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { passkey, PASSKEY_KEK } from './enrolled-device.ts';
import { createDevice, freshKey, KEK, kdf, OTHER_KEK, type Device } from './device.ts';

/*
 * A cipher that fails just once, because of broken memory or a bug of ours. Wherever the vault
 * seals something, what doesn't open again must not reach either disk.
 */

let device: Device;
beforeEach(() => {
  device = createDevice();
});
afterEach(() => {
  vi.restoreAllMocks();
});

type Encrypt = SubtleCrypto['encrypt'];
type Sealing = Parameters<Encrypt>;
const encrypt: Encrypt = crypto.subtle.encrypt.bind(crypto.subtle);

const ZEROS = new Uint8Array(32);

/** What a faulty cipher makes of a sealing. */
const FAULTS: Readonly<Record<string, (...sealing: Sealing) => Promise<ArrayBuffer>>> = {
  'one bit is flipped': async (...sealing) => {
    const sealed = new Uint8Array(await encrypt(...sealing));
    sealed[0] = (sealed[0] ?? 0) ^ 1;
    return sealed.buffer;
  },
  'one bit of the tag is flipped': async (...sealing) => {
    const sealed = new Uint8Array(await encrypt(...sealing));
    const last = sealed.length - 1;
    sealed[last] = (sealed[last] ?? 0) ^ 0x80;
    return sealed.buffer;
  },
  'it is sealed under zeros, a key that was wiped too early': async (algorithm, _key, data) => {
    const wiped = await crypto.subtle.importKey('raw', ZEROS, 'AES-GCM', false, ['encrypt']);
    return encrypt(algorithm, wiped, data);
  },
  'other associated data is bound': (algorithm, key, data) => {
    const additionalData = utf8('something else');
    return encrypt({ ...(algorithm as AesGcmParams), additionalData }, key, data);
  },
  'nothing was encrypted': async (_algorithm, _key, data) => {
    const bytes = data as Bytes;
    const plain = new Uint8Array(bytes.length + 16);
    plain.set(bytes);
    return plain.buffer;
  },
  'zeros are sealed, a secret that was wiped too early': (algorithm, key, data) =>
    encrypt(algorithm, key, new Uint8Array((data as Bytes).length)),
  'the cipher throws': () => Promise.reject(new DOMException('', 'OperationError')),
};

/** Counts sealings, and makes the one at `at` faulty. */
function watchSealing(at = -1, fault?: (...sealing: Sealing) => Promise<ArrayBuffer>) {
  let count = 0;
  vi.spyOn(crypto.subtle, 'encrypt').mockImplementation((...sealing) => {
    const here = count++ === at;
    return here && fault ? fault(...sealing) : encrypt(...sealing);
  });
  return { count: () => count };
}

/**
 * Watches writes of a vault to either disk from now on. What doesn't open must never be written,
 * not even if it's undone, because the worker may be killed in between.
 */
function watchWrites(): readonly unknown[] {
  const writes: unknown[] = [];
  // oxlint-disable-next-line typescript/unbound-method -- called with its store below
  const { put } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...record
  ) {
    if (this.name === 'vault') writes.push(record);
    return put.apply(this, record);
  });
  const { set } = device.local;
  vi.spyOn(device.local, 'set').mockImplementation((key, value) => {
    if (key === SECOND_KEY) writes.push([key, value]);
    return set(key, value);
  });
  return writes;
}

const disks = async () => ({
  main: await device.readMain(),
  second: await device.readSecond(),
});

/** A vault with two keys, a record and a passkey, unlocked in the current worker. */
async function fillVault(): Promise<Vault> {
  const vault = device.vault();
  await vault.create(KEK, kdf());
  await vault.addKey(freshKey('A').key);
  await vault.addKey(freshKey('B').key);
  await vault.sealRecord('note', utf8('a note'));
  await vault.enrolPasskey([KEK], PASSKEY_KEK, passkey());
  return vault;
}

/** Everything that seals. Each action has its own device, set up unless it creates the vault. */
const ACTIONS: Readonly<Record<string, (vault: Vault) => Promise<unknown>>> = {
  're-keyed by a new password': (vault) => vault.changePassword([KEK], OTHER_KEK, kdf(2)),
  're-keyed by the removal of a passkey': async (vault) => {
    const [first] = (await vault.parameters()).passkeys;
    return vault.removePasskey([KEK], first?.id ?? '');
  },
  'enrolled a passkey': (vault) =>
    vault.enrolPasskey([KEK], new Uint8Array(32).fill(50), passkey('Second', 22)),
  'given a key': (vault) => vault.addKey(freshKey('C').key),
  'given another name for a key': async (vault) => {
    const [first] = await vault.listKeys();
    return vault.renameKey(first?.id ?? '', 'Renamed');
  },
  'given a record': (vault) => vault.sealRecord('note', utf8('another note')),
};

/** How many sealings an action takes, found out in a separate device. */
async function sealings(act: () => Promise<unknown>): Promise<number> {
  const watch = watchSealing();
  await act();
  const count = watch.count();
  vi.restoreAllMocks();
  expect(count).toBeGreaterThan(0);
  return count;
}

describe.each(Object.keys(FAULTS))('sealing once so that %s', (name) => {
  const fault = FAULTS[name];

  test('error: while a vault is created: there is none, and none is unlocked', async () => {
    const count = await sealings(() => device.vault().create(KEK, kdf()));
    for (let at = 0; at < count; at++) {
      device = createDevice();
      const vault = device.vault();
      const writes = watchWrites();
      watchSealing(at, fault);
      await expect(vault.create(KEK, kdf()), `sealing ${at}`).rejects.toThrow();
      expect(writes, `sealing ${at}`).toEqual([]);
      vi.restoreAllMocks();
      expect(await disks(), `sealing ${at}`).toEqual({ main: undefined, second: undefined });
      expect(await vault.status()).toBe('missing');
      await vault.create(KEK, kdf());
      expect(await vault.status()).toBe('unlocked');
    }
  });

  test.each(Object.keys(ACTIONS))(
    'error: while a vault is %s: both copies stay the same to the byte',
    async (doing) => {
      const act = ACTIONS[doing] ?? (() => Promise.reject(new Error(doing)));
      const first = await fillVault();
      const count = await sealings(() => act(first));
      device = createDevice();
      const vault = await fillVault();
      const before = await disks();
      expect(before.second).toBeDefined();
      for (let at = 0; at < count; at++) {
        const writes = watchWrites();
        watchSealing(at, fault);
        await expect(act(vault), `sealing ${at}`).rejects.toThrow();
        expect(writes, `sealing ${at}`).toEqual([]);
        vi.restoreAllMocks();
        expect(await disks(), `sealing ${at}`).toEqual(before);
      }
      device.restartBrowser();
      await device.vault().unlock([KEK]);
      const keys = await device.vault().listKeys();
      expect(keys.map((key) => key.name)).toEqual(['A', 'B']);
      for (const { id } of keys) await device.vault().stamper(id).stamp('{}');
      expect(await device.vault().openRecord('note')).toEqual(utf8('a note'));
    },
  );
});
