// Pauses after 429: limited, shared by an organization, kept across workers, lifted by the user.
import { beforeEach, describe, expect, test } from 'vitest';
import { createPacing } from '../../../src/activities/rates/pacing.ts';
import { createScheduler } from '../../../src/activities/rates/scheduler.ts';
import { createTestClock } from '../../test-clock.ts';

const DAY = 86_400_000;
const TURN = { priority: 'user', asker: 'popup', id: null } as const;
/** Of a stored row: nothing was left. */
const EMPTY = { refused: true, tokens: 0, usedAt: 1 };
const ORGANIZATION = 'aaaaaaaa-0000-4000-8000-000000000000';
const OWNER = { baseUrl: 'https://service.example', organizationId: ORGANIZATION };
const OTHER_OWNERS = [
  ['another organization', { ...OWNER, organizationId: 'bbbbbbbb-0000-4000-8000-000000000000' }],
  ['another host', { ...OWNER, baseUrl: 'https://other.example' }],
  ['another port', { ...OWNER, baseUrl: 'https://service.example:8443' }],
  [
    'a host that starts the same way',
    { ...OWNER, baseUrl: 'https://service.example.evil.example' },
  ],
] as const;

let clock = createTestClock(0, 'nothing');
let random = 0;
const session = new Map<string, unknown>();
let changes = 0;

beforeEach(() => {
  clock = createTestClock(1_000_000, 'nothing');
  random = 0;
  session.clear();
  changes = 0;
});

const now = () => clock.now();
const pass = (ms: number) => clock.pass(ms);

/** The pacing of a new worker. */
const restartedPacing = () =>
  createPacing({
    scheduler: createScheduler({ ...clock, mayProbe: () => true }),
    session: {
      get: async (key) => structuredClone(session.get(key)),
      set: async (key, value) => void session.set(key, structuredClone(value)),
      remove: async (key) => void session.delete(key),
    },
    now,
    random: () => random,
    onChange: () => void (changes += 1),
  });
type Pacing = ReturnType<typeof restartedPacing>;

/** Says when each was sent, counted from now. */
function departures(pacing: Pacing, owner = OWNER): number[] {
  const askedAt = now();
  const leftAfter: number[] = [];
  void pacing.run(owner, TURN, async () => void leftAfter.push(now() - askedAt));
  return leftAfter;
}

/** This many refusals, each when the pause before it has ended. */
async function refusedTimes(pacing: Pacing, times: number): Promise<number[]> {
  const lengths = [];
  for (let i = 0; i < times; i++) {
    await pass(pacing.pauseLeftMs(OWNER));
    lengths.push(pacing.deferred(OWNER));
  }
  return lengths;
}

describe('a pause', () => {
  test('behavior: doubles from a second to a minute, and never grows beyond it', async () => {
    const pacing = restartedPacing();
    expect(await refusedTimes(pacing, 9)).toEqual([
      1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000,
    ]);
    await refusedTimes(pacing, 200);
    expect(await pacing.until(OWNER)).toBe(now() + 60_000);
    const gone = departures(pacing);
    await pass(DAY);
    expect(gone).toEqual([60_000]);
    pacing.answered(OWNER);
    expect(await refusedTimes(pacing, 1)).toEqual([1000]);
  });

  test('behavior: up to half of it is left out, so that clients don’t come back together', async () => {
    random = 0.999_999;
    expect(await refusedTimes(restartedPacing(), 3)).toEqual([500, 1000, 2000]);
  });

  test('behavior: refusals of requests sent together count once, and none shortens it', async () => {
    const pacing = restartedPacing();
    await refusedTimes(pacing, 3);
    for (let i = 0; i < 5; i++) expect(pacing.deferred(OWNER)).toBe(4000);
    // An answer to one of them ends nothing.
    pacing.answered(OWNER);
    expect(pacing.pauseLeftMs(OWNER)).toBe(4000);
    expect(await refusedTimes(pacing, 1)).toEqual([8000]);
  });

  test('behavior: all profiles of an organization at a host share it', async () => {
    const pacing = restartedPacing();
    await refusedTimes(pacing, 5);
    const alike = [
      { ...OWNER, organizationId: ORGANIZATION.toUpperCase() },
      { ...OWNER, baseUrl: 'https://service.example:443' },
      { ...OWNER, baseUrl: 'https://service.example/api' },
    ];
    for (const one of alike) expect(pacing.pauseLeftMs(one)).toBe(16_000);
    const gone = alike.map((one) => departures(pacing, one));
    await pass(15_999);
    expect(gone.flat()).toEqual([]);
    await pass(DAY);
    expect(gone.flat()).toHaveLength(3);
  });

  test.each(OTHER_OWNERS)('behavior: %s isn’t affected', async (_what, other) => {
    const pacing = restartedPacing();
    await refusedTimes(pacing, 9);
    const gone = departures(pacing, other);
    await pass(0);
    expect(gone).toEqual([0]);
    expect(await pacing.until(other)).toBeNull();
  });

  test('behavior: the user lifts it: waiting requests are sent now, and the next pause isn’t a first one', async () => {
    const pacing = restartedPacing();
    await refusedTimes(pacing, 9);
    const gone = departures(pacing);
    await pass(10);
    expect(gone).toEqual([]);
    const before = changes;
    await pacing.resume(OWNER);
    await pass(0);
    expect(gone).toEqual([10]);
    expect(changes).toBe(before + 1);
    expect(await pacing.until(OWNER)).toBeNull();
    expect(pacing.deferred(OWNER)).toBe(60_000);
  });

  test('behavior: a new worker neither lifts nor lengthens it', async () => {
    await refusedTimes(restartedPacing(), 9);
    await pass(20_000);
    const next = restartedPacing();
    const gone = departures(next);
    expect(await next.until(OWNER)).toBe(now() + 40_000);
    await pass(DAY);
    expect(gone).toEqual([40_000]);
    // The count doesn't start over either.
    expect(next.deferred(OWNER)).toBe(60_000);
  });

  test('behavior: setting the clock while it lasts ends it, or leaves it as it was', async () => {
    const pacing = restartedPacing();
    await refusedTimes(pacing, 9);
    clock.set(now() - DAY);
    expect(pacing.pauseLeftMs(OWNER)).toBe(0);
    const gone = departures(pacing);
    await pass(4000);
    expect(gone).toHaveLength(1);
    expect(await restartedPacing().until(OWNER)).toBeNull();
  });
});

