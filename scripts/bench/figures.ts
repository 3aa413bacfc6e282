import { aimWords, isReached, TARGETS, type TargetName } from './targets.ts';

/** One measured quantity, with what it's compared to in the same run. */
export type Figure = {
  readonly group: string;
  readonly name: string;
  readonly unit: string;
  readonly median: number;
  /** Interquartile range; 0 for sizes. */
  readonly spread: number;
  readonly samples: number;
  /** The true median lies between these with 95 % confidence; for differences. */
  readonly between?: readonly [number, number];
  /** 95th percentile, for times. */
  readonly p95?: number;
  /** 99th percentile, for times with enough samples. */
  readonly p99?: number;
  /** How many were done per second, by all clients together. */
  readonly rate?: number;
  /** Ratio to the group's baseline, which has 1. */
  readonly ratio?: number;
  /** What it is held to. */
  readonly target?: TargetName;
};

/** The value below which the share `q` (0..1) of the values lies, interpolated linearly. */
function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * q;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}

/** Fewer samples have no 99th percentile. */
const MIN_P99_SAMPLES = 100;

/** A figure of repeated samples. */
export function figure(
  group: string,
  name: string,
  unit: string,
  values: readonly number[],
  target?: TargetName,
): Figure {
  return {
    group,
    name,
    unit,
    median: quantile(values, 0.5),
    spread: quantile(values, 0.75) - quantile(values, 0.25),
    samples: values.length,
    ...(unit === 'ms' ? { p95: quantile(values, 0.95) } : {}),
    ...(unit === 'ms' && values.length >= MIN_P99_SAMPLES ? { p99: quantile(values, 0.99) } : {}),
    ...(target ? { target } : {}),
  };
}

/**
 * How much more the second was, pair by pair. The confidence of the median is that of order
 * statistics (the binomial sign test, inverted), which assumes nothing about the shape of the
 * noise.
 */
export function difference(
  group: string,
  name: string,
  unit: string,
  [before, after]: readonly [readonly number[], readonly number[]],
  target?: TargetName,
): Figure {
  const values = after.map((value, at) => value - (before[at] ?? Number.NaN));
  const half = (0.98 * Math.sqrt(values.length)) / values.length;
  const between = [
    quantile(values, Math.max(0, 0.5 - half)),
    quantile(values, Math.min(1, 0.5 + half)),
  ] as const;
  return { ...figure(group, name, unit, values, target), between };
}

/** The same figures with their ratio to the one named `baseline`. */
export function relativeTo(baseline: string, figures: readonly Figure[]): Figure[] {
  const base = figures.find(({ name }) => name === baseline);
  if (!base) throw new Error(`no figure ${baseline}`);
  return figures.map((one) => ({ ...one, ratio: one.median / base.median }));
}

function formatValue(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en');
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2);
}

function verdictOf(name: TargetName, one: Figure): string {
  const aim = aimWords(TARGETS[name]);
  return aim && `${isReached(TARGETS[name], one) ? 'ok  ' : 'MISS'} ${aim}`;
}

function toCells(one: Figure): string[] {
  return [
    one.name,
    `${formatValue(one.median)} ${one.unit}`,
    one.samples > 1 ? `± ${formatValue(one.spread)}` : '',
    one.between === undefined ? '' : `[${one.between.map(formatValue).join(' … ')}]`,
    one.p95 === undefined ? '' : `p95 ${formatValue(one.p95)}`,
    one.p99 === undefined ? '' : `p99 ${formatValue(one.p99)}`,
    one.rate === undefined ? '' : `${formatValue(one.rate)} /s`,
    one.ratio === undefined ? '' : `${one.ratio.toFixed(2)}×`,
    one.target === undefined ? '' : verdictOf(one.target, one),
  ];
}

/** A table of all figures, grouped. */
export function formatTable(figures: readonly Figure[]): string {
  const groups = [...new Set(figures.map(({ group }) => group))];
  const rows = figures.map(toCells);
  const widths = [0, 1, 2, 3, 4, 5, 6, 7].map((at) =>
    Math.max(...rows.map((row) => (row[at] ?? '').length)),
  );
  const line = (one: Figure) =>
    toCells(one)
      .map((cell, at) =>
        at === 0 || at === 8 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return groups
    .map((group) =>
      [group, ...figures.filter((one) => one.group === group).map((one) => `  ${line(one)}`)].join(
        '\n',
      ),
    )
    .join('\n\n');
}
