// A stored activity in the form of the wire: both published forms at once
// (docs/decisions/superset-envelope.md).
import type { Version } from '../protocol/operation-row.ts';
import { fromUtf8, utf8 } from '../crypto/bytes.ts';
import { parseStoredBody } from './request-body.ts';
import type { Context } from './context.ts';
import type { Enclave } from './enclave.ts';
import { readDemands } from './factors.ts';
import { rowOfType, versionOf } from './older-versions.ts';
import { readPolicyState } from './policies/request.ts';
import { parseFailure } from './refusal.ts';
import { parseUserRecord } from './users.ts';
import type { ActivityRow } from './schema.ts';
import { firstVoteOf, readLaterVotes, takesVotes, type VoteRow } from './votes.ts';
import { votingRights } from './voting-rights.ts';
import { wireTime, wireUser } from './wire-records.ts';
import { SEAL_LABELS } from './seal-labels.ts';

/** Who reads activities, what opens their results, and what else there is to know of them. */
export type ActivityReader = {
  readonly userId: string;
  readonly enclave: Pick<Enclave, 'open'>;
  /** The later votes of an activity, oldest first. */
  readonly laterVotes: (row: ActivityRow) => readonly VoteRow[];
  /** Whether the reader's vote would count, while the activity waits for votes. */
  readonly mayVote: (row: ActivityRow) => Rights;
};

type Rights = { readonly canApprove: boolean; readonly canReject: boolean };

/** A reader for some activities: reads their votes, and what decides whether the reader may vote. */
export async function createActivityReader(
  rows: readonly ActivityRow[],
  { db, caller, enclave, now }: Pick<Context, 'db' | 'caller' | 'enclave' | 'now'>,
): Promise<ActivityReader> {
  const later = await readLaterVotes(db, rows);
  const laterVotes = ({ id }: ActivityRow) => later.get(id) ?? [];
  const waiting = rows.filter(takesVotes);
  const demands = await readDemands(db, waiting);
  const { userId, organizationId, credential } = caller;
  const voter = { userId, publicKey: credential.publicKey };
  const state = waiting.length > 0 ? await readPolicyState(db, organizationId, waiting) : undefined;
  const mayVote = (row: ActivityRow): Rights => {
    if (!state || !takesVotes(row)) return { canApprove: false, canReject: false };
    const open = { row, later: laterVotes(row), demands: demands.get(row.id) ?? [] };
    const { canApprove, canReject } = votingRights(state, open, voter, now);
    return { canApprove, canReject };
  };
  return { userId, enclave, laterVotes, mayVote };
}

/** The result as the database stores it: sealed as a whole when it contains a secret. */
export async function serializeResult(
  activityId: string,
  { secretResult }: Version,
  result: unknown,
  { seal }: Pick<Enclave, 'seal'>,
): Promise<string> {
  const text = JSON.stringify(result);
  return secretResult.length > 0 ? seal(utf8(text), SEAL_LABELS.activityResult(activityId)) : text;
}

/** The members of the result; secret ones only for the user who submitted. */
async function openResult(
  row: ActivityRow,
  version: Version | undefined,
  { userId, enclave }: ActivityReader,
): Promise<Record<string, unknown> | undefined> {
  if (row.result === null) return undefined;
  // A result in plaintext has no secret.
  const isPlaintext = row.result.startsWith('{');
  const text = isPlaintext
    ? row.result
    : fromUtf8(await enclave.open(row.result, SEAL_LABELS.activityResult(row.id)));
  const members = Object.entries(JSON.parse(text) as Record<string, unknown>);
  const secretNames = userId === row.userId ? [] : (version?.secretResult ?? []);
  return Object.fromEntries(members.filter(([name]) => !secretNames.includes(name)));
}

/**
 * The flat activity of the deployed API (docs/protocol.md, Request and response envelope), plus
 * `timestampMs`. `canReject` is true on a completed activity with one voter, as in real responses
 * (docs/protocol.md, Approving and rejecting), however little it means there.
 */
export async function flatActivity(row: ActivityRow, reader: ActivityReader) {
  const operation = rowOfType(row.type);
  const version = operation && versionOf(operation, row.type);
  const { timestampMs, parameters } = parseStoredBody(row.body);
  const result = await openResult(row, version, reader);
  const failure = row.failure === null ? null : parseFailure(row.failure);
  const { canApprove, canReject } = reader.mayVote(row);
  return {
    id: row.id,
    organizationId: row.organizationId,
    status: row.status,
    type: row.type,
    timestampMs: String(timestampMs),
    intent: keyed(version?.intentKey, parameters),
    result: keyed(version?.resultKey, result),
    votes: [firstVoteOf(row), ...reader.laterVotes(row)].map(wireVote),
    fingerprint: row.fingerprint,
    canApprove,
    canReject: canReject || row.status === 'ACTIVITY_STATUS_COMPLETED',
    createdAt: wireTime(row.createdAt),
    updatedAt: wireTime(row.updatedAt),
    failure,
  };
}

function keyed(key: string | undefined, value: unknown): Record<string, unknown> {
  return key === undefined || value === undefined ? {} : { [key]: value };
}

/** A vote in the form of the wire. */
export function wireVote(vote: ReturnType<typeof firstVoteOf>) {
  const { id, userId, activityId, publicKey, signature, scheme } = vote;
  return {
    id,
    userId,
    user: vote.voter === null ? null : wireUser(parseUserRecord(vote.voter)),
    activityId,
    selection: vote.isApproval ? 'VOTE_SELECTION_APPROVED' : 'VOTE_SELECTION_REJECTED',
    message: vote.body,
    publicKey,
    signature,
    scheme,
    createdAt: wireTime(vote.createdAt),
  };
}

/**
 * The flat activity whose `result` also contains the full activity again, in the form of the
 * reference pages, where times are strings, here of milliseconds (docs/protocol.md, Two
 * descriptions of the interface).
 */
export async function supersetActivity(row: ActivityRow, reader: ActivityReader) {
  const flat = await flatActivity(row, reader);
  const { timestampMs: _top, failure: _new, ...full } = flat;
  const times = { createdAt: String(row.createdAt), updatedAt: String(row.updatedAt) };
  return { ...flat, result: { ...flat.result, activity: { ...full, ...times } } };
}
