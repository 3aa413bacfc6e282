// What is in memory while unlocked. The browser's session area outlives the worker, is never on
// disk, and is gone with the browser (docs/platform.md, Memory-only storage). It takes JSON, so keys
// are base64url there.
import * as v from 'valibot';
import * as base64url from '../crypto/base64url.ts';
import { wipeAfter, type Bytes } from '../crypto/bytes.ts';
import { vaultNotice, type VaultNotice } from '../protocol/vault-notice.ts';
import { createItem, type Area } from '../storage/area.ts';

/** Key of the record in the session area. */
export const SESSION_KEY = 'vault.session';

/** How far the clock may be set back before the vault locks: more than any time server corrects. */
const CLOCK_SLACK_MS = 60_000;

const encodedKey = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));
const time = v.pipe(v.number(), v.finite());

/** What the session knows of the vault on disk: memory that no disk can roll back. */
const anchor = v.strictObject({ revision: v.number(), digest: v.string() });
export type Anchor = v.InferOutput<typeof anchor>;

const SessionRecord = v.strictObject({
  /** Null once locked. */
  unlocked: v.nullable(
    v.strictObject({
      vaultKey: encodedKey,
      touchedAt: time,
      lockAt: time,
      provenAt: time,
      anchor,
      /** What the unlock found out about the copies, for the user to decide. */
      notice: v.nullable(vaultNotice),
    }),
  ),
  /** Stays when locked, so that bytes already stamped can be sent again. */
  outboxKeys: v.pipe(v.string(), v.regex(/^[\w-]{43,}$/)),
});
type SessionRecord = v.InferOutput<typeof SessionRecord>;
type Unlocked = NonNullable<SessionRecord['unlocked']>;

/** How long a password or passkey counts for what guards stamping. */
export const PROOF_VALID_MS = 60_000;

/** When the vault locks, the clock when that was said, and what the vault on disk is. */
type Deadline = {
  readonly touchedAt: number;
  readonly lockAt: number;
  readonly anchor: Anchor | null;
};

/** Held by the longest time at every look: what is stored stays the user's own choice. */
function deadlineOf({ touchedAt, lockAt }: Omit<Deadline, 'anchor'>, maxMs: number): number {
  return Math.min(lockAt, touchedAt + maxMs);
}

function isCurrent(moments: Omit<Deadline, 'anchor'>, now: number, maxMs: number) {
  return now < deadlineOf(moments, maxMs) && now >= moments.touchedAt - CLOCK_SLACK_MS;
}

/**
 * Whether a proof still counts. A clock that shows less than at the last use says nothing: somebody who
 * sets it back gains no second minute.
 */
function isProven(moments: { readonly provenAt: number; readonly touchedAt: number }, now: number) {
  const { provenAt, touchedAt } = moments;
  return now >= Math.max(provenAt, touchedAt) && now < provenAt + PROOF_VALID_MS;
}
/** What a session begins with. */
export type SessionStart = {
  readonly vaultKey: Bytes;
  readonly outboxKeys: Bytes;
  readonly anchor: Anchor;
  readonly notice: VaultNotice | null;
  /** Milliseconds without use after which the vault locks. */
  readonly autoLock: number;
};

/** What a session is made over. */
export type SessionEffects = {
  readonly area: Area;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Milliseconds without use after which the vault locks. */
  readonly autoLockMs: () => Promise<number>;
  /** The most of them that anybody lets the user choose, now; without it there is no such bound. */
  readonly maxAutoLockMs?: (() => Promise<number>) | undefined;
  /** Called on every lock, by the user, the deadline or a wipe, before anything else happens. */
  readonly onLock: () => void;
};

/**
 * The stored deadline in memory, so that asking for it costs no look into the area: only this life of
 * the worker writes it. The key is never kept.
 */
function createDeadline(clock: () => number, maxAutoLockMs: () => Promise<number>) {
  let cached: Deadline | undefined;
  /** Grows before and after every write: a look that began before one says nothing. */
  let writes = 0;
  const forget = () => {
    writes += 1;
    cached = undefined;
  };

  return {
    /** How often the record was written; another number says that what was read before is old. */
    writes: () => writes,
    /** Undefined when it has passed, is not known, or there is none: the area is looked into. */
    current: async (): Promise<Deadline | undefined> => {
      if (!cached?.lockAt) return undefined;
      const maxMs = await maxAutoLockMs();
      if (!cached || !isCurrent(cached, clock(), maxMs)) return undefined;
      return { ...cached, lockAt: deadlineOf(cached, maxMs) };
    },
    refresh: async (load: () => Promise<SessionRecord | undefined>) => {
      const writesBefore = writes;
      const record = await load();
      const { touchedAt = 0, lockAt = 0, anchor: at = null } = record?.unlocked ?? {};
      if (writes === writesBefore) cached = { touchedAt, lockAt, anchor: at };
      return record;
    },
    writeThrough: async (write: () => Promise<void>): Promise<void> => {
      forget();
      await write().finally(forget);
    },
  };
}

