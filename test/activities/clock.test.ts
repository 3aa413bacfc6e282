import { describe, expect, test } from 'vitest';
import { createClock, measureOffset } from '../../src/activities/clock.ts';

const NOW = 1_763_700_000_000;
const header = (ms: number) => new Date(ms).toUTCString();

describe('measureOffset', () => {
  test('behavior: compares the middle of the exchange with the middle of the header’s second', () => {
    const sight = { date: header(NOW + 60_000), sentAt: NOW - 100, receivedAt: NOW + 100 };
    expect(measureOffset(sight)).toBe(60_500);
  });

  test('behavior: differences within the noise count as none', () => {
    for (const off of [-2000, -1000, 0, 1000]) {
      expect(measureOffset({ date: header(NOW + off), sentAt: NOW, receivedAt: NOW })).toBe(0);
    }
  });

  test('behavior: two seconds are a difference; less may be the network', () => {
    const at = (ms: number) => ({ date: header(NOW), sentAt: NOW + ms, receivedAt: NOW + ms });
    expect(measureOffset(at(2499))).toBe(0);
    expect(measureOffset(at(2500))).toBe(-2000);
    expect(measureOffset(at(-1500))).toBe(2000);
  });

  test('behavior: an exchange of ten seconds still says something', () => {
    const sight = { date: header(NOW + 60_000), sentAt: NOW, receivedAt: NOW + 10_000 };
    expect(measureOffset(sight)).toBe(55_500);
  });

  test('behavior: no header, no date or a slow exchange gives nothing', () => {
    const times = { sentAt: NOW, receivedAt: NOW };
    expect(measureOffset({ ...times, date: null })).toBeUndefined();
    expect(measureOffset({ ...times, date: 'soon' })).toBeUndefined();
    const slow = { date: header(NOW), sentAt: NOW, receivedAt: NOW + 10_001 };
    expect(measureOffset(slow)).toBeUndefined();
    expect(measureOffset({ date: header(NOW), sentAt: NOW, receivedAt: NOW - 1 })).toBeUndefined();
  });
});

const SOURCE = { profileId: 'a', baseUrl: 'https://one.example' };

