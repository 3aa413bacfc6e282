// One key in JSON, other than solana-keygen's array: JWK, and bytes as JavaScript prints them, an
// object of numbered members or Node's Buffer.
import { concat } from '../crypto/bytes.ts';
import { isText, startsWith } from './alphabets.ts';
import { asEncodedKey } from './curve-key.ts';
import {
  candidateWithAllFormats,
  createCandidate,
  type EncodedKey,
  type EncodingReader,
} from './encoding-reader.ts';
import { seedOfPair } from './hex.ts';
import { byteOf, memberOf, readJson, textOf, type JsonValue } from './json.ts';
import { readJwk } from './jwk.ts';
import type { PastedText } from './pasted-text.ts';
import { demandLength, refuse } from './refusal.ts';
import { isRecoveryPhrase } from './recovery-phrase.ts';

/** JSON objects, and arrays of texts. Other arrays are left to the reader of numbers. */
export const readJsonKey: EncodingReader = (pasted) => {
  const { bytes } = pasted;
  if (!startsWith(bytes, '{') && !startsWith(bytes, '[')) return undefined;
  const value = readJson(bytes);
  if (!value) return undefined;
  if (value.kind === 'array') return refuseTexts(pasted, value.items);
  const key = readJwk(pasted, value);
  if (key) return asEncodedKey(key);
  // A whole Keypair of Solana's web3.js, as JSON.stringify prints it.
  const array = memberOf(memberOf(value, '_keypair'), 'secretKey') ?? value;
  const numbers = numbersOf(pasted, array);
  return numbers && readNumbers(numbers);
};

/** Words in an array. Anything else in one is left to the reader of lists. */
function refuseTexts({ trackSecret }: PastedText, items: readonly JsonValue[]): undefined {
  if (items[0]?.kind !== 'string') return;
  const words = items.map(({ bytes }) => bytes);
  const text = trackSecret(concat(...words.flatMap((word) => [word, Uint8Array.of(0x20)])));
  if (isRecoveryPhrase(text)) refuse('mnemonic_pasted', { encoding: 'recovery_phrase' });
  refuse('unknown', { encoding: 'json' });
}

/** The numbers of `{"0":217,"1":12,…}` or `{"type":"Buffer","data":[217,12,…]}`. */
function numbersOf({ trackSecret }: PastedText, value: JsonValue): Uint8Array | undefined {
  const items = isText(textOf(value, 'type'), 'Buffer')
    ? memberOf(value, 'data')
    : numberedMembers(value);
  if (items?.kind !== 'array' || items.items.length === 0) return undefined;
  const numbers = trackSecret(new Uint8Array(items.items.length));
  for (const [at, item] of items.items.entries()) {
    const byte = byteOf(item);
    if (byte === undefined) return refuse('malformed', { encoding: 'json_bytes' });
    numbers[at] = byte;
  }
  return numbers;
}

/** The members as an array, if they are named 0, 1, 2, … in this order, as JavaScript prints them. */
function numberedMembers(value: JsonValue): JsonValue | undefined {
  if (value.kind !== 'object') return undefined;
  const isNumbered = value.members.every(({ name }, at) => isText(name, String(at)));
  return isNumbered
    ? { kind: 'array', items: value.members.map((one) => one.value), bytes: value.bytes }
    : undefined;
}

/** 64 are an Ed25519 seed and its public key. 32 can be a key of any chain. */
function readNumbers(numbers: Uint8Array): EncodedKey {
  demandLength('json_bytes', 'numbers', numbers.length, [32, 64]);
  if (numbers.length === 64) {
    const candidates = [createCandidate('CURVE_ED25519', 'ADDRESS_FORMAT_SOLANA')];
    return { encoding: 'json_bytes', candidates, secret: seedOfPair(numbers, 'json_bytes') };
  }
  const candidates = [
    candidateWithAllFormats('CURVE_SECP256K1'),
    candidateWithAllFormats('CURVE_ED25519'),
  ];
  return { encoding: 'json_bytes', candidates, secret: numbers };
}
