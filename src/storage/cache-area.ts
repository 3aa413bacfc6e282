import type { Area } from './area.ts';

/** Keys are addresses there; this one leads nowhere (RFC 2606). */
const KEY_BASE_URL = 'https://keystamp.invalid/';

/**
 * An area of JSON values in the extension's Cache Storage: files apart from those of the databases and
 * of the browser's storage areas, which no content script reaches. Writes are not forced to the disk.
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
