// The outbox id of a page's request: the same for the same request, and nothing to guess in private.
import { describe, expect, test } from 'vitest';
import { createEntryIds, digestOf, entryIdOf } from '../../src/requests/request-key.ts';
import { memoryArea } from '../storage/memory-area.ts';

const KEY = { origin: 'https://app.example', privateWindow: false, name: 'name' };
const PRIVATE = { ...KEY, privateWindow: true };

describe('entryIdOf', () => {
  test('behavior: a UUID of version 8, always the same for a request', async () => {
    const id = await entryIdOf(KEY, null);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    // Entries on disk are found by it.
    expect(id).toBe('b32f17f6-15af-8b28-8a09-c262fb068ad2');
  });

  test('behavior: another name, origin, kind of window or secret has another', async () => {
    const ids = await Promise.all([
      entryIdOf(KEY, null),
      entryIdOf({ ...KEY, name: 'other' }, null),
      entryIdOf({ ...KEY, origin: 'https://b.example' }, null),
      entryIdOf(PRIVATE, null),
      entryIdOf(PRIVATE, 'secret'),
      entryIdOf(PRIVATE, 'another'),
    ]);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('createEntryIds', () => {
  const createIds = (session = memoryArea()) => {
    let made = 0;
    return createEntryIds({ session, newId: () => `secret ${(made += 1)}` });
  };

  test('behavior: in a private window it depends on a secret of this browser session', async () => {
    const session = memoryArea();
    const id = await createIds(session)(PRIVATE);
    expect(id).toBe(await entryIdOf(PRIVATE, 'secret 1'));
    const next = createEntryIds({ session, newId: () => 'of the next worker' });
    expect(await next(PRIVATE)).toBe(id);
    const ids = createIds();
    expect(await ids(PRIVATE)).toBe(await ids(PRIVATE));
  });

  test('behavior: in a normal window it needs none', async () => {
    const session = memoryArea();
    expect(await createIds(session)(KEY)).toBe(await entryIdOf(KEY, null));
    expect(session.values.size).toBe(0);
  });

  test('error: an area that fails once fails one request', async () => {
    const session = memoryArea();
    let fails = true;
    const flaky = {
      ...session,
      get: (name: string) => (fails ? Promise.reject(new Error('no')) : session.get(name)),
    };
    const ids = createEntryIds({ session: flaky, newId: () => 'secret' });
    await expect(ids(PRIVATE)).rejects.toMatchObject({ code: 'storage_failed' });
    fails = false;
    expect(await ids(PRIVATE)).toBe(await entryIdOf(PRIVATE, 'secret'));
  });
});

describe('digestOf', () => {
  test('behavior: the SHA-256 of what was requested, in hex', async () => {
    expect(await digestOf({})).toBe(
      '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
    );
  });
});
