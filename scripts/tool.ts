import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { StepError } from './progress.mjs';
import { run } from './run.mjs';

/** The repository's folder, absolute. */
export const ROOT = dirname(import.meta.dirname);

/**
 * Runs a command of node_modules/.bin quietly in the repository's folder and returns its output.
 * Throws a `StepError` with all of the output when it ends with anything but 0.
 */
export async function runTool(name: string, ...args: readonly string[]): Promise<string> {
  return runToolWith({}, name, ...args);
}

/** The same with additions to its environment. */
export async function runToolWith(
  env: Readonly<Record<string, string>>,
  name: string,
  ...args: readonly string[]
): Promise<string> {
  const { code, output } = await run(join(ROOT, 'node_modules', '.bin', name), args, ROOT, env);
  if (code === 0) return output;
  throw new StepError(`${name} ${args.join(' ')} ended with ${code}:\n${output.trim()}`);
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
  // Vite leaves `production` in this process after it has built something here.
  const { NODE_ENV: _left, ...own } = process.env;
  return new Promise((resolve) => {
    const child = spawn(join(ROOT, 'node_modules', '.bin', name), args, {
      cwd: ROOT,
      env: { ...own, ...env },
      stdio: 'inherit',
    });
    child.on('error', () => resolve(127));
    child.on('close', (status) => resolve(status ?? 1));
  });
}
