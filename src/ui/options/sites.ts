import { readOrigin, resembles } from '../../protocol/origin.ts';
import type { Grant, SiteView } from '../../protocol/site.ts';

/** How a site stands: it may ask, or nothing that it asks is shown. */
export const STANDINGS = ['connected', 'blocked'] as const;
export type Standing = (typeof STANDINGS)[number];

function lastSeen(site: SiteView): number {
  return Math.max(site.lastUsedAt ?? 0, site.connectedAt ?? 0);
}

/** Sites by how they stand, those used last first. */
export function byStanding(sites: readonly SiteView[]): Readonly<Record<Standing, SiteView[]>> {
  const sorted = sites.toSorted(
    (a, b) => lastSeen(b) - lastSeen(a) || a.origin.localeCompare(b.origin),
  );
  return {
    // A blocked site keeps its connection for when it is unblocked.
    connected: sorted.filter(({ blocked, managed }) => !blocked && !managed),
    blocked: sorted.filter(({ blocked, managed }) => blocked || managed),
  };
}

/** The sites whose address contains `text`, in ASCII or in its own letters, whatever the case. */
export function matchingSites(sites: readonly SiteView[], text: string): readonly SiteView[] {
  const wanted = text.trim().toLowerCase();
  return sites.filter(
    ({ origin }) =>
      origin.includes(wanted) || (readOrigin(origin)?.unicode?.includes(wanted) ?? false),
  );
}

/** By origin, the host of another listed site, or of a profile's service, that it is easily taken for. */
export function likes(
  sites: readonly SiteView[],
  services: readonly string[],
): ReadonlyMap<string, string> {
  const named = sites.flatMap(({ origin }) => {
    const host = readOrigin(origin)?.host;
    return host === undefined ? [] : [{ origin, host }];
  });
  return new Map(
    named.flatMap(({ origin, host }): [string, string][] => {
      // The same host on another port is another site, and no impostor.
      const others = [...named.map((one) => one.host), ...services].filter((one) => one !== host);
      const like = resembles(host, others);
      return like === undefined ? [] : [[origin, like]];
    }),
  );
}

/** Whether a grant still allows anything. */
export function grantStanding(grant: Grant, now: number): 'live' | 'ended' | 'usedUp' {
  if (grant.expiresAt <= now) return 'ended';
  return grant.used >= grant.most ? 'usedUp' : 'live';
}

/** Uses in the last 60 minutes. */
export function recentUses(grant: Grant, now: number): number {
  return grant.recent.filter((at) => now - at < 3_600_000).length;
}
