import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { submitRowOf } from '../../../src/protocol/operations.ts';
import { CHROME_BUILD, copyBuild } from '../browser.ts';
import { openLane, type Lane } from '../fault-trials/lane.ts';
import {
  commandForPageTrial,
  describePageTrial,
  planPageTrial,
  type PageTrialPlan,
} from './plan.ts';
import { runPageTrial, type PageTrialResult } from './trial.ts';

export type PageTrialsOptions = {
  readonly seed: number;
  /** Number of the first trial. */
  readonly from: number;
  readonly count: number;
  /** Leaves out the trials whose event's name doesn't have this. */
  readonly event?: string | undefined;
  readonly onResult: (result: PageTrialResult) => void;
};

export type PageTrialsReport = {
  readonly results: readonly PageTrialResult[];
  /** Trials that the harness couldn't run, which says nothing about Keystamp. */
  readonly failures: readonly { readonly plan: PageTrialPlan; readonly error: string }[];
};

/** A second try tells a failure of the harness from one that comes with the trial. */
const MAX_TRIES = 2;

/** A build of its own, whose version grows with each update. */
function createBuild(): { folder: string; update: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'keystamp-build-'));
  cpSync(CHROME_BUILD, folder, { recursive: true });
  const file = join(folder, 'manifest.json');
  let updates = 0;
  return {
    folder,
    update: () => {
      const manifest = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
      updates += 1;
      const release = manifest.version.split('.').slice(0, 3).join('.');
      writeFileSync(file, JSON.stringify({ ...manifest, version: `${release}.${updates}` }));
    },
  };
}

/** Runs the trials of a seed one after the other, in one browser for as long as nothing is wrong. */
export async function runPageTrials(options: PageTrialsOptions): Promise<PageTrialsReport> {
  const { seed, from, count, event = '', onResult } = options;
  const row = submitRowOf('update_wallet');
  if (!row) throw new Error('no operation to try');
  const build = createBuild();
  const copy = copyBuild();
  const launch = { extensionDir: build.folder, laterCopies: [copy] };
  const report = {
    results: [] as PageTrialResult[],
    failures: [] as PageTrialsReport['failures'][number][],
  };
  let lane: Lane | undefined;
  const closeLane = async (): Promise<void> => {
    await lane?.close().catch(() => undefined);
    lane = undefined;
  };
  const tryOnce = async (plan: PageTrialPlan): Promise<PageTrialResult> => {
    lane ??= await openLane(row, launch);
    if (plan.event === 'extension update') build.update();
    const result = await runPageTrial(lane, plan, copy);
    // What a trial left behind must not disturb the next one.
    if (result.findings.length > 0) await closeLane();
    return result;
  };
  const tryPlan = async (plan: PageTrialPlan): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      try {
        const result = await tryOnce(plan);
        report.results.push(result);
        return onResult(result);
      } catch (error) {
        await closeLane();
        if (tries < MAX_TRIES) continue;
        return void report.failures.push({ plan, error: String(error).slice(0, 300) });
      }
    }
  };
  for (let index = from; index < from + count; index++) {
    const plan = planPageTrial(seed, index);
    if (plan.event.includes(event)) await tryPlan(plan);
  }
  await closeLane();
  for (const { folder } of [build, copy]) rmSync(folder, { recursive: true, force: true });
  return report;
}

/** What is wrong with one trial, and how to see it again. */
export function describePageFindings({ plan, findings }: PageTrialResult): string {
  const lines = findings.map(({ kind, text }) => `  ${kind}: ${text}`);
  return [describePageTrial(plan), ...lines, `  ${commandForPageTrial(plan)}`].join('\n');
}

const withFinding = (results: readonly PageTrialResult[], kind: string) =>
  results.filter(({ findings }) => findings.some((finding) => finding.kind === kind)).length;

/** The figures of all trials. */
export function summarizePageTrials({ results, failures }: PageTrialsReport): string {
  const ends = Map.groupBy(results, ({ settled }) => settled ?? 'document gone');
  return [
    `${results.length} trials: ${withFinding(results, 'open promise')} promises left open, ` +
      `${withFinding(results, 'doubled')} doubled, ${withFinding(results, 'lost approval')} approvals lost, ` +
      `${withFinding(results, 'not approved')} that couldn’t be approved`,
    `approved: ${results.filter(({ approved }) => approved).length}; ` +
      `promises: ${[...ends].map(([end, some]) => `${some.length} ${end}`).join(', ')}`,
    `harness failed: ${failures.length}`,
    ...failures.map(({ plan, error }) => `  ${describePageTrial(plan)}: ${error}`),
  ].join('\n');
}
