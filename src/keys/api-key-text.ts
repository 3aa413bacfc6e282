// API keys as other programs keep them: PEM, JWK and lines of `NAME=value`, besides the hex of
// src/crypto/keys.ts. For pages.
import { fromHex, fromUtf8, toHex, utf8, wipe } from '../crypto/bytes.ts';
import {
  matchesPublicKey,
  parseApiPrivateKey,
  parsePublicKey,
  publicKeyOf,
  type ApiPrivateKey,
} from '../crypto/keys.ts';
import { API_KEY_CURVES, type ApiKeyCurve } from '../crypto/schemes.ts';
import { KeystampError } from '../protocol/errors.ts';
import type { CurveKey } from './curve-key.ts';
import { readJson, textOf } from './json.ts';
import { readJwk } from './jwk.ts';
import { findKeyList } from './key-list.ts';
import { withPastedText, type PastedText } from './pasted-text.ts';
import { readBase64Der, readPem } from './pem.ts';
import { KeyRefusal, type RefusalReason } from './refusal.ts';

/** One private key of a text. */
export type FoundApiKey = {
  /** The name that it's assigned to; empty if it has none. */
  readonly name: string;
  /** True for 64 digits that nothing around them says the curve of. */
  readonly isCurveOpen: boolean;
  readonly value: string;
  /** The one whose name fits. */
  readonly publicKey: string | null;
};

/**
 * The private keys of a text, taken apart as those for addresses are. A text that isn't a list is one
 * part. Any of them may be unreadable.
 *
 * @throws `key_malformed` for lines without a private key
 */
export function findApiKeys(text: string): readonly FoundApiKey[] {
  const trimmed = text.trim();
  const assignments = trimmed.startsWith('{') ? membersIn(trimmed) : assignmentsIn(trimmed);
  if (assignments.length > 0) return keysAmong(assignments);
  const listed = listedIn(trimmed);
  return listed.length > 0 ? listed.flatMap(findApiKeys) : [partOf(trimmed)];
}

/**
 * Reads an API key from text. The curve is the user's choice for 64 digits alone: a public key next
 * to them, a suffix or a file's own curve decide otherwise. `entry` says which of several keys is
 * meant, counted from 0. The caller wipes the private key.
 *
 * @throws `key_malformed`, `key_mismatch`, with a sentence that has no part of the text
 */
export function readApiKeyText(
  text: string,
  curve: ApiKeyCurve | null,
  entry: number | null = null,
): ApiPrivateKey {
  const parts = findApiKeys(text);
  const part = parts[entry ?? 0];
  if (!part || (entry === null && parts.length > 1)) throw explain(new KeyRefusal('several_keys'));
  return readPart(part, curve);
}

function readPart({ value, publicKey }: FoundApiKey, curve: ApiKeyCurve | null): ApiPrivateKey {
  const stated = publicKey === null ? null : curveOfPair(value, publicKey);
  const key = readValue(value, stated ?? curve);
  if (publicKey === null) return key;
  try {
    matchesPublicKey(key.curve, key.privateKey, parsePublicKey(key.curve, publicKey));
    return key;
  } catch (error) {
    wipe(key.privateKey);
    throw error;
  }
}

const partOf = (value: string, name = '', publicKey: string | null = null): FoundApiKey => ({
  name,
  value,
  publicKey,
  isCurveOpen: publicKey === null && PLAIN_HEX.test(value),
});

const PLAIN_HEX = /^(?:0x)?[0-9a-f]{64}$/i;

/** A public key in hex, of a private key that is on this curve. */
export type ApiPublicKey = { readonly curve: ApiKeyCurve; readonly publicKey: string };

/**
 * The public key of a part, or one for each curve that it may be on.
 *
 * @throws what {@link readApiKeyText} throws
 */
export function publicKeysOf(part: FoundApiKey): readonly ApiPublicKey[] {
  if (!part.isCurveOpen) return [publicKeyOn(part, null)];
  // Ed25519 takes any 32 bytes, so there is one at least.
  return API_KEY_CURVES.flatMap((curve) => attempt(() => publicKeyOn(part, curve)) ?? []);
}

function publicKeyOn(part: FoundApiKey, choice: ApiKeyCurve | null): ApiPublicKey {
  const { curve, privateKey } = readPart(part, choice);
  try {
    return { curve, publicKey: toHex(publicKeyOf(curve, privateKey)) };
  } finally {
    wipe(privateKey);
  }
}

/** The result; `undefined` instead of a refusal. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof KeystampError) return undefined;
    throw error;
  }
}

/** The keys of a text that is a list of them. None, if not one can be read. */
function listedIn(text: string): readonly string[] {
  const listed =
    attempt(() =>
      withPastedText(text, (pasted) => {
        const list = findKeyList(
          pasted,
          // The whole text is no part of itself.
          (part) => part.length < text.length && mainPublicKeysOf(fromUtf8(part)).length > 0,
        );
        return list?.parts.map((part) => fromUtf8(part));
      }),
    ) ?? [];
  // A block of PEM alone is a list of itself.
  const publicKeys = listed.length > 1 ? listed.flatMap(mainPublicKeysOf) : [];
  // A public key on Ed25519 has as many digits as a private one.
  const privates = listed.filter((part) => !publicKeys.includes(part.toLowerCase()));
  return publicKeys.length > 0 ? privates : [];
}

/** The public keys of a text's parts, those on Ed25519 where nothing says the curve. */
const mainPublicKeysOf = (text: string): readonly string[] =>
  findApiKeys(text).flatMap(
    (part) =>
      attempt(() => publicKeyOn(part, part.isCurveOpen ? 'ED25519' : null))?.publicKey ?? [],
  );

