// Request bodies: from bytes to JSON that the database can store.
import { fromUtf8, type Bytes } from '../crypto/bytes.ts';
import { KeystampError } from '../protocol/errors.ts';
import { MAX_BODY_BYTES } from '../protocol/envelope.ts';
import { isMembers } from '../protocol/parse.ts';
import { badRequest, Refusal } from './refusal.ts';

/** Deeper than any parameter of the interface. */
const MAX_DEPTH = 32;

/**
 * More members and items than any request of the interface has: the largest creates 100 users with
 * all the keys, passkeys and tags that each may have, in 37,000.
 */
const MAX_VALUES = 50_000;

/** A JSON object from outside; only its own members are ever read. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The whole body, at most {@link MAX_BODY_BYTES} bytes; 413 for more, before reading all of it. */
export async function receiveBody(request: Request): Promise<Bytes> {
  const declared = Number(request.headers.get('Content-Length') ?? Number.NaN);
  if (declared > MAX_BODY_BYTES) throw tooLarge();
  // Node enforces the declared length.
  if (declared >= 0) return new Uint8Array(await request.arrayBuffer());
  return receiveChunks(request.body);
}

async function receiveChunks(stream: Request['body']): Promise<Bytes> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of stream ?? []) {
    length += part.length;
    if (length > MAX_BODY_BYTES) throw tooLarge();
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

function tooLarge(): Refusal {
  return new Refusal({
    grpc: 3,
    status: 413,
    message: `request body is too large: ${MAX_BODY_BYTES} bytes at most`,
    code: 'REQUEST_INVALID',
  });
}

/**
 * The JSON object of a body, without members that are null (docs/protocol.md, Request and response
 * envelope). Refuses what isn't UTF-8, JSON or an object, what has too many values or is too deep, text that no database
 * column can store, and a name that appears twice in an object: a reader of the text and a reader
 * of the members would see two different requests.
 */
export function parseBody(bytes: Bytes): { readonly text: string; readonly json: JsonObject } {
  try {
    const text = fromUtf8(bytes);
    // Before anything is made of it: a body of another size costs one pass over its text.
    const names = measureText(text);
    const json: unknown = JSON.parse(text);
    if (isMembers(json)) {
      const plain = withoutNullMembers(json);
      if (names !== countMembers(json)) throw badRequest('bad request body: a name stands twice');
      return { text, json: plain };
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (!(error instanceof SyntaxError) && !(error instanceof KeystampError)) throw error;
  }
  throw badRequest('bad request body');
}

/** The envelope of a body accepted earlier, as {@link parseBody} returned it. */
export function parseStoredBody(text: string): { timestampMs: unknown; parameters: JsonObject } {
  const json: unknown = JSON.parse(text);
  const { timestampMs, parameters } = membersOf(json);
  return { timestampMs, parameters: membersOf(parameters) };
}

/** The members of an object, without those that are null; none for anything else. */
export function membersOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? withoutNullMembers(value) : {};
}

function withoutNullMembers(value: object): JsonObject {
  const present = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(
    present.map(([name, member]) => [demandStorable(name), withoutNulls(member)]),
  );
}

function withoutNulls(value: unknown): unknown {
  if (typeof value === 'string') return demandStorable(value);
  if (Array.isArray(value)) return value.map(withoutNulls);
  return typeof value === 'object' && value !== null ? withoutNullMembers(value) : value;
}

/** Postgres can't store NUL, and lone surrogates have no UTF-8. */
function demandStorable(text: string): string {
  if (text.isWellFormed() && !text.includes('\0')) return text;
  throw badRequest('bad request body: a text has a character that is not allowed');
}

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c] as const;
/** `[` and `{`, `]` and `}`. */
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/**
 * How many member names a JSON text has, from its punctuation alone, which in a string is none.
 * Refuses more than {@link MAX_VALUES} values, and what nests deeper than {@link MAX_DEPTH}. Of a
 * text that isn't JSON it says nothing.
 */
function measureText(text: string): number {
  let [names, values, depth] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = endOfString(text, at);
    else if (unit === COLON) names += 1;
    else if (unit === COMMA) values += 1;
    else if (CLOSING.has(unit)) depth -= 1;
    else if (OPENING.has(unit)) {
      values += 1;
      depth += 1;
      if (depth > MAX_DEPTH) throw badRequest('bad request body: nested too deeply');
    }
    if (values > MAX_VALUES) throw badRequest('bad request body: it has too many values');
  }
  return names;
}

/** Where the string ends that begins at a quote; the end of the text if it has no end. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) return at;
    if (unit === BACKSLASH) at += 1;
  }
  return at;
}

/** How many members the objects of a JSON value have, at any depth. */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts: readonly unknown[] = Object.values(value);
  const ownCount = Array.isArray(value) ? 0 : parts.length;
  return parts.reduce<number>((sum, part) => sum + countMembers(part), ownCount);
}
