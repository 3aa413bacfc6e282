import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { endOfLife, isTime, LAST_TIME, time, toTime } from '../../src/protocol/time.ts';
import { millisecondsOf } from '../../src/protocol/service-records.ts';
import {
  addWords,
  formatDate,
  formatDateTime,
  formatRelativeTime,
  isoTime,
} from '../../src/ui/i18n.ts';
import { appWords } from '../../src/ui/words/en/app.ts';

const ODD = [1e300, -1, 0.5, NaN, Infinity, -Infinity, 8.64e15 + 1, LAST_TIME + 1];

describe('a moment', () => {
  test.each(ODD)('error: %s is none (threat 60)', (at) => {
    expect(v.is(time, at)).toBe(false);
    expect(isTime(at)).toBe(false);
  });

  test('behavior: the first and the last are, and read as text of the usual length', () => {
    expect([0, LAST_TIME].map(isTime)).toEqual([true, true]);
    expect(new Date(LAST_TIME).toISOString()).toBe('9999-12-31T23:59:59.999Z');
    expect(toTime(1.4)).toBe(1);
  });

  test('behavior: a life of no seconds, and one beyond all years, never ends', () => {
    expect(endOfLife(1000, 2)).toBe(3000);
    expect(endOfLife(1000, 0)).toBe(undefined);
    expect(endOfLife(undefined, 5)).toBe(undefined);
    expect(endOfLife(1000, 1e300)).toBe(undefined);
  });

  test.each(['1e300', '-1', '0x10', '99999999999999', '', ' 1'])(
    'error: the service’s seconds %j are none',
    (seconds) => {
      expect(millisecondsOf({ seconds, nanos: '0' })).toBe(undefined);
    },
  );

  test.each(['+275760-09-13T00:00:00Z', '1e300', '0000-01-01T00:00:00Z', '9'.repeat(30)])(
    'error: the service’s text %j is none',
    (text) => {
      expect(millisecondsOf(text)).toBe(undefined);
    },
  );

  test.each([1e300, NaN, Infinity, 8.64e15 + 1])(
    'behavior: shown as a text where something is %s all the same (threat 60)',
    (at) => {
      addWords(appWords);
      const text = 'an impossible time';
      expect(formatDate(at)).toBe(text);
      expect(formatDateTime(at)).toBe(text);
      expect(formatRelativeTime(at, 0)).toBe(text);
      expect(isoTime(at)).toBe('');
    },
  );
});
