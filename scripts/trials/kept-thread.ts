import { EventEmitter } from 'node:events';
import { ThreadsPoolWorker, type PoolRunnerInitializer, type PoolWorker } from 'vitest/node';

const answer = (type: 'started' | 'stopped') => ({ type, __vitest_worker_response__: true });

/**
 * A pool of one thread that outlives the run of its tests. Vitest ends a thread with each run, and
 * loading the packages anew takes longer than most tests.
 */
export function keptThread(): PoolRunnerInitializer {
  const events = new EventEmitter();
  let thread: ThreadsPoolWorker | undefined;
  let isSetUp = false;

  const worker: Omit<PoolWorker, 'start'> = {
    name: 'kept-thread',
    on: (event, listener) => void events.on(event, listener),
    off: (event, listener) => void events.off(event, listener),
    deserialize: (message) => message,
    // Of the run that ended: the next one adds its own.
    stop: async () => void events.removeAllListeners(),
    send: (message) => {
      const { type } = message as { readonly type?: string };
      if (type === 'stop') return void events.emit('message', answer('stopped'));
      if (type === 'start' && isSetUp) return void events.emit('message', answer('started'));
      isSetUp ||= type === 'start';
      thread?.send(message);
    },
  };
  return {
    name: 'kept-thread',
    createPoolWorker: (options) => ({
      ...worker,
      start: async () => {
        if (thread) return;
        thread = new ThreadsPoolWorker(options);
        await thread.start();
        thread.on('message', (message: unknown) => events.emit('message', message));
        // Out of memory, most likely; whoever waits for an answer starts another process.
        thread.on('error', () => process.exit(1));
        thread.on('exit', () => process.exit(1));
      },
    }),
  };
}
