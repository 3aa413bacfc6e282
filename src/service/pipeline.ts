// From a request to its answer: the checks in order, then the row's handler.
import type { Bytes, RandomBytes } from '../crypto/bytes.ts';
import { submitRequest } from '../protocol/envelope.ts';
import type { Fields } from '../protocol/fields.ts';
import type { QueryRow, SubmitRow, Version } from '../protocol/operation-row.ts';
import '../protocol/text-rules.ts';
import { isMembers, parse, type FieldRefusal as Broken } from '../protocol/parse.ts';
import type { Rule } from '../protocol/rules.ts';
import type { ServiceErrorCode } from '../protocol/service-errors.ts';
import type { Token } from './balances.ts';
import type { Chains } from './chains.ts';
import {
  effectOfPrepared,
  submit,
  type Effect,
  type ActivityOutcome,
  type SubmitAction,
} from './activity.ts';
import { createActivityReader, supersetActivity } from './activity-record.ts';
import type { ActivityRow } from './schema.ts';
import { expiryOf } from './api-key-expiry.ts';
import type { Authentication } from './authentication.ts';
import { addressRefusal } from './address-refusal.ts';
import {
  membersOf,
  parseBody,
  parseStoredBody,
  receiveBody,
  type JsonObject,
} from './request-body.ts';
import type { Origins } from './client-data.ts';
import type { ClientAddress } from './client-address.ts';
import { castVote, consentOf } from './consensus.ts';
import type { Authenticated, Caller, Context, ServiceInfo } from './context.ts';
import type { Database, RootDatabase } from './database.ts';
import type { Enclave } from './enclave.ts';
import { demandAllowedAddress, isAdmitted } from './ip-allowlist.ts';
import { knownRules } from './policies/rules.ts';
import { carriedOutAs, rowOfType, versionOf } from './older-versions.ts';
import type { RateLimits } from './rate-limits.ts';
import { curveMismatch } from './curve-mismatch.ts';
import { queryHandlerOf, submitHandlerOf } from './handlers/table.ts';
import { badRequest, forbidden, invalid, Refusal } from './refusal.ts';
import { RULE_MESSAGES } from './rule-messages.ts';
import type { SubmitQueue } from './submit-queue.ts';
import { readUsers } from './users.ts';
import type * as v from 'valibot';

/** What the pipeline needs to answer requests. */
export type PipelineDeps = {
  readonly db: RootDatabase;
  readonly clock: () => number;
  readonly random: RandomBytes;
  readonly enclave: Enclave;
  readonly chains: Chains;
  readonly tokens: readonly Token[];
  readonly authentication: Authentication;
  /** Gives submits their turns. */
  readonly queue: SubmitQueue;
  /** How often an organization may send requests. */
  readonly limits: RateLimits;
  /** Accepted origins of passkeys. */
  readonly origins: Origins;
  /** Names the organization that `/local/enrol` enrolls into. */
  readonly info: ServiceInfo;
  /** Where clients reach the service; undefined for where their request came. */
  readonly publicOrigin: string | undefined;
  /** Whoever started the service learns that a set-up code was used. */
  readonly onCodeUsed: () => void;
};

/** The record that a query asks for. */
export async function answerQuery(
  service: PipelineDeps,
  row: QueryRow,
  request: Request,
  client: ClientAddress,
) {
  const body = await receiveBody(request);
  const { json } = parseBody(body);
  const { organizationId, ...parameters } = json;
  const stamped = { headers: request.headers, body, organizationId };
  const caller = await service.authentication.query(stamped);
  if (client.trace) client.trace.organizationId = caller.organizationId;
  if (!caller.actsAlone) await demandAllowedAddress(service.db, caller, client.address);
  const { organizationId: counted } = caller;
  service.limits.count({ organizationId: counted, kind: 'query', operation: row.name });
  const values = parseMembers(row.fields, row.parameters, parameters, '');
  const received = { request, ...client };
  const context = createContext(service, caller, received, service.db, service.clock());
  return queryHandlerOf(row)(values, context);
}

