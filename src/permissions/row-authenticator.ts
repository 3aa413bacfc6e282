import { KeystampError } from '../protocol/errors.ts';
import type { Grant, Site } from '../protocol/site.ts';
import type { RowMac } from '../vault/row-mac.ts';

/*
 * What a row's MAC covers: what it allows, and to whom. Not the counts and the time of its last
 * use, which change with every use and which an older row of the same store could bring back
 * anyway. Not a block either, which only takes permissions away.
 */

const siteText = ({ origin, profileId, operations, connectedAt }: Site): string =>
  JSON.stringify([origin, profileId, operations, connectedAt]);

function grantText(grant: Grant): string {
  const { id, origin, profileId, operation, limits, most, perHour, createdAt, expiresAt } = grant;
  const sorted = Object.entries(limits).sort(([a], [b]) => (a < b ? -1 : 1));
  const terms = [id, origin, profileId, operation, sorted, most, perHour, createdAt, expiresAt];
  return JSON.stringify(terms);
}

/** Signs and checks the rows of one store. */
export type RowAuthenticator<T> = {
  /** The row with its MAC. `vault_locked` */
  readonly sign: (row: T) => Promise<T>;
  /** Whether Keystamp wrote what the row allows. Undefined while the vault is locked. */
  readonly isAuthentic: (row: T) => Promise<boolean | undefined>;
  /** Whether that was verified since the last lock. */
  readonly isVerified: (row: T) => boolean;
};

function createRowAuthenticator<T extends { readonly mac?: string | undefined }>(
  rows: RowMac,
  store: string,
  textOf: (row: T) => string,
): RowAuthenticator<T> {
  return {
    sign: async (row) => ({ ...row, mac: await rows.sign(store, textOf(row)) }),
    isAuthentic: async (row) => {
      if (rows.isVerified(store, textOf(row), row.mac)) return true;
      try {
        return await rows.verify(store, textOf(row), row.mac);
      } catch (error) {
        if (error instanceof KeystampError && error.code === 'vault_locked') return undefined;
        throw error;
      }
    },
    isVerified: (row) => rows.isVerified(store, textOf(row), row.mac),
  };
}

export const createSiteAuthenticator = (rows: RowMac): RowAuthenticator<Site> =>
  createRowAuthenticator(rows, 'sites', siteText);
export const createGrantAuthenticator = (rows: RowMac): RowAuthenticator<Grant> =>
  createRowAuthenticator(rows, 'grants', grantText);
