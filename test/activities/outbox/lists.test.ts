// The lists of the outbox: what is shown, what is unsettled, what needs the user, what is kept.
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createOutbox } from '../../../src/activities/outbox/outbox.ts';
import type { OutboxRecord } from '../../../src/activities/outbox/record.ts';
import { historyBeside } from '../../history/fixture.ts';
import { randomBytes } from '../../../src/crypto/bytes.ts';
import { ENTRY_STATES } from '../../../src/protocol/outbox-entry.ts';
import { createConnection, read, write, type Connect } from '../../../src/storage/database.ts';
import { FACTS, SIGNED_REQUEST, NOW, recordOf } from './entries.ts';

const KEY = new Uint8Array(32).fill(9);
let connect: Connect;
let keys: typeof KEY | undefined;
const outbox = () =>
  createOutbox({
    connect,
    random: randomBytes,
    outboxKeys: async () => keys,
    history: historyBeside(connect),
  });
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  connect = createConnection({ pause: () => Promise.resolve() });
  keys = KEY;
});

let created = 0;
const record = (id: string, changes: Partial<OutboxRecord> = {}) =>
  recordOf({ id, timestampMs: NOW + (created += 1), fingerprint: `sha256:${id}`, ...changes });
const add = (id: string, changes: Partial<OutboxRecord> = {}) =>
  outbox().add(record(id, changes), SIGNED_REQUEST, FACTS);
const ids = (entries: readonly { readonly record: OutboxRecord }[]) =>
  entries.map(({ record: { id } }) => id);
const ALL = { profileId: null, before: null, limit: 100 };

/** A row as it is on the disk. */
const onDisk = async (id: string) =>
  (await read(await connect(), (db) => db.get('outbox', id))) as Record<string, unknown>;
const putOnDisk = async (row: Record<string, unknown>) =>
  write(await connect(), ['outbox'], async (transaction) => {
    await transaction.objectStore('outbox').put(row as never);
  });

describe('list', () => {
  test('behavior: newest first, of one profile or all, before a moment, up to a limit', async () => {
    await add('old', { createdAt: NOW - 2 });
    await add('new', { createdAt: NOW });
    await add('middle', { createdAt: NOW - 1 });
    await add('other', { profileId: 'other', createdAt: NOW - 1 });
    const profileId = 'profile';
    expect(ids(await outbox().list({ ...ALL, profileId }))).toEqual(['new', 'middle', 'old']);
    expect(ids(await outbox().list(ALL))).toHaveLength(4);
    expect(ids(await outbox().list({ ...ALL, profileId, before: NOW }))).toEqual(['middle', 'old']);
    expect(ids(await outbox().list({ ...ALL, before: NOW - 1 }))).toEqual(['old']);
    expect(ids(await outbox().list({ ...ALL, profileId, limit: 2 }))).toEqual(['new', 'middle']);
  });

  test('behavior: has facts but no signed requests; without the keys, no facts either', async () => {
    await add('one');
    const [entry] = await outbox().list(ALL);
    expect(entry).toMatchObject({ signedRequest: null, facts: FACTS });
    expect(entry?.record).not.toHaveProperty('sealedRequest');
    expect(entry?.record).not.toHaveProperty('sealedFacts');
    keys = undefined;
    expect((await outbox().list(ALL))[0]).toMatchObject({ signedRequest: null, facts: null });
    expect(await outbox().get('one')).toMatchObject({ signedRequest: null, facts: null });
  });

  test('behavior: rows of another version stay on the disk and aren’t shown', async () => {
    await add('one');
    await putOnDisk({ ...(await onDisk('one')), id: 'odd', state: 'of_tomorrow' });
    expect(ids(await outbox().list(ALL))).toEqual(['one']);
    expect(await outbox().get('odd')).toBeUndefined();
    expect(await outbox().get('nothing')).toBeUndefined();
    expect(await onDisk('odd')).toMatchObject({ state: 'of_tomorrow' });
  });
});

