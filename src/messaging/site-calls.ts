import * as v from 'valibot';
import { DAMAGED_KINDS, MAX_DAMAGED_NAME, type DamagedRecord } from '../protocol/damaged-record.ts';
import { uuid } from '../protocol/fields.ts';
import type { SiteView } from '../protocol/site.ts';
import { blockAccess } from './call-access.ts';
import { defineCall, noInput } from './define-call.ts';

/*
 * The calls about sites, what they may do without being asked, and records at rest that are damaged.
 */

/** An origin as the browser writes it. */
export const origin = v.pipe(v.string(), v.maxLength(300));
const damagedRecord = v.strictObject({
  kind: v.picklist(DAMAGED_KINDS),
  name: v.pipe(v.string(), v.maxLength(MAX_DAMAGED_NAME)),
});

export const SITE_CALLS = {
  sites_list: defineCall<object, readonly SiteView[]>('unlocked', noInput),
  sites_block: defineCall<{ origin: string; blocked: boolean }, readonly SiteView[]>(
    blockAccess,
    v.strictObject({ origin, blocked: v.boolean() }),
  ),
  /** Disconnects a site and revokes its grants; its pending requests are withdrawn. */
  sites_forget: defineCall<{ origin: string }, readonly SiteView[]>(
    'unlocked',
    v.strictObject({ origin }),
  ),
  grants_revoke: defineCall<{ id: string }, readonly SiteView[]>(
    'unlocked',
    v.strictObject({ id: uuid }),
  ),
  /** Stored records that can't be read: they allow nothing and stand in no list. */
  damaged_list: defineCall<object, readonly DamagedRecord[]>('unlocked', noInput),
  /** Removes what is damaged under this name; what can be read stays. */
  damaged_remove: defineCall<DamagedRecord, readonly DamagedRecord[]>('unlocked', damagedRecord),
} as const;
