// Signs with API keys in the extension's worker: on Web Crypto for the curves that browsers
// support, on the small @noble/secp256k1 otherwise. No other curve arithmetic is imported here: the
// worker starts cold at almost every click, and its start time grows with its size
// (docs/platform.md, Bundle size and start of the worker). For the same reason, secp256k1 is only
// loaded when one of its keys is first used (docs/platform.md, Parts of the worker).
import { KeystampError } from '../protocol/errors.ts';
import { loadPart } from '../protocol/load-part.ts';
import { concat, equal, fromHex, utf8, wipe, type Bytes } from './bytes.ts';
import * as der from './der.ts';
import * as p256 from './p256.ts';
import type { ApiKeyCurve } from './schemes.ts';

/** A key pair: private key 32 bytes, public key 33 (compressed), or 32 for Ed25519. */
export type KeyPair = {
  readonly curve: ApiKeyCurve;
  readonly privateKey: Bytes;
  readonly publicKey: Uint8Array;
};

/** Signs with the key that it holds. */
export type Signer = {
  /** The signature in the encoding of the stamp's scheme: DER, or 64 bytes for Ed25519. */
  readonly sign: (message: Bytes) => Promise<Bytes>;
  /** Wipes what can be wiped. The signer must not be used afterwards. */
  readonly forget: () => void;
};

type CurveSigning = {
  /**
   * Creates the signing function over a private key (32 bytes) that must not change while it's
   * used.
   */
  readonly createSign: (pair: KeyPair) => Promise<Signer['sign']>;
  /** Whether the two keys belong together. Throws if the private key is invalid. */
  readonly isPair: (pair: KeyPair) => Promise<boolean>;
};

// PrivateKeyInfo (RFC 8410, 7) of an Ed25519 seed without its public key.
const ED25519_HEAD = fromHex('302e020100300506032b657004220420');
const TRIAL_MESSAGE = utf8('keystamp: does this key pair belong together?');

async function importSeed(seed: Uint8Array): Promise<CryptoKey> {
  const encoded = concat(ED25519_HEAD, seed);
  try {
    return await crypto.subtle.importKey('pkcs8', encoded, 'Ed25519', false, ['sign']);
  } finally {
    wipe(encoded);
  }
}

async function signWithSeed(key: CryptoKey, message: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.sign('Ed25519', key, message));
}

const CURVES: Readonly<Record<ApiKeyCurve, CurveSigning>> = {
  P256: {
    createSign: async ({ privateKey, publicKey }) => {
      const key = await p256.importSigningKey(privateKey, publicKey);
      return async (message) => der.encode(await p256.sign(key, message));
    },
    isPair: async ({ privateKey, publicKey }) => {
      // Some browsers check the pair on import, others don't. A signature proves it in all of them.
      const key = await p256.importSigningKey(privateKey, publicKey).catch(() => undefined);
      return (
        key !== undefined &&
        p256.verify(publicKey, await p256.sign(key, TRIAL_MESSAGE), TRIAL_MESSAGE)
      );
    },
  },
  SECP256K1: {
    createSign: async ({ privateKey }) => {
      const { signAsync } = await loadPart(() => import('@noble/secp256k1'));
      return async (message) => der.encode(new Uint8Array(await signAsync(message, privateKey)));
    },
    isPair: async ({ privateKey, publicKey }) => {
      const { getPublicKey } = await loadPart(() => import('@noble/secp256k1'));
      return equal(getPublicKey(privateKey, true), publicKey);
    },
  },
  ED25519: {
    createSign: async ({ privateKey }) => {
      const key = await importSeed(privateKey);
      return (message) => signWithSeed(key, message);
    },
    isPair: async ({ privateKey, publicKey }) => {
      const raw = new Uint8Array(publicKey);
      const verifying = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify']);
      const signature = await signWithSeed(await importSeed(privateKey), TRIAL_MESSAGE);
      return crypto.subtle.verify('Ed25519', verifying, signature, TRIAL_MESSAGE);
    },
  },
};

/**
 * A signer for the pair. It keeps its own copy: the caller wipes `privateKey`. Once it has
 * forgotten the key, `sign` rejects with `vault_locked`: a wiped key is zeros, and zeros are a
 * valid seed.
 */
export async function createSigner(pair: KeyPair): Promise<Signer> {
  const privateKey = pair.privateKey.slice();
  let activeSign: Signer['sign'] | undefined = await CURVES[pair.curve].createSign({
    ...pair,
    privateKey,
  });
  return {
    sign: (message) => activeSign?.(message) ?? Promise.reject(new KeystampError('vault_locked')),
    forget: () => {
      activeSign = undefined;
      wipe(privateKey);
    },
  };
}

/**
 * Proves that the private key belongs to the public key. Throws `key_mismatch` if it doesn't,
 * `key_malformed` if either one is not a key of the curve.
 */
export async function provePair(pair: KeyPair): Promise<void> {
  let belongsTogether: boolean;
  try {
    belongsTogether = await CURVES[pair.curve].isPair(pair);
  } catch (error) {
    throw new KeystampError('key_malformed', undefined, { field: 'privateKey' }, error);
  }
  if (!belongsTogether) throw new KeystampError('key_mismatch', undefined, { field: 'publicKey' });
}
