import { join } from 'node:path';
import { StepError } from '../progress.mjs';
import { run } from '../run.mjs';
import { ROOT } from '../tool.ts';

type Report = {
  readonly summary: { readonly errors: number };
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
};
export type Finding = { readonly code: string; readonly message: string; readonly file?: string };

/**
 * The warnings that a person at Mozilla will ask about, and that store/listing.md explains to them. Any
 * other is as good as an error.
 */
const EXPLAINED: readonly { readonly code: string; readonly file: RegExp }[] = [
  // Preact assigns `innerHTML` for `dangerouslySetInnerHTML`, which Keystamp doesn't use.
  { code: 'UNSAFE_VAR_ASSIGNMENT', file: /^chunks\/page-[\w-]+\.js$/ },
  // Consent to data collection needs 142 on Android, where Keystamp isn't offered.
  { code: 'KEY_FIREFOX_ANDROID_UNSUPPORTED_BY_MIN_VERSION', file: /^manifest\.json$/ },
];

/** The warnings that nobody has explained, one line each. */
export const unexplained = (warnings: readonly Finding[]): readonly string[] =>
  warnings
    .filter(
      (found) =>
        !EXPLAINED.some(({ code, file }) => code === found.code && file.test(found.file ?? '')),
    )
    .map(line);

/**
 * Runs Mozilla's own check, which all uploads pass, on an archive or a folder. Throws a `StepError`
 * with its errors and the warnings that aren't explained; returns the others, one per line.
 */
export async function webExtLint(source: string): Promise<readonly string[]> {
  const args = ['lint', '--source-dir', source, '--output', 'json', '--no-config-discovery'];
  const { output } = await run(join(ROOT, 'node_modules', '.bin', 'web-ext'), args, ROOT);
  const { summary, errors, warnings } = readReport(output);
  const faults = [...errors.map(line), ...unexplained(warnings)];
  if (summary.errors > 0 || faults.length > 0) throw new StepError(faults.join('\n'));
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
