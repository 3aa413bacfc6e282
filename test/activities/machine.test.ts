import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  advance,
  backoff,
  isSettled,
  planOf,
  start,
  WINDOW_MS,
  type Event,
  type Moment,
  type Progress,
} from '../../src/activities/machine.ts';

const NOW = 1_763_700_000_000;
const at = (now = NOW, jitter = 0.5): Moment => ({ now, offsetMs: 0, jitter });
const run = (events: readonly Event[], from: Progress = start(NOW, NOW), moment = at()) =>
  events.reduce((record, event) => advance(record, event, moment).record, from);

const wait = fc.option(fc.nat(2_000_000), { nil: undefined });
const delayed = <K extends string>(kind: K) =>
  wait.map((waitMs) => (waitMs === undefined ? { kind } : { kind, waitMs }));
const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  fc.constantFrom<Event>(
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

/** Every record on the way through a history, with the moment that made it. */
function walk(steps: readonly [Event, { pass: number; offsetMs: number; jitter: number }][]) {
  let now = NOW;
  const path: { record: Progress; moment: Moment; event: Event | null }[] = [
    { record: start(NOW, NOW), moment: at(), event: null },
  ];
  for (const [event, { pass, offsetMs, jitter }] of steps) {
    now += pass;
    const moment = { now, offsetMs, jitter };
    const before = path.at(-1)?.record ?? start(NOW, NOW);
    path.push({ record: advance(before, event, moment).record, moment, event });
  }
  return path;
}

const pairs = <T>(list: readonly T[]): [T, T][] =>
  list.slice(1).flatMap((one, i) => {
    const before = list[i];
    return before === undefined ? [] : [[before, one] as [T, T]];
  });

describe('advance', () => {
  test('behavior: a settled entry never changes again, whatever comes late', () => {
    fc.assert(
      fc.property(history, (steps) => {
        for (const [before, after] of pairs(walk(steps))) {
          if (isSettled(before.record.state)) expect(after.record).toBe(before.record);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('behavior: a result that was found false makes a completed entry a mismatch, for good', () => {
    const reply = (end: 'completed' | 'failed' | 'rejected') =>
      ({ kind: 'reply', activityId: 'a', end }) as const;
    const done = run([{ kind: 'sending' }, reply('completed')]);
    const disproved = run([{ kind: 'disproved' }], done);
    const marks = { mismatched: true, disproved: true };
    const revision = done.revision + 1;
    expect(disproved).toEqual({ ...done, ...marks, state: 'mismatch', revision });
    const after: Event[] = [{ kind: 'disproved' }, { kind: 'reopen' }, reply('completed')];
    expect(run(after, disproved)).toBe(disproved);
    for (const end of ['failed', 'rejected'] as const) {
      const other = run([{ kind: 'sending' }, reply(end)]);
      expect(run([{ kind: 'disproved' }], other)).toBe(other);
    }
    const open = run([{ kind: 'sending' }]);
    expect(run([{ kind: 'disproved' }], open)).toBe(open);
  });

  test('behavior: the timestamp, and with it the bytes, never change', () => {
    fc.assert(
      fc.property(history, (steps) => {
        for (const { record } of walk(steps)) expect(record.timestampMs).toBe(NOW);
      }),
    );
  });

  test('behavior: attempts and revision only grow, by one at a time', () => {
    fc.assert(
      fc.property(history, (steps) => {
        for (const [before, after] of pairs(walk(steps))) {
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
        for (const [before, after] of pairs(walk(steps))) {
          if (after.record.attempts === before.record.attempts) continue;
          const { now, offsetMs } = after.moment;
          expect(now + offsetMs - NOW).toBeLessThan(WINDOW_MS);
          expect(before.record.state).not.toBe('pending');
          expect(before.record.seeking).toBe(false);
        }
      }),
    );
  });

  test('behavior: doubt stays: after a lost answer a refusal alone settles nothing', () => {
    fc.assert(
      fc.property(history, (steps) => {
        for (const [before, after] of pairs(walk(steps))) {
          if (before.record.doubt) expect(after.record.doubt).toBe(true);
          if (isSettled(before.record.state)) continue;
          if (before.record.doubt && after.event?.kind === 'refused') {
            expect(after.record.state).not.toBe('refused');
          }
        }
      }),
    );
  });

  test('behavior: an open entry has a plan, unless it waits for the vault', () => {
    fc.assert(
      fc.property(history, (steps) => {
        for (const { record, moment } of walk(steps)) {
          const { kind } = planOf(record, moment);
          expect(kind === 'nothing').toBe(isSettled(record.state) || record.nextAt === null);
        }
      }),
    );
  });

  test('behavior: the plain way: sent, answered, done', () => {
    const sending = run([{ kind: 'sending' }]);
    expect(sending).toMatchObject({ state: 'sending', attempts: 1, doubt: false });
    const done = run([{ kind: 'reply', activityId: 'a', end: 'completed' }], sending);
    expect(done).toMatchObject({ state: 'completed', activityId: 'a', nextAt: null });
  });

  test('behavior: consensus is progress: the activity is polled, ever more slowly', () => {
    let record = run([{ kind: 'sending' }]);
    const delays: number[] = [];
    for (let i = 0; i < 200; i++) {
      record = run([{ kind: 'reply', activityId: 'a', end: null }], record);
      expect(planOf(record, at())).toMatchObject({ kind: 'poll' });
      delays.push((record.nextAt ?? 0) - NOW);
    }
    expect(delays[0]).toBe(500);
    expect(delays[10]).toBe(5000);
    expect(delays[40]).toBe(30_000);
    expect(delays[199]).toBe(300_000);
  });

  test('behavior: a send that found another send unfinished leaves doubt', () => {
    expect(run([{ kind: 'sending' }, { kind: 'sending' }])).toMatchObject({
      attempts: 2,
      doubt: true,
    });
  });

  test('behavior: a refusal after a lost answer is looked up; found missing, it is a refusal', () => {
    const refused = run([{ kind: 'sending' }, { kind: 'no-outcome' }, { kind: 'refused' }]);
    expect(refused).toMatchObject({ state: 'waiting', seeking: true });
    expect(planOf(refused, at())).toEqual({ kind: 'look', at: NOW });
    expect(run([{ kind: 'missing' }], refused)).toMatchObject({ state: 'refused' });
  });

  test('behavior: past the window the entry is looked up, and unknown when it is not found', () => {
    const lost = run([{ kind: 'sending' }, { kind: 'no-outcome' }]);
    const late = at(NOW + WINDOW_MS);
    expect(planOf(lost, late).kind).toBe('look');
    expect(advance(lost, { kind: 'missing' }, late).record.state).toBe('unknown');
  });

  test('behavior: by the service’s clock, not ours', () => {
    const lost = run([{ kind: 'sending' }, { kind: 'no-outcome' }]);
    expect(planOf(lost, { now: NOW, offsetMs: WINDOW_MS }).kind).toBe('look');
    expect(planOf(lost, { now: NOW + WINDOW_MS, offsetMs: -WINDOW_MS }).kind).toBe('send');
  });

  test('behavior: twenty look-ups that cannot be made end in unknown', () => {
    const lost = run([{ kind: 'sending' }, { kind: 'no-outcome' }]);
    const late = at(NOW + WINDOW_MS);
    const tried = Array.from({ length: 19 }, (): Event => ({ kind: 'no-answer' }));
    const almost = run(tried, lost, late);
    expect(almost.state).toBe('waiting');
    expect(run([{ kind: 'no-answer' }], almost, late).state).toBe('unknown');
  });

  test('behavior: only the user reopens, and only what was refused or is unknown', () => {
    const refused = run([{ kind: 'sending' }, { kind: 'refused' }]);
    const again = run([{ kind: 'reopen' }], refused);
    expect(again).toMatchObject({ state: 'waiting', seeking: false, attempts: 1 });
    const done = run([{ kind: 'reply', activityId: 'a', end: 'completed' }, { kind: 'reopen' }]);
    expect(done.state).toBe('completed');
  });

  test('behavior: a wrong answer is looked up at the user’s word, and never sent again', () => {
    const wrong = run([{ kind: 'sending' }, { kind: 'mismatch' }]);
    expect(wrong).toMatchObject({ state: 'mismatch', mismatched: true });
    const checked = run([{ kind: 'reopen' }], wrong);
    expect(planOf(checked, at())).toEqual({ kind: 'look', at: NOW });
    expect(run([{ kind: 'sending' }], checked)).toBe(checked);
    for (const end of ['completed', 'failed', 'rejected'] as const) {
      const found = run([{ kind: 'reply', activityId: 'a', end }], checked);
      expect(found).toMatchObject({ state: end, mismatched: true });
    }
    const open = run([{ kind: 'reply', activityId: 'a', end: null }], checked);
    expect(open).toMatchObject({ state: 'pending', mismatched: true });
  });

  test('behavior: after a wrong answer, what is not listed or cannot be asked stays one', () => {
    const wrong = run([{ kind: 'sending' }, { kind: 'mismatch' }]);
    const checked = run([{ kind: 'reopen' }], wrong);
    for (const moment of [at(), at(NOW + WINDOW_MS), at(NOW - WINDOW_MS)]) {
      expect(run([{ kind: 'missing' }], checked, moment)).toMatchObject({ state: 'mismatch' });
      expect(run([{ kind: 'mismatch' }], checked, moment)).toMatchObject({ state: 'mismatch' });
      const never = Array.from({ length: 20 }, (): Event => ({ kind: 'no-answer' }));
      expect(run(never, checked, moment)).toMatchObject({ state: 'mismatch', nextAt: null });
    }
  });

  test('behavior: too old, and no send in doubt: refused, not unknown', () => {
    const late = at(NOW + WINDOW_MS);
    const fresh = start(NOW, NOW);
    const deferred = run([{ kind: 'sending' }, { kind: 'deferred' }]);
    for (const one of [fresh, deferred]) {
      expect(advance(one, { kind: 'missing' }, late).record.state).toBe('refused');
    }
    const sending = run([{ kind: 'sending' }]);
    const lost = run([{ kind: 'sending' }, { kind: 'no-outcome' }]);
    for (const one of [sending, lost]) {
      expect(advance(one, { kind: 'missing' }, late).record.state).toBe('unknown');
    }
  });

  test('behavior: what a clock that was ahead planned is due at once, by any jump', () => {
    const lost = run([{ kind: 'sending' }, { kind: 'no-outcome' }]);
    const day = 86_400_000;
    for (const jump of [WINDOW_MS, day, Date.UTC(2099, 0) - NOW]) {
      const later = run([{ kind: 'no-outcome' }], start(NOW, NOW), at(NOW + jump));
      expect(planOf(later, at())).toMatchObject({ at: NOW });
      const pending = run(
        [{ kind: 'reply', activityId: 'a', end: null }],
        start(NOW, NOW),
        at(NOW + jump),
      );
      expect(planOf(pending, at())).toEqual({ kind: 'poll', at: NOW });
    }
    // Within what a wait can be, the plan holds.
    expect(planOf(lost, at())).toMatchObject({ at: lost.nextAt });
    const asked = run([{ kind: 'sending' }, { kind: 'deferred', waitMs: 86_400_000 }]);
    expect(planOf(asked, at())).toMatchObject({ at: NOW + 60_000 });
  });

  test('error: another activity id than before is a mismatch', () => {
    const pending = run([{ kind: 'reply', activityId: 'a', end: null }]);
    const other = run([{ kind: 'reply', activityId: 'b', end: 'completed' }], pending);
    expect(other.state).toBe('mismatch');
  });
});

describe('backoff', () => {
  test('behavior: doubles from half a second to thirty, half of it by chance', () => {
    expect([1, 2, 3, 4, 9, 500].map((n) => backoff(n, 0.999999))).toEqual([
      500, 1000, 2000, 4000, 30_000, 30_000,
    ]);
    expect([1, 9].map((n) => backoff(n, 0))).toEqual([250, 15_000]);
  });

  test('behavior: waits as long as the service asks, a minute at most', () => {
    expect(backoff(1, 0, 45_000)).toBe(45_000);
    expect(backoff(1, 0, 86_400_000)).toBe(60_000);
  });
});
