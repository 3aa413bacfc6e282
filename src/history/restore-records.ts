import * as v from 'valibot';
import type { ChainPlace, HistoryLook } from '../protocol/backup.ts';
import { KeystampError } from '../protocol/errors.ts';
import {
  COPY_NUMBER,
  COPY_OF,
  historyRecord,
  MAX_RESTORED_SEQUENCE,
  type HistoryEvent,
  type HistoryRecord,
} from '../protocol/history.ts';
import { write, type WriteTransaction } from '../storage/database.ts';
import { currentHead, HEAD_KEY, nextSeal, toRow, type Head } from './chain-store.ts';
import { HISTORY_STORES, historyOf, type HistoryDeps } from './history-stores.ts';
import { digestOfRecord, nextRecord, type ChainEnd } from './record-digest.ts';
import type { Seal, SealKeys } from './seal.ts';

/*
 * Records of a backup. Those that go on from the chain that is here are appended as they are, so a
 * chain that is restored into an empty browser is the same chain. Records of any other chain can't
 * be: a chain has one record for each number. They are copied to the end, each with the digest and
 * the number it has in its own chain. What is here already is neither, so a restore can be repeated.
 */

/** What a backup's record is called, wherever it is: its digest, or that of what it is a copy of. */
function originOf({ digest, sequence, details }: HistoryRecord): ChainEnd {
  const { [COPY_OF]: copyOf, [COPY_NUMBER]: copyNumber } = details;
  return typeof copyOf === 'string' && typeof copyNumber === 'number'
    ? { digest: copyOf, sequence: copyNumber }
    : { digest, sequence };
}

/**
 * The records of a part, each with its own digest and going on from the one before. `backup_invalid`
 * with the reason `backup_history_broken` otherwise.
 */
export function readRestoredRecords(
  stored: readonly unknown[],
  from: Pick<HistoryRecord, 'sequence' | 'digest'> | null = null,
): readonly HistoryRecord[] {
  let end = from;
  return stored.map((one) => {
    const parsed = v.safeParse(historyRecord, one);
    const record = parsed.success ? parsed.output : undefined;
    const follows =
      !end || (record?.sequence === end.sequence + 1 && record.previous === end.digest);
    const isNumbered = record && record.sequence <= MAX_RESTORED_SEQUENCE;
    if (!isNumbered || !follows || digestOfRecord(record) !== record.digest) throw brokenHistory();
    end = record;
    return record;
  });
}

function brokenHistory(): KeystampError {
  return new KeystampError('backup_invalid', undefined, { reason: 'backup_history_broken' });
}

type HistoryTransaction = WriteTransaction<'history' | 'historyHead'>;

async function isHere(transaction: HistoryTransaction, record: HistoryRecord): Promise<boolean> {
  const store = transaction.objectStore('history');
  const { digest, sequence } = originOf(record);
  if ((await store.get(sequence))?.['digest'] === digest) return true;
  if ((await store.get(record.sequence))?.['digest'] === record.digest) return true;
  return (await store.index('terms').getKey(digest)) !== undefined;
}

/** Whether a record goes on from what is here. Nothing goes before the beginning of a chain. */
const goesOn = (head: ChainEnd, isEmpty: boolean, record: HistoryRecord): boolean =>
  isEmpty || (record.sequence === head.sequence + 1 && record.previous === head.digest);

async function isEmptyChain(transaction: HistoryTransaction, head: Head): Promise<boolean> {
  return head.sequence === 0 && (await transaction.objectStore('history').count()) === 0;
}

/** What {@link restoreRecords} would do with a part, after the parts before it. Writes nothing. */
export async function lookAtRecords(
  { connect }: Pick<HistoryDeps, 'connect'>,
  stored: readonly unknown[],
  from: ChainPlace,
): Promise<HistoryLook> {
  const records = readRestoredRecords(stored, from);
  return write(await connect(), HISTORY_STORES, async (transaction) => {
    const head = await currentHead(historyOf(transaction));
    const isEmpty = await isEmptyChain(transaction, head);
    const counts = { here: 0, appended: 0, copied: 0 };
    let end = from;
    for (const record of records) {
      const here = await isHere(transaction, record);
      const appended: boolean =
        !here && (end?.appended === true || goesOn(head, isEmpty && end === null, record));
      counts[here ? 'here' : appended ? 'appended' : 'copied'] += 1;
      end = { sequence: record.sequence, digest: record.digest, appended };
    }
    return { end, ...counts };
  });
}

const copyOf = (record: HistoryRecord): HistoryEvent => {
  const { sequence: _sequence, previous: _previous, digest: _digest, ...event } = record;
  const { digest, sequence } = originOf(record);
  return { ...event, details: { ...event.details, [COPY_OF]: digest, [COPY_NUMBER]: sequence } };
};

/**
 * Puts a part's records where they belong, in one transaction, and seals the new end. Returns the seal
 * and how many records were added. Call it part by part, from the first one.
 */
export async function restoreRecords(
  { connect, now }: Pick<HistoryDeps, 'connect' | 'now'>,
  keys: SealKeys,
  stored: readonly unknown[],
): Promise<{ readonly seal: Seal | null; readonly added: number }> {
  const records = readRestoredRecords(stored);
  return write(await connect(), HISTORY_STORES, async (transaction) => {
    const chain = historyOf(transaction);
    const head = await currentHead(chain);
    let isEmpty = await isEmptyChain(transaction, head);
    let end: ChainEnd = head;
    let added = 0;
    for (const record of records) {
      if (await isHere(transaction, record)) continue;
      const next = goesOn(end, isEmpty, record) ? record : nextRecord(end, copyOf(record), now());
      await chain.rows.put(toRow(next));
      end = next;
      isEmpty = false;
      added += 1;
    }
    if (added === 0) return { seal: null, added };
    const { sequence, digest } = end;
    const seal = nextSeal(head, end, keys);
    await chain.head.put({ sequence, digest, seal }, HEAD_KEY);
    return { seal, added };
  });
}
