import { fail, step, StepError } from './progress.mjs';
import { tool } from './tool.ts';

const CHECKS: Readonly<Record<string, () => Promise<string>>> = {
  'types (tsc)': () => tool('tsc'),
  'style rules (oxlint)': () => tool('oxlint', '--type-aware', '--deny-warnings', '--format=unix'),
  'format (prettier)': () => tool('prettier', '--check', '--log-level=warn', '.'),
};

/** Runs every static check, also after one has failed. Throws one `StepError` that tells of all. */
export async function lint(): Promise<void> {
  const failures: string[] = [];
  for (const [name, check] of Object.entries(CHECKS)) {
    try {
      await step(name, check);
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
      failures.push(error.message);
    }
  }
  if (failures.length > 0) throw new StepError(failures.join('\n\n'));
}

if (import.meta.main) await lint().catch(fail);
