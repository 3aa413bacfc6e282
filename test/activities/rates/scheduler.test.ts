import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BURST, MAX_RATE, MIN_RATE, START_RATE } from '../../../src/activities/rates/allowance.ts';
import {
  createScheduler,
  MAX_PAUSE_MS,
  type Priority,
} from '../../../src/activities/rates/scheduler.ts';
import { createTestClock } from '../../test-clock.ts';

/** A turn of Keystamp's own pages. */
const turnOf = (priority: Priority, asker = 'popup', id: string | null = null) => ({
  priority,
  asker,
  id,
});
/** What an earlier worker left: nothing in the bucket since its last refusal. */
const emptied = ({ rate, at }: { readonly rate: number; readonly at: number }) => ({
  rate,
  at,
  refused: true,
  tokens: 0,
  usedAt: at,
});

function setUp() {
  const clock = createTestClock(0, 'nothing');
  let alarms = 0;
  const later: typeof clock.later = (ms, act) => {
    alarms += 1;
    return clock.later(ms, act);
  };
  const scheduler = createScheduler({ ...clock, later, mayProbe: () => true });
  const log: string[] = [];
  /** Asks for a turn. The log says who was sent and when. */
  const ask = (
    quota: string,
    priority: Priority,
    name: string,
    work: () => Promise<void> = async () => {},
  ) => {
    void scheduler.run(quota, turnOf(priority), async () => {
      log.push(`${name} ${clock.now()}`);
      await work();
    });
  };
  const askMany = (count: number, quota = 'p') => {
    for (let i = 0; i < count; i++) ask(quota, 'background', `n${i}`);
  };
  const times = () => log.map((line) => Number(line.split(' ')[1]));
  return { ...clock, scheduler, log, ask, askMany, times, alarmCount: () => alarms };
}

/** Never settles. */
const never = () => new Promise<void>(() => {});

describe('createScheduler', () => {
  test('behavior: a minute’s worth of the smallest plan immediately, then its rate', async () => {
    const { pass, askMany, times } = setUp();
    askMany(63);
    await pass(10_000);
    expect(times().filter((at) => at === 0)).toHaveLength(60);
    expect(times().slice(60)).toEqual([1000, 2000, 3000]);
  });

  test('behavior: user actions go before background reads, each in order', async () => {
    const { scheduler, pass, log, ask } = setUp();
    scheduler.pause('p', 1000);
    ask('p', 'background', 'b1');
    ask('p', 'background', 'b2');
    ask('p', 'user', 'u1');
    ask('p', 'user', 'u2');
    await pass(5000);
    expect(log.map((line) => line.split(' ')[0])).toEqual(['u1', 'u2', 'b1', 'b2']);
  });

  test('behavior: nothing is sent during a pause, and quotas don’t wait for each other', async () => {
    const { scheduler, pass, log, ask } = setUp();
    scheduler.pause('p', 1000);
    ask('p', 'user', 'held');
    ask('q', 'user', 'free');
    await pass(999);
    expect(log).toEqual(['free 0']);
    await pass(1);
    expect(log).toEqual(['free 0', 'held 1000']);
  });

  test('behavior: the longest pause is a minute, to the millisecond; a shorter one doesn’t cut it short', async () => {
    const { scheduler, pass, log, ask } = setUp();
    scheduler.pause('p', 86_400_000);
    ask('p', 'user', 'held');
    scheduler.pause('p', 1000);
    await pass(59_999);
    expect(log).toEqual([]);
    await pass(1);
    expect(log).toEqual(['held 60000']);
  });

  test('behavior: a pause that the clock was set back from doesn’t outlive the next one', async () => {
    const { scheduler, set, pass, log, ask } = setUp();
    await pass(86_400_000);
    scheduler.pause('p', MAX_PAUSE_MS);
    set(0);
    scheduler.pause('p', 1000);
    ask('p', 'user', 'held');
    await pass(999);
    expect(log).toEqual([]);
    await pass(1);
    expect(log).toEqual(['held 1000']);
  });

  test('behavior: tells how many go before a request and how long that takes, reads after all users', () => {
    const { scheduler } = setUp();
    scheduler.pause('p', 1000);
    const wait = (priority: Priority, id: string) =>
      void scheduler.run('p', turnOf(priority, 'popup', id), never);
    wait('background', 'read');
    wait('background', 'second read');
    wait('user', 'first');
    wait('user', 'second');
    const aheadOf = (id: string) => scheduler.turnOf('p', id);
    expect(aheadOf('first')).toEqual({ ahead: 0, waitMs: 1000 });
    expect(aheadOf('second')).toEqual({ ahead: 1, waitMs: 1000 });
    expect(aheadOf('read')).toEqual({ ahead: 2, waitMs: 1000 });
    expect(aheadOf('second read')).toEqual({ ahead: 3, waitMs: 1000 });
    expect(aheadOf('unknown')).toBeUndefined();
    scheduler.refused('p');
    expect(aheadOf('second')).toEqual({ ahead: 1, waitMs: 4000 });
  });

  test('behavior: nothing wakes the worker while nothing waits, or while all places are taken', async () => {
    const { scheduler, ask, pass, log, alarmCount } = setUp();
    scheduler.pause('p', 1000);
    scheduler.release('p');
    scheduler.refused('p');
    scheduler.release('p');
    expect(alarmCount()).toBe(0);
    for (let i = 0; i < 6; i++) ask('q', 'user', String(i), never);
    ask('q', 'user', 'seventh', never);
    await pass(10_000);
    expect([log.length, alarmCount()]).toEqual([6, 0]);
  });

  test('behavior: at most six are in flight; each one that settles lets the next one start', async () => {
    const { pass, log, ask } = setUp();
    let release = () => {};
    const first = new Promise<void>((resolve) => (release = resolve));
    ask('p', 'user', '0', () => first);
    for (let i = 1; i < 8; i++) ask('p', 'user', String(i), never);
    await pass(10_000);
    expect(log).toHaveLength(6);
    release();
    await pass(1);
    expect(log).toHaveLength(7);
  });

  test('behavior: replies and failures go back to the caller', async () => {
    const { scheduler } = setUp();
    expect(await scheduler.run('p', turnOf('user'), async () => 7)).toBe(7);
    const failing = scheduler.run('p', turnOf('user'), () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await scheduler.run('p', turnOf('user'), async () => 8)).toBe(8);
  });
});

