import { encodeSecp256k1Pubkey, pubkeyToAddress } from '@cosmjs/amino';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { getAddressDecoder } from '@solana/addresses';
import { encryptPrivateKeyToBundle, formatHpkeBuf, hpkeEncrypt } from '@turnkey/crypto';
import { payments } from 'bitcoinjs-lib';
import { deriveAddress } from 'ripple-keypairs';
import { utils } from 'tronweb';
import { publicKeyToAddress } from 'viem/accounts';
import { addressOf } from '../../src/addresses/address.ts';
import { buildEncryptedBundle, openTargetBundle, signBundle } from '../../src/crypto/bundle.ts';
import { randomBytes, toHex, type Bytes } from '../../src/crypto/bytes.ts';
import { sealToTarget } from '../../src/crypto/hpke.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import * as p256 from '../../src/crypto/p256.ts';
import type { AddressFormat, Curve } from '../../src/protocol/enums.ts';

/*
 * Runs in the service worker of an extension made for this: sealing, checking and deriving side by
 * side, each address format against the library that its chain's wallets use.
 */

type Work = () => unknown;
/** Group -> variant -> the work to repeat. */
type Groups = Readonly<Record<string, Readonly<Record<string, Work>>>>;

const SECRET = randomBytes(32);
const organizationId = '651b573c-861b-4f10-a478-cbcfe0c226af';
const userId = '7d4a885d-4668-40c4-8f35-33301e11e7d5';

function uncompressedOf(scalar: Bytes): Bytes {
  return p256.toUncompressed(publicKeyOf('P256', scalar));
}

async function seals(): Promise<Groups> {
  const target = uncompressedOf(generatePrivateKey('P256'));
  const scalar = generatePrivateKey('P256');
  const signerPublic = uncompressedOf(scalar);
  const key = await p256.importSigningKey(scalar, signerPublic);
  const signer = { publicKey: signerPublic, sign: (message: Bytes) => p256.sign(key, message) };
  const data = { targetPublic: toHex(target), organizationId, userId };
  const importBundle = await signBundle(data, signer);
  const pin = { pinnedPublic: toHex(signerPublic), organizationId, userId };
  return {
    'A key of 32 bytes sealed, in an extension service worker': {
      Keystamp: async () => buildEncryptedBundle(await sealToTarget(target, SECRET)),
      'raw Web Crypto': await rawSeal(target),
      '@turnkey/crypto': () =>
        formatHpkeBuf(hpkeEncrypt({ plainTextBuf: SECRET, targetKeyBuf: target })),
    },
    'An import bundle checked and a key sealed to it, in an extension service worker': {
      Keystamp: async () =>
        buildEncryptedBundle(await sealToTarget(await openTargetBundle(importBundle, pin), SECRET)),
      '@turnkey/crypto': () =>
        encryptPrivateKeyToBundle({
          privateKey: toHex(SECRET),
          keyFormat: 'HEXADECIMAL',
          importBundle,
          organizationId,
          userId,
          dangerouslyOverrideSignerPublicKey: pin.pinnedPublic,
        }),
    },
  };
}

/** The minimum for any seal: a key pair, one agreement, one encryption; no key schedule. */
async function rawSeal(target: Bytes): Promise<Work> {
  const ecdh = { name: 'ECDH', namedCurve: 'P-256' } as const;
  const receiver = await crypto.subtle.importKey('raw', target, ecdh, false, []);
  const iv = new Uint8Array(12);
  return async () => {
    const pair = await crypto.subtle.generateKey(ecdh, false, ['deriveBits']);
    const encapped = await crypto.subtle.exportKey('raw', pair.publicKey);
    const bits = await crypto.subtle.deriveBits(
      { name: 'ECDH', public: receiver },
      pair.privateKey,
      256,
    );
    const key = await crypto.subtle.importKey('raw', bits, 'AES-GCM', false, ['encrypt']);
    const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, SECRET);
    return encapped.byteLength + sealed.byteLength;
  };
}

/** More than viem's cache of checksums holds (8192), so that no address comes from the cache. */
const KEYS = 9000;

