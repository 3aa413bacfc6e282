import * as v from 'valibot';
import {
  METHODS,
  MOST_CHARACTERS,
  MOST_DEPTH,
  MOST_MEMBERS,
  PAGE_MARK,
  type Ask,
  type ConnectParams,
  type RequestParams,
} from '../../protocol/page.ts';
import { parse } from '../../protocol/parse.ts';
import { PageRefusal } from './refusal.ts';

/*
 * A page's message, from `unknown` to a question. Everything here is written by somebody who may
 * wish us ill.
 */

const uuid = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
);
/** Chosen by the page; part of the request's name. */
const key = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
const name = v.pipe(v.string(), v.maxLength(64));

const upward = v.union([
  v.strictObject({
    mark: v.literal(PAGE_MARK),
    seat: uuid,
    text: v.string(),
    clicked: v.boolean(),
  }),
  v.strictObject({ mark: v.literal(PAGE_MARK), seat: uuid, gone: v.literal(true) }),
]);
export type Message = v.InferOutput<typeof upward>;

/** A request's name: the UUID of its client, or the page's own idempotency key. */
export const requestName = v.pipe(
  v.string(),
  v.regex(/^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|key:[^]{1,100})$/),
);

const ask = v.strictObject({ id: requestName, method: v.picklist(METHODS), params: v.unknown() });

const nothing = v.optional(v.nullable(v.strictObject({})));
const connectParams = v.strictObject({
  operations: v.optional(v.pipe(v.array(name), v.maxLength(100))),
  reason: v.optional(v.pipe(v.string(), v.maxLength(200))),
});
const requestParams = v.strictObject({
  operation: name,
  parameters: v.custom<Readonly<Record<string, unknown>>>(isRecord, 'wrong_type'),
  idempotencyKey: v.optional(key),
});
const statusParams = v.strictObject({ id: requestName });

/** A question whose form is right. */
export type Question =
  | { readonly id: string; readonly method: 'connect'; readonly params: ConnectParams }
  | { readonly id: string; readonly method: 'request'; readonly params: RequestParams }
  | { readonly id: string; readonly method: 'status'; readonly params: { readonly id: string } }
  | { readonly id: string; readonly method: 'disconnect' | 'capabilities' };

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A message of a bridge, or undefined for anything else. */
export function readMessage(value: unknown): Message | undefined {
  const parsed = v.safeParse(upward, value);
  return parsed.success ? parsed.output : undefined;
}

/** Whether a message says that it comes from a bridge. */
export function isPageMessage(value: unknown): boolean {
  return v.is(v.looseObject({ mark: v.literal(PAGE_MARK) }), value);
}

const identified = v.looseObject({ id: requestName });

/** The id that an answer has to carry, of whatever a page sent; empty when there is none. */
export function readId(text: string): string {
  if (text.length > MOST_CHARACTERS) return '';
  try {
    const parsed = v.safeParse(identified, JSON.parse(text));
    return parsed.success ? parsed.output.id : '';
  } catch {
    return '';
  }
}

/**
 * A question, its parameters not looked at.
 * @throws PageRefusal `too_large`, `invalid_request`, `invalid_parameters` naming the field
 */
export function readAsk(text: string): Ask {
  if (text.length > MOST_CHARACTERS) throw new PageRefusal('too_large');
  const parsed = v.safeParse(ask, parseJson(text));
  if (!parsed.success) throw new PageRefusal('invalid_request');
  return parsed.output;
}

/** The question with the parameters of its method. @throws as {@link readAsk} */
export function readQuestion({ id, method, params }: Ask): Question {
  demandModest(params);
  if (method === 'connect') {
    return { id, method, params: slim(demand(connectParams, params ?? {})) };
  }
  if (method === 'request') {
    const { operation, parameters, idempotencyKey } = demand(requestParams, params);
    const rest = { operation, parameters };
    if (idempotencyKey === undefined) return { id, method, params: rest };
    return { id: `key:${idempotencyKey}`, method, params: { ...rest, idempotencyKey } };
  }
  if (method === 'status') return { id, method, params: demand(statusParams, params) };
  demand(nothing, params);
  return { id, method };
}

function slim({ operations, reason }: v.InferOutput<typeof connectParams>): ConnectParams {
  return { ...(operations && { operations }), ...(reason !== undefined && { reason }) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new PageRefusal('invalid_request');
  }
}

function demand<T>(schema: v.GenericSchema<unknown, T>, value: unknown): T {
  const parsed = parse(schema, value);
  if (parsed.ok) return parsed.value;
  const { field, rule } = parsed.refusals[0];
  throw new PageRefusal('invalid_parameters', field ? { field, rule } : { rule });
}

/**
 * Refuses what is too deep or has too many members, without recursion, and members called
 * `__proto__`: copying such an object would change a prototype (docs/platform.md, Copies of messages).
 */
function demandModest(value: unknown): void {
  let members = 0;
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MOST_DEPTH) throw new PageRefusal('too_large');
    const next: unknown[] = [];
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue;
      if (Object.hasOwn(one, '__proto__')) {
        throw new PageRefusal('invalid_parameters', { field: '__proto__', rule: 'unknown_member' });
      }
      const values: unknown[] = Object.values(one);
      members += values.length;
      if (members > MOST_MEMBERS) throw new PageRefusal('too_large');
      next.push(...values);
    }
    level = next;
  }
}
