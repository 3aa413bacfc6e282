// HPKE (RFC 9180), base mode, single message: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM,
// on Web Crypto alone. Names in the code are those of the RFC.
import { KeystampError } from '../protocol/errors.ts';
import { ECDH } from './p256.ts';
import { concat, utf8, wipe, type Bytes } from './bytes.ts';

/** An AEAD of RFC 9180 7.3: its identifier and key length in bytes. */
export type Aead = { readonly id: number; readonly keyLength: number };
/** The service's AEAD, and the default. */
const AES_256_GCM: Aead = { id: 2, keyLength: 32 };
/** Only here because the RFC's own P-256 vectors (A.3) use it. */
export const AES_128_GCM: Aead = { id: 1, keyLength: 16 };

const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const;
const VERSION = utf8('HPKE-v1');
const KEM_SUITE = concat(utf8('KEM'), i2osp(0x0010));
const ONE = Uint8Array.of(1);
const EMPTY = new Uint8Array();

/** A sealed message: the ephemeral public key (65 bytes) and the ciphertext. */
export type Sealed = { readonly encappedPublic: Bytes; readonly ciphertext: Bytes };

/** Input of {@link seal}. `ephemeral` is for test vectors only: reuse repeats key and nonce. */
export type SealInput = {
  readonly receiverPublic: Bytes;
  readonly info: Bytes;
  /** A function if the associated data contains the ephemeral key, as it does for the service. */
  readonly aad: Bytes | ((encappedPublic: Bytes) => Bytes);
  readonly plaintext: Bytes;
  readonly ephemeral?: CryptoKeyPair;
  readonly aead?: Aead;
};

/** Seals to the receiver's point (65 bytes). `malformed` if it isn't a valid point. */
export async function seal(input: SealInput): Promise<Sealed> {
  const receiver = await importPublic(input.receiverPublic);
  const ephemeral = input.ephemeral ?? (await generateKeyPair());
  const encappedPublic = await exportPublic(ephemeral.publicKey);
  const shared = await sharedSecret(
    ephemeral.privateKey,
    receiver,
    encappedPublic,
    input.receiverPublic,
  );
  const { key, nonce } = await keySchedule(
    shared,
    input.info,
    input.aead ?? AES_256_GCM,
    'encrypt',
  );
  const aad = typeof input.aad === 'function' ? input.aad(encappedPublic) : input.aad;
  const ciphertext = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce, additionalData: aad },
    key,
    input.plaintext,
  );
  return { encappedPublic, ciphertext: new Uint8Array(ciphertext) };
}

/** Input of {@link open}. `receiverPrivate` is an ECDH P-256 key that allows `deriveBits`. */
export type OpenInput = Sealed & {
  readonly receiverPrivate: CryptoKey;
  readonly receiverPublic: Bytes;
  readonly info: Bytes;
  readonly aad: Bytes;
  readonly aead?: Aead;
};

/** The plaintext. `malformed` for a bad point, another key, other `info` or `aad`, or damage. */
export async function open(input: OpenInput): Promise<Bytes> {
  const encapped = await importPublic(input.encappedPublic);
  const shared = await sharedSecret(
    input.receiverPrivate,
    encapped,
    input.encappedPublic,
    input.receiverPublic,
  );
  const { key, nonce } = await keySchedule(
    shared,
    input.info,
    input.aead ?? AES_256_GCM,
    'decrypt',
  );
  try {
    const plaintext = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: nonce, additionalData: input.aad },
      key,
      input.ciphertext,
    );
    return new Uint8Array(plaintext);
  } catch {
    throw new KeystampError('malformed', 'The sealed message does not open with this key.');
  }
}

const SERVICE_INFO = utf8('turnkey_hpke');

/**
 * Seals by the service's convention (docs/protocol.md, Encryption of bundles): info is
 * `turnkey_hpke`, associated data is the encapsulated key and then the receiver's, 65 bytes each.
 */
export function sealToTarget(
  receiverPublic: Bytes,
  plaintext: Bytes,
  ephemeral?: CryptoKeyPair,
): Promise<Sealed> {
  return seal({
    receiverPublic,
    plaintext,
    info: SERVICE_INFO,
    aad: (encappedPublic) => concat(encappedPublic, receiverPublic),
    ...(ephemeral && { ephemeral }),
  });
}

