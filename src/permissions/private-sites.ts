import { readWildcardGroup, site, type Site } from '../protocol/site.ts';
import type { Area } from '../storage/area.ts';
import { createSessionRows } from './session-rows.ts';

/** Key of the item in the session area. */
export const PRIVATE_SITES_KEY = 'permissions.privateSites';
/** More sites than anyone connects in private windows between two browser starts. */
export const MAX_PRIVATE_SITES = 100;

/** A site that isn't connected. */
const UNCONNECTED = { profileId: null, operations: [], connectedAt: null, lastUsedAt: null };

/** Connections and blocks of private windows: in the session area only, never on disk. */
export function createPrivateSites(session: Area) {
  const rows = createSessionRows(session, PRIVATE_SITES_KEY, site);
  const without = (all: readonly Site[], drop: (one: Site) => boolean): readonly Site[] =>
    all.some(drop) ? all.filter((one) => !drop(one)) : all;

  /** Adds or replaces a row. The least recently used makes room, blocked ones last. */
  const put = (update: (before: Site | undefined) => Site, siteOrigin: string): Promise<void> =>
    rows.change((all) => {
      const before = all.find(({ origin }) => origin === siteOrigin);
      const others = all
        .filter((one) => one !== before)
        .sort(
          (a, b) =>
            Number(b.blocked) - Number(a.blocked) || (b.lastUsedAt ?? 0) - (a.lastUsedAt ?? 0),
        );
      return [update(before), ...others.slice(0, MAX_PRIVATE_SITES - 1)];
    });

  return {
    /** The site's own row, and the rows of blocked groups. */
    get: async (
      siteOrigin: string,
    ): Promise<{ readonly site: Site | undefined; readonly marked: readonly Site[] }> => {
      const all = await rows.all();
      const marked = all.filter(({ origin }) => readWildcardGroup(origin) !== undefined);
      return { site: all.find(({ origin }) => origin === siteOrigin), marked };
    },
    put: (one: Site): Promise<void> => put(() => one, one.origin),
    block: (origin: string, blocked: boolean): Promise<void> =>
      put((before) => ({ ...(before ?? { ...UNCONNECTED, origin }), blocked }), origin),
    markUsed: (origin: string, at: number): Promise<void> =>
      rows.change((all) =>
        all.map((one) => (one.origin === origin ? { ...one, lastUsedAt: at } : one)),
      ),
    /** A block stays. */
    forget: (origin: string): Promise<void> =>
      rows.change((all) => {
        const found = all.find((one) => one.origin === origin);
        const left = without(all, (one) => one === found);
        return found?.blocked ? [{ ...UNCONNECTED, origin, blocked: true }, ...left] : left;
      }),
    /** Returns the origins that were connected to the profile. */
    forgetProfile: async (profileId: string): Promise<readonly string[]> => {
      const isConnected = (one: Site): boolean => one.profileId === profileId;
      let origins: readonly string[] = [];
      await rows.change((all) => {
        origins = all.filter(isConnected).map(({ origin }) => origin);
        return without(all, isConnected);
      });
      return origins;
    },
  };
}
