import { describe, expect, test } from 'vitest';
import { askableOperations, canBeGranted, clipGrant } from '../../src/permissions/site-rights.ts';
import { MAX_GRANT_MS } from '../../src/protocol/site.ts';

const NOW = 1_800_000_000_000;
const DAY_MS = 86_400_000;
const grant = {
  id: 'g',
  origin: 'https://app.example',
  profileId: 'p',
  operation: 'update_wallet',
  limits: {},
  most: 10,
  used: 3,
  perHour: 4,
  recent: [NOW - 1000],
  createdAt: NOW - DAY_MS,
  expiresAt: NOW + DAY_MS,
  lastUsedAt: NOW - 1000,
};

describe('clipGrant', () => {
  test('behavior: leaves a grant that could be given now as it is', () => {
    expect(clipGrant(grant, NOW)).toEqual(grant);
  });

  test.each([
    [
      'an end in 11,574 days',
      { expiresAt: NOW + 11_574 * DAY_MS },
      { expiresAt: NOW - DAY_MS + MAX_GRANT_MS },
    ],
    [
      'a beginning that is still to come',
      { createdAt: NOW + 90 * DAY_MS, expiresAt: NOW + 100 * DAY_MS },
      { createdAt: NOW, expiresAt: NOW + MAX_GRANT_MS },
    ],
    ['more uses than there may be', { most: 1_000_000 }, { most: 1000 }],
    ['a wider rate than there may be', { perHour: 5000 }, { perHour: 1000 }],
    [
      'uses that are still to come',
      { recent: [NOW + DAY_MS], lastUsedAt: NOW + DAY_MS },
      { recent: [NOW], lastUsedAt: NOW },
    ],
  ])('behavior: cuts %s', (_, file, here) => {
    expect(clipGrant({ ...grant, ...file }, NOW)).toEqual({ ...grant, ...file, ...here });
  });

  test.each([
    ['ends before it begins', { expiresAt: grant.createdAt - 1 }],
    ['lasts less than a minute', { expiresAt: grant.createdAt + 59_999 }],
    ['ends at no time that there is', { expiresAt: Number.NaN }],
  ])('error: nothing is left of one that %s', (_, file) => {
    expect(clipGrant({ ...grant, ...file }, NOW)).toBe(undefined);
  });
});

describe('what a site may have', () => {
  test('behavior: operations that pages may ask for, each once', () => {
    const all = ['update_wallet', 'create_wallet', 'update_wallet', 'of_no_row', '__proto__'];
    expect(askableOperations(all)).toEqual(['update_wallet']);
  });

  test('behavior: in advance, only what the table says, limited by its own parameters', () => {
    expect(canBeGranted({ operation: 'update_wallet', limits: { walletId: 'w' } })).toBe(true);
    expect(canBeGranted({ operation: 'update_wallet', limits: { userId: 'u' } })).toBe(false);
    expect(canBeGranted({ operation: 'delete_user_tags', limits: {} })).toBe(false);
    expect(canBeGranted({ operation: 'create_wallet', limits: {} })).toBe(false);
  });
});
