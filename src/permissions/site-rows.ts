import * as v from 'valibot';
import { site, type Site } from '../protocol/site.ts';

/*
 * The rows of the store `sites`, as they are read.
 */

/** A site that nothing is allowed. */
export function unconnectedSite(origin: string, blocked: boolean): Site {
  return {
    origin,
    profileId: null,
    operations: [],
    connectedAt: null,
    lastUsedAt: null,
    blocked,
  };
}

/** What damage may leave of a row. It only takes away, so it counts whatever the rest is like. */
const blockOnly = v.object({ origin: site.entries.origin, blocked: v.literal(true) });

/** Rows of another form aren't shown and allow nothing; a block in them still counts. */
export function readSites(rows: readonly unknown[]): Site[] {
  return rows.flatMap((row) => {
    if (v.is(site, row)) return [row];
    return v.is(blockOnly, row) ? [unconnectedSite(row.origin, true)] : [];
  });
}
