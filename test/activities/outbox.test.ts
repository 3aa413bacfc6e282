import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import { start } from '../../src/activities/machine.ts';
import { createOutbox } from '../../src/activities/outbox.ts';
import { randomBytes } from '../../src/crypto/bytes.ts';
import { createConnection, type Connect } from '../../src/storage/database.ts';

const PROFILE = 'aaaaaaaa-0000-4000-8000-000000000000';
const NOW = 1_700_000_000_000;
const KEY = new Uint8Array(32).fill(9);

let connect: Connect;
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  connect = createConnection({ pause: () => Promise.resolve() });
});

/** The outbox of a new life of the worker over the same disk. */
const life = () => createOutbox({ connect, random: randomBytes, outboxKeys: async () => KEY });

const record = (id: string, timestampMs: number) => ({
  ...start(NOW, timestampMs),
  id,
  origin: 'popup',
  profileId: PROFILE,
  organizationId: '11111111-1111-4111-8111-111111111111',
  keyId: '22222222-2222-4222-8222-222222222222',
  method: 'key' as const,
  baseUrl: 'http://127.0.0.1:8788',
  operation: 'create_user_tag',
  type: 'ACTIVITY_TYPE_CREATE_USER_TAG',
  fingerprint: `sha256:${id}`,
  createdAt: NOW,
  hidden: false,
});
const letter = (body: string) => ({
  path: '/public/v1/submit/create_user_tag',
  body,
  stamp: { header: 'X-Stamp', value: 'x' },
});
const FACTS = { asked: 'a', parameters: {}, activity: null, result: null, error: null };

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
