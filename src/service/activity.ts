// Submits: claim the fingerprint, apply the effect and record the outcome, all in one transaction.
import { hash } from 'node:crypto';
import { and, eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { RandomBytes } from '../crypto/bytes.ts';
import type { Version } from '../protocol/operation-row.ts';
import { serializeResult } from './activity-record.ts';
import type { ActivityRow } from './schema.ts';
import type { Authenticated, PreparedSubmit } from './context.ts';
import { claim, claimStatement, voterOf, type Forgetful } from './claim.ts';
import { credentialExists, isStillCaller } from './credentials.ts';
import {
  brokenConstraint,
  DEMAND_CODES,
  isUnmetDemand,
  transact,
  write,
  type Database,
  type RootDatabase,
} from './database.ts';
import type { Enclave } from './enclave.ts';
import { randomId, timeOrderedId } from './ids.ts';
import { rowOfType, versionOf } from './older-versions.ts';
import { errorBody, RecordedRefusal, parseFailure, Refusal } from './refusal.ts';
import { activities } from './schema.ts';
import { recordUse, explainRefusedUse } from './sign-count.ts';
import { takesVotes } from './votes.ts';

/** A submit that passed every check except those of its own effect. */
export type Submission = Authenticated & {
  /** The exact text that was stamped. */
  readonly body: string;
  readonly version: Version;
  readonly now: number;
};

/** What a submit needs to run. */
export type SubmitDeps = {
  readonly db: RootDatabase;
  readonly random: RandomBytes;
  readonly enclave: Enclave;
  readonly authentication: Forgetful;
};

/** Applies the effect in the transaction and returns the members of the result. */
export type Effect = (tx: Database) => Promise<unknown>;

/** What a submission does: step by step in a transaction, or prepared and run as one statement. */
export type SubmitAction = { readonly effect: Effect } | { readonly prepare: Prepare };

type Prepare = (db: Database) => Promise<PreparedSubmit<unknown>>;

/** Decides on a submission whose user doesn't act alone. */
export type Consent = {
  /**
   * Before the claim, by the user and the organization as they were seen: the statements that record
   * that it is allowed, which run with the claim. Undefined where only the transaction can tell.
   */
  readonly ahead: (row: ActivityRow) => Promise<readonly SQLWrapper[] | undefined>;
  /** 403 where the caller's address may not learn what its bytes did before. */
  readonly demandAddress: () => Promise<void>;
  /**
   * In the claimed activity's transaction: returns it as it goes on, allowed or waiting for votes, or
   * throws the refusal, which undoes the claim.
   */
  readonly inTransaction: (tx: Database, row: ActivityRow) => Promise<ActivityRow>;
};

/** How an activity ended. A failed activity answers with the refusal it stores. */
export type ActivityOutcome = { readonly row: ActivityRow; readonly refusal: Refusal | undefined };

/**
 * `fingerprint` of crypto/fingerprint.ts, synchronous: the platform's promise takes 40 times as
 * long.
 */
const fingerprintOf = (body: string) => `sha256:${hash('sha256', body)}`;

/** The stored activity of these bytes, or undefined. */
async function findActivity(
  db: Database,
  organizationId: string,
  body: string,
): Promise<ActivityOutcome | undefined> {
  const fingerprint = fingerprintOf(body);
  const [row] = await db
    .select()
    .from(activities)
    .where(
      and(eq(activities.organizationId, organizationId), eq(activities.fingerprint, fingerprint)),
    );
  return row && { row, refusal: storedRefusal(row) };
}

/**
 * What these bytes did before, for the caller who stamped them; undefined when they're new. The
 * stamp of the vote may come again whatever was counted since; any other stamp must count
 * (sign-count.ts).
 */
async function findPriorOutcome(
  db: Database,
  authenticated: Authenticated,
  body: string,
): Promise<ActivityOutcome | undefined> {
  const { caller, proof } = authenticated;
  const known = await findActivity(db, caller.organizationId, body);
  if (!known || known.row.signature === proof.signature) return known;
  if (await recordUse(db, authenticated)) return known;
  throw await explainRefusedUse(db, authenticated);
}

/**
 * Runs a submission, or answers what its bytes did before. The claim is an insert under a unique
 * constraint, so of any number of processes on one database only one executes: the others wait in
 * their insert for its commit, then find the row. A throw leaves neither activity nor effect; only
 * a {@link RecordedRefusal} is recorded, as FAILED.
 */
export async function submit(
  service: SubmitDeps,
  submission: Submission,
  action: SubmitAction,
  consent?: Consent,
): Promise<ActivityOutcome> {
  const { db, random } = service;
  const row = createActivityRow(submission, random);
  const outcome =
    'effect' in action
      ? await submitInTransaction(service, submission, row, action.effect, consent)
      : await submitPrepared(service, submission, row, action.prepare, consent);
  if (outcome) return outcome;
  // The cached credential may be gone from the database: a removed credential learns nothing.
  await consent?.demandAddress();
  const isStill = await isStillCaller(db, submission.caller);
  const prior = isStill ? await findPriorOutcome(db, submission, row.body) : undefined;
  if (prior) return prior;
  throw await explainRefusedUse(db, submission);
}

/** Undefined when the bytes aren't new, or the credential no longer counts. */
function submitInTransaction(
  service: SubmitDeps,
  submission: Submission,
  row: ActivityRow,
  effect: Effect,
  consent: Consent | undefined,
): Promise<ActivityOutcome | undefined> {
  const { db, enclave } = service;
  return transact(db, async (tx) => {
    if (!(await recordUse(tx, submission))) return undefined;
    const voter = await claim(tx, service.authentication, row, submission.caller);
    if (voter === undefined) return undefined;
    const own = { ...row, voter };
    const claimed = consent ? await consent.inTransaction(tx, own) : own;
    if (takesVotes(claimed)) return { row: claimed, refusal: undefined };
    const work = async () => serializeResult(row.id, submission.version, await effect(tx), enclave);
    return recordOutcome(tx, claimed, work);
  });
}

/**
 * Carries out an activity that others have approved. Nobody's request is refused then: what its effect
 * refuses makes it FAILED, and undoes the effect alone.
 */
export async function carryOut(
  { enclave }: Pick<SubmitDeps, 'enclave'>,
  tx: Database,
  row: ActivityRow,
  effect: Effect,
): Promise<ActivityRow> {
  const operation = rowOfType(row.type);
  const version = operation && versionOf(operation, row.type);
  if (!version) throw new Error(`no operation has the type ${row.type}`);
  const work = async () => {
    try {
      const result = await tx.transaction(effect);
      return await serializeResult(row.id, version, result, enclave);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw new RecordedRefusal(error);
    }
  };
  return (await recordOutcome(tx, row, work)).row;
}

/** {@link submitInTransaction} for an effect that is known up front. */
async function submitPrepared(
  service: SubmitDeps,
  submission: Submission,
  row: ActivityRow,
  prepare: Prepare,
  consent: Consent | undefined,
): Promise<ActivityOutcome | undefined> {
  const { db } = service;
  let ahead: Promise<PreparedSubmit<unknown>> | undefined;
  // Before any lock, and once: a hundred accounts take half a second.
  const prepareOnce = () => (ahead ??= prepare(db));
  let prepared: PreparedSubmit<unknown> | undefined;
  try {
    // A separate statement counts the use of a passkey first.
    if (!submission.proof.passkeyUse && consent) {
      const done = await submitWithPermit(service, submission, row, prepareOnce, consent);
      if (done) return done;
    } else if (!submission.proof.passkeyUse) {
      prepared = await prepareOnce();
      return await submitAsOneStatement(service, submission, row, prepared);
    }
    // What it refuses counts once the submitter may ask for it.
    await Promise.allSettled([prepareOnce()]);
    const effect: Effect = async (tx) => {
      prepared = await prepareOnce();
      await runStatements(tx, prepared);
      return prepared.result;
    };
    return await submitInTransaction(service, submission, row, effect, consent);
  } catch (error) {
    if (isUnmetDemand(error, 'claimed')) return undefined;
    const reason = await explainFailure(error, prepared, db);
    // The same bytes may have run meanwhile and be in the way; a removed credential learns nothing.
    if (reason instanceof Refusal && !(await isStillNew(db, submission))) return undefined;
    throw reason;
  }
}

/**
 * What policies allow, by what is known of them. Anything but success has another cause than it seems
 * where that has changed: undefined then, and the transaction finds out.
 */
async function submitWithPermit(
  service: SubmitDeps,
  submission: Submission,
  row: ActivityRow,
  prepareOnce: () => Promise<PreparedSubmit<unknown>>,
  consent: Consent,
): Promise<ActivityOutcome | undefined> {
  const permit = await consent.ahead(row);
  if (!permit) return undefined;
  try {
    return await submitAsOneStatement(service, submission, row, await prepareOnce(), permit);
  } catch (error) {
    if (!isOfEffect(error)) throw error;
    service.authentication.forget(submission.caller);
    return undefined;
  }
}

/** Whether an error is one that the effect or the claim of a submit may have, and no fault. */
const isOfEffect = (error: unknown): boolean =>
  error instanceof Refusal ||
  brokenConstraint(error) !== undefined ||
  isUnmetDemand(error, 'claimed') ||
  isUnmetDemand(error, 'seen') ||
  isUnmetDemand(error, 'changed');

async function runStatements(tx: Database, prepared: PreparedSubmit<unknown>): Promise<void> {
  await tx.execute(sql`with ${statementParts(prepared)} select ${changeChecks(prepared)}`);
}

/** A prepared submit as an effect of a transaction that goes on after its refusal. */
export function effectOfPrepared(prepare: Prepare): Effect {
  return async (tx) => {
    const prepared = await prepare(tx);
    try {
      await tx.transaction((inner) => runStatements(inner, prepared));
    } catch (error) {
      throw await explainFailure(error, prepared, tx);
    }
    return prepared.result;
  };
}

/** Claim, effect and outcome as one statement: one round trip, and its own transaction. */
async function submitAsOneStatement(
  service: SubmitDeps,
  { caller, version }: Submission,
  claimedRow: ActivityRow,
  { statements, ...prepared }: PreparedSubmit<unknown>,
  permit?: readonly SQLWrapper[],
): Promise<ActivityOutcome> {
  const { db, enclave } = service;
  const parts = { statements: [...statements, ...(permit ?? [])] };
  const result = await serializeResult(claimedRow.id, version, prepared.result, enclave);
  const row = { ...claimedRow, status: 'ACTIVITY_STATUS_COMPLETED', result, executions: 1 };
  // Read the claim first: it waits for the same bytes before the effect waits for anything.
  const [written] = await write(
    db,
    sql`with ${statementParts(parts)}
      select voter, demand(voter is not null, ${DEMAND_CODES.claimed}), ${changeChecks(parts)}
      from ${claimStatement(row, caller, permit !== undefined)} as voter`,
  );
  const voter = voterOf(service.authentication, caller, String(written?.[0]));
  return { row: { ...row, voter }, refusal: undefined };
}

const partName = (at: number) => sql.identifier(`part_${at}`);

type Statements = Pick<PreparedSubmit<unknown>, 'statements'>;

function statementParts({ statements }: Statements): SQL {
  const parts = statements.map((statement, at) => sql`${partName(at)} as ${statement}`);
  return sql.join(parts, sql`, `);
}

/** A check that every statement changed a row. */
function changeChecks({ statements }: Statements): SQL {
  const changes = statements.map(
    (_, at) => sql`demand(exists (select from ${partName(at)}), ${DEMAND_CODES.changed})`,
  );
  return sql.join(changes, sql`, `);
}

/** What a failed statement means: the refusal prepared for it, or the error itself. */
async function explainFailure(
  error: unknown,
  prepared: PreparedSubmit<unknown> | undefined,
  db: Database,
): Promise<unknown> {
  const broken = brokenConstraint(error);
  if (broken === undefined && !isUnmetDemand(error, 'changed')) return error;
  return (await prepared?.refusal?.(broken, db)) ?? error;
}

/** Whether nobody has run these bytes yet and the credential still exists. */
async function isStillNew(db: Database, { caller, body }: Submission): Promise<boolean> {
  const known = await findActivity(db, caller.organizationId, body);
  return !known && (await credentialExists(db, caller.credential));
}

function createActivityRow(
  { caller, proof, body, version, now }: Submission,
  random: RandomBytes,
): ActivityRow {
  return {
    id: timeOrderedId(now, random),
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
    votingSince: null,
    executions: 0,
    createdAt: now,
    updatedAt: now,
  };
}

type ActivityEnd = Pick<ActivityRow, 'status' | 'result' | 'failure'>;

async function recordOutcome(
  tx: Database,
  row: ActivityRow,
  work: () => Promise<string>,
): Promise<ActivityOutcome> {
  const { end, refusal } = await runWork(work);
  await tx.execute(
    sql`select settle_activity(${row.id}, ${end.status}, ${end.result}, ${end.failure})`,
  );
  return { row: { ...row, ...end, executions: 1 }, refusal };
}

/** How the work ended: with a result as stored, or with a recorded refusal. */
async function runWork(
  work: () => Promise<string>,
): Promise<{ readonly end: ActivityEnd; readonly refusal: RecordedRefusal | undefined }> {
  try {
    const end = { status: 'ACTIVITY_STATUS_COMPLETED', result: await work(), failure: null };
    return { end, refusal: undefined };
  } catch (error) {
    if (!(error instanceof RecordedRefusal)) throw error;
    const failure = JSON.stringify(errorBody(error));
    return { end: { status: 'ACTIVITY_STATUS_FAILED', result: null, failure }, refusal: error };
  }
}

function storedRefusal({ failure }: ActivityRow): Refusal | undefined {
  if (failure === null) return undefined;
  const { code: grpc, message, turnkeyErrorCode: code } = parseFailure(failure);
  return new Refusal({ grpc, message, code });
}
