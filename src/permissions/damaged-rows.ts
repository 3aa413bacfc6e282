import { createDamagedRows, type DamagedRecords } from '../storage/damaged-rows.ts';
import type { Connect } from '../storage/database.ts';
import { deleteGrants, readGrant } from './grant-validity.ts';
import { readSites } from './site-rows.ts';

/** Sites that can't be read. One goes with its grants, as any site does. */
export const createDamagedSites = (connect: Connect): DamagedRecords =>
  createDamagedRows(connect, {
    store: 'sites',
    stores: ['sites', 'grants'],
    keyOf: ({ origin }) => origin,
    isDamaged: (row) => readSites([row]).length === 0,
    remove: async (transaction, { origin }) => {
      await transaction.objectStore('sites').delete(origin);
      await deleteGrants(transaction, origin);
    },
  });

/** Grants that can't be read. None was ever used since. */
export const createDamagedGrants = (connect: Connect): DamagedRecords =>
  createDamagedRows(connect, {
    store: 'grants',
    stores: ['grants'],
    keyOf: ({ id }) => id,
    isDamaged: (row) => readGrant(row) === undefined,
    remove: (transaction, { id }) => transaction.objectStore('grants').delete(id),
  });
