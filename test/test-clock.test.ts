import 'fake-indexeddb/auto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createTestClock, during, settled } from './test-clock.ts';

const subtle = crypto.subtle;

async function encryptOften(): Promise<void> {
  const key = await subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt']);
  for (let count = 0; count < 20; count += 1)
    await subtle.encrypt({ name: 'AES-GCM', iv: new Uint8Array(12) }, key, new Uint8Array(100_000));
}

async function readOften(): Promise<void> {
  for (let count = 0; count < 20; count += 1) await readFile(import.meta.filename);
}

/** Opens a database in memory, writes to it and reads it, one step after another. */
async function storeOften(): Promise<void> {
  const ended = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('no reason'));
    });
  const opening = indexedDB.open('test-clock');
  opening.onupgradeneeded = () => void opening.result.createObjectStore('numbers');
  const db = await ended(opening);
  for (let count = 0; count < 20; count += 1) {
    const store = db.transaction('numbers', 'readwrite').objectStore('numbers');
    await ended(store.put(count, 'one'));
    expect(await ended(store.get('one'))).toBe(count);
  }
  db.close();
}

/** Node doesn't name it among what it works at: outstanding only because the test says so. */
const compressOften = (): Promise<void> =>
  during(async () => {
    for (let count = 0; count < 20; count += 1) await promisify(deflate)(Buffer.alloc(100_000));
  });

const REAL = [
  ['Web Crypto', encryptOften],
  ['a file', readOften],
  ['IndexedDB', storeOften],
  ['what a test says', compressOften],
] as const;

describe('a test’s clock', () => {
  test.each(REAL)('behavior: stands still while %s is at work', async (_, work) => {
    const clock = createTestClock(5);
    let endedAt: number | undefined;
    clock.later(1000, () => {});
    const working = work().then(() => (endedAt = clock.now()));
    await clock.pass(2000);
    expect([endedAt, clock.now()]).toEqual([5, 2005]);
    await working;
  });

  test.each(REAL)('behavior: “settled” is after %s', async (_, work) => {
    let hasEnded = false;
    const working = work().then(() => (hasEnded = true));
    await settled();
    expect(hasEnded).toBe(true);
    await working;
  });

  test('behavior: acts at each timer’s time, in their order, also at those set meanwhile', async () => {
    const clock = createTestClock();
    const acts: (readonly [string, number])[] = [];
    const act = (name: string) => () => void acts.push([name, clock.now()]);
    clock.later(300, act('late'));
    clock.later(100, () => {
      act('early')();
      clock.later(50, act('between'));
    });
    const cancel = clock.later(200, act('cancelled'));
    cancel();
    clock.later(1001, act('after'));
    await clock.pass(1000);
    expect(acts).toEqual([
      ['early', 100],
      ['between', 150],
      ['late', 300],
    ]);
    expect([clock.now(), clock.timerCount()]).toEqual([1000, 1]);
  });

  test('behavior: runs until the work is over, and no further', async () => {
    const clock = createTestClock();
    clock.later(5000, () => {});
    const work = clock.sleep(100).then(encryptOften).then(clock.now);
    expect(await clock.run(work)).toBe(100);
    expect([clock.now(), clock.timerCount()]).toEqual([100, 1]);
  });

  test('behavior: “until” ends at the time of what it waits for', async () => {
    const clock = createTestClock();
    let isThere = false;
    clock.later(70, () => void encryptOften().then(() => (isThere = true)));
    clock.later(80, () => {});
    await clock.until(() => isThere);
    expect([clock.now(), clock.timerCount()]).toEqual([70, 1]);
  });

  test('error: “until” ends when nothing is left that could happen', async () => {
    const clock = createTestClock();
    await expect(clock.until(() => false)).rejects.toThrow('it did not happen within 3600000 ms');
    clock.later(70, () => {});
    const soon = clock.until(() => false, { withinMs: 60 });
    await expect(soon).rejects.toThrow('it did not happen within 60 ms');
    expect(clock.now()).toBe(0);
  });

  test('error: “passes” throws what the assertion threw last', async () => {
    const clock = createTestClock();
    await expect(clock.passes(() => expect(1).toBe(2))).rejects.toThrow('expected 1 to be 2');
  });

  test('behavior: work that a timer starts ends before the next timer acts', async () => {
    const clock = createTestClock();
    const acts: string[] = [];
    clock.later(1, () => void readOften().then(() => acts.push('read')));
    clock.later(2, () => acts.push('next'));
    await clock.pass(2);
    expect(acts).toEqual(['read', 'next']);
  });
});
