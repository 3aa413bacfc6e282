// Public keys of a recovery phrase: BIP-39's seed, BIP-32 for secp256k1, SLIP-10 for the other curves.
// Written apart from the service's, so that comparing both shows errors.
import { p256 } from '@noble/curves/nist.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { HDKey } from '@scure/bip32';
import { concat, utf8, wipe, type Bytes } from '../../crypto/bytes.ts';
import { publicKeyOf } from '../../crypto/keys.ts';
import type { Curve } from '../../protocol/enums.ts';
import { KeystampError } from '../../protocol/errors.ts';

const SEED_ROUNDS = 2048;
const SEED_BITS = 512;

/**
 * The seed (64 bytes) of a phrase (BIP-39, From mnemonic to seed).
 * @param passphrase in NFKD; none for most wallets
 */
export async function seedOf(phrase: Bytes, passphrase = new Uint8Array()): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', phrase, 'PBKDF2', false, ['deriveBits']);
  const salt = concat(utf8('mnemonic'), passphrase);
  const parameters = { name: 'PBKDF2', hash: 'SHA-512', salt, iterations: SEED_ROUNDS };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, SEED_BITS));
}

const HARDENED = 0x8000_0000;

/** The steps of a path such as `m/44'/60'/0'/0/0`; undefined for anything else. */
export function readPath(path: string): readonly number[] | undefined {
  if (!/^m(?:\/\d{1,10}'?)+$/.test(path)) return undefined;
  const steps = path
    .slice(2)
    .split('/')
    .map((step) => ({ index: Number.parseInt(step, 10), isHardened: step.endsWith("'") }));
  if (steps.some(({ index }) => index >= HARDENED)) return undefined;
  return steps.map(({ index, isHardened }) => index + (isHardened ? HARDENED : 0));
}

/** Why a phrase has no key at a place. */
export type PathFault = 'path' | 'hardened_only';

/** Whether a curve has a key at a path: SLIP-10 has only hardened steps on Ed25519. */
export function pathFault(curve: Curve, path: string): PathFault | undefined {
  const steps = readPath(path);
  if (!steps) return 'path';
  const isSoft = steps.some((step) => step < HARDENED);
  return curve === 'CURVE_ED25519' && isSoft ? 'hardened_only' : undefined;
}

/**
 * The public key at a path: compressed (33 bytes), on Ed25519 32 bytes.
 * @throws KeystampError `invalid_input` for a path that the curve doesn't have
 */
export function publicKeyAt(seed: Bytes, curve: Curve, path: string): Bytes {
  const steps = readPath(path);
  if (!steps || pathFault(curve, path)) {
    throw new KeystampError('invalid_input', undefined, { field: 'path' });
  }
  return PUBLIC_KEYS[curve](seed, steps);
}

type PublicKeyAt = (seed: Bytes, steps: readonly number[]) => Bytes;

const PUBLIC_KEYS: Readonly<Record<Curve, PublicKeyAt>> = {
  CURVE_SECP256K1: (seed, steps) => {
    const node = derive(HDKey.fromMasterSeed(seed), steps);
    const { publicKey } = node;
    node.wipePrivateData();
    if (!publicKey) throw new KeystampError('internal');
    return Uint8Array.from(publicKey);
  },
  CURVE_ED25519: (seed, steps) => {
    const key = walk(hmac(sha512, utf8('ed25519 seed'), seed), steps, (parent, step) =>
      hmac(sha512, parent.subarray(32), hardenedData(parent.subarray(0, 32), step)),
    );
    return publicKeyAndWipe('ED25519', key);
  },
  CURVE_P256: (seed, steps) => publicKeyAndWipe('P256', walk(masterP256(seed), steps, childP256)),
};

/** Down the path; each node above is wiped once its child is made. */
function derive(master: HDKey, steps: readonly number[]): HDKey {
  return steps.reduce((parent, step) => {
    const child = parent.deriveChild(step);
    parent.wipePrivateData();
    return child;
  }, master);
}

/** A node of SLIP-10: private key, then chain code, 32 bytes each. */
type Node = Uint8Array;

function walk(
  master: Node,
  steps: readonly number[],
  childOf: (parent: Node, step: number) => Node,
): Node {
  return steps.reduce((parent, step) => {
    const child = childOf(parent, step);
    wipe(parent);
    return child;
  }, master);
}

function publicKeyAndWipe(curve: 'ED25519' | 'P256', node: Node): Bytes {
  const bytes = publicKeyOf(curve, node.subarray(0, 32));
  wipe(node);
  return bytes;
}

function bigEndian(step: number): Bytes {
  return Uint8Array.of(step >>> 24, (step >>> 16) & 0xff, (step >>> 8) & 0xff, step & 0xff);
}

const hardenedData = (key: Uint8Array, step: number) =>
  concat(Uint8Array.of(0), key, bigEndian(step));

function masterP256(seed: Uint8Array): Node {
  let node = hmac(sha512, utf8('Nist256p1 seed'), seed);
  // SLIP-10 tries again where BIP-32 gives up.
  while (!p256.utils.isValidSecretKey(node.subarray(0, 32))) {
    node = hmac(sha512, utf8('Nist256p1 seed'), node);
  }
  return node;
}

function childP256(parent: Node, step: number): Node {
  const key = parent.subarray(0, 32);
  const chainCode = parent.subarray(32);
  let data =
    step >= HARDENED
      ? hardenedData(key, step)
      : concat(p256.getPublicKey(key, true), bigEndian(step));
  for (;;) {
    const node = hmac(sha512, chainCode, data);
    const own = addP256(node.subarray(0, 32), key);
    if (own) {
      node.set(own);
      wipe(own, data);
      return node;
    }
    data = concat(Uint8Array.of(1), node.subarray(32), bigEndian(step));
  }
}

/** The sum of two scalars; undefined where SLIP-10 tries again. */
function addP256(left: Uint8Array, right: Uint8Array): Uint8Array | undefined {
  const { Fn } = p256.Point;
  const summand = bigIntOf(left);
  if (summand >= Fn.ORDER) return undefined;
  const sum = Fn.add(summand, bigIntOf(right));
  return sum === 0n ? undefined : Fn.toBytes(sum);
}

function bigIntOf(bytes: Uint8Array): bigint {
  return bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n);
}