describe('a learned rate', () => {
  const rateOf = ({ scheduler }: ReturnType<typeof setUp>) => scheduler.usedAllowance('p').rate;

  test('behavior: a refusal empties the bucket and halves the rate, down to a minimum', async () => {
    const one = setUp();
    one.scheduler.refused('p');
    expect(rateOf(one)).toBe(START_RATE / 2);
    one.askMany(3);
    await one.pass(10_000);
    expect(one.times()).toEqual([2000, 4000, 6000]);
    for (let i = 0; i < 50; i++) one.scheduler.refused('p');
    expect(rateOf(one)).toBe(MIN_RATE);
  });

  test('behavior: replies that had to wait raise it, quickly before a refusal, slowly after', async () => {
    const one = setUp();
    one.scheduler.answered('p');
    expect(rateOf(one)).toBe(START_RATE);
    one.askMany(BURST);
    await one.pass(0);
    one.scheduler.answered('p');
    expect(rateOf(one)).toBe(2 * START_RATE);
    one.scheduler.refused('p');
    one.scheduler.answered('p');
    expect(rateOf(one)).toBeCloseTo(START_RATE + 0.05);
    for (let i = 0; i < 5000; i++) one.scheduler.answered('p');
    expect(rateOf(one)).toBe(MAX_RATE);
  });

  test('behavior: it is forgotten after ten minutes without news, not before', async () => {
    const one = setUp();
    one.scheduler.refused('p');
    one.scheduler.refused('p');
    await one.pass(600_000);
    expect(rateOf(one)).toBe(MIN_RATE);
    await one.pass(1);
    expect(rateOf(one)).toBe(START_RATE);
  });

  test('behavior: a new worker continues with it: the bucket was empty', async () => {
    const { scheduler, pass, askMany, times } = setUp();
    await pass(100_000);
    scheduler.restoreAllowance('p', emptied({ rate: 0.5, at: 96_000 }));
    askMany(4);
    await pass(5000);
    expect(times()).toEqual([100_000, 100_000, 102_000, 104_000]);
  });

  test.each([
    ['no rate', { rate: -5, at: 0 }],
    ['every rate', { rate: Number.POSITIVE_INFINITY, at: 0 }],
    ['a time in the future', { rate: 0.5, at: 86_400_000 }],
    ['a time long ago', { rate: 0.5, at: -86_400_000 }],
  ])('error: %s in stored data blocks nothing', async (_what, lesson) => {
    const { scheduler, pass, askMany, log } = setUp();
    scheduler.restoreAllowance('p', emptied(lesson));
    askMany(1);
    await pass(1000 / MIN_RATE);
    expect(log).toHaveLength(1);
  });

  test('behavior: a clock set back or ahead blocks nothing for longer than a pause', async () => {
    for (const jump of [-86_400_000, 86_400_000]) {
      const { scheduler, set, now, pass, askMany, times } = setUp();
      await pass(100_000_000);
      scheduler.refused('p');
      scheduler.pause('p', MAX_PAUSE_MS);
      set(now() + jump);
      const begun = now();
      askMany(2);
      await pass(MAX_PAUSE_MS);
      expect(times()).toHaveLength(2);
      expect((times()[1] ?? 0) - begun).toBeLessThanOrEqual(1000 / MIN_RATE + 1000);
    }
  });
});

