// The keys at rest and in use. Life of a key: text in a page, sealed to this worker, sealed under
// the vault key on disk, unsealed once per unlock into a stamper, forgotten on lock.
import { randomBytes, type Bytes, type RandomBytes } from '../crypto/bytes.ts';
import type { KdfParameters } from '../crypto/kdf-parameters.ts';
import type { NewVaultPasskey, VaultPasskey } from '../protocol/vault-passkey.ts';
import type * as v from 'valibot';
import type { VaultStatus } from '../protocol/state.ts';
import type { Area, Item } from '../storage/area.ts';
import type { Connect } from '../storage/database.ts';
import { acceptNotice, changePassword, create, unlock } from './access.ts';
import { addKey, createKeyring, listKeys, removeKey, renameKey, type NewKey } from './api-keys.ts';
import { createAttempts } from './attempts.ts';
import { autoLockMs } from './auto-lock.ts';
import { clearItem } from './clear-records.ts';
import { createCopies, type GoodCopy } from './copies.ts';
import { current, find, present, type Core, type Former } from './core.ts';
import { createFloor } from './floor.ts';
import { passkeyFacts } from './passkey-wrapping.ts';
import { enrolPasskey, removePasskey, unlockByPasskey } from './passkeys.ts';
import { openRecord, outboxKeys, sealRecord } from './private-records.ts';
import { prove, provePasskey } from './proof.ts';
import { createQueue } from './queue.ts';
import { createRowMac } from './row-mac.ts';
import { createSession } from './session.ts';

/** What a vault is made over. */
export type VaultEffects = {
  readonly connect: Connect;
  /** Memory only: `storage.session`. */
  readonly session: Area;
  /** On disk, apart from the database and out of reach for content scripts: for the second copy. */
  readonly second: Area;
  /** On disk, apart from both: for what tells that both of them lost something. */
  readonly third: Area;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly random?: RandomBytes;
  /** Called on every lock, by the user, the deadline or a wipe. */
  readonly onLock?: () => void;
  readonly former?: Former;
  /** The longest auto-lock that holds now, whatever the user chose; milliseconds. */
  readonly longestMs?: () => Promise<number>;
};

export type Vault = ReturnType<typeof createVault>;

/**
 * The vault over its stores. Whatever changes it runs one after the other. What needs it open throws
 * `vault_locked`, and checks the stored deadline first. All may throw `storage_failed` and
 * `storage_full`, and then nothing was changed. Each function's own errors stand where it is defined.
 */
export function createVault(effects: VaultEffects) {
  const queue = createQueue();
  const keyring = createKeyring();
  const core: Core = createCore(effects, () => {
    keyring.clear();
    rows.forget();
    effects.onLock?.();
  });
  const rows = createRowMac(core);
  const inQueue = <T>(item: Item<T>): Item<T> => ({
    get: item.get,
    set: (value) => queue(() => item.set(value)),
    remove: () => queue(item.remove),
  });

  return {
    /** `missing` is said only when both stores answer and neither holds anything. */
    status: () => status(core),
    /** What a page needs to derive a key-encryption key, and how long a password must wait. */
    parameters: () => parameters(core),
    create: (kek: Bytes, kdf: KdfParameters) => queue(() => create(core, kek, kdf)),
    unlock: (keks: readonly Bytes[]) => queue(() => unlock(core, keks)),
    changePassword: (oldKeks: readonly Bytes[], newKek: Bytes, kdf: KdfParameters) =>
      queue(() => changePassword(core, oldKeks, newKek, kdf)),
    enrolPasskey: (keks: readonly Bytes[], passkeyKek: Bytes, passkey: NewVaultPasskey) =>
      queue(() => enrolPasskey(core, keks, passkeyKek, passkey)),
    unlockByPasskey: (id: string, kek: Bytes) => queue(() => unlockByPasskey(core, id, kek)),
    removePasskey: (keks: readonly Bytes[], id: string) =>
      queue(() => removePasskey(core, keks, id)),
    /** The password once more, while open; from then on {@link isFresh} says yes for a minute. */
    prove: (keks: readonly Bytes[]) => queue(() => prove(core, keks)),
    provePasskey: (id: string, kek: Bytes) => queue(() => provePasskey(core, id, kek)),
    /** Whether the password or a passkey was given within the last minute. */
    isFresh: core.session.isFresh,
    /** What the last unlock found out about the copies; null when locked or when all was well. */
    notice: core.session.notice,
    /** The user has read it and keeps the vault that opened. */
    acceptNotice: () => queue(() => acceptNotice(core)),
    /** A value that lies in the vault in clear, under its MAC. */
    clearItem: <T>(name: string, schema: v.GenericSchema<unknown, T>): Item<T> =>
      inQueue(clearItem(core, name, schema)),
    /** For rows that lie outside the vault and guard stamping. */
    rows: { sign: rows.sign, verify: rows.verify, isVerified: rows.isVerified },
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

const NOTHING_FORMER: Former = { adopt: async () => [], forget: async () => undefined };

function createCore(effects: VaultEffects, onLock: () => void): Core {
  const { connect, second, third, clock, random = randomBytes, former = NOTHING_FORMER } = effects;
  const core: Core = {
    copies: createCopies(connect, second),
    attempts: createAttempts({ connect, second, clock }),
    session: createSession({
      area: effects.session,
      clock,
      autoLockMs: async () => autoLockMs(await current(core)),
      longestMs: effects.longestMs,
      onLock,
    }),
    floor: createFloor(third),
    held: { copies: [] },
    clock,
    random,
    former,
  };
  return core;
}

async function status(core: Core): Promise<VaultStatus> {
  if ((await core.session.lockAt()) !== null) return 'unlocked';
  const found = await find(core);
  return found.status === 'good' ? 'locked' : found.status;
}

type Parameters = {
  /** One for each copy, unless they are the same: what the best copy says comes first. */
  readonly kdfs: readonly KdfParameters[];
  readonly waitMs: number;
  readonly passkeys: readonly VaultPasskey[];
};

/** What the copies say for themselves: nobody knows yet which of them is authentic. */
async function parameters(core: Core): Promise<Parameters> {
  const { copies } = present(await find(core));
  const [{ document }] = copies;
  const waitMs = await core.attempts.wait();
  const { passkeys = [] } = document;
  return { kdfs: kdfsOf(copies), waitMs, passkeys: passkeys.map(passkeyFacts) };
}

function kdfsOf(copies: readonly GoodCopy[]): readonly KdfParameters[] {
  const byText = new Map(
    copies.map(({ document: { header } }) => [JSON.stringify(header.kdf), header.kdf] as const),
  );
  return [...byText.values()];
}

/** Forgets the keys in memory first, then both copies on disk and the count of tries. */
async function wipeVault({ session, copies, attempts, floor, held }: Core): Promise<void> {
  await session.end();
  held.copies = [];
  await floor.remove();
  await copies.remove();
  await attempts.forget();
}
