// Base58: WIF, Solana's pair and seed, XRP's family seed, and whatever else is written this way. A
// valid checksum determines the form. Without one, the length and the first letter do.
import { sha256 } from '@noble/hashes/sha2.js';
import { concat, equal } from '../crypto/bytes.ts';
import { ADDRESS_FORMAT, type AddressFormat } from '../protocol/enums.ts';
import { ascii, BASE58, BASE58_XRP, countStrays, fromBase58, findStray } from './alphabets.ts';
import {
  createCandidate,
  type KeyReadOptions,
  type EncodingReader,
  type EncodedKey,
  type KeyNetwork,
} from './encoding-reader.ts';
import type { TextEncoding } from './encodings.ts';
import { isPrimeOrderPoint } from './ed25519-point.ts';
import { seedOfPair } from './hex.ts';
import type { PastedText } from './pasted-text.ts';
import { demandLength, refuse } from './refusal.ts';
import { findShape } from './base58-shapes.ts';
import { isSuiKeystoreLine } from './sui-keystore.ts';
import { deriveAccountKey, XRP_CANDIDATES } from './xrp.ts';

/** The longest form, an extended key, has 111 or 112. Time grows with the square of the length. */
const MAX_LENGTH = 128;

/** All forms in base58. */
export const readBase58: EncodingReader = (pasted, options) => {
  const { bytes } = pasted;
  if (bytes.length > MAX_LENGTH) return undefined;
  const stray = findStray(bytes, BASE58);
  const shape = findShape(bytes);
  if (stray !== -1) {
    // A few wrong characters in a text of a key's length are typos. With more, it's not a key.
    if (!shape || countStrays(bytes, BASE58) > 3) return undefined;
    return refuse('wrong_character', {
      encoding: shape.encoding,
      position: pasted.position(stray),
    });
  }
  const bitcoinBytes = pasted.trackSecret(fromBase58(bytes, BASE58) ?? new Uint8Array(0));
  const xrpBytes = pasted.trackSecret(fromBase58(bytes, BASE58_XRP) ?? new Uint8Array(0));
  if (hasChecksum(bitcoinBytes, pasted)) return readChecked(bitcoinBytes.subarray(0, -4));
  if (hasChecksum(xrpBytes, pasted)) return readXrp(xrpBytes.subarray(0, -4), pasted);
  refuseMiniKey(bytes, pasted);
  return readUnchecked(bitcoinBytes, pasted, options);
};

function hasChecksum(bytes: Uint8Array, { trackSecret }: PastedText): boolean {
  if (bytes.length < 5) return false;
  const checksum = trackSecret(sha256(trackSecret(sha256(bytes.subarray(0, -4)))));
  return equal(checksum.subarray(0, 4), bytes.subarray(-4));
}

function bitcoinFormats(...networks: string[]): AddressFormat[] {
  return ADDRESS_FORMAT.filter((format) =>
    networks.some((network) => format.startsWith(`ADDRESS_FORMAT_BITCOIN_${network}_`)),
  );
}

type WifNetwork = { readonly network: KeyNetwork; readonly formats: () => AddressFormat[] };

/** By version byte, because the first letters overlap. */
const WIF_NETWORKS: Readonly<Record<number, WifNetwork>> = {
  0x80: { network: 'bitcoin_mainnet', formats: () => bitcoinFormats('MAINNET') },
  0xef: {
    network: 'bitcoin_testnet',
    formats: () => bitcoinFormats('TESTNET', 'SIGNET', 'REGTEST'),
  },
  0x9e: { network: 'dogecoin_mainnet', formats: () => ['ADDRESS_FORMAT_DOGE_MAINNET'] },
  0xf1: { network: 'dogecoin_testnet', formats: () => ['ADDRESS_FORMAT_DOGE_TESTNET'] },
};
const OTHER_WIF_KEYS: Readonly<Record<number, TextEncoding>> = {
  0xb0: 'litecoin_key',
  0xb4: 'namecoin_key',
  0xb7: 'peercoin_key',
  0xcc: 'dash_key',
};
const ADDRESS_VERSIONS: Readonly<Record<number, TextEncoding>> = {
  0x00: 'bitcoin_address',
  0x05: 'bitcoin_address',
  0x6f: 'bitcoin_address',
  0xc4: 'bitcoin_address',
  0x16: 'dogecoin_address',
  0x1e: 'dogecoin_address',
  0x71: 'dogecoin_address',
  0x41: 'tron_address',
};

