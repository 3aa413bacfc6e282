import { toListView } from '../../activities/outbox/entry-view.ts';
import { coversOrigin } from '../../permissions/match-pattern.ts';
import { originOutside } from '../../protocol/container.ts';
import { allowsSite } from '../../protocol/managed-policy.ts';
import { readWildcardGroup, type SiteView } from '../../protocol/site.ts';
import type { RequestHandlerDeps, Handlers } from './handlers.ts';
import { createDamagedEntries } from '../../activities/outbox/damaged-rows.ts';
import { createDamagedGrants, createDamagedSites } from '../../permissions/damaged-rows.ts';
import {
  DAMAGED_KINDS,
  type DamagedKind,
  type DamagedRecord,
} from '../../protocol/damaged-record.ts';
import type { DamagedRecords } from '../../storage/damaged-rows.ts';

/** How many entries to search for sites' requests, and how many to show per site. */
const MAX_SEARCHED_ENTRIES = 300;
const MAX_HISTORY = 20;

/** Calls about sites and their grants. */
export function createSiteHandlers(
  deps: Pick<RequestHandlerDeps, 'requests' | 'outbox' | 'publishInBackground'> & {
    /** The match patterns of all pages that the browser lets us into. */
    readonly reachable: () => Promise<readonly string[]>;
  },
) {
  const { requests, outbox, reachable, publishInBackground } = deps;
  const { sites, grants, cooldowns: cooldown, groups } = requests.deps;

  /** The cooldown belongs to a site group and shows with each of its sites. */
  async function cooldownEndOf(
    cooldowns: ReadonlyMap<string, number>,
    origin: string,
  ): Promise<number | null> {
    for (const [group, until] of cooldowns) if (await groups.isOf(origin, group)) return until;
    return null;
  }

  async function listSites(): Promise<readonly SiteView[]> {
    const [policy, patterns, allSites, allGrants, cooldowns, entries] = await Promise.all([
      requests.deps.managed(),
      reachable(),
      sites.list(),
      grants.list(),
      cooldown.all(),
      outbox.list({ profileId: null, before: null, limit: MAX_SEARCHED_ENTRIES }),
    ]);
    return Promise.all(
      allSites.map(async (site) => ({
        ...site,
        reached:
          readWildcardGroup(site.origin) !== undefined ||
          coversOrigin(patterns, originOutside(site.origin)),
        managed: readWildcardGroup(site.origin) === undefined && !allowsSite(policy, site.origin),
        grants: allGrants.filter(({ origin }) => origin === site.origin),
        cooldownUntil: await cooldownEndOf(cooldowns, site.origin),
        history: entries
          .filter(({ record }) => record.origin === site.origin)
          .slice(0, MAX_HISTORY)
          .map(toListView),
      })),
    );
  }

  const notifyAndListSites = async (): Promise<readonly SiteView[]> => {
    publishInBackground();
    return listSites();
  };

  return {
    sites_list: listSites,
    sites_block: async ({ origin, blocked }) => {
      await requests.blockSite(origin, blocked);
      return notifyAndListSites();
    },
    sites_forget: async ({ origin }) => {
      await requests.disconnect(origin);
      return notifyAndListSites();
    },
    grants_revoke: async ({ id }) => {
      await requests.revokeGrant(id);
      return notifyAndListSites();
    },
  } satisfies Partial<Handlers>;
}

/** Calls about records at rest that can't be read. */
export function createDamagedHandlers({
  connect,
  profiles,
  requests,
  publishInBackground,
}: Pick<RequestHandlerDeps, 'connect' | 'profiles' | 'requests' | 'publishInBackground'>) {
  const records: Readonly<Record<DamagedKind, DamagedRecords>> = {
    site: createDamagedSites(connect),
    pre_approval: createDamagedGrants(connect),
    activity: createDamagedEntries(connect),
    profile: {
      list: profiles.listDamaged,
      remove: async (name) => {
        for (const id of await profiles.removeDamaged(name)) await requests.forgetProfile(id);
      },
    },
  };

  async function listAll(): Promise<readonly DamagedRecord[]> {
    const all = DAMAGED_KINDS.map(async (kind) =>
      (await records[kind].list()).map((name) => ({ kind, name })),
    );
    return (await Promise.all(all)).flat();
  }

  return {
    damaged_list: listAll,
    damaged_remove: async ({ kind, name }) => {
      await records[kind].remove(name);
      publishInBackground();
      return listAll();
    },
  } satisfies Partial<Handlers>;
}
