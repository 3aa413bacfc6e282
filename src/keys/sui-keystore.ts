// A line of Sui's keystore file (`sui.keystore`): base64 of the curve's flag and 32 bytes.
import { BASE58, findStray, fromBase64Digits } from './alphabets.ts';
import { isPrimeOrderPoint } from './ed25519-point.ts';
import { createCandidate, type EncodingReader } from './encoding-reader.ts';
import type { PastedText } from './pasted-text.ts';
import { refuse } from './refusal.ts';

/** 33 bytes, so without padding. */
const LENGTH = 44;

/** The flag and the 32 bytes. `undefined` for a text that isn't such a line, by its form. */
function decodeLine({ bytes, trackSecret }: PastedText): Uint8Array | undefined {
  if (bytes.length !== LENGTH) return undefined;
  return fromBase64Digits(bytes, trackSecret);
}

/** Whether a text has the form of a line with an Ed25519 key. */
export function isSuiKeystoreLine(pasted: PastedText): boolean {
  return decodeLine(pasted)?.[0] === 0;
}

/**
 * A line with an Ed25519 key. The text has no checksum, and two others look the same: a public key
 * with its flag, and a Solana address or seed, where no character is outside base58. Those are read
 * on request only.
 */
export const readSuiKeystore: EncodingReader = (pasted, { interpretAs }) => {
  const line = decodeLine(pasted);
  if (!line) return undefined;
  const [flag] = line;
  const secret = line.subarray(1);
  const isRequested = interpretAs === 'sui_keystore';
  if (!isRequested && findStray(pasted.bytes, BASE58) === -1) return undefined;
  // 2 is P-256, but compressed public keys start with 2 and 3, too.
  if (flag === 1) refuse('wrong_curve', { encoding: 'sui_other_curve' });
  if (flag !== 0) return undefined;
  if (!isRequested && isPrimeOrderPoint(secret)) {
    refuse('ambiguous', { possibleEncodings: ['public_key', 'sui_keystore'] });
  }
  const candidates = [createCandidate('CURVE_ED25519', 'ADDRESS_FORMAT_SUI')];
  return { encoding: 'sui_keystore', candidates, secret };
};
