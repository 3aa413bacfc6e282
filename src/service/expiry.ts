// Deletes what has expired: codes, targets of imports, tokens, sessions, and events of emails.
import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { getTableName } from 'drizzle-orm';
import { write, type RootDatabase } from './database.ts';
import {
  emailEvents,
  importTargets,
  otps,
  readSessions,
  sentCodes,
  verificationTokens,
} from './schema.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Expiring = {
  readonly table: PgTable;
  readonly key: PgColumn;
  /** When a row ends, or began. */
  readonly time: PgColumn;
  /** How long after that it stays, milliseconds. */
  readonly keptMs: number;
  readonly besides?: SQL;
};

/**
 * What goes, and when. All of it stays longer than it works, so that a late request hears why it is
 * refused, by whichever process's clock. Codes stay longer than requests for them are counted (otp.ts), used
 * tokens and set-up codes as long as they could be tried again. Activities, votes and records never go.
 */
const EXPIRING: readonly Expiring[] = [
  // Before the codes that they belong to. The codes themselves are in them, sealed: not a minute more than needed.
  { table: sentCodes, key: sentCodes.otpId, time: sentCodes.expiresAt, keptMs: HOUR_MS },
  {
    table: otps,
    key: otps.id,
    time: otps.expiresAt,
    keptMs: DAY_MS,
    besides: sql`not exists (select from ${sentCodes} where ${sentCodes.otpId} = ${otps.id})`,
  },
  { table: readSessions, key: readSessions.digest, time: readSessions.expiresAt, keptMs: DAY_MS },
  {
    table: verificationTokens,
    key: verificationTokens.id,
    time: verificationTokens.expiresAt,
    keptMs: DAY_MS,
  },
  // They work for a day. A week tells a bundle that was used or came too late from a foreign one.
  {
    table: importTargets,
    key: importTargets.id,
    time: importTargets.createdAt,
    keptMs: 7 * DAY_MS,
  },
  { table: emailEvents, key: emailEvents.id, time: emailEvents.createdAt, keptMs: 90 * DAY_MS },
];

/** Rows of a statement, so that none holds locks for long. */
const BATCH = 500;
/** Statements for a table in one go: the rest waits for the next. */
const MAX_BATCHES = 20;

/**
 * Deletes expired rows, oldest first; gives how many of each table. Any number of processes can do it
 * at the same time: none waits for rows that another one has locked.
 */
export async function deleteExpired(
  db: RootDatabase,
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const deleted = new Map<string, number>();
  for (const expiring of EXPIRING) {
    let rows = 0;
    for (let batch = 1; batch <= MAX_BATCHES; batch += 1) {
      const { length } = await write(db, deletionOf(expiring, now));
      rows += length;
      if (length < BATCH) break;
    }
    deleted.set(getTableName(expiring.table), rows);
  }
  return deleted;
}

function deletionOf({ table, key, time, keptMs, besides }: Expiring, now: number): SQL {
  const condition = besides ? sql` and ${besides}` : sql``;
  return sql`delete from ${table} where ${key} in (
    select ${key} from ${table} where ${time} <= ${now - keptMs}${condition}
    order by ${time} limit ${BATCH} for update skip locked) returning ${key}`;
}
