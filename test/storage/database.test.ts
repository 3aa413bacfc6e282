import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSecondDatabaseArea } from '../../src/storage/second-database.ts';
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
afterAll(() => {
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

  test.each([1, 2, 3, 4, 5, 6])(
    'error: refuses a database of version %i, which was never released, and leaves it as it is',
    async (version) => {
      const unreleased = await openDB(DATABASE_NAME, version, {
        upgrade: (db) => {
          void db.createObjectStore('vault').put({ sealed: 'v' }, 'main');
          void db.createObjectStore('profiles', { keyPath: 'id' }).put({ id: 'p' });
        },
      });
      unreleased.close();
      await expect(openDatabase()).rejects.toMatchObject({ code: 'vault_unreleased' });
      const onRecreated = vi.fn();
      const connect = createConnection({ pause: () => Promise.resolve(), onRecreated });
      await expect(connect()).rejects.toMatchObject({ code: 'vault_unreleased' });
      expect(onRecreated).not.toHaveBeenCalled();
      const kept = await openDB(DATABASE_NAME);
      expect(kept.version).toBe(version);
      expect([...kept.objectStoreNames]).toEqual(['profiles', 'vault']);
      expect(await kept.getAll('profiles')).toEqual([{ id: 'p' }]);
      kept.close();
      await deleteDatabase();
      expect((await connect()).version).toBe(7);
    },
  );

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
    expect((await createConnection({ pause, onRecreated })()).version).toBe(7);
    expect(opened()).toBe(3);
    expect(onRecreated).not.toHaveBeenCalled();
  });

  test('behavior: deletes and recreates a database that never opens, and reports it', async () => {
    damaged(3);
    const onRecreated = vi.fn();
    expect((await createConnection({ pause, onRecreated })()).version).toBe(7);
    expect(onRecreated).toHaveBeenCalledWith(expect.objectContaining({ code: 'storage_failed' }));
  });

  test('error: gives up if even a new one doesn’t open, and can be called again later', async () => {
    damaged(4);
    const connect = createConnection({ pause });
    await expect(connect()).rejects.toMatchObject({ code: 'storage_failed' });
    expect((await connect()).version).toBe(7);
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

describe('a browser that keeps no databases', () => {
  test('error: says so, and nothing is deleted or tried again', async () => {
    let opened = 0;
    const deleted: string[] = [];
    globalThis.indexedDB = Object.assign(Object.create(new IDBFactory()), {
      open: () => {
        opened++;
        // What Firefox says with “never remember history”.
        throw new DOMException(
          'A mutation operation was attempted on a database that did not allow mutations.',
          'InvalidStateError',
        );
      },
      deleteDatabase: (name: string) => deleted.push(name),
    });
    const connect = createConnection({ pause: () => Promise.resolve() });
    await expect(connect()).rejects.toMatchObject({ code: 'storage_private' });
    const second = createSecondDatabaseArea();
    await expect(second.get('x')).rejects.toMatchObject({ code: 'storage_private' });
    expect([opened, deleted]).toEqual([2, []]);
  });
});
