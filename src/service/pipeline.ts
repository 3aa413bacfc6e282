// From a request to its answer: the checks in order, then the row's handler.
import pLimit from 'p-limit';
import type { Bytes, RandomBytes } from '../crypto/bytes.ts';
import { submitRequest } from '../protocol/envelope.ts';
import type { Fields } from '../protocol/fields.ts';
import { versionOfType } from '../protocol/operation-row.ts';
import type { QueryRow, SubmitRow, Version } from '../protocol/operation-row.ts';
import { parse, type FieldRefusal as Broken } from '../protocol/parse.ts';
import type { Rule } from '../protocol/rules.ts';
import type { ServiceErrorCode } from '../protocol/service-errors.ts';
import { submit, type Outcome, type SubmitAction } from './activity.ts';
import { supersetActivity, type ActivityReader } from './activity-record.ts';
import type { Authenticated, Authentication } from './authentication.ts';
import { addressRefusal } from './address-refusal.ts';
import { membersOf, parseBody, receiveBody, type JsonObject } from './request-body.ts';
import type { Origins } from './client-data.ts';
import type { Caller, Context, ServiceInfo } from './context.ts';
import type { Database, RootDatabase } from './database.ts';
import type { Enclave } from './enclave.ts';
import type { RateLimits } from './rate-limits.ts';
import { curveMismatch } from './curve-mismatch.ts';
import { queryHandlerOf, submitHandlerOf } from './handlers/table.ts';
import { badRequest, forbidden, invalid, Refusal } from './refusal.ts';
import { RULE_MESSAGES } from './rule-messages.ts';
import type * as v from 'valibot';

/** What the pipeline needs to answer requests. */
export type PipelineDeps = {
  readonly db: RootDatabase;
  readonly clock: () => number;
  readonly random: RandomBytes;
  readonly enclave: Enclave;
  readonly authentication: Authentication;
  /** How often an organization may send requests. */
  readonly limits: RateLimits;
  /** Accepted origins of passkeys. */
  readonly origins: Origins;
  /** Names the organization that `/local/enrol` enrolls into. */
  readonly info: ServiceInfo;
};

/** The record that a query asks for. */
export async function answerQuery(service: PipelineDeps, row: QueryRow, request: Request) {
  const body = await receiveBody(request);
  const { json } = parseBody(body);
  const { organizationId, ...parameters } = json;
  const stamped = { headers: request.headers, body, organizationId };
  const caller = await service.authentication.query(stamped);
  service.limits.count(caller.organizationId, 'query');
  const values = parseMembers(row.fields, row.parameters, parameters, '');
  const context = createContext(service, caller, request, service.db, service.clock());
  return queryHandlerOf(row)(values, context);
}

/**
 * Concurrent submits, as many as can write to a server (postgres.ts). The others wait before any of
 * their checks run: otherwise a burst of submits would block readers from this thread until it
 * ends.
 */
const MAX_CONCURRENT_SUBMITS = 10;

/** Answers submits with the activity, `{activity}`. */
export function createSubmitPipeline(service: PipelineDeps) {
  const limitConcurrency = pLimit(MAX_CONCURRENT_SUBMITS);
  return async (row: SubmitRow, request: Request) => {
    const body = await receiveBody(request);
    return limitConcurrency(() => answerSubmit(service, row, request, body));
  };
}

async function answerSubmit(service: PipelineDeps, row: SubmitRow, request: Request, body: Bytes) {
  const parsed = parseBody(body);
  const { organizationId } = parsed.json;
  const stamped = { headers: request.headers, body, organizationId };
  const authenticated = await service.authentication.submit(stamped);
  service.limits.count(authenticated.caller.organizationId, 'submit');
  try {
    return await runSubmit(service, row, request, parsed, authenticated);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'PUBLIC_KEY_NOT_FOUND') throw error;
    // The key was cached, and removed since. It may have been added again: then it has another id.
    service.authentication.forget(authenticated.caller);
    const again = await service.authentication.submit(stamped);
    return runSubmit(service, row, request, parsed, again);
  }
}

