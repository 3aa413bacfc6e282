// Ethereum's keystore files, as geth and MyEtherWallet write them (Web3 Secret Storage, version 3).
import { keccak_256 } from '@noble/hashes/sha3.js';
import { addressOf } from '../../addresses/address.ts';
import { concat, equal, fromHex, wipe, type Bytes } from '../../crypto/bytes.ts';
import {
  kdfFault,
  type KeystoreKdf,
  type KeystoreKdfFault,
} from '../../crypto/keystore-kdf-parameters.ts';
import { publicKeyOf } from '../../crypto/keys.ts';
import { fromWire, KeystampError } from '../../protocol/errors.ts';
import { isMembers } from '../../protocol/parse.ts';
import type { KdfPort } from '../password.ts';

/** A file to open. Nothing in it is secret without its password. */
export type KeystoreFile = {
  readonly kdf: KeystoreKdf;
  readonly iv: Bytes;
  readonly ciphertext: Bytes;
  readonly mac: Bytes;
  /** 40 hex digits, lower case; null in files that don't say it. */
  readonly address: string | null;
};

/** Why a file isn't opened with any password. */
export type KeystoreFault =
  { readonly kind: 'not_version_3' | 'malformed' } | Exclude<KeystoreKdfFault, { kind: 'numbers' }>;
/** A file as it was read. */
export type KeystoreReading =
  | { readonly ok: true; readonly keystore: KeystoreFile }
  | { readonly ok: false; readonly fault: KeystoreFault };

const refuse = (fault: KeystoreFault): KeystoreReading => ({ ok: false, fault });

type Json = Readonly<Record<string, unknown>>;

/** Reads the file's JSON, whose members' names some wallets write with capitals. */
export function readKeystore(text: string): KeystoreReading {
  const file = lowerNames(parseJson(text));
  if (file?.['version'] !== 3) return refuse({ kind: 'not_version_3' });
  const box = lowerNames(file['crypto']);
  const kdf = box && readKdf(box['kdf'], lowerNames(box['kdfparams']));
  const iv = bytesOf(lowerNames(box?.['cipherparams'])?.['iv'], 16);
  const ciphertext = bytesOf(box?.['ciphertext'], 32);
  const mac = bytesOf(box?.['mac'], 32);
  const isComplete = box?.['cipher'] === 'aes-128-ctr' && kdf && iv && ciphertext && mac;
  if (!isComplete) return refuse({ kind: 'malformed' });
  const fault = kdfFault(kdf);
  if (fault) return refuse(fault.kind === 'numbers' ? { kind: 'malformed' } : fault);
  const stated = typeof file['address'] === 'string' ? file['address'] : '';
  const address = /^(?:0x)?([0-9a-f]{40})$/i.exec(stated)?.[1];
  const keystore = { kdf, iv, ciphertext, mac, address: address?.toLowerCase() ?? null };
  return { ok: true, keystore };
}

function parseJson(text: string): unknown {
  try {
    // A byte order mark is whitespace here.
    return JSON.parse(text.trim());
  } catch {
    return null;
  }
}

function lowerNames(value: unknown): Json | undefined {
  if (!isMembers(value)) return undefined;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name.toLowerCase(), one]));
}

function bytesOf(value: unknown, length: number | null): Bytes | undefined {
  if (typeof value !== 'string' || !/^(?:[0-9a-f]{2})+$/i.test(value)) return undefined;
  const bytes = fromHex(value);
  return length === null || bytes.length === length ? bytes : undefined;
}

function readKdf(name: unknown, parameters: Json | undefined): KeystoreKdf | undefined {
  const salt = bytesOf(parameters?.['salt'], null);
  if (!parameters || !salt || parameters['dklen'] !== 32) return undefined;
  const { n, r, p, c, prf } = parameters;
  if (name === 'scrypt' && typeof n === 'number' && typeof r === 'number' && typeof p === 'number')
    return { kdf: 'scrypt', n, r, p, salt };
  if (name === 'pbkdf2' && typeof c === 'number' && prf === 'hmac-sha256')
    return { kdf: 'pbkdf2', c, salt };
  return undefined;
}

/**
 * The private key, 32 bytes; the caller wipes it. `wrong_password` if the file's code doesn't fit,
 * `key_mismatch` if the file says another address.
 */
export async function openKeystore(
  file: KeystoreFile,
  password: string,
  port: KdfPort,
  onProgress: (done: number) => void,
): Promise<Bytes> {
  const request = { do: 'keystore', password, kdf: file.kdf } as const;
  const reply = await port.ask(request, onProgress);
  if ('error' in reply) throw fromWire(reply.error);
  if (!('kek' in reply)) throw new KeystampError('internal');
  const { kek } = reply;
  const authenticated = concat(kek.subarray(16), file.ciphertext);
  try {
    if (!equal(keccak_256(authenticated), file.mac)) throw new KeystampError('wrong_password');
    return requireAddress(await decrypt(kek.slice(0, 16), file), file.address);
  } finally {
    wipe(kek, authenticated);
  }
}

async function decrypt(key: Bytes, { iv, ciphertext }: KeystoreFile): Promise<Bytes> {
  const importing = crypto.subtle.importKey('raw', key, 'AES-CTR', false, ['decrypt']);
  const imported = await importing.finally(() => wipe(key));
  const parameters = { name: 'AES-CTR', counter: iv, length: 128 };
  return new Uint8Array(await crypto.subtle.decrypt(parameters, imported, ciphertext));
}

function requireAddress(privateKey: Bytes, address: string | null): Bytes {
  try {
    const bytes = publicKeyOf('SECP256K1', privateKey);
    const own = addressOf('ADDRESS_FORMAT_ETHEREUM', { curve: 'CURVE_SECP256K1', bytes });
    if (address === null || own.toLowerCase() === `0x${address}`) return privateKey;
    throw new KeystampError('key_mismatch');
  } catch (error) {
    wipe(privateKey);
    throw error;
  }
}