/** The reverse of {@link sealToTarget}. `malformed` if it doesn't open. */
export function openFromTarget(
  receiver: { readonly privateKey: CryptoKey; readonly publicKey: Bytes },
  sealed: Sealed,
): Promise<Bytes> {
  return open({
    ...sealed,
    receiverPrivate: receiver.privateKey,
    receiverPublic: receiver.publicKey,
    info: SERVICE_INFO,
    aad: concat(sealed.encappedPublic, receiver.publicKey),
  });
}

/** A new key pair for {@link seal} or {@link open}. Its private key can't be extracted. */
export function generateKeyPair(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(ECDH, false, ['deriveBits']);
}

/** The public key as 65 bytes. */
export async function exportPublic(publicKey: CryptoKey): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
}

/** A public key from its 65 bytes. `malformed` if they aren't a point on the curve. */
export async function importPublic(point: Bytes): Promise<CryptoKey> {
  if (point.length !== 65 || point[0] !== 4) {
    throw new KeystampError(
      'malformed',
      `Expected an uncompressed point of 65 bytes, got ${point.length}.`,
    );
  }
  try {
    return await crypto.subtle.importKey('raw', point, ECDH, true, []);
  } catch {
    throw new KeystampError('malformed', 'The 65 bytes are not a point of P-256.');
  }
}

/** ExtractAndExpand of RFC 9180 4.1 over the Diffie-Hellman value. 32 bytes. */
export async function sharedSecret(
  privateKey: CryptoKey,
  publicKey: CryptoKey,
  encappedPublic: Bytes,
  receiverPublic: Bytes,
): Promise<Bytes> {
  const dh = await crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey }, privateKey, 256);
  const prk = await labeledExtract(KEM_SUITE, EMPTY, 'eae_prk', new Uint8Array(dh));
  const context = concat(encappedPublic, receiverPublic);
  return labeledExpand(KEM_SUITE, prk, 'shared_secret', context, 32);
}

/** KeySchedule of RFC 9180 5.1, base mode: no psk, sequence number 0, so nonce = base nonce. */
async function keySchedule(
  shared: Bytes,
  info: Bytes,
  aead: Aead,
  use: 'encrypt' | 'decrypt',
): Promise<{ key: CryptoKey; nonce: Bytes }> {
  const suite = concat(utf8('HPKE'), i2osp(0x0010), i2osp(0x0001), i2osp(aead.id));
  const [pskIdHash, infoHash, secret] = await Promise.all([
    labeledExtract(suite, EMPTY, 'psk_id_hash', EMPTY),
    labeledExtract(suite, EMPTY, 'info_hash', info),
    labeledExtract(suite, shared, 'secret', EMPTY),
  ]);
  const context = concat(Uint8Array.of(0), pskIdHash, infoHash);
  const [raw, nonce] = await Promise.all([
    labeledExpand(suite, secret, 'key', context, aead.keyLength),
    labeledExpand(suite, secret, 'base_nonce', context, 12),
  ]);
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, [use]);
  wipe(shared, secret, raw);
  return { key, nonce };
}

function labeledExtract(suite: Bytes, salt: Bytes, label: string, ikm: Bytes): Promise<Bytes> {
  // Web Crypto rejects an empty HMAC key. Zeros are the same key (RFC 5869 2.2).
  const key = salt.length > 0 ? salt : new Uint8Array(32);
  return hmac(key, concat(VERSION, suite, utf8(label), ikm));
}

/** One block of HKDF-Expand is enough: no output here is longer than 32 bytes. */
async function labeledExpand(
  suite: Bytes,
  prk: Bytes,
  label: string,
  info: Bytes,
  length: number,
): Promise<Bytes> {
  const labeled = concat(i2osp(length), VERSION, suite, utf8(label), info, ONE);
  return (await hmac(prk, labeled)).slice(0, length);
}

async function hmac(key: Bytes, message: Bytes): Promise<Bytes> {
  const hmacKey = await crypto.subtle.importKey('raw', key, HMAC, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', hmacKey, message));
}

function i2osp(value: number): Bytes {
  return Uint8Array.of(value >> 8, value & 0xff);
}