describe('without a pause', () => {
  test('behavior: neither an answer nor a user who doesn’t want to wait changes anything', async () => {
    const pacing = restartedPacing();
    pacing.answered(OWNER);
    await pacing.resume(OWNER);
    expect(session.size).toBe(0);
    departures(pacing);
    await pass(0);
    const stored = session.get('pauses');
    pacing.answered(OWNER);
    expect(changes).toBe(0);
    expect(session.get('pauses')).toBe(stored);
  });
});

describe('what is stored', () => {
  /** How many requests are sent, of those that want to be. */
  async function departuresAfter(pacing: Pacing, ms: number): Promise<number> {
    let gone = 0;
    for (let i = 0; i < 100; i++) void pacing.run(OWNER, TURN, async () => void (gone += 1));
    await pass(ms);
    return gone;
  }

  test('behavior: a new worker starts with the learned rate, not with a full bucket', async () => {
    await refusedTimes(restartedPacing(), 2);
    await pass(10_000);
    // 0.25 per second since the second refusal.
    expect(await departuresAfter(restartedPacing(), 0)).toBe(2);
  });

  test('behavior: a new worker knows what the one before it has sent, without any refusal', async () => {
    const first = restartedPacing();
    for (let i = 0; i < 60; i++) departures(first);
    await pass(3000);
    expect(await departuresAfter(restartedPacing(), 0)).toBe(3);
  });

  test('behavior: what was sent before an answer is known after it, too', async () => {
    const first = restartedPacing();
    await refusedTimes(first, 1);
    await pass(60_000);
    await departuresAfter(first, 0);
    first.answered(OWNER);
    expect(await departuresAfter(restartedPacing(), 0)).toBe(0);
  });

  test('behavior: what was sent a moment ago counts, though nothing was learned for ten minutes', async () => {
    const first = restartedPacing();
    departures(first);
    await pass(599_000);
    for (let i = 0; i < 60; i++) departures(first);
    await pass(2000);
    departures(first, OTHER_OWNERS[0][1]);
    await pass(0);
    expect(await departuresAfter(restartedPacing(), 0)).toBe(2);
  });

  test('behavior: a clock set back a little drops no pause', async () => {
    const pacing = restartedPacing();
    await refusedTimes(pacing, 3);
    clock.set(now() - 1000);
    departures(pacing, OTHER_OWNERS[0][1]);
    await pass(0);
    expect(pacing.pauseLeftMs(OWNER)).toBe(5000);
  });

  test('behavior: after ten minutes it starts from scratch', async () => {
    await refusedTimes(restartedPacing(), 9);
    await pass(600_001);
    expect(await departuresAfter(restartedPacing(), 0)).toBe(60);
  });

  test('behavior: outdated rows aren’t stored: one per organization refused recently', async () => {
    const pacing = restartedPacing();
    for (let i = 0; i < 500; i++) {
      pacing.deferred({ ...OWNER, organizationId: `organization ${i}` });
      await pass(60_000);
    }
    expect(Object.keys(session.get('pauses') as object).length).toBeLessThanOrEqual(11);
  });

  test.each([
    ['not a number', { until: 'never', times: 1, rate: 1, at: 1, ...EMPTY }],
    ['an invalid rate', { until: 1, times: 1, rate: Number.NaN, at: 1, ...EMPTY }],
    ['a row of an earlier version', { until: 1, times: 1 }],
    ['a pause without an end', { until: Infinity, times: 1, rate: 1, at: 1_000_000, ...EMPTY }],
    ['refusals without an end', { until: 1, times: Infinity, rate: 1, at: 1_000_000, ...EMPTY }],
    ['a rate of nothing', { until: 1, times: 1, rate: 0, at: 1_000_000, ...EMPTY }],
  ])('error: %s: requests are sent soon', async (_what, row) => {
    session.set('pauses', { [`${OWNER.baseUrl} ${ORGANIZATION}`]: row });
    const pacing = restartedPacing();
    const gone = departures(pacing);
    await pass(4000);
    expect(gone).toHaveLength(1);
    expect(pacing.deferred(OWNER)).toBeLessThanOrEqual(60_000);
  });
});
