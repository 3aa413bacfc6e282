// The keys at rest and in use. The life of a key: text in a page, sealed to this worker, sealed
// under the vault key on disk, unsealed into a stamper once per unlock, forgotten on lock.
import { randomBytes, type Bytes, type RandomBytes } from '../crypto/bytes.ts';
import type { KdfParameters } from '../crypto/kdf-parameters.ts';
import { createLate, loadPart } from '../protocol/load-part.ts';
import type { NewVaultPasskey } from '../protocol/vault-passkey.ts';
import type * as v from 'valibot';
import type { VaultStatus } from '../protocol/app-state.ts';
import type { Area, Item } from '../storage/area.ts';
import type { Connect } from '../storage/database.ts';
import { addKey, createKeyring, listKeys, removeKey, renameKey, type NewKey } from './api-keys.ts';
import { createAttempts } from './attempts.ts';
import { readAutoLockMs } from './auto-lock.ts';
import { createClearItem } from './clear-records.ts';
import { createCopies } from './copies.ts';
import { currentDocument, findVault, isUnreleased, type VaultDeps } from './core.ts';
import type { OpenedKey } from './key-backup.ts';
import { createLastSaved } from './last-saved.ts';
import { readPrivateRecord, readOutboxKeys, savePrivateRecord } from './private-records.ts';
import { createQueue } from '../storage/queue.ts';
import { createRowMac } from './row-mac.ts';
import { openCopy, sealCopy } from './sealed-copies.ts';
import { createSession, type MaxAutoLock } from './session.ts';

/** What a vault needs. */
export type VaultEffects = {
  readonly connect: Connect;
  /** In memory only: `storage.session`. */
  readonly session: Area;
  /** On disk, separate from the database, out of reach of content scripts. For the second copy. */
  readonly second: Area;
  /** On disk, separate from both. For the record that shows that both of them lost something. */
  readonly lastSavedArea: Area;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly random?: RandomBytes;
  /** Called on every lock: by the user, the deadline or a wipe. */
  readonly onLock?: () => void;
  /** The longest auto-lock that applies now, whatever the user chose, in milliseconds. */
  readonly maxAutoLockMs?: MaxAutoLock;
};

export type Vault = ReturnType<typeof createVault>;

/**
 * The vault on top of its stores. Changes run one after the other. Anything that needs it unlocked
 * throws `vault_locked`, and checks the stored deadline first. Everything may throw
 * `storage_failed` and `storage_full`; nothing has changed then. Each function's own errors are
 * listed where it is defined.
 */
export function createVault(effects: VaultEffects) {
  const queue = createQueue();
  const keyring = createKeyring();
  const deps: VaultDeps = createDeps(effects, () => {
    keyring.clear();
    rows.forget();
    effects.onLock?.();
  });
  const rows = createRowMac(deps);
  const queued = <T>(item: Item<T>): Item<T> => ({
    get: item.get,
    set: (value) => queue(() => item.set(value)),
    remove: () => queue(item.remove),
  });

  return {
    /** `missing` only if both stores respond and neither holds anything. */
    status: () => readStatus(deps),
    ...createLateCalls(deps, queue),
    /** Whether the user gave the password or a passkey within the last minute. */
    isFresh: deps.session.isFresh,
    /** What the last unlock found out about the copies. Null if locked or all was well. */
    notice: deps.session.notice,
    /** A value stored in clear in the vault, under its MAC. */
    clearItem: <T>(name: string, schema: v.GenericSchema<unknown, T>): Item<T> =>
      queued(createClearItem(deps, name, schema)),
    /** For rows outside the vault that guard stamping. */
    rows: { sign: rows.sign, verify: rows.verify, isVerified: rows.isVerified },
    lock: () => queue(deps.session.lock),
    /** The user is here: moves the deadline and returns it. Null if locked. */
    touch: () => queue(deps.session.touch),
    /** The deadline, in milliseconds since the epoch. Null if locked. */
    lockAt: deps.session.lockAt,
    wipe: () => queue(() => wipeVault(deps)),
    addKey: (key: NewKey) => queue(() => addKey(deps, key)),
    renameKey: (id: string, name: string) => queue(() => renameKey(deps, id, name)),
    removeKey: (id: string) =>
      queue(async () => {
        await removeKey(deps, id);
        keyring.drop(id);
      }),
    listKeys: () => listKeys(deps),
    stamper: (id: string) => keyring.stamper(deps, id),
    sealRecord: (name: string, plaintext: Bytes) =>
      queue(() => savePrivateRecord(deps, name, plaintext)),
    openRecord: (name: string) => readPrivateRecord(deps, name),
    outboxKeys: () => readOutboxKeys(deps),
    sealCopy: (place: string, copy: Bytes) => sealCopy(deps, place, copy),
    openCopy: (place: string, sealed: Bytes) => openCopy(deps, place, sealed),
  };
}

