// Submits: claim the fingerprint, carry the effect out, record the end, all in one transaction.
import { and, eq, sql } from 'drizzle-orm';
import { fingerprint } from '../crypto/fingerprint.ts';
import type { RandomBytes } from '../crypto/bytes.ts';
import type { Version } from '../protocol/operation.ts';
import { keptResult, type ActivityRow } from './activity-record.ts';
import type { Authenticated } from './authentication.ts';
import type { Caller } from './context.ts';
import { isKept } from './credentials.ts';
import { transact, type Database } from './database.ts';
import type { Enclave } from './enclave.ts';
import { randomId, timeId } from './ids.ts';
import { errorBody, KeptRefusal, parseFailure, Refusal } from './refusal.ts';
import { activities } from './schema.ts';
import { countUse, useRefused } from './sign-count.ts';

/** A submit that passed every check but those of its own effect. */
export type Submission = Authenticated & {
  /** The exact text that was stamped. */
  readonly body: string;
  readonly version: Version;
  readonly now: number;
};

/** What carrying out needs. */
export type Submitting = {
  readonly db: Database;
  readonly random: RandomBytes;
  readonly enclave: Enclave;
};

/** Carries the effect out in the transaction; gives the members of the result. */
export type Effect = (tx: Database) => Promise<unknown>;

/** How an activity ended. A failed one is answered by the refusal that it keeps. */
export type Outcome = { readonly row: ActivityRow; readonly refusal: Refusal | undefined };

/** The stored activity of these bytes, or undefined. */
export async function findActivity(
  db: Database,
  organizationId: string,
  body: string,
): Promise<Outcome | undefined> {
  const name = await fingerprint(body);
  const [row] = await db
    .select()
    .from(activities)
    .where(and(eq(activities.organizationId, organizationId), eq(activities.fingerprint, name)));
  return row && { row, refusal: keptRefusal(row) };
}

/**
 * What these bytes did before, for whoever stamped them; undefined when they are new. The stamp of the
 * vote may come again whatever was counted since, any other one must count (sign-count.ts).
 */
async function findAnswered(
  db: Database,
  authenticated: Authenticated,
  body: string,
): Promise<Outcome | undefined> {
  const { caller, proof } = authenticated;
  const known = await findActivity(db, caller.organizationId, body);
  if (!known || known.row.signature === proof.signature) return known;
  if (await countUse(db, authenticated)) return known;
  throw await useRefused(db, authenticated);
}

/**
 * Carries a submission out, or answers what its bytes did before. The claim is an insert under a
 * unique constraint, so of any number of processes on one database one executes: the others
 * wait in their insert for its commit, and find the row. A throw leaves neither activity nor effect;
 * only a {@link KeptRefusal} is recorded, as FAILED.
 */
export async function submit(
  { db, random, enclave }: Submitting,
  submission: Submission,
  effect: Effect,
): Promise<Outcome> {
  const row = await newRow(submission, random);
  const claimed = await transact(db, async (tx) => {
    if (!(await countUse(tx, submission))) return undefined;
    const voter = await claim(tx, row, submission.caller);
    const work = async () => keptResult(row.id, submission.version, await effect(tx), enclave);
    return voter && settle(tx, { ...row, voter }, work);
  });
  if (claimed) return claimed;
  // Kept in memory it may be gone from the database by now: what is removed learns nothing any more.
  const stands = await isKept(db, submission.caller.credential);
  const known = stands ? await findAnswered(db, submission, row.body) : undefined;
  if (known) return known;
  throw await useRefused(db, submission);
}

async function newRow({ caller, proof, body, version, now }: Submission, random: RandomBytes) {
  return {
    id: timeId(now, random),
    organizationId: caller.organizationId,
    fingerprint: await fingerprint(body),
    type: version.type,
    status: 'ACTIVITY_STATUS_CREATED',
    body,
    voteId: randomId(random),
    userId: caller.userId,
    publicKey: caller.credential.publicKey,
    signature: proof.signature,
    scheme: proof.scheme,
    voter: null,
    result: null,
    failure: null,
    executions: 0,
    createdAt: now,
    updatedAt: now,
  };
}

/** The user who stamped, as JSON, if the claim is won; see `claim_activity` in migrations/0001_functions.sql. */
async function claim(
  tx: Database,
  row: ActivityRow,
  { credential }: Caller,
): Promise<string | undefined> {
  const [claimed] = await tx
    .select({
      voter: sql<string | null>`claim_activity(${credential.id}, ${row.id}, ${row.fingerprint},
        ${row.type}, ${row.body}, ${row.voteId}, ${row.signature}, ${row.scheme}, ${row.createdAt})`,
    })
    .from(sql`(values (1)) as once`);
  return claimed?.voter ?? undefined;
}

type End = Pick<ActivityRow, 'status' | 'result' | 'failure'>;

async function settle(
  tx: Database,
  row: ActivityRow,
  work: () => Promise<string>,
): Promise<Outcome> {
  const { end, refusal } = await endOf(work);
  await tx.execute(
    sql`select settle_activity(${row.id}, ${end.status}, ${end.result}, ${end.failure})`,
  );
  return { row: { ...row, ...end, executions: 1 }, refusal };
}

/** How the work ended: with a result as it is kept, or with a refusal that is. */
async function endOf(
  work: () => Promise<string>,
): Promise<{ readonly end: End; readonly refusal: KeptRefusal | undefined }> {
  try {
    const end = { status: 'ACTIVITY_STATUS_COMPLETED', result: await work(), failure: null };
    return { end, refusal: undefined };
  } catch (error) {
    if (!(error instanceof KeptRefusal)) throw error;
    const failure = JSON.stringify(errorBody(error));
    return { end: { status: 'ACTIVITY_STATUS_FAILED', result: null, failure }, refusal: error };
  }
}

function keptRefusal({ failure }: ActivityRow): Refusal | undefined {
  if (failure === null) return undefined;
  const { code: grpc, message, turnkeyErrorCode: code } = parseFailure(failure);
  return new Refusal({ grpc, message, code });
}