describe('open entries', () => {
  const SETTLED = ['completed', 'failed', 'rejected', 'refused', 'mismatch', 'unknown'];
  test('behavior: everything that isn’t settled', async () => {
    for (const state of ENTRY_STATES) await add(state, { state });
    const left = (await outbox().unsettled()).map(({ state }) => state);
    expect(left.toSorted()).toEqual(
      ENTRY_STATES.filter((state) => !SETTLED.includes(state)).toSorted(),
    );
    await putOnDisk({ ...(await onDisk('waiting')), id: 'odd', attempts: 'many' });
    expect(await outbox().unsettled()).toHaveLength(left.length);
  });

  test('behavior: oldest first, whatever their states, as they were asked for', async () => {
    await add('third', { state: 'stamped', createdAt: NOW + 3 });
    await add('first', { state: 'waiting', createdAt: NOW + 1 });
    await add('fourth', { state: 'stamped', createdAt: NOW + 4 });
    await add('second', { state: 'pending', createdAt: NOW + 2 });
    const queued = (await outbox().unsettled()).map(({ id }) => id);
    expect(queued).toEqual(['first', 'second', 'third', 'fourth']);
  });

  test('behavior: the user is needed for outcomes to review, and for steps that need the vault', async () => {
    for (const state of ENTRY_STATES) await add(state, { state });
    expect(await outbox().countWaiting()).toBe(2);
    await add('blocked', { state: 'waiting', nextAt: null });
    await add('blocked poll', { state: 'pending', nextAt: null });
    expect(await outbox().countWaiting()).toBe(4);
    await outbox().hide('mismatch');
    expect(await outbox().countWaiting()).toBe(3);
  });
});

describe('save', () => {
  const KEPT = [
    'stamped',
    'sending',
    'waiting',
    'pending',
    'refused',
    'mismatch',
    'unknown',
  ] as const;
  test.each(KEPT)('behavior: keeps the bytes of %s entries', async (state) => {
    await add('one');
    await outbox().save(record('one', { state }));
    const entry = await outbox().get('one');
    expect(entry).toMatchObject({ signedRequest: SIGNED_REQUEST, facts: FACTS });
    expect(entry?.record.state).toBe(state);
  });

  test.each(['completed', 'failed', 'rejected'] as const)(
    'behavior: drops the bytes of %s entries',
    async (state) => {
      await add('one');
      await outbox().save(record('one', { state }), { ...FACTS, result: { done: true } });
      const entry = await outbox().get('one');
      expect(entry).toMatchObject({ signedRequest: null, facts: { result: { done: true } } });
      expect((await onDisk('one'))['sealedRequest']).toBeNull();
    },
  );

  test('behavior: saving without facts needs no keys; saving facts does', async () => {
    await add('one');
    keys = undefined;
    await outbox().save(record('one', { state: 'waiting', attempts: 3 }));
    expect(await onDisk('one')).toMatchObject({ state: 'waiting', attempts: 3 });
    const locked = { code: 'vault_locked' };
    await expect(outbox().save(record('one'), FACTS)).rejects.toMatchObject(locked);
    await expect(add('two')).rejects.toMatchObject(locked);
  });

  test('behavior: an entry wiped in the meantime doesn’t come back', async () => {
    await outbox().save(record('gone'), FACTS);
    expect(await outbox().get('gone')).toBeUndefined();
    expect(await onDisk('gone')).toBeUndefined();
  });
});

describe('hide', () => {
  test('behavior: takes a settled entry off the lists and drops its bytes; its id stays taken', async () => {
    await add('one', { state: 'refused' });
    await outbox().hide('one');
    expect(await outbox().list(ALL)).toEqual([]);
    expect(await onDisk('one')).toMatchObject({ hidden: true, sealedRequest: null });
    await expect(add('one')).rejects.toMatchObject({
      code: 'invalid_input',
      detail: { field: 'id', reason: 'id_used' },
    });
  });

  test('error: an unsettled entry stays', async () => {
    await add('one', { state: 'waiting' });
    await expect(outbox().hide('one')).rejects.toMatchObject({
      code: 'invalid_input',
      detail: { field: 'id', reason: 'still_running' },
    });
    expect(ids(await outbox().list(ALL))).toEqual(['one']);
  });

  test('behavior: does nothing for an entry that doesn’t exist', async () => {
    await outbox().hide('nothing');
    expect(await onDisk('nothing')).toBeUndefined();
  });
});
