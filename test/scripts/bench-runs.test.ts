import { expect, test } from 'vitest';
import { figure, relativeTo } from '../../scripts/bench/figures.ts';
import { plotOf } from '../../scripts/bench/runs-plot.ts';
import {
  keptFigures,
  parseRuns,
  readRuns,
  slidesOf,
  type BenchRun,
} from '../../scripts/bench/runs.ts';
import { aimWords, isReached, TARGETS } from '../../scripts/bench/targets.ts';

const runOf = (figures: BenchRun['figures'], cpu = 'one'): BenchRun => ({
  at: '2027-01-31T12:00:00.000Z',
  commit: 'abcdef0',
  cpu,
  figures,
});

test('behavior: an aim is reached by each of its numbers, and not without one', () => {
  const { firstStamp, stamps, archive } = TARGETS;
  expect(aimWords(firstStamp)).toBe('p50 ≤ 22 ms, p95 ≤ 35 ms, ≤ 2.3 ×');
  expect([aimWords(stamps), aimWords(archive)]).toEqual(['≥ 0.92 ×', '≤ 600 KB']);
  expect(isReached(firstStamp, { median: 22, p95: 35, ratio: 2.3 })).toBe(true);
  expect(isReached(firstStamp, { median: 22.1, p95: 35, ratio: 2.3 })).toBe(false);
  expect(isReached(firstStamp, { median: 22, p95: 35.1, ratio: 2.3 })).toBe(false);
  expect(isReached(firstStamp, { median: 22, p95: 35 })).toBe(false);
  expect(isReached(stamps, { ratio: 0.91 })).toBe(false);
  expect(isReached(stamps, { ratio: 0.92 })).toBe(true);
});

test('behavior: of a run stays what has a target, the worst of several', () => {
  const figures = [
    ...relativeTo('base', [
      figure('group', 'base', 'ms', [10]),
      figure('group', 'ours', 'ms', [20, 30, 40], 'firstStamp'),
    ]),
    figure('small', 'frame', 'ms', [16], 'frame'),
    figure('large', 'frame', 'ms', [17], 'frame'),
    figure('larger', 'frame', 'ms', [16], 'frame'),
    figure('one', 'rate', '/s', [9], 'stamps'),
    figure('other', 'rate', '/s', [8], 'stamps'),
  ];
  const kept = keptFigures(figures);
  expect(Object.keys(kept)).toEqual(['firstStamp', 'frame', 'stamps']);
  expect(kept['firstStamp']).toMatchObject({ median: 30, ratio: 3 });
  expect([kept['frame']?.median, kept['stamps']?.median]).toEqual([17, 8]);
  const [line] = parseRuns(`${JSON.stringify(runOf(kept))}\n`);
  expect(line?.figures['frame']).toEqual({ median: 17, p95: 17 });
});

test('behavior: a slide is what is worse than the runs before it on the same processor', () => {
  const at = (ratio: number, core = 70) =>
    runOf({ firstStamp: { ratio }, core: { median: core }, stamps: { ratio: 0.9 } });
  const before = [at(2), at(2.4), at(2.2), at(2.3), at(2.1)];
  expect(slidesOf([...before, at(2.4)])).toEqual([]);
  expect(slidesOf([...before, at(2.6)])).toEqual([{ name: 'firstStamp', before: 2.2, now: 2.6 }]);
  expect(slidesOf([...before, at(2.2, 72)])).toEqual([{ name: 'core', before: 70, now: 72 }]);
  const slow = runOf({ stamps: { ratio: 0.7 } });
  expect(slidesOf([...before, slow])).toEqual([{ name: 'stamps', before: 0.9, now: 0.7 }]);
  expect(slidesOf([...before, { ...at(9), cpu: 'another' }])).toEqual([]);
  expect(slidesOf([])).toEqual([]);
});

test('behavior: a line that is no run is named', () => {
  const good = JSON.stringify(runOf({}));
  expect(() => parseRuns(`${good}\n{"at":1}\n`)).toThrow('line 2');
  expect(() => parseRuns(`${good}\nnonsense\n`)).toThrow('line 2');
});

test('behavior: the kept runs are runs, and each target has its panel', () => {
  const runs = [...readRuns(), runOf({ core: { median: 70 } }), runOf({ core: { median: 60 } })];
  const plot = plotOf(runs);
  expect(plot.match(/<g /g)).toHaveLength(Object.keys(TARGETS).length);
  expect(plot).toContain('60 KB, aim 48');
  expect(plot).not.toMatch(/NaN|Infinity|undefined/);
});
