import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { readDay, writeDay } from '../../src/policies/whole-days.ts';

/*
 * Days of a time zone as moments. The zone is the process's own, so each is asked of a process; the moments were taken
 * from the zones' published rules.
 */

/** What an expression comes to where the clocks are those of a zone. */
const inZone = (zone: string, expression: string): unknown =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { readDay, writeDay } from './src/policies/whole-days.ts';
        console.log(JSON.stringify(${expression} ?? null));`,
      ],
      { env: { ...process.env, TZ: zone }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    ),
  );

test.each([
  // The clocks go forward within the day, which has 23 hours.
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
  ['Asia/Kolkata', '2026-12-31', '2026-12-30T18:30:00Z', '2026-12-31T18:30:00Z'],
  // The clocks skip midnight: the day begins at 1:00.
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00Z', '2026-09-07T03:00:00Z'],
  ['America/Santiago', '2026-09-05', '2026-09-05T04:00:00Z', '2026-09-06T04:00:00Z'],
])('behavior: in %s the day %s is whole, and read again', (zone, day, from, until) => {
  const found = inZone(
    zone,
    `['from', 'until'].map((kind) => writeDay(kind, '${day}')).map((one) => [one.text, readDay(one)])`,
  );
  expect(found).toEqual([
    [from, day],
    [until, day],
  ]);
});

test('behavior: a midnight of another zone is no day here', () => {
  const read = "readDay({ kind: 'from', text: '2026-03-01T00:00:00Z' })";
  expect(inZone('Europe/Berlin', read)).toBeNull();
  expect(inZone('UTC', read)).toBe('2026-03-01');
});

test.each(['', '2026', '2026-13-01', '12026-01-01', 'today'])('error: “%s” is no day', (day) => {
  expect(writeDay('from', day)).toBeUndefined();
});

test('error: the last day of the last year has no end, and no text that is no moment has a day', () => {
  expect(inZone('UTC', "writeDay('until', '9999-12-31')")).toBeNull();
  expect(readDay({ kind: 'until', text: 'never' })).toBeUndefined();
});
