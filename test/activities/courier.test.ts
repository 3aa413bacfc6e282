// Who carries entries to their end: when, in whose hands, and what wakes them again.
import { beforeEach, describe, expect, test } from 'vitest';
import { createCourier, type TryLock } from '../../src/activities/courier.ts';
import type { Exchanged, Outcome } from '../../src/activities/exchange.ts';
import type { Facts, OutboxEntry, OutboxRecord } from '../../src/activities/outbox-record.ts';
import type { Outbox } from '../../src/activities/outbox.ts';
import { KeystampError } from '../../src/protocol/errors.ts';
import { activityWith, FACTS, LETTER, NOW, recordOf } from './entries.ts';

const SOONEST = 30_000;
const GOOD: Outcome = { kind: 'answer', value: { activity: activityWith() } };
const UNKNOWN: Outcome = { kind: 'unknown', error: new KeystampError('service_unavailable') };

type Timer = { readonly ms: number; readonly act: () => void };

/** A courier over a disk in memory, a network and a clock that the test holds. */
function bench(verdict: Outcome | (() => Promise<Outcome>) = GOOD) {
  const rows = new Map<string, OutboxEntry>();
  const timers = new Set<Timer>();
  const alarms: (number | null)[] = [];
  const changed: string[] = [];
  const sent: string[] = [];
  const disk = { refuses: false };
  const time = { now: NOW };
  const held = new Set<string>();
  const outbox = {
    get: async (id: string) => {
      if (disk.refuses) throw new KeystampError('storage_failed');
      return rows.get(id);
    },
    save: async (record: OutboxRecord, facts?: Facts) => {
      const before = rows.get(record.id);
      if (before) rows.set(record.id, { ...before, record, facts: facts ?? before.facts });
    },
    unsettled: async () =>
      Array.from(rows.values(), ({ record }) => record).filter(({ state }) => OPEN.includes(state)),
  } as unknown as Outbox;
  const tryLock: TryLock = async (name, work) => {
    if (held.has(name)) return;
    held.add(name);
    await work().finally(() => held.delete(name));
  };
  const courier = createCourier({
    exchange: async (place, outgoing): Promise<Exchanged> => {
      await outgoing.before?.();
      sent.push((place as unknown as OutboxRecord).id);
      const said = typeof verdict === 'function' ? await verdict() : verdict;
      return { verdict: said, accepted: () => {} };
    },
    queries: { ask: async () => ({ activities: [] }) } as never,
    clock: { now: () => time.now, offset: () => 0, skew: () => 0, forget: () => {} } as never,
    random: () => 0.5,
    outbox,
    tryLock,
    later: (ms, act) => {
      const timer = { ms, act };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    alarm: async (at) => void alarms.push(at),
    onChange: (id) => changed.push(id),
  });
  const add = (id: string, changes: Partial<OutboxRecord> = {}, more: Partial<OutboxEntry> = {}) =>
    void rows.set(id, {
      record: recordOf({ id, ...changes }),
      letter: LETTER,
      facts: FACTS,
      ...more,
    });
  const stateOf = (id: string) => rows.get(id)?.record.state;
  return { courier, add, rows, timers, alarms, changed, sent, disk, time, held, stateOf };
}
const OPEN = ['stamped', 'sending', 'waiting', 'pending'];
const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 5));

let desk: ReturnType<typeof bench>;
beforeEach(() => {
  desk = bench();
});

