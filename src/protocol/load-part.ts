import { KeystampError } from './errors.ts';

/**
 * Loads code that isn't in the worker's core by an `import()`; each call tries again. `part_missing` if
 * the browser can't read the file or it doesn't start (docs/platform.md, Parts of the worker).
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw new KeystampError('part_missing', undefined, undefined, error);
  }
}

export type Late<T> = {
  readonly get: () => Promise<T>;
  /** Whether it is there, or on its way. */
  readonly isWanted: () => boolean;
};

/** What `load` gives, from its first use on. After a failure the next use loads again. */
export function createLate<T>(load: () => Promise<T>): Late<T> {
  let loading: Promise<T> | undefined;
  const get = (): Promise<T> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return { get, isWanted: () => loading !== undefined };
}