/** What a version byte and a length mean if Bitcoin's checksum is valid. */
function readChecked(payload: Uint8Array): EncodedKey {
  const version = payload[0] ?? 0;
  if (payload.length === 21) {
    refuse('address_pasted', { encoding: ADDRESS_VERSIONS[version] ?? 'other_address' });
  }
  // BIP-38, with and without EC multiplication.
  if (payload.length === 39 && version === 1 && [0x42, 0x43].includes(payload[1] ?? 0)) {
    refuse('encrypted_key', { encoding: 'bip38' });
  }
  // BIP-32: the byte before the key is zero for private keys, whatever network the version means.
  if (payload.length === 78) {
    if (payload[45] === 0) refuse('extended_key', { encoding: 'extended_key' });
    refuse('public_key_pasted', { encoding: 'extended_public_key' });
  }
  if (payload.length !== 33 && payload.length !== 34) refuse('unknown');
  return readWif(payload, version);
}

function readWif(payload: Uint8Array, version: number): EncodedKey {
  const wifNetwork = WIF_NETWORKS[version];
  if (!wifNetwork)
    return refuse('wrong_network', { encoding: OTHER_WIF_KEYS[version] ?? 'other_wif' });
  if (payload.length === 33) refuse('uncompressed', { encoding: 'wif' });
  if (payload[33] !== 1) refuse('malformed', { encoding: 'wif' });
  const candidates = [createCandidate('CURVE_SECP256K1', ...wifNetwork.formats())];
  return {
    encoding: 'wif',
    network: wifNetwork.network,
    candidates,
    secret: payload.subarray(1, 33),
  };
}

/** What XRP's version bytes mean if the checksum is valid in XRP's alphabet. */
function readXrp(payload: Uint8Array, { trackSecret }: PastedText): EncodedKey {
  if (payload.length === 17 && payload[0] === 0x21) {
    const secret = deriveAccountKey(payload.subarray(1), trackSecret);
    return { encoding: 'xrp_seed', candidates: XRP_CANDIDATES, secret };
  }
  // `sEd…`
  if (payload.length === 19) refuse('wrong_curve', { encoding: 'xrp_ed25519' });
  // Classic, and with a tag (X-address).
  if ([21, 31].includes(payload.length)) refuse('address_pasted', { encoding: 'xrp_address' });
  if (payload.length === 34) refuse('public_key_pasted', { encoding: 'public_key' });
  return refuse('unknown');
}

/** Casascius mini keys: the key is the SHA-256 of the text, its public key is uncompressed. */
function refuseMiniKey(bytes: Uint8Array, { trackSecret }: PastedText): void {
  if (bytes[0] !== 0x53 || ![22, 26, 30].includes(bytes.length)) return;
  const [firstByte] = trackSecret(sha256(trackSecret(concat(bytes, ascii('?')))));
  if (firstByte === 0) refuse('uncompressed', { encoding: 'mini_key' });
}

/** Solana's forms have no checksum. The others that get here are broken. */
function readUnchecked(
  decoded: Uint8Array,
  pasted: PastedText,
  options: KeyReadOptions,
): EncodedKey | undefined {
  const candidates = [createCandidate('CURVE_ED25519', 'ADDRESS_FORMAT_SOLANA')];
  if (decoded.length === 64) {
    return { encoding: 'solana_pair', candidates, secret: seedOfPair(decoded, 'solana_pair') };
  }
  if (decoded.length === 32) {
    if (options.interpretAs !== 'solana_seed') refuseBareSeed(decoded, pasted);
    return { encoding: 'solana_seed', candidates, secret: decoded };
  }
  const shape = findShape(pasted.bytes);
  if (!shape) return undefined;
  if (shape.isAddress) refuse('address_pasted', { encoding: shape.encoding });
  if (shape.encoding === 'solana_pair') demandLength(shape.encoding, 'bytes', decoded.length, [64]);
  if (shape.encoding === 'solana_seed') demandLength(shape.encoding, 'bytes', decoded.length, [32]);
  demandLength(shape.encoding, 'characters', pasted.bytes.length, shape.lengths);
  return refuse('checksum', { encoding: shape.encoding });
}

/**
 * 32 bytes: an address or a seed, and the text doesn't tell which. Addresses of people are points
 * in the group of prime order, addresses of programs aren't points at all. In rare cases, the text
 * is base64 of a Sui key, too.
 */
function refuseBareSeed(bytes: Uint8Array, pasted: PastedText): never {
  const sui = isSuiKeystoreLine(pasted) ? (['sui_keystore'] as const) : [];
  const possibleEncodings = ['solana_address', 'solana_seed', ...sui] as const;
  if (isPrimeOrderPoint(bytes))
    refuse('address_pasted', { encoding: 'solana_address', possibleEncodings });
  return refuse('ambiguous', { possibleEncodings });
}
