import { useState } from 'preact/hooks';
import { toWire, type WireError } from '../../protocol/errors.ts';

/** Runs one task at a time: whether it is running, its error, and how to start it. */
export function useTask(readError: (cause: unknown) => WireError = toWire) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<WireError | null>(null);
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setError(null);
    try {
      await work();
      return true;
    } catch (cause) {
      const failure = readError(cause);
      // A user who canceled the confirmation knows why nothing happened.
      if (failure.code !== 'reauthentication_needed') setError(failure);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, run, clear: () => setError(null) };
}
