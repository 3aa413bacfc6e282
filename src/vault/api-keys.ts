import { fromHex, wiping, type Bytes } from '../crypto/bytes.ts';
import type { ApiKeyCurve } from '../crypto/schemes.ts';
import { provePair } from '../crypto/signing.ts';
import { KeystampError } from '../protocol/errors.ts';
import { change, current, currentOpen, unlocked, type Core } from './core.ts';
import {
  factsOf,
  MOST_KEYS,
  newFacts,
  openKey,
  renamedFacts,
  sealKey,
  type KeyFacts,
  type KeyRecord,
} from './document.ts';
import { createStamper, type KeyStamper, type Stamper } from './stampers.ts';

/** A new API key: private key 32 bytes, public key 33 or, on Ed25519, 32. */
export type NewKey = {
  readonly name: string;
  readonly curve: ApiKeyCurve;
  readonly privateKey: Bytes;
  readonly publicKey: Uint8Array;
};

/**
 * Adds an API key and wipes `key.privateKey`. Errors: `vault_locked`, `key_mismatch`,
 * `key_malformed`, and `invalid_input` for a name that is none, a key that is there already, or too
 * many keys.
 */
export function addKey(core: Core, key: NewKey): Promise<KeyFacts> {
  return wiping([key.privateKey], () =>
    unlocked(core, async (vaultKey) => {
      await provePair(key);
      const facts = newFacts(key, core.clock(), core.random);
      const record = await sealKey(vaultKey, facts, key.privateKey, core.random);
      await change(core, vaultKey, ({ keys }) => {
        requireRoom(keys, facts);
        return { keys: [...keys, record] };
      });
      return facts;
    }),
  );
}

/**
 * Removes an API key; `vault_locked`, `key_unknown`. Whether a profile still uses it is the caller's
 * to know.
 */
export function removeKey(core: Core, id: string): Promise<void> {
  return unlocked(core, (vaultKey) =>
    change(
      core,
      vaultKey,
      ({ keys }) => {
        findKey(keys, id);
        return { keys: keys.filter((key) => key.id !== id) };
      },
      [id],
    ),
  );
}

/** Gives an API key another name; `vault_locked`, `key_unknown`, `invalid_input`. */
export function renameKey(core: Core, id: string, name: string): Promise<KeyFacts> {
  return unlocked(core, async (vaultKey) => {
    const record = findKey((await currentOpen(core)).keys, id);
    const facts = renamedFacts(record, name);
    const privateKey = await openKey(vaultKey, record);
    const renamed = await wiping([privateKey], () =>
      sealKey(vaultKey, facts, privateKey, core.random),
    );
    await change(core, vaultKey, ({ keys }) => ({
      keys: keys.map((key) => (key.id === id ? renamed : key)),
    }));
    return facts;
  });
}

/** The API keys, public facts only, oldest first. Also while locked. */
export async function listKeys(core: Core): Promise<readonly KeyFacts[]> {
  return (await current(core)).keys.map(factsOf);
}

/** The stampers of one worker life: each key is unsealed once, and forgotten on lock. */
export function createKeyring() {
  const stampers = new Map<string, Promise<KeyStamper>>();

  function drop(id: string): void {
    const held = stampers.get(id);
    stampers.delete(id);
    held?.then(
      (one) => one.forget(),
      () => undefined,
    );
  }

  async function hold(core: Core, id: string, vaultKey: Bytes): Promise<KeyStamper> {
    const held = stampers.get(id) ?? makeStamper(core, id, vaultKey);
    stampers.set(id, held);
    try {
      return await held;
    } catch (error) {
      if (stampers.get(id) === held) stampers.delete(id);
      throw error;
    }
  }

  /** A key that is held needs no vault key; a lock drops it. */
  async function heldOpen({ session }: Core, id: string): Promise<KeyStamper | undefined> {
    return (await session.lockAt()) === null ? undefined : stampers.get(id);
  }

  /**
   * Stamps with a key of the vault. The deadline is checked and the key looked up at every stamp, so
   * it may be kept: `vault_locked` after a lock, `key_unknown` after the key's removal.
   */
  function stamper(core: Core, id: string): Stamper {
    return {
      stamp: async (body) => {
        const held = await heldOpen(core, id);
        const one = held ?? (await unlocked(core, (vaultKey) => hold(core, id, vaultKey)));
        return one.stamp(body);
      },
    };
  }

  return { stamper, drop, clear: () => [...stampers.keys()].forEach(drop) };
}

async function makeStamper(core: Core, id: string, vaultKey: Bytes): Promise<KeyStamper> {
  // The caller wipes its array as soon as it has an answer or fails; this one is read later.
  const own = vaultKey.slice();
  return wiping([own], async () => {
    const record = findKey((await currentOpen(core)).keys, id);
    const privateKey = await openKey(own, record);
    const publicKey = fromHex(record.publicKey);
    return wiping([privateKey], () =>
      createStamper({ curve: record.curve, privateKey, publicKey }),
    );
  });
}

function findKey(keys: readonly KeyRecord[], id: string): KeyRecord {
  const record = keys.find((key) => key.id === id);
  if (!record) throw new KeystampError('key_unknown');
  return record;
}

function requireRoom(keys: readonly KeyRecord[], facts: KeyFacts): void {
  const same = keys.find((key) => key.curve === facts.curve && key.publicKey === facts.publicKey);
  if (same) {
    throw new KeystampError(
      'invalid_input',
      `This key is in the vault already, as “${same.name}”.`,
      {
        field: 'publicKey',
      },
    );
  }
  if (keys.length >= MOST_KEYS) {
    throw new KeystampError(
      'invalid_input',
      `The vault holds ${MOST_KEYS} API keys, which is its limit.`,
    );
  }
}