/** Answers submits with the activity, `{activity}`, each in its turn (submit-queue.ts). */
export function createSubmitPipeline(service: PipelineDeps) {
  return async (row: SubmitRow, request: Request, client: ClientAddress) => {
    const body = await receiveBody(request);
    const read = { ...parseBody(body), body };
    const { organizationId, parameters } = read.json;
    const place = {
      organizationId: String(organizationId).toLowerCase(),
      record: isMembers(parameters) ? namedRecord(row, parameters) : undefined,
    };
    return service.queue(place, () => answerSubmit(service, row, { request, ...client }, read));
  };
}

/** The record that a submit changes or votes on, as its parameters name it, unchecked. */
function namedRecord({ vote, versions: [{ fields }] }: SubmitRow, parameters: JsonObject) {
  const name = vote
    ? 'fingerprint'
    : Object.entries(fields).find(([, { control }]) => control.kind === 'pick')?.[0];
  const value = name === undefined ? undefined : parameters[name];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first.slice(0, 100).toLowerCase() : undefined;
}

/** A request, and where it came from. */
type Received = ClientAddress & { readonly request: Request };
type ReadBody = ReturnType<typeof parseBody> & { readonly body: Bytes };

async function answerSubmit(
  service: PipelineDeps,
  row: SubmitRow,
  received: Received,
  read: ReadBody,
) {
  const { request, address } = received;
  const { body } = read;
  const { organizationId } = read.json;
  const stamped = { headers: request.headers, body, organizationId };
  const authenticate = async () => {
    const found = await service.authentication.submit(stamped);
    // Whoever acts alone does so from any address, and of the others what is known may do for now: the
    // claim reads it again, which a vote doesn't make.
    const { caller } = found;
    const { allowlists } = knownRules(caller.organizationId) ?? {};
    const mayComeFrom = allowlists && isAdmitted(allowlists, caller, address);
    if (row.vote || !(caller.actsAlone || mayComeFrom))
      await demandAllowedAddress(service.db, caller, address);
    return found;
  };
  const authenticated = await authenticate();
  const { trace } = received;
  if (trace) trace.organizationId = authenticated.caller.organizationId;
  service.limits.count({
    organizationId: authenticated.caller.organizationId,
    kind: 'submit',
    operation: row.name,
    group: typeof row.policy === 'string' ? undefined : row.policy.resource,
  });
  try {
    return await runSubmit(service, row, received, read, authenticated);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'PUBLIC_KEY_NOT_FOUND') throw error;
    // The key was cached, and removed since. It may have been added again: then it has another id.
    service.authentication.forget(authenticated.caller);
    const again = await authenticate();
    return runSubmit(service, row, received, read, again);
  }
}

async function runSubmit(
  service: PipelineDeps,
  row: SubmitRow,
  received: Received,
  { text, json }: ReturnType<typeof parseBody>,
  authenticated: Authenticated,
) {
  const { caller } = authenticated;
  const now = service.clock();
  const { type, timestampMs, parameters } = parseEnvelope(json);
  const version = demandVersion(row, type);
  demandCurrentTimestamp(Number(timestampMs), now);
  const values = readValues(version, parameters);
  const submission = { ...authenticated, body: text, version, now };
  const contextFor = (who: Caller) => (db: Database) =>
    createContext(service, who, received, db, now);
  const { fingerprint } = values as { readonly fingerprint?: string };
  if (row.vote && fingerprint !== undefined) {
    const vote = { selection: row.vote, fingerprint };
    const cast = await castVote(service, submission, vote, (target) =>
      effectOfActivity(target, contextFor),
    );
    return createAnswer(cast, contextFor(caller)(service.db), received);
  }
  const action = actionOf(row, version, values, contextFor(caller), service.db);
  const consent = caller.actsAlone
    ? undefined
    : consentOf(service, { ...submission, address: received.address });
  const outcome = await submit(service, submission, action, consent);
  return createAnswer(outcome, contextFor(caller)(service.db), received);
}

type ContextIn = (db: Database) => Context;

function actionOf(
  row: SubmitRow,
  version: Version,
  values: unknown,
  context: ContextIn,
  db: Database,
): SubmitAction {
  const handler = submitHandlerOf(row);
  const { current, downgrade } = carriedOutAs(version);
  if ('check' in handler) handler.check(values, context(db));
  if (!('prepare' in handler)) {
    const run = 'effect' in handler ? handler.effect : handler;
    return { effect: async (tx) => downgrade(await run(values, context(tx), current)) };
  }
  return {
    prepare: async (db) => {
      const prepared = await handler.prepare(values, context(db), current);
      return { ...prepared, result: downgrade(prepared.result) };
    },
  };
}

