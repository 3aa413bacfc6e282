import {
  deleteDB,
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
  type StoreNames,
} from 'idb';
import { KeystampError } from '../protocol/errors.ts';
import { openOrCreate } from './open-or-create.ts';

/** Name of the one IndexedDB database. */
export const DATABASE_NAME = 'keystamp';
/**
 * 1 to 6 were unreleased versions. Until 0.1.0 is out, a change of the stores takes the next number
 * and no step: a database of an earlier number is refused, never upgraded.
 */
const DATABASE_VERSION = 7;

/** What the store needs to know about an outbox entry. Its owner parses the rest on read. */
type OutboxRow = {
  readonly id: string;
  readonly profileId: string;
  readonly state: string;
  readonly createdAt: number;
  /** Missing or null: not in the index `nextAt`. */
  readonly nextAt?: number | null;
  readonly [member: string]: unknown;
};

/** What the store needs to know about a record of the history (src/history). */
export type HistoryRow = {
  readonly sequence: number;
  /** The beginnings of these can be searched. */
  readonly terms: readonly string[];
  readonly [member: string]: unknown;
};

/**
 * The stores. Values are `unknown` if their owner parses them on read: what is on disk is input
 * like any other.
 */
export type DatabaseSchema = DBSchema & {
  /** The vault, one record under the key `main` (src/vault/copies.ts). */
  vault: { key: string; value: unknown };
  outbox: {
    key: string;
    value: OutboxRow;
    indexes: {
      state: string;
      /** Profile, then creation time. */
      profile: [string, number];
      nextAt: number;
    };
  };
  /** Small facts by name: last timestamps, backoff. */
  meta: { key: string; value: unknown };
  /** Connected or blocked sites, but never those of a private window (src/permissions). */
  sites: { key: string; value: { readonly origin: string; readonly [member: string]: unknown } };
  /** What sites may do without asking (src/permissions). */
  grants: {
    key: string;
    value: { readonly id: string; readonly origin: string; readonly [member: string]: unknown };
    indexes: { origin: string };
  };
  /** Sealed copies of what was read from services, by whose they are and a name. May be lost. */
  records: { key: [string, string]; value: unknown };
  /** What was signed and decided, one record per fact, in a chain (docs/history.md). */
  history: {
    key: number;
    value: HistoryRow;
    indexes: {
      id: string;
      operation: string;
      origin: string;
      /** What happened, then when. */
      fact: [string, number];
      at: number;
      terms: string;
    };
  };
  /** The end of that chain and its seal, under the key `head`. */
  historyHead: { key: string; value: unknown };
};

export type Database = IDBPDatabase<DatabaseSchema>;
export type StoreName = StoreNames<DatabaseSchema>;

/** What can happen to an open connection. */
export type DatabaseEvents = {
  /** Another context is waiting for a newer version: this connection has been closed. */
  readonly onBlocking?: () => void;
  /** The browser has closed the connection. */
  readonly onTerminated?: () => void;
};

/**
 * Opens the database, or creates it. `vault_unreleased` for one of an unreleased version, which
 * stays as it is; `storage_private` if the browser keeps no
 * databases; `storage_failed` if it can't be opened: the error keeps the cause. A damaged store
 * shows up here (docs/platform.md, Storage on disk).
 */
export async function openDatabase(events: DatabaseEvents = {}): Promise<Database> {
  let opened: Database | undefined;
  try {
    opened = await openOrCreate<DatabaseSchema>(DATABASE_NAME, DATABASE_VERSION, {
      create: createStores,
      blocking: () => {
        // Without this, the other context's upgrade would wait forever.
        opened?.close();
        events.onBlocking?.();
      },
      terminated: () => events.onTerminated?.(),
    });
    return opened;
  } catch (cause) {
    throw toOpenError(cause);
  }
}

function createStores(db: Database): void {
  db.createObjectStore('vault');
  const outbox = db.createObjectStore('outbox', { keyPath: 'id' });
  outbox.createIndex('state', 'state');
  outbox.createIndex('profile', ['profileId', 'createdAt']);
  outbox.createIndex('nextAt', 'nextAt');
  db.createObjectStore('meta');
  db.createObjectStore('sites', { keyPath: 'origin' });
  db.createObjectStore('grants', { keyPath: 'id' }).createIndex('origin', 'origin');
  db.createObjectStore('records');
  const history = db.createObjectStore('history', { keyPath: 'sequence' });
  history.createIndex('id', 'id');
  history.createIndex('operation', 'operation');
  history.createIndex('origin', 'origin');
  history.createIndex('fact', ['fact', 'at']);
  history.createIndex('at', 'at');
  history.createIndex('terms', 'terms', { multiEntry: true });
  db.createObjectStore('historyHead');
}

