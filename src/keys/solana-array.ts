// The JSON array of solana-keygen's id.json: 64 numbers, or the 32 of the seed.
import { endOf, isDigit } from './alphabets.ts';
import { createCandidate, type EncodingReader } from './encoding-reader.ts';
import { seedOfPair } from './hex.ts';
import { byteOfDigits } from './json.ts';
import { isSpace, type PastedText } from './pasted-text.ts';
import { demandLength, refuse } from './refusal.ts';

const [OPEN, CLOSE, COMMA, QUOTE] = [0x5b, 0x5d, 0x2c, 0x22] as const;
/** Numbers without brackets count as this form if they have at least this many commas. */
const MIN_COMMAS = 16;

/** An array of 64 numbers with the public key checked, or of 32. */
export const readSolanaArray: EncodingReader = (pasted) => {
  const { bytes } = pasted;
  if (bytes[0] !== OPEN) {
    if (isListWithoutBrackets(bytes)) refuseMalformed(pasted, 0);
    return undefined;
  }
  // An array of texts, which the reader of JSON hasn't read.
  if (bytes.includes(QUOTE)) refuse('malformed', { encoding: 'json' });
  const numbers = readNumbers(pasted);
  demandLength('solana_array', 'numbers', numbers.length, [32, 64]);
  const candidates = [createCandidate('CURVE_ED25519', 'ADDRESS_FORMAT_SOLANA')];
  return numbers.length === 32
    ? { encoding: 'solana_seed_array', candidates, secret: numbers }
    : { encoding: 'solana_array', candidates, secret: seedOfPair(numbers, 'solana_array') };
};

const refuseMalformed = (pasted: PastedText, at: number): never =>
  refuse('malformed', { encoding: 'solana_array', position: pasted.position(at) });

function isListWithoutBrackets(bytes: Uint8Array): boolean {
  const isPart = (byte: number) => isDigit(byte) || byte === COMMA || isSpace(byte);
  return bytes.filter((byte) => byte === COMMA).length >= MIN_COMMAS && bytes.every(isPart);
}

/** Not JSON.parse: it takes a string and leaves the numbers where nothing can wipe them. */
function readNumbers(pasted: PastedText): Uint8Array {
  const { bytes } = pasted;
  const numbers = pasted.trackSecret(new Uint8Array(bytes.length));
  let count = 0;
  let at = endOf(bytes, 1, isSpace);
  if (bytes[at] === CLOSE) demandLength('solana_array', 'numbers', 0, [32, 64]);
  for (;;) {
    const end = endOf(bytes, at, isDigit);
    const value = byteOfDigits(bytes.subarray(at, end));
    if (value === undefined) refuseMalformed(pasted, at);
    numbers[count++] = value ?? 0;
    at = endOf(bytes, end, isSpace);
    if (bytes[at] !== COMMA) break;
    at = endOf(bytes, at + 1, isSpace);
  }
  if (bytes[at] !== CLOSE || at !== bytes.length - 1) refuseMalformed(pasted, at);
  return numbers.subarray(0, count);
}
