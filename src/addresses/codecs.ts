// Address texts: which codec each format writes and reads with. Loads hashes, but no curves.
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

/** Version bytes of base58check, and the prefix of bech32. Testnet and signet write the same. */
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

/** 32 bytes are an Ed25519 key. 33 bytes start with the sign of Y. */
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
  // The long form of AIP-40: leading zeros stay.
  ADDRESS_FORMAT_APTOS: hexCodec('0x', check32Bytes),
  ...bitcoinRows((network, script) => SCRIPT_CODECS[script](NETWORKS[network])),
  ADDRESS_FORMAT_SEI: bech32Codec('sei', 20),
  ADDRESS_FORMAT_XLM: strkeyCodec,
  ADDRESS_FORMAT_DOGE_MAINNET: base58checkCodec(0x1e),
  ADDRESS_FORMAT_DOGE_TESTNET: base58checkCodec(0x71),
  ADDRESS_FORMAT_TON_V3R2: tonCodec,
  ADDRESS_FORMAT_TON_V4R2: tonCodec,
  ADDRESS_FORMAT_TON_V5R1: tonCodec,
  // The classic form: version 0 in the chain's own alphabet.
  ADDRESS_FORMAT_XRP: base58checkCodec(0x00, base58xrp),
};

/**
 * The longest address: an uncompressed key in hex. Longer texts aren't read, because reading base58
 * takes time by the square of the length.
 */
export const MAX_ADDRESS_LENGTH = 130;

/**
 * The hash (or key) in an address text, or why the text isn't in this format. The caller trims
 * whitespace. Says nothing about points: a key's bytes may not be on the curve.
 */
export function parseAddress(format: Format, text: string): ParsedAddress {
  if (text.length > MAX_ADDRESS_LENGTH) return refuse('length');
  const parsed = CODECS[format].parse(text);
  if (parsed.ok) return parsed;
  // A valid address of another format is called that, whatever was the first mistake here.
  const others = formatsOfText(text);
  if (others.length === 0) return parsed;
  return refuse(
    others.some((other) => differOnlyInNetwork(format, other)) ? 'network' : 'not_this_format',
  );
}

/** The formats in which a text is an address. */
export function formatsOfText(text: string): readonly Format[] {
  if (text.length > MAX_ADDRESS_LENGTH) return [];
  return Object.keys(CODECS)
    .filter(isFormat)
    .filter((format) => CODECS[format].parse(text).ok);
}

/** Whether two formats only differ in the network. */
function differOnlyInNetwork(one: Format, other: Format): boolean {
  return FORMATS[one].chain === FORMATS[other].chain && FORMATS[one].kind === FORMATS[other].kind;
}

/**
 * Whether two texts are the same address in a format. Compares what they encode, so case doesn't
 * matter in bech32 and hex, nor does the form in TON. A refused text equals nothing.
 */
export function sameAddress(format: Format, one: string, other: string): boolean {
  const [left, right] = [parseAddress(format, one), parseAddress(format, other)];
  return left.ok && right.ok && equalBytes(left.payload, right.payload);
}

/**
 * Tells which of many listed addresses are the same as a text, as {@link sameAddress} does. The text
 * is read once. An address of an unknown format is the same only to the letter.
 */
export function createAddressMatcher(
  text: string,
): (listed: { readonly format: string; readonly address: string }) => boolean {
  const readings = formatsOfText(text).map((format) => ({
    format,
    own: CODECS[format].parse(text),
  }));
  return ({ format, address }) => {
    if (address === text) return true;
    const reading = readings.find((candidate) => candidate.format === format);
    if (!reading?.own.ok || address.length > MAX_ADDRESS_LENGTH) return false;
    const listed = CODECS[reading.format].parse(address);
    return listed.ok && equalBytes(reading.own.payload, listed.payload);
  };
}

function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, at) => byte === right[at]);
}
