import { digestOfText } from '../crypto/immediate-digest.ts';
import type { HistoryEvent, HistoryRecord } from '../protocol/history.ts';

/** What the first record has in place of a digest before it. */
export const NO_DIGEST = '0'.repeat(64);

type Undigested = Omit<HistoryRecord, 'digest'>;

/**
 * The text whose SHA-256 is a record's digest: a JSON array without spaces, its members in this order
 * whatever their order on the disk (docs/history.md, The bytes of a record).
 */
function textOfRecord(record: Undigested): string {
  const details = Object.entries(record.details).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([
    'keystamp/history/v1',
    record.sequence,
    record.previous,
    record.at,
    record.fact,
    record.id,
    record.operation,
    record.type,
    record.origin,
    record.profileId,
    record.organizationId,
    record.keyId,
    record.method,
    record.body,
    record.reply,
    record.activityId,
    details,
  ]);
}

/** SHA-256 of {@link textOfRecord}, hex. */
export const digestOfRecord = (record: Undigested): string => digestOfText(textOfRecord(record));

const NOTHING = {
  id: null,
  operation: null,
  type: null,
  origin: null,
  profileId: null,
  organizationId: null,
  keyId: null,
  method: null,
  body: null,
  reply: null,
  activityId: null,
  details: {},
} as const;

/** The end of a chain: what the next record follows. */
export type ChainEnd = Pick<HistoryRecord, 'sequence' | 'digest'>;

/** The record that comes after `end`. */
export function nextRecord(end: ChainEnd, event: HistoryEvent, now: number): HistoryRecord {
  const record = {
    ...NOTHING,
    ...event,
    at: Math.max(0, Math.round(event.at ?? now)),
    sequence: end.sequence + 1,
    previous: end.digest,
  };
  return { ...record, digest: digestOfRecord(record) };
}
