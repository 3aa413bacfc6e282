import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import * as base64url from '../../src/crypto/base64url.ts';
import { toHex, type Bytes } from '../../src/crypto/bytes.ts';
import type { KdfParameters } from '../../src/crypto/kdf-parameters.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import type { ApiKeyCurve } from '../../src/crypto/schemes.ts';
import { createConnection, type Database } from '../../src/storage/database.ts';
import { MAIN_KEY, SECOND_KEY } from '../../src/vault/copies.ts';
import { createVault, type VaultEffects } from '../../src/vault/vault.ts';
import { memoryArea } from '../storage/memory-area.ts';

/**
 * Key-encryption keys as a page would derive them. Which password they come from doesn't matter
 * here.
 */
export const KEK = new Uint8Array(32).fill(1);
export const OTHER_KEK = new Uint8Array(32).fill(2);

export const kdf = (fill = 1): KdfParameters => ({
  kdf: 'argon2id',
  memoryKib: 65_536,
  iterations: 3,
  parallelism: 1,
  salt: base64url.encode(new Uint8Array(16).fill(fill)),
});

export const MINUTE = 60_000;

/**
 * One device: its disk (IndexedDB, the second area, the lastSavedArea one), its memory (the session
 * area), and its clock. `vault()` is a vault in a new worker on it.
 */
export function createDevice() {
  globalThis.indexedDB = new IDBFactory();
  const time = { now: 1_700_000_000_000 };
  const local = memoryArea();
  const memory = memoryArea();
  const lastSavedArea = memoryArea();
  const connect = createConnection({ pause: () => Promise.resolve() });
  let locks = 0;

  const vault = (more: Partial<VaultEffects> = {}) =>
    createVault({
      connect,
      session: memory,
      second: local,
      lastSavedArea,
      clock: () => time.now,
      onLock: () => locks++,
      ...more,
    });

  return {
    time,
    local,
    memory,
    lastSavedArea,
    connect,
    vault,
    locks: () => locks,
    restartBrowser: () => memory.values.clear(),
    readMain: async () => (await connect()).get('vault', MAIN_KEY) as Promise<Copy | undefined>,
    writeMain: async (copy: unknown) => {
      const db: Database = await connect();
      await (copy === undefined ? db.delete('vault', MAIN_KEY) : db.put('vault', copy, MAIN_KEY));
    },
    readSecond: async () => (await local.get(SECOND_KEY)) as Copy | undefined,
    writeSecond: (copy: unknown) =>
      copy === undefined ? local.remove(SECOND_KEY) : local.set(SECOND_KEY, copy),
  };
}
export type Device = ReturnType<typeof createDevice>;
export type Copy = { text: string; digest: string; mac?: string };

/** A new key in the form that `addKey` takes. `secret` is the private key in hex, to compare. */
export function freshKey(name = 'Laptop', curve: ApiKeyCurve = 'P256') {
  const privateKey: Bytes = generatePrivateKey(curve);
  const publicKey = publicKeyOf(curve, privateKey);
  return { key: { name, curve, privateKey, publicKey }, secret: toHex(privateKey) };
}
