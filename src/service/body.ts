// Request bodies: bytes to JSON that the database can hold.
import { fromUtf8, type Bytes } from '../crypto/bytes.ts';
import { KeystampError } from '../protocol/errors.ts';
import { BODY_LIMIT } from '../protocol/envelope.ts';
import { badRequest, Refusal } from './refusal.ts';

/** Deeper than any parameter of the interface. */
const DEPTH = 32;

/** A JSON object from outside; its own members only are ever looked at. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The whole body, at most {@link BODY_LIMIT} bytes; 413 for more, before all of it is read. */
export async function receive(request: Request): Promise<Bytes> {
  const declared = Number(request.headers.get('Content-Length') ?? Number.NaN);
  if (declared > BODY_LIMIT) throw tooLarge();
  // Node holds a body to its declared length.
  if (declared >= 0) return new Uint8Array(await request.arrayBuffer());
  return receiveChunks(request.body);
}

async function receiveChunks(stream: Request['body']): Promise<Bytes> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of stream ?? []) {
    length += part.length;
    if (length > BODY_LIMIT) throw tooLarge();
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

function tooLarge(): Refusal {
  return new Refusal({
    grpc: 3,
    status: 413,
    message: `request body is too large: ${BODY_LIMIT} bytes at most`,
    code: 'REQUEST_INVALID',
  });
}

/**
 * The JSON object of a body, members that are null left out (docs/protocol.md, Request and response
 * envelope). Refuses what is not UTF-8, not JSON or not an object, too deep, text that no database column
 * can hold, and a name that stands twice in an object: who reads the text and who reads the members would
 * see two requests.
 */
export function parseBody(bytes: Bytes): { readonly text: string; readonly json: JsonObject } {
  try {
    const text = fromUtf8(bytes);
    const json: unknown = JSON.parse(text);
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) {
      const plain = plainObject(json, 0);
      if (namesIn(text) !== membersIn(json))
        throw badRequest('bad request body: a name stands twice');
      return { text, json: plain };
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (!(error instanceof SyntaxError) && !(error instanceof KeystampError)) throw error;
  }
  throw badRequest('bad request body');
}

/** The envelope of a body that was accepted before, as {@link parseBody} gave it. */
export function readBody(text: string): { timestampMs: unknown; parameters: JsonObject } {
  const json: unknown = JSON.parse(text);
  const { timestampMs, parameters } = membersOf(json);
  return { timestampMs, parameters: membersOf(parameters) };
}

/** The members of an object, those that are null left out; none of anything else. */
export function membersOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? plainObject(value, 0) : {};
}

function plainObject(value: object, depth: number): JsonObject {
  const kept = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(kept.map(([name, member]) => [storable(name), plain(member, depth)]));
}

function plain(value: unknown, depth: number): unknown {
  if (depth > DEPTH) throw badRequest('bad request body: nested too deeply');
  if (typeof value === 'string') return storable(value);
  if (Array.isArray(value)) return value.map((item) => plain(item, depth + 1));
  return typeof value === 'object' && value !== null ? plainObject(value, depth + 1) : value;
}

/** Postgres holds no NUL, and lone surrogates have no UTF-8. */
function storable(text: string): string {
  if (text.isWellFormed() && !text.includes('\0')) return text;
  throw badRequest('bad request body: a text has a character that is not allowed');
}

/** How many names of members a JSON text has: strings with a colon behind them. */
function namesIn(text: string): number {
  let names = 0;
  let at = text.indexOf('"');
  while (at !== -1) {
    at += 1;
    while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    at += 1;
    while (SPACE.has(text[at] ?? '')) at += 1;
    if (text[at] === ':') names += 1;
    at = text.indexOf('"', at);
  }
  return names;
}

/** White space between tokens (RFC 8259, 2). */
const SPACE: ReadonlySet<string> = new Set([' ', '\t', '\n', '\r']);

/** How many members the objects of a JSON value have, at any depth. */
function membersIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts: readonly unknown[] = Object.values(value);
  const own = Array.isArray(value) ? 0 : parts.length;
  return parts.reduce<number>((sum, one) => sum + membersIn(one), own);
}
