import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createOutbox } from '../../src/activities/outbox.ts';
import { randomBytes } from '../../src/crypto/bytes.ts';
import { createConnection, type Connect } from '../../src/storage/database.ts';
import { FACTS, LETTER, NOW, recordOf } from './entries.ts';

const KEY = new Uint8Array(32).fill(9);

let connect: Connect;
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  connect = createConnection({ pause: () => Promise.resolve() });
});

/** The outbox of a new life of the worker over the same disk. */
const life = () => createOutbox({ connect, random: randomBytes, outboxKeys: async () => KEY });

const record = (id: string, timestampMs: number) =>
  recordOf({ id, timestampMs, fingerprint: `sha256:${id}` });
const letter = (body: string) => ({ ...LETTER, body });

describe('add', () => {
  test('error: an id that is taken leaves what is stored as it is', async () => {
    const outbox = life();
    await outbox.add(record('one', NOW), letter('1'), FACTS);
    const again = outbox.add(record('one', NOW + 1), letter('2'), FACTS);
    await expect(again).rejects.toMatchObject({ code: 'invalid_input', detail: { field: 'id' } });
    const stored = await life().get('one');
    expect(stored?.letter?.body).toBe('1');
    expect(stored?.record.timestampMs).toBe(NOW);
  });
});
