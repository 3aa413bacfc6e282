import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { ROOT } from '../tool.ts';
import type { Figure } from './figures.ts';
import { comparedBy, TARGETS, type TargetName } from './targets.ts';

/*
 * Whole runs of the bench, one line of JSON each, so that a slide is seen when it happens. Who wants to
 * keep a run commits the file. Runs of other processors aren't compared.
 */

const RUNS_FILE = join(ROOT, 'scripts', 'bench', 'runs.jsonl');

const number = v.optional(v.pipe(v.number(), v.finite()));
const values = v.strictObject({ median: number, p95: number, p99: number, ratio: number });
const benchRun = v.strictObject({
  /** ISO 8601. */
  at: v.pipe(v.string(), v.isoTimestamp()),
  /** Seven hex digits, with `+` if files had changed since. */
  commit: v.pipe(v.string(), v.regex(/^[0-9a-f]{7}\+?$/)),
  cpu: v.string(),
  /** By the name of the target. */
  figures: v.record(v.string(), values),
});
export type BenchRun = v.InferOutput<typeof benchRun>;

/** The runs in a file's text, oldest first. Throws with the number of a line that isn't one. */
export function parseRuns(text: string): readonly BenchRun[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, at) => {
      try {
        return v.parse(benchRun, JSON.parse(line));
      } catch (cause) {
        throw new Error(`line ${at + 1} of the bench’s runs is none`, { cause });
      }
    });
}

export const readRuns = (): readonly BenchRun[] =>
  existsSync(RUNS_FILE) ? parseRuns(readFileSync(RUNS_FILE, 'utf8')) : [];

export const addRun = (one: BenchRun): void =>
  appendFileSync(RUNS_FILE, `${JSON.stringify(one)}\n`);

const rounded = (value: number | undefined) =>
  value === undefined ? undefined : Number(value.toPrecision(4));

/** What of a run's figures is kept: those that have a target. Of several, the worst counts. */
export function keptFigures(figures: readonly Figure[]): BenchRun['figures'] {
  const kept: Record<string, BenchRun['figures'][string]> = {};
  for (const { target, median, p95, p99, ratio } of figures) {
    if (!target) continue;
    const known = kept[target]?.median;
    const isBetter =
      known !== undefined && (TARGETS[target].atLeast ? median >= known : median <= known);
    if (isBetter) continue;
    kept[target] = {
      median: rounded(median),
      p95: rounded(p95),
      p99: rounded(p99),
      ratio: rounded(ratio),
    };
  }
  return kept;
}

/** The value by which runs are compared. */
export function valueOf(run: BenchRun, name: TargetName): number | undefined {
  return run.figures[name]?.[comparedBy(TARGETS[name])] ?? run.figures[name]?.median;
}

/** As many runs before the last are what it is compared to. */
const BEFORE = 5;
/** By how much a figure must be worse than the median of those to be called a slide. */
const NOISE = 0.15;
const SIZE_NOISE = 0.02;

export type Slide = { readonly name: TargetName; readonly before: number; readonly now: number };

/** What the last run has worse than those before it on a processor of the same name. */
export function slidesOf(runs: readonly BenchRun[]): readonly Slide[] {
  const last = runs.at(-1);
  if (!last) return [];
  const before = runs
    .slice(0, -1)
    .filter(({ cpu }) => cpu === last.cpu)
    .slice(-BEFORE);
  return (Object.keys(TARGETS) as TargetName[]).flatMap((name) => {
    const now = valueOf(last, name);
    const past = before.map((one) => valueOf(one, name)).filter((one) => one !== undefined);
    const median = past.toSorted((a, b) => a - b)[Math.floor(past.length / 2)];
    if (now === undefined || median === undefined) return [];
    const { atLeast, unit } = TARGETS[name];
    const noise = unit === 'KB' ? SIZE_NOISE : NOISE;
    const isWorse = atLeast ? now < median * (1 - noise) : now > median * (1 + noise);
    return isWorse ? [{ name, before: median, now }] : [];
  });
}
