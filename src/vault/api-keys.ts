import { fromHex, wipeAfter, type Bytes } from '../crypto/bytes.ts';
import type { ApiKeyCurve } from '../crypto/schemes.ts';
import { provePair } from '../crypto/signing.ts';
import { KeystampError } from '../protocol/errors.ts';
import { withLateRules } from '../protocol/late-rules.ts';
import { changeDocument, currentDocument, withUnlockedKey, type VaultDeps } from './core.ts';
import {
  publicFactsOf,
  MAX_KEYS,
  createKeyFacts,
  openKey,
  renamedFacts,
  sealKey,
  type KeyFacts,
  type KeyRecord,
} from './document.ts';
import { createStamper, type KeyStamper, type Stamper } from './stampers.ts';

/** A new API key: a 32-byte private key and a 33-byte public key (32 bytes for Ed25519). */
export type NewKey = {
  readonly name: string;
  readonly curve: ApiKeyCurve;
  readonly privateKey: Bytes;
  readonly publicKey: Uint8Array;
  /** A fresh UUID, where the caller had to know it before; else the vault chooses one. */
  readonly id?: string;
};

/**
 * Adds an API key and wipes `key.privateKey`. Errors: `vault_locked`, `key_mismatch`,
 * `key_malformed`, and `invalid_input` for an invalid or taken name, a key that's already there, or
 * too many keys.
 */
export function addKey(deps: VaultDeps, key: NewKey): Promise<KeyFacts> {
  return wipeAfter([key.privateKey], () =>
    withUnlockedKey(deps, async (vaultKey) => {
      await provePair(key);
      const facts = await withLateRules(() => createKeyFacts(key, deps.clock(), deps.random));
      const record = await sealKey(vaultKey, facts, key.privateKey, deps.random);
      await changeDocument(deps, vaultKey, ({ keys }) => {
        demandAddable(keys, facts);
        return { keys: [...keys, record] };
      });
      return facts;
    }),
  );
}

/**
 * Removes an API key. `vault_locked`, `key_unknown`. The caller has to know whether a profile still
 * uses it.
 */
export function removeKey(deps: VaultDeps, id: string): Promise<void> {
  return withUnlockedKey(deps, (vaultKey) =>
    changeDocument(
      deps,
      vaultKey,
      ({ keys }) => {
        findKey(keys, id);
        return { keys: keys.filter((key) => key.id !== id) };
      },
      [id],
    ),
  );
}

/** Renames an API key. `vault_locked`, `key_unknown`, `invalid_input` for an invalid or taken name. */
export function renameKey(deps: VaultDeps, id: string, name: string): Promise<KeyFacts> {
  return withUnlockedKey(deps, async (vaultKey) => {
    const record = findKey((await currentDocument(deps)).keys, id);
    const facts = await withLateRules(() => renamedFacts(record, name));
    const privateKey = await openKey(vaultKey, record);
    const renamed = await wipeAfter([privateKey], () =>
      sealKey(vaultKey, facts, privateKey, deps.random),
    );
    await changeDocument(deps, vaultKey, ({ keys }) => {
      demandFreeName(keys, facts);
      return { keys: keys.map((key) => (key.id === id ? renamed : key)) };
    });
    return facts;
  });
}

/** The API keys, public facts only, oldest first. Works while locked, too. */
export async function listKeys(deps: VaultDeps): Promise<readonly KeyFacts[]> {
  return (await currentDocument(deps)).keys.map(publicFactsOf);
}

/** The stampers of this worker: unseals each key once, and forgets them all on lock. */
export function createKeyring() {
  const stampers = new Map<string, Promise<KeyStamper>>();

  function drop(id: string): void {
    const cached = stampers.get(id);
    stampers.delete(id);
    cached?.then(
      (keyStamper) => keyStamper.forget(),
      () => undefined,
    );
  }

  async function cacheStamper(deps: VaultDeps, id: string, vaultKey: Bytes): Promise<KeyStamper> {
    const cached = stampers.get(id) ?? openStamper(deps, id, vaultKey);
    stampers.set(id, cached);
    try {
      return await cached;
    } catch (error) {
      if (stampers.get(id) === cached) stampers.delete(id);
      throw error;
    }
  }

  /** A cached stamper needs no vault key. A lock drops it. */
  async function cachedWhileOpen(
    { session }: VaultDeps,
    id: string,
  ): Promise<KeyStamper | undefined> {
    return (await session.lockAt()) === null ? undefined : stampers.get(id);
  }

  /**
   * Stamps with a key of the vault. Each stamp checks the deadline and looks up the key, so callers
   * may keep the stamper: `vault_locked` after a lock, `key_unknown` once the key is removed.
   */
  function stamper(
    deps: VaultDeps,
    id: string,
  ): Stamper & { readonly unseal: () => Promise<void> } {
    const open = async (): Promise<KeyStamper> => {
      const cached = await cachedWhileOpen(deps, id);
      if (cached) return cached;
      const opened = await withUnlockedKey(deps, (vaultKey) => cacheStamper(deps, id, vaultKey));
      if ((await deps.session.lockAt()) !== null) return opened;
      // A lock that came meanwhile has dropped only what was there.
      drop(id);
      throw new KeystampError('vault_locked');
    };
    return {
      stamp: async (body) => (await open()).stamp(body),
      /** Opens the key for a stamp that is about to be made. */
      unseal: async () => void (await open()),
    };
  }

  return { stamper, drop, clear: () => [...stampers.keys()].forEach(drop) };
}

async function openStamper(deps: VaultDeps, id: string, vaultKey: Bytes): Promise<KeyStamper> {
  // The caller wipes its array as soon as it gets a result or an error. This copy is read later.
  const ownVaultKey = vaultKey.slice();
  return wipeAfter([ownVaultKey], async () => {
    const record = findKey((await currentDocument(deps)).keys, id);
    const privateKey = await openKey(ownVaultKey, record);
    const publicKey = fromHex(record.publicKey);
    return wipeAfter([privateKey], () =>
      createStamper({ curve: record.curve, privateKey, publicKey }),
    );
  });
}

function findKey(keys: readonly KeyRecord[], id: string): KeyRecord {
  const record = keys.find((key) => key.id === id);
  if (!record) throw new KeystampError('key_unknown');
  return record;
}

/** Names tell keys apart where people choose one. Two of a vault from before may have the same. */
function demandFreeName(keys: readonly KeyRecord[], { id, name }: KeyFacts): void {
  if (!keys.some((key) => key.id !== id && key.name === name)) return;
  const detail = { field: 'name', reason: 'key_name_taken' } as const;
  throw new KeystampError('invalid_input', undefined, detail);
}

/** `invalid_input` for a key or a name that is there already, and for too many keys. */
export function demandAddable(keys: readonly KeyRecord[], facts: KeyFacts): void {
  const duplicate = keys.find(
    (key) =>
      key.id === facts.id || (key.curve === facts.curve && key.publicKey === facts.publicKey),
  );
  if (duplicate) {
    throw new KeystampError('invalid_input', undefined, {
      field: 'publicKey',
      reason: 'key_exists',
      names: [duplicate.name],
    });
  }
  demandFreeName(keys, facts);
  if (keys.length >= MAX_KEYS) {
    const detail = { reason: 'too_many_keys', limit: MAX_KEYS } as const;
    throw new KeystampError('invalid_input', undefined, detail);
  }
}
