import { createECDH, createHash, generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { randomBytes } from '../../src/crypto/bytes.ts';
import {
  comparisonGroups,
  deviceCodeOf,
  questionOf,
  readPublicKey,
} from '../../src/client/device/device-code.ts';

/*
 * What another device shows of its key, and what anyone may paste in its place. OpenSSL makes the keys.
 */

const ORGANIZATION = '7c4c8a1e-3a57-4b6e-9a0e-5a7a3b1c2d4f';

function createPair(curve: 'prime256v1' | 'secp256k1' = 'prime256v1') {
  const ecdh = createECDH(curve);
  const publicKey = ecdh.generateKeys('hex', 'compressed');
  return { publicKey, privateKey: ecdh.getPrivateKey('hex').padStart(64, '0') };
}

const reasonOf = (text: string) => {
  const reading = readPublicKey(text);
  return reading.kind === 'refused' ? reading.reason : reading.kind;
};

describe('deviceCodeOf', () => {
  test('behavior: is read back, with white space around it and in capitals', () => {
    const { publicKey } = createPair();
    const code = deviceCodeOf({ organizationId: ORGANIZATION, publicKey });
    const key = { kind: 'key', publicKey, curves: ['P256'], organizationId: ORGANIZATION };
    expect(readPublicKey(code)).toEqual(key);
    expect(readPublicKey(`\n  ${code.toUpperCase()} \n`)).toEqual(key);
  });

  test('behavior: has the organization and the public key in it, and nothing else', () => {
    const { publicKey } = createPair();
    const code = deviceCodeOf({ organizationId: ORGANIZATION, publicKey });
    expect(code).toBe(`keystamp-device:1:${ORGANIZATION}:${publicKey}`);
  });
});

describe('readPublicKey', () => {
  test('behavior: a public key alone, of either curve', () => {
    for (const [curve, name] of [
      ['prime256v1', 'P256'],
      ['secp256k1', 'SECP256K1'],
    ] as const) {
      const { publicKey } = createPair(curve);
      const reading = readPublicKey(publicKey.toUpperCase());
      expect(reading).toMatchObject({ kind: 'key', publicKey, organizationId: null });
      expect(reading.kind === 'key' && reading.curves).toContain(name);
    }
  });

  test('behavior: 64 digits are an Ed25519 key only where the user says so', () => {
    const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
    const digits = Buffer.from(x, 'base64url').toString('hex');
    expect(reasonOf(digits)).toBe('maybe_private');
    expect(readPublicKey(digits, 'ED25519')).toMatchObject({ publicKey: digits });
  });

  const { privateKey, publicKey } = createPair();
  const code = deviceCodeOf({ organizationId: ORGANIZATION, publicKey });
  const wif = 'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617';
  const phrase = 'abandon '.repeat(11) + 'about';

  test.each([
    ['a private key of 32 bytes', privateKey, 'maybe_private'],
    ['the same with 0x', `0x${privateKey}`, 'maybe_private'],
    ['a line of a key file', `${privateKey}:p256`, 'private_key'],
    [
      'seed and public key that do not belong together',
      `${privateKey}${privateKey}`,
      'private_key',
    ],
    ['a key in wallet import format', wif, 'private_key'],
    ['one with a typing error', `${wif.slice(0, -1)}8`, 'private_key'],
    ['a recovery phrase', phrase, 'recovery_phrase'],
    ['a PEM file', '-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIA==\n', 'private_key'],
    ['half of a private key', privateKey.slice(0, 48), 'maybe_private'],
    ['one in wallet import format without its end', wif.slice(0, -3), 'maybe_private'],
    ['half of that', wif.slice(0, 26), 'maybe_private'],
    ['that with a letter of another alphabet', wif.replace('K', 'К'), 'maybe_private'],
    ['that with a zero', wif.replace('d', '0'), 'maybe_private'],
    ['that in quotation marks', `"${wif}"`, 'maybe_private'],
    ['one of Sui in two cases', `suiprivkey1${'Q'.repeat(59)}`, 'maybe_private'],
    ['a seed of XRP without its end', 'sEdTM1uX8pu2do5XvTnutH6HsouMaM', 'maybe_private'],
    ['a key file of Solana with a wrong number', `[${'7, '.repeat(63)}300]`, 'maybe_private'],
    ['a quarter of one', `[${'7,'.repeat(16)}`, 'maybe_private'],
    ['a code of a later version', code.replace(':1:', ':2:'), 'newer_code'],
    ['a code with a part missing', code.slice(0, -4), 'damaged_code'],
    ['a code with more behind it', `${code}:x`, 'damaged_code'],
    ['a code without organization', `keystamp-device:1::${publicKey}`, 'damaged_code'],
    ['a version that is no number', code.replace(':1:', ':1e9:'), 'damaged_code'],
    ['an x that is on no curve', `02${'f'.repeat(64)}`, 'no_point'],
    ['a code with such a one', code.replace(publicKey, `02${'f'.repeat(64)}`), 'no_point'],
    ['an address of a page', 'https://example.com/', 'other'],
    ['an Ethereum address', '0x52908400098527886E0F7030069857D2E4169EE7', 'other'],
    ['an address of Bitcoin', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'other'],
    ['a public key of another form', `04${'ab'.repeat(64)}`, 'other'],
    ['some numbers', '12, 13, 14', 'other'],
    ['markup', '<img src=x onerror=alert(1)>', 'other'],
    ['one letter', 'x', 'other'],
    ['a long text', 'a'.repeat(100_000), 'other'],
    ['white space', '   ', 'other'],
  ])('error: %s', (_, text, reason) => {
    expect(reasonOf(text)).toBe(reason);
    expect(JSON.stringify(readPublicKey(text))).not.toContain(text.trim() || 'nothing');
  });

  test('behavior: never throws, whatever the bytes', () => {
    for (let seed = 0; seed < 300; seed++) {
      const bytes = createHash('sha512').update(String(seed)).digest();
      const text = bytes.subarray(0, seed % 64).toString(seed % 2 ? 'latin1' : 'base64');
      expect(readPublicKey(`${seed % 3 ? '' : 'keystamp-device:1:'}${text}`).kind).toBe('refused');
    }
  });
});

describe('comparisonGroups', () => {
  test('behavior: six groups of five digits of SHA-256 over the code', async () => {
    const publicKey = `02${'0'.repeat(63)}1`;
    const code = { organizationId: ORGANIZATION, publicKey };
    const digest = createHash('sha256').update(deviceCodeOf(code)).digest();
    const expected = [0, 1, 2, 3, 4, 5].map((at) =>
      String(digest.readUIntBE(at * 5, 5) % 100_000).padStart(5, '0'),
    );
    expect(await comparisonGroups(code)).toEqual(expected);
  });

  test('behavior: others for another key and for another organization', async () => {
    const { publicKey } = createPair();
    const groups = async (code: Parameters<typeof comparisonGroups>[0]) =>
      (await comparisonGroups(code)).join(' ');
    const own = await groups({ organizationId: ORGANIZATION, publicKey });
    expect(await groups({ organizationId: ORGANIZATION, ...createPair() })).not.toBe(own);
    expect(await groups({ organizationId: crypto.randomUUID(), publicKey })).not.toBe(own);
  });
});

describe('questionOf', () => {
  const GROUPS = ['00012', '34567', '89012', '34560', '78901', '99999'];
  const many = Array.from({ length: 3_000 }, () => questionOf(GROUPS, randomBytes));

  test('behavior: leaves out one group, and offers it among three that differ (threat 72)', () => {
    for (const { groups, choices, answer } of many) {
      expect(groups.filter((group) => group === null)).toHaveLength(1);
      expect(groups.map((group) => group ?? answer)).toEqual(GROUPS);
      expect(new Set(choices).size).toBe(3);
      expect(choices).toContain(answer);
      expect(choices.join(' ')).toMatch(/^\d{5} \d{5} \d{5}$/);
    }
  });

  test('behavior: every group and every place comes as often as the others (threat 72)', () => {
    const count = (of: (one: (typeof many)[number]) => number, length: number) =>
      Array.from({ length }, (_, n) => many.filter((one) => of(one) === n).length);
    // Each is 500 or 1,000 on average; that chance goes so far off is one in a billion.
    for (const times of count(({ groups }) => groups.indexOf(null), 6))
      expect(Math.abs(times - 500)).toBeLessThan(130);
    for (const times of count(({ choices, answer }) => choices.indexOf(answer), 3))
      expect(Math.abs(times - 1_000)).toBeLessThan(170);
  });

  test('error: a drawn group that is there already becomes another one', () => {
    const zeros = (length: number) => new Uint8Array(length);
    const { choices, answer } = questionOf(['00000', ...GROUPS.slice(1)], zeros);
    expect(answer).toBe('00000');
    expect(choices.toSorted()).toEqual(['00000', '00001', '00002']);
    const same = questionOf(['00000', '00000'], zeros);
    expect(same.groups).toEqual([null, '00000']);
  });
});
