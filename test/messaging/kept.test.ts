import { describe, expect, test } from 'vitest';
import { createKept } from '../../src/messaging/page/kept.ts';

/** An item that takes no list longer than `most`, and keeps writes back until they are let go. */
function itemOf(most = Infinity) {
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

describe('createKept', () => {
  test('behavior: holds at once, answers when written, and shares writes', async () => {
    const { stored, item } = itemOf();
    const kept = createKept(item, []);
    const all = ['a', 'b', 'c'].map((one) => kept.change(add(one)));
    expect(kept.get()).toEqual(['a', 'b', 'c']);
    expect(stored.value).toBeUndefined();
    await Promise.all(all);
    expect(stored.value).toEqual(['a', 'b', 'c']);
    expect(stored.writes).toBe(1);
  });

  test('error: what cannot be written is taken back, alone', async () => {
    const { stored, item } = itemOf(2);
    const kept = createKept<readonly string[]>(item, []);
    await kept.change(add('a'));
    const upper = (before: readonly string[]) => before.map((one) => one.toUpperCase());
    const all = [add('b'), add('c'), upper].map((act) => kept.change(act));
    expect(kept.get()).toEqual(['A', 'B', 'C']);
    const ends = await Promise.allSettled(all);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(kept.get()).toEqual(['A', 'B']);
    expect(stored.value).toEqual(['A', 'B']);
  });

  test('error: memory is as it was, also for what came during the failing write', async () => {
    const { stored, item, letGo } = itemOf(1);
    const kept = createKept<readonly string[]>(item, []);
    await kept.change(add('a'));
    stored.held = true;
    const failing = kept.change(add('b'));
    await Promise.resolve();
    await Promise.resolve();
    const after = kept.change((before) => before.map((one) => one.toUpperCase()));
    expect(kept.get()).toEqual(['A', 'B']);
    letGo();
    await expect(failing).rejects.toThrow('quota');
    await after;
    expect(kept.get()).toEqual(['A']);
    expect(stored.value).toEqual(['A']);
  });

  test('behavior: a change that has to come after something waits for it, and holds meanwhile', async () => {
    const { stored, item } = itemOf();
    const kept = createKept<readonly string[]>(item, []);
    let first = () => {};
    const after = new Promise<void>((resolve) => (first = resolve));
    const change = kept.change(add('a'), after);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(kept.get()).toEqual(['a']);
    expect(stored.writes).toBe(0);
    first();
    await change;
    expect(stored.value).toEqual(['a']);
  });

  test('behavior: what is only held is written with the next change, or when it is asked for', async () => {
    const { stored, item } = itemOf();
    const kept = createKept<readonly string[]>(item, []);
    kept.hold(add('a'));
    expect(kept.get()).toEqual(['a']);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(stored.writes).toBe(0);
    await kept.change(add('b'));
    expect(stored.value).toEqual(['a', 'b']);
    kept.hold(add('c'));
    kept.keep();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(stored.value).toEqual(['a', 'b', 'c']);
  });
});
