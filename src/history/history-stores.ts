import type { Bytes } from '../crypto/bytes.ts';
import type { HistoryRetention } from '../protocol/history.ts';
import type { Item } from '../storage/area.ts';
import type { ChainTransaction } from './chain-store.ts';
import type { MarkDeps } from './marks.ts';

export type HistoryDeps = MarkDeps & {
  /** Undefined until the first unlock after a browser start. */
  readonly outboxKeys: () => Promise<Bytes | undefined>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** How long to keep records, where nobody but the user can change it. */
  readonly retention: Item<HistoryRetention>;
};

/** The stores that a transaction needs to append to the history. */
export const HISTORY_STORES = ['history', 'historyHead'] as const;

/** A transaction with these stores among its own. */
type TransactionWithHistory = {
  readonly done: Promise<void>;
  objectStore(name: 'history'): ChainTransaction['rows'];
  objectStore(name: 'historyHead'): ChainTransaction['head'];
};

/** The part of a transaction that appends, whatever else it writes. */
export function historyOf(transaction: TransactionWithHistory): ChainTransaction {
  return {
    rows: transaction.objectStore('history'),
    head: transaction.objectStore('historyHead'),
    done: transaction.done,
  };
}
