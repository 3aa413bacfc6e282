// Turns a pasted or dropped text into ASCII bytes without outer whitespace. Works on arrays, which
// can be wiped. A text that the browser passed as a string stays in memory until it's collected,
// and nobody knows when that is: prefer bytes, and drop the string early.
import { wipe } from '../crypto/bytes.ts';
import { KeyRefusal, refuse } from './refusal.ts';
import { isRecoveryPhrase } from './recovery-phrase.ts';

/**
 * The maximum in bytes or UTF-16 units. The longest form is the JSON array with its line breaks,
 * about 700. Password-protected key files, which are only recognized, have up to 3,000.
 */
export const MAX_LENGTH = 4096;

/** The text as the readers of forms get it. */
export type PastedText = {
  /** ASCII, no whitespace at either end. */
  readonly bytes: Uint8Array;
  /** The position of a byte in the original text, in UTF-16 units. */
  readonly position: (at: number) => number;
  /** Registers an array that holds secrets. {@link withPastedText} wipes it at the end. */
  readonly trackSecret: <T extends Uint8Array>(array: T) => T;
};

/** A part of a text, given as a part of its bytes, as a text of its own. */
export function partOf(pasted: PastedText, part: Uint8Array): PastedText {
  const before = part.byteOffset - pasted.bytes.byteOffset;
  return { ...pasted, bytes: part, position: (at) => pasted.position(before + at) };
}

/** Runs `read` on the text, and wipes every array made from it afterwards. */
export function withPastedText<T>(input: string | Uint8Array, read: (pasted: PastedText) => T): T {
  if (input.length > MAX_LENGTH) refuse('too_long');
  const codes = typeof input === 'string' ? fromText(input) : fromUtf8(input);
  const secrets: Uint8Array[] = [];
  const trackSecret = <A extends Uint8Array>(array: A): A => {
    secrets.push(array);
    return array;
  };
  try {
    const [start, end] = trimmedRange(codes);
    const inner = codes.subarray(start, end);
    if (inner.some((code) => code > 0x7f))
      throw refusalOfNonAscii(inner, utf16Offset(codes, start));
    const before = utf16Offset(codes, start);
    return read({
      bytes: trackSecret(Uint8Array.from(inner)),
      position: (at) => before + at,
      trackSecret,
    });
  } finally {
    codes.fill(0);
    wipe(...secrets);
  }
}

function fromText(text: string): Uint32Array {
  const codes = new Uint32Array(text.length);
  let count = 0;
  for (let at = 0; at < text.length; count++) {
    const code = text.codePointAt(at) ?? 0;
    codes[count] = code;
    at += utf16Length(code);
  }
  return codes.subarray(0, count);
}

const REPLACEMENT = 0xfffd;
/** The smallest code point of each number of continuation bytes. */
const MIN_CODE_POINTS = [0, 0x80, 0x800, 0x10000] as const;

/** TextDecoder would make a string. What isn't UTF-8 becomes U+FFFD, which no form has. */
function fromUtf8(bytes: Uint8Array): Uint32Array {
  const codes = new Uint32Array(bytes.length);
  let count = 0;
  for (let at = 0; at < bytes.length; count++) {
    const lead = bytes[at] ?? 0;
    const continuationBytes =
      lead < 0xc0 || lead > 0xf4 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
    let code = continuationBytes === 0 ? lead : lead & (0x3f >> continuationBytes);
    for (let next = 1; next <= continuationBytes; next++) {
      const byte = bytes[at + next] ?? 0;
      code = byte >> 6 === 2 && code >= 0 ? (code << 6) | (byte & 0x3f) : -1;
    }
    const isValid =
      continuationBytes === 0
        ? lead < 0x80
        : code >= (MIN_CODE_POINTS[continuationBytes] ?? 0) && code < 0x110000;
    codes[count] = isValid ? code : REPLACEMENT;
    at += isValid ? continuationBytes + 1 : 1;
  }
  return codes.subarray(0, count);
}

const utf16Length = (code: number): number => (code > 0xffff ? 2 : 1);

function utf16Offset(codes: Uint32Array, end: number): number {
  return codes.subarray(0, end).reduce((sum, code) => sum + utf16Length(code), 0);
}

/** What String.prototype.trim removes: ASCII's and Unicode's spaces, and the byte order mark. */
export function isSpace(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    [0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff].includes(code)
  );
}

function trimmedRange(codes: Uint32Array): [start: number, end: number] {
  let start = 0;
  let end = codes.length;
  while (start < end && isSpace(codes[start] ?? 0)) start++;
  while (end > start && isSpace(codes[end - 1] ?? 0)) end--;
  return [start, end];
}

/** A key's longest unbroken run is at least this long. Anything shorter is prose with an accent. */
const MIN_RUN = 20;
const QUOTES = [0xab, 0xbb, 0x2018, 0x2019, 0x201a, 0x201c, 0x201d, 0x201e, 0x300c, 0x300d];

/** Why a text with non-ASCII characters is refused. */
function refusalOfNonAscii(codes: Uint32Array, before: number): KeyRefusal {
  if (isRecoveryPhrase(codes))
    return new KeyRefusal('mnemonic_pasted', { encoding: 'recovery_phrase' });
  const at = codes.findIndex((code) => code > 0x7f);
  const position = before + utf16Offset(codes, at);
  const codePoint = codes[at] ?? 0;
  if (at === 0 && QUOTES.includes(codePoint)) {
    return new KeyRefusal('decorated', { encoding: 'quotes', position });
  }
  const isKeyLike = longestRun(codes) >= MIN_RUN || codes.every(isDigitOrSpace);
  if (!isKeyLike) return new KeyRefusal('unknown');
  return new KeyRefusal('lookalike_character', { position, codePoint });
}

/** Secret numbers have short runs. Any non-ASCII character may stand for a digit. */
const isDigitOrSpace = (code: number): boolean =>
  isSpace(code) || (code >= 0x30 && code <= 0x39) || code > 0x7f;

function longestRun(codes: Uint32Array): number {
  let longest = 0;
  let run = 0;
  for (const code of codes) {
    run = isSpace(code) && code < 0x80 ? 0 : run + 1;
    longest = Math.max(longest, run);
  }
  return longest;
}
