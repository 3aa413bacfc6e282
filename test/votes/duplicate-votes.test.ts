// Which votes of one user may stand beside each other.
import { expect, test } from 'vitest';
import type { Vote } from '../../src/protocol/service-records.ts';
import { isDuplicate } from '../../src/votes/check-vote.ts';

const DAY_S = 24 * 3600;
const at = (seconds: number) => ({ seconds: String(1_763_700_000 + seconds), nanos: '0' });
const UNREADABLE = { seconds: 'x', nanos: '0' };
const vote = (changes: Partial<Vote> = {}): Vote => ({
  id: 'v',
  userId: 'dave',
  user: null,
  activityId: 'a',
  selection: 'VOTE_SELECTION_APPROVED',
  message: 'first',
  publicKey: '02',
  signature: '30',
  scheme: 'S',
  createdAt: at(0),
  ...changes,
});
const again = (changes: Partial<Vote>, before = vote()) =>
  isDuplicate(vote({ message: 'second', ...changes }), [before]);

test('error: the same user, credential and selection within one window', () => {
  expect(again({ createdAt: at(DAY_S - 1) })).toBe(true);
  // A time that can't be read is in any window.
  expect(again({ createdAt: UNREADABLE })).toBe(true);
  expect(again({}, vote({ createdAt: UNREADABLE }))).toBe(true);
});

test('error: the same bytes, whenever and with whatever credential', () => {
  expect(again({ message: 'first', createdAt: at(DAY_S), publicKey: '03' })).toBe(true);
});

test('behavior: another user, window, credential or selection', () => {
  for (const changes of [
    { userId: 'carol', message: 'first' },
    { createdAt: at(DAY_S) },
    { publicKey: '03' },
    { selection: 'VOTE_SELECTION_REJECTED' },
  ]) {
    expect(again(changes), JSON.stringify(changes)).toBe(false);
  }
});
