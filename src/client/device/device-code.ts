import { toHex, utf8, wipe, type Bytes, type RandomBytes } from '../../crypto/bytes.ts';
import { sha256 } from '../../crypto/fingerprint.ts';
import { parseApiPrivateKey, parsePublicKey } from '../../crypto/keys.ts';
import type { ApiKeyCurve } from '../../crypto/schemes.ts';
import { MAX_LENGTH } from '../../keys/pasted-text.ts';
import { parsePrivateKey } from '../../keys/private-key.ts';
import { KeyRefusal, type RefusalReason } from '../../keys/refusal.ts';
import { KeystampError } from '../../protocol/errors.ts';

/*
 * What another device shows of itself, so that a device that already signs can register its key: the
 * organization and a public key, as text and in a QR code. Nothing of it is secret. Curve arithmetic:
 * load this module when a key is read.
 */

const SCHEME = 'keystamp-device';
const VERSION = 1;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const COMPRESSED_POINT = /^0[23][0-9a-f]{64}$/;

/** A device's P-256 key, and the organization whose user it is to sign for. */
export type DeviceCode = { readonly organizationId: string; readonly publicKey: string };

/** The text of a device code: `keystamp-device:1:<organization>:<public key in hex>`. */
export function deviceCodeOf({ organizationId, publicKey }: DeviceCode): string {
  return [SCHEME, VERSION, organizationId.toLowerCase(), publicKey.toLowerCase()].join(':');
}

/**
 * Why a text isn't taken as a public key.
 * - `private_key`, `recovery_phrase`: a secret. It must not be shown, kept or sent
 * - `maybe_private`: 32 bytes, or digits of no public key: it may be a secret
 * - `newer_code`, `damaged_code`: a device code that can't be read
 * - `no_point`: the digits of a public key that is on none of the curves
 * - `other`: something else
 */
const PUBLIC_KEY_REFUSALS = [
  'private_key',
  'recovery_phrase',
  'maybe_private',
  'newer_code',
  'damaged_code',
  'no_point',
  'other',
] as const;
export type PublicKeyRefusal = (typeof PUBLIC_KEY_REFUSALS)[number];

export type PublicKeyReading =
  | {
      readonly kind: 'key';
      /** Hex, lower case. */
      readonly publicKey: string;
      /** The curves that it is a point of; a device code's is P-256. */
      readonly curves: readonly ApiKeyCurve[];
      /** Null where the text is a public key alone. */
      readonly organizationId: string | null;
    }
  | { readonly kind: 'refused'; readonly reason: PublicKeyRefusal };

const refused = (reason: PublicKeyRefusal): PublicKeyReading => ({ kind: 'refused', reason });

/**
 * Reads a device code or a compressed public key in hex. No part of any other text is returned.
 * @param curve the curve that the user chose, where the text is to be read as a key of Ed25519: its 64
 *   digits look like a private key
 */
export function readPublicKey(input: string, curve?: 'ED25519'): PublicKeyReading {
  const text = input.trim();
  if (text.length > MAX_LENGTH) return refused('other');
  const digits = text.toLowerCase();
  if (digits.startsWith(`${SCHEME}:`)) return readCode(digits);
  if (curve && isPointOf(curve, digits))
    return { kind: 'key', publicKey: digits, curves: [curve], organizationId: null };
  if (!COMPRESSED_POINT.test(digits)) return refused(reasonOf(text));
  const curves = (['P256', 'SECP256K1'] as const).filter((curve) => isPointOf(curve, digits));
  return curves.length === 0
    ? refused('no_point')
    : { kind: 'key', publicKey: digits, curves, organizationId: null };
}

function readCode(text: string): PublicKeyReading {
  const [, version = '', organizationId = '', publicKey = '', ...rest] = text.split(':');
  if (/^[1-9]\d{0,3}$/.test(version) && Number(version) > VERSION) return refused('newer_code');
  const isWhole =
    version === String(VERSION) &&
    UUID.test(organizationId) &&
    COMPRESSED_POINT.test(publicKey) &&
    rest.length === 0;
  if (!isWhole) return refused('damaged_code');
  if (!isPointOf('P256', publicKey)) return refused('no_point');
  return { kind: 'key', publicKey, curves: ['P256'], organizationId };
}

