// The claim of a submit: its activity is stored if its bytes are new and its caller is who they were.
import { sql, type SQL } from 'drizzle-orm';
import type { ActivityRow } from './schema.ts';
import type { Caller } from './context.ts';
import type { Database } from './database.ts';
import { LOCK_TIMEOUT } from './lock-timeout.ts';

/** Callers as they were seen: `forget` lets the next submit read the caller again. */
export type Forgetful = { readonly forget: (caller: Caller) => void };

/** The user who stamped, as JSON, if this process wins the claim. */
export async function claim(
  tx: Database,
  seen: Forgetful,
  row: ActivityRow,
  caller: Caller,
): Promise<string | undefined> {
  const [claimedRow] = await tx
    .select({ voter: sql<string | null>`voter` })
    .from(sql`${claimStatement(row, caller)} as voter`);
  const voter = claimedRow?.voter ?? undefined;
  return voter === undefined ? undefined : voterOf(seen, caller, voter);
}

/** The user as JSON, from what `claim_activity` said: `=` as seen. */
export function voterOf(seen: Forgetful, caller: Caller, said: string): string {
  if (said === '=' && caller.seen) return caller.seen.text;
  seen.forget(caller);
  return said;
}

/**
 * See `claim_activity` in functions.sql. Before it waits for anything, its statement limits how long,
 * until its transaction ends: a connection's own setting would be lost behind a pooler.
 * @param isDecided whether the submit was decided by what was seen of the caller
 */
export function claimStatement(
  row: ActivityRow,
  { credential, actsAlone, seen }: Caller,
  isDecided = false,
): SQL {
  const limited = sql.raw(`set_config('lock_timeout', '${LOCK_TIMEOUT}', true)`);
  const key = sql`case when ${limited} is not null then ${credential.id}::uuid end`;
  return sql`claim_activity(${key}, ${row.id}, ${row.fingerprint}, ${row.type}, ${row.body},
    ${row.voteId}, ${row.signature}, ${row.scheme}, ${row.createdAt}, ${row.status}, ${row.result},
    ${row.executions}, ${actsAlone}, ${seen?.text ?? null}, ${seen?.revision ?? null},
    ${seen?.organizationRevision ?? null}, ${isDecided})`;
}
