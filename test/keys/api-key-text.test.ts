import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { toHex } from '../../src/crypto/bytes.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import type { ApiKeyCurve } from '../../src/crypto/schemes.ts';
import { listApiKeys } from '../../src/client/api-key-import.ts';
import { readApiKeyText } from '../../src/keys/api-key-text.ts';
import { KeystampError } from '../../src/protocol/errors.ts';

/* PEM and JWK come from node:crypto (OpenSSL) at test time. */

const MADE: readonly (readonly [ApiKeyCurve, KeyObject])[] = [
  ['P256', generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey],
  ['SECP256K1', generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey],
  ['ED25519', generateKeyPairSync('ed25519').privateKey],
];
const secretOf = (key: KeyObject) =>
  Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url').toString('hex');
const pem = (key: KeyObject) => key.export({ format: 'pem', type: 'pkcs8' }).toString();

function read(text: string, curve: ApiKeyCurve | null = null) {
  const key = readApiKeyText(text, curve);
  return [key.curve, toHex(key.privateKey)];
}

function refusal(text: string, curve: ApiKeyCurve | null = null): KeystampError {
  try {
    readApiKeyText(text, curve);
  } catch (error) {
    if (error instanceof KeystampError) return error;
    throw error;
  }
  throw new Error('read');
}