async function runSubmit(
  service: PipelineDeps,
  row: SubmitRow,
  request: Request,
  { text, json }: ReturnType<typeof parseBody>,
  authenticated: Authenticated,
) {
  const { caller } = authenticated;
  const now = service.clock();
  const { type, timestampMs, parameters } = parseEnvelope(json);
  const version = demandVersion(row, type);
  demandCurrentTimestamp(Number(timestampMs), now);
  const values = parseMembers(version.fields, version.parameters, parameters, 'parameters');
  if (!caller.isRoot) throw forbidden();
  const handler = submitHandlerOf(row);
  const contextFor = (db: Database) => createContext(service, caller, request, db, now);
  const action: SubmitAction =
    typeof handler === 'function'
      ? { effect: (tx) => handler(values, contextFor(tx), version) }
      : { prepare: (db) => handler.prepare(values, contextFor(db), version) };
  const submission = { ...authenticated, body: text, version, now };
  const outcome = await submit(service, submission, action);
  return createAnswer(outcome, { userId: caller.userId, enclave: service.enclave });
}

async function createAnswer({ row, refusal }: Outcome, reader: ActivityReader) {
  if (refusal) throw refusal;
  return { activity: await supersetActivity(row, reader) };
}

function createContext(
  { random, enclave, origins }: PipelineDeps,
  caller: Caller,
  request: Request,
  db: Database,
  now: number,
): Context {
  const { origin } = new URL(request.url);
  const { organizationId } = caller;
  return { db, caller, organizationId, now, random, enclave, origin, origins };
}

function parseEnvelope(json: JsonObject) {
  const parsed = parse(submitRequest, json);
  if (!parsed.ok) throw memberRefusal(parsed.refusals[0], '');
  // As received: the schema's copy lacks members with forbidden names, which we must refuse.
  return { ...parsed.value, parameters: membersOf(json['parameters']) };
}

function demandVersion(row: SubmitRow, type: string): Version {
  const version = versionOfType(row, type);
  if (version) return version;
  const types = row.versions.map((version) => version.type).join(' or ');
  throw badRequest(`invalid request body: type: this path takes ${types}`);
}

const MAX_AGE_MS = 3_600_000;
const MAX_AHEAD_MS = 300_000;

/**
 * Refuses a timestamp outside the window (docs/protocol.md, Time window), even for bytes that
 * already ran. The wording is published, the code is this service's choice.
 */
function demandCurrentTimestamp(timestampMs: number, now: number): void {
  if (now - timestampMs > MAX_AGE_MS) throw badRequest('activity timestamp is not current');
  if (timestampMs - now > MAX_AHEAD_MS) throw badRequest('activity timestamp is in the future');
}

function parseMembers<T>(
  fields: Fields,
  schema: v.GenericSchema<unknown, T>,
  members: JsonObject,
  parentPath: string,
): T {
  // The schema would accept `constructor` as a known member, because it checks with `in`.
  const unknownMember = Object.keys(members).find((name) => !Object.hasOwn(fields, name));
  if (unknownMember !== undefined) {
    const path = [parentPath, unknownMember.slice(0, 50)].filter(Boolean).join('.');
    throw badRequest(`invalid request body: ${path}: ${RULE_MESSAGES.unknown_member}`);
  }
  const parsed = parse(schema, members);
  if (parsed.ok) {
    const refusal = addressRefusal(fields, members, parentPath);
    if (refusal) throw refusal;
    return parsed.value;
  }
  const [first] = parsed.refusals;
  if (first.rule === 'format_curve') throw curveMismatch(members, first.field);
  throw memberRefusal(first, parentPath);
}

/** Rules with published wording (docs/protocol.md, Refusals and their words). */
const PUBLISHED_MESSAGES: Partial<Record<Rule, readonly [words: string, code: ServiceErrorCode]>> =
  {
    email: ['invalid email address', 'INVALID_EMAIL'],
    path: ['invalid path', 'REQUEST_INVALID'],
    key_lifetime: ['invalid api key expiration', 'REQUEST_INVALID'],
  };

function memberRefusal({ field, rule }: Broken, parentPath: string): Refusal {
  const path = [parentPath, field].filter(Boolean).join('.');
  if (rule === 'missing') return badRequest(`invalid request body: missing field \`${path}\``);
  const [message, code] = PUBLISHED_MESSAGES[rule] ?? ['invalid request body', 'REQUEST_INVALID'];
  return invalid(`${message}: ${path}: ${RULE_MESSAGES[rule]}`, code);
}
