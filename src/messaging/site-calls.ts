import * as v from 'valibot';
import { DAMAGED_KINDS, MAX_DAMAGED_NAME, type DamagedRecord } from '../protocol/damaged-record.ts';
import { uuid } from '../protocol/fields.ts';
import type { SiteView } from '../protocol/site.ts';
import { blockAccess } from './call-access.ts';
import { defineCall, inPart } from './define-call.ts';

/*
 * The calls about sites, what they may do without being asked, and records at rest that are damaged.
 */

/** An origin as the browser writes it. */
export const origin = v.pipe(v.string(), v.maxLength(300));
const damagedRecord = v.strictObject({
  kind: v.picklist(DAMAGED_KINDS),
  name: v.pipe(v.string(), v.maxLength(MAX_DAMAGED_NAME)),
});

export const SITE_CALLS = inPart('requests', {
  sites_list: defineCall<readonly SiteView[]>()(),
  sites_block: defineCall<readonly SiteView[]>()({
    access: blockAccess,
    input: v.strictObject({ origin, blocked: v.boolean() }),
  }),
  /** Disconnects a site and revokes its grants; its pending requests are withdrawn. */
  sites_forget: defineCall<readonly SiteView[]>()({ input: v.strictObject({ origin }) }),
  grants_revoke: defineCall<readonly SiteView[]>()({ input: v.strictObject({ id: uuid }) }),
  /** Stored records that can't be read: they allow nothing and stand in no list. */
  damaged_list: defineCall<readonly DamagedRecord[]>()(),
  /** Removes what is damaged under this name; what can be read stays. */
  damaged_remove: defineCall<readonly DamagedRecord[]>()({ input: damagedRecord }),
});
