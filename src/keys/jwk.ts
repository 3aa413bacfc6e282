// JSON Web Keys: RFC 7517, RFC 7518 (EC), RFC 8037 (Ed25519), RFC 8812 (secp256k1).
import { concat } from '../crypto/bytes.ts';
import type { ApiKeyCurve } from '../crypto/schemes.ts';
import { fromBase64Digits, isText } from './alphabets.ts';
import { checkedKey, type CurveKey } from './curve-key.ts';
import { memberOf, textOf, type JsonValue } from './json.ts';
import type { PastedText } from './pasted-text.ts';
import { refuse } from './refusal.ts';

const CURVE_NAMES: Readonly<Record<string, ApiKeyCurve>> = {
  Ed25519: 'ED25519',
  secp256k1: 'SECP256K1',
  'P-256': 'P256',
};

/** A key, or the only key of a set. `undefined` if the value is neither. */
export function readJwk(pasted: PastedText, value: JsonValue): CurveKey | undefined {
  const set = memberOf(value, 'keys');
  if (set?.kind === 'array' && set.items.some((item) => textOf(item, 'kty'))) {
    const [only] = set.items;
    if (set.items.length > 1) refuse('several_keys', { encoding: 'jwk', count: set.items.length });
    return only && readJwk(pasted, only);
  }
  const kind = textOf(value, 'kty');
  if (!kind) return undefined;
  if (isText(kind, 'RSA')) refuse('wrong_kind', { encoding: 'rsa_key' });
  if (isText(kind, 'oct')) refuse('wrong_kind', { encoding: 'symmetric_key' });
  const isEdwards = isText(kind, 'OKP');
  if (!isEdwards && !isText(kind, 'EC')) refuse('unknown', { encoding: 'jwk' });
  const curve = curveOf(textOf(value, 'crv'));
  if (isEdwards !== (curve === 'ED25519')) refuse('malformed', { encoding: 'jwk' });
  if (!memberOf(value, 'd')) refuse('public_key_pasted', { encoding: 'public_key' });
  const secret = decode(pasted, value, 'd');
  return checkedKey({ curve, encoding: 'jwk', secret }, publicPartOf(pasted, value, isEdwards));
}

function curveOf(name: Uint8Array | undefined): ApiKeyCurve {
  const known = Object.keys(CURVE_NAMES).find((curve) => isText(name, curve));
  const curve = known === undefined ? undefined : CURVE_NAMES[known];
  if (curve) return curve;
  return refuse('wrong_kind', { encoding: isText(name, 'X25519') ? 'x25519_key' : 'other_curve' });
}

/** Every JWK of these kinds has it (RFC 7518, section 6.2.1; RFC 8037, section 2). */
function publicPartOf(pasted: PastedText, value: JsonValue, isEdwards: boolean): Uint8Array {
  const x = decode(pasted, value, 'x');
  return isEdwards ? x : concat(Uint8Array.of(4), x, decode(pasted, value, 'y'));
}

/** Bytes of a member in base64url. */
function decode({ trackSecret }: PastedText, value: JsonValue, name: string): Uint8Array {
  const text = textOf(value, name);
  if (!text || text.some((byte) => byte === 0x2b || byte === 0x2f)) return malformed();
  const plain = trackSecret(
    text.map((byte) => (byte === 0x2d ? 0x2b : byte === 0x5f ? 0x2f : byte)),
  );
  return fromBase64Digits(plain, trackSecret) ?? malformed();
}

const malformed = (): never => refuse('malformed', { encoding: 'jwk' });