/** Keys one after the other, the same for every variant. */
function keysOf(curve: Curve): () => Bytes {
  const { BASE } = secp256k1.Point;
  let point = BASE;
  const keys = Array.from({ length: curve === 'CURVE_SECP256K1' ? KEYS : 500 }, () => {
    if (curve === 'CURVE_ED25519') return publicKeyOf('ED25519', randomBytes(32));
    point = point.add(BASE);
    return Uint8Array.from(point.toBytes());
  });
  let at = 0;
  return () => {
    at = (at + 1) % keys.length;
    const key = keys[at];
    if (!key) throw new Error('no key');
    return key;
  };
}

type Derive = (key: Bytes) => string | undefined;

const whole = (key: Bytes) => secp256k1.Point.fromBytes(key).toBytes(false);
const solana = getAddressDecoder();

/** Our code first checks that the bytes are a point of the curve, which takes most of its time. */
const unchecked = (library: string) => `${library}, the key not checked`;

/**
 * Format, curve, name (the package first) and what a wallet calls; the point uncompressed if
 * needed.
 */
const LIBRARIES: readonly (readonly [AddressFormat, Curve, string, Derive])[] = [
  [
    'ADDRESS_FORMAT_ETHEREUM',
    'CURVE_SECP256K1',
    'viem',
    (key) => publicKeyToAddress(`0x${toHex(whole(key))}`),
  ],
  [
    'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH',
    'CURVE_SECP256K1',
    unchecked('bitcoinjs-lib'),
    (pubkey) => payments.p2wpkh({ pubkey }).address,
  ],
  [
    'ADDRESS_FORMAT_SOLANA',
    'CURVE_ED25519',
    unchecked('@solana/addresses'),
    (key) => solana.decode(key),
  ],
  [
    'ADDRESS_FORMAT_COSMOS',
    'CURVE_SECP256K1',
    unchecked('@cosmjs/amino'),
    (key) => pubkeyToAddress(encodeSecp256k1Pubkey(key), 'cosmos'),
  ],
  [
    'ADDRESS_FORMAT_TRON',
    'CURVE_SECP256K1',
    'tronweb',
    (key) =>
      utils.crypto.getBase58CheckAddress(utils.crypto.computeAddress(Array.from(whole(key)))),
  ],
  [
    'ADDRESS_FORMAT_XRP',
    'CURVE_SECP256K1',
    unchecked('ripple-keypairs'),
    (key) => deriveAddress(toHex(key)),
  ],
];

function addresses(): Groups {
  const next = {
    CURVE_SECP256K1: keysOf('CURVE_SECP256K1'),
    CURVE_ED25519: keysOf('CURVE_ED25519'),
    CURVE_P256: () => new Uint8Array(),
  };
  return Object.fromEntries(
    LIBRARIES.map(([format, curve, name, theirs]) => {
      const ours: Derive = (bytes) => addressOf(format, { curve, bytes });
      for (let sample = 0; sample < 50; sample++) {
        const key = next[curve]();
        if (ours(key) !== theirs(key)) throw new Error(`${name}: another ${format}`);
      }
      const group = `${format.slice('ADDRESS_FORMAT_'.length)} of a public key, in an extension service worker`;
      return [group, { Keystamp: () => ours(next[curve]()), [name]: () => theirs(next[curve]()) }];
    }),
  );
}

/** Repeats for about `ms` milliseconds, one after the other; returns the rate per second. */
async function rate(work: Work, ms: number): Promise<number> {
  const started = performance.now();
  let count = 0;
  for (;;) {
    for (let i = 0; i < 10; i++) {
      const done = work();
      if (done instanceof Promise) await done;
    }
    count += 10;
    const passed = performance.now() - started;
    if (passed >= ms) return (count * 1000) / passed;
  }
}

type Rates = Record<string, Record<string, number[]>>;

/** Runs rounds in turn, so that other load on the machine affects every variant alike. */
async function bench(rounds: number, ms: number): Promise<Rates> {
  const groups: Groups = { ...(await seals()), ...addresses() };
  const variants = Object.entries(groups).flatMap(([group, works]) =>
    Object.entries(works).map(([name, work]) => ({ group, name, work })),
  );
  const rates: Rates = {};
  for (const { work } of variants) await rate(work, ms / 4);
  for (let round = 0; round < rounds; round++) {
    for (const { group, name, work } of variants) {
      ((rates[group] ??= {})[name] ??= []).push(await rate(work, ms));
    }
  }
  return rates;
}

Object.assign(globalThis, { bench });
