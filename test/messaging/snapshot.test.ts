import { describe, expect, test } from 'vitest';
import { createSnapshotPublisher } from '../../src/messaging/snapshot.ts';
import { home, unlocked } from '../ui/page/world.ts';
import { settled } from '../test-clock.ts';

/** A publisher whose timers end when the test says so. */
function createPublisher(votes?: number) {
  const timers: (() => void)[] = [];
  let writes = 0;
  const written = new Set<string>();
  const publisher = createSnapshotPublisher({
    area: {
      get: () => Promise.resolve(undefined),
      set: (_, value) => {
        writes += 1;
        written.add(JSON.stringify(value));
        return Promise.resolve();
      },
      remove: () => Promise.resolve(),
    },
    state: () => Promise.resolve(unlocked),
    recallHome: () => Promise.resolve(votes === undefined ? null : home),
    listNewestEntries: () => Promise.resolve([]),
    countedVotes: (id) => (id === home.profileId ? votes : undefined),
    onState: () => Promise.resolve(),
    now: () => 7,
    later: (_, act) => {
      timers.push(act);
      return () => undefined;
    },
  });
  return {
    publisher,
    written,
    writes: async () => {
      await settled();
      return writes;
    },
    endTimers: () => {
      for (const act of timers.splice(0)) act();
    },
  };
}

describe('publish', () => {
  test('behavior: no two snapshots are equal: browsers report no write of an equal value', async () => {
    const { publisher, written, writes } = createPublisher();
    for (let time = 0; time < 3; time++) await publisher.publish();
    expect(await writes()).toBe(3);
    expect(written.size).toBe(3);
  });

  test('behavior: a first screen that nobody reads again has the votes that were counted since', async () => {
    const { publisher, written } = createPublisher(3);
    await publisher.publish();
    expect([...written].map((text) => JSON.parse(text) as unknown)).toEqual([
      expect.objectContaining({ home: { ...home, entries: [], waiting: 3 } }),
    ]);
  });
});

describe('publishSoon', () => {
  test('behavior: many changes share one write, after a delay', async () => {
    const { publisher, writes, endTimers } = createPublisher();
    for (let change = 0; change < 5; change++) publisher.publishSoon();
    expect(await writes()).toBe(0);
    endTimers();
    expect(await writes()).toBe(1);
  });

  test('behavior: a change that someone waits for is written immediately, even during a delay', async () => {
    const { publisher, writes } = createPublisher();
    publisher.publishSoon();
    publisher.publishSoon(true);
    expect(await writes()).toBe(1);
  });

  test('behavior: a burst of those costs one write immediately and one after the delay', async () => {
    const { publisher, writes, endTimers } = createPublisher();
    publisher.publishSoon(true);
    expect(await writes()).toBe(1);
    for (let change = 0; change < 50; change++) publisher.publishSoon(true);
    expect(await writes()).toBe(1);
    endTimers();
    expect(await writes()).toBe(2);
    publisher.publishSoon(true);
    expect(await writes()).toBe(3);
  });
});
