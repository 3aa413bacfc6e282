/*
 * A container tab of Firefox has cookies and storage of its own: to a site, whoever is in it is somebody
 * else. So a site in a container is another site to Keystamp as well. Its key is its origin, `^`, and the
 * container; no origin has a `^`.
 */

const MARK = '^';
const PREFIX = 'firefox-container-';
/** The stores of tabs outside of any container; the second is that of private windows. */
const ORDINARY_STORES: readonly string[] = ['firefox-default', 'firefox-private'];

/**
 * The container of a tab by its cookie store: null outside of any, and undefined for a store that
 * can't be told apart. Chromium has no containers and names no store.
 */
export function readContainer(cookieStoreId: string | undefined): string | null | undefined {
  if (cookieStoreId === undefined || ORDINARY_STORES.includes(cookieStoreId)) return null;
  const name = cookieStoreId.startsWith(PREFIX)
    ? cookieStoreId.slice(PREFIX.length)
    : cookieStoreId;
  return /^[\w-]{1,60}$/.test(name) ? name : undefined;
}

/** The site's key: the origin alone outside of containers. */
export const withContainer = (origin: string, container: string | null): string =>
  container === null ? origin : origin + MARK + container;

/** An origin and its container. */
export function splitContainer(key: string): {
  readonly origin: string;
  readonly container: string | null;
} {
  const at = key.indexOf(MARK);
  return at === -1
    ? { origin: key, container: null }
    : { origin: key.slice(0, at), container: key.slice(at + 1) };
}

/** The origin that the browser knows, without a container. */
export const originOutside = (key: string): string => splitContainer(key).origin;