/** What the vault's part does (vault-part.ts). Everything may throw `part_missing`. */
function createLateCalls(deps: VaultDeps, queue: ReturnType<typeof createQueue>) {
  const { get: part } = createLate(async () => {
    const { createVaultPart } = await loadPart(() => import('./vault-part.ts'));
    return createVaultPart(deps);
  });
  return {
    /** What a page needs to derive a key-encryption key, and how long a password has to wait. */
    parameters: async () => (await part()).parameters(),
    create: (kek: Bytes, kdf: KdfParameters) => queue(async () => (await part()).create(kek, kdf)),
    unlock: (keks: readonly Bytes[]) => queue(async () => (await part()).unlock(keks)),
    changePassword: (oldKeks: readonly Bytes[], newKek: Bytes, kdf: KdfParameters) =>
      queue(async () => (await part()).changePassword(oldKeks, newKek, kdf)),
    enrolPasskey: (keks: readonly Bytes[], passkeyKek: Bytes, passkey: NewVaultPasskey) =>
      queue(async () => (await part()).enrolPasskey(keks, passkeyKek, passkey)),
    unlockByPasskey: (id: string, kek: Bytes) =>
      queue(async () => (await part()).unlockByPasskey(id, kek)),
    removePasskey: (keks: readonly Bytes[], id: string) =>
      queue(async () => (await part()).removePasskey(keks, id)),
    /** The password again while unlocked. After it, {@link isFresh} returns true for a minute. */
    prove: (keks: readonly Bytes[]) => queue(async () => (await part()).prove(keks)),
    provePasskey: (id: string, kek: Bytes) =>
      queue(async () => (await part()).provePasskey(id, kek)),
    /** The user has read the notice and keeps the opened vault. */
    acceptNotice: () => queue(async () => (await part()).acceptNotice()),
    withOpenedKeys: async <T>(use: (keys: readonly OpenedKey[]) => Promise<T>) =>
      (await part()).withOpenedKeys(use),
    restoreKeys: (keys: readonly OpenedKey[]) =>
      queue(async () => (await part()).restoreKeys(keys)),
  };
}

function createDeps(effects: VaultEffects, onLock: () => void): VaultDeps {
  const { connect, second, lastSavedArea, clock, random = randomBytes } = effects;
  const deps: VaultDeps = {
    copies: createCopies(connect, second),
    attempts: createAttempts({ connect, second, clock }),
    session: createSession({
      area: effects.session,
      clock,
      autoLockMs: async () => readAutoLockMs(await currentDocument(deps)),
      maxAutoLockMs: effects.maxAutoLockMs,
      onLock,
    }),
    lastSaved: createLastSaved(lastSavedArea),
    copyCache: { copies: [] },
    clock,
    random,
  };
  return deps;
}

async function readStatus(deps: VaultDeps): Promise<VaultStatus> {
  if ((await deps.session.lockAt()) !== null) return 'unlocked';
  const found = await findVault(deps);
  if (found.status === 'good') return 'locked';
  return found.status === 'damaged' && isUnreleased(found) ? 'unreleased' : found.status;
}

/** Forgets the keys in memory first, then both copies on disk and the count of attempts. */
async function wipeVault({
  session,
  copies,
  attempts,
  lastSaved,
  copyCache,
}: VaultDeps): Promise<void> {
  await session.clear();
  copyCache.copies = [];
  await lastSaved.remove();
  await copies.remove();
  await attempts.forget();
}
