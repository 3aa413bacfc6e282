import { describe, expect, test } from 'vitest';
import { createClock, offsetOf } from '../../src/activities/clock.ts';

const NOW = 1_763_700_000_000;
const header = (ms: number) => new Date(ms).toUTCString();

describe('offsetOf', () => {
  test('behavior: the middle of the exchange against the middle of the header’s second', () => {
    const sight = { date: header(NOW + 60_000), sentAt: NOW - 100, receivedAt: NOW + 100 };
    expect(offsetOf(sight)).toBe(60_500);
  });

  test('behavior: differences within the noise are none', () => {
    for (const off of [-2000, -1000, 0, 1000]) {
      expect(offsetOf({ date: header(NOW + off), sentAt: NOW, receivedAt: NOW })).toBe(0);
    }
  });

  test('behavior: nothing from no header, no date, or a slow exchange', () => {
    const times = { sentAt: NOW, receivedAt: NOW };
    expect(offsetOf({ ...times, date: null })).toBeUndefined();
    expect(offsetOf({ ...times, date: 'soon' })).toBeUndefined();
    const slow = { date: header(NOW), sentAt: NOW, receivedAt: NOW + 10_001 };
    expect(offsetOf(slow)).toBeUndefined();
    expect(offsetOf({ date: header(NOW), sentAt: NOW, receivedAt: NOW - 1 })).toBeUndefined();
  });
});

const HERE = { profileId: 'a', baseUrl: 'https://one.example' };

describe('createClock', () => {
  /** A clock of our own that the test sets, and the sights of one service. */
  function bench(uptime?: () => number) {
    const time = { now: NOW };
    const clock = createClock(() => time.now, uptime);
    const see = (differenceMs: number, place = HERE) =>
      clock.observe(place, {
        date: header(time.now + differenceMs),
        sentAt: time.now,
        receivedAt: time.now,
      });
    return { time, clock, see };
  }

  test('behavior: nothing known is no difference; two sights that agree are believed', () => {
    const { clock, see } = bench();
    expect(clock.offset(HERE)).toBe(0);
    see(-90_000);
    expect(clock.offset(HERE)).toBe(0);
    see(-90_000);
    expect(clock.offset(HERE)).toBe(-89_500);
  });

  test('behavior: by profile and by host', () => {
    const { clock, see } = bench();
    see(-90_000);
    see(-90_000);
    expect(clock.offset({ ...HERE, profileId: 'b' })).toBe(0);
    expect(clock.offset({ ...HERE, baseUrl: 'https://two.example' })).toBe(0);
  });

  test('behavior: one that is off does nothing, first, last or in between', () => {
    for (const at of [0, 1, 3, 5]) {
      const { clock, see } = bench();
      for (let i = 0; i < 6; i++) see(i === at ? 7_200_000 : 0);
      expect({ at, offset: clock.offset(HERE) }).toEqual({ at, offset: 0 });
    }
  });

  test('behavior: what says nothing changes nothing', () => {
    const { time, clock, see } = bench();
    see(60_000);
    see(60_000);
    const times = { sentAt: time.now, receivedAt: time.now };
    for (const date of [null, 'soon', '']) clock.observe(HERE, { ...times, date });
    expect(clock.offset(HERE)).toBe(60_500);
  });

  test('behavior: a difference of over a day is told and not followed', () => {
    for (const far of [26 * 3_600_000, -26 * 3_600_000, Date.UTC(2099, 0) - NOW]) {
      const { clock, see } = bench();
      for (let i = 0; i < 5; i++) see(far);
      expect(clock.offset(HERE)).toBe(0);
      expect(Math.abs(clock.skew(HERE) - far)).toBeLessThan(1000);
    }
    const { clock, see } = bench();
    for (let i = 0; i < 2; i++) see(86_400_000);
    expect(clock.offset(HERE)).toBe(86_400_500);
  });

  test('behavior: two in a row that agree are a jump: those before count no more', () => {
    const { clock, see } = bench();
    for (let i = 0; i < 5; i++) see(0);
    see(3_600_000);
    expect(clock.offset(HERE)).toBe(0);
    see(3_600_000);
    expect(clock.offset(HERE)).toBe(3_600_500);
    see(0);
    see(0);
    expect(clock.offset(HERE)).toBe(0);
  });

  test('behavior: our clock that is set discards what was seen, at once', () => {
    let up = 0;
    const { time, clock, see } = bench(() => up);
    const pass = (ms: number) => {
      up += ms;
      time.now += ms;
    };
    for (let i = 0; i < 3; i++) {
      see(-3_600_000);
      pass(1000);
    }
    expect(clock.offset(HERE)).toBe(-3_599_500);
    time.now -= 3_600_000;
    expect(clock.offset(HERE)).toBe(0);
    pass(60_000);
    see(0);
    see(0);
    expect(clock.offset(HERE)).toBe(0);
  });

  test('behavior: a refusal for its time forgets what was seen', () => {
    const { clock, see } = bench();
    see(60_000);
    see(60_000);
    clock.forget(HERE);
    expect(clock.offset(HERE)).toBe(0);
  });
});
