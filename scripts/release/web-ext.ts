import { join } from 'node:path';
import { StepError } from '../progress.mjs';
import { run } from '../run.mjs';
import { ROOT } from '../tool.ts';

type Report = {
  readonly summary: { readonly errors: number };
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
};
type Finding = { readonly code: string; readonly message: string; readonly file?: string };

/**
 * Runs Mozilla's own check, which all uploads pass, on an archive or a folder. Throws a `StepError`
 * with its errors; returns its warnings, one per line.
 */
export async function webExtLint(source: string): Promise<readonly string[]> {
  const args = ['lint', '--source-dir', source, '--output', 'json', '--no-config-discovery'];
  const { output } = await run(join(ROOT, 'node_modules', '.bin', 'web-ext'), args, ROOT);
  const { summary, errors, warnings } = readReport(output);
  if (summary.errors > 0) throw new StepError(errors.map(line).join('\n'));
  return warnings.map(line);
}

const line = ({ code, message, file }: Finding): string =>
  `${code}${file ? ` in ${file}` : ''}: ${message}`;

/** web-ext ends with 1 when it finds something, and may print text before its JSON. */
function readReport(output: string): Report {
  try {
    return JSON.parse(output.slice(output.indexOf('{'))) as Report;
  } catch {
    throw new StepError(`web-ext lint gave no report:\n${output.trim()}`);
  }
}
