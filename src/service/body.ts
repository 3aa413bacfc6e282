// Request bodies: bytes to JSON that the database can hold.
import { fromUtf8, type Bytes } from '../crypto/bytes.ts';
import { KeystampError } from '../protocol/errors.ts';
import { badRequest, Refusal } from './refusal.ts';

/** Largest body; the largest field has 400,000 characters (protocol.md 2.4), escaped in JSON. */
export const BODY_LIMIT = 1_048_576;

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
 * The JSON object of a body, members that are null left out (protocol.md 2.0). Refuses what is not
 * UTF-8, not JSON or not an object, too deep, or text that no database column can hold.
 */
export function parseBody(bytes: Bytes): { readonly text: string; readonly json: JsonObject } {
  try {
    const text = fromUtf8(bytes);
    const json: unknown = JSON.parse(text);
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) {
      return { text, json: plainObject(json, 0) };
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
