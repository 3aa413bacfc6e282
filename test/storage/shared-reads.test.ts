import { expect, test, vi } from 'vitest';
import { createSharedReads } from '../../src/storage/shared-reads.ts';

/** Shared reads of an area whose answers the test lets go. */
function createWorld(values: Record<string, unknown>) {
  const open: (() => void)[] = [];
  const readMany = vi.fn(async (keys: readonly string[]) => {
    const found = Object.fromEntries(keys.map((key) => [key, values[key]]));
    await new Promise<void>((resolve) => open.push(resolve));
    return found;
  });
  const answer = () => open.shift()?.();
  return { reads: createSharedReads(readMany), readMany, answer };
}

test('behavior: reads of one turn go out together, each once', async () => {
  const { reads, readMany, answer } = createWorld({ a: 1, b: 2 });
  const all = Promise.all([reads.get('a'), reads.get('b'), reads.get('a'), reads.get('none')]);
  await Promise.resolve();
  answer();
  expect(await all).toEqual([1, 2, 1, undefined]);
  expect(readMany.mock.calls).toEqual([[['a', 'b', 'none']]]);
});

test('behavior: what is on its way isn’t asked for again; what has come is', async () => {
  const { reads, readMany, answer } = createWorld({ a: 1 });
  const first = reads.get('a');
  await Promise.resolve();
  const second = reads.get('a');
  answer();
  expect([await first, await second]).toEqual([1, 1]);
  expect(readMany).toHaveBeenCalledTimes(1);
  const third = reads.get('a');
  await Promise.resolve();
  answer();
  await third;
  expect(readMany).toHaveBeenCalledTimes(2);
});

test('behavior: what is read after a change has it', async () => {
  const values = { a: 1 };
  const { reads, answer } = createWorld(values);
  const before = reads.get('a');
  await Promise.resolve();
  values.a = 2;
  reads.end();
  const after = reads.get('a');
  await Promise.resolve();
  answer();
  answer();
  expect([await before, await after]).toEqual([1, 2]);
});

test('behavior: nor is a read that hasn’t gone out yet shared across a change', async () => {
  const { reads, readMany, answer } = createWorld({ a: 1 });
  const both = [reads.get('a')];
  reads.end();
  both.push(reads.get('a'));
  await Promise.resolve();
  answer();
  answer();
  await Promise.all(both);
  expect(readMany).toHaveBeenCalledTimes(2);
});

test('error: a failed read fails for all that share it, and isn’t kept', async () => {
  const readMany = vi.fn(async () => ({ a: 1 }));
  readMany.mockRejectedValueOnce(new Error('gone'));
  const reads = createSharedReads(readMany);
  const [a, b] = [reads.get('a'), reads.get('b')];
  await expect(a).rejects.toThrow('gone');
  await expect(b).rejects.toThrow('gone');
  expect(await reads.get('a')).toBe(1);
});
