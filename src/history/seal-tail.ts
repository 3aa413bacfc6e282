import { read, write } from '../storage/database.ts';
import { findBreak } from './chain-check.ts';
import { HEAD_KEY, readHead, recordOfRow, type Head } from './chain-store.ts';
import { HISTORY_STORES, type HistoryDeps } from './history-stores.ts';
import { readMarks } from './marks.ts';
import { isAuthentic, isSealOf, needsNoKey, sealEnd, type Seal, type SealKeys } from './seal.ts';

/** Whether this chain, which has no seal yet, may get its first one. */
async function mayBegin(deps: HistoryDeps, keys: SealKeys, head: Head): Promise<boolean> {
  const { inSession, onDisk } = await readMarks(deps, keys);
  return head.seal === null && !inSession && !onDisk;
}

type TailOptions = {
  /** The user knows that this chain doesn't go on from what was marked. */
  readonly isNew?: boolean;
  readonly onSealed: (seal: Seal) => void;
};

/**
 * Seals records that were written before the first unlock after a browser start, if they go on from
 * what was sealed and are of facts that need no key.
 */
export async function sealTail(
  deps: HistoryDeps,
  keys: SealKeys,
  { isNew = false, onSealed }: TailOptions,
): Promise<void> {
  const db = await deps.connect();
  const stored = readHead(await read(db, (from) => from.get('historyHead', HEAD_KEY)));
  if (!stored || (stored.seal && isSealOf(stored.seal, stored))) return;
  const isFirst = isNew ? stored.seal === null : await mayBegin(deps, keys, stored);
  const seal = await write(db, HISTORY_STORES, async (transaction) => {
    const head = readHead(await transaction.objectStore('historyHead').get(HEAD_KEY));
    if (!head || !(head.seal ? isAuthentic(keys, head.seal) : isFirst)) return undefined;
    const from = head.seal?.sequence ?? 1;
    const rows = await transaction.objectStore('history').getAll(IDBKeyRange.lowerBound(from));
    if (!isTailWhole(head, rows)) return undefined;
    const next = sealEnd(keys, head);
    await transaction.objectStore('historyHead').put({ ...head, seal: next }, HEAD_KEY);
    return next;
  });
  if (seal) onSealed(seal);
}

/** Whether the rows lead from what was sealed to the end. */
function isTailWhole(head: Head, rows: readonly Parameters<typeof recordOfRow>[0][]): boolean {
  const records = rows.flatMap((row) => recordOfRow(row) ?? []);
  const [first] = records;
  const last = records.at(-1);
  if (!first || !last || records.length !== rows.length || !isSealOf({ ...last, mac: '' }, head))
    return false;
  const sealed = head.seal;
  if (sealed && !isSealOf(sealed, first)) return false;
  const unsealed = sealed ? records.slice(1) : records;
  const broken = findBreak(records);
  // The beginning isn't among them.
  const isChain = !broken || (broken.reason === 'missing' && broken.sequence === 1);
  return isChain && unsealed.every(({ fact }) => needsNoKey(fact));
}
