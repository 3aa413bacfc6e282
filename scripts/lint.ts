import { fail, step, StepError } from './progress.mjs';
import { runTool } from './tool.ts';

type Checks = Readonly<Record<string, () => Promise<unknown>>>;

const CHECKS: Checks = {
  'types (tsc)': () => runTool('tsc'),
  'style rules (oxlint)': () =>
    runTool('oxlint', '--type-aware', '--deny-warnings', '--format=unix'),
  'unused exports (knip)': () => runTool('knip', '--no-progress'),
  'format (prettier)': () =>
    // By content: a checkout changes the times of files.
    runTool('prettier', '--check', '--log-level=warn', '--cache', '--cache-strategy=content', '.'),
};

/**
 * Runs every static check and those in `more`, all in parallel: most keep one core busy. Throws one
 * `StepError` that reports every failed check.
 */
export async function lint(more: Checks = {}): Promise<void> {
  const checks = Object.entries({ ...CHECKS, ...more });
  const running = new Set(checks.map(([name]) => name));
  const failures: string[] = [];
  const settled = checks.map(async ([name, check]) => {
    try {
      await check();
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
      failures.push(`${name}: ${error.message}`);
    } finally {
      running.delete(name);
    }
  });
  const all = async () => {
    await Promise.all(settled);
    if (failures.length > 0) throw new StepError(failures.join('\n\n'));
  };
  await step([...running].join(', '), all, () => `left: ${[...running].join(', ')}`);
}

if (import.meta.main) await lint().catch(fail);
