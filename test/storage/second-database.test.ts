// The second place in browsers where content scripts can read the local area.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, expect, test } from 'vitest';
import {
  createSecondDatabaseArea,
  SECOND_DATABASE_NAME,
} from '../../src/storage/second-database.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

test('behavior: keeps values by key until they are removed or all is cleared', async () => {
  const area = createSecondDatabaseArea();
  await area.set('one', { a: 1 });
  await area.set('two', 2);
  await area.remove('two');
  expect([await area.get('one'), await area.get('two')]).toEqual([{ a: 1 }, undefined]);
  await area.clear();
  expect(await area.get('one')).toBeUndefined();
});

test('error: one of a version that was never released is refused as it is, and a wipe starts afresh', async () => {
  const unreleased = await openDB(SECOND_DATABASE_NAME, 1, {
    upgrade: (db) => void db.createObjectStore('items').put('vault of old', 'vault'),
  });
  unreleased.close();
  const area = createSecondDatabaseArea();
  const refusal = { code: 'vault_unreleased' };
  await expect(area.get('vault')).rejects.toMatchObject(refusal);
  await expect(area.set('vault', 'new')).rejects.toMatchObject(refusal);
  const kept = await openDB(SECOND_DATABASE_NAME);
  expect([kept.version, await kept.get('items', 'vault')]).toEqual([1, 'vault of old']);
  kept.close();
  await area.clear();
  await area.set('vault', 'new');
  expect(await area.get('vault')).toBe('new');
});
