import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deleteDatabase, openDatabase, type Database } from '../../src/storage/database.ts';
import { createDatabaseLoss, DATABASE_ID_KEY } from '../../src/storage/database-loss.ts';
import { memoryArea } from './memory-area.ts';

let db: Database;
beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  db = await openDatabase();
});
afterEach(async () => {
  db.close();
  await deleteDatabase();
});

async function takeAway(): Promise<void> {
  db.close();
  await deleteDatabase();
  db = await openDatabase();
}

function setUp() {
  const second = memoryArea();
  let made = 0;
  const loss = createDatabaseLoss({
    connect: () => Promise.resolve(db),
    second,
    newId: () => `id-${++made}`,
  });
  return { second, loss };
}

describe('a database that the browser takes away', () => {
  test('behavior: is missed until the user knows', async () => {
    const { loss } = setUp();
    expect([await loss.isLost(), await loss.isLost()]).toEqual([false, false]);
    await takeAway();
    expect([await loss.isLost(), await loss.isLost()]).toEqual([true, true]);
    await loss.accept();
    expect(await loss.isLost()).toBe(false);
    await takeAway();
    expect(await loss.isLost()).toBe(true);
  });

  test('behavior: a new browser, and one that lost the other place, miss nothing', async () => {
    const { loss, second } = setUp();
    expect(await loss.isLost()).toBe(false);
    const id = await db.get('meta', DATABASE_ID_KEY);
    await second.remove(DATABASE_ID_KEY);
    expect(await loss.isLost()).toBe(false);
    expect(await second.get(DATABASE_ID_KEY)).toBe(id);
  });

  test('error: garbage outside names nothing', async () => {
    const { loss, second } = setUp();
    await loss.isLost();
    await second.set(DATABASE_ID_KEY, { garbage: true });
    expect(await loss.isLost()).toBe(false);
    expect(await second.get(DATABASE_ID_KEY)).toBe(await db.get('meta', DATABASE_ID_KEY));
  });

  test('error: a store that doesn’t answer is no loss', async () => {
    const { second } = setUp();
    const loss = createDatabaseLoss({
      connect: () => Promise.reject(new Error('no')),
      second,
      newId: () => 'id',
    });
    await expect(loss.isLost()).rejects.toThrow();
    expect(await second.get(DATABASE_ID_KEY)).toBeUndefined();
  });
});
