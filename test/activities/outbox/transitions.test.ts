import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyEvent,
  backoffMs,
  isSettled,
  planNext,
  initialProgress,
  WINDOW_MS,
  type EntryEvent,
  type Moment,
  type Progress,
} from '../../../src/activities/outbox/transitions.ts';

const NOW = 1_763_700_000_000;
const momentAt = (now = NOW, jitter = 0.5): Moment => ({ now, offsetMs: 0, jitter });
const applyAll = (
  events: readonly EntryEvent[],
  from: Progress = initialProgress(NOW, NOW),
  moment = momentAt(),
) => events.reduce((record, event) => applyEvent(record, event, moment).record, from);

const wait = fc.option(fc.nat(2_000_000), { nil: undefined });
const delayed = <K extends string>(kind: K) =>
  wait.map((waitMs) => (waitMs === undefined ? { kind } : { kind, waitMs }));
const anyEvent: fc.Arbitrary<EntryEvent> = fc.oneof(
  fc.constantFrom<EntryEvent>(
    { kind: 'sending' },
    { kind: 'refused' },
    { kind: 'mismatch' },
    { kind: 'missing' },
    { kind: 'blocked' },
    { kind: 'wake' },
  ),
  delayed('no-outcome' as const),
  delayed('deferred' as const),
  delayed('no-answer' as const),
  fc.record({
    kind: fc.constant('reply' as const),
    activityId: fc.constantFrom('a', 'b'),
    end: fc.constantFrom('completed' as const, 'failed' as const, 'rejected' as const, null),
  }),
);
const history = fc.array(
  fc.tuple(
    anyEvent,
    fc.record({
      pass: fc.nat(900_000),
      offsetMs: fc.integer({ min: -60_000, max: 60_000 }),
      jitter: fc.double({ min: 0, max: 0.999, noNaN: true }),
    }),
  ),
  { maxLength: 60 },
);

/** Every record in the course of a history, with the moment that made it. */
function replay(
  steps: readonly [EntryEvent, { pass: number; offsetMs: number; jitter: number }][],
) {
  let now = NOW;
  const path: { record: Progress; moment: Moment; event: EntryEvent | null }[] = [
    { record: initialProgress(NOW, NOW), moment: momentAt(), event: null },
  ];
  for (const [event, { pass, offsetMs, jitter }] of steps) {
    now += pass;
    const moment = { now, offsetMs, jitter };
    const before = path.at(-1)?.record ?? initialProgress(NOW, NOW);
    path.push({ record: applyEvent(before, event, moment).record, moment, event });
  }
  return path;
}

const pairs = <T>(list: readonly T[]): [T, T][] =>
  list.slice(1).flatMap((current, i) => {
    const before = list[i];
    return before === undefined ? [] : [[before, current] as [T, T]];
  });