/** The record in the area, held to its deadline at every look. */
function createSessionStore(effects: Omit<SessionEffects, 'autoLockMs'>) {
  const { area, clock, onLock, maxAutoLockMs = async () => Infinity } = effects;
  const stored = createItem(area, SESSION_KEY, SessionRecord);
  const { writes, current, refresh, writeThrough } = createDeadline(clock, maxAutoLockMs);

  /** A record that does not parse is of an older version: as good as none. */
  const load = () => stored.get().catch(() => undefined);

  /**
   * The record while the deadline has not passed; else locks. Every use of the key comes here. Only
   * what is open waits for the longest time: after its own start a browser takes seconds to tell it.
   */
  async function live(): Promise<(SessionRecord & { readonly unlocked: Unlocked }) | undefined> {
    const writesBefore = writes();
    const record = await refresh(load);
    if (!record?.unlocked) return undefined;
    const maxMs = await maxAutoLockMs();
    if (writes() !== writesBefore) return live();
    const { unlocked } = record;
    if (isCurrent(unlocked, clock(), maxMs)) {
      return { ...record, unlocked: { ...unlocked, lockAt: deadlineOf(unlocked, maxMs) } };
    }
    await lock();
    return undefined;
  }

  /** Forgets the vault key. Also when the area fails, `onLock` has been called. */
  async function lock(): Promise<void> {
    onLock();
    await change(() => null);
  }

  /** Changes what an open session knows; nothing when it is locked already. */
  async function change(act: (unlocked: Unlocked) => Unlocked | null): Promise<void> {
    await writeThrough(async () => {
      const record = await load();
      if (record?.unlocked) await stored.set({ ...record, unlocked: act(record.unlocked) });
    });
  }

  return {
    load,
    live,
    lock,
    change,
    current,
    set: (record: SessionRecord) => writeThrough(() => stored.set(record)),
    remove: () => writeThrough(stored.remove),
  };
}

/** The session of one worker life over the session area. */
export function createSession(effects: SessionEffects) {
  const { clock, autoLockMs, onLock } = effects;
  const { load, live: readLive, lock, change, current, set, remove } = createSessionStore(effects);

  async function start({ autoLock, ...values }: SessionStart): Promise<void> {
    const now = clock();
    const moments = { touchedAt: now, lockAt: now + autoLock, provenAt: now };
    const vaultKey = base64url.encode(values.vaultKey);
    const { anchor: at, notice } = values;
    const unlocked = { vaultKey, ...moments, anchor: at, notice };
    await set({ unlocked, outboxKeys: base64url.encode(values.outboxKeys) });
  }

  /** Moves the deadline, and the moment of the last proof where there is one; null when locked. */
  async function renew(proven: boolean): Promise<number | null> {
    const autoLock = await autoLockMs();
    if (!(await readLive())) return null;
    const now = clock();
    await change((unlocked) => ({
      ...unlocked,
      touchedAt: now,
      lockAt: now + autoLock,
      provenAt: proven ? now : unlocked.provenAt,
    }));
    return (await readLive())?.unlocked.lockAt ?? null;
  }

  /** Runs `use` with the vault key and wipes it after; undefined when locked. */
  async function withVaultKey<T>(use: (vaultKey: Bytes) => Promise<T>): Promise<T | undefined> {
    const record = await readLive();
    if (!record) return undefined;
    const vaultKey = base64url.decode(record.unlocked.vaultKey);
    return wipeAfter([vaultKey], () => use(vaultKey));
  }

  return {
    start,
    lock,
    withVaultKey,
    /** What the vault on disk is by now, and what is still to be told; nothing when locked. */
    update: (changes: Partial<Pick<Unlocked, 'anchor' | 'notice'>>) =>
      change((unlocked) => ({ ...unlocked, ...changes })),
    /** The user is here. */
    touch: () => renew(false),
    /** The password or a passkey was given just now. */
    prove: () => renew(true),
    /** Whether the password or a passkey was given within the last minute. No when locked. */
    isFresh: async (): Promise<boolean> => {
      const record = await readLive();
      return record !== undefined && isProven(record.unlocked, clock());
    },
    /** The deadline, milliseconds since the epoch; null when locked. Compared with the clock each time. */
    lockAt: async (): Promise<number | null> =>
      (await current())?.lockAt ?? (await readLive())?.unlocked.lockAt ?? null,
    /** What the vault on disk was when this session last read or wrote it; null when locked. */
    anchor: async (): Promise<Anchor | null> =>
      (await current())?.anchor ?? (await readLive())?.unlocked.anchor ?? null,
    /** What is to be told of the last unlock; null when locked or when all was well. */
    notice: async (): Promise<VaultNotice | null> => (await readLive())?.unlocked.notice ?? null,
    /** The outbox keys, locked or not; undefined before the first unlock since the browser started. */
    outboxKeys: async (): Promise<Bytes | undefined> => {
      const record = await load();
      return record && base64url.decode(record.outboxKeys);
    },
    /** Forgets everything. */
    clear: async (): Promise<void> => {
      onLock();
      await remove();
    },
  };
}

export type Session = ReturnType<typeof createSession>;
