import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { createDamagedEntries } from '../../../src/activities/outbox/damaged-rows.ts';
import { createOutbox } from '../../../src/activities/outbox/outbox.ts';
import { randomBytes } from '../../../src/crypto/bytes.ts';
import { createConnection, read, write, type Connect } from '../../../src/storage/database.ts';
import { historyBeside } from '../../history/fixture.ts';
import { FACTS, NOW, recordOf, SIGNED_REQUEST } from './entries.ts';

/* Entries that can't be read: nothing waits for them, and removing one frees neither its ID nor its time. */

const KEY = new Uint8Array(32).fill(9);
const ALL = { profileId: null, before: null, limit: 100 };
let connect: Connect;
const outbox = () =>
  createOutbox({
    connect,
    random: randomBytes,
    outboxKeys: async () => KEY,
    history: historyBeside(connect),
  });
const damaged = () => createDamagedEntries(connect);

const add = (id: string, changes = {}) =>
  outbox().add(recordOf({ id, fingerprint: `sha256:${id}`, ...changes }), SIGNED_REQUEST, FACTS);
const onDisk = async (id: string) => read(await connect(), (db) => db.get('outbox', id));
async function damage(id: string, changes: object): Promise<void> {
  const row = await onDisk(id);
  await write(await connect(), ['outbox'], (transaction) =>
    transaction.objectStore('outbox').put({ ...row, ...changes } as never),
  );
}
const listed = async () => (await outbox().list(ALL)).map(({ record }) => record.id);

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  connect = createConnection({ pause: () => Promise.resolve() });
});

test.each([
  ['a time that is none', { createdAt: 1e300 }],
  ['a time that can’t be compared with others', { createdAt: 5n }],
  ['a state that no version has', { state: 'done' }],
  ['facts that are no bytes', { sealedFacts: 'text' }],
  ['no origin', { origin: undefined }],
])('error: one with %s is named, and the others are there', async (_what, changes) => {
  await add('whole');
  await add('odd');
  await damage('odd', changes);
  expect(await listed()).toEqual(['whole']);
  expect((await outbox().unsettled()).map(({ id }) => id)).toEqual(['whole']);
  expect(await outbox().countWaiting()).toBe(0);
  expect(await damaged().list()).toEqual(['odd']);
});

test('error: what can’t be read waits for nobody, whatever its state says', async () => {
  await add('odd', { state: 'unknown', nextAt: null });
  expect(await outbox().countWaiting()).toBe(1);
  await damage('odd', { sealedFacts: null });
  expect(await outbox().countWaiting()).toBe(0);
});

test('behavior: damaged ones take no place of a whole one in a list', async () => {
  await add('old', { createdAt: NOW - 9 });
  for (const id of ['a', 'b', 'c']) {
    await add(id);
    await damage(id, { attempts: -1 });
  }
  expect((await outbox().list({ ...ALL, limit: 2 })).map(({ record }) => record.id)).toEqual([
    'old',
  ]);
});

test('behavior: removed, it is in no list, and its bytes are gone', async () => {
  await add('odd');
  await damage('odd', { state: 'waiting', operation: 5 });
  await damaged().remove('odd');
  expect(await damaged().list()).toEqual([]);
  expect(await listed()).toEqual([]);
  expect(await outbox().get('odd')).toBeUndefined();
  expect(await onDisk('odd')).toEqual({
    id: 'odd',
    profileId: 'profile',
    timestampMs: NOW,
    createdAt: 0,
    state: '',
    hidden: true,
  });
});

test('error: its ID is never used again', async () => {
  await add('odd');
  await damage('odd', { profileId: 5, timestampMs: 'never' });
  await damaged().remove('odd');
  await expect(add('odd')).rejects.toMatchObject({
    code: 'invalid_input',
    detail: { field: 'id', reason: 'id_used' },
  });
});

test('error: its body’s time isn’t given to another one', async () => {
  await add('odd', { timestampMs: NOW });
  await damage('odd', { createdAt: -1 });
  await damaged().remove('odd');
  const clocks = { now: NOW, offsetMs: 0 };
  const { timestamps } = outbox();
  await timestamps.reset('profile', clocks);
  expect(await timestamps.next('profile', clocks)).toBe(NOW + 1);
});

test('error: one that can be read is never removed', async () => {
  await add('whole');
  const before = await onDisk('whole');
  await damaged().remove('whole');
  expect(await onDisk('whole')).toEqual(before);
});
