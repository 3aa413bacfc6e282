// Base58: WIF, Solana's pair and seed, XRP's family seed, and what else is written so. A checksum that
// holds tells the form; without one the length and the first letter do.
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concat, equal } from '../crypto/bytes.ts';
import { ADDRESS_FORMAT, type AddressFormat } from '../protocol/enums.ts';
import { ascii, BASE58, BASE58_XRP, countStrays, fromBase58, strayOf } from './alphabets.ts';
import { reading, type Choice, type Form, type FormResult, type KeyNetwork } from './form.ts';
import type { Found } from './found.ts';
import { seedOf } from './hex.ts';
import type { Pasted } from './pasted.ts';
import { demandLength, refuse } from './refusal.ts';
import { shapeOf } from './shapes.ts';
import { accountKey, XRP_READINGS } from './xrp.ts';

/** The longest, an extended key, has 111 or 112; the time grows with the square. */
const MAX_LENGTH = 128;

/** All forms in base58. */
export const readBase58: Form = (pasted, choice) => {
  const { bytes } = pasted;
  if (bytes.length > MAX_LENGTH) return undefined;
  const stray = strayOf(bytes, BASE58);
  const shape = shapeOf(bytes);
  if (stray !== -1) {
    // A few wrong characters in a text of a key's length; more is no key.
    if (!shape || countStrays(bytes, BASE58) > 3) return undefined;
    return refuse('wrong_character', { found: shape.found, position: pasted.position(stray) });
  }
  const ofBitcoin = pasted.scratch(fromBase58(bytes, BASE58) ?? new Uint8Array(0));
  const ofXrp = pasted.scratch(fromBase58(bytes, BASE58_XRP) ?? new Uint8Array(0));
  if (hasChecksum(ofBitcoin, pasted)) return readChecked(ofBitcoin.subarray(0, -4));
  if (hasChecksum(ofXrp, pasted)) return readXrp(ofXrp.subarray(0, -4), pasted);
  refuseMiniKey(bytes, pasted);
  return readUnchecked(ofBitcoin, pasted, choice);
};

function hasChecksum(bytes: Uint8Array, { scratch }: Pasted): boolean {
  if (bytes.length < 5) return false;
  const check = scratch(sha256(scratch(sha256(bytes.subarray(0, -4)))));
  return equal(check.subarray(0, 4), bytes.subarray(-4));
}

function bitcoin(...networks: string[]): AddressFormat[] {
  return ADDRESS_FORMAT.filter((format) =>
    networks.some((network) => format.startsWith(`ADDRESS_FORMAT_BITCOIN_${network}_`)),
  );
}

type Network = { readonly network: KeyNetwork; readonly formats: () => AddressFormat[] };

/** By version byte; the letters overlap. */
const NETWORKS: Readonly<Record<number, Network>> = {
  0x80: { network: 'bitcoin_mainnet', formats: () => bitcoin('MAINNET') },
  0xef: { network: 'bitcoin_testnet', formats: () => bitcoin('TESTNET', 'SIGNET', 'REGTEST') },
  0x9e: { network: 'dogecoin_mainnet', formats: () => ['ADDRESS_FORMAT_DOGE_MAINNET'] },
  0xf1: { network: 'dogecoin_testnet', formats: () => ['ADDRESS_FORMAT_DOGE_TESTNET'] },
};
const FOREIGN: Readonly<Record<number, Found>> = {
  0xb0: 'litecoin_key',
  0xb4: 'namecoin_key',
  0xb7: 'peercoin_key',
  0xcc: 'dash_key',
};
const ADDRESSES: Readonly<Record<number, Found>> = {
  0x00: 'bitcoin_address',
  0x05: 'bitcoin_address',
  0x6f: 'bitcoin_address',
  0xc4: 'bitcoin_address',
  0x16: 'dogecoin_address',
  0x1e: 'dogecoin_address',
  0x71: 'dogecoin_address',
  0x41: 'tron_address',
};

