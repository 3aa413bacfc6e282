import { abortedError } from './keystamp-error.ts';

/** The same promise, but an abort signal can end it for this caller only. */
export function abortable<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  id?: string,
): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const stop = () => reject(abortedError(id));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
