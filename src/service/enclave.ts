// What the deployed service keeps in enclaves. Here it is one process with a master key: good for
// development, no protection against anyone who runs the machine.
import { eq } from 'drizzle-orm';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import * as aead from '../crypto/aead.ts';
import type { BundleSigner } from '../crypto/bundle.ts';
import { fromHex, toHex, utf8, wipeAfter, type Bytes, type RandomBytes } from '../crypto/bytes.ts';
import * as hpke from '../crypto/hpke.ts';
import { generatePrivateKey, publicKeyOf } from '../crypto/keys.ts';
import * as p256 from '../crypto/p256.ts';
import { withSetupLock, type Database } from './database.ts';
import { unavailable } from './refusal.ts';
import { enclaveKeys } from './service-tables.ts';
import { SEAL_LABELS } from './seal-labels.ts';

/** A signing key of the enclave: bundles use it directly, tokens use the two Web Crypto keys. */
type SigningKey = BundleSigner & { readonly key: CryptoKey; readonly verifyKey: CryptoKey };

/** A key pair to encrypt to, with its private key sealed for the database. */
type EncryptionTarget = { readonly publicKey: Bytes; readonly sealed: string };

/** The keys and the sealing. `label` names the sealed thing: it only opens under its own label. */
export type Enclave = {
  /** Signs import bundles; its public key is the profile's `trust.signer`. */
  readonly signer: SigningKey;
  /** Signs code bundles and the tokens of the enclave generation; `trust.otp`. */
  readonly otp: SigningKey;
  /** Signs the tokens of the legacy generation. */
  readonly legacyToken: SigningKey;
  readonly seal: (plaintext: Bytes, label: string) => Promise<string>;
  readonly open: (sealed: string, label: string) => Promise<Bytes>;
  readonly createTarget: (label: string) => Promise<EncryptionTarget>;
  /** The plaintext encrypted to a target; `malformed` when it was encrypted to another one. */
  readonly openTarget: (
    target: EncryptionTarget,
    label: string,
    sealed: hpke.Sealed,
  ) => Promise<Bytes>;
  /**
   * Keyed hash, 32 bytes: without the enclave's keys, nobody can work out a short code from it. Its key
   * stays when the master key is rotated, because ids come of it.
   */
  readonly mac: Mac;
  /** The same under the master key itself, for whoever has nothing else (set-up-codes.ts). */
  readonly masterMac: Mac;
};

/** Keyed hash of a text; a label says what for. */
export type Mac = (label: string, text: string) => Bytes;

type KeyName = 'signer' | 'otp' | 'legacy_token';
/** The key of keyed hashes, 32 bytes, in the same table. */
const MAC_KEY = 'mac';

/** The sealing under a master key of 32 bytes. */
export function createBox(masterKey: Bytes, random: RandomBytes): Pick<Enclave, 'seal' | 'open'> {
  return {
    seal: async (plaintext, label) =>
      toHex(await aead.seal(masterKey, plaintext, utf8(label), random)),
    open: (sealed, label) => aead.open(masterKey, fromHex(sealed), utf8(label)),
  };
}

/**
 * Reads the enclave's keys, or creates them at the first start. Rejects when the master key (32
 * bytes) isn't the one that sealed them. `mayWrite` says whether this process may still seal (presence.ts).
 */
export async function createEnclave(
  db: Database,
  masterKey: Bytes,
  random: RandomBytes,
  mayWrite: () => boolean = () => true,
): Promise<Enclave> {
  const box = createBox(masterKey, random);
  const { open } = box;
  const seal: Enclave['seal'] = async (plaintext, label) => {
    // What is sealed under a key that is being rotated could be lost.
    if (!mayWrite()) throw unavailable();
    return box.seal(plaintext, label);
  };
  const [signer, otp, legacyToken, macKey] = await withSetupLock(db, async (tx) => [
    await loadSigningKey(tx, 'signer', box, random),
    await loadSigningKey(tx, 'otp', box, random),
    await loadSigningKey(tx, 'legacy_token', box, random),
    await loadMacKey(tx, box, random),
  ]);
  return {
    signer,
    otp,
    legacyToken,
    seal,
    open,
    createTarget: async (label) => {
      const scalar = generatePrivateKey('P256', random);
      const publicKey = p256.toUncompressed(publicKeyOf('P256', scalar));
      const sealed = await wipeAfter([scalar], () => seal(scalar, label));
      return { publicKey, sealed };
    },
    openTarget: async (target, label, sealed) => {
      const scalar = await open(target.sealed, label);
      const privateKey = await wipeAfter([scalar], () =>
        p256.importOpeningKey(scalar, target.publicKey),
      );
      return hpke.openFromTarget({ privateKey, publicKey: target.publicKey }, sealed);
    },
    mac: macUnder(macKey),
    masterMac: createMac(masterKey),
  };
}

/** Keyed hashes under a master key. */
export function createMac(masterKey: Bytes): Mac {
  return macUnder(hmac(sha256, masterKey, utf8('keystamp-service mac')));
}

function macUnder(key: Bytes): Mac {
  return (label, text) => hmac(sha256, key, utf8(`${label}\n${text}`)).slice();
}

async function loadMacKey(
  tx: Database,
  box: Pick<Enclave, 'seal' | 'open'>,
  random: RandomBytes,
): Promise<Bytes> {
  const [stored] = await tx.select().from(enclaveKeys).where(eq(enclaveKeys.name, MAC_KEY));
  if (stored) return box.open(stored.sealed, SEAL_LABELS.enclaveKey(MAC_KEY));
  const key = random(32);
  const sealed = await box.seal(key, SEAL_LABELS.enclaveKey(MAC_KEY));
  await tx.insert(enclaveKeys).values({ name: MAC_KEY, publicKey: '', sealed });
  return key;
}

async function loadSigningKey(
  tx: Database,
  name: KeyName,
  box: Pick<Enclave, 'seal' | 'open'>,
  random: RandomBytes,
): Promise<SigningKey> {
  const label = SEAL_LABELS.enclaveKey(name);
  const stored = (await tx.select().from(enclaveKeys)).find((key) => key.name === name);
  if (stored)
    return importSigningKeys(
      await openStoredKey(box, stored.sealed, label),
      fromHex(stored.publicKey),
    );
  const scalar = generatePrivateKey('P256', random);
  const publicKey = p256.toUncompressed(publicKeyOf('P256', scalar));
  const sealed = await box.seal(scalar, label);
  await tx.insert(enclaveKeys).values({ name, publicKey: toHex(publicKey), sealed });
  return importSigningKeys(scalar, publicKey);
}

async function openStoredKey(box: Pick<Enclave, 'open'>, sealed: string, label: string) {
  try {
    return await box.open(sealed, label);
  } catch (cause) {
    throw new Error(
      'The master key does not open this database. Give the one it was made with in KEYSTAMP_SERVICE_KEY, or start with another folder.',
      { cause },
    );
  }
}

async function importSigningKeys(scalar: Bytes, publicKey: Bytes): Promise<SigningKey> {
  const key = await wipeAfter([scalar], () => p256.importSigningKey(scalar, publicKey));
  const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' };
  const verifyKey = await crypto.subtle.importKey('raw', publicKey, ecdsa, true, ['verify']);
  return { key, verifyKey, publicKey, sign: (message) => p256.sign(key, message) };
}
