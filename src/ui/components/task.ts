import { useState } from 'preact/hooks';
import { toWire, type WireError } from '../../protocol/errors.ts';

/**
 * Runs one task at a time: whether it is running, its error, and how to start it. `readError` is what an
 * error of a question is.
 */
export function useTask(readError: (cause: unknown) => unknown = (cause) => cause) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<WireError | null>(null);
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setError(null);
    try {
      await work();
      return true;
    } catch (cause) {
      const failure = toWire(readError(cause));
      // A user who canceled the confirmation knows why nothing happened.
      if (failure.code !== 'reauthentication_needed') setError(failure);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, run, clear: () => setError(null) };
}
