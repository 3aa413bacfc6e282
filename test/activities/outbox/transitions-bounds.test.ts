// Transitions at their bounds: the last moment of a window, the last try, and misplaced events.
import { describe, expect, test } from 'vitest';
import {
  applyEvent,
  dueAt,
  isWithinWindow,
  planNext,
  initialProgress,
  wasNeverAccepted,
  type EntryEvent,
  type Progress,
} from '../../../src/activities/outbox/transitions.ts';

const NOW = 1_763_700_000_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;
const moment = { now: NOW, offsetMs: 0, jitter: 0.5 };

const progressWith = (changes: Partial<Progress> = {}): Progress => ({
  ...initialProgress(NOW, NOW),
  ...changes,
});
const progressAfter = (changes: Partial<Progress>, event: EntryEvent, at = moment) =>
  applyEvent(progressWith(changes), event, at).record;

/** The first age at which a body isn't sent anymore. */
function windowEnd(): number {
  let [low, high] = [0, HOUR];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isWithinWindow({ timestampMs: NOW - middle }, moment)) low = middle;
    else high = middle;
  }
  return high;
}

describe('the window of a body', () => {
  test('behavior: ends before the service’s hour does, to the millisecond, by the service’s clock', () => {
    const end = windowEnd();
    expect(HOUR - end).toBeGreaterThan(0);
    expect(end).toBeGreaterThan(HOUR - 5 * MINUTE);
    expect(end % 1000).toBe(0);
    const clockAhead = { now: NOW - 7000, offsetMs: 7000 };
    expect(isWithinWindow({ timestampMs: NOW - end + 1 }, clockAhead)).toBe(true);
    expect(isWithinWindow({ timestampMs: NOW - end }, clockAhead)).toBe(false);
  });

  test('behavior: after it nothing is sent, not even on request', () => {
    const old = { timestampMs: NOW - windowEnd() };
    expect(planNext(progressWith(old), moment).kind).toBe('find');
    expect(progressAfter(old, { kind: 'sending' })).toEqual(progressWith(old));
  });
});

describe('a planned moment', () => {
  const LONGEST: readonly (readonly [Progress['state'], number])[] = [
    ['waiting', MINUTE],
    ['stamped', MINUTE],
    ['pending', 5 * MINUTE],
  ];
  test.each(LONGEST)('behavior: %s: at most %i ms away, otherwise it is due', (state, most) => {
    expect(dueAt({ state, nextAt: NOW + most }, NOW)).toBe(NOW + most);
    expect(dueAt({ state, nextAt: NOW + most + 1 }, NOW)).toBe(NOW);
    expect(dueAt({ state, nextAt: null }, NOW)).toBeNull();
    expect(dueAt({ state, nextAt: NOW - 1 }, NOW)).toBe(NOW - 1);
  });
});

describe('events', () => {
  test('behavior: a deferred request waits, and isn’t in doubt', () => {
    const waiting = progressAfter(
      { state: 'sending', attempts: 1 },
      { kind: 'deferred', waitMs: 2000 },
    );
    expect(waiting).toMatchObject({ state: 'waiting', uncertain: false, failures: 1 });
    expect(waiting.nextAt).toBe(NOW + 2000);
  });

  test('behavior: without the vault nothing is planned, and a send without a reply is in doubt', () => {
    expect(progressAfter({ state: 'waiting' }, { kind: 'blocked' })).toMatchObject({
      state: 'waiting',
      nextAt: null,
      uncertain: false,
      revision: 2,
    });
    const sending = { state: 'sending', attempts: 1 } as const;
    expect(progressAfter(sending, { kind: 'blocked' })).toMatchObject({
      state: 'waiting',
      nextAt: null,
      uncertain: true,
    });
    const blocked = progressWith({ state: 'waiting', nextAt: null });
    expect(applyEvent(blocked, { kind: 'blocked' }, moment).record).toBe(blocked);
  });

  test('behavior: a wake makes it due immediately; an unfinished send is in doubt', () => {
    const later = { ...moment, now: NOW + 5 };
    const woken = progressAfter({ state: 'waiting', nextAt: null }, { kind: 'wake' }, later);
    expect(woken).toMatchObject({ state: 'waiting', nextAt: NOW + 5, uncertain: false });
    const sending = progressAfter({ state: 'sending', attempts: 1 }, { kind: 'wake' }, later);
    expect(sending).toMatchObject({ state: 'waiting', nextAt: NOW + 5, uncertain: true });
  });

  test.each(['stamped', 'sending', 'waiting', 'pending'] as const)(
    'behavior: %s ignores events for settled entries',
    (state) => {
      const record = progressWith({ state });
      for (const kind of ['reopen', 'disproved'] as const) {
        expect(applyEvent(record, { kind }, moment).record).toBe(record);
      }
    },
  );

  test.each([{ state: 'pending' }, { lookingUp: true }] as const)(
    'behavior: with %j nothing is sent',
    (changes) => {
      const record = progressWith(changes);
      expect(applyEvent(record, { kind: 'sending' }, moment).record).toBe(record);
    },
  );
});

