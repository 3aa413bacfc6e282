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
