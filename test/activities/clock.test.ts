import { describe, expect, test } from 'vitest';
import { createClock, offsetOf, skewSentence } from '../../src/activities/clock.ts';

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

describe('createClock', () => {
  test('behavior: what it saw last, by profile; what says nothing changes nothing', () => {
    const clock = createClock(() => NOW);
    expect(clock.offset('a')).toBe(0);
    clock.observe('a', { date: header(NOW - 90_000), sentAt: NOW, receivedAt: NOW });
    clock.observe('a', { date: null, sentAt: NOW, receivedAt: NOW });
    expect(clock.offset('a')).toBe(-89_500);
    expect(clock.offset('b')).toBe(0);
  });
});

describe('skewSentence', () => {
  test('behavior: says which clock, by how much, above half a minute', () => {
    expect(skewSentence(30_000)).toBeUndefined();
    expect(skewSentence(-30_000)).toBeUndefined();
    expect(skewSentence(61_000)).toContain('61 seconds behind');
    expect(skewSentence(-61_000)).toContain('61 seconds ahead of');
  });
});
