import { readOrigin, findLookalike } from '../../protocol/origin.ts';
import type { Grant, SiteView } from '../../protocol/site.ts';
import { filterTyped, foldTexts } from '../components/typed-text.ts';

/** Connected sites may ask; requests of blocked sites aren't shown. */
export const SITE_GROUPS = ['connected', 'blocked'] as const;
export type SiteGroup = (typeof SITE_GROUPS)[number];

function lastSeenAt(site: SiteView): number {
  return Math.max(site.lastUsedAt ?? 0, site.connectedAt ?? 0);
}

/** The sites in their groups, most recently used first. */
export function groupSites(sites: readonly SiteView[]): Readonly<Record<SiteGroup, SiteView[]>> {
  const sorted = sites.toSorted(
    (a, b) => lastSeenAt(b) - lastSeenAt(a) || a.origin.localeCompare(b.origin),
  );
  return {
    // A blocked site keeps its connection in case it is unblocked.
    connected: sorted.filter(({ blocked, managed }) => !blocked && !managed),
    blocked: sorted.filter(({ blocked, managed }) => blocked || managed),
  };
}

/** The sites whose address contains `text`, in ASCII or in Unicode, ignoring case. */
export const filterSites = (sites: readonly SiteView[], typed: string): readonly SiteView[] =>
  filterTyped(sites, typed, ({ origin }) => foldTexts([origin, readOrigin(origin)?.unicode ?? '']));

/** For each origin that looks like another listed site or a service, the host it looks like. */
export function findLookalikes(
  sites: readonly SiteView[],
  services: readonly string[],
): ReadonlyMap<string, string> {
  const hosts = sites.flatMap(({ origin }) => {
    const host = readOrigin(origin)?.host;
    return host === undefined ? [] : [{ origin, host }];
  });
  return new Map(
    hosts.flatMap(({ origin, host }): [string, string][] => {
      // The same host on another port is a different site but not an impostor.
      const otherHosts = [...hosts.map((other) => other.host), ...services].filter(
        (other) => other !== host,
      );
      const lookalike = findLookalike(host, otherHosts);
      return lookalike === undefined ? [] : [[origin, lookalike]];
    }),
  );
}

/** Whether a grant still allows anything. */
export function grantState(grant: Grant, now: number): 'live' | 'ended' | 'usedUp' {
  if (grant.expiresAt <= now) return 'ended';
  return grant.used >= grant.most ? 'usedUp' : 'live';
}

/** Uses in the last 60 minutes. */
export function countRecentUses(grant: Grant, now: number): number {
  return grant.recent.filter((usedAt) => now - usedAt < 3_600_000).length;
}
