import type { Page } from 'playwright';
import {
  createGrantAuthenticator,
  createSiteAuthenticator,
} from '../../src/permissions/row-authenticator.ts';
import type { Grant, Site } from '../../src/protocol/site.ts';
import { writeRows } from './extension-internals.ts';
import { rowMacs } from './vault-writer.ts';

/*
 * Sites and grants in the database as the worker stores them, without anybody asked.
 */

const HOUR_MS = 3_600_000;

export type SiteRows = { readonly sites: readonly Site[]; readonly grants: readonly Grant[] };

/** Writes sites and grants, signed like the unlocked worker signs them. */
export async function writeSites(page: Page, unsigned: SiteRows): Promise<void> {
  const mac = await rowMacs(page);
  const rows = {
    sites: await Promise.all(unsigned.sites.map(createSiteAuthenticator(mac).sign)),
    grants: await Promise.all(unsigned.grants.map(createGrantAuthenticator(mac).sign)),
  };
  await writeRows(page, rows);
}

/** A site that is connected for some operations. */
export function connectedSite(origin: string, profileId: string, at: number): Site {
  const operations = ['update_wallet', 'create_user_tag'];
  return { origin, profileId, operations, connectedAt: at, lastUsedAt: at, blocked: false };
}

type GrantBasis = Partial<Grant> & Pick<Grant, 'origin' | 'profileId' | 'operation' | 'most'>;

/** A grant of an hour ago for three more days, with no limits but its number, if nothing else is said. */
export function createGrant(basis: GrantBasis): Grant {
  return {
    id: crypto.randomUUID(),
    limits: {},
    used: 0,
    perHour: null,
    recent: [],
    createdAt: Date.now() - HOUR_MS,
    expiresAt: Date.now() + 72 * HOUR_MS,
    lastUsedAt: null,
    ...basis,
  };
}
