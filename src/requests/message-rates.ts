import { createBuckets } from '../permissions/token-bucket.ts';
import type { SiteGroups } from '../permissions/site-group.ts';
import { ORIGIN_BURST, ORIGIN_PER_SECOND } from '../protocol/page-api.ts';
import type { Caller } from './caller.ts';

/** A site may have several pages on several subdomains open; a thousand subdomains get no more. */
const GROUP_FACTOR = 2;

export type MessageRates = {
  /** Counts a message. Returns the milliseconds to wait if it is one too many, otherwise 0. */
  readonly take: (caller: Pick<Caller, 'origin' | 'tabId'>) => number;
};

/** How many messages an origin, a tab, and all subdomains of a site together may send. */
export function createMessageRates(effects: {
  readonly now: () => number;
  readonly groups: Pick<SiteGroups, 'known' | 'areExact'>;
}): MessageRates {
  const { now, groups } = effects;
  const limits = { now, burst: ORIGIN_BURST, perSecond: ORIGIN_PER_SECOND };
  const [origins, tabs] = [createBuckets(limits), createBuckets(limits)];
  const sites = createBuckets({
    now,
    burst: ORIGIN_BURST * GROUP_FACTOR,
    perSecond: ORIGIN_PER_SECOND * GROUP_FACTOR,
  });
  /** Origins that have sent messages since the suffix list was last requested. */
  const unknownOrigins = new Set<string>();

  /**
   * Loads the suffix list only once several origins send messages: until then, each origin's own
   * limit is enough.
   */
  function groupOf(origin: string): string | undefined {
    const group = groups.known(origin);
    if (group !== undefined) return group;
    unknownOrigins.add(origin);
    if (unknownOrigins.size > GROUP_FACTOR) {
      unknownOrigins.clear();
      void groups.areExact();
    }
    return undefined;
  }

  return {
    take: ({ origin, tabId }) => {
      const own = origins.take(origin);
      if (!own.allowed) return own.waitMs;
      const tab = tabs.take(String(tabId));
      if (!tab.allowed) return tab.waitMs;
      const group = groupOf(origin);
      return group === undefined ? 0 : sites.take(group).waitMs;
    },
  };
}
