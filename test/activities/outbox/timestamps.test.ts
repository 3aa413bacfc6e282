// The time in each body: never used twice, and never blocked by a clock that was wrong.
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createTimestamps } from '../../../src/activities/outbox/timestamps.ts';
import { createConnection, read, write, type Connect } from '../../../src/storage/database.ts';

const PROFILE = 'aaaaaaaa-0000-4000-8000-000000000000';
const NOW = 1_700_000_000_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const FAR_AHEAD_MS = Date.UTC(2099, 0) - NOW;
const RECORD_KEY = `timestamp:${PROFILE}`;

let connect: Connect;
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  connect = createConnection({ pause: () => Promise.resolve() });
});

/** The timestamps of a new worker over the same disk. */
const restarted = () => createTimestamps({ connect });
const clocksAt = (now: number, offsetMs = 0) => ({ now, offsetMs });

async function readStored(): Promise<unknown> {
  return read(await connect(), (db) => db.get('meta', RECORD_KEY));
}

/** Stores a body with this time in the outbox, as far as timestamps are concerned. */
async function storeBody(id: string, timestampMs: number, profileId = PROFILE): Promise<void> {
  const row = { id, profileId, state: 'completed', createdAt: NOW, timestampMs };
  await write(await connect(), ['outbox'], (transaction) =>
    transaction.objectStore('outbox').put(row),
  );
}

