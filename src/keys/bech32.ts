// Bech32: Sui's `suiprivkey1…`, and the addresses and keys of other chains that look alike.
import {
  ascii,
  BECH32,
  bech32Remainder,
  fromWords,
  isLower,
  isUpper,
  startsWith,
  strayOf,
  toLower,
  wordsOf,
} from './alphabets.ts';
import { reading, type Form } from './form.ts';
import type { Found } from './found.ts';
import type { Pasted } from './pasted.ts';
import { demandLength, refuse } from './refusal.ts';

const SUI = 'suiprivkey';
/** Prefix, `1`, 53 words for 33 bytes, 6 of checksum. */
const SUI_LENGTH = SUI.length + 1 + 53 + 6;
/** Room for the longest address, Cardano's; a checksum says nothing beyond. */
const MAX_LENGTH = 128;
const [BECH32_REMAINDER, BECH32M_REMAINDER] = [1, 0x2bc830a3] as const;
const SEPARATOR = 0x31;

/** `suiprivkey1…`, all lower or all upper case, of an Ed25519 key. */
export const readSui: Form = (pasted) => {
  const { bytes } = pasted;
  const lower = pasted.scratch(toLower(bytes));
  if (!startsWith(lower, `${SUI}1`)) return undefined;
  const oneCase = caseFault(bytes);
  if (oneCase !== -1) {
    refuse('wrong_case', { found: 'sui', position: pasted.position(oneCase) });
  }
  const data = lower.subarray(SUI.length + 1);
  const stray = strayOf(data, BECH32);
  if (stray !== -1) {
    const position = pasted.position(SUI.length + 1 + stray);
    refuse('wrong_character', { found: 'sui', position });
  }
  demandLength('sui', 'characters', bytes.length, [SUI_LENGTH]);
  const words = pasted.scratch(wordsOf(data, BECH32) ?? new Uint8Array(0));
  if (bech32Remainder(ascii(SUI), words) !== BECH32_REMAINDER) refuse('checksum', { found: 'sui' });
  const decoded = fromWords(words.subarray(0, -6));
  if (!decoded) return refuse('malformed', { found: 'sui' });
  const [flag] = pasted.scratch(decoded);
  // 1 is secp256k1, 2 is P-256, 3 a set of signers, 5 and 6 are of logins.
  if (flag !== 0) refuse('wrong_curve', { found: 'sui_other_curve' });
  const readings = [reading('CURVE_ED25519', 'ADDRESS_FORMAT_SUI')];
  return { kind: 'sui', readings, secret: decoded.subarray(1) };
};

/** The first letter of another case than the first one; -1 for none. */
function caseFault(bytes: Uint8Array): number {
  const isOther = isUpper(bytes.find((byte) => isUpper(byte) || isLower(byte)) ?? 0)
    ? isLower
    : isUpper;
  return bytes.findIndex(isOther);
}

const PREFIXES: Readonly<Record<string, Found>> = {
  bc: 'bitcoin_address',
  tb: 'bitcoin_address',
  bcrt: 'bitcoin_address',
  cosmos: 'cosmos_address',
  sei: 'sei_address',
  ltc: 'other_address',
  tltc: 'other_address',
};

/** Any other bech32 is no key that can be imported; says what it is. */
export const refuseBech32: Form = (pasted) => {
  const separator = pasted.bytes.lastIndexOf(SEPARATOR);
  if (separator < 1 || pasted.bytes.length > MAX_LENGTH || caseFault(pasted.bytes) !== -1) {
    return undefined;
  }
  const lower = pasted.scratch(toLower(pasted.bytes));
  const prefix = lower.subarray(0, separator);
  const words = wordsOf(lower.subarray(separator + 1), BECH32);
  if (!words || words.length < 8) return undefined;
  const known = Object.keys(PREFIXES).find((one) => isText(prefix, one));
  const address = known && PREFIXES[known];
  // A wrong checksum does not make a key of it.
  if (address) refuse('address_pasted', { found: address });
  const remainder = bech32Remainder(prefix, pasted.scratch(words));
  if (remainder !== BECH32_REMAINDER && remainder !== BECH32M_REMAINDER) return undefined;
  return refuseOther(pasted, prefix, words.subarray(0, -6));
};

function refuseOther(pasted: Pasted, prefix: Uint8Array, words: Uint8Array): never {
  if (isText(prefix, 'nsec')) refuse('wrong_network', { found: 'nostr_key' });
  if (isText(prefix, 'npub')) refuse('public_key_pasted', { found: 'public_key' });
  const payload = pasted.scratch(fromWords(words) ?? new Uint8Array(0));
  // Accounts of Cosmos' many chains.
  if ([20, 32].includes(payload.length)) refuse('address_pasted', { found: 'other_address' });
  return refuse('wrong_prefix');
}

const isText = (bytes: Uint8Array, text: string): boolean =>
  bytes.length === text.length && startsWith(bytes, text);
