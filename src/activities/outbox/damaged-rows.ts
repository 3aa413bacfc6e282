import * as v from 'valibot';
import { createDamagedRows, type DamagedRecords } from '../../storage/damaged-rows.ts';
import type { Connect } from '../../storage/database.ts';
import { StoredRow } from './record.ts';

/** The time of its body, which no other body of its profile may have (timestamps.ts). */
const { profileId, timestampMs } = StoredRow.entries;
const timeOfBody = v.object({ profileId, timestampMs });

/**
 * Entries that can't be read: nothing is sent or looked up for them any more. Removing one leaves its ID and
 * the time of its body behind, hidden and in no state: with a second use of its ID a page could have the
 * same thing done again, and a grant would get its use back. The rest goes, the stamped bytes among it.
 */
export const createDamagedEntries = (connect: Connect): DamagedRecords =>
  createDamagedRows(connect, {
    store: 'outbox',
    stores: ['outbox'],
    keyOf: ({ id }) => id,
    isDamaged: (row) => row['hidden'] !== true && !v.is(StoredRow, row),
    remove: (transaction, row) => {
      const kept = v.safeParse(timeOfBody, row);
      const hidden = { id: row.id, profileId: '', createdAt: 0, state: '', hidden: true };
      return transaction.objectStore('outbox').put({ ...hidden, ...(kept.success && kept.output) });
    },
  });
