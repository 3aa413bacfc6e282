import { describe, expect, test } from 'vitest';
import { settled } from '../test-clock.ts';
import { createCachedItem } from '../../src/requests/cached-item.ts';

/** An item that rejects lists longer than `most`, and holds writes back until they are released. */
function createItem(most = Infinity) {
  const stored = { value: undefined as readonly string[] | undefined, writes: 0, held: false };
  const waiting: (() => void)[] = [];
  return {
    stored,
    letGo: () => {
      stored.held = false;
      for (const go of waiting.splice(0)) go();
    },
    item: {
      get: async () => stored.value,
      set: async (value: readonly string[]) => {
        stored.writes += 1;
        if (stored.held) await new Promise<void>((resolve) => waiting.push(resolve));
        if (value.length > most) throw new Error('quota');
        stored.value = value;
      },
      remove: async () => {
        stored.value = undefined;
      },
    },
  };
}
const add = (one: string) => (before: readonly string[]) => [...before, one];

describe('createCachedItem', () => {
  test('behavior: takes effect immediately, resolves once written, and shares writes', async () => {
    const { stored, item } = createItem();
    const cached = createCachedItem(item, []);
    const all = ['a', 'b', 'c'].map((one) => cached.change(add(one)));
    expect(cached.get()).toEqual(['a', 'b', 'c']);
    expect(stored.value).toBeUndefined();
    await Promise.all(all);
    expect(stored.value).toEqual(['a', 'b', 'c']);
    expect(stored.writes).toBe(1);
  });

  test('error: only the change that can’t be written is undone', async () => {
    const { stored, item } = createItem(2);
    const cached = createCachedItem<readonly string[]>(item, []);
    await cached.change(add('a'));
    const upper = (before: readonly string[]) => before.map((one) => one.toUpperCase());
    const all = [add('b'), add('c'), upper].map((act) => cached.change(act));
    expect(cached.get()).toEqual(['A', 'B', 'C']);
    const ends = await Promise.allSettled(all);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(cached.get()).toEqual(['A', 'B']);
    expect(stored.value).toEqual(['A', 'B']);
  });

  test('error: memory is as before, even for changes made during the failing write', async () => {
    const { stored, item, letGo } = createItem(1);
    const cached = createCachedItem<readonly string[]>(item, []);
    await cached.change(add('a'));
    stored.held = true;
    const failing = cached.change(add('b'));
    await Promise.resolve();
    await Promise.resolve();
    const after = cached.change((before) => before.map((one) => one.toUpperCase()));
    expect(cached.get()).toEqual(['A', 'B']);
    letGo();
    await expect(failing).rejects.toThrow('quota');
    await after;
    expect(cached.get()).toEqual(['A']);
    expect(stored.value).toEqual(['A']);
  });

  test('behavior: a change that has to come after something waits for it, and takes effect meanwhile', async () => {
    const { stored, item } = createItem();
    const cached = createCachedItem<readonly string[]>(item, []);
    let first = () => {};
    const after = new Promise<void>((resolve) => (first = resolve));
    const change = cached.change(add('a'), after);
    await settled();
    expect(cached.get()).toEqual(['a']);
    expect(stored.writes).toBe(0);
    first();
    await change;
    expect(stored.value).toEqual(['a']);
  });

  test('behavior: a change in memory is written with the next change, or on request', async () => {
    const { stored, item } = createItem();
    const cached = createCachedItem<readonly string[]>(item, []);
    cached.changeInMemory(add('a'));
    expect(cached.get()).toEqual(['a']);
    await settled();
    expect(stored.writes).toBe(0);
    await cached.change(add('b'));
    expect(stored.value).toEqual(['a', 'b']);
    cached.changeInMemory(add('c'));
    cached.flush();
    await settled();
    expect(stored.value).toEqual(['a', 'b', 'c']);
  });
});
