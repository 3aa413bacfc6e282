// What is in memory while unlocked. The browser's session area outlives the worker, is never on
// disk, and is gone with the browser (docs/platform.md, Memory-only storage). It stores JSON, so
// keys are base64url there.
import * as v from 'valibot';
import * as base64url from '../crypto/base64url.ts';
import { wipeAfter, type Bytes } from '../crypto/bytes.ts';
import { vaultNotice, type VaultNotice } from '../protocol/vault-notice.ts';
import { createItem, type Area } from '../storage/area.ts';
import { time } from '../protocol/time.ts';

/** Key of the record in the session area. */
export const SESSION_KEY = 'vault.session';

/** How far the clock may be set back before the vault locks. No time server corrects this much. */
const CLOCK_SLACK_MS = 60_000;

const encodedKey = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

/** What the session knows about the vault on disk: memory that no disk can roll back. */
const anchor = v.strictObject({ revision: v.number(), digest: v.string() });
export type Anchor = v.InferOutput<typeof anchor>;

const SessionRecord = v.strictObject({
  /** Null while locked. */
  unlocked: v.nullable(
    v.strictObject({
      vaultKey: encodedKey,
      touchedAt: time,
      lockAt: time,
      provenAt: time,
      anchor,
      /** What the last unlock found out about the copies, for the user to decide. */
      notice: v.nullable(vaultNotice),
    }),
  ),
  /** Stays after a lock, so that bytes already stamped can be sent again. */
  outboxKeys: v.pipe(v.string(), v.regex(/^[\w-]{43,}$/)),
});
type SessionRecord = v.InferOutput<typeof SessionRecord>;
type Unlocked = NonNullable<SessionRecord['unlocked']>;

/** The shortest maximum that an organization can set: one minute (docs/managed-policy.md). */
const SHORTEST_MAX_MS = 60_000;

/** How long a password or passkey allows changes to what guards stamping. */
const PROOF_VALID_MS = 60_000;

/** When the vault locks, when that was set, and which vault is on disk. */
type Deadline = {
  readonly touchedAt: number;
  readonly lockAt: number;
  readonly anchor: Anchor | null;
};

/** Applies the maximum at every check. What is stored stays the user's own choice. */
function deadlineOf({ touchedAt, lockAt }: Omit<Deadline, 'anchor'>, maxMs: number): number {
  return Math.min(lockAt, touchedAt + maxMs);
}

function isCurrent(moments: Omit<Deadline, 'anchor'>, now: number, maxMs: number) {
  return now < deadlineOf(moments, maxMs) && now >= moments.touchedAt - CLOCK_SLACK_MS;
}

/**
 * Whether a proof still counts. A clock that shows less than at the last use proves nothing:
 * setting it back doesn't buy a second minute.
 */
function isProven(moments: { readonly provenAt: number; readonly touchedAt: number }, now: number) {
  const { provenAt, touchedAt } = moments;
  return now >= Math.max(provenAt, touchedAt) && now < provenAt + PROOF_VALID_MS;
}
/** What a session starts with. */
export type SessionStart = {
  readonly vaultKey: Bytes;
  readonly outboxKeys: Bytes;
  readonly anchor: Anchor;
  readonly notice: VaultNotice | null;
  /** The vault locks after this many milliseconds without use. */
  readonly autoLock: number;
};

export type MaxAutoLock = () => number | Promise<number>;

/** What a session needs. */
export type SessionEffects = {
  readonly area: Area;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** The vault locks after this many milliseconds without use. */
  readonly autoLockMs: () => Promise<number>;
  /**
   * The longest auto-lock the user may choose, at this moment; a promise while nobody knows. Without
   * it there is no maximum.
   */
  readonly maxAutoLockMs?: MaxAutoLock | undefined;
  /** Called on every lock (by the user, the deadline or a wipe), before anything else happens. */
  readonly onLock: () => void;
};

/**
 * Caches the stored deadline in memory, so that a check needs no read from the area: only this
 * worker writes it. The key is never cached.
 */
