// Aptos' private keys (AIP-80): the curve's name, `-priv-`, hex.
import { startsWith } from './alphabets.ts';
import { createCandidate, type EncodingReader } from './encoding-reader.ts';
import { secretFromHex } from './hex.ts';
import { refuse } from './refusal.ts';

const PREFIX = 'ed25519-priv-';
const OTHER_PREFIXES = ['secp256k1-priv-', 'secp256r1-priv-'];

/** `ed25519-priv-0x…`. Aptos' library also accepts it without `0x`. */
export const readAptos: EncodingReader = (pasted) => {
  const { bytes } = pasted;
  // Aptos has accounts on other curves, but the service's format doesn't support them.
  if (OTHER_PREFIXES.some((prefix) => startsWith(bytes, prefix))) {
    refuse('wrong_curve', { encoding: 'aptos_other_curve' });
  }
  if (!startsWith(bytes, PREFIX)) return undefined;
  const rest = bytes.subarray(PREFIX.length);
  const digits = startsWith(rest, '0x') ? rest.subarray(2) : rest;
  const candidates = [createCandidate('CURVE_ED25519', 'ADDRESS_FORMAT_APTOS')];
  return { encoding: 'aptos', candidates, secret: secretFromHex(pasted, digits, 'aptos') };
};
