// Signatures of each scheme, made here with other code than the one that verifies them.
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { describe, expect, test } from 'vitest';
import { concat, toHex, utf8, type Bytes } from '../../src/crypto/bytes.ts';
import * as der from '../../src/crypto/der.ts';
import { PASSKEY_SCHEME } from '../../src/protocol/passkey.ts';
import type { SignedVote } from '../../src/votes/assertion.ts';
import { verifySignature } from '../../src/votes/signature.ts';
import { createEllipticKey } from '../webauthn/authenticator.ts';
import { encode } from '../webauthn/cbor.ts';

const MESSAGE = '{"type":"ACTIVITY_TYPE_APPROVE_ACTIVITY"} ✓';
const verify = (vote: SignedVote) => verifySignature(vote, []);

describe('secp256k1', () => {
  const secret = new Uint8Array(32).fill(7);
  const publicKey = toHex(secp256k1.getPublicKey(secret));
  const SCHEME = 'SIGNATURE_SCHEME_TK_API_SECP256K1';
  const ETHEREUM = `${SCHEME}_EIP191`;
  /** The same signature with its other s, which is as good. */
  const flip = (signature: Bytes): Bytes => {
    const { r, s } = secp256k1.Signature.fromBytes(signature);
    return new secp256k1.Signature(r, secp256k1.Point.Fn.ORDER - s).toBytes();
  };
  const bytes = utf8(MESSAGE);
  const digest = keccak_256(concat(utf8(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes));

  test.each([
    [SCHEME, secp256k1.sign(bytes, secret)],
    [ETHEREUM, secp256k1.sign(digest, secret, { prehash: false })],
  ])('behavior: %s, with either s', async (scheme, signature) => {
    const vote = { message: MESSAGE, publicKey, scheme };
    for (const one of [signature, flip(signature)]) {
      const text = toHex(der.encode(one));
      expect(await verify({ ...vote, signature: text })).toBe('valid');
      expect(await verify({ ...vote, signature: text.toUpperCase() })).toBe('valid');
      const other = { ...vote, message: `${MESSAGE} `, signature: text };
      expect(await verify(other)).toBe('signature_invalid');
      const otherScheme = scheme === SCHEME ? ETHEREUM : SCHEME;
      const swapped = { ...vote, scheme: otherScheme, signature: text };
      expect(await verify(swapped)).toBe('signature_invalid');
    }
    expect(await verify({ ...vote, scheme: `${scheme}_2`, signature: '' })).toBe('scheme_unknown');
  });
});

describe('passkeys', () => {
  const rpIdHash = createHash('sha256').update('localhost').digest();
  const authenticatorData = concat(rpIdHash, Uint8Array.of(1, 0, 0, 0, 0));
  const challenge = Buffer.from(createHash('sha256').update(MESSAGE).digest('hex'));
  const clientData = utf8(
    JSON.stringify({
      type: 'webauthn.get',
      challenge: challenge.toString('base64url'),
      origin: 'http://localhost',
    }),
  );
  const signed = concat(authenticatorData, createHash('sha256').update(clientData).digest());
  const base64url = (part: Uint8Array) => Buffer.from(part).toString('base64url');
  const voteOf = (cose: Uint8Array, signature: Uint8Array): SignedVote => ({
    message: MESSAGE,
    publicKey: base64url(cose),
    scheme: PASSKEY_SCHEME,
    signature: JSON.stringify({
      authenticatorData: base64url(authenticatorData),
      clientDataJson: base64url(clientData),
      credentialId: base64url(new Uint8Array(16)),
      signature: base64url(signature),
    }),
  });
  test('behavior: of an Ed25519 key', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const { x = '' } = publicKey.export({ format: 'jwk' });
    const cose = encode(
      new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 1],
        [3, -8],
        [-1, 6],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      ]),
    );
    expect(await verify(voteOf(cose, sign(null, signed, privateKey)))).toBe('valid');
    const other = sign(null, concat(signed, Uint8Array.of(0)), privateKey);
    expect(await verify(voteOf(cose, other))).toBe('signature_invalid');
  });

  test('error: a signature that is none, and a key of no kind that is verified here', async () => {
    const { privateKey, cose } = createEllipticKey();
    const signature = sign('sha256', signed, privateKey);
    expect(await verify(voteOf(cose, signature))).toBe('valid');
    for (const none of [Uint8Array.of(1), signature.subarray(1), new Uint8Array()]) {
      expect(await verify(voteOf(cose, none))).toBe('signature_invalid');
    }
    expect(await verify(voteOf(cose.subarray(1), signature))).toBe('scheme_unknown');
  });
});