function readValue(text: string, curve: ApiKeyCurve | null): ApiPrivateKey {
  const structured = readStructured(text);
  return structured ?? parseApiPrivateKey(text, curve ? { curve } : {});
}

/** A block that is no value of a line. Text before it explains it. */
const PEM_BLOCK = /(?:^|\s)-----BEGIN /;

/** `undefined` for a text that isn't PEM, DER or a JWK. */
function readStructured(text: string): ApiPrivateKey | undefined {
  if (!/^(?:\{|M[A-Za-z0-9+/])/.test(text) && !PEM_BLOCK.test(text)) return undefined;
  try {
    return withPastedText(text, (pasted) => {
      const key = readPem(pasted) ?? readJwkText(pasted) ?? readBase64Der(pasted);
      return key && { curve: key.curve, privateKey: new Uint8Array(key.secret) };
    });
  } catch (error) {
    throw error instanceof KeyRefusal ? explain(error) : error;
  }
}

function readJwkText(pasted: PastedText): CurveKey | undefined {
  const value = readJson(pasted.bytes);
  return value && readJwk(pasted, value);
}

const SENTENCES: Partial<Readonly<Record<RefusalReason, string>>> = {
  too_long: 'The text is longer than any key file.',
  encrypted_key:
    'This key is encrypted with a password. Decrypt it first, for example with OpenSSL.',
  public_key_pasted: 'This is a public key. Give the private key that belongs to it.',
  public_half_mismatch: 'The public key in the text does not belong to the private key in it.',
  several_keys: 'There is more than one private key in this text. Choose one of them.',
  wrong_kind: 'A key of this kind cannot stamp. Give one on P-256, secp256k1 or Ed25519.',
  out_of_range: 'The number is not in the range of private keys of its curve.',
  zero: 'The private key is zero.',
  not_a_key: 'This is a certificate. Give the private key that belongs to it.',
};

function explain({ reason }: KeyRefusal): KeystampError {
  const code = reason === 'public_half_mismatch' ? 'key_mismatch' : 'key_malformed';
  const sentence =
    SENTENCES[reason] ??
    'This starts like a PEM file or a JSON Web Key, but the rest is not valid.';
  return new KeystampError(code, sentence, { field: 'privateKey' });
}

type Assignment = { readonly name: string; readonly value: string };

/** A shorter value isn't a key. */
const MIN_VALUE_LENGTH = 32;
/** A name, and a value in quotes, in PEM or without whitespace. */
const ASSIGNMENT =
  /(?:^|\s)([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|(-----BEGIN [^=]*?=*\s*-----END [A-Z ]*-----)|(\S+))/g;

/** The lines that may hold a key, comments left out. A one-line input joins them by spaces. */
function assignmentsIn(text: string): readonly Assignment[] {
  if (text.startsWith('[') || PEM_BLOCK.test(text.replaceAll(ASSIGNMENT, ''))) return [];
  const lines = text.includes('\n') ? text.replaceAll(/^\s*#.*$/gm, '') : text;
  return [...lines.matchAll(ASSIGNMENT)].flatMap(([, name = '', ...values]) => {
    const value = (values.find((one) => one !== undefined) ?? '').replaceAll('\\n', '\n').trim();
    return value.length < MIN_VALUE_LENGTH ? [] : [{ name, value }];
  });
}

/** The texts of a JSON object that names a private key, unless it is a JSON Web Key. */
function membersIn(text: string): readonly Assignment[] {
  const value = readJson(utf8(text));
  if (value?.kind !== 'object' || textOf(value, 'kty')) return [];
  const members = value.members.flatMap(({ name, value: { kind, bytes } }) =>
    kind === 'string' ? [{ name: fromUtf8(name), value: fromUtf8(bytes) }] : [],
  );
  return members.some(({ name }) => PRIVATE_NAME.test(name)) ? members : [];
}

const PRIVATE_NAME = /PRIVATE_?KEY$/i;

/** The private keys, each with the public one whose name fits it. */
function keysAmong(lines: readonly Assignment[]): readonly FoundApiKey[] {
  const privates = lines.filter(({ name }) => PRIVATE_NAME.test(name));
  const ofApi = privates.filter(({ name }) => /API_?PRIVATE_?KEY$/i.test(name));
  const publics = lines.filter(({ name }) => /PUBLIC_?KEY$/i.test(name));
  const others = lines.filter((line) => !publics.includes(line));
  const keys = ofApi.length > 0 ? ofApi : privates.length > 0 ? privates : others;
  if (keys.length === 0) {
    throw new KeystampError(
      'key_malformed',
      'These lines have no private key: no name ends in PRIVATE_KEY.',
      { field: 'privateKey' },
    );
  }
  return keys.map(({ name, value }) => {
    const publicName = name.replace(/PRIVATE/i, 'PUBLIC').toUpperCase();
    const named = publics.find((line) => line.name.toUpperCase() === publicName);
    return partOf(value, name, named?.value.trim() ?? null);
  });
}

/** The curve of 64 digits by the public key next to them. Null if none fits, or they say it. */
function curveOfPair(value: string, publicKey: string): ApiKeyCurve | null {
  if (!PLAIN_HEX.test(value)) return null;
  const privateKey = fromHex(value.replace(/^0x/i, ''));
  try {
    return API_KEY_CURVES.find((curve) => isPair(curve, privateKey, publicKey)) ?? null;
  } finally {
    wipe(privateKey);
  }
}

function isPair(curve: ApiKeyCurve, privateKey: Uint8Array, publicKey: string): boolean {
  try {
    return matchesPublicKey(curve, privateKey, parsePublicKey(curve, publicKey));
  } catch {
    return false;
  }
}
