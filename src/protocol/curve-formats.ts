import { ADDRESS_FORMAT, type AddressFormat, type Curve } from './enums.ts';

/** Formats that need an Ed25519 key (docs/addresses.md, Recipes). All others need secp256k1. */
const ED25519_ONLY: readonly AddressFormat[] = [
  'ADDRESS_FORMAT_SOLANA',
  'ADDRESS_FORMAT_SUI',
  'ADDRESS_FORMAT_APTOS',
  'ADDRESS_FORMAT_XLM',
  'ADDRESS_FORMAT_TON_V3R2',
  'ADDRESS_FORMAT_TON_V4R2',
  'ADDRESS_FORMAT_TON_V5R1',
];

/** Not on the reference pages. Their rules are the service's own, so they aren't offered. */
const NOT_OFFERED: readonly AddressFormat[] = [
  'ADDRESS_FORMAT_SPARK_MAINNET',
  'ADDRESS_FORMAT_SPARK_REGTEST',
];

const PLAIN_FORMATS: readonly AddressFormat[] = [
  'ADDRESS_FORMAT_UNCOMPRESSED',
  'ADDRESS_FORMAT_COMPRESSED',
];

/**
 * The address formats that fit a curve: 29 for secp256k1, 8 for Ed25519, the two plain ones for
 * P-256.
 */
export function addressFormatsOf(curve: Curve): readonly AddressFormat[] {
  if (curve === 'CURVE_ED25519') return ['ADDRESS_FORMAT_COMPRESSED', ...ED25519_ONLY];
  if (curve === 'CURVE_P256') return PLAIN_FORMATS;
  return ADDRESS_FORMAT.filter((f) => !ED25519_ONLY.includes(f) && !NOT_OFFERED.includes(f));
}
