// A public key's address in each format: what the format keeps of the key, written by its codec.
// Where the service's own rule isn't public, this is our choice (formats.ts, readings.ts).
import { addressFormatsOf } from '../protocol/curve-formats.ts';
import type { AddressFormat, Curve } from '../protocol/enums.ts';
import { KeystampError } from '../protocol/errors.ts';
import { CODECS } from './codecs.ts';
import { aptosAccount, hash160, keccakAccount, SCRIPT, suiAccount, taprootKey } from './digests.ts';
import { bitcoinRows, isFormat } from './formats.ts';
import type { BitcoinScript, Format } from './formats.ts';
import { sha256 } from './hashing.ts';
import { demandKey } from './points.ts';
import type { ValidPublicKey, PublicKey } from './points.ts';
import { tonAccount } from './ton.ts';

type Digest = (key: ValidPublicKey) => Uint8Array;

const keyBytes: Digest = ({ bytes }) => bytes;
const hash160OfKey: Digest = ({ bytes }) => hash160(bytes);

const BITCOIN_DIGESTS: Readonly<Record<BitcoinScript, Digest>> = {
  P2PKH: hash160OfKey,
  // P2WPKH in P2SH (BIP-49): what wallets show for a single key. A choice: it isn't public which
  // script the service hashes.
  P2SH: ({ bytes }) => hash160(SCRIPT.p2wpkh(bytes)),
  P2WPKH: hash160OfKey,
  // One key and OP_CHECKSIG, the script of BIP-173's example. A choice, as above.
  P2WSH: ({ bytes }) => sha256(SCRIPT.p2pk(bytes)),
  P2TR: taprootKey,
};

const DIGESTS: Readonly<Record<Format, Digest>> = {
  ADDRESS_FORMAT_UNCOMPRESSED: ({ uncompressed }) => uncompressed,
  ADDRESS_FORMAT_COMPRESSED: keyBytes,
  ADDRESS_FORMAT_ETHEREUM: keccakAccount,
  ADDRESS_FORMAT_SOLANA: keyBytes,
  ADDRESS_FORMAT_COSMOS: hash160OfKey,
  ADDRESS_FORMAT_TRON: keccakAccount,
  ADDRESS_FORMAT_SUI: ({ bytes }) => suiAccount(0, bytes),
  ADDRESS_FORMAT_APTOS: ({ bytes }) => aptosAccount(bytes),
  ...bitcoinRows((_network, script) => BITCOIN_DIGESTS[script]),
  ADDRESS_FORMAT_SEI: hash160OfKey,
  ADDRESS_FORMAT_XLM: keyBytes,
  ADDRESS_FORMAT_DOGE_MAINNET: hash160OfKey,
  ADDRESS_FORMAT_DOGE_TESTNET: hash160OfKey,
  ADDRESS_FORMAT_TON_V3R2: ({ bytes }) => tonAccount('V3R2', bytes),
  ADDRESS_FORMAT_TON_V4R2: ({ bytes }) => tonAccount('V4R2', bytes),
  ADDRESS_FORMAT_TON_V5R1: ({ bytes }) => tonAccount('V5R1', bytes),
  ADDRESS_FORMAT_XRP: hash160OfKey,
};

/** What the address contains of a valid key. The format must fit the key's curve. */
export function payloadOfKey(format: Format, key: ValidPublicKey): Uint8Array {
  return DIGESTS[format](key);
}

/** {@link payloadOfKey} as text. */
export function addressOfKey(format: Format, key: ValidPublicKey): string {
  return CODECS[format].encode(payloadOfKey(format, key));
}

/** An address with its format, as the service lists them. */
export type Address = { readonly format: AddressFormat; readonly address: string };

/**
 * A public key's addresses in several formats, in the same order. `invalid_input` if a format
 * doesn't fit the curve (protocol/curve-formats.ts) or can't be derived here, or if the bytes
 * aren't a key of the curve.
 */
export function addressesOf(
  formats: readonly AddressFormat[],
  publicKey: PublicKey,
): readonly Address[] {
  const fitting = formats.map((format) => demandFormat(format, publicKey.curve));
  const key = demandKey(publicKey);
  return fitting.map((format) => ({ format, address: addressOfKey(format, key) }));
}

/** {@link addressesOf} for one format. */
export function addressOf(format: AddressFormat, publicKey: PublicKey): string {
  const fitting = demandFormat(format, publicKey.curve);
  return addressOfKey(fitting, demandKey(publicKey));
}

function demandFormat(format: AddressFormat, curve: Curve): Format {
  if (!isFormat(format)) {
    throw invalidFormats(
      'Spark addresses are derived by the deployed service; their rules are not public.',
    );
  }
  if (!addressFormatsOf(curve).includes(format)) {
    throw invalidFormats(`${format} is not a format of ${curve}.`);
  }
  return format;
}

const invalidFormats = (message: string) =>
  new KeystampError('invalid_input', message, { field: 'addressFormats' });
