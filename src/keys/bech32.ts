// Bech32: Sui's `suiprivkey1…`, and similar addresses and keys of other chains.
import {
  ascii,
  BECH32,
  bech32Remainder,
  fromWords,
  isLower,
  isUpper,
  startsWith,
  findStray,
  toLower,
  toWords,
} from './alphabets.ts';
import { createCandidate, type EncodingReader } from './encoding-reader.ts';
import type { TextEncoding } from './encodings.ts';
import type { PastedText } from './pasted-text.ts';
import { demandLength, refuse } from './refusal.ts';

const SUI = 'suiprivkey';
/** Prefix, `1`, 53 words for 33 bytes, and 6 for the checksum. */
const SUI_LENGTH = SUI.length + 1 + 53 + 6;
/** Fits the longest address, Cardano's. A checksum means nothing for longer texts. */
const MAX_LENGTH = 128;
const [BECH32_REMAINDER, BECH32M_REMAINDER] = [1, 0x2bc830a3] as const;
const SEPARATOR = 0x31;

/** `suiprivkey1…`, all in lower or all in upper case, for an Ed25519 key. */
export const readSui: EncodingReader = (pasted) => {
  const { bytes } = pasted;
  const lower = pasted.trackSecret(toLower(bytes));
  if (!startsWith(lower, `${SUI}1`)) return undefined;
  const otherCase = findOtherCase(bytes);
  if (otherCase !== -1) {
    refuse('wrong_case', { encoding: 'sui', position: pasted.position(otherCase) });
  }
  const data = lower.subarray(SUI.length + 1);
  const stray = findStray(data, BECH32);
  if (stray !== -1) {
    const position = pasted.position(SUI.length + 1 + stray);
    refuse('wrong_character', { encoding: 'sui', position });
  }
  demandLength('sui', 'characters', bytes.length, [SUI_LENGTH]);
  const words = pasted.trackSecret(toWords(data, BECH32) ?? new Uint8Array(0));
  if (bech32Remainder(ascii(SUI), words) !== BECH32_REMAINDER)
    refuse('checksum', { encoding: 'sui' });
  const decoded = fromWords(words.subarray(0, -6));
  if (!decoded) return refuse('malformed', { encoding: 'sui' });
  const [flag] = pasted.trackSecret(decoded);
  // 1 is secp256k1, 2 is P-256, 3 a set of signers, 5 and 6 belong to logins.
  if (flag !== 0) refuse('wrong_curve', { encoding: 'sui_other_curve' });
  const candidates = [createCandidate('CURVE_ED25519', 'ADDRESS_FORMAT_SUI')];
  return { encoding: 'sui', candidates, secret: decoded.subarray(1) };
};

/** The position of the first letter in a different case than the first letter. -1 for none. */
function findOtherCase(bytes: Uint8Array): number {
  const isOther = isUpper(bytes.find((byte) => isUpper(byte) || isLower(byte)) ?? 0)
    ? isLower
    : isUpper;
  return bytes.findIndex(isOther);
}

const ADDRESS_PREFIXES: Readonly<Record<string, TextEncoding>> = {
  bc: 'bitcoin_address',
  tb: 'bitcoin_address',
  bcrt: 'bitcoin_address',
  cosmos: 'cosmos_address',
  sei: 'sei_address',
  ltc: 'other_address',
  tltc: 'other_address',
};

/** Any other bech32 is not a key that can be imported. Says what it is. */
export const refuseBech32: EncodingReader = (pasted) => {
  const separator = pasted.bytes.lastIndexOf(SEPARATOR);
  if (separator < 1 || pasted.bytes.length > MAX_LENGTH || findOtherCase(pasted.bytes) !== -1) {
    return undefined;
  }
  const lower = pasted.trackSecret(toLower(pasted.bytes));
  const prefix = lower.subarray(0, separator);
  const words = toWords(lower.subarray(separator + 1), BECH32);
  if (!words || words.length < 8) return undefined;
  const known = Object.keys(ADDRESS_PREFIXES).find((prefixText) => equalsText(prefix, prefixText));
  const address = known && ADDRESS_PREFIXES[known];
  // Even with a wrong checksum, it isn't a key.
  if (address) refuse('address_pasted', { encoding: address });
  const remainder = bech32Remainder(prefix, pasted.trackSecret(words));
  if (remainder !== BECH32_REMAINDER && remainder !== BECH32M_REMAINDER) return undefined;
  return refuseOther(pasted, prefix, words.subarray(0, -6));
};

function refuseOther(pasted: PastedText, prefix: Uint8Array, words: Uint8Array): never {
  if (equalsText(prefix, 'nsec')) refuse('wrong_network', { encoding: 'nostr_key' });
  if (equalsText(prefix, 'npub')) refuse('public_key_pasted', { encoding: 'public_key' });
  const payload = pasted.trackSecret(fromWords(words) ?? new Uint8Array(0));
  // Accounts of the many Cosmos chains.
  if ([20, 32].includes(payload.length)) refuse('address_pasted', { encoding: 'other_address' });
  return refuse('wrong_prefix');
}

const equalsText = (bytes: Uint8Array, text: string): boolean =>
  bytes.length === text.length && startsWith(bytes, text);