/** What a version was asked for, as the handler of its row takes it. */
function readValues(version: Version, parameters: JsonObject): unknown {
  const values = parseMembers(version.fields, version.parameters, parameters, 'parameters');
  const { isOlder, current, upgrade } = carriedOutAs(version);
  if (!isOlder) return values;
  const upgraded = upgrade(membersOf(values));
  return parseMembers(current.fields, current.parameters, upgraded, 'parameters');
}

/** What a stored activity does, as the user who submitted it. */
function effectOfActivity(target: ActivityRow, contextFor: (who: Caller) => ContextIn): Effect {
  return async (tx) => {
    const row = rowOfType(target.type);
    if (!row) throw new Error(`no operation has the type ${target.type}`);
    const version = demandVersion(row, target.type);
    const { parameters } = parseStoredBody(target.body);
    const values = readValues(version, parameters);
    const context = contextFor(await submitterOf(tx, target));
    const action = actionOf(row, version, values, context, tx);
    const effect = 'effect' in action ? action.effect : effectOfPrepared(action.prepare);
    return effect(tx);
  };
}

/** The submitter, if the credential is still there that stamped. */
async function submitterOf(
  tx: Database,
  { organizationId, userId, publicKey }: ActivityRow,
): Promise<Caller> {
  const [user] = await readUsers(tx, organizationId, [userId]);
  const key = user?.apiKeys.find((one) => one.publicKey === publicKey);
  const passkey = user?.authenticators.find((one) => one.publicKey === publicKey);
  const id = key?.id ?? passkey?.id;
  if (id === undefined) throw forbidden('The credential that submitted the activity was removed.');
  const expiresAt = key ? expiryOf(key) : Infinity;
  const credential = { kind: key ? 'api-key' : 'passkey', id, publicKey, expiresAt } as const;
  return { organizationId, userId, actsAlone: false, credential };
}

async function createAnswer(
  { row, refusal }: ActivityOutcome,
  context: Context,
  { trace }: Received,
) {
  if (trace) trace.activityStatus = row.status;
  if (refusal) throw refusal;
  const reader = await createActivityReader([row], context);
  return { activity: await supersetActivity(row, reader) };
}

function createContext(
  { random, enclave, origins, chains, tokens, publicOrigin }: PipelineDeps,
  caller: Caller,
  { request, address }: Received,
  db: Database,
  now: number,
): Context {
  const origin = publicOrigin ?? new URL(request.url).origin;
  const { organizationId } = caller;
  return {
    db,
    caller,
    organizationId,
    now,
    random,
    enclave,
    origin,
    origins,
    chains,
    tokens,
    address,
  };
}

function parseEnvelope(json: JsonObject) {
  const parsed = parse(submitRequest, json, 'first');
  if (!parsed.ok) throw memberRefusal(parsed.refusals[0], '');
  // As received: the schema's copy lacks members with forbidden names, which we must refuse.
  return { ...parsed.value, parameters: membersOf(json['parameters']) };
}

function demandVersion(row: SubmitRow, type: string): Version {
  const version = versionOf(row, type);
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
  const parsed = parse(schema, members, 'first');
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
const INVALID_EMAIL = ['invalid email address', 'INVALID_EMAIL'] as const;
const PUBLISHED_MESSAGES: Partial<Record<Rule, readonly [words: string, code: ServiceErrorCode]>> =
  {
    email: INVALID_EMAIL,
    email_characters: INVALID_EMAIL,
    email_dots: INVALID_EMAIL,
    email_domain: INVALID_EMAIL,
    email_length: INVALID_EMAIL,
    path: ['invalid path', 'REQUEST_INVALID'],
    key_lifetime: ['invalid api key expiration', 'REQUEST_INVALID'],
  };

function memberRefusal({ field, rule }: Broken, parentPath: string): Refusal {
  const path = [parentPath, field].filter(Boolean).join('.');
  if (rule === 'missing') return badRequest(`invalid request body: missing field \`${path}\``);
  const [message, code] = PUBLISHED_MESSAGES[rule] ?? ['invalid request body', 'REQUEST_INVALID'];
  return invalid(`${message}: ${path}: ${RULE_MESSAGES[rule]}`, code);
}