describe('createClock', () => {
  /** A clock that the test sets, and the samples of one service. */
  function setUp(uptime?: () => number) {
    const time = { now: NOW };
    const clock = createClock(() => time.now, uptime);
    const see = (differenceMs: number, place = SOURCE) =>
      clock.observe(place, {
        date: header(time.now + differenceMs),
        sentAt: time.now,
        receivedAt: time.now,
      });
    return { time, clock, see };
  }

  test('behavior: no samples mean no difference; two samples that agree are believed', () => {
    const { clock, see } = setUp();
    expect(clock.offset(SOURCE)).toBe(0);
    see(-90_000);
    expect(clock.offset(SOURCE)).toBe(0);
    see(-90_000);
    expect(clock.offset(SOURCE)).toBe(-89_500);
  });

  test('behavior: separate by profile and by host', () => {
    const { clock, see } = setUp();
    see(-90_000);
    see(-90_000);
    expect(clock.offset({ ...SOURCE, profileId: 'b' })).toBe(0);
    expect(clock.offset({ ...SOURCE, baseUrl: 'https://two.example' })).toBe(0);
  });

  test('behavior: a single wrong sample does nothing: first, last or in between', () => {
    for (const at of [0, 1, 3, 5]) {
      const { clock, see } = setUp();
      for (let i = 0; i < 6; i++) see(i === at ? 7_200_000 : 0);
      expect({ at, offset: clock.offset(SOURCE) }).toEqual({ at, offset: 0 });
    }
  });

  test('behavior: a sample without information changes nothing', () => {
    const { time, clock, see } = setUp();
    see(60_000);
    see(60_000);
    const times = { sentAt: time.now, receivedAt: time.now };
    for (const date of [null, 'soon', '']) clock.observe(SOURCE, { ...times, date });
    expect(clock.offset(SOURCE)).toBe(60_500);
  });

  test('behavior: a difference of more than a day is shown and not applied', () => {
    for (const far of [26 * 3_600_000, -26 * 3_600_000, Date.UTC(2099, 0) - NOW]) {
      const { clock, see } = setUp();
      for (let i = 0; i < 5; i++) see(far);
      expect(clock.offset(SOURCE)).toBe(0);
      expect(Math.abs(clock.skew(SOURCE) - far)).toBeLessThan(1000);
    }
    const { clock, see } = setUp();
    for (let i = 0; i < 2; i++) see(86_400_000);
    expect(clock.offset(SOURCE)).toBe(86_400_500);
  });

  test('behavior: a difference of exactly 25 hours is still applied', () => {
    for (const far of [25 * 3_600_000, -25 * 3_600_000]) {
      const { time, clock, see } = setUp();
      time.now = NOW + 500;
      for (let i = 0; i < 3; i++) see(far);
      expect(clock.offset(SOURCE)).toBe(far);
    }
  });

  test('behavior: the middle of the last five samples counts, without our own clock', () => {
    const { clock, see } = setUp();
    for (let i = 0; i < 10; i++) see(0);
    for (const seconds of [20, 40, 60]) see(seconds * 1000);
    expect(clock.offset(SOURCE)).toBe(20_500);
    see(80_000);
    see(100_000);
    expect(clock.offset(SOURCE)).toBe(60_500);
  });

  test('behavior: of three samples the middle one counts, of four the one closer to our clock', () => {
    for (const sign of [1, -1]) {
      const { time, clock, see } = setUp();
      time.now = NOW + 500;
      for (const seconds of [20, 40, 60]) see(sign * seconds * 1000);
      expect(clock.offset(SOURCE)).toBe(sign * 40_000);
      see(sign * 80_000);
      expect(clock.offset(SOURCE)).toBe(sign * 40_000);
    }
  });

  test('behavior: samples up to ten seconds apart agree, and the one closer to our clock counts', () => {
    for (const [apart, offset] of [
      [10_000, 3_600_500],
      [11_000, 0],
    ] as const) {
      const { clock, see } = setUp();
      for (let i = 0; i < 5; i++) see(0);
      see(3_600_000);
      see(3_600_000 + apart);
      expect(clock.offset(SOURCE)).toBe(offset);
    }
  });

  test('behavior: two in a row that agree are a jump: earlier samples don’t count anymore', () => {
    const { clock, see } = setUp();
    for (let i = 0; i < 5; i++) see(0);
    see(3_600_000);
    expect(clock.offset(SOURCE)).toBe(0);
    see(3_600_000);
    expect(clock.offset(SOURCE)).toBe(3_600_500);
    see(0);
    see(0);
    expect(clock.offset(SOURCE)).toBe(0);
  });

  test('behavior: setting our clock discards the samples immediately', () => {
    let up = 0;
    const { time, clock, see } = setUp(() => up);
    const pass = (ms: number) => {
      up += ms;
      time.now += ms;
    };
    for (let i = 0; i < 3; i++) {
      see(-3_600_000);
      pass(1000);
    }
    expect(clock.offset(SOURCE)).toBe(-3_599_500);
    time.now -= 3_600_000;
    expect(clock.offset(SOURCE)).toBe(0);
    pass(60_000);
    see(0);
    see(0);
    expect(clock.offset(SOURCE)).toBe(0);
  });

  test('behavior: time that passes and small corrections of our clock discard nothing', () => {
    let up = 0;
    const { time, clock, see } = setUp(() => up);
    see(60_000);
    see(60_000);
    up += 3_600_000;
    time.now += 3_600_000;
    expect(clock.offset(SOURCE)).toBe(60_500);
    time.now += 2000;
    expect(clock.offset(SOURCE)).toBe(60_500);
    time.now += 2001;
    expect(clock.offset(SOURCE)).toBe(0);
  });

  test('behavior: samples taken since our clock was set count, even if nobody asked in between', () => {
    const { time, clock, see } = setUp(() => 0);
    time.now += 3_600_000;
    see(-3_600_000);
    see(-3_600_000);
    expect(clock.offset(SOURCE)).toBe(-3_599_500);
  });

  test('behavior: a refusal of a time drops the samples', () => {
    const { clock, see } = setUp();
    see(60_000);
    see(60_000);
    clock.forget(SOURCE);
    expect(clock.offset(SOURCE)).toBe(0);
  });
});
