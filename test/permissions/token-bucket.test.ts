import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createBuckets,
  MAX_BUCKETS,
  take,
  type Bucket,
} from '../../src/permissions/token-bucket.ts';
import { createClock } from './fixtures.ts';

const RATE = { burst: 3, perSecond: 2 };

/** The times when one was allowed, out of those when one was requested. */
function allowedAt(moments: readonly number[], rate: { burst: number; perSecond: number }) {
  let bucket: Bucket | undefined;
  return moments.filter((now) => {
    const taken = take(bucket, now, rate);
    bucket = taken.bucket;
    return taken.allowed;
  });
}

const anyRate = fc.record({
  burst: fc.integer({ min: 1, max: 20 }),
  perSecond: fc.integer({ min: 1, max: 20 }),
});
const anyMoments = fc
  .array(fc.oneof(fc.nat(40), fc.nat(3000)), { minLength: 1, maxLength: 200 })
  .map((steps) => {
    let at = 1_700_000_000_000;
    return steps.map((step) => (at += step));
  });

describe('take', () => {
  test('behavior: allows the burst immediately, then as many per second as the rate', () => {
    const second = Array.from({ length: 1001 }, (_, ms) => ms);
    expect(allowedAt(second, RATE)).toEqual([0, 1, 2, 500, 1000]);
  });

  test('behavior: never more than burst + rate * time, in any interval', () => {
    fc.assert(
      fc.property(anyMoments, anyRate, (moments, rate) => {
        const allowed = allowedAt(moments, rate);
        for (const [from, start] of allowed.entries()) {
          for (const [to, end] of allowed.entries()) {
            const most = rate.burst + (rate.perSecond * (end - start)) / 1000;
            if (to >= from) expect(to - from + 1).toBeLessThanOrEqual(most);
          }
        }
      }),
    );
  });

  test('behavior: says exactly how long to wait', () => {
    fc.assert(
      fc.property(anyMoments, anyRate, (moments, rate) => {
        let bucket: Bucket | undefined;
        for (const now of moments) {
          const taken = take(bucket, now, rate);
          bucket = taken.bucket;
          if (taken.allowed) {
            expect(taken.waitMs).toBe(0);
            continue;
          }
          expect(take(bucket, now + taken.waitMs, rate).allowed).toBe(true);
          expect(take(bucket, now + taken.waitMs - 1, rate).allowed).toBe(false);
        }
      }),
    );
  });

  test('behavior: a clock set back neither refills nor locks out', () => {
    const empty = { level: 0, at: 1_000_000 };
    const back = take(empty, 1000, RATE);
    expect(back).toMatchObject({ allowed: false, waitMs: 500 });
    expect(take(back.bucket, 1500, RATE).allowed).toBe(true);
  });
});

describe('createBuckets', () => {
  const drain = (buckets: ReturnType<typeof createBuckets>, origin: string) => {
    let count = 0;
    while (buckets.take(origin).allowed) count++;
    return count;
  };

  test('behavior: a flood from one origin takes nothing from another', () => {
    const clock = createClock(0);
    const buckets = createBuckets({ now: clock.now, ...RATE });
    for (let i = 0; i < 10_000; i++) buckets.take('https://loud.example');
    expect(buckets.take('https://loud.example')).toEqual({ allowed: false, waitMs: 500 });
    expect(drain(buckets, 'https://calm.example')).toBe(3);
    clock.ms += 500;
    expect(drain(buckets, 'https://loud.example')).toBe(1);
  });

  test('behavior: keeps an empty bucket while full ones can make room', () => {
    const clock = createClock(0);
    const buckets = createBuckets({ now: clock.now, ...RATE });
    drain(buckets, 'https://loud.example');
    for (let i = 0; i < MAX_BUCKETS - 1; i++) buckets.take(`https://${i}.example`);
    // Now the others are full again, but the busy one, used longest ago, isn't.
    clock.ms += 500;
    for (let i = 0; i < 3; i++) buckets.take(`https://new-${i}.example`);
    expect(drain(buckets, 'https://loud.example')).toBe(1);
  });

  test('behavior: if too many aren’t full, the least recently used goes', () => {
    const buckets = createBuckets({ now: () => 0, ...RATE });
    drain(buckets, 'https://first.example');
    drain(buckets, 'https://second.example');
    buckets.take('https://first.example');
    for (let i = 0; i < MAX_BUCKETS - 1; i++) buckets.take(`https://${i}.example`);
    expect(buckets.take('https://first.example').allowed).toBe(false);
    expect(buckets.take('https://second.example').allowed).toBe(true);
  });
});
