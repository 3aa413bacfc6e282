// What is in memory while unlocked. The browser's session area outlives the worker, is never on
// disk, and is gone with the browser (platform.md 1.5). It takes JSON, so keys are base64url there.
import * as v from 'valibot';
import * as base64url from '../crypto/base64url.ts';
import { wiping, type Bytes } from '../crypto/bytes.ts';
import { item, type Area } from '../storage/area.ts';

/** Key of the record in the session area. */
export const SESSION_KEY = 'vault.session';

/** How far the clock may be set back before the vault locks: more than any time server corrects. */
const CLOCK_SLACK_MS = 60_000;

const key32 = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));
const time = v.pipe(v.number(), v.finite());

const SessionRecord = v.strictObject({
  /** Null once locked. */
  unlocked: v.nullable(
    v.strictObject({ vaultKey: key32, touchedAt: time, lockAt: time, provenAt: time }),
  ),
  /** Stays when locked, so that bytes already stamped can be sent again. */
  outboxKeys: v.pipe(v.string(), v.regex(/^[\w-]{43,}$/)),
});
type SessionRecord = v.InferOutput<typeof SessionRecord>;

/** How long a password or passkey counts for what guards stamping. */
export const FRESH_MS = 60_000;

/** When the vault locks, and the clock when that was said. */
type Deadline = { readonly touchedAt: number; readonly lockAt: number };

function isCurrent({ touchedAt, lockAt }: Deadline, now: number) {
  return now < lockAt && now >= touchedAt - CLOCK_SLACK_MS;
}

/** Of a vault that is opened, or proven to be its owner's, now. */
const momentsAt = (now: number, ms: number) => ({
  touchedAt: now,
  lockAt: now + ms,
  provenAt: now,
});

/**
 * Whether a proof still counts. A clock that shows less than at the last use says nothing: somebody who
 * sets it back gains no second minute.
 */
function isProven(moments: { readonly provenAt: number; readonly touchedAt: number }, now: number) {
  const { provenAt, touchedAt } = moments;
  return now >= Math.max(provenAt, touchedAt) && now < provenAt + FRESH_MS;
}

/** What a session is made over. */
export type SessionEffects = {
  readonly area: Area;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Milliseconds without use after which the vault locks. */
  readonly autoLockMs: () => Promise<number>;
  /** Called on every lock, by the user, the deadline or a wipe, before anything else happens. */
  readonly onLock: () => void;
};

/**
 * The stored deadline in memory, so that asking for it costs no look into the area: only this life of
 * the worker writes it. The key is never kept.
 */
function createDeadline(clock: () => number) {
  let known: Deadline | undefined;
  /** Grows before and after every write: a look that began before one says nothing. */
  let writes = 0;
  const forget = () => {
    writes += 1;
    known = undefined;
  };

  return {
    /** Undefined when it has passed, is not known, or there is none: the area is looked into. */
    current: () => (known && isCurrent(known, clock()) ? known : undefined),
    see: async (load: () => Promise<SessionRecord | undefined>) => {
      const before = writes;
      const record = await load();
      const { touchedAt = 0, lockAt = 0 } = record?.unlocked ?? {};
      if (writes === before) known = { touchedAt, lockAt };
      return record;
    },
    writing: async (write: () => Promise<void>): Promise<void> => {
      forget();
      await write().finally(forget);
    },
  };
}

/** The session of one worker life over the session area. */
export function createSession({ area, clock, autoLockMs, onLock }: SessionEffects) {
  const stored = item(area, SESSION_KEY, SessionRecord);
  const { current, see, writing } = createDeadline(clock);

  /** A record that does not parse is of an older version: as good as none. */
  const load = () => stored.get().catch(() => undefined);

  /** The record while the deadline has not passed; else locks. Every use of the key comes here. */
  async function live() {
    const record = await see(load);
    if (!record?.unlocked) return undefined;
    if (isCurrent(record.unlocked, clock())) return { ...record, unlocked: record.unlocked };
    await lock();
    return undefined;
  }

  async function start(vaultKey: Bytes, outboxKeys: Bytes): Promise<void> {
    const moments = momentsAt(clock(), await autoLockMs());
    const unlocked = { vaultKey: base64url.encode(vaultKey), ...moments };
    await writing(() => stored.set({ unlocked, outboxKeys: base64url.encode(outboxKeys) }));
  }

  /** Forgets the vault key. Also when the area fails, `onLock` has been called. */
  async function lock(): Promise<void> {
    onLock();
    await writing(async () => {
      const record = await load();
      if (record?.unlocked) await stored.set({ ...record, unlocked: null });
    });
  }

  /** Moves the deadline, and the moment of the last proof where there is one; null when locked. */
  async function renew(proven: boolean): Promise<number | null> {
    const record = await live();
    if (!record) return null;
    const { provenAt } = record.unlocked;
    const moments = momentsAt(clock(), await autoLockMs());
    const unlocked = { ...record.unlocked, ...moments, ...(!proven && { provenAt }) };
    await writing(() => stored.set({ ...record, unlocked }));
    return unlocked.lockAt;
  }

  /** Whether the password or a passkey was given within the last minute. No when locked. */
  async function isFresh(): Promise<boolean> {
    const record = await live();
    return record !== undefined && isProven(record.unlocked, clock());
  }

  /** The deadline, milliseconds since the epoch; null when locked. Compared with the clock each time. */
  async function lockAt(): Promise<number | null> {
    return current()?.lockAt ?? (await live())?.unlocked.lockAt ?? null;
  }

  /** Runs `use` with the vault key and wipes it after; undefined when locked. */
  async function withVaultKey<T>(use: (vaultKey: Bytes) => Promise<T>): Promise<T | undefined> {
    const record = await live();
    if (!record) return undefined;
    const vaultKey = base64url.decode(record.unlocked.vaultKey);
    return wiping([vaultKey], () => use(vaultKey));
  }

  /** The outbox keys, locked or not; undefined before the first unlock since the browser started. */
  async function outboxKeys(): Promise<Bytes | undefined> {
    const record = await load();
    return record && base64url.decode(record.outboxKeys);
  }

  /** Forgets everything. */
  async function end(): Promise<void> {
    onLock();
    await writing(stored.remove);
  }

  /** The user is here. */
  const touch = () => renew(false);
  /** The password or a passkey was given just now. */
  const prove = () => renew(true);
  return { start, lock, touch, prove, isFresh, lockAt, withVaultKey, outboxKeys, end };
}
