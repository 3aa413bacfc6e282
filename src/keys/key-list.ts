// Texts with more than one private key, taken apart: `sui.keystore`, several PEM blocks, sets of JSON
// Web Keys, arrays and objects of keys, and keys in lines, alone or after a name. Which of them is
// meant, only the user knows.
import { startsWith } from './alphabets.ts';
import type { KeyReadOptions } from './encoding-reader.ts';
import type { TextEncoding } from './encodings.ts';
import { memberOf, readJson, textOf, type JsonValue } from './json.ts';
import { isSpace, type PastedText } from './pasted-text.ts';
import { pemKeysIn } from './pem.ts';

/** Parts of a text, each to be read as a text of its own. */
export type KeyList = {
  readonly encoding: TextEncoding;
  readonly parts: readonly Uint8Array[];
  /** What the list says about each part. */
  readonly options?: Pick<KeyReadOptions, 'interpretAs'>;
};

/** Base64 of 33 bytes. */
const SUI_LENGTH = 44;
/** A shorter text is no key: WIF and base58 of 32 bytes have more. */
const MIN_LENGTH = 40;

/**
 * The list that a text is; `undefined` for anything else. `isKey` says whether a part can be read by
 * itself: of lines, only those count.
 */
export function findKeyList(
  pasted: PastedText,
  isKey: (part: Uint8Array) => boolean,
): KeyList | undefined {
  const { bytes } = pasted;
  const blocks = pemKeysIn(bytes);
  if (blocks.length > 0) return { encoding: 'pem', parts: blocks };
  const value = startsWith(bytes, '{') || startsWith(bytes, '[') ? readJson(bytes) : undefined;
  if (value) return listInJson(value);
  const parts = tokensIn(bytes).filter((token) => token.length >= MIN_LENGTH && isKey(token));
  return parts.length > 1 ? { encoding: 'key_list', parts } : undefined;
}

function listInJson(value: JsonValue): KeyList | undefined {
  const set = memberOf(value, 'keys');
  if (set?.kind === 'array' && set.items.some((item) => textOf(item, 'kty')))
    return { encoding: 'jwk', parts: set.items.map(({ bytes }) => bytes) };
  // The members of one JSON Web Key aren't keys.
  if (value.kind === 'object') return textOf(value, 'kty') ? undefined : listInObject(value);
  return value.kind === 'array' ? listInArray(value.items) : undefined;
}

/** Keys by name or address, as Electrum exports them, beside members that are too short for one. */
function listInObject({ members }: Extract<JsonValue, { kind: 'object' }>): KeyList | undefined {
  const parts = members.flatMap(({ value }) =>
    value.kind === 'string' && value.bytes.length >= MIN_LENGTH ? [value.bytes] : [],
  );
  return parts.length > 0 ? { encoding: 'json', parts } : undefined;
}

function listInArray(items: readonly JsonValue[]): KeyList | undefined {
  const [first] = items;
  const parts = items.map(({ bytes }) => bytes);
  if (!first || items.some(({ kind }) => kind !== first.kind)) return undefined;
  if (first.kind === 'array') return { encoding: 'solana_array', parts };
  if (first.kind === 'object') return { encoding: textOf(first, 'kty') ? 'jwk' : 'json', parts };
  if (first.kind !== 'string' || parts.some(({ length }) => length < MIN_LENGTH)) return undefined;
  return parts.every(({ length }) => length === SUI_LENGTH)
    ? { encoding: 'sui_keystore', parts, options: { interpretAs: 'sui_keystore' } }
    : { encoding: 'json', parts };
}

/** `,` `;` `=` and quotation marks. */
const SEPARATORS = [0x2c, 0x3b, 0x3d, 0x22, 0x27, 0x60];

function tokensIn(bytes: Uint8Array): readonly Uint8Array[] {
  const tokens: Uint8Array[] = [];
  let start = 0;
  for (let at = 0; at <= bytes.length; at++) {
    const byte = bytes[at] ?? 0x20;
    if (!isSpace(byte) && !SEPARATORS.includes(byte)) continue;
    if (at > start) tokens.push(bytes.subarray(start, at));
    start = at + 1;
  }
  return tokens;
}