describe('reopening a settled entry', () => {
  test.each(['completed', 'failed', 'rejected'] as const)('behavior: %s stays', (state) => {
    const record = progressWith({ state, nextAt: null });
    expect(applyEvent(record, { kind: 'reopen' }, moment).record).toBe(record);
  });

  const REOPENED: readonly (readonly [Partial<Progress>, boolean])[] = [
    [{ state: 'refused' }, false],
    [{ state: 'refused', lookingUp: true }, false],
    [{ state: 'unknown' }, false],
    [{ state: 'unknown', lookingUp: true }, true],
    [{ state: 'mismatch', mismatched: true }, true],
  ];
  test.each(REOPENED)(
    'behavior: %j goes on, and searches the list first: %s',
    (changes, lookingUp) => {
      const reopened = progressAfter(
        { ...changes, failures: 4, lookups: 9, nextAt: null },
        { kind: 'reopen' },
      );
      expect(reopened).toMatchObject({ state: 'waiting', lookingUp, failures: 0, lookups: 0 });
      expect(reopened.nextAt).toBe(NOW);
    },
  );

  test('behavior: a disproved one stays as it is', () => {
    const record = progressWith({
      state: 'mismatch',
      disproved: true,
      mismatched: true,
      nextAt: null,
    });
    expect(applyEvent(record, { kind: 'reopen' }, moment).record).toBe(record);
  });
});

describe('a look-up', () => {
  const missing = { kind: 'missing' } as const;

  test('behavior: proves a refusal if it finds nothing after it', () => {
    expect(progressAfter({ state: 'waiting', lookingUp: true }, missing)).toMatchObject({
      state: 'refused',
      nextAt: null,
    });
  });

  test('behavior: allows a send if it finds nothing and there is still time', () => {
    const found = progressAfter({ state: 'waiting', nextAt: null }, missing);
    expect(found).toMatchObject({ state: 'waiting', nextAt: NOW });
    expect(planNext(found, moment).kind).toBe('send');
  });

  test('behavior: is repeated without end if it can’t be made for a pending entry', () => {
    const asked = progressAfter(
      { state: 'pending', lookups: 19, failures: 30 },
      { kind: 'no-answer' },
    );
    expect(asked).toMatchObject({ state: 'pending', lookups: 19, failures: 31 });
    expect(asked.nextAt).toBeGreaterThan(NOW);
  });
});

describe('wasNeverAccepted', () => {
  test('behavior: only without doubt, at rest, and with no known activity', () => {
    expect(wasNeverAccepted(progressWith())).toBe(true);
    expect(wasNeverAccepted(progressWith({ uncertain: true }))).toBe(false);
    expect(wasNeverAccepted(progressWith({ state: 'sending' }))).toBe(false);
    expect(wasNeverAccepted(progressWith({ activityId: 'a' }))).toBe(false);
  });
});

describe('polls', () => {
  const next = (polls: number, jitter: number) => {
    const reply = { kind: 'reply', activityId: 'a', end: null } as const;
    return (
      (progressAfter({ state: 'pending', polls }, reply, { ...moment, jitter }).nextAt ?? 0) - NOW
    );
  };

  test.each([
    [0, 0, 450],
    [0, 0.5, 500],
    [0, 1, 550],
    [1, 0.5, 750],
    [30, 0.5, 5000],
    [31, 0.5, 30_000],
    [150, 0.5, 30_000],
    [151, 0.5, 300_000],
  ])('behavior: after %i polls and with %d jitter the next is %i ms later', (polls, jitter, ms) => {
    expect(next(polls, jitter)).toBe(ms);
  });
});