describe('applyEvent', () => {
  test('behavior: a settled entry never changes again, whatever arrives late', () => {
    fc.assert(
      fc.property(history, (steps) => {
        for (const [before, after] of pairs(replay(steps))) {
          if (isSettled(before.record.state)) expect(after.record).toBe(before.record);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('behavior: a false result makes a completed entry a permanent mismatch', () => {
    const reply = (end: 'completed' | 'failed' | 'rejected') =>
      ({ kind: 'reply', activityId: 'a', end }) as const;
    const done = applyAll([{ kind: 'sending' }, reply('completed')]);
    const disproved = applyAll([{ kind: 'disproved' }], done);
    const marks = { mismatched: true, disproved: true };
    const revision = done.revision + 1;
    expect(disproved).toEqual({ ...done, ...marks, state: 'mismatch', revision });
    const after: EntryEvent[] = [{ kind: 'disproved' }, { kind: 'reopen' }, reply('completed')];
    expect(applyAll(after, disproved)).toBe(disproved);
    for (const end of ['failed', 'rejected'] as const) {
      const other = applyAll([{ kind: 'sending' }, reply(end)]);
      expect(applyAll([{ kind: 'disproved' }], other)).toBe(other);
    }
    const open = applyAll([{ kind: 'sending' }]);
    expect(applyAll([{ kind: 'disproved' }], open)).toBe(open);
  });

  test('behavior: the timestamp, and with it the bytes, never change', () => {
    fc.assert(
      fc.property(history, (steps) => {
        for (const { record } of replay(steps)) expect(record.timestampMs).toBe(NOW);
      }),
    );
  });

  test('behavior: attempts and revision only grow, by one at a time', () => {
    fc.assert(
      fc.property(history, (steps) => {
        for (const [before, after] of pairs(replay(steps))) {
          const attempts = after.record.attempts - before.record.attempts;
          expect([0, 1]).toContain(attempts);
          if (attempts === 1) expect(after.event?.kind).toBe('sending');
          const changed = after.record !== before.record;
          expect(after.record.revision - before.record.revision).toBe(changed ? 1 : 0);
        }
      }),
    );
  });

  test('behavior: nothing is sent past the window, or while the service has it', () => {
    fc.assert(
      fc.property(history, (steps) => {
        for (const [before, after] of pairs(replay(steps))) {
          if (after.record.attempts === before.record.attempts) continue;
          const { now, offsetMs } = after.moment;
          expect(now + offsetMs - NOW).toBeLessThan(WINDOW_MS);
          expect(before.record.state).not.toBe('pending');
          expect(before.record.lookingUp).toBe(false);
        }
      }),
    );
  });

  test('behavior: doubt stays: after a lost reply, a refusal alone settles nothing', () => {
    fc.assert(
      fc.property(history, (steps) => {
        for (const [before, after] of pairs(replay(steps))) {
          if (before.record.uncertain) expect(after.record.uncertain).toBe(true);
          if (isSettled(before.record.state)) continue;
          if (before.record.uncertain && after.event?.kind === 'refused') {
            expect(after.record.state).not.toBe('refused');
          }
        }
      }),
    );
  });

  test('behavior: an open entry has a plan, unless it waits for the vault', () => {
    fc.assert(
      fc.property(history, (steps) => {
        for (const { record, moment } of replay(steps)) {
          const { kind } = planNext(record, moment);
          expect(kind === 'nothing').toBe(isSettled(record.state) || record.nextAt === null);
        }
      }),
    );
  });

  test('behavior: the normal path: sent, answered, done', () => {
    const sending = applyAll([{ kind: 'sending' }]);
    expect(sending).toMatchObject({ state: 'sending', attempts: 1, uncertain: false });
    const done = applyAll([{ kind: 'reply', activityId: 'a', end: 'completed' }], sending);
    expect(done).toMatchObject({ state: 'completed', activityId: 'a', nextAt: null });
  });

  test('behavior: consensus is progress: the activity is polled less and less often', () => {
    let record = applyAll([{ kind: 'sending' }]);
    const delays: number[] = [];
    for (let i = 0; i < 200; i++) {
      record = applyAll([{ kind: 'reply', activityId: 'a', end: null }], record);
      expect(planNext(record, momentAt())).toMatchObject({ kind: 'poll' });
      delays.push((record.nextAt ?? 0) - NOW);
    }
    expect(delays[0]).toBe(500);
    expect(delays[10]).toBe(5000);
    expect(delays[40]).toBe(30_000);
    expect(delays[199]).toBe(300_000);
  });

  test('behavior: a send that found another send unfinished leaves doubt', () => {
    expect(applyAll([{ kind: 'sending' }, { kind: 'sending' }])).toMatchObject({
      attempts: 2,
      uncertain: true,
    });
  });

  test('behavior: a refusal after a lost reply is looked up; if the list doesn’t have it, it is a refusal', () => {
    const refused = applyAll([{ kind: 'sending' }, { kind: 'no-outcome' }, { kind: 'refused' }]);
    expect(refused).toMatchObject({ state: 'waiting', lookingUp: true });
    expect(planNext(refused, momentAt())).toEqual({ kind: 'find', at: NOW });
    expect(applyAll([{ kind: 'missing' }], refused)).toMatchObject({ state: 'refused' });
  });

  test('behavior: past the window the entry is looked up, and unknown if it isn’t found', () => {
    const lost = applyAll([{ kind: 'sending' }, { kind: 'no-outcome' }]);
    const late = momentAt(NOW + WINDOW_MS);
    expect(planNext(lost, late).kind).toBe('find');
    expect(applyEvent(lost, { kind: 'missing' }, late).record.state).toBe('unknown');
  });

  test('behavior: by the service’s clock, not ours', () => {
    const lost = applyAll([{ kind: 'sending' }, { kind: 'no-outcome' }]);
    expect(planNext(lost, { now: NOW, offsetMs: WINDOW_MS }).kind).toBe('find');
    expect(planNext(lost, { now: NOW + WINDOW_MS, offsetMs: -WINDOW_MS }).kind).toBe('send');
  });

  test('behavior: twenty look-ups that can’t be made end in unknown', () => {
    const lost = applyAll([{ kind: 'sending' }, { kind: 'no-outcome' }]);
    const late = momentAt(NOW + WINDOW_MS);
    const tried = Array.from({ length: 19 }, (): EntryEvent => ({ kind: 'no-answer' }));
    const almost = applyAll(tried, lost, late);
    expect(almost.state).toBe('waiting');
    expect(applyAll([{ kind: 'no-answer' }], almost, late).state).toBe('unknown');
  });

  test('behavior: only the user reopens, and only what was refused or is unknown', () => {
    const refused = applyAll([{ kind: 'sending' }, { kind: 'refused' }]);
    const again = applyAll([{ kind: 'reopen' }], refused);
    expect(again).toMatchObject({ state: 'waiting', lookingUp: false, attempts: 1 });
    const done = applyAll([
      { kind: 'reply', activityId: 'a', end: 'completed' },
      { kind: 'reopen' },
    ]);
    expect(done.state).toBe('completed');
  });

  test('behavior: a mismatch is looked up at the user’s request, and never sent again', () => {
    const wrong = applyAll([{ kind: 'sending' }, { kind: 'mismatch' }]);
    expect(wrong).toMatchObject({ state: 'mismatch', mismatched: true });
    const checked = applyAll([{ kind: 'reopen' }], wrong);
    expect(planNext(checked, momentAt())).toEqual({ kind: 'find', at: NOW });
    expect(applyAll([{ kind: 'sending' }], checked)).toBe(checked);
    for (const end of ['completed', 'failed', 'rejected'] as const) {
      const found = applyAll([{ kind: 'reply', activityId: 'a', end }], checked);
      expect(found).toMatchObject({ state: end, mismatched: true });
    }
    const open = applyAll([{ kind: 'reply', activityId: 'a', end: null }], checked);
    expect(open).toMatchObject({ state: 'pending', mismatched: true });
  });

  test('behavior: a mismatch that isn’t listed or can’t be checked stays a mismatch', () => {
    const wrong = applyAll([{ kind: 'sending' }, { kind: 'mismatch' }]);
    const checked = applyAll([{ kind: 'reopen' }], wrong);
    for (const moment of [momentAt(), momentAt(NOW + WINDOW_MS), momentAt(NOW - WINDOW_MS)]) {
      expect(applyAll([{ kind: 'missing' }], checked, moment)).toMatchObject({ state: 'mismatch' });
      expect(applyAll([{ kind: 'mismatch' }], checked, moment)).toMatchObject({
        state: 'mismatch',
      });
      const never = Array.from({ length: 20 }, (): EntryEvent => ({ kind: 'no-answer' }));
      expect(applyAll(never, checked, moment)).toMatchObject({ state: 'mismatch', nextAt: null });
    }
  });

  test('behavior: too old with no send in doubt: refused, not unknown', () => {
    const late = momentAt(NOW + WINDOW_MS);
    const fresh = initialProgress(NOW, NOW);
    const deferred = applyAll([{ kind: 'sending' }, { kind: 'deferred' }]);
    for (const one of [fresh, deferred]) {
      expect(applyEvent(one, { kind: 'missing' }, late).record.state).toBe('refused');
    }
    const sending = applyAll([{ kind: 'sending' }]);
    const lost = applyAll([{ kind: 'sending' }, { kind: 'no-outcome' }]);
    for (const one of [sending, lost]) {
      expect(applyEvent(one, { kind: 'missing' }, late).record.state).toBe('unknown');
    }
  });

  test('behavior: what a clock that was ahead planned is due immediately, after any jump', () => {
    const lost = applyAll([{ kind: 'sending' }, { kind: 'no-outcome' }]);
    const day = 86_400_000;
    for (const jump of [WINDOW_MS, day, Date.UTC(2099, 0) - NOW]) {
      const later = applyAll(
        [{ kind: 'no-outcome' }],
        initialProgress(NOW, NOW),
        momentAt(NOW + jump),
      );
      expect(planNext(later, momentAt())).toMatchObject({ at: NOW });
      const pending = applyAll(
        [{ kind: 'reply', activityId: 'a', end: null }],
        initialProgress(NOW, NOW),
        momentAt(NOW + jump),
      );
      expect(planNext(pending, momentAt())).toEqual({ kind: 'poll', at: NOW });
    }
    // Within the longest possible wait, the plan stands.
    expect(planNext(lost, momentAt())).toMatchObject({ at: lost.nextAt });
    const asked = applyAll([{ kind: 'sending' }, { kind: 'deferred', waitMs: 86_400_000 }]);
    expect(planNext(asked, momentAt())).toMatchObject({ at: NOW + 60_000 });
  });

  test('error: a different activity id is a mismatch', () => {
    const pending = applyAll([{ kind: 'reply', activityId: 'a', end: null }]);
    const other = applyAll([{ kind: 'reply', activityId: 'b', end: 'completed' }], pending);
    expect(other.state).toBe('mismatch');
  });
});

describe('backoffMs', () => {
  test('behavior: doubles from half a second to thirty, half of it by chance', () => {
    expect([1, 2, 3, 4, 9, 500].map((n) => backoffMs(n, 0.999999))).toEqual([
      500, 1000, 2000, 4000, 30_000, 30_000,
    ]);
    expect([1, 9].map((n) => backoffMs(n, 0))).toEqual([250, 15_000]);
  });

  test('behavior: waits as long as the service asks, up to a minute', () => {
    expect(backoffMs(1, 0, 45_000)).toBe(45_000);
    expect(backoffMs(1, 0, 86_400_000)).toBe(60_000);
  });
});
