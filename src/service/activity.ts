// Submits: claim the fingerprint, carry the effect out, record the end, all in one transaction.
import { hash } from 'node:crypto';
import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { RandomBytes } from '../crypto/bytes.ts';
import type { Version } from '../protocol/operation.ts';
import { keptResult, type ActivityRow } from './activity-record.ts';
import type { Authenticated } from './authentication.ts';
import type { Caller, Prepared } from './context.ts';
import { isKept } from './credentials.ts';
import {
  brokenConstraint,
  DEMANDS,
  isUnmet,
  transact,
  write,
  type Database,
  type RootDatabase,
} from './database.ts';
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
  readonly db: RootDatabase;
  readonly random: RandomBytes;
  readonly enclave: Enclave;
};

/** Carries the effect out in the transaction; gives the members of the result. */
export type Effect = (tx: Database) => Promise<unknown>;

/** What a submission is to do: step by step in a transaction, or prepared and done at once. */
export type Work = { readonly effect: Effect } | { readonly prepare: Prepare };

type Prepare = (db: Database) => Promise<Prepared<unknown>>;

/** How an activity ended. A failed one is answered by the refusal that it keeps. */
export type Outcome = { readonly row: ActivityRow; readonly refusal: Refusal | undefined };

/** `fingerprint` of crypto/fingerprint.ts, at once: the platform's promise takes 40 times as long. */
const fingerprintOf = (body: string) => `sha256:${hash('sha256', body)}`;

/** The stored activity of these bytes, or undefined. */
export async function findActivity(
  db: Database,
  organizationId: string,
  body: string,
): Promise<Outcome | undefined> {
  const name = fingerprintOf(body);
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
  service: Submitting,
  submission: Submission,
  work: Work,
): Promise<Outcome> {
  const { db, random } = service;
  const row = newRow(submission, random);
  const carried =
    'effect' in work
      ? await inTransaction(service, submission, row, work.effect)
      : await whenPrepared(service, submission, row, work.prepare);
  if (carried) return carried;
  // Kept in memory it may be gone from the database by now: what is removed learns nothing any more.
  const stands = await isKept(db, submission.caller.credential);
  const known = stands ? await findAnswered(db, submission, row.body) : undefined;
  if (known) return known;
  throw await useRefused(db, submission);
}

/** Undefined when the bytes are not new, or the credential does not count any more. */
function inTransaction(
  { db, enclave }: Submitting,
  submission: Submission,
  row: ActivityRow,
  effect: Effect,
): Promise<Outcome | undefined> {
  return transact(db, async (tx) => {
    if (!(await countUse(tx, submission))) return undefined;
    const voter = await claim(tx, row, submission.caller);
    const work = async () => keptResult(row.id, submission.version, await effect(tx), enclave);
    return voter === undefined ? undefined : settle(tx, { ...row, voter }, work);
  });
}

/** {@link inTransaction} for an effect that is known beforehand. */
async function whenPrepared(
  service: Submitting,
  submission: Submission,
  row: ActivityRow,
  prepare: Prepare,
): Promise<Outcome | undefined> {
  const { db } = service;
  let prepared: Prepared<unknown> | undefined;
  try {
    if (!submission.proof.use) {
      prepared = await prepare(db);
      return await atOnce(service, submission, row, prepared);
    }
    // The use of a passkey is counted by a statement of its own, first.
    return await inTransaction(service, submission, row, async (tx) => {
      prepared = await prepare(tx);
      await tx.execute(sql`with ${partsOf(prepared)} select ${changesOf(prepared)}`);
      return prepared.result;
    });
  } catch (error) {
    if (isUnmet(error, 'claimed')) return undefined;
    const why = await whyNot(error, prepared, db);
    // What the same bytes did may stand in their way now; and one that was removed is told nothing.
    if (why instanceof Refusal && !(await isNew(db, submission))) return undefined;
    throw why;
  }
}

/** Claim, effect and end as one statement: the server's one turn, and its own transaction. */
async function atOnce(
  { db, enclave }: Submitting,
  { caller, version }: Submission,
  claimed: ActivityRow,
  prepared: Prepared<unknown>,
): Promise<Outcome> {
  const result = await keptResult(claimed.id, version, prepared.result, enclave);
  const row = { ...claimed, status: 'ACTIVITY_STATUS_COMPLETED', result, executions: 1 };
  // Who reads the claim first: it waits for the same bytes before the effect waits for anything.
  const [done] = await write(
    db,
    sql`with ${partsOf(prepared)}
      select voter, demand(voter is not null, ${DEMANDS.claimed}), ${changesOf(prepared)}
      from ${claimOf(row, caller)} as voter`,
  );
  return { row: { ...row, voter: String(done?.[0]) }, refusal: undefined };
}

const partName = (at: number) => sql.identifier(`part_${at}`);

function partsOf({ statements }: Prepared<unknown>): SQL {
  const parts = statements.map((one, at) => sql`${partName(at)} as ${one}`);
  return sql.join(parts, sql`, `);
}

/** That every statement changed a row. */
function changesOf({ statements }: Prepared<unknown>): SQL {
  const changes = statements.map(
    (_, at) => sql`demand(exists (select from ${partName(at)}), ${DEMANDS.changed})`,
  );
  return sql.join(changes, sql`, `);
}

/** What a failed statement comes to: the refusal that was prepared for it, or the error itself. */
async function whyNot(
  error: unknown,
  prepared: Prepared<unknown> | undefined,
  db: Database,
): Promise<unknown> {
  const broken = brokenConstraint(error);
  if (broken === undefined && !isUnmet(error, 'changed')) return error;
  return (await prepared?.refusal?.(broken, db)) ?? error;
}

/** Whether nobody did these bytes yet, and the credential is there. */
async function isNew(db: Database, { caller, body }: Submission): Promise<boolean> {
  const known = await findActivity(db, caller.organizationId, body);
  return !known && (await isKept(db, caller.credential));
}

function newRow(
  { caller, proof, body, version, now }: Submission,
  random: RandomBytes,
): ActivityRow {
  return {
    id: timeId(now, random),
    organizationId: caller.organizationId,
    fingerprint: fingerprintOf(body),
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

/** The user who stamped, as JSON, if the claim is won. */
async function claim(tx: Database, row: ActivityRow, caller: Caller): Promise<string | undefined> {
  const [claimed] = await tx
    .select({ voter: sql<string | null>`voter` })
    .from(sql`${claimOf(row, caller)} as voter`);
  return claimed?.voter ?? undefined;
}

/** See `claim_activity` in migrations/0003_one_statement.sql. */
function claimOf(row: ActivityRow, { credential }: Caller): SQL {
  return sql`claim_activity(${credential.id}, ${row.id}, ${row.fingerprint}, ${row.type}, ${row.body},
    ${row.voteId}, ${row.signature}, ${row.scheme}, ${row.createdAt}, ${row.status}, ${row.result},
    ${row.executions})`;
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
