import * as v from 'valibot';
import { historyRecord, type ChainBreak, type HistoryRecord } from '../protocol/history.ts';
import { digestOfRecord, NO_DIGEST, type ChainEnd } from './record-digest.ts';

/*
 * Whether records follow from each other. Needs no key: whoever has an exported file can check it
 * (scripts/verify-log.ts), and the extension adds what only it can (seal.ts).
 */

/** What a deletion says about itself. */
type Deletion = { readonly through: number; readonly digest: string };

/** The deletion that a record is about; undefined for any other record. */
function deletionOf({ fact, details }: HistoryRecord): Deletion | undefined {
  const { through, digest } = details;
  if (fact !== 'deleted' || typeof through !== 'number' || typeof digest !== 'string')
    return undefined;
  return { through, digest };
}

export type ChainCheck = {
  /** Takes the next record, oldest first. Returns what is broken; then the check is over. */
  readonly take: (stored: unknown) => ChainBreak | undefined;
  /** After the last one: whether what is missing at the beginning was deleted by the user. */
  readonly finish: () => ChainBreak | undefined;
  /** The last good record; undefined before the first. */
  readonly last: () => HistoryRecord | undefined;
  /** Its place; sequence 0 before the first. */
  readonly end: () => ChainEnd;
};

/** Checks a chain record by record, so that it never has to be in memory as a whole. */
export function createChainCheck(): ChainCheck {
  let first: HistoryRecord | undefined;
  let last: HistoryRecord | undefined;
  let isBeginningDeleted = false;

  function noteDeletion(record: HistoryRecord): void {
    const deletion = deletionOf(record);
    if (!first || !deletion) return;
    isBeginningDeleted ||=
      deletion.through === first.sequence - 1 && deletion.digest === first.previous;
  }

  function take(stored: unknown): ChainBreak | undefined {
    const expected = last && last.sequence + 1;
    const parsed = v.safeParse(historyRecord, stored);
    if (!parsed.success) return { sequence: expected ?? 1, reason: 'form' };
    const record = parsed.output;
    const { sequence, previous, digest } = record;
    if (expected !== undefined && sequence !== expected) {
      return { sequence: expected, reason: sequence > expected ? 'missing' : 'order' };
    }
    if (digestOfRecord(record) !== digest) return { sequence, reason: 'changed' };
    if (last && previous !== last.digest) return { sequence, reason: 'unlinked' };
    if (sequence === 1 && previous !== NO_DIGEST) return { sequence, reason: 'unlinked' };
    first ??= record;
    last = record;
    noteDeletion(record);
    return undefined;
  }

  return {
    take,
    finish: () => {
      if (!first || first.sequence === 1 || isBeginningDeleted) return undefined;
      return { sequence: 1, reason: 'missing' };
    },
    last: () => last,
    end: () => last ?? { sequence: 0, digest: NO_DIGEST },
  };
}

/** The first broken record of a whole list, oldest first; undefined if there is none. */
export function findBreak(records: readonly unknown[]): ChainBreak | undefined {
  const check = createChainCheck();
  for (const record of records) {
    const found = check.take(record);
    if (found) return found;
  }
  return check.finish();
}
