// Request bodies: from bytes to JSON that the database can store.
import { fromUtf8, type Bytes } from '../crypto/bytes.ts';
import { KeystampError } from '../protocol/errors.ts';
import { MAX_BODY_BYTES } from '../protocol/envelope.ts';
import { badRequest, Refusal } from './refusal.ts';

/** Deeper than any parameter of the interface. */
const MAX_DEPTH = 32;

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
 * envelope). Refuses what isn't UTF-8, JSON or an object, what is too deep, text that no database
 * column can store, and a name that appears twice in an object: a reader of the text and a reader
 * of the members would see two different requests.
 */
export function parseBody(bytes: Bytes): { readonly text: string; readonly json: JsonObject } {
  try {
    const text = fromUtf8(bytes);
    const json: unknown = JSON.parse(text);
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) {
      const plain = withoutNullMembers(json, 0);
      if (countMemberNames(text) !== countMembers(json))
        throw badRequest('bad request body: a name stands twice');
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
  return typeof value === 'object' && value !== null ? withoutNullMembers(value, 0) : {};
}

function withoutNullMembers(value: object, depth: number): JsonObject {
  const present = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(
    present.map(([name, member]) => [demandStorable(name), withoutNulls(member, depth)]),
  );
}

function withoutNulls(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) throw badRequest('bad request body: nested too deeply');
  if (typeof value === 'string') return demandStorable(value);
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item, depth + 1));
  return typeof value === 'object' && value !== null ? withoutNullMembers(value, depth + 1) : value;
}

/** Postgres can't store NUL, and lone surrogates have no UTF-8. */
function demandStorable(text: string): string {
  if (text.isWellFormed() && !text.includes('\0')) return text;
  throw badRequest('bad request body: a text has a character that is not allowed');
}

/** How many member names a JSON text has: strings followed by a colon. */
function countMemberNames(text: string): number {
  let count = 0;
  let index = text.indexOf('"');
  while (index !== -1) {
    index += 1;
    while (text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
    index += 1;
    while (WHITESPACE.has(text[index] ?? '')) index += 1;
    if (text[index] === ':') count += 1;
    index = text.indexOf('"', index);
  }
  return count;
}

/** White space between tokens (RFC 8259, 2). */
const WHITESPACE: ReadonlySet<string> = new Set([' ', '\t', '\n', '\r']);

/** How many members the objects of a JSON value have, at any depth. */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts: readonly unknown[] = Object.values(value);
  const ownCount = Array.isArray(value) ? 0 : parts.length;
  return parts.reduce<number>((sum, part) => sum + countMembers(part), ownCount);
}
