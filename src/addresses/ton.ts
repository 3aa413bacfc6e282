// TON: the account of a wallet contract, and its texts. An account is the hash of the contract's
// initial cell (code and first data), so only cells of these few shapes are hashed here.
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base64, base64url } from '@scure/base';
import { concat, crc16, sha256 } from './hashing.ts';
import { checkLength, refuse } from './text-codecs.ts';
import type { Codec, ParsedAddress } from './text-codecs.ts';

type Cell = { readonly hash: Uint8Array; readonly depth: number };

type Contract = {
  /** The root cell of the contract's published code, by its hash. */
  readonly code: Cell;
  /** The bits of the first data, from the wallet id and the key, both as numbers. */
  readonly data: (walletId: bigint, key: bigint) => { bits: bigint; length: number };
  readonly walletId: number;
};

/** The default of the wallets' own library: the first 32 bits of the main network's root hash. */
const DEFAULT_WALLET_ID = 698983191;

const code = (hash: string, depth: number): Cell => ({ hash: hexToBytes(hash), depth });

const CONTRACTS = {
  // Sequence number (32 bits, zero), wallet id (32), key (256).
  V3R2: {
    code: code('84dafa449f98a6987789ba232358072bc0f76dc4524002a5d0918b9a75d2d599', 0),
    data: (id, key) => ({ bits: (id << 256n) | key, length: 320 }),
    walletId: DEFAULT_WALLET_ID,
  },
  // The same, plus an empty dictionary of plugins (one bit).
  V4R2: {
    code: code('feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0', 7),
    data: (id, key) => ({ bits: ((id << 256n) | key) << 1n, length: 321 }),
    walletId: DEFAULT_WALLET_ID,
  },
  // Signatures allowed (one bit, set) before it, and an empty dictionary of extensions after it.
  // The id is the network's (-239) XOR the client's, which stands for workchain 0, this version and
  // subwallet 0. A choice.
  V5R1: {
    code: code('20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f', 6),
    data: (id, key) => ({ bits: (1n << 321n) | (((id << 256n) | key) << 1n), length: 322 }),
    walletId: 0x7fffff11,
  },
} as const satisfies Readonly<Record<string, Contract>>;

export type TonContract = keyof typeof CONTRACTS;

/** The wallet id of V5R1 on the test network (-3). */
export const TESTNET_V5R1_ID = 0x7ffffffd;

/** The 32-byte account of a key's wallet in workchain 0. */
export function tonAccount(
  contract: TonContract,
  key: Uint8Array,
  walletId: number = CONTRACTS[contract].walletId,
): Uint8Array {
  const { code: codeCell, data } = CONTRACTS[contract];
  const { bits, length } = data(BigInt(walletId), BigInt(`0x${bytesToHex(key)}`));
  // StateInit: neither split depth nor special; code and data; no libraries.
  return cell(0b00110n, 5, [codeCell, cell(bits, length, [])]).hash;
}

/** An ordinary cell: two descriptor bytes, the bits, then depths and hashes of the cells below. */
function cell(bits: bigint, length: number, references: readonly Cell[]): Cell {
  const paddingBits = (8 - (length % 8)) % 8;
  // If the bits end inside a byte, a one and zeros fill it up.
  const padded = paddingBits === 0 ? bits : ((bits << 1n) | 1n) << BigInt(paddingBits - 1);
  const bytes = (length + paddingBits) / 8;
  const hash = sha256(
    concat(
      [references.length, Math.floor(length / 8) + bytes],
      hexToBytes(padded.toString(16).padStart(bytes * 2, '0')),
      ...references.map(({ depth }) => [depth >> 8, depth & 0xff]),
      ...references.map((one) => one.hash),
    ),
  );
  return { hash, depth: Math.max(0, ...references.map(({ depth }) => depth + 1)) };
}

/** How an account is written: who can send to it before it exists, the network, and the form. */
export type TonForm = {
  readonly bounceable?: boolean;
  readonly testOnly?: boolean;
  readonly alphabet?: 'base64url' | 'base64';
};

const BOUNCEABLE = 0x11;
const NON_BOUNCEABLE = 0x51;
const TEST_ONLY = 0x80;

/** The user-friendly text. By default for a new wallet: non-bounceable, on the main network. */
export function tonText(account: Uint8Array, form: TonForm = {}): string {
  const tag = (form.bounceable ? BOUNCEABLE : NON_BOUNCEABLE) | (form.testOnly ? TEST_ONLY : 0);
  const body = concat([tag, 0], account);
  const crc = crc16(body);
  const coder = form.alphabet === 'base64' ? base64 : base64url;
  return coder.encode(concat(body, [crc >> 8, crc & 0xff]));
}

/** Workchain and hash, without a checksum. */
export function tonRawText(account: Uint8Array): string {
  return `0:${bytesToHex(account)}`;
}

/** Reads every form. They all name the account, and are compared by it. */
export const tonCodec: Codec = { encode: (account) => tonText(account), parse: parseText };

function parseText(text: string): ParsedAddress {
  if (text.includes(':')) return parseRaw(text);
  if (/[^a-z0-9+/_-]/i.test(text)) return refuse('alphabet');
  // One alphabet or the other. No encoding mixes them.
  if (/[-_]/.test(text) && /[+/]/.test(text)) return refuse('alphabet');
  if (text.length !== 48) return refuse('length');
  const bytes = base64url.decode(text.replaceAll('+', '-').replaceAll('/', '_'));
  const body = bytes.subarray(0, 34);
  const [tag = 0, workchain] = body;
  if (((bytes[34] ?? 0) << 8) + (bytes[35] ?? 0) !== crc16(body)) return refuse('checksum');
  const isKnownTag = [BOUNCEABLE, NON_BOUNCEABLE].includes(tag & ~TEST_ONLY);
  if (!isKnownTag) return refuse('not_this_format');
  return workchain === 0 ? checkLength(body.slice(2), 32) : refuse('network');
}

function parseRaw(text: string): ParsedAddress {
  const [, workchain, digits] = /^(-?\d+):(.*)$/s.exec(text) ?? [];
  if (digits === undefined) return refuse('not_this_format');
  if (/[^0-9a-f]/i.test(digits)) return refuse('alphabet');
  if (digits.length !== 64) return refuse('length');
  return workchain === '0' ? checkLength(hexToBytes(digits), 32) : refuse('network');
}
