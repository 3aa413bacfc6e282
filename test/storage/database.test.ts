import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createConnection,
  DATABASE_NAME,
  deleteDatabase,
  openDatabase,
  toStorageError,
  write,
} from '../../src/storage/database.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const row = (id: string, more: object = {}) => ({
  id,
  profileId: 'p',
  state: 'stamped',
  createdAt: 1,
  ...more,
});

/** A database that refuses to open this many times, as a damaged store does. */
function damaged(times: number): () => number {
  const real = new IDBFactory();
  let opened = 0;
  const open: IDBFactory['open'] = (...args) => {
    opened++;
    if (opened > times) return real.open(...args);
    throw new DOMException(
      'Internal error opening backing store for indexedDB.open.',
      'UnknownError',
    );
  };
  globalThis.indexedDB = Object.assign(Object.create(real), {
    open,
    deleteDatabase: (name: string) => real.deleteDatabase(name),
  });
  return () => opened;
}

describe('openDatabase', () => {
  test('behavior: creates every store and index', async () => {
    const db = await openDatabase();
    const stores = [
      'grants',
      'history',
      'historyHead',
      'meta',
      'outbox',
      'profiles',
      'records',
      'sites',
      'vault',
    ];
    expect([...db.objectStoreNames]).toEqual(stores);
    await write(db, ['outbox'], async (tx) => {
      const outbox = tx.objectStore('outbox');
      await outbox.put(row('late', { createdAt: 2, nextAt: 9 }));
      await outbox.put(row('early', { nextAt: null }));
      await outbox.put(row('other', { profileId: 'q', state: 'pending' }));
    });
    const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
    expect(ids(await db.getAllFromIndex('outbox', 'state', 'stamped'))).toEqual(['early', 'late']);
    const range = IDBKeyRange.bound(['p', 0], ['p', Number.MAX_SAFE_INTEGER]);
    expect(ids(await db.getAllFromIndex('outbox', 'profile', range))).toEqual(['early', 'late']);
    expect(ids(await db.getAllFromIndex('outbox', 'nextAt'))).toEqual(['late']);
  });

  test('behavior: upgrades a database of version 1 and keeps what is in it', async () => {
    const stored = {
      vault: { sealed: 'v' },
      outbox: row('a', { nextAt: 9 }),
      meta: 7,
      profiles: { id: 'p' },
    };
    const old = await openDB(DATABASE_NAME, 1, {
      upgrade: (db) => {
        void db.createObjectStore('vault').put(stored.vault, 'main');
        const outbox = db.createObjectStore('outbox', { keyPath: 'id' });
        outbox.createIndex('state', 'state');
        outbox.createIndex('profile', ['profileId', 'createdAt']);
        outbox.createIndex('nextAt', 'nextAt');
        void outbox.put(stored.outbox);
        void db.createObjectStore('meta').put(stored.meta, 'timestamp:p');
        void db.createObjectStore('profiles', { keyPath: 'id' }).put(stored.profiles);
      },
    });
    old.close();

    const db = await openDatabase();
    expect(await db.get('vault', 'main')).toEqual(stored.vault);
    expect(await db.getAllFromIndex('outbox', 'nextAt')).toEqual([stored.outbox]);
    expect(await db.get('meta', 'timestamp:p')).toBe(stored.meta);
    expect(await db.getAll('profiles')).toEqual([stored.profiles]);
    await write(db, ['sites', 'grants'], async (tx) => {
      await tx.objectStore('sites').put({ origin: 'https://a.example' });
      await tx.objectStore('grants').put({ id: 'g', origin: 'https://a.example' });
    });
    expect(await db.getAllFromIndex('grants', 'origin', 'https://a.example')).toHaveLength(1);
  });

  test('behavior: upgrades a database of version 3, keeps what is in it, and has room for records', async () => {
    const old = await openDB(DATABASE_NAME, 3, {
      upgrade: (db) => {
        void db.createObjectStore('vault').put({ sealed: 'v' }, 'main');
        const outbox = db.createObjectStore('outbox', { keyPath: 'id' });
        outbox.createIndex('state', 'state');
        outbox.createIndex('profile', ['profileId', 'createdAt']);
        outbox.createIndex('nextAt', 'nextAt');
        void outbox.put(row('a', { nextAt: 9 }));
        db.createObjectStore('meta');
        db.createObjectStore('profiles', { keyPath: 'id' });
        void db
          .createObjectStore('sites', { keyPath: 'origin' })
          .put({ origin: 'https://a.example' });
        db.createObjectStore('grants', { keyPath: 'id' }).createIndex('origin', 'origin');
        void db.createObjectStore('records').put('sealed', ['owner', 'name']);
      },
    });
    old.close();

    const db = await openDatabase();
    expect(await db.get('vault', 'main')).toEqual({ sealed: 'v' });
    expect(await db.getAllFromIndex('outbox', 'nextAt')).toEqual([row('a', { nextAt: 9 })]);
    expect(await db.getAll('sites')).toEqual([{ origin: 'https://a.example' }]);
    expect(await db.get('records', ['owner', 'name'])).toBe('sealed');
    const record = { sequence: 1, fact: 'stamped', at: 5, operation: null, terms: ['x', 'y'] };
    await write(db, ['history', 'historyHead'], async (tx) => {
      await tx.objectStore('history').put(record);
      await tx.objectStore('historyHead').put({ sequence: 1 }, 'head');
    });
    expect(await db.getAllFromIndex('history', 'terms', 'y')).toEqual([record]);
    expect(await db.getAllFromIndex('history', 'fact', IDBKeyRange.only(['stamped', 5]))).toEqual([
      record,
    ]);
  });

  test('behavior: keeps what is there when opened again', async () => {
    const db = await openDatabase();
    await write(db, ['meta'], (tx) => tx.objectStore('meta').put(1, 'one'));
    db.close();
    expect(await (await openDatabase()).get('meta', 'one')).toBe(1);
  });

  test('behavior: closes and reports it when a newer version wants to open', async () => {
    const onBlocking = vi.fn();
    await openDatabase({ onBlocking });
    const newer = await openDB(DATABASE_NAME, 99);
    expect(newer.version).toBe(99);
    expect(onBlocking).toHaveBeenCalledOnce();
    newer.close();
    await expect(openDatabase()).rejects.toMatchObject({
      code: 'storage_failed',
      cause: { name: 'VersionError' },
    });
  });

  test('behavior: a deletion elsewhere doesn’t have to wait for it', async () => {
    await openDatabase();
    await deleteDatabase();
    expect(await (await openDatabase()).getAllKeys('meta')).toEqual([]);
  });
});

