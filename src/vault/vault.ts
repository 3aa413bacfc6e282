// The keys at rest and in use. Life of a key: text in a page, sealed to this worker, sealed under
// the vault key on disk, unsealed once per unlock into a stamper, forgotten on lock.
import { randomBytes, type Bytes, type RandomBytes } from '../crypto/bytes.ts';
import type { KdfParameters } from '../crypto/kdf-parameters.ts';
import type { NewVaultPasskey, VaultPasskey } from '../protocol/vault-passkey.ts';
import { DEFAULT_SETTINGS, settings, SETTINGS_KEY, type VaultStatus } from '../protocol/state.ts';
import { item, type Area } from '../storage/area.ts';
import type { Connect } from '../storage/database.ts';
import { changePassword, create, unlock } from './access.ts';
import { addKey, createKeyring, listKeys, removeKey, renameKey, type NewKey } from './api-keys.ts';
import { createAttempts } from './attempts.ts';
import { createCopies } from './copies.ts';
import { current, type Core } from './core.ts';
import { passkeyFacts } from './passkey-wrapping.ts';
import { enrolPasskey, removePasskey, unlockByPasskey } from './passkeys.ts';
import { openRecord, outboxKeys, sealRecord } from './private-records.ts';
import { prove, provePasskey } from './proof.ts';
import { createQueue } from './queue.ts';
import { createSession } from './session.ts';

const MINUTE_MS = 60_000;

/** What a vault is made over. */
export type VaultEffects = {
  readonly connect: Connect;
  /** Memory only: `storage.session`. */
  readonly session: Area;
  /** On disk: `storage.local`, for the second copy, and for the settings, which are read only. */
  readonly local: Area;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly random?: RandomBytes;
  /** Called on every lock, by the user, the deadline or a wipe. */
  readonly onLock?: () => void;
};

export type Vault = ReturnType<typeof createVault>;

/**
 * The vault over its stores. Whatever changes it runs one after the other. What needs it open throws
 * `vault_locked`, and checks the stored deadline first. All may throw `storage_failed` and
 * `storage_full`, and then nothing was changed. Each function's own errors stand where it is defined.
 */
export function createVault(effects: VaultEffects) {
  const { connect, local, clock, random = randomBytes } = effects;
  const queue = createQueue();
  const keyring = createKeyring();
  const core: Core = {
    copies: createCopies(connect, local),
    attempts: createAttempts(connect, clock),
    session: createSession({
      area: effects.session,
      clock,
      autoLockMs: () => autoLockMs(local),
      onLock: () => {
        keyring.clear();
        effects.onLock?.();
      },
    }),
    clock,
    random,
  };

  return {
    /** `missing` is said only when both stores answer and neither holds anything. */
    status: () => status(core),
    /** What a page needs to derive a key-encryption key, and how long a password must wait. */
    parameters: () => parameters(core),
    create: (kek: Bytes, kdf: KdfParameters) => queue(() => create(core, kek, kdf)),
    unlock: (kek: Bytes) => queue(() => unlock(core, kek)),
    changePassword: (oldKek: Bytes, newKek: Bytes, kdf: KdfParameters) =>
      queue(() => changePassword(core, oldKek, newKek, kdf)),
    enrolPasskey: (kek: Bytes, passkeyKek: Bytes, passkey: NewVaultPasskey) =>
      queue(() => enrolPasskey(core, kek, passkeyKek, passkey)),
    unlockByPasskey: (id: string, kek: Bytes) => queue(() => unlockByPasskey(core, id, kek)),
    removePasskey: (kek: Bytes, id: string) => queue(() => removePasskey(core, kek, id)),
    /** The password once more, while open; from then on {@link isFresh} says yes for a minute. */
    prove: (kek: Bytes) => queue(() => prove(core, kek)),
    provePasskey: (id: string, kek: Bytes) => queue(() => provePasskey(core, id, kek)),
    /** Whether the password or a passkey was given within the last minute. */
    isFresh: core.session.isFresh,
    lock: () => queue(core.session.lock),
    /** The user is here: moves the deadline, and answers it; null when locked. */
    touch: () => queue(core.session.touch),
    /** The deadline, milliseconds since the epoch; null when locked. */
    lockAt: core.session.lockAt,
    wipe: () => queue(() => wipeVault(core)),
    addKey: (key: NewKey) => queue(() => addKey(core, key)),
    renameKey: (id: string, name: string) => queue(() => renameKey(core, id, name)),
    removeKey: (id: string) =>
      queue(async () => {
        await removeKey(core, id);
        keyring.drop(id);
      }),
    listKeys: () => listKeys(core),
    stamper: (id: string) => keyring.stamper(core, id),
    sealRecord: (name: string, plaintext: Bytes) => queue(() => sealRecord(core, name, plaintext)),
    openRecord: (name: string) => openRecord(core, name),
    outboxKeys: () => outboxKeys(core),
  };
}

async function status({ session, copies }: Core): Promise<VaultStatus> {
  if ((await session.lockAt()) !== null) return 'unlocked';
  const found = await copies.find();
  return found.status === 'good' ? 'locked' : found.status;
}

type Parameters = {
  readonly kdf: KdfParameters;
  readonly waitMs: number;
  readonly passkeys: readonly VaultPasskey[];
};

async function parameters(core: Core): Promise<Parameters> {
  const { header, passkeys = [] } = await current(core);
  const waitMs = await core.attempts.wait();
  return { kdf: header.kdf, waitMs, passkeys: passkeys.map(passkeyFacts) };
}

/** Forgets the keys in memory first, then both copies on disk and the count of tries. */
async function wipeVault({ session, copies, attempts }: Core): Promise<void> {
  await session.end();
  await copies.remove();
  await attempts.forget();
}

async function autoLockMs(local: Area): Promise<number> {
  const chosen = await item(local, SETTINGS_KEY, settings)
    .get()
    .catch(() => undefined);
  return (chosen ?? DEFAULT_SETTINGS).autoLockMinutes * MINUTE_MS;
}
