// Texts of addresses: which codec each format writes and reads with. Loads hashes, no curves.
import { base58xrp } from '@scure/base';
import { bitcoinRows, FORMATS, isFormat } from './formats.ts';
import type { BitcoinNetwork, BitcoinScript, Format } from './formats.ts';
import {
  base58checkCodec,
  base58Codec,
  bech32Codec,
  eip55Codec,
  hexCodec,
  checkLength,
  refuse,
  segwitCodec,
  strkeyCodec,
} from './text-codecs.ts';
import type { Codec, ParsedAddress } from './text-codecs.ts';
import { tonCodec } from './ton.ts';

/** Version bytes of base58check, and the prefix of bech32. Testnet and signet write alike. */
const NETWORKS = {
  MAINNET: { p2pkh: 0x00, p2sh: 0x05, prefix: 'bc' },
  TESTNET: { p2pkh: 0x6f, p2sh: 0xc4, prefix: 'tb' },
  SIGNET: { p2pkh: 0x6f, p2sh: 0xc4, prefix: 'tb' },
  REGTEST: { p2pkh: 0x6f, p2sh: 0xc4, prefix: 'bcrt' },
} as const satisfies Record<BitcoinNetwork, unknown>;

const SCRIPT_CODECS: Readonly<
  Record<BitcoinScript, (network: (typeof NETWORKS)[BitcoinNetwork]) => Codec>
> = {
  P2PKH: ({ p2pkh }) => base58checkCodec(p2pkh),
  P2SH: ({ p2sh }) => base58checkCodec(p2sh),
  P2WPKH: ({ prefix }) => segwitCodec(prefix, 0, 20),
  P2WSH: ({ prefix }) => segwitCodec(prefix, 0, 32),
  P2TR: ({ prefix }) => segwitCodec(prefix, 1, 32),
};

const check32Bytes = (payload: Uint8Array): ParsedAddress => checkLength(payload, 32);

/** SEC 1: 04, X and Y. */
function checkUncompressed(payload: Uint8Array): ParsedAddress {
  const parsed = checkLength(payload, 65);
  return parsed.ok && payload[0] !== 4 ? refuse('not_this_format') : parsed;
}

/** 32 bytes are an Ed25519 key; 33 begin with the sign of Y. */
function checkCompressed(payload: Uint8Array): ParsedAddress {
  if (payload.length === 32) return checkLength(payload, 32);
  const parsed = checkLength(payload, 33);
  return parsed.ok && payload[0] !== 2 && payload[0] !== 3 ? refuse('not_this_format') : parsed;
}

/** How each format writes its payload. */
export const CODECS: Readonly<Record<Format, Codec>> = {
  ADDRESS_FORMAT_UNCOMPRESSED: hexCodec('', checkUncompressed),
  ADDRESS_FORMAT_COMPRESSED: hexCodec('', checkCompressed),
  ADDRESS_FORMAT_ETHEREUM: eip55Codec,
  ADDRESS_FORMAT_SOLANA: base58Codec(32),
  ADDRESS_FORMAT_COSMOS: bech32Codec('cosmos', 20),
  ADDRESS_FORMAT_TRON: base58checkCodec(0x41),
  ADDRESS_FORMAT_SUI: hexCodec('0x', check32Bytes),
  // The long form of AIP-40: leading zeros are kept.
  ADDRESS_FORMAT_APTOS: hexCodec('0x', check32Bytes),
  ...bitcoinRows((network, script) => SCRIPT_CODECS[script](NETWORKS[network])),
  ADDRESS_FORMAT_SEI: bech32Codec('sei', 20),
  ADDRESS_FORMAT_XLM: strkeyCodec,
  ADDRESS_FORMAT_DOGE_MAINNET: base58checkCodec(0x1e),
  ADDRESS_FORMAT_DOGE_TESTNET: base58checkCodec(0x71),
  ADDRESS_FORMAT_TON_V3R2: tonCodec,
  ADDRESS_FORMAT_TON_V4R2: tonCodec,
  ADDRESS_FORMAT_TON_V5R1: tonCodec,
  // The classic form; version 0 in the chain's own alphabet.
  ADDRESS_FORMAT_XRP: base58checkCodec(0x00, base58xrp),
};

/**
 * No address is longer: an uncompressed key in hex. What is longer is not looked at, as reading
 * base58 takes time by the square of its length.
 */
const MAX_ADDRESS_LENGTH = 130;

/**
 * The hash (or key) in the text of an address, or why the text is none of this format. White space
 * is the caller's to cut. Says nothing of points: a key's bytes may still lie off the curve.
 */
export function parseAddress(format: Format, text: string): ParsedAddress {
  if (text.length > MAX_ADDRESS_LENGTH) return refuse('length');
  const parsed = CODECS[format].parse(text);
  if (parsed.ok) return parsed;
  // A good address of something else is called that, whatever was first wrong with it here.
  const others = Object.keys(CODECS)
    .filter(isFormat)
    .filter((other) => CODECS[other].parse(text).ok);
  if (others.length === 0) return parsed;
  return refuse(
    others.some((other) => differOnlyInNetwork(format, other)) ? 'network' : 'not_this_format',
  );
}

/** Whether two formats differ in nothing but the network. */
function differOnlyInNetwork(one: Format, other: Format): boolean {
  return FORMATS[one].chain === FORMATS[other].chain && FORMATS[one].kind === FORMATS[other].kind;
}

/**
 * Whether two texts are the same address of a format: by what they encode, so that case does not
 * count in bech32 and hex, nor the form in TON. A text that is refused is the same as nothing.
 */
export function sameAddress(format: Format, one: string, other: string): boolean {
  const [left, right] = [parseAddress(format, one), parseAddress(format, other)];
  return left.ok && right.ok && equalBytes(left.payload, right.payload);
}

function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, at) => byte === right[at]);
}
