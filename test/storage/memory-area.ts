import type { Area } from '../../src/storage/area.ts';

/** An area in memory that stores JSON, like the browser's. `values` is its contents. */
export function memoryArea(values = new Map<string, string>()): Area & {
  readonly values: Map<string, string>;
} {
  return {
    values,
    get: async (key) => {
      const text = values.get(key);
      return text === undefined ? undefined : (JSON.parse(text) as unknown);
    },
    set: async (key, value) => {
      values.set(key, JSON.stringify(value));
    },
    remove: async (key) => {
      values.delete(key);
    },
  };
}
