// Stellar's StrKey (SEP-23): base32 of a version byte, 32 bytes and CRC16-XMODEM.
import {
  BASE32,
  crc16,
  fromWords,
  isDigit,
  isLower,
  isUpper,
  findStray,
  toWords,
} from './alphabets.ts';
import { createCandidate, type EncodingReader } from './encoding-reader.ts';
import type { PastedText } from './pasted-text.ts';
import { demandLength, refuse } from './refusal.ts';

const LENGTH = 56;
/** Muxed accounts are longer. */
const MUXED_LENGTH = 69;
/** `S`, 18 in the upper five bits. */
const SEED_VERSION = 18 << 3;
const [B, C, G, L, M, S, T, X] = [66, 67, 71, 76, 77, 83, 84, 88] as const;

/** `S…`, 56 characters, upper case. */
export const readStellar: EncodingReader = (pasted) => {
  const { bytes } = pasted;
  const first = bytes[0] ?? 0;
  if ((first | 0x20) === (S | 0x20) && bytes.length === LENGTH) refuseCase(pasted);
  const isUpperText = bytes.every((byte) => isUpper(byte) || isDigit(byte));
  if (!isUpperText || bytes.length < 50 || bytes.length > MUXED_LENGTH) return undefined;
  const stray = findStray(bytes, BASE32);
  if (stray === -1) refuseOtherStrKeys(first, bytes.length);
  if (first !== S || bytes.length > 62) return undefined;
  demandLength('stellar_seed', 'characters', bytes.length, [LENGTH]);
  if (stray !== -1) {
    refuse('wrong_character', { encoding: 'stellar_seed', position: pasted.position(stray) });
  }
  const decoded = decode(pasted, bytes);
  if (!decoded) return refuse('checksum', { encoding: 'stellar_seed' });
  if (decoded[0] !== SEED_VERSION) refuse('malformed', { encoding: 'stellar_seed' });
  const candidates = [createCandidate('CURVE_ED25519', 'ADDRESS_FORMAT_XLM')];
  return { encoding: 'stellar_seed', candidates, secret: decoded.subarray(1, 33) };
};

/** `undefined` if the checksum is wrong. */
function decode(pasted: PastedText, text: Uint8Array): Uint8Array | undefined {
  const words = toWords(text, BASE32);
  const decoded = words && fromWords(pasted.trackSecret(words));
  if (!decoded) return undefined;
  const crc = crc16(pasted.trackSecret(decoded).subarray(0, 33));
  return decoded[33] === (crc & 0xff) && decoded[34] === crc >> 8 ? decoded : undefined;
}

/**
 * A seed that would be right in upper case. StrKey has no lower case, and the chain's library
 * rejects it.
 */
function refuseCase(pasted: PastedText): void {
  const at = pasted.bytes.findIndex(isLower);
  if (at === -1) return;
  const upper = pasted.bytes.map((byte) => (isLower(byte) ? byte - 0x20 : byte));
  if (decode(pasted, pasted.trackSecret(upper))?.[0] === SEED_VERSION) {
    refuse('wrong_case', { encoding: 'stellar_seed', position: pasted.position(at) });
  }
}

/** The other things that StrKey encodes. */
function refuseOtherStrKeys(first: number, length: number): void {
  if (length === MUXED_LENGTH && first === M) {
    refuse('address_pasted', { encoding: 'stellar_address' });
  }
  if (length !== LENGTH) return;
  if ([B, C, G, L].some((version) => version === first)) {
    refuse('address_pasted', { encoding: 'stellar_address' });
  }
  if (first === T || first === X) refuse('not_a_key', { encoding: 'stellar_hash' });
}