describe('next', () => {
  test('behavior: never the same time twice, for concurrent callers or wherever the clock stands', async () => {
    const times = restarted();
    const first = await Promise.all([1, 2, 3].map(() => times.next(PROFILE, clocksAt(NOW))));
    expect(first).toEqual([NOW, NOW + 1, NOW + 2]);
    expect(await times.next(PROFILE, clocksAt(NOW - MINUTE))).toBe(NOW + 3);
    expect(await times.next(PROFILE, clocksAt(NOW + 100.6))).toBe(NOW + 101);
    expect(await times.next('another', clocksAt(NOW))).toBe(NOW);
  });

  test('behavior: a stored body’s time is on disk for every later worker', async () => {
    const first = restarted();
    const tick = await first.next(PROFILE, clocksAt(NOW));
    await first.persist(PROFILE, tick, NOW);
    expect(await restarted().next(PROFILE, clocksAt(NOW - MINUTE))).toBe(tick + 1);
  });

  test('behavior: the time of an earlier worker’s body is stored with it', async () => {
    await restarted().persist(PROFILE, NOW + 500, NOW);
    expect(await restarted().next(PROFILE, clocksAt(NOW))).toBe(NOW + 501);
  });

  test('behavior: storing bodies out of order sets no time back', async () => {
    const times = restarted();
    const first = await times.next(PROFILE, clocksAt(NOW));
    const second = await times.next(PROFILE, clocksAt(NOW));
    await times.persist(PROFILE, first, NOW);
    await restarted().persist(PROFILE, first, NOW);
    expect(await restarted().next(PROFILE, clocksAt(NOW))).toBe(second + 1);
  });

  test('behavior: an earlier worker’s body moves the times on by what services accept, no further', async () => {
    await restarted().persist(PROFILE, NOW + 4 * MINUTE + 1, NOW);
    expect(await readStored()).toBeUndefined();
    await restarted().persist(PROFILE, NOW + 4 * MINUTE, NOW);
    expect(await readStored()).toMatchObject({ last: NOW + MINUTE, highest: NOW + 4 * MINUTE });
  });

  test('behavior: in order, a confirmed time stays confirmed while the clock is set back a little', async () => {
    const times = restarted();
    await times.next(PROFILE, clocksAt(NOW + 3 * MINUTE));
    const tick = await times.next(PROFILE, clocksAt(NOW));
    await times.persist(PROFILE, tick, NOW);
    expect(await readStored()).toMatchObject({ last: NOW + 3 * MINUTE });
  });

  test('behavior: four minutes ahead of the service is the last time given in order', async () => {
    const times = restarted();
    await times.next(PROFILE, clocksAt(NOW + 4 * MINUTE - 1));
    expect(await times.next(PROFILE, clocksAt(NOW))).toBe(NOW + 4 * MINUTE);
    expect(await times.aheadUntil(PROFILE, clocksAt(NOW))).toBeNull();
    expect(await times.next(PROFILE, clocksAt(NOW))).toBe(NOW);
  });

  test('behavior: a clock that is ahead is reported as soon as it holds a body up, not before', async () => {
    let reports = 0;
    const times = createTimestamps({ connect, onClockAhead: () => void (reports += 1) });
    await times.next(PROFILE, clocksAt(NOW + 4 * MINUTE));
    expect(await times.aheadUntil(PROFILE, clocksAt(NOW))).toBeNull();
    await times.next(PROFILE, clocksAt(NOW));
    expect(reports).toBe(0);
    await expect(times.next(PROFILE, clocksAt(NOW - 1))).resolves.toBe(NOW + 1);
    await times.next(PROFILE, clocksAt(NOW + HOUR));
    await expect(times.next(PROFILE, clocksAt(NOW))).rejects.toMatchObject({ code: 'clock_ahead' });
    expect(reports).toBe(1);
  });

  test('behavior: a service that is as far ahead as this computer was refuses nothing', async () => {
    const times = restarted();
    await times.next(PROFILE, clocksAt(NOW + HOUR));
    expect(await times.aheadUntil(PROFILE, clocksAt(NOW, HOUR))).toBeNull();
    expect(await times.next(PROFILE, clocksAt(NOW, HOUR))).toBe(NOW + HOUR + 1);
  });

  test('behavior: a time given to a body that isn’t stored yet is never given to another', async () => {
    const times = restarted();
    const tick = await times.next(PROFILE, clocksAt(NOW, HOUR));
    await times.next(PROFILE, clocksAt(NOW));
    expect(await times.next(PROFILE, clocksAt(NOW + HOUR))).toBe(tick + 1);
  });

  test('behavior: one wrong estimate of the service’s clock leaves nothing for the next worker', async () => {
    const times = restarted();
    await times.next(PROFILE, clocksAt(NOW, 20 * HOUR));
    await times.persist(PROFILE, await times.next(PROFILE, clocksAt(NOW + 10)), NOW + 10);
    expect(await restarted().next(PROFILE, clocksAt(NOW + 11))).toBe(NOW + 11);
  });

  test('error: a disk that fails once fails one body, not those after it', async () => {
    let fails = true;
    const flaky = (): ReturnType<Connect> =>
      fails ? Promise.reject(new Error('disk')) : connect();
    const times = createTimestamps({ connect: flaky });
    await expect(times.next(PROFILE, clocksAt(NOW))).rejects.toThrow('disk');
    fails = false;
    const tick = await times.next(PROFILE, clocksAt(NOW));
    // Times up to here were given, so the next one reads what is stored.
    await times.reset(PROFILE, clocksAt(NOW - MINUTE));
    fails = true;
    await expect(times.next(PROFILE, clocksAt(NOW - MINUTE))).rejects.toThrow('disk');
    fails = false;
    expect(await times.next(PROFILE, clocksAt(NOW - MINUTE))).toBe(NOW - MINUTE);
    expect(await times.next(PROFILE, clocksAt(NOW))).toBe(tick + 1);
  });

  test('error: what couldn’t be written fails the body that it was for', async () => {
    let fails = false;
    const flaky = (): ReturnType<Connect> =>
      fails ? Promise.reject(new Error('disk')) : connect();
    const times = createTimestamps({ connect: flaky });
    await times.next(PROFILE, clocksAt(NOW));
    fails = true;
    const tick = await times.next(PROFILE, clocksAt(NOW + 1));
    await expect(times.persist(PROFILE, tick, NOW)).rejects.toThrow('disk');
  });

  test('behavior: the last time on disk is confirmed by this computer’s clock', async () => {
    const times = restarted();
    const tick = await times.next(PROFILE, clocksAt(NOW, 2 * HOUR));
    expect(tick).toBe(NOW + 2 * HOUR);
    await times.persist(PROFILE, tick, NOW);
    expect(await readStored()).toMatchObject({ last: NOW + MINUTE, highest: tick });
    // A worker that hasn't seen the service's clock isn't held up by one that had.
    expect(await restarted().next(PROFILE, clocksAt(NOW + 1000))).toBe(NOW + MINUTE + 1);
  });

  test('behavior: a wrong estimate of the service’s clock holds nothing up', async () => {
    const times = restarted();
    expect(await times.next(PROFILE, clocksAt(NOW, 20 * HOUR))).toBe(NOW + 20 * HOUR);
    expect(await times.next(PROFILE, clocksAt(NOW + 10))).toBe(NOW + 10);
    expect(await times.next(PROFILE, clocksAt(NOW + 20, -HOUR))).toBe(NOW + 20 - HOUR);
    expect(await times.next(PROFILE, clocksAt(NOW + HOUR))).toBe(NOW + HOUR);
  });

  for (const [name, ahead] of [
    ['an hour', HOUR],
    ['a day', 24 * HOUR],
    ['until 2099', FAR_AHEAD_MS],
  ] as const) {
    test(`error: this computer’s clock was ahead, ${name}, and was set right: reported until reset`, async () => {
      const before = restarted();
      await before.persist(PROFILE, await before.next(PROFILE, clocksAt(NOW + ahead)), NOW + ahead);
      for (const times of [before, restarted()]) {
        const waitMs = ahead - 4 * MINUTE;
        await expect(times.next(PROFILE, clocksAt(NOW))).rejects.toMatchObject({
          code: 'clock_ahead',
          detail: { waitMs },
        });
        expect(await times.aheadUntil(PROFILE, clocksAt(NOW))).toBe(NOW + waitMs);
      }
      const times = restarted();
      await times.reset(PROFILE, clocksAt(NOW));
      expect(await times.aheadUntil(PROFILE, clocksAt(NOW))).toBeNull();
      expect(await times.next(PROFILE, clocksAt(NOW))).toBe(NOW);
      expect(await restarted().next(PROFILE, clocksAt(NOW + 7))).toBe(NOW + 7);
    });
  }

  test('behavior: a clock that was ahead by what the service tolerates needs no reset', async () => {
    const times = restarted();
    const tick = await times.next(PROFILE, clocksAt(NOW + 3 * MINUTE));
    expect(await times.next(PROFILE, clocksAt(NOW))).toBe(tick + 1);
    expect(await times.aheadUntil(PROFILE, clocksAt(NOW))).toBeNull();
  });

  test('behavior: after a reset no time is given that a stored body has, in any worker', async () => {
    const before = restarted();
    for (const more of [0, 1, 3]) {
      const tick = await before.next(PROFILE, clocksAt(NOW + HOUR + more));
      await before.persist(PROFILE, tick, NOW + HOUR);
      await storeBody(String(more), tick);
    }
    await storeBody('foreign', NOW + HOUR + 2, 'another');
    await storeBody('also foreign', NOW + HOUR + 2, '00000000-0000-4000-8000-000000000000');
    await restarted().reset(PROFILE, clocksAt(NOW));
    expect(await restarted().next(PROFILE, clocksAt(NOW))).toBe(NOW);
    // An hour later, the clock passes the times of those bodies.
    const later = restarted();
    const given = [];
    for (let i = 0; i < 4; i++) given.push(await later.next(PROFILE, clocksAt(NOW + HOUR)));
    expect(given).toEqual([2, 4, 5, 6].map((ms) => NOW + HOUR + ms));
  });

  test('behavior: concurrent callers get different times, even while the stored times are read', async () => {
    const before = restarted();
    await before.persist(PROFILE, await before.next(PROFILE, clocksAt(NOW + HOUR)), NOW + HOUR);
    const times = restarted();
    await times.reset(PROFILE, clocksAt(NOW));
    const all = await Promise.all(
      Array.from({ length: 20 }, () => times.next(PROFILE, clocksAt(NOW))),
    );
    expect(new Set(all).size).toBe(20);
  });

  test('error: an invalid value on disk counts as missing', async () => {
    for (const bad of ['x', { last: '7' }, null, Number.NaN, { last: 1 }]) {
      await write(await connect(), ['meta'], (transaction) =>
        transaction.objectStore('meta').put(bad, RECORD_KEY),
      );
      expect(await restarted().next(PROFILE, clocksAt(NOW))).toBe(NOW);
    }
  });
});

