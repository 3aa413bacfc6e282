import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { StepError } from '../progress.mjs';
import { ROOT } from '../tool.ts';
import type { Answer, Reply, Request } from './mutant-process.ts';

/** The databases in memory that tests open are freed late, each a fraction of a gigabyte. */
const MAX_HELD_BYTES = 4e9;

export type Tests = ReturnType<typeof openTests>;

/** Runs tests of an area in a process that is replaced when it doesn't answer, or holds too much memory. */
export function openTests(area: string) {
  let child: ChildProcess | undefined;

  async function start(): Promise<ChildProcess> {
    const program = join(import.meta.dirname, 'mutant-process.ts');
    const started = spawn(process.execPath, [program, area], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // A group of its own: what the tests started ends with it.
      detached: process.platform !== 'win32',
    });
    const first: readonly unknown[] = await Promise.race([
      once(started, 'message'),
      once(started, 'exit'),
    ]);
    if (first[0] !== 'ready') throw new StepError(`The tests of ${area} do not start.`);
    return started;
  }

  function stop(): void {
    const { pid, exitCode, signalCode } = child ?? {};
    // One that a signal ended has no exit code.
    if (pid !== undefined && exitCode === null && signalCode === null) {
      if (process.platform === 'win32') child?.kill('SIGKILL');
      else process.kill(-pid, 'SIGKILL');
    }
    child = undefined;
  }

  async function runOnce(request: Request, limitMs: number): Promise<Answer | 'late' | 'gone'> {
    const running = (child ??= await start());
    const replied = Promise.withResolvers<Answer | 'late' | 'gone'>();
    const timer = setTimeout(() => replied.resolve('late'), limitMs);
    const onExit = () => replied.resolve('gone');
    running.once('message', replied.resolve).once('exit', onExit);
    running.send(request);
    const reply = await replied.promise;
    clearTimeout(timer);
    running.off('exit', onExit);
    if (typeof reply === 'string' || reply.heldBytes > MAX_HELD_BYTES) stop();
    return reply;
  }

  return {
    /** Undefined when it took too long. A process that ended may have been full of what went before. */
    run: async (request: Request, limitMs: number): Promise<Reply | undefined> => {
      const first = await runOnce(request, limitMs);
      const reply = first === 'gone' ? await runOnce(request, limitMs) : first;
      return typeof reply === 'string' ? undefined : reply;
    },
    stop,
  };
}