describe('write', () => {
  test('behavior: asks for strict durability, and resolves once it is complete', async () => {
    const db = await openDatabase();
    const transaction = vi.spyOn(db, 'transaction');
    expect(await write(db, ['meta'], (tx) => tx.objectStore('meta').put('x', 'k'))).toBe('k');
    expect(transaction).toHaveBeenCalledWith(['meta'], 'readwrite', { durability: 'strict' });
    expect(await db.get('meta', 'k')).toBe('x');
  });

  test('error: writes nothing if a later step fails', async () => {
    const db = await openDatabase();
    const failing = write(db, ['meta', 'outbox'], async (tx) => {
      await tx.objectStore('meta').put('x', 'k');
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toMatchObject({ code: 'storage_failed' });
    expect(await db.get('meta', 'k')).toBeUndefined();
  });

  test('error: writes nothing if a later request is refused', async () => {
    const db = await openDatabase();
    const failing = write(db, ['meta', 'outbox'], async (tx) => {
      await tx.objectStore('meta').put('x', 'k');
      await tx.objectStore('outbox').add(row('a'));
      await tx.objectStore('outbox').add(row('a'));
    });
    await expect(failing).rejects.toMatchObject({
      code: 'storage_failed',
      cause: { name: 'ConstraintError' },
    });
    expect(await db.count('outbox')).toBe(0);
    expect(await db.get('meta', 'k')).toBeUndefined();
  });

  test('error: a closed connection is storage_failed', async () => {
    const db = await openDatabase();
    db.close();
    const failing = write(db, ['meta'], (tx) => tx.objectStore('meta').put('x', 'k'));
    await expect(failing).rejects.toMatchObject({ code: 'storage_failed' });
  });
});

describe('createConnection', () => {
  const pause = () => Promise.resolve();

  test('behavior: opens once, and again after the connection was closed for an upgrade', async () => {
    const connect = createConnection({ pause });
    const [a, b] = await Promise.all([connect(), connect()]);
    expect(a).toBe(b);
    await deleteDatabase();
    const again = await connect();
    expect(again).not.toBe(a);
    expect(await again.getAllKeys('vault')).toEqual([]);
  });

  test('behavior: retries a failed opening before it gives anything up', async () => {
    const opened = damaged(2);
    const onRecreated = vi.fn();
    expect((await createConnection({ pause, onRecreated })()).version).toBe(4);
    expect(opened()).toBe(3);
    expect(onRecreated).not.toHaveBeenCalled();
  });

  test('behavior: deletes and recreates a database that never opens, and reports it', async () => {
    damaged(3);
    const onRecreated = vi.fn();
    expect((await createConnection({ pause, onRecreated })()).version).toBe(4);
    expect(onRecreated).toHaveBeenCalledWith(expect.objectContaining({ code: 'storage_failed' }));
  });

  test('error: gives up if even a new one doesn’t open, and can be called again later', async () => {
    damaged(4);
    const connect = createConnection({ pause });
    await expect(connect()).rejects.toMatchObject({ code: 'storage_failed' });
    expect((await connect()).version).toBe(4);
  });

  test('error: never deletes a database of a newer version', async () => {
    const newer = await openDB(DATABASE_NAME, 99, {
      upgrade: (db) => void db.createObjectStore('precious'),
    });
    newer.close();
    await expect(createConnection({ pause })()).rejects.toMatchObject({ code: 'storage_failed' });
    const kept = await openDB(DATABASE_NAME, 99);
    expect([...kept.objectStoreNames]).toEqual(['precious']);
  });
});

describe('toStorageError', () => {
  test.each([
    [new DOMException('Quota exceeded.', 'QuotaExceededError'), 'storage_full'],
    [new DOMException('The transaction was aborted.', 'AbortError'), 'storage_failed'],
    ['a text', 'storage_failed'],
  ])('behavior: %s is %s', (error, code) => {
    expect(toStorageError(error)).toMatchObject({ code, cause: error });
  });
});
