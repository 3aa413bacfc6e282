import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { buildEnvironment, commandEnvironment } from './environment.mjs';
import { faultInOutput } from './faults.mjs';
import { nodeBinary } from './packages.mjs';
import { StepError } from './progress.mjs';
import { run } from './run.mjs';

/** The repository's folder, absolute. */
export const ROOT = dirname(import.meta.dirname);

/**
 * Runs a command of node_modules/.bin quietly in the repository's folder and returns its output.
 * Throws a `StepError` with all of the output when it ends with anything but 0.
 */
export const runTool = (name: string, ...args: readonly string[]): Promise<string> =>
  runQuietly(commandEnvironment(process.env), name, args);

/**
 * The same for a command whose output others must get byte for byte: it runs on the pinned Node and
 * sees nothing of the caller's environment but `more`.
 */
export const runBuildTool = (
  more: Readonly<Record<string, string>>,
  name: string,
  ...args: readonly string[]
): Promise<string> => runQuietly({ ...buildEnvironment(process.env), ...more }, name, args);

async function runQuietly(
  env: Readonly<Record<string, string>>,
  name: string,
  args: readonly string[],
): Promise<string> {
  const path = withOwnPrograms(env);
  const { code, output } = await run(join(BIN, name), args, ROOT, path);
  if (code === 0) return output;
  throw new StepError(
    `${faultInOutput(output, ROOT)}${name} ${args.join(' ')} ended with ${code}:\n${output.trim()}`,
  );
}

const BIN = join(ROOT, 'node_modules', '.bin');

/** Commands of node_modules/.bin start the first `node` on PATH: it must be the pinned one. */
function withOwnPrograms(env: Readonly<Record<string, string>>): Record<string, string> {
  const path = [dirname(nodeBinary(ROOT)), BIN, env['PATH'] ?? ''];
  return { ...env, PATH: path.join(delimiter) };
}

/**
 * Runs a command of node_modules/.bin with its output shown; returns its exit code, 127 for no
 * start.
 */
export function runToolShown(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(join(BIN, name), args, {
      cwd: ROOT,
      // Vite leaves `production` in this process after it has built something here.
      env: { ...withOwnPrograms(commandEnvironment(process.env)), ...env },
      stdio: 'inherit',
    });
    child.on('error', () => resolve(127));
    child.on('close', (status) => resolve(status ?? 1));
  });
}
