// Whether a grant is still valid, and what a use and its refund do to it: exactly at each bound.
import { describe, expect, test } from 'vitest';
import {
  countUse,
  refundUses,
  hasStarted,
  isExhausted,
  isRemovable,
  isGrantValid,
  withoutFinishedUses,
} from '../../src/permissions/grant-validity.ts';
import type { Grant } from '../../src/protocol/site.ts';

const START = 1_700_000_000_000;
const MINUTE = 60_000;
const grant = (more: Partial<Grant> = {}): Grant => ({
  id: 'g',
  origin: 'https://a.example',
  profileId: 'p',
  operation: 'tag',
  limits: {},
  most: 3,
  perHour: null,
  used: 0,
  recent: [],
  createdAt: START,
  expiresAt: START + 60 * MINUTE,
  lastUsedAt: null,
  ...more,
});
const use = (id: string, at = START) => ({ id, at });

describe('its time', () => {
  test('behavior: ends at the stored moment, not after it', () => {
    const one = grant();
    const last = one.expiresAt - 1;
    expect([isExhausted(one, last), isRemovable(one, last), isGrantValid(one, {}, last)]).toEqual([
      false,
      false,
      true,
    ]);
    const end = one.expiresAt;
    expect([isExhausted(one, end), isRemovable(one, end), isGrantValid(one, {}, end)]).toEqual([
      true,
      true,
      false,
    ]);
    // Even while one of its uses is still in progress.
    expect(isRemovable(grant({ started: [use('a')] }), end)).toBe(true);
  });

  test('behavior: tolerates a clock set back by a minute, but no more', () => {
    const used = grant({ lastUsedAt: START + 5 * MINUTE });
    expect(isGrantValid(used, {}, START + 4 * MINUTE)).toBe(true);
    expect(isGrantValid(used, {}, START + 4 * MINUTE - 1)).toBe(false);
    expect(isGrantValid(grant(), {}, START - MINUTE)).toBe(true);
    expect(isGrantValid(grant(), {}, START - MINUTE - 1)).toBe(false);
  });

  test('behavior: once used up, it is removed when no use is in progress', () => {
    const up = { used: 3, most: 3 };
    expect(isRemovable(grant(up), START)).toBe(true);
    expect(isRemovable(grant({ ...up, started: [use('a')] }), START)).toBe(false);
  });
});

describe('a use', () => {
  test('behavior: is only counted by the hour if there is an hourly limit', () => {
    expect(countUse(grant(), START, null)).toMatchObject({ used: 1, recent: [] });
    const hourly = countUse(grant({ perHour: 2, recent: [START - 60 * MINUTE] }), START, null);
    expect(hourly.recent).toEqual([START]);
    expect(isGrantValid(hourly, {}, START)).toBe(true);
    expect(isGrantValid(countUse(hourly, START, null), {}, START)).toBe(false);
  });

  test('behavior: records the latest moment, whatever the clock says', () => {
    const one = grant({ lastUsedAt: START + MINUTE });
    expect(countUse(one, START, null).lastUsedAt).toBe(START + MINUTE);
    expect(countUse(one, START + 2 * MINUTE, null).lastUsedAt).toBe(START + 2 * MINUTE);
  });

  test('behavior: the last hundred in progress are noted', () => {
    let one = grant({ most: 1000 });
    for (let n = 0; n < 101; n++) one = countUse(one, START, `use ${n}`);
    expect(one.started).toHaveLength(100);
    expect([hasStarted(one, 'use 0'), hasStarted(one, 'use 1')]).toEqual([false, true]);
  });
});

describe('notes of uses', () => {
  const two = grant({
    used: 2,
    perHour: 5,
    recent: [START, START + 1],
    started: [use('a', START), use('b', START + 1)],
  });

  test('behavior: disappear once the activity has arrived; otherwise the grant is the same', () => {
    expect(withoutFinishedUses(two, (id) => id === 'a')).toEqual({
      ...two,
      started: [use('b', START + 1)],
    });
    expect(withoutFinishedUses(two, () => false)).toBe(two);
  });

  test('behavior: a lost activity gives back its use, and nothing else does', () => {
    expect(refundUses(two, (id) => id === 'a')).toEqual({
      ...two,
      used: 1,
      recent: [START + 1],
      started: [use('b', START + 1)],
    });
    expect(refundUses(two, () => false)).toBe(two);
  });

  test('behavior: a use that the hour has forgotten doesn’t take another with it', () => {
    const late = { ...two, recent: [START + 1] };
    expect(refundUses(late, (id) => id === 'a').recent).toEqual([START + 1]);
    expect(refundUses({ ...two, used: 0 }, () => true).used).toBe(0);
  });
});
