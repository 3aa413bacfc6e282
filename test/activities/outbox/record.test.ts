// The sealed parts of an entry only open with their own key, for their own entry, as their own
// part.
import { describe, expect, test } from 'vitest';
import {
  openFacts,
  openSignedRequest,
  type OutboxRecord,
  sealPart,
  type StoredRow,
  type Facts,
} from '../../../src/activities/outbox/record.ts';
import { concat, randomBytes, type Bytes } from '../../../src/crypto/bytes.ts';
import { FACTS, SIGNED_REQUEST, recordOf } from './entries.ts';

const keyOf = (byte: number): Bytes => new Uint8Array(32).fill(byte);
const KEY = keyOf(1);
const HEAD = recordOf();

async function rowOf(keys: Bytes = KEY, head: OutboxRecord = HEAD): Promise<StoredRow> {
  return {
    ...head,
    sealedRequest: await sealPart(keys, 'request', head, SIGNED_REQUEST, randomBytes),
    sealedFacts: await sealPart(keys, 'facts', head, FACTS, randomBytes),
  };
}

describe('a sealed entry', () => {
  test('behavior: opens with the key that sealed it, which is the first one', async () => {
    const row = await rowOf(concat(KEY, keyOf(2)));
    expect(await openSignedRequest(KEY, row)).toEqual(SIGNED_REQUEST);
    expect(await openFacts(KEY, row)).toEqual(FACTS);
    expect(await openSignedRequest(keyOf(2), row)).toBeNull();
  });

  test('behavior: opens after a key change, with the earlier keys', async () => {
    const row = await rowOf();
    expect(await openSignedRequest(concat(keyOf(3), keyOf(2), KEY), row)).toEqual(SIGNED_REQUEST);
    expect(await openFacts(concat(keyOf(3), keyOf(2), KEY), row)).toEqual(FACTS);
    expect(await openSignedRequest(concat(keyOf(3), keyOf(2)), row)).toBeNull();
    expect(await openFacts(new Uint8Array(0), row)).toBeNull();
  });

  const CHANGES = [
    'id',
    'profileId',
    'organizationId',
    'keyId',
    'baseUrl',
    'operation',
    'type',
    'fingerprint',
  ] as const;
  test.each(CHANGES)('error: with another %s it doesn’t open', async (name) => {
    const row = { ...(await rowOf()), [name]: 'other' };
    expect(await openSignedRequest(KEY, row)).toBeNull();
    expect(await openFacts(KEY, row)).toBeNull();
  });

  test('behavior: members that change later aren’t bound', async () => {
    const row: StoredRow = { ...(await rowOf()), state: 'sending', attempts: 7, revision: 9 };
    expect(await openSignedRequest(KEY, row)).toEqual(SIGNED_REQUEST);
  });

  test('error: one part doesn’t open as the other, whatever it says', async () => {
    const row = await rowOf();
    const swapped = {
      ...row,
      sealedRequest: row.sealedFacts,
      sealedFacts: row.sealedRequest ?? KEY,
    };
    expect(await openSignedRequest(KEY, swapped)).toBeNull();
    expect(await openFacts(KEY, swapped)).toBeNull();
    const disguised = await sealPart(KEY, 'facts', HEAD, SIGNED_REQUEST, randomBytes);
    expect(await openSignedRequest(KEY, { ...row, sealedRequest: disguised })).toBeNull();
  });

  test('behavior: a dropped request is null', async () => {
    expect(await openSignedRequest(KEY, { ...(await rowOf()), sealedRequest: null })).toBeNull();
  });

  test('error: content of another form counts as none', async () => {
    const more = { ...SIGNED_REQUEST, note: 'x' };
    const sealedRequest = await sealPart(KEY, 'request', HEAD, more, randomBytes);
    const odd = { ...FACTS, error: { code: 7 } } as unknown as Facts;
    const sealedFacts = await sealPart(KEY, 'facts', HEAD, odd, randomBytes);
    expect(await openSignedRequest(KEY, { ...HEAD, sealedRequest, sealedFacts })).toBeNull();
    expect(await openFacts(KEY, { ...HEAD, sealedRequest, sealedFacts })).toBeNull();
  });

  test('behavior: votes and intent of an activity aren’t read back', async () => {
    const activity = {
      id: 'a',
      organizationId: 'organization',
      status: 'S',
      type: 'T',
      fingerprint: 'f',
      votes: [],
      intent: { x: 1 },
    };
    const facts = { ...FACTS, activity } as unknown as Facts;
    const sealedFacts = await sealPart(KEY, 'facts', HEAD, facts, randomBytes);
    const opened = await openFacts(KEY, { ...HEAD, sealedRequest: null, sealedFacts });
    expect(opened?.activity).toMatchObject({ id: 'a', canApprove: false });
    expect(opened?.activity).not.toHaveProperty('votes');
    expect(opened?.activity).not.toHaveProperty('intent');
  });
});
