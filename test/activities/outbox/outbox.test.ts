import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createOutbox } from '../../../src/activities/outbox/outbox.ts';
import { historyBeside } from '../../history/fixture.ts';
import { randomBytes } from '../../../src/crypto/bytes.ts';
import { createConnection, type Connect } from '../../../src/storage/database.ts';
import { FACTS, SIGNED_REQUEST, NOW, recordOf } from './entries.ts';

const KEY = new Uint8Array(32).fill(9);

let connect: Connect;
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  connect = createConnection({ pause: () => Promise.resolve() });
});

/** The outbox of a new worker over the same disk. */
const openOutbox = () =>
  createOutbox({
    connect,
    random: randomBytes,
    outboxKeys: async () => KEY,
    history: historyBeside(connect),
  });

const record = (id: string, timestampMs: number) =>
  recordOf({ id, timestampMs, fingerprint: `sha256:${id}` });
const requestWith = (body: string) => ({ ...SIGNED_REQUEST, body });

describe('add', () => {
  test('behavior: the history learns of it in the transaction that stores it', async () => {
    const learned: unknown[] = [];
    const outbox = createOutbox({
      connect,
      random: randomBytes,
      outboxKeys: async () => KEY,
      history: { prepare: async () => async (_chain, events) => void learned.push(...events) },
    });
    await outbox.add(record('one', NOW), requestWith('1'), FACTS);
    expect(learned).toMatchObject([{ fact: 'stamped', id: 'one', at: NOW }]);
  });

  test('error: a taken id leaves the stored entry as it is', async () => {
    const outbox = openOutbox();
    await outbox.add(record('one', NOW), requestWith('1'), FACTS);
    const again = outbox.add(record('one', NOW + 1), requestWith('2'), FACTS);
    await expect(again).rejects.toMatchObject({ code: 'invalid_input', detail: { field: 'id' } });
    const stored = await openOutbox().get('one');
    expect(stored?.signedRequest?.body).toBe('1');
    expect(stored?.record.timestampMs).toBe(NOW);
  });
});
