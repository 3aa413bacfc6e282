import { commandFor, describePlan, STOPS, type TrialPlan } from './plan.ts';
import type { TrialResult } from './trial.ts';

/** A trial that the harness couldn't run, which says nothing about Keystamp. */
export type HarnessFailure = { readonly plan: TrialPlan; readonly error: string };

export type TrialsReport = {
  readonly results: readonly TrialResult[];
  readonly failures: readonly HarnessFailure[];
};

const seconds = (ms: number | undefined) =>
  ms === undefined ? '–' : `${(ms / 1000).toFixed(2)} s`;

/** The smallest of these such that so many of a hundred are no larger. */
function percentile(sorted: readonly number[], percent: number): number | undefined {
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)];
}

function timesOf(results: readonly TrialResult[]): string {
  const sorted = results.flatMap(({ ms }) => ms ?? []).sort((a, b) => a - b);
  const [p50, p95] = [percentile(sorted, 50), percentile(sorted, 95)];
  return `p50 ${seconds(p50)}, p95 ${seconds(p95)}, max ${seconds(sorted.at(-1))}`;
}

const withFinding = (results: readonly TrialResult[], kind: string) =>
  results.filter(({ findings }) => findings.some((finding) => finding.kind === kind)).length;

/** Whether every trial ran and nothing was wrong. */
export const isClean = ({ results, failures }: TrialsReport): boolean =>
  failures.length === 0 && results.every(({ findings }) => findings.length === 0);

/** What is wrong with one trial, and how to see it again. */
export function describeFindings({ plan, findings }: TrialResult): string {
  const lines = findings.map(({ kind, text }) => `  ${kind}: ${text}`);
  return [describePlan(plan), ...lines, `  ${commandFor(plan)}`].join('\n');
}

/** The figures of all trials. */
export function summarize({ results, failures }: TrialsReport): string {
  const states = Map.groupBy(results, ({ state }) => state ?? 'none');
  const ended = [...states].map(([state, some]) => `${some.length} ${state}`).join(', ');
  const missed = results.filter(({ pointReached }) => !pointReached).length;
  return [
    `${results.length} trials: ${withFinding(results, 'lost')} lost, ` +
      `${withFinding(results, 'duplicated')} duplicated, ${withFinding(results, 'stuck')} stuck, ` +
      `${withFinding(results, 'rule')} against a rule`,
    `first final states: ${ended}`,
    `to a final state: ${timesOf(results)}`,
    ...STOPS.map((stop) => {
      const some = results.filter(({ plan }) => plan.stop === stop);
      return `  ${some.length} with ${stop} stopped: ${timesOf(some)}`;
    }),
    `ended before the point at which they were to be stopped: ${missed}`,
    `harness failed: ${failures.length}`,
  ].join('\n');
}
