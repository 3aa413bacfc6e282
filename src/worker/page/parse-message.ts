import * as v from 'valibot';
import {
  PROVIDER_METHODS,
  MAX_CHARACTERS,
  MAX_DEPTH,
  MAX_MEMBERS,
  PAGE_MARK,
  type ProviderCall,
  type ConnectParams,
  type RequestParams,
} from '../../protocol/page-api.ts';
import { isMembers, parse, readJson } from '../../protocol/parse.ts';
import { PageRefusal } from '../../requests/page-refusal.ts';

/*
 * A page's message, from `unknown` to a parsed call. Its author may be hostile, so nothing in it is
 * trusted.
 */

const uuid = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
);
/** Chosen by the page; part of the request's name. */
const key = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
const name = v.pipe(v.string(), v.maxLength(64));

const bridgeMessage = v.union([
  v.strictObject({
    mark: v.literal(PAGE_MARK),
    bridgeId: uuid,
    text: v.string(),
    clicked: v.boolean(),
    hasOtherCopy: v.optional(v.literal(true)),
  }),
  v.strictObject({ mark: v.literal(PAGE_MARK), bridgeId: uuid, gone: v.literal(true) }),
]);
export type ReceivedMessage = v.InferOutput<typeof bridgeMessage>;

/** A request's name: the UUID of its client, or the page's own idempotency key. */
const requestName = v.pipe(
  v.string(),
  v.regex(/^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|key:[^]{1,100})$/),
);

const envelope = v.strictObject({
  id: requestName,
  method: v.picklist(PROVIDER_METHODS),
  params: v.unknown(),
});

const noParams = v.optional(v.nullable(v.strictObject({})));
const connectParams = v.strictObject({
  operations: v.optional(v.pipe(v.array(name), v.maxLength(100))),
  reason: v.optional(v.pipe(v.string(), v.maxLength(200))),
});
const requestParams = v.strictObject({
  operation: name,
  parameters: v.custom<Readonly<Record<string, unknown>>>(isMembers, 'wrong_type'),
  idempotencyKey: v.optional(key),
});
const statusParams = v.strictObject({ id: requestName });

/** A well-formed call. */
export type ParsedCall =
  | { readonly id: string; readonly method: 'connect'; readonly params: ConnectParams }
  | { readonly id: string; readonly method: 'request'; readonly params: RequestParams }
  | { readonly id: string; readonly method: 'status'; readonly params: { readonly id: string } }
  | { readonly id: string; readonly method: 'disconnect' | 'capabilities' };

/** A message from a bridge, or undefined for anything else. */
export function readBridgeMessage(value: unknown): ReceivedMessage | undefined {
  const parsed = v.safeParse(bridgeMessage, value);
  return parsed.success ? parsed.output : undefined;
}

const withId = v.looseObject({ id: requestName });

/** What a page sent: the id for the answer, and the call with its parameters unread, or its refusal. */
export type ReadCall = {
  /** Empty when there is none. */
  readonly id: string;
  readonly call: ProviderCall | PageRefusal;
};

/** Reads a page's text, once. Refusals: `too_large`, `invalid_request`. */
export function readCallText(text: string): ReadCall {
  if (text.length > MAX_CHARACTERS) return { id: '', call: new PageRefusal('too_large') };
  const value = readJson(text);
  const parsed = v.safeParse(envelope, value);
  if (parsed.success) return { id: parsed.output.id, call: parsed.output };
  const named = v.safeParse(withId, value);
  return { id: named.success ? named.output.id : '', call: new PageRefusal('invalid_request') };
}

/**
 * The call with the parameters of its method.
 * @throws PageRefusal `too_large`, `invalid_parameters` naming the field
 */
export function parseCallParams({ id, method, params }: ProviderCall): ParsedCall {
  demandBounded(params);
  if (method === 'connect') {
    return { id, method, params: omitUndefined(parseParams(connectParams, params ?? {})) };
  }
  if (method === 'request') {
    const { operation, parameters, idempotencyKey } = parseParams(requestParams, params);
    const rest = { operation, parameters };
    if (idempotencyKey === undefined) return { id, method, params: rest };
    return { id: `key:${idempotencyKey}`, method, params: { ...rest, idempotencyKey } };
  }
  if (method === 'status') return { id, method, params: parseParams(statusParams, params) };
  parseParams(noParams, params);
  return { id, method };
}

function omitUndefined({ operations, reason }: v.InferOutput<typeof connectParams>): ConnectParams {
  return { ...(operations && { operations }), ...(reason !== undefined && { reason }) };
}

function parseParams<T>(schema: v.GenericSchema<unknown, T>, value: unknown): T {
  const parsed = parse(schema, value);
  if (parsed.ok) return parsed.value;
  const { field, rule } = parsed.refusals[0];
  throw new PageRefusal('invalid_parameters', field ? { field, rule } : { rule });
}

/**
 * Refuses what is too deep or has too many members, without recursion, and members named
 * `__proto__`: copying such an object would change a prototype (docs/platform.md, Copies of
 * messages).
 */
function demandBounded(value: unknown): void {
  let members = 0;
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new PageRefusal('too_large');
    const next: unknown[] = [];
    for (const member of level) {
      if (typeof member !== 'object' || member === null) continue;
      if (Object.hasOwn(member, '__proto__')) {
        throw new PageRefusal('invalid_parameters', { field: '__proto__', rule: 'unknown_member' });
      }
      const values: unknown[] = Object.values(member);
      members += values.length;
      if (members > MAX_MEMBERS) throw new PageRefusal('too_large');
      next.push(...values);
    }
    level = next;
  }
}
