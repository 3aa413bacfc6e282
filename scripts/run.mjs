import { spawn } from 'node:child_process';

/**
 * Runs a program to its end. Never rejects: the code of a program that can't start is `not
 * started`.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 * @param {Readonly<Record<string, string | undefined>>} [env] all of its environment
 * @param {AbortSignal} [signal] ends it
 * @returns {Promise<{ code: number | string, output: string }>} stdout and stderr as they came
 */
export function run(command, args, cwd, env = process.env, signal) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: command.endsWith('.cmd'),
      // At once: npm takes minutes to undo what it has begun when it is asked to end.
      ...(signal ? { signal, killSignal: /** @type {const} */ ('SIGKILL') } : {}),
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (/** @type {string} */ chunk) => {
        output += chunk;
      });
    }
    child.on('error', (error) => {
      // An aborted program still ends by itself, with what it has said.
      if (error.name !== 'AbortError') resolve({ code: 'not started', output: error.message });
    });
    child.on('close', (code, ending) => resolve({ code: code ?? ending ?? 'no code', output }));
  });
}
