// API keys as other programs keep them: PEM, JWK and lines of `NAME=value`, besides the hex of
// src/crypto/keys.ts. For pages.
import { fromHex, wipe } from '../crypto/bytes.ts';
import {
  matchesPublicKey,
  parseApiPrivateKey,
  parsePublicKey,
  type ApiPrivateKey,
} from '../crypto/keys.ts';
import { API_KEY_CURVES, type ApiKeyCurve } from '../crypto/schemes.ts';
import { KeystampError } from '../protocol/errors.ts';
import type { CurveKey } from './curve-key.ts';
import { readJson } from './json.ts';
import { readJwk } from './jwk.ts';
import { withPastedText, type PastedText } from './pasted-text.ts';
import { readBase64Der, readPem } from './pem.ts';
import { KeyRefusal, type RefusalReason } from './refusal.ts';

/**
 * Reads an API key from text. The curve is the user's choice for 64 digits alone: a public key next
 * to them, a suffix or a file's own curve decide otherwise. The caller wipes the private key.
 *
 * @throws `key_malformed`, `key_mismatch`, with a sentence that has no part of the text
 */
export function readApiKeyText(text: string, curve: ApiKeyCurve | null): ApiPrivateKey {
  const trimmed = text.trim();
  const lines = /^(?:-----|\{)/.test(trimmed) ? [] : assignmentsIn(trimmed);
  if (lines.length === 0) return readValue(trimmed, curve);
  const { value, publicKey } = keyAmong(lines);
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

function readValue(text: string, curve: ApiKeyCurve | null): ApiPrivateKey {
  const structured = readStructured(text);
  return structured ?? parseApiPrivateKey(text, curve ? { curve } : {});
}

/** `undefined` for a text that isn't PEM, DER or a JWK. */
function readStructured(text: string): ApiPrivateKey | undefined {
  if (!/^(?:-----BEGIN |\{|M[A-Za-z0-9+/])/.test(text)) return undefined;
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
  several_keys: 'There is more than one private key in this text. Give one of them.',
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
  const lines = text.includes('\n') ? text.replaceAll(/^\s*#.*$/gm, '') : text;
  return [...lines.matchAll(ASSIGNMENT)].flatMap(([, name = '', ...values]) => {
    const value = (values.find((one) => one !== undefined) ?? '').replaceAll('\\n', '\n').trim();
    return value.length < MIN_VALUE_LENGTH ? [] : [{ name, value }];
  });
}

/** The private key, and the public one whose name fits it. */
function keyAmong(lines: readonly Assignment[]): { value: string; publicKey: string | null } {
  const privates = lines.filter(({ name }) => /PRIVATE_?KEY$/i.test(name));
  const ofApi = privates.filter(({ name }) => /API_?PRIVATE_?KEY$/i.test(name));
  const publics = lines.filter(({ name }) => /PUBLIC_?KEY$/i.test(name));
  const others = lines.filter((line) => !publics.includes(line));
  const candidates = ofApi.length > 0 ? ofApi : privates.length > 0 ? privates : others;
  const [key] = candidates;
  if (!key || candidates.length > 1) {
    throw new KeystampError(
      'key_malformed',
      key
        ? `These lines have ${candidates.length} values that could be the private key. Give one of them.`
        : 'These lines have no private key: no name ends in PRIVATE_KEY.',
      { field: 'privateKey' },
    );
  }
  const publicName = key.name.replace(/PRIVATE/i, 'PUBLIC').toUpperCase();
  const named = publics.find(({ name }) => name.toUpperCase() === publicName);
  return { value: key.value, publicKey: named?.value.trim() ?? null };
}

/** The curve of 64 digits by the public key next to them. Null if none fits, or they say it. */
function curveOfPair(value: string, publicKey: string): ApiKeyCurve | null {
  const hex = value.replace(/^0x/i, '');
  if (!/^[0-9a-f]{64}$/i.test(hex)) return null;
  const privateKey = fromHex(hex);
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
