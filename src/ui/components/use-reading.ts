import { useEffect, useState } from 'preact/hooks';
import type { KeystampError } from '../../protocol/errors.ts';
import { toReadError } from './errors.ts';

type Reading<T> = { readonly value?: T; readonly error?: KeystampError };

const NOTHING = {};

/**
 * What `read` gives, again when one of the inputs changes; what was overtaken by then doesn't count. While
 * it reads there is nothing, or with `keeps` what was read before. `read` may have nothing to read.
 */
export function useReading<T>(
  read: () => Promise<T> | undefined,
  inputs: readonly unknown[],
  keeps?: 'keeps',
) {
  const [reading, setReading] = useState<Reading<T>>(NOTHING);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    if (!keeps) setReading(NOTHING);
    read()?.then(
      (value) => isCurrent && setReading({ value }),
      (cause: unknown) => isCurrent && setReading({ error: toReadError(cause) }),
    );
    return () => void (isCurrent = false);
  }, [...inputs, attempt]);
  return {
    value: reading.value,
    error: reading.error,
    retry: () => setAttempt(attempt + 1),
  };
}

/** The same where nothing is said of an error. */
export const useLatest = <T>(...args: Parameters<typeof useReading<T>>): T | undefined =>
  useReading(...args).value;
