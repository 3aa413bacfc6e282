// A stored activity as the wire has it: the superset of DESIGN.md, Envelope.
import { ROWS } from '../protocol/operations.ts';
import type { Version } from '../protocol/operation.ts';
import { readBody } from './body.ts';
import { parseFailure } from './refusal.ts';
import { parsePerson } from './people.ts';
import type { activities } from './schema.ts';
import { wireTime, wireUser } from './wire.ts';

export type ActivityRow = typeof activities.$inferSelect;

const VERSIONS: ReadonlyMap<string, Version> = new Map(
  ROWS.flatMap((row) => (row.kind === 'submit' ? row.versions : [])).map((one) => [one.type, one]),
);

/**
 * The activity as the deployed API has it, flat (protocol.md 2.0), and `timestampMs`.
 * `canReject` is true on a completed activity of one voter, as in the captured answers (protocol.md
 * 8.3), however little it means there.
 */
export function flatActivity(row: ActivityRow) {
  const version = VERSIONS.get(row.type);
  const { timestampMs, parameters } = readBody(row.body);
  const result: unknown = row.result === null ? undefined : JSON.parse(row.result);
  const failure = row.failure === null ? null : parseFailure(row.failure);
  return {
    id: row.id,
    organizationId: row.organizationId,
    status: row.status,
    type: row.type,
    timestampMs: String(timestampMs),
    intent: under(version?.intentKey, parameters),
    result: under(version?.resultKey, result),
    votes: [vote(row)],
    fingerprint: row.fingerprint,
    canApprove: false,
    canReject: row.status === 'ACTIVITY_STATUS_COMPLETED',
    createdAt: wireTime(row.createdAt),
    updatedAt: wireTime(row.updatedAt),
    failure,
  };
}

function under(key: string | undefined, value: unknown): Record<string, unknown> {
  return key === undefined || value === undefined ? {} : { [key]: value };
}

function vote(row: ActivityRow) {
  return {
    id: row.voteId,
    userId: row.userId,
    user: row.voter === null ? null : wireUser(parsePerson(row.voter)),
    activityId: row.id,
    selection: 'VOTE_SELECTION_APPROVED',
    message: row.body,
    publicKey: row.publicKey,
    signature: row.signature,
    scheme: row.scheme,
    createdAt: wireTime(row.createdAt),
  };
}

/**
 * The flat activity whose `result` also holds the full activity once more, in the form of
 * interface.md 2.1, where the times are strings (of milliseconds).
 */
export function supersetActivity(row: ActivityRow) {
  const flat = flatActivity(row);
  const { timestampMs: _top, failure: _new, ...full } = flat;
  const times = { createdAt: String(row.createdAt), updatedAt: String(row.updatedAt) };
  return { ...flat, result: { ...flat.result, activity: { ...full, ...times } } };
}