describe('reset', () => {
  test('behavior: starts from the service’s present, as far as it is known', async () => {
    const times = restarted();
    await times.next(PROFILE, clocksAt(NOW + 24 * HOUR));
    await times.reset(PROFILE, clocksAt(NOW, -HOUR));
    expect(await times.next(PROFILE, clocksAt(NOW, -HOUR))).toBe(NOW - HOUR);
  });

  test('behavior: takes back even what the service would tolerate', async () => {
    const times = restarted();
    await times.next(PROFILE, clocksAt(NOW + 3 * MINUTE));
    await times.reset(PROFILE, clocksAt(NOW));
    expect(await times.next(PROFILE, clocksAt(NOW))).toBe(NOW);
  });
});

describe('claim', () => {
  test('behavior: a body of this worker or of an earlier one keeps its time', async () => {
    const tick = await restarted().next(PROFILE, clocksAt(NOW));
    const times = restarted();
    await times.next(PROFILE, clocksAt(NOW + 10));
    await times.claim(PROFILE, tick, clocksAt(NOW + MINUTE));
  });

  test('behavior: four minutes ahead of the service’s clock may still be stamped, no more', async () => {
    const times = restarted();
    await times.claim(PROFILE, NOW + HOUR + 4 * MINUTE, clocksAt(NOW, HOUR));
    const claim = times.claim(PROFILE, NOW + HOUR + 4 * MINUTE + 1, clocksAt(NOW, HOUR));
    await expect(claim).rejects.toMatchObject({ code: 'approval_changed' });
  });

  test('behavior: while times only went on, a stored body has no twin', async () => {
    const times = restarted();
    const tick = await times.next(PROFILE, clocksAt(NOW));
    await times.next(PROFILE, clocksAt(NOW));
    await storeBody('itself', tick);
    await times.persist(PROFILE, tick, NOW);
    await restarted().persist(PROFILE, tick, NOW);
    for (const one of [times, restarted()]) await one.claim(PROFILE, tick, clocksAt(NOW));
  });

  test('error: a body whose time the service would refuse has to be rebuilt', async () => {
    const times = restarted();
    const tick = await times.next(PROFILE, clocksAt(NOW + HOUR));
    const claim = times.claim(PROFILE, tick, clocksAt(NOW));
    await expect(claim).rejects.toMatchObject({ code: 'approval_changed' });
  });

  test('error: the twin of a body stored since times went back', async () => {
    // Made while the clock was ahead, and never stored. An hour later the same time is given out
    // again.
    const draft = await restarted().next(PROFILE, clocksAt(NOW + HOUR));
    await restarted().reset(PROFILE, clocksAt(NOW));
    const times = restarted();
    expect(await times.next(PROFILE, clocksAt(NOW + HOUR))).toBe(draft);
    await storeBody('twin', draft);
    await times.persist(PROFILE, draft, NOW + HOUR);
    const claim = restarted().claim(PROFILE, draft, clocksAt(NOW + HOUR));
    await expect(claim).rejects.toMatchObject({ code: 'approval_changed' });
  });
});
