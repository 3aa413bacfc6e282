import { nextRecord, NO_DIGEST } from '../../../src/history/record-digest.ts';
import type { HistoryEvent, HistoryRecord } from '../../../src/protocol/history.ts';
import { id, profile } from '../page/world.ts';

/** What the records of one signed request have in common. */
export const signedRename: Partial<HistoryEvent> = {
  id: id(70),
  operation: 'update_wallet',
  type: 'ACTIVITY_TYPE_UPDATE_WALLET',
  origin: 'https://app.example.com',
  profileId: profile.id,
  organizationId: profile.organizationId,
  keyId: profile.keyId,
  method: 'key',
  body: 'a'.repeat(64),
};

/** The sealed log of these facts. `timeOf` gives each its moment, in milliseconds since the epoch. */
export function chainOf(
  events: readonly HistoryEvent[],
  timeOf: (index: number) => number,
): readonly HistoryRecord[] {
  const records: HistoryRecord[] = [];
  let end = { sequence: 0, digest: NO_DIGEST };
  for (const [at, event] of events.entries()) {
    const record = nextRecord(end, event, timeOf(at));
    records.push(record);
    end = record;
  }
  return records;
}