function createDeadline(clock: () => number, maxAt: MaxAt) {
  let cached: Deadline | undefined;
  /** Grows before and after every write. A read that began before a write says nothing. */
  let writes = 0;
  const forget = () => {
    writes += 1;
    cached = undefined;
  };

  return {
    /** How often the record was written. If the number has changed, an earlier read is outdated. */
    writes: () => writes,
    /** Undefined if it has passed, isn't known, or there is none. Then the area must be read. */
    current: async (): Promise<Deadline | undefined> => {
      if (!cached?.lockAt) return undefined;
      const maxMs = await maxAt(cached);
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

type MaxAt = (moments: Omit<Deadline, 'anchor'>) => Promise<number>;

/**
 * The maximum for a session. While nobody knows it, nothing waits for it within the shortest one
 * that there can be: a browser that has just started takes up to a minute to provide it.
 */
function createMaxAt(clock: () => number, maxAutoLockMs: MaxAutoLock): MaxAt {
  return async (moments) => {
    const maxMs = maxAutoLockMs();
    if (typeof maxMs === 'number') return maxMs;
    return isCurrent(moments, clock(), SHORTEST_MAX_MS) ? Infinity : maxMs;
  };
}

/** The record in the area, checked against its deadline at every read. */
function createSessionStore(effects: Omit<SessionEffects, 'autoLockMs'>) {
  const { area, clock, onLock, maxAutoLockMs = () => Infinity } = effects;
  const stored = createItem(area, SESSION_KEY, SessionRecord);
  const maxAt = createMaxAt(clock, maxAutoLockMs);
  const { writes, current, refresh, writeThrough } = createDeadline(clock, maxAt);

  /** A record that doesn't parse is the same as none. */
  const load = () => stored.get().catch(() => undefined);

  /**
   * The record if the deadline hasn't passed; otherwise locks. Every use of the key comes through
   * here. Only an unlocked vault waits for the maximum.
   */
  async function live(): Promise<(SessionRecord & { readonly unlocked: Unlocked }) | undefined> {
    const writesBefore = writes();
    const record = await refresh(load);
    if (!record?.unlocked) return undefined;
    const maxMs = await maxAt(record.unlocked);
    if (writes() !== writesBefore) return live();
    const { unlocked } = record;
    if (isCurrent(unlocked, clock(), maxMs)) {
      return { ...record, unlocked: { ...unlocked, lockAt: deadlineOf(unlocked, maxMs) } };
    }
    await lock();
    return undefined;
  }

  /** Forgets the vault key. Calls `onLock` even if the area fails. */
  async function lock(): Promise<void> {
    onLock();
    await change(() => null);
  }

  /** Changes what an open session knows. Does nothing if it's already locked. */
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

/** This worker's session, stored in the session area. */
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

  /** Moves the deadline, and the time of the last proof if there is one. Null if locked. */
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

  /** Runs `use` with the vault key and wipes it afterwards. Undefined if locked. */
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
    /** Records the vault on disk and the notice to show. Does nothing if locked. */
    update: (changes: Partial<Pick<Unlocked, 'anchor' | 'notice'>>) =>
      change((unlocked) => ({ ...unlocked, ...changes })),
    /** The user is here. */
    touch: () => renew(false),
    /** The user just gave the password or a passkey. */
    prove: () => renew(true),
    /** Whether the user gave the password or a passkey within the last minute. False if locked. */
    isFresh: async (): Promise<boolean> => {
      const record = await readLive();
      return record !== undefined && isProven(record.unlocked, clock());
    },
    /**
     * The deadline, in milliseconds since the epoch. Null if locked. Checked against the clock each
     * time.
     */
    lockAt: async (): Promise<number | null> =>
      (await current())?.lockAt ?? (await readLive())?.unlocked.lockAt ?? null,
    /** The vault on disk as this session last read or wrote it. Null if locked. */
    anchor: async (): Promise<Anchor | null> =>
      (await current())?.anchor ?? (await readLive())?.unlocked.anchor ?? null,
    /** The notice of the last unlock. Null if locked or all was well. */
    notice: async (): Promise<VaultNotice | null> => (await readLive())?.unlocked.notice ?? null,
    /** The outbox keys, locked or not. Undefined until the first unlock since browser start. */
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