/** Deletes the database and everything in it. For one that no longer opens, and for a wipe. */
export async function deleteDatabase(): Promise<void> {
  try {
    await deleteDB(DATABASE_NAME);
  } catch (cause) {
    throw toStorageError(cause);
  }
}

/** Returns the open connection, or opens one. */
export type Connect = () => Promise<Database>;

/** Options of {@link createConnection}, and what it reports. */
export type ConnectionOptions = DatabaseEvents & {
  /** Resolves after a moment, before another attempt to open. */
  readonly pause: () => Promise<void>;
  /** A database that failed to open three times was deleted. Its contents are gone. */
  readonly onRecreated?: (cause: unknown) => void;
};

/**
 * The one connection, opened on first use, and again after the browser or an upgrade closed it. A
 * database that fails to open three times is deleted and created again: the vault restores itself
 * from its second copy. That never happens for a full disk, or for a database of a newer or an
 * unreleased version: those aren't damage.
 */
export function createConnection(options: ConnectionOptions): Connect {
  let current: Promise<Database> | undefined;
  const forget = () => {
    current = undefined;
  };
  const events: DatabaseEvents = {
    onBlocking: () => {
      forget();
      options.onBlocking?.();
    },
    onTerminated: () => {
      forget();
      options.onTerminated?.();
    },
  };
  return () => {
    current ??= openWithRetries(events, options).catch((error: unknown) => {
      forget();
      throw error;
    });
    return current;
  };
}

async function openWithRetries(
  events: DatabaseEvents,
  { pause, onRecreated }: ConnectionOptions,
): Promise<Database> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await openDatabase(events);
    } catch (error) {
      if (!isDamage(error)) throw error;
      if (attempt === 3) {
        await deleteDatabase();
        onRecreated?.(error);
      } else if (attempt > 3) {
        throw error;
      }
      await pause();
    }
  }
}

function isDamage(error: unknown): boolean {
  if (!(error instanceof KeystampError) || error.code !== 'storage_failed') return false;
  // A newer version of Keystamp wrote it: its data is intact.
  return !(error.cause instanceof Error && error.cause.name === 'VersionError');
}

/** A read-write transaction over some stores, as {@link write} provides it. */
export type WriteTransaction<S extends StoreName> = IDBPTransaction<
  DatabaseSchema,
  S[],
  'readwrite'
>;

/**
 * Runs `act` in one transaction. Resolves once it's on disk (strict durability: it survives a power
 * loss). All or nothing: if `act` throws, nothing is written. `act` must only await the
 * transaction's own requests, or the transaction ends early. Errors: `storage_full`,
 * `storage_failed`, and what `act` throws.
 */
export async function write<S extends StoreName, T>(
  db: Database,
  stores: readonly S[],
  act: (transaction: WriteTransaction<S>) => Promise<T>,
): Promise<T> {
  try {
    const transaction = db.transaction([...stores], 'readwrite', { durability: 'strict' });
    try {
      const result = await act(transaction);
      commit(transaction);
      await transaction.done;
      return result;
    } catch (error) {
      await abort(transaction);
      throw error;
    }
  } catch (error) {
    throw toStorageError(error);
  }
}

/** No more requests follow. This saves the round trip that tells the browser so. */
function commit(transaction: { commit: () => void }): void {
  try {
    transaction.commit();
  } catch {
    // It's already ending or has failed: `done` says how.
  }
}

async function abort(transaction: {
  abort: () => void;
  readonly done: Promise<void>;
}): Promise<void> {
  try {
    transaction.abort();
  } catch {
    // It has already ended with its own failure.
  }
  await transaction.done.catch(() => undefined);
}

/** Runs an `act` that only reads. Its failures become `storage_failed`. */
export async function read<T>(db: Database, act: (db: Database) => Promise<T>): Promise<T> {
  try {
    return await act(db);
  } catch (error) {
    throw toStorageError(error);
  }
}

/**
 * Converts a storage failure: `storage_full` for a quota, otherwise `storage_failed`, with the
 * cause. Our own errors pass through unchanged. Quota errors are a DOMException in IndexedDB and a
 * plain message in the browser's storage areas.
 */
export function toStorageError(error: unknown): KeystampError {
  if (error instanceof KeystampError) return error;
  const text = error instanceof Error ? `${error.name} ${error.message}` : String(error);
  const code = /quota/i.test(text) ? 'storage_full' : 'storage_failed';
  return new KeystampError(code, undefined, undefined, error);
}

/**
 * The same for an attempt to open a database. A Firefox that never remembers history opens none for
 * extensions, and says so in this way only (docs/platform.md, Private windows).
 */
export function toOpenError(error: unknown): KeystampError {
  const isRefused = error instanceof DOMException && error.name === 'InvalidStateError';
  if (isRefused) return new KeystampError('storage_private', undefined, undefined, error);
  return toStorageError(error);
}
