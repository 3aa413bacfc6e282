import type { Area } from './area.ts';

/** Cache keys are URLs. This one leads nowhere (RFC 2606). */
const KEY_BASE_URL = 'https://keystamp.invalid/';

/**
 * An area of JSON values in the extension's Cache Storage. Its files are separate from those of the
 * databases and the browser's storage areas, and no content script can reach them. Writes aren't
 * forced to disk.
 */
export function createCacheArea(
  caches: CacheStorage,
  name: string,
): Area & { readonly clear: () => Promise<void> } {
  const urlOf = (key: string) => KEY_BASE_URL + encodeURIComponent(key);
  return {
    get: async (key) => {
      const response = await (await caches.open(name)).match(urlOf(key));
      return response && ((await response.json()) as unknown);
    },
    set: async (key, value) => {
      const cache = await caches.open(name);
      await cache.put(urlOf(key), new Response(JSON.stringify(value)));
    },
    remove: async (key) => void (await (await caches.open(name)).delete(urlOf(key))),
    clear: async () => void (await caches.delete(name)),
  };
}
