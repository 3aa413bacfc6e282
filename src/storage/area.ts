import * as v from 'valibot';
import { KeystampError } from '../protocol/errors.ts';
import { toStorageError } from './database.ts';

/**
 * A key-value store of JSON values: the browser's session or local area, adapted by the entrypoint.
 * `get` returns undefined for a missing key.
 */
export type Area = {
  readonly get: (key: string) => Promise<unknown>;
  readonly set: (key: string, value: unknown) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
};

/** One typed value of an {@link Area}. */
export type Item<T> = {
  /** Undefined if there is none. `malformed` if the stored value doesn't match the schema. */
  readonly get: () => Promise<T | undefined>;
  readonly set: (value: T) => Promise<void>;
  readonly remove: () => Promise<void>;
};

/**
 * The value under `key`, parsed on every read. Failures of the area become `storage_full` or
 * `storage_failed`.
 */
export function createItem<T>(
  area: Area,
  key: string,
  schema: v.GenericSchema<unknown, T>,
): Item<T> {
  return {
    get: async () => {
      const stored = await withStorageErrors(() => area.get(key));
      if (stored === undefined) return undefined;
      const parsed = v.safeParse(schema, stored);
      if (parsed.success) return parsed.output;
      throw new KeystampError('malformed', `What is stored as “${key}” is not of its form.`);
    },
    set: (value) => withStorageErrors(() => area.set(key, value)),
    remove: () => withStorageErrors(() => area.remove(key)),
  };
}

async function withStorageErrors<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw toStorageError(error);
  }
}
