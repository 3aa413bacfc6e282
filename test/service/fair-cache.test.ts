import { describe, expect, test } from 'vitest';
import { createFairCache } from '../../src/service/fair-cache.ts';

describe('createFairCache', () => {
  test('behavior: gives back what was set last', () => {
    const cache = createFairCache<string>(10);
    cache.set('one', 'a', 'first', 4);
    cache.set('one', 'a', 'second', 4);
    expect(cache.get('one', 'a')).toBe('second');
    expect(cache.get('two', 'a')).toBeUndefined();
  });

  test('behavior: whoever fills it pushes out what is theirs, the least used first', () => {
    const cache = createFairCache<number>(100);
    for (const key of ['a', 'b', 'c']) cache.set('small', key, 0, 10);
    for (let at = 0; at < 1000; at += 1) {
      cache.set('large', String(at), at, 10);
      expect(cache.get('large', '0')).toBe(0);
    }
    expect(['a', 'b', 'c'].map((key) => cache.get('small', key))).toEqual([0, 0, 0]);
    const kept = Array.from({ length: 1000 }, (_, at) => cache.get('large', String(at)));
    expect(kept.flatMap((one) => one ?? [])).toEqual([0, 994, 995, 996, 997, 998, 999]);
  });

  test('behavior: what is set again weighs once', () => {
    const cache = createFairCache<number>(20);
    for (let at = 0; at < 100; at += 1) {
      cache.set('one', 'a', at, 10);
    }
    cache.set('two', 'b', 7, 10);
    expect([cache.get('one', 'a'), cache.get('two', 'b')]).toEqual([99, 7]);
  });

  test('behavior: what is heavier than all of it is not kept, and pushes out nothing of others', () => {
    const cache = createFairCache<number>(20);
    cache.set('one', 'a', 1, 10);
    cache.set('two', 'b', 2, 21);
    expect([cache.get('one', 'a'), cache.get('two', 'b')]).toEqual([1, undefined]);
  });
});
