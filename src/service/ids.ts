// Identifiers (RFC 9562). Version 4 for things, 7 for activities so that they sort by time, 8 for
// ids derived from what they name.
import { sha256 } from '@noble/hashes/sha2.js';
import { toHex, utf8, concat, type Bytes, type RandomBytes } from '../crypto/bytes.ts';
import { UUID } from '../protocol/fields.ts';

function format(bytes: Bytes, version: number): string {
  const idBytes = bytes.slice(0, 16);
  idBytes[6] = ((idBytes[6] ?? 0) & 0x0f) | (version << 4);
  idBytes[8] = ((idBytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = toHex(idBytes);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)]
    .join('-')
    .toLowerCase();
}

/** A random id, version 4. */
export function randomId(random: RandomBytes): string {
  return format(random(16), 4);
}

/** An id that sorts by its creation time (milliseconds since the epoch), version 7. */
export function timeOrderedId(now: number, random: RandomBytes): string {
  const bytes = random(16);
  const time = new DataView(bytes.buffer);
  time.setUint32(0, Math.floor(now / 0x10000));
  time.setUint16(4, now % 0x10000);
  return format(bytes, 7);
}

/** The same id for the same parts, version 8. It doesn't reveal the parts. */
export function derivedId(...parts: readonly string[]): string {
  return format(sha256(concat(...parts.map((part) => sha256(utf8(part))))), 8);
}

/** Whether a text from outside is an id at all; the database refuses anything else. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}