describe('drive', () => {
  test('behavior: takes an entry to its end; an alarm stands before anything is done', async () => {
    desk.add('one');
    await desk.courier.drive('one');
    expect(desk.stateOf('one')).toBe('completed');
    expect(desk.alarms).toEqual([NOW + SOONEST]);
    expect(desk.changed).toEqual(['one', 'one']);
    expect(desk.sent).toEqual(['one']);
    expect(desk.timers.size).toBe(0);
  });

  test('behavior: what is due later waits for its timer, and for its alarm after that', async () => {
    desk.add('one', { state: 'waiting', nextAt: NOW + 40_000 });
    await desk.courier.drive('one');
    expect([desk.sent, desk.changed]).toEqual([[], []]);
    expect([...desk.timers].map(({ ms }) => ms)).toEqual([40_000]);
    expect(desk.alarms).toEqual([NOW + 40_000]);
    desk.time.now += 40_000;
    for (const { act } of desk.timers) act();
    await settled();
    expect(desk.stateOf('one')).toBe('completed');
  });

  test('behavior: an entry has one timer; the next drive takes its place, a stop takes it away', async () => {
    desk.add('one', { state: 'waiting', nextAt: NOW + 10 });
    desk.add('other', { state: 'waiting', nextAt: NOW + 10 });
    await desk.courier.drive('one');
    await desk.courier.drive('one');
    await desk.courier.drive('other');
    expect(desk.timers.size).toBe(2);
    desk.courier.stop();
    expect(desk.timers.size).toBe(0);
  });

  test('behavior: without an answer it is tried again later', async () => {
    desk = bench(UNKNOWN);
    desk.add('one');
    await desk.courier.drive('one');
    expect(desk.rows.get('one')?.record).toMatchObject({ state: 'waiting', doubt: true });
    expect(desk.timers.size).toBe(1);
  });

  test('behavior: a settled entry, and none, are left alone', async () => {
    desk.add('one', { state: 'refused', nextAt: null });
    await desk.courier.drive('one');
    await desk.courier.drive('nothing');
    expect([desk.sent, desk.alarms, desk.changed]).toEqual([[], [], []]);
  });

  test('behavior: two at once send once', async () => {
    const gate = Promise.withResolvers<Outcome>();
    desk = bench(() => gate.promise);
    desk.add('one');
    const both = [desk.courier.drive('one'), desk.courier.drive('one')];
    await settled();
    gate.resolve(GOOD);
    await Promise.all(both);
    expect(desk.sent).toEqual(['one']);
  });

  test('behavior: an earlier life’s hands are waited for, two seconds at most', async () => {
    desk.add('one');
    desk.held.add('keystamp-entry-one');
    const driven = desk.courier.drive('one');
    for (let looks = 0; looks < 40; looks += 1) {
      await settled();
      const [timer, ...others] = desk.timers;
      expect(others).toEqual([]);
      expect(timer?.ms).toBe(50);
      desk.timers.clear();
      if (looks === 38) desk.held.clear();
      timer?.act();
      if (looks === 38) break;
    }
    await driven;
    expect(desk.stateOf('one')).toBe('completed');
    desk.add('two');
    desk.held.add('keystamp-entry-two');
    const given = desk.courier.drive('two');
    let looks = 0;
    while (looks < 60) {
      await settled();
      const [timer] = desk.timers;
      if (!timer) break;
      desk.timers.clear();
      looks += 1;
      timer.act();
    }
    await given;
    expect(looks).toBe(40);
    expect(desk.stateOf('two')).toBe('stamped');
  });

  test('error: a store that refuses is come back to by the alarm', async () => {
    desk.add('one');
    desk.disk.refuses = true;
    await desk.courier.drive('one');
    expect(desk.alarms).toEqual([NOW + SOONEST]);
    desk.disk.refuses = false;
    await desk.courier.drive('one');
    expect(desk.stateOf('one')).toBe('completed');
  });
});

describe('the alarm', () => {
  test('behavior: rings for the first; a later one does not put it off, a sooner one moves it', async () => {
    desk.add('late', { state: 'waiting', nextAt: NOW + 55_000 });
    desk.add('later', { state: 'waiting', nextAt: NOW + 59_000 });
    desk.add('soon', { state: 'waiting', nextAt: NOW + 40_000 });
    for (const id of ['late', 'later', 'soon']) await desk.courier.drive(id);
    expect(desk.alarms).toEqual([NOW + 55_000, NOW + 40_000]);
    desk.time.now = NOW + 40_000;
    await desk.courier.drive('late');
    expect(desk.alarms.at(-1)).toBe(NOW + 70_000);
  });
});

describe('resume', () => {
  test('behavior: takes up all that is open, with the alarm for the first of it', async () => {
    desk.add('done', { state: 'completed', nextAt: null });
    desk.add('late', { state: 'waiting', nextAt: NOW + 50_000 });
    desk.add('later', { state: 'waiting', nextAt: NOW + 58_000 });
    expect(await desk.courier.resume()).toBe(false);
    await settled();
    expect(desk.alarms).toEqual([NOW + 50_000]);
    expect(new Set([...desk.timers].map(({ ms }) => ms))).toEqual(new Set([50_000, 58_000]));
  });

  test('behavior: with nothing open the alarm is taken away', async () => {
    expect(await desk.courier.resume()).toBe(false);
    expect(desk.alarms).toEqual([null]);
  });

  test('behavior: what rests until an unlock is told', async () => {
    desk.add('one', { state: 'waiting', nextAt: null });
    expect(await desk.courier.resume()).toBe(true);
    await settled();
    expect(desk.sent).toEqual([]);
    expect(desk.alarms).toEqual([null]);
  });

  test('behavior: of a spent alarm another is set first', async () => {
    expect(await desk.courier.resume(true)).toBe(false);
    expect(desk.alarms).toEqual([NOW + SOONEST, null]);
  });
});