describe('readApiKeyText', () => {
  test.each(MADE)('behavior: %s in PEM, DER, JWK and after a name', (curve, key) => {
    const jwk = JSON.stringify(key.export({ format: 'jwk' }), null, 1);
    const texts = [
      pem(key),
      pem(key).replaceAll('\n', ' '),
      `Bag Attributes\n    friendlyName: Stamps\nKey Attributes: <No Attributes>\n${pem(key)}`,
      `subject=CN=stamps.an-organization-with-a-long-name.example\n${pem(key)}`,
      jwk,
      key.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      `API_PRIVATE_KEY="${pem(key)}"`,
      `API_PRIVATE_KEY="${pem(key).replaceAll('\n', '\\n')}"`,
      `API_PRIVATE_KEY='${jwk}'`,
    ];
    for (const text of texts) expect(read(text)).toEqual([curve, secretOf(key)]);
  });

  test.each(MADE)('behavior: lines with both keys of %s decide the curve', (curve) => {
    const key = generatePrivateKey(curve);
    const [secret, shown] = [toHex(key), toHex(publicKeyOf(curve, key))];
    const texts = [
      `API_PUBLIC_KEY=${shown}\nAPI_PRIVATE_KEY=${secret}`,
      `export API_PRIVATE_KEY="${secret}"\r\nexport API_PUBLIC_KEY='${shown}'\r\n`,
      `# of the service\nORGANIZATION_ID=5f6c0b0e-8d0c-4b0e-9d0c-5f6c0b0e8d0c\nAPI_PUBLIC_KEY=${shown}\n#API_PRIVATE_KEY=${'0'.repeat(64)}\nAPI_PRIVATE_KEY = 0x${secret}`,
      `TURNKEY_API_PUBLIC_KEY=${shown} TURNKEY_API_PRIVATE_KEY=${secret} OTHER_PRIVATE_KEY=${'1'.repeat(64)}`,
    ];
    for (const text of texts) expect(read(text, 'P256')).toEqual([curve, secret]);
  });

  test('behavior: a private key alone follows its suffix or the choice', () => {
    const secret = toHex(generatePrivateKey('SECP256K1'));
    expect(read(`PRIVATE_KEY=${secret}`, 'SECP256K1')).toEqual(['SECP256K1', secret]);
    expect(read(`KEY=${secret}:secp256k1`)).toEqual(['SECP256K1', secret]);
    expect(read(secret)).toEqual(['P256', secret]);
  });

  test('error: a public key in the lines that isn’t the private one’s is a mismatch', () => {
    const [one, other] = [generatePrivateKey('P256'), generatePrivateKey('P256')];
    const text = `API_PUBLIC_KEY=${toHex(publicKeyOf('P256', other))}\nAPI_PRIVATE_KEY=${toHex(one)}`;
    expect(refusal(text).code).toBe('key_mismatch');
  });

  test('error: each thing that isn’t one private key has its sentence', () => {
    const [, p256] = MADE[0] ?? [];
    if (!p256) throw new Error('none');
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const hex = toHex(generatePrivateKey('P256'));
    const rows: [string, RegExp][] = [
      [rsa.publicKey.export({ format: 'pem', type: 'spki' }).toString(), /public key/],
      [pem(rsa.privateKey), /cannot stamp/],
      [pem(p256).slice(0, 60), /rest is not valid/],
      [
        p256
          .export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'x' })
          .toString(),
        /encrypted/,
      ],
      [pem(rsa.privateKey) + pem(rsa.privateKey), /more than one/],
      ['{"key":"x"}', /JSON/],
      [`API_PUBLIC_KEY=02${hex}`, /no private key/],
    ];
    for (const [text, sentence] of rows) {
      const { code, message } = refusal(text);
      expect([code, message]).toEqual(['key_malformed', expect.stringMatching(sentence)]);
      expect(message).not.toContain(hex.slice(0, 8));
    }
  });

  /** The public keys that a text's keys are chosen by, and what each is read as. */
  function listed(text: string) {
    return listApiKeys(text).map(({ entry, name, ...key }) => {
      if (key.refused) return [name, key.refused.code];
      const [first] = key.publicKeys;
      const { curve, privateKey } = readApiKeyText(text, first?.curve ?? null, entry);
      const isPair = key.publicKeys.some(
        (one) => one.curve === curve && one.publicKey === toHex(publicKeyOf(curve, privateKey)),
      );
      expect(isPair).toBe(true);
      return [name, key.publicKeys.map((one) => one.curve).join(' '), toHex(privateKey)];
    });
  }
  const ALL = 'P256 SECP256K1 ED25519';

  test('behavior: of several PEM blocks and JSON Web Keys, each is read by its number', () => {
    const rows = MADE.map(([curve, key]) => ['', curve, secretOf(key)]);
    const jwks = MADE.map(([, key]) => key.export({ format: 'jwk' }));
    const texts = [
      MADE.map(([, key]) => pem(key)).join(''),
      MADE.map(([, key]) => pem(key))
        .join(' ')
        .replaceAll('\n', ' '),
      JSON.stringify({ keys: jwks }),
      JSON.stringify(jwks),
      MADE.map(([curve, key]) => `${secretOf(key)}:${curve.toLowerCase()}`).join('\n'),
    ];
    for (const text of texts) {
      expect(refusal(text).message).toContain('more than one');
      expect(listed(text)).toEqual(rows);
    }
  });

  test.each(['\n', ' '])(
    'behavior: of several names (%j), each is read with its public key',
    (end) => {
      const [one, other] = [generatePrivateKey('SECP256K1'), generatePrivateKey('ED25519')];
      const lines = [
        `PROD_PUBLIC_KEY=${toHex(publicKeyOf('SECP256K1', one))}`,
        `PROD_PRIVATE_KEY=${toHex(one)}`,
        `export DEV_PRIVATE_KEY="${toHex(other)}"`,
        `OLD_PRIVATE_KEY=${'z'.repeat(64)}`,
      ];
      expect(listed(lines.join(end))).toEqual([
        ['PROD_PRIVATE_KEY', 'SECP256K1', toHex(one)],
        // The first curve is taken where the user has chosen none.
        ['DEV_PRIVATE_KEY', ALL, toHex(other)],
        ['OLD_PRIVATE_KEY', 'key_malformed'],
      ]);
    },
  );

  test('behavior: credentials in JSON, one pair or several', () => {
    const pairs = [generatePrivateKey('P256'), generatePrivateKey('ED25519')].map((key, at) => ({
      publicKey: toHex(publicKeyOf(at === 0 ? 'P256' : 'ED25519', key)),
      privateKey: toHex(key),
    }));
    const [one, other] = pairs;
    expect(read(JSON.stringify(other), 'P256')).toEqual(['ED25519', other?.privateKey]);
    expect(listed(JSON.stringify(pairs, null, 2))).toEqual([
      ['privateKey', 'P256', one?.privateKey],
      ['privateKey', 'ED25519', other?.privateKey],
    ]);
  });

  test('behavior: a public key on Ed25519 beside its private one is no second key', () => {
    const key = generatePrivateKey('ED25519');
    const [secret, shown] = [toHex(key), toHex(publicKeyOf('ED25519', key))];
    for (const text of [`${shown}\n${secret}:ed25519`, `${shown} ${secret}${shown}`])
      expect(listed(text)).toEqual([['', 'ED25519', secret]]);
  });

  test('error: a list without a key that can be read keeps its reason, an entry beyond it has one', () => {
    const address = `0x${'ab'.repeat(20)}`;
    expect(refusal(JSON.stringify([address, address])).message).toContain('JSON');
    expect(listApiKeys(`API_PUBLIC_KEY=02${'ab'.repeat(32)}`)).toEqual([]);
    const text = `${toHex(generatePrivateKey('P256'))}\n${toHex(generatePrivateKey('P256'))}`;
    expect(() => readApiKeyText(text, null, 2)).toThrow(KeystampError);
  });
});
