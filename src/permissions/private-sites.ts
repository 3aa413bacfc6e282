import { site, type Site } from '../protocol/site.ts';
import type { Area } from '../storage/area.ts';
import { createSessionRows } from './session-rows.ts';

/** Key of the item in the session area. */
export const PRIVATE_SITES_KEY = 'permissions.privateSites';
/** More sites than anybody connects in private windows between two starts of the browser. */
export const MOST_PRIVATE_SITES = 100;

/** The connections of private windows: in the session area only, never on disk. */
export function createPrivateSites(session: Area) {
  const rows = createSessionRows(session, PRIVATE_SITES_KEY, site);
  const without = (all: readonly Site[], drop: (one: Site) => boolean): readonly Site[] =>
    all.some(drop) ? all.filter((one) => !drop(one)) : all;

  return {
    get: async (origin: string): Promise<Site | undefined> =>
      (await rows.all()).find((one) => one.origin === origin),
    /** Adds or replaces; the one not used for the longest time makes room. */
    put: (one: Site): Promise<void> =>
      rows.change((all) => {
        const others = all
          .filter(({ origin }) => origin !== one.origin)
          .sort((a, b) => (b.lastUsedAt ?? 0) - (a.lastUsedAt ?? 0));
        return [one, ...others.slice(0, MOST_PRIVATE_SITES - 1)];
      }),
    used: (origin: string, at: number): Promise<void> =>
      rows.change((all) =>
        all.map((one) => (one.origin === origin ? { ...one, lastUsedAt: at } : one)),
      ),
    forget: (origin: string): Promise<void> =>
      rows.change((all) => without(all, (one) => one.origin === origin)),
    /** Answers the origins that were connected to the profile. */
    forgetProfile: async (profileId: string): Promise<readonly string[]> => {
      const of = (one: Site): boolean => one.profileId === profileId;
      let gone: readonly string[] = [];
      await rows.change((all) => {
        gone = all.filter(of).map(({ origin }) => origin);
        return without(all, of);
      });
      return gone;
    },
  };
}
