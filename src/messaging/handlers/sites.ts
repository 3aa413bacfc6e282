import type { HandlersOf } from './handlers.ts';

type Names = 'sites_list' | 'sites_block' | 'sites_forget' | 'grants_revoke';

/** Calls about sites and their grants. */
export function siteHandlers(): HandlersOf<Names> {
  const none = async () => [];
  return { sites_list: none, sites_block: none, sites_forget: none, grants_revoke: none };
}
