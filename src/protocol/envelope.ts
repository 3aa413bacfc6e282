import * as v from 'valibot';
import type { FieldViolation, PolicyEvaluation } from './errors.ts';
import { uuid } from './fields.ts';
import type { Version } from './operation-row.ts';
import { parseOrThrow } from './parse.ts';
import { activity, type Activity } from './service-records.ts';

/**
 * Bytes of the largest request. Its largest field has 400,000 characters
 * (`MAX_CONTRACT_INTERFACE_LENGTH`).
 */
export const MAX_BODY_BYTES = 1_048_576;

/**
 * Bytes of the largest reply that is read. An activity repeats its request four times: the intent,
 * and the vote's message, which is JSON text again and so up to twice as long, both in two forms.
 */
export const MAX_ANSWER_BYTES = 8 * MAX_BODY_BYTES;

/** More than any request or reply is nested. What reads a value goes into it step by step. */
const MAX_DEPTH = 50;

/** The values directly in these. */
export const insideOf = (values: readonly unknown[]): readonly unknown[] =>
  values.flatMap((one): readonly unknown[] =>
    typeof one === 'object' && one !== null ? Object.values(one) : [],
  );

/** Whether a value of JSON is nested more than any request or reply is. */
export function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) level = insideOf(level);
  return level.length > 0;
}

/** A submit request (docs/protocol.md, Request and response envelope). */
export const submitRequest = v.strictObject({
  type: v.pipe(v.string(), v.maxLength(100)),
  timestampMs: v.pipe(v.string(), v.regex(/^\d{1,16}$/, 'wrong_type')),
  organizationId: uuid,
  parameters: v.record(v.string(), v.unknown()),
  generateAppProofs: v.optional(v.nullable(v.boolean())),
});

/** The text of a submit body. Built once, then stamped, stored and sent exactly as it is. */
export function submitBody(
  version: Version,
  organizationId: string,
  timestampMs: number,
  parameters: Readonly<Record<string, unknown>>,
): string {
  return JSON.stringify({
    type: version.type,
    timestampMs: String(timestampMs),
    organizationId,
    parameters,
  });
}

/** The text of a query body: flat members, with the organization first. */
export function queryBody(
  organizationId: string,
  parameters: Readonly<Record<string, unknown>>,
): string {
  return JSON.stringify({ organizationId, ...parameters });
}

const nested = v.object({ activity: v.looseObject({}) });
const reply = v.object({ activity: v.looseObject({ result: v.optional(v.unknown()) }) });

/**
 * The activity of a submit or get_activity reply, in either form: flat, or nested again under
 * `result.activity` (docs/protocol.md, Two descriptions of the interface).
 * @throws `service_malformed`
 */
export function parseActivity(answer: unknown): Activity {
  const { activity: outer } = parseOrThrow(reply, answer, '', 'service_malformed');
  const inner = v.safeParse(nested, outer.result);
  const flat = Object.hasOwn(outer, 'intent') || !inner.success ? outer : inner.output.activity;
  const parsed = parseOrThrow(activity, flat, 'activity', 'service_malformed');
  const { activity: _superset, ...result } = parsed.result ?? {};
  return { ...parsed, result };
}

/**
 * The result of a completed activity under its version's result key, parsed.
 * @throws `service_malformed`
 */
export function parseResult(version: Version, received: Activity): unknown {
  const member: unknown = received.result?.[version.resultKey];
  return parseOrThrow(version.result, member, version.resultKey, 'service_malformed');
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const present = Object.entries(value).filter(
    ([, member]) => member !== null && member !== undefined,
  );
  return Object.fromEntries(
    present.sort(([a], [b]) => (a < b ? -1 : 1)).map(([k, member]) => [k, withoutNulls(member)]),
  );
}

/** Whether two JSON values say the same: order of members doesn't matter, nor do members of null. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(withoutNulls(one)) === JSON.stringify(withoutNulls(other));
}

/**
 * Whether an activity's intent echoes the stamped parameters. Order doesn't matter, and the echo
 * drops members sent as null (docs/protocol.md, Request and response envelope).
 */
export function isIntentEcho(version: Version, received: Activity, parameters: unknown): boolean {
  const intent: unknown = received.intent?.[version.intentKey];
  return isSameValue(intent, parameters);
}

const serviceError = v.object({
  code: v.optional(v.number()),
  message: v.optional(v.string()),
  turnkeyErrorCode: v.optional(v.string()),
  details: v.optional(v.array(v.looseObject({ turnkeyErrorCode: v.optional(v.string()) }))),
});

/** What the service's refusal says, as far as it can be read (docs/protocol.md, Error bodies). */
export type ServiceRefusal = {
  readonly serviceCode: string;
  readonly serviceMessage: string;
  readonly policyEvaluations?: readonly PolicyEvaluation[];
  readonly fieldViolations?: readonly FieldViolation[];
  /** The gRPC status. Undefined if the body has none. */
  readonly grpc: number | undefined;
};

const POLICY_DETAIL = /(?:^|[./])PolicyEnginePermissionError$/;
const policyDetail = v.object({
  '@type': v.pipe(v.string(), v.regex(POLICY_DETAIL)),
  policyEvaluations: v.pipe(
    v.array(
      v.object({
        policyId: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
        outcome: v.pipe(v.string(), v.regex(/^[A-Z_]{1,60}$/)),
      }),
    ),
    // Organizations have few policies; a longer list isn't one to show.
    v.maxLength(200),
  ),
});

/** google.rpc.BadRequest. */
const FIELD_DETAIL = /(?:^|[./])BadRequest$/;
const fieldDetail = v.object({
  '@type': v.pipe(v.string(), v.regex(FIELD_DETAIL)),
  fieldViolations: v.pipe(
    v.array(
      v.object({
        field: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
        description: v.pipe(v.string(), v.maxLength(500)),
      }),
    ),
    v.maxLength(50),
  ),
});

/** What the first detail says that is in a form that is known. */
function findDetail<const Schema extends v.GenericSchema>(
  details: readonly unknown[],
  schema: Schema,
): v.InferOutput<Schema> | undefined {
  for (const detail of details) {
    const parsed = v.safeParse(schema, detail);
    if (parsed.success) return parsed.output;
  }
  return undefined;
}

/** Reads an error body defensively: gateways reply in other forms. Undefined if it isn't one. */
export function readRefusal(answer: unknown): ServiceRefusal | undefined {
  const parsed = v.safeParse(serviceError, answer);
  if (!parsed.success) return undefined;
  const { code, message, turnkeyErrorCode, details } = parsed.output;
  if (message === undefined && turnkeyErrorCode === undefined) return undefined;
  const detailCode = details?.find((detail) => detail.turnkeyErrorCode)?.turnkeyErrorCode;
  const policyEvaluations = findDetail(details ?? [], policyDetail)?.policyEvaluations;
  const fieldViolations = findDetail(details ?? [], fieldDetail)?.fieldViolations;
  return {
    serviceCode: turnkeyErrorCode || detailCode || '',
    serviceMessage: (message ?? '').slice(0, 500),
    ...(policyEvaluations && { policyEvaluations }),
    ...(fieldViolations && { fieldViolations }),
    grpc: code,
  };
}
