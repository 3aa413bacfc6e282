import * as v from 'valibot';
import { uuid } from './fields.ts';
import type { Version } from './operation.ts';
import { parseOrThrow } from './parse.ts';
import { activity, type Activity } from './records.ts';

/** Bytes of the largest request; its largest field has 400,000 characters (`CONTRACT_INTERFACE_LIMIT`). */
export const BODY_LIMIT = 1_048_576;

/**
 * Bytes of the largest answer that is read. An activity tells its request four times: the intent and,
 * as text in JSON once more and so up to twice as long, the vote's message, both in two forms.
 */
export const ANSWER_LIMIT = 8 * BODY_LIMIT;

/** A submit request (docs/protocol.md, Request and response envelope). */
export const submitRequest = v.strictObject({
  type: v.pipe(v.string(), v.maxLength(100)),
  timestampMs: v.pipe(v.string(), v.regex(/^\d{1,16}$/, 'wrong_type')),
  organizationId: uuid,
  parameters: v.record(v.string(), v.unknown()),
  generateAppProofs: v.optional(v.nullable(v.boolean())),
});
export type SubmitRequest = v.InferOutput<typeof submitRequest>;

/** The text of a submit body. Built once; stamped, stored and sent as it is. */
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

/** The text of a query body: the flat members with the organization first. */
export function queryBody(
  organizationId: string,
  parameters: Readonly<Record<string, unknown>>,
): string {
  return JSON.stringify({ organizationId, ...parameters });
}

const nested = v.object({ activity: v.looseObject({}) });
const reply = v.object({ activity: v.looseObject({ result: v.optional(v.unknown()) }) });

/**
 * The activity of a submit or get_activity answer, in either form: flat, or nested once more under
 * `result.activity` (docs/protocol.md, Two descriptions of the interface).
 * @throws `service_malformed`
 */
export function readActivity(answer: unknown): Activity {
  const { activity: outer } = parseOrThrow(reply, answer, '', 'service_malformed');
  const inner = v.safeParse(nested, outer.result);
  const flat = Object.hasOwn(outer, 'intent') || !inner.success ? outer : inner.output.activity;
  const read = parseOrThrow(activity, flat, 'activity', 'service_malformed');
  const { activity: _superset, ...result } = read.result ?? {};
  return { ...read, result };
}

/**
 * The result of a completed activity under its version's result key, parsed.
 * @throws `service_malformed`
 */
export function readResult(version: Version, from: Activity): unknown {
  const member: unknown = from.result?.[version.resultKey];
  return parseOrThrow(version.result, member, version.resultKey, 'service_malformed');
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, one]) => one !== null && one !== undefined);
  return Object.fromEntries(
    kept.sort(([a], [b]) => (a < b ? -1 : 1)).map(([k, one]) => [k, plain(one)]),
  );
}

/**
 * Whether an activity's intent echoes the parameters that were stamped. Order does not count, and
 * members sent as null are dropped from the echo (docs/protocol.md, Request and response envelope).
 */
export function echoes(version: Version, from: Activity, parameters: unknown): boolean {
  const intent: unknown = from.intent?.[version.intentKey];
  return JSON.stringify(plain(intent)) === JSON.stringify(plain(parameters));
}

const serviceError = v.object({
  code: v.optional(v.number()),
  message: v.optional(v.string()),
  turnkeyErrorCode: v.optional(v.string()),
  details: v.optional(v.array(v.looseObject({ turnkeyErrorCode: v.optional(v.string()) }))),
});

/** What a refusal of the service says, as far as it can be read (docs/protocol.md, Error bodies). */
export type ServiceRefusal = { readonly serviceCode: string; readonly serviceMessage: string };

/** Reads an error body defensively: gateways answer in other forms. Undefined when it is none. */
export function readRefusal(answer: unknown): ServiceRefusal | undefined {
  const parsed = v.safeParse(serviceError, answer);
  if (!parsed.success) return undefined;
  const { message, turnkeyErrorCode, details } = parsed.output;
  if (message === undefined && turnkeyErrorCode === undefined) return undefined;
  const detailed = details?.find((one) => one.turnkeyErrorCode)?.turnkeyErrorCode;
  return {
    serviceCode: turnkeyErrorCode || detailed || '',
    serviceMessage: (message ?? '').slice(0, 500),
  };
}