type Step =
  | {
      readonly kind: 'ask';
      readonly count: number;
      readonly priority: Priority;
      readonly takesMs: number;
    }
  | { readonly kind: 'refused' | 'answered' | 'release' }
  | { readonly kind: 'pause' | 'pass'; readonly ms: number };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      priority: fc.constantFrom<Priority>('user', 'background'),
      count: fc.integer({ min: 1, max: 30 }),
      takesMs: fc.nat(300),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(5000) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('refused' as const, 'answered') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('pause' as const),
      ms: fc.oneof(fc.nat(5000), fc.constant(86_400_000)),
    }),
  },
);
const history = fc.array(anyStep, { minLength: 1, maxLength: 80 });

type Departure = { readonly n: number; readonly at: number; readonly priority: Priority };

/** Carries out a history, then lets everything that waits be sent. */
async function replay(steps: readonly Step[]) {
  const clock = createTestClock(0, 'nothing');
  const scheduler = createScheduler({ ...clock, mayProbe: () => true });
  const waiting: Record<Priority, number[]> = { user: [], background: [] };
  const left: (Departure & { readonly usersWaiting: number })[] = [];
  const rates: { readonly at: number; readonly rate: number }[] = [];
  const note = () => rates.push({ at: clock.now(), rate: scheduler.usedAllowance('p').rate });
  let n = 0;
  const ask = (priority: Priority, takesMs: number) => {
    const mine = n++;
    waiting[priority].push(mine);
    void scheduler.run('p', turnOf(priority), async () => {
      waiting[priority] = waiting[priority].filter((one) => one !== mine);
      left.push({ n: mine, at: clock.now(), priority, usersWaiting: waiting.user.length });
      await clock.sleep(takesMs);
    });
  };
  for (const step of steps) {
    if (step.kind === 'pass') await clock.pass(step.ms);
    else if (step.kind === 'pause') scheduler.pause('p', step.ms);
    else if (step.kind !== 'ask') scheduler[step.kind]('p');
    else {
      for (let i = 0; i < step.count; i++) ask(step.priority, step.takesMs);
    }
    note();
  }
  const asked = n;
  await clock.pass(MAX_PAUSE_MS + (asked * 1000) / MIN_RATE + asked * 300);
  return { left, asked, rates };
}

describe('properties', () => {
  test('behavior: never sends more than the burst and the highest rate since then allow', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const { left, rates } = await replay(steps);
        const highest = Math.max(START_RATE, ...rates.map(({ rate }) => rate));
        for (const [from, first] of left.entries()) {
          for (const [to, last] of left.entries()) {
            if (to < from) continue;
            const allowed = BURST + (highest * (last.at - first.at)) / 1000;
            expect(to - from + 1).toBeLessThanOrEqual(allowed + 1e-6);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test('behavior: after a refusal, sends no more than its rate allows until a reply', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.nat(60_000), async (refusals, ms) => {
        const one = setUp();
        for (let i = 0; i < refusals; i++) one.scheduler.refused('p');
        const { rate } = one.scheduler.usedAllowance('p');
        one.askMany(100);
        await one.pass(ms);
        expect(one.log.length).toBeLessThanOrEqual((rate * ms) / 1000 + 1);
        expect(one.log.length).toBeGreaterThanOrEqual(Math.floor((rate * ms) / 1000) - 1);
      }),
      { numRuns: 50 },
    );
  });

  test('behavior: everything is sent in the end, in order, and no read while a user waits', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const { left, asked } = await replay(steps);
        expect(left).toHaveLength(asked);
        for (const priority of ['user', 'background'] as const) {
          const mine = left.filter((one) => one.priority === priority).map((one) => one.n);
          expect(mine).toEqual(mine.toSorted((a, b) => a - b));
        }
        const overtaking = left.filter(
          (one) => one.priority === 'background' && one.usersWaiting > 0,
        );
        expect(overtaking).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('behavior: the rate stays between its bounds, whatever happens', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const { rates } = await replay(steps);
        for (const { rate } of rates) {
          expect(rate).toBeGreaterThanOrEqual(MIN_RATE);
          expect(rate).toBeLessThanOrEqual(MAX_RATE);
        }
      }),
      { numRuns: 40 },
    );
  });
});