function isPointOf(curve: ApiKeyCurve, digits: string): boolean {
  try {
    parsePublicKey(curve, digits);
    return true;
  } catch {
    return false;
  }
}

/** Refusals of the reader of private keys that say that the text is no part of one. */
const HARMLESS: readonly RefusalReason[] = [
  'address_pasted',
  'public_key_pasted',
  'not_a_key',
  'wrong_prefix',
  'too_long',
];
/** Refusals of texts that may hold a key, or may be prose. */
const UNCLEAR: readonly RefusalReason[] = [
  'decorated',
  'malformed',
  'wrong_length',
  'wrong_character',
  'wrong_case',
  'lookalike_character',
  // A key that lost some characters has no form any more.
  'unknown',
];
/** Long enough for a part of a key that is worth something: 18 bytes in Base58, 16 in a list of numbers. */
const LONG_RUN = /[\w+/=-]{25,}|(?:\d{1,3}[\s,]+){16}/;

/** What a text is that isn't a public key. When in doubt, a secret. */
function reasonOf(text: string): PublicKeyRefusal {
  // The shape of an Ed25519 public key as well, which nothing tells from a private key.
  if (/^(?:0x)?[0-9a-f]{64}$/i.test(text)) return 'maybe_private';
  if (isApiPrivateKey(text) || /PRIVATE KEY/i.test(text)) return 'private_key';
  try {
    wipe(parsePrivateKey(text).privateKey);
    return 'private_key';
  } catch (error) {
    if (!(error instanceof KeyRefusal)) throw error;
    if (error.reason === 'mnemonic_pasted') return 'recovery_phrase';
    if (HARMLESS.includes(error.reason)) return 'other';
    if (!UNCLEAR.includes(error.reason)) return 'private_key';
    return LONG_RUN.test(text) ? 'maybe_private' : 'other';
  }
}

function isApiPrivateKey(text: string): boolean {
  try {
    wipe(parseApiPrivateKey(text).privateKey);
    return true;
  } catch (error) {
    // The two halves of a pair that don't belong together are still a secret.
    return error instanceof KeystampError && error.code === 'key_mismatch';
  }
}

const GROUPS = 6;
const GROUP_BYTES = 5;
const GROUP_DIGITS = 5;

/**
 * Six groups of five digits that two people compare on two screens: 40 bits of SHA-256 each, modulo
 * 100,000, over the text of the device code. Together about 99 bits, so that nobody can make another
 * key with the same groups.
 */
export async function comparisonGroups(code: DeviceCode): Promise<readonly string[]> {
  const digest = await sha256(utf8(deviceCodeOf(code)));
  return Array.from({ length: GROUPS }, (_, at) =>
    groupOf(digest.subarray(at * GROUP_BYTES, (at + 1) * GROUP_BYTES)),
  );
}

const numberOf = (bytes: Bytes): number => Number.parseInt(toHex(bytes), 16);

const groupOf = (bytes: Bytes): string =>
  String(numberOf(bytes) % 10 ** GROUP_DIGITS).padStart(GROUP_DIGITS, '0');

/** What someone answers who has both screens before their eyes. */
export type ComparisonQuestion = {
  /** The groups in their order; null for the one to choose. */
  readonly groups: readonly (string | null)[];
  /** The missing group and two others of its form, in random order; no two are the same. */
  readonly choices: readonly string[];
  readonly answer: string;
};

const CHOICES = 3;

/** Leaves out one of the {@link comparisonGroups}, another one each time. */
export function questionOf(groups: readonly string[], random: RandomBytes): ComparisonQuestion {
  const below = (count: number) => numberOf(random(GROUP_BYTES)) % count;
  const hidden = below(groups.length);
  const answer = groups[hidden] ?? '';
  const choices: string[] = [answer];
  while (choices.length < CHOICES) choices.push(otherThan(choices, groupOf(random(GROUP_BYTES))));
  const [first = '', ...others] = choices;
  return {
    groups: groups.map((group, at) => (at === hidden ? null : group)),
    choices: others.toSpliced(below(CHOICES), 0, first),
    answer,
  };
}

/** A drawn group, or the next one that isn't there yet. */
function otherThan(taken: readonly string[], group: string): string {
  if (!taken.includes(group)) return group;
  const next = (Number(group) + 1) % 10 ** GROUP_DIGITS;
  return otherThan(taken, String(next).padStart(GROUP_DIGITS, '0'));
}