describe('wake', () => {
  test('behavior: what waited for the unlock is due now, and nothing else', async () => {
    desk.add('blocked', { state: 'waiting', nextAt: null });
    desk.add('later', { state: 'waiting', nextAt: NOW + 50_000 });
    desk.add('settled', { state: 'unknown', nextAt: null });
    await desk.courier.wake();
    await settled();
    expect(desk.sent).toEqual(['blocked']);
    expect(desk.stateOf('blocked')).toBe('completed');
    expect(desk.stateOf('settled')).toBe('unknown');
  });
});

describe('hurry', () => {
  test('behavior: what waits of those that count with it is due now', async () => {
    const other = '99999999-9999-4999-8999-999999999999';
    desk.add('mine', { state: 'waiting', nextAt: NOW + 50_000 });
    desk.add('blocked', { state: 'waiting', nextAt: null });
    desk.add('theirs', { state: 'waiting', nextAt: NOW + 50_000, organizationId: other });
    desk.add('elsewhere', { state: 'waiting', nextAt: NOW + 50_000, baseUrl: 'https://b.example' });
    await desk.courier.hurry(recordOf());
    await settled();
    expect(desk.sent).toEqual(['mine']);
  });
});

describe('retry', () => {
  test('behavior: there is nothing to ask again of none, and of one that is hidden', async () => {
    desk.add('hidden', { state: 'refused', hidden: true, nextAt: null });
    expect(await desk.courier.retry('nothing')).toBeUndefined();
    expect(await desk.courier.retry('hidden')).toBeUndefined();
    await settled();
    expect(desk.sent).toEqual([]);
  });

  test('behavior: a refused one goes on with the same bytes', async () => {
    desk.add('one', { state: 'refused', nextAt: null, failures: 3 });
    expect((await desk.courier.retry('one'))?.record).toMatchObject({ state: 'waiting' });
    await settled();
    expect(desk.stateOf('one')).toBe('completed');
  });

  test('behavior: one that waits is due now; a completed one stays', async () => {
    desk.add('one', { state: 'waiting', nextAt: NOW + 50_000 });
    desk.add('done', { state: 'completed', nextAt: null });
    expect((await desk.courier.retry('one'))?.record.nextAt).toBe(NOW);
    expect((await desk.courier.retry('done'))?.record.state).toBe('completed');
    await settled();
    expect(desk.sent).toEqual(['one']);
  });

  test('behavior: a wrong answer is looked up, unless its bytes are gone', async () => {
    const mismatch = { state: 'mismatch', mismatched: true, nextAt: null } as const;
    desk.add('kept', mismatch);
    desk.add('gone', mismatch, { letter: null });
    desk.add('locked', mismatch, { letter: null, facts: null });
    expect((await desk.courier.retry('kept'))?.record).toMatchObject({ seeking: true });
    expect((await desk.courier.retry('gone'))?.record).toMatchObject(mismatch);
    expect((await desk.courier.retry('locked'))?.record.state).toBe('waiting');
    await settled();
    expect(desk.changed).not.toContain('gone');
  });
});

describe('disprove', () => {
  test('behavior: a completed one becomes a mismatch that says so, for good', async () => {
    desk.add('one', { state: 'completed', nextAt: null });
    const disproved = await desk.courier.disprove('one');
    expect(disproved?.record).toMatchObject({ state: 'mismatch', disproved: true });
    expect(disproved?.facts?.error).toMatchObject({ code: 'reply_mismatch' });
    expect(desk.changed).toEqual(['one']);
  });

  test('behavior: without its facts it becomes one all the same; none is none', async () => {
    desk.add('one', { state: 'completed', nextAt: null }, { facts: null });
    expect((await desk.courier.disprove('one'))?.record.state).toBe('mismatch');
    expect(await desk.courier.disprove('nothing')).toBeUndefined();
    desk.add('refused', { state: 'refused', nextAt: null });
    expect((await desk.courier.disprove('refused'))?.record.state).toBe('refused');
    expect(desk.changed).toEqual(['one']);
  });
});
