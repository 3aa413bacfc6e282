import type { Area } from './area.ts';

/** Keys are addresses there; this one leads nowhere (RFC 2606). */
const BASE = 'https://keystamp.invalid/';

/**
 * An area of JSON values in the extension's Cache Storage: files apart from those of the databases and
 * of the browser's storage areas, which no content script reaches. Writes are not forced to the disk.
 */
export function cacheArea(
  caches: CacheStorage,
  name: string,
): Area & { readonly clear: () => Promise<void> } {
  const addressOf = (key: string) => BASE + encodeURIComponent(key);
  return {
    get: async (key) => {
      const found = await (await caches.open(name)).match(addressOf(key));
      return found && ((await found.json()) as unknown);
    },
    set: async (key, value) => {
      const cache = await caches.open(name);
      await cache.put(addressOf(key), new Response(JSON.stringify(value)));
    },
    remove: async (key) => void (await (await caches.open(name)).delete(addressOf(key))),
    clear: async () => void (await caches.delete(name)),
  };
}
