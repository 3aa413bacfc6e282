// Bitcoin: four networks and five scripts as data; an address is a pair of them.
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { bech32, bech32m } from '@scure/base';
import { base58check, concat, hash160, sha256 } from './encoding.ts';

type Network = {
  readonly name: string;
  /** Version bytes of base58check. */
  readonly p2pkh: number;
  readonly p2sh: number;
  /** Human-readable part of bech32. */
  readonly hrp: string;
};

/** The networks. Testnet and signet write addresses alike. */
export const BITCOIN_NETWORKS = [
  { name: 'MAINNET', p2pkh: 0x00, p2sh: 0x05, hrp: 'bc' },
  { name: 'TESTNET', p2pkh: 0x6f, p2sh: 0xc4, hrp: 'tb' },
  { name: 'SIGNET', p2pkh: 0x6f, p2sh: 0xc4, hrp: 'tb' },
  { name: 'REGTEST', p2pkh: 0x6f, p2sh: 0xc4, hrp: 'bcrt' },
] as const satisfies readonly Network[];

/** The scripts that one key can have an address of. */
export const BITCOIN_SCRIPTS = ['P2PKH', 'P2SH', 'P2WPKH', 'P2WSH', 'P2TR'] as const;
type Script = (typeof BITCOIN_SCRIPTS)[number];

const ENCODE: Readonly<Record<Script, (network: Network, key: Uint8Array) => string>> = {
  P2PKH: ({ p2pkh }, key) => base58check(p2pkh, hash160(key)),
  // P2WPKH in P2SH (BIP-49): the one that wallets show for a single key. A choice: which script the
  // service hashes is not public.
  P2SH: ({ p2sh }, key) => base58check(p2sh, hash160(concat([0x00, 0x14], hash160(key)))),
  P2WPKH: ({ hrp }, key) => segwit(hrp, hash160(key)),
  // One key and OP_CHECKSIG, the script of BIP-173's example. A choice, as above.
  P2WSH: ({ hrp }, key) => segwit(hrp, sha256(concat([0x21], key, [0xac]))),
  P2TR: ({ hrp }, key) => bech32m.encode(hrp, [1, ...bech32m.toWords(taprootKey(key))]),
};

/** The address of a compressed key (33 bytes). */
export function bitcoinAddress(network: Network, script: Script, key: Uint8Array): string {
  return ENCODE[script](network, key);
}

/** Witness version 0 (BIP-173). */
function segwit(hrp: string, program: Uint8Array): string {
  return bech32.encode(hrp, [0, ...bech32.toWords(program)]);
}

/** The output key of BIP-86: the internal key tweaked by itself, no script tree. */
function taprootKey(key: Uint8Array): Uint8Array {
  const x = key.subarray(1);
  const { lift_x: lift, pointToBytes } = schnorr.utils;
  const internal = lift(secp256k1.Point.fromBytes(key).toAffine().x);
  const tweak = secp256k1.Point.Fn.fromBytes(schnorr.utils.taggedHash('TapTweak', x));
  return pointToBytes(internal.add(secp256k1.Point.BASE.multiply(tweak)));
}
