// Pauses that a service asks for: bounded, kept over lives of the worker, lifted by the user.
import { beforeEach, describe, expect, test } from 'vitest';
import { createPacing } from '../../src/activities/pacing.ts';
import { createScheduler } from '../../src/activities/scheduler.ts';

const DAY = 86_400_000;
const P = 'aaaaaaaa-0000-4000-8000-000000000000';

let now = 0;
let timers: { at: number; act: () => void }[] = [];
const session = new Map<string, unknown>();
let changes = 0;

beforeEach(() => {
  now = 1_000_000;
  timers = [];
  session.clear();
  changes = 0;
});

/** The pacing of a new life of the worker. */
const life = () =>
  createPacing({
    scheduler: createScheduler({
      now: () => now,
      later: (ms, act) => {
        const timer = { at: now + ms, act };
        timers.push(timer);
        return () => void (timers = timers.filter((one) => one !== timer));
      },
    }),
    session: {
      get: async (key) => structuredClone(session.get(key)),
      set: async (key, value) => void session.set(key, structuredClone(value)),
      remove: async (key) => void session.delete(key),
    },
    now: () => now,
    onChange: () => void (changes += 1),
  });

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

async function pass(ms: number): Promise<void> {
  const end = now + ms;
  await settled();
  for (;;) {
    const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
    if (!next) break;
    now = Math.max(now, next.at);
    timers = timers.filter((one) => one !== next);
    next.act();
    await settled();
  }
  now = end;
  await settled();
}

/** Says when it was let go, counted from now. */
function asked(pacing: ReturnType<typeof life>, profileId = P): number[] {
  const begun = now;
  const gone: number[] = [];
  void pacing.run(profileId, 'user', async () => void gone.push(now - begun));
  return gone;
}

describe('a pause', () => {
  test('behavior: a minute at most, whatever the service asks for', async () => {
    const pacing = life();
    pacing.deferred(P, DAY);
    expect(await pacing.pauses()).toEqual([{ profileId: P, until: now + 60_000 }]);
    const gone = asked(pacing);
    const other = asked(pacing, 'another');
    await pass(DAY);
    expect(gone).toEqual([60_000]);
    expect(other).toEqual([0]);
    expect(await pacing.pauses()).toEqual([]);
  });

  test('behavior: without a wish of the service it doubles from a second to a minute', async () => {
    const pacing = life();
    const lengths = [];
    for (let i = 0; i < 9; i++) {
      pacing.deferred(P, 0);
      lengths.push(pacing.leftOf(P));
      await pass(pacing.leftOf(P));
    }
    expect(lengths).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    pacing.answered(P);
    pacing.deferred(P, 0);
    expect(pacing.leftOf(P)).toBe(1000);
  });

  test('behavior: refusals of requests that left together count once, and none shortens it', async () => {
    const pacing = life();
    pacing.deferred(P, 30_000);
    for (let i = 0; i < 5; i++) pacing.deferred(P, 0);
    expect(pacing.leftOf(P)).toBe(30_000);
    // An answer to one of them ends nothing.
    pacing.answered(P);
    expect(pacing.leftOf(P)).toBe(30_000);
    await pass(30_000);
    pacing.deferred(P, 0);
    expect(pacing.leftOf(P)).toBe(2000);
  });

  test('behavior: the user lifts it: what waits leaves at once, and the next one is no first', async () => {
    const pacing = life();
    pacing.deferred(P, DAY);
    const gone = asked(pacing);
    await pass(10);
    expect(gone).toEqual([]);
    const before = changes;
    await pacing.resume(P);
    await settled();
    expect(gone).toEqual([10]);
    expect(changes).toBe(before + 1);
    expect(await pacing.pauses()).toEqual([]);
    pacing.deferred(P, 0);
    expect(pacing.leftOf(P)).toBe(2000);
  });

  test('behavior: a new life of the worker neither lifts nor lengthens it', async () => {
    life().deferred(P, DAY);
    await pass(20_000);
    const next = life();
    const gone = asked(next);
    expect(await next.pauses()).toEqual([{ profileId: P, until: now + 40_000 }]);
    await pass(DAY);
    expect(gone).toEqual([40_000]);
    // Nor does it begin anew to count.
    next.deferred(P, 0);
    expect(next.leftOf(P)).toBe(2000);
  });

  test('behavior: a clock that was set while it lasts ends it, or leaves it as it was', async () => {
    const pacing = life();
    pacing.deferred(P, DAY);
    now -= DAY;
    expect(pacing.leftOf(P)).toBe(0);
    const gone = asked(pacing);
    await pass(0);
    expect(gone).toEqual([0]);
    expect(await life().pauses()).toEqual([]);
  });

  test('error: what is kept is not of its form: no pause, and requests leave', async () => {
    session.set('pauses', { [P]: { until: 'never', times: 1 } });
    const gone = asked(life());
    await pass(0);
    expect(gone).toEqual([0]);
  });
});
