import { describe, expect, test } from 'vitest';
import { isFresh, type PreparedBody } from '../../src/requests/prepared-body.ts';

const preparedAt = (at: number): PreparedBody => ({
  body: '',
  digest: '',
  at,
  draft: null,
  baseUrl: 'https://service.example',
});

describe('isFresh', () => {
  test('behavior: for five minutes, and not if a clock that was ahead made it', () => {
    const now = 1_700_000_000_000;
    const minute = 60_000;
    expect([0, 4, -4].map((age) => isFresh(preparedAt(now - age * minute), now))).toEqual([
      true,
      true,
      true,
    ]);
    expect(
      [5, 60, -60, -100_000].map((age) => isFresh(preparedAt(now - age * minute), now)),
    ).toEqual([false, false, false, false]);
  });
});
