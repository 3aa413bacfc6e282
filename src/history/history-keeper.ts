import type { ChainPlace, HistoryLook } from '../protocol/backup.ts';
import { KeystampError } from '../protocol/errors.ts';
import type { HistoryChecked, HistorySummary, HistoryVerdict } from '../protocol/history.ts';
import { read, write } from '../storage/database.ts';
import { createQueue } from '../storage/queue.ts';
import { appendEvents, boundsOf, HEAD_KEY, readHead } from './chain-store.ts';
import { lastBefore, lastExpired, removeRecords } from './delete-records.ts';
import { createFinder } from './find-records.ts';
import { HISTORY_STORES, historyOf, type HistoryDeps } from './history-stores.ts';
import { readLostMark, type Marks } from './marks.ts';
import { NO_DIGEST } from './record-digest.ts';
import { lookAtRecords, restoreRecords } from './restore-records.ts';
import { readKeys, type SealKeys } from './seal.ts';
import { sealTail } from './seal-tail.ts';
import { verifyHistory } from './verify-history.ts';

/** How many different values to filter by are listed. */
const MAX_CHOICES = 500;

type Verification = ReturnType<typeof verifyHistory>;

export type HistoryKeeper = ReturnType<typeof createHistoryKeeper>;

/** All that is done with the history but appending to it (history.ts). */
export function createHistoryKeeper(deps: HistoryDeps, marks: Marks) {
  const finder = createFinder(deps.connect);
  const deletion = createDeletion(deps, marks);
  /** Verifications and deletions don't meet. */
  const queue = createQueue();

  const verifications = createVerifications(deps, marks);

  /** Does what may take records away or put some there: a verification begins again. */
  const change = <T>(work: () => Promise<T>): Promise<T> =>
    queue(() => {
      verifications.forget();
      return work();
    });

  return {
    ...finder,
    summary: () => summarize(deps, finder),
    verify: (run: string) => queue(() => verifications.step(run)),
    deleteBefore: (moment: number | null): Promise<void> =>
      change(async () =>
        deletion.before(
          moment,
          moment === null ? { verdict: (await verifications.verdict()).kind } : {},
        ),
      ),
    lookAt: (records: readonly unknown[], from: ChainPlace): Promise<HistoryLook> =>
      lookAtRecords(deps, records, from),
    restore: (records: readonly unknown[]): Promise<number> =>
      change(async () => {
        const keys = await demandKeys(deps);
        const { seal, added } = await restoreRecords(deps, keys, records);
        if (seal) marks.advance(seal, keys);
        return added;
      }),
    acceptLoss: (): Promise<void> => change(() => acceptLoss(deps, marks)),
    onUnlock: (): Promise<void> =>
      change(async () => {
        const keys = await readKeys(deps);
        if (!keys) return;
        await sealTail(deps, keys, { onSealed: (one) => marks.advance(one, keys) });
        await deletion.expired();
      }),
    /** A verification has the seal's keys: it doesn't outlive them. */
    forget: verifications.forget,
  };
}

/** Verifications, one at a time: in steps for a page, or at once. */
function createVerifications(deps: HistoryDeps, marks: Marks) {
  /** The verification that a page is in the middle of. */
  let current: { readonly run: string; readonly steps: Verification } | undefined;

  async function* verification(): Verification {
    const keys = await demandKeys(deps);
    await marks.settled();
    return yield* verifyHistory(deps, keys);
  }

  /** One step of a verification. One that isn't known here begins. */
  async function step(run: string): Promise<HistoryChecked | HistoryVerdict> {
    const mine = current?.run === run ? current : { run, steps: verification() };
    current = mine;
    let isOver = true;
    try {
      const { done, value } = await mine.steps.next();
      isOver = done === true;
      return value;
    } finally {
      if (isOver && current === mine) current = undefined;
    }
  }

  async function verdict(): Promise<HistoryVerdict> {
    const steps = verification();
    for (;;) {
      const { done, value } = await steps.next();
      if (done) return value;
    }
  }

  return {
    step,
    verdict,
    forget: (): void => {
      current = undefined;
    },
  };
}

/** Deletes records, and says so in the chain that is left. */
function createDeletion(deps: HistoryDeps, marks: Marks) {
  async function deleteThrough(through: number, details: object): Promise<void> {
    const keys = await demandKeys(deps);
    const { seal, isAll } = await removeRecords(deps, keys, { through, details });
    if (seal && isAll) await marks.replace(seal);
    else if (seal) marks.advance(seal, keys);
  }

  return {
    before: async (moment: number | null, details: object): Promise<void> => {
      const through = await lastBefore(deps, moment);
      if (through !== undefined) await deleteThrough(through, { by: 'user', ...details });
    },
    expired: async (): Promise<void> => {
      const through = await lastExpired(deps);
      if (through !== undefined) await deleteThrough(through, { by: 'retention' });
    },
  };
}

async function acceptLoss(deps: HistoryDeps, marks: Marks): Promise<void> {
  const keys = await demandKeys(deps);
  await marks.settled();
  const lost = await readLostMark(deps, keys);
  if (!lost) return;
  const { sequence: through, digest } = lost;
  await sealTail(deps, keys, { isNew: true, onSealed: () => undefined });
  const event = { fact: 'deleted', details: { by: 'browser', through, digest } } as const;
  const { seal } = await write(await deps.connect(), HISTORY_STORES, (transaction) =>
    appendEvents(historyOf(transaction), [event], { keys, now: deps.now() }),
  );
  if (seal) await marks.replace(seal);
}

async function demandKeys(deps: HistoryDeps): Promise<SealKeys> {
  const keys = await readKeys(deps);
  if (!keys) throw new KeystampError('vault_locked');
  return keys;
}

async function summarize(
  deps: HistoryDeps,
  finder: ReturnType<typeof createFinder>,
): Promise<HistorySummary> {
  const { connect, retention } = deps;
  const db = await connect();
  const bounds = await read(db, boundsOf);
  const head = readHead(await read(db, (from) => from.get('historyHead', HEAD_KEY)));
  const oldest = bounds && (await read(db, (from) => from.get('history', bounds.first)));
  const [operations, origins, days] = await Promise.all([
    finder.distinct('operation', MAX_CHOICES),
    finder.distinct('origin', MAX_CHOICES),
    retention.get(),
  ]);
  const since = oldest?.['at'];
  const keys = await readKeys(deps);
  const lost = keys && (await readLostMark(deps, keys));
  return {
    first: bounds?.first ?? 0,
    last: bounds?.last ?? 0,
    head: head?.digest ?? NO_DIGEST,
    missingThrough: lost?.sequence ?? null,
    since: typeof since === 'number' ? since : null,
    operations,
    origins,
    retention: days ?? null,
  };
}