/** What a version byte and a length say, where Bitcoin's checksum holds. */
function readChecked(payload: Uint8Array): FormResult {
  const version = payload[0] ?? 0;
  if (payload.length === 21) {
    refuse('address_pasted', { found: ADDRESSES[version] ?? 'other_address' });
  }
  // BIP-38: with and without the key's own multiplication.
  if (payload.length === 39 && version === 1 && [0x42, 0x43].includes(payload[1] ?? 0)) {
    refuse('encrypted_key', { found: 'bip38' });
  }
  // BIP-32: the byte before the key is zero for private ones, whatever the version says of the network.
  if (payload.length === 78) {
    if (payload[45] === 0) refuse('extended_key', { found: 'extended_key' });
    refuse('public_key_pasted', { found: 'extended_public_key' });
  }
  if (payload.length !== 33 && payload.length !== 34) refuse('unknown');
  return readWif(payload, version);
}

function readWif(payload: Uint8Array, version: number): FormResult {
  const chain = NETWORKS[version];
  if (!chain) return refuse('wrong_network', { found: FOREIGN[version] ?? 'other_wif' });
  if (payload.length === 33) refuse('uncompressed', { found: 'wif' });
  if (payload[33] !== 1) refuse('malformed', { found: 'wif' });
  const readings = [reading('CURVE_SECP256K1', ...chain.formats())];
  return { kind: 'wif', network: chain.network, readings, secret: payload.subarray(1, 33) };
}

/** What XRP's version bytes say, where the checksum holds in its alphabet. */
function readXrp(payload: Uint8Array, { scratch }: Pasted): FormResult {
  if (payload.length === 17 && payload[0] === 0x21) {
    const secret = accountKey(payload.subarray(1), scratch);
    return { kind: 'xrp_seed', readings: XRP_READINGS, secret };
  }
  // `sEd…`
  if (payload.length === 19) refuse('wrong_curve', { found: 'xrp_ed25519' });
  // Classic, and with a tag (X-address).
  if ([21, 31].includes(payload.length)) refuse('address_pasted', { found: 'xrp_address' });
  if (payload.length === 34) refuse('public_key_pasted', { found: 'public_key' });
  return refuse('unknown');
}

/** Casascius' form: SHA-256 of the text is the key, its public key uncompressed. */
function refuseMiniKey(bytes: Uint8Array, { scratch }: Pasted): void {
  if (bytes[0] !== 0x53 || ![22, 26, 30].includes(bytes.length)) return;
  const [check] = scratch(sha256(scratch(concat(bytes, ascii('?')))));
  if (check === 0) refuse('uncompressed', { found: 'mini_key' });
}

/** Solana's forms have no checksum; the others that come here are broken. */
function readUnchecked(
  decoded: Uint8Array,
  pasted: Pasted,
  choice: Choice,
): FormResult | undefined {
  const readings = [reading('CURVE_ED25519', 'ADDRESS_FORMAT_SOLANA')];
  if (decoded.length === 64) {
    return { kind: 'solana_pair', readings, secret: seedOf(decoded, 'solana_pair') };
  }
  if (decoded.length === 32) {
    if (choice.as !== 'solana_seed') refuseBareSeed(decoded);
    return { kind: 'solana_seed', readings, secret: decoded };
  }
  const shape = shapeOf(pasted.bytes);
  if (!shape) return undefined;
  if (shape.isAddress) refuse('address_pasted', { found: shape.found });
  if (shape.found === 'solana_pair') demandLength(shape.found, 'bytes', decoded.length, [64]);
  if (shape.found === 'solana_seed') demandLength(shape.found, 'bytes', decoded.length, [32]);
  demandLength(shape.found, 'characters', pasted.bytes.length, shape.lengths);
  return refuse('checksum', { found: shape.found });
}

/**
 * 32 bytes: an address or a seed, and the text does not tell. Addresses of people are points of the
 * group of prime order, and of seeds one in sixteen is; addresses of programs are no points at all.
 */
function refuseBareSeed(bytes: Uint8Array): never {
  const candidates = ['solana_address', 'solana_seed'] as const;
  if (isPublicKey(bytes)) refuse('address_pasted', { found: 'solana_address', candidates });
  return refuse('ambiguous', { candidates });
}

function isPublicKey(bytes: Uint8Array): boolean {
  if (!ed25519.utils.isValidPublicKey(bytes, false)) return false;
  return ed25519.Point.fromBytes(bytes).isTorsionFree();
}
