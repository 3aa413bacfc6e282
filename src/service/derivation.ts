// Accounts of wallets: BIP-32 for the two ECDSA curves, SLIP-10 for Ed25519.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { hmac } from '@noble/hashes/hmac.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { p256 } from '@noble/curves/nist.js';
import { HDKey } from '@scure/bip32';
import { addressOf } from '../addresses/address.ts';
import type { PublicKey } from '../addresses/points.ts';
import { concat, toHex, utf8, wipe, type Bytes, type RandomBytes } from '../crypto/bytes.ts';
import { publicKeyOf } from '../crypto/keys.ts';
import { CURVE_NAMES, type AddressFormat, type Curve } from '../protocol/enums.ts';
import { KeystampError } from '../protocol/errors.ts';
import { seedOf, type Phrase } from './mnemonic.ts';
import { invalid } from './refusal.ts';

/** An account as create_wallet asks for it. */
export type AccountRequest = {
  readonly curve: Curve;
  /** Such as `m/44'/60'/0'/0/0`. */
  readonly path: string;
  readonly addressFormat: AddressFormat;
  readonly name?: string | undefined;
};

/** What is derived for an account: its address, and its public key in hex, compressed on the ECDSA curves. */
type DerivedKey = { readonly address: string; readonly publicKey: string };

export type Account = AccountRequest & DerivedKey;

/** Entropy bytes per word of a mnemonic (BIP-39). */
const ENTROPY_PER_WORD = 4 / 3;

/** A fresh wallet: its phrase, to be sealed, and the accounts with their addresses. */
export async function createWallet(
  requests: readonly AccountRequest[],
  wordCount: number,
  random: RandomBytes,
): Promise<{ phrase: Phrase; accounts: Account[] }> {
  const entropy = random(wordCount * ENTROPY_PER_WORD);
  const phrase: Phrase = { entropy, language: 'MNEMONIC_LANGUAGE_ENGLISH', passphrase: '' };
  return { phrase, accounts: await deriveAccounts(phrase, requests) };
}

/**
 * The accounts of a phrase. 400 for a path or format that the curve doesn't have. An account takes
 * up to 5 ms, and a request may ask for a hundred: other requests get their turn after each.
 */
export async function deriveAccounts<R extends AccountRequest>(
  phrase: Phrase,
  requests: readonly R[],
): Promise<(R & DerivedKey)[]> {
  const seed = await seedOf(phrase);
  try {
    const accounts: (R & DerivedKey)[] = [];
    for (const request of requests) {
      accounts.push({ ...request, ...derive(seed, request) });
      await nextTurn();
    }
    return accounts;
  } finally {
    wipe(seed);
  }
}

/** The private key of an account: 32 bytes, a scalar or the seed of Ed25519 (RFC 8032). */
export async function derivePrivateKey(
  phrase: Phrase,
  { curve, path }: Pick<AccountRequest, 'curve' | 'path'>,
): Promise<Bytes> {
  const seed = await seedOf(phrase);
  try {
    return DERIVE_NODE[curve](seed, parsePath(path)).key;
  } finally {
    wipe(seed);
  }
}

function derive(seed: Uint8Array, { curve, path, addressFormat }: AccountRequest): DerivedKey {
  const { key } = DERIVE_NODE[curve](seed, parsePath(path));
  try {
    const bytes = publicKeyOf(CURVE_NAMES[curve], key);
    return { address: addressIn(addressFormat, { curve, bytes }), publicKey: toHex(bytes) };
  } finally {
    wipe(key);
  }
}

/** The address of a key; 400 for a format that the curve doesn't have. */
export function addressIn(format: AddressFormat, key: PublicKey): string {
  try {
    return addressOf(format, key);
  } catch (error) {
    if (!(error instanceof KeystampError)) throw error;
    throw invalid(`invalid address format: ${error.message}`);
  }
}

const HARDENED = 0x8000_0000;

/** The steps of a path, hardened ones with the top bit set; 400 for a step beyond 2^31 - 1. */
export function parsePath(path: string): number[] {
  return path
    .split('/')
    .slice(1)
    .map((step) => {
      const index = Number.parseInt(step, 10);
      if (index >= HARDENED) throw invalid('invalid path: a step may be 2147483647 at most');
      return step.endsWith("'") ? index + HARDENED : index;
    });
}

const DERIVE_NODE: Readonly<
  Record<Curve, (seed: Uint8Array, steps: readonly number[]) => Pick<Node, 'key'>>
> = {
  CURVE_SECP256K1: (seed, steps) => {
    const { privateKey } = steps.reduce(
      (parent, step) => parent.deriveChild(step),
      HDKey.fromMasterSeed(seed),
    );
    if (!privateKey) throw new KeystampError('internal');
    return { key: Uint8Array.from(privateKey) };
  },
  CURVE_ED25519: slip10Ed25519,
  CURVE_P256: slip10P256,
};

/** A node of a SLIP-10 tree: private key and chain code, 32 bytes each. */
export type Node = { readonly key: Bytes; readonly chainCode: Bytes };

function node(i: Uint8Array): Node {
  return { key: i.slice(0, 32), chainCode: i.slice(32) };
}

const ser32 = (step: number) => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, step);
  return bytes;
};

/** SLIP-10 on Ed25519. It only has hardened steps: 400 for any other. */
export function slip10Ed25519(seed: Uint8Array, steps: readonly number[]): Node {
  return steps.reduce(
    (parent, step) => {
      if (step < HARDENED) {
        throw invalid(
          "invalid path: Ed25519 derives hardened steps only, such as m/44'/501'/0'/0'",
        );
      }
      return node(
        hmac(sha512, parent.chainCode, concat(Uint8Array.of(0), parent.key, ser32(step))),
      );
    },
    node(hmac(sha512, utf8('ed25519 seed'), seed)),
  );
}

/** SLIP-10 on P-256: like BIP-32, with its own seed text and a retry where BIP-32 gives up. */
export function slip10P256(seed: Uint8Array, steps: readonly number[]): Node {
  let master = hmac(sha512, utf8('Nist256p1 seed'), seed);
  while (!p256.utils.isValidSecretKey(master.subarray(0, 32))) {
    master = hmac(sha512, utf8('Nist256p1 seed'), master);
  }
  return steps.reduce(childP256, node(master));
}

function childP256(parent: Node, step: number): Node {
  const own =
    step >= HARDENED ? concat(Uint8Array.of(0), parent.key) : p256.getPublicKey(parent.key, true);
  let data = concat(own, ser32(step));
  for (;;) {
    const i = hmac(sha512, parent.chainCode, data);
    const key = addScalars(i.subarray(0, 32), parent.key);
    if (key) return { key, chainCode: i.slice(32) };
    data = concat(Uint8Array.of(1), i.subarray(32), ser32(step));
  }
}

/** (left + right) mod n as 32 bytes; undefined where SLIP-10 requires a retry. */
function addScalars(left: Uint8Array, right: Uint8Array): Bytes | undefined {
  const field = p256.Point.Fn;
  if (!field.isValid(toNumber(left))) return undefined;
  const sum = field.add(toNumber(left), toNumber(right));
  return sum === 0n ? undefined : Uint8Array.from(field.toBytes(sum));
}

function toNumber(bytes: Uint8Array): bigint {
  return bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
}
