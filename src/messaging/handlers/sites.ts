import type { Outbox } from '../../activities/outbox.ts';
import { listed } from '../../activities/view.ts';
import { allowsSite } from '../../protocol/managed.ts';
import { markedGroup, type SiteView } from '../../protocol/site.ts';
import type { Pages } from '../page/pages.ts';
import type { HandlersOf } from './handlers.ts';

type Names = 'sites_list' | 'sites_block' | 'sites_forget' | 'grants_revoke';

/** Entries that are looked through for what sites asked, and shown of each. */
const LOOKED_AT = 300;
const SHOWN = 20;

export type SitesDesk = {
  readonly pages: Pages;
  readonly outbox: Outbox;
  /** What pages show of sites has changed. */
  readonly onChange: () => void;
};

/** Calls about sites and their grants. */
export function siteHandlers({ pages, outbox, onChange }: SitesDesk): HandlersOf<Names> {
  const { sites, grants, quiet, groups } = pages.desk;

  /** Quiet is kept by group, and shown with each site of it. */
  async function quietUntil(
    silent: ReadonlyMap<string, number>,
    origin: string,
  ): Promise<number | null> {
    for (const [group, until] of silent) if (await groups.isOf(origin, group)) return until;
    return null;
  }

  async function list(): Promise<readonly SiteView[]> {
    const [policy, all, granted, silent, entries] = await Promise.all([
      pages.desk.managed(),
      sites.list(),
      grants.list(),
      quiet.all(),
      outbox.list({ profileId: null, before: null, limit: LOOKED_AT }),
    ]);
    return Promise.all(
      all.map(async (one) => ({
        ...one,
        managed: markedGroup(one.origin) === undefined && !allowsSite(policy, one.origin),
        grants: granted.filter(({ origin }) => origin === one.origin),
        quietUntil: await quietUntil(silent, one.origin),
        history: entries
          .filter(({ record }) => record.origin === one.origin)
          .slice(0, SHOWN)
          .map(listed),
      })),
    );
  }

  const changed = async (): Promise<readonly SiteView[]> => {
    onChange();
    return list();
  };

  return {
    sites_list: list,
    sites_block: async ({ origin, blocked }) => {
      await pages.block(origin, blocked);
      return changed();
    },
    sites_forget: async ({ origin }) => {
      await pages.disconnect(origin);
      return changed();
    },
    grants_revoke: async ({ id }) => {
      await pages.revoke(id);
      return changed();
    },
  };
}
