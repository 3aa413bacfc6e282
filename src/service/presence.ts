// Which services use a server's database. A master key is only rotated while none does: each has it in
// memory, and would go on sealing under the old one.
import { eq, gt, sql } from 'drizzle-orm';
import { randomId } from './ids.ts';
import type { RandomBytes } from '../crypto/bytes.ts';
import type { Database } from './database.ts';
import { repeat } from './repetition.ts';
import { runningServices } from './service-tables.ts';

/** How often a service says that it is there, milliseconds. */
const RENEW_MS = 10_000;
/** After so long without having said so a service seals nothing, milliseconds. */
const WRITES_MS = 30_000;
/** After so long without a word a service is gone, milliseconds: whatever it sealed is written or refused. */
const GONE_MS = 60_000;

/** Milliseconds since the epoch by the database's clock, the same for all. */
const NOW = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`.mapWith(Number);

export type Presence = {
  /** False once the service could not say for a while that it is there. */
  readonly mayWrite: () => boolean;
  /** Says that it has gone. */
  readonly end: () => Promise<void>;
};

/** Says that this service is there, until it ends. Rejects if it can't say so the first time. */
export async function announce(deps: {
  readonly db: Database;
  readonly random: RandomBytes;
  /** Milliseconds from any moment, never backwards. */
  readonly elapsed: () => number;
  /** Where it runs, for a person. */
  readonly place: string;
}): Promise<Presence> {
  const { db, random, elapsed, place } = deps;
  const id = randomId(random);
  let announcedAt = -Infinity;
  const say = async () => {
    const startedAt = elapsed();
    await db
      .insert(runningServices)
      .values({ id, place, seenAt: sql`${NOW}` })
      .onConflictDoUpdate({ target: runningServices.id, set: { seenAt: sql`${NOW}` } });
    announcedAt = startedAt;
  };
  await say();
  // A database that is away is noticed by every request.
  const renewal = repeat(RENEW_MS, say, () => {});
  return {
    mayWrite: () => elapsed() - announcedAt < WRITES_MS,
    end: async () => {
      await renewal.stop();
      await db.delete(runningServices).where(eq(runningServices.id, id));
    },
  };
}

/** Throws, in words, if a service uses the database. */
export async function demandNobody(db: Database): Promise<void> {
  const [running] = await db
    .select({ place: runningServices.place, ago: sql<number>`${NOW} - ${runningServices.seenAt}` })
    .from(runningServices)
    .where(gt(runningServices.seenAt, sql`${NOW} - ${GONE_MS}`))
    .limit(1);
  if (!running) return;
  const seconds = Math.ceil(Number(running.ago) / 1000);
  throw new Error(
    `The database is in use by a service (${running.place}), which was there ${seconds} s ago. Stop all services first; one that crashed counts as gone after a minute. Nothing was changed.`,
  );
}
