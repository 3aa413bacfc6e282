import { secp256k1 } from '@noble/curves/secp256k1.js';
import { base58 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { concat, fromHex, toHex, utf8 } from '../../src/crypto/bytes.ts';
import { publicKeyOf } from '../../src/crypto/keys.ts';
import type { KeyReadOptions } from '../../src/keys/encoding-reader.ts';
import type { RefusalReason } from '../../src/keys/refusal.ts';
import * as encoders from './encoders.ts';
import { refusalOf } from './read-outcome.ts';

const KEY = fromHex('6a3c850258086966dcf72689d10cda8e105d4d9d0de97686a78c78b6047b94d7');
const SEED = fromHex('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60');
const HEX = toHex(KEY);

type Refused = readonly [text: string, reason: RefusalReason, found: string | undefined];

const TEXTS: readonly Refused[] = [
  ['', 'wrong_length', 'hex'],
  [' \n ', 'wrong_length', 'hex'],
  ['a'.repeat(4097), 'too_long', undefined],
  ['hello', 'unknown', undefined],
  ['x'.repeat(4096), 'unknown', undefined],
  ['0x7aAE6F67798D1Ea0b8bFB5b64231B2f12049DB5e', 'address_pasted', 'ethereum_address'],
  ['41a614f803b6fd780986a42c78ec9c7f77e6ded13c', 'address_pasted', 'tron_address'],
  [toHex(publicKeyOf('SECP256K1', KEY)), 'public_key_pasted', 'public_key'],
  [toHex(secp256k1.getPublicKey(KEY, false)), 'public_key_pasted', 'public_key'],
  [toHex(secp256k1.getPublicKey(KEY, false)).slice(2), 'public_key_pasted', 'public_key'],
  [`0x${HEX.slice(0, -1)}`, 'wrong_length', 'hex'],
  [`${HEX.slice(0, 20)}\n${HEX.slice(20)}`, 'wrong_character', 'hex'],
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'address_pasted', 'tron_address'],
  ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'address_pasted', 'bitcoin_address'],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'address_pasted', 'bitcoin_address'],
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'address_pasted', 'bitcoin_address'],
  ['DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L', 'address_pasted', 'dogecoin_address'],
  [encoders.bech32Text('cosmos', KEY.slice(12)), 'address_pasted', 'cosmos_address'],
  [encoders.bech32Text('sei', KEY.slice(12)), 'address_pasted', 'sei_address'],
  [encoders.bech32Text('osmo', KEY.slice(12)), 'address_pasted', 'other_address'],
  [encoders.bech32Text('nsec', KEY), 'wrong_network', 'nostr_key'],
  [encoders.bech32Text('npub', KEY), 'public_key_pasted', 'public_key'],
  [encoders.bech32Text('suipriv', concat(Uint8Array.of(0), SEED)), 'wrong_prefix', undefined],
  [encoders.strKey(6 << 3, SEED), 'address_pasted', 'stellar_address'],
  [encoders.strKey(2 << 3, SEED), 'address_pasted', 'stellar_address'],
  [encoders.strKey(12 << 3, concat(SEED, KEY.slice(24))), 'address_pasted', 'stellar_address'],
  [encoders.strKey(23 << 3, SEED), 'not_a_key', 'stellar_hash'],
  [encoders.strKey((18 << 3) + 1, SEED), 'malformed', 'stellar_seed'],
  [encoders.stellarSeed(SEED).slice(0, -1), 'wrong_length', 'stellar_seed'],
  [encoders.stellarSeed(SEED).replace('O', '0'), 'wrong_character', 'stellar_seed'],
  [encoders.suiKeystore(KEY, 1), 'wrong_curve', 'sui_other_curve'],
  [`"${encoders.suiKeystore(SEED)}"`, 'decorated', 'quotes'],
  ['UQBFzfhTKWQvmOmzYVwOfhSKyzcDW-uQVMUEnWlcr5gPPQ5M', 'address_pasted', 'ton_address'],
  [`0:${HEX}`, 'address_pasted', 'ton_address'],
  [
    encoders.withXrpChecksum(concat(Uint8Array.of(1, 0xe1, 0x4b), SEED.slice(16))),
    'wrong_curve',
    'xrp_ed25519',
  ],
  // XRPL's documentation of X-addresses.
  ['XVLhHMPHU98es4dbozjVtdWzVrDjtV5xvjGT4Gc4T4yTrGc', 'unknown', undefined],
  ['X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ', 'address_pasted', 'xrp_address'],
  [`secp256k1-priv-0x${HEX}`, 'wrong_curve', 'aptos_other_curve'],
  [`ed25519:${encoders.solanaPair(SEED)}`, 'wrong_network', 'near_key'],
  [encoders.wif(0xcc, KEY), 'wrong_network', 'dash_key'],
  [encoders.wif(0x12, KEY), 'wrong_network', 'other_wif'],
  [encoders.wif(0xb0, KEY, false), 'wrong_network', 'litecoin_key'],
  [encoders.withChecksum(concat(Uint8Array.of(0x80), KEY, Uint8Array.of(2))), 'malformed', 'wif'],
  [encoders.wif(0x80, KEY).slice(0, -1), 'wrong_length', 'wif'],
  [encoders.wif(0x80, KEY, false).replace(/.$/, 'z'), 'checksum', 'wif'],
  // bitcoin.it, "Mini private key format".
  ['S6c56bnXQiBjk9mqSYE7ykVQ7NzrRy', 'uncompressed', 'mini_key'],
  // BIP-38, its first vector.
  ['6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg', 'encrypted_key', 'bip38'],
  ['6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGh', 'checksum', 'bip38'],
  // BIP-32, vector 1.
  [
    'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8',
    'public_key_pasted',
    'extended_public_key',
  ],
  ['U2FsdGVkX19ib5sV1ONyqk0Er8wQ6bEpnzWtA2Gsgns=', 'encrypted_key', 'openssl'],
  [
    '{"address":"x","crypto":{"cipher":"aes-128-ctr","ciphertext":"ab"}}',
    'encrypted_key',
    'keystore',
  ],
  ['{"privateKey":"x"}', 'unknown', 'json'],
  ['-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIB\n', 'encrypted_key', 'pem'],
  ['-----BEGIN TENDERMINT PRIVATE KEY-----\nkdf: argon2\n', 'encrypted_key', 'pem'],
  ['-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n', 'encrypted_key', 'pem'],
  ['-----BEGIN PUBLIC KEY-----\nMFkw\n', 'public_key_pasted', 'public_key'],
  ['-----BEGIN PRIVATE KEY-----\nMIIB\n', 'malformed', 'pem'],
  ['nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=', 'unknown', 'base64'],
  [
    '1. abandon 2. ability 3. able 4. about 5. above 6. absent',
    'mnemonic_pasted',
    'recovery_phrase',
  ],
  [
    'あいこくしん あいこくしん あいこくしん あいこくしん あいこくしん あおぞら',
    'mnemonic_pasted',
    'recovery_phrase',
  ],
  ['abandon, ability, able, about, above, absent', 'mnemonic_pasted', 'recovery_phrase'],
  ['das ist alles kein schlüssel', 'unknown', undefined],
  [`"${HEX}"`, 'decorated', 'quotes'],
  [`'${encoders.stellarSeed(SEED)}'`, 'decorated', 'quotes'],
  [`“${HEX}”`, 'decorated', 'quotes'],
  [`export PRIVATE_KEY=${HEX}`, 'decorated', 'assignment'],
  [`PRIVATE_KEY = 0x${HEX}`, 'decorated', 'assignment'],
  [`private key: ${encoders.wif(0x80, KEY)}`, 'decorated', 'label'],
  [`${encoders.wif(0x80, KEY)},`, 'decorated', 'punctuation'],
  [`(${HEX})`, 'decorated', 'punctuation'],
  [`${HEX}:p256`, 'decorated', 'api_key'],
  ['[]', 'wrong_length', 'solana_array'],
  ['[1,2,3]', 'wrong_length', 'solana_array'],
  ['[1,2,3', 'malformed', 'solana_array'],
  ['[1,2,3] x', 'malformed', 'solana_array'],
  [encoders.solanaArray(SEED).slice(1, -1), 'malformed', 'solana_array'],
  [encoders.solanaArray(SEED).replace('157', '256'), 'malformed', 'solana_array'],
  [encoders.solanaArray(SEED).replace('157', '0157'), 'malformed', 'solana_array'],
  [encoders.solanaArray(SEED).replace('97', '07'), 'malformed', 'solana_array'],
  [encoders.solanaArray(SEED).replace('157', '-7'), 'malformed', 'solana_array'],
  [encoders.solanaArray(SEED).replace(']', ',]'), 'malformed', 'solana_array'],
  ['402895 454693 614376 231366 477480 191880 376124', 'wrong_length', 'xrp_numbers'],
  ['4028 95454693 614376 231366 477480 191880 376124 114600', 'malformed', 'xrp_numbers'],
  // 99999 is more than two bytes. Its check digit is right.
  ['999990 454693 614376 231366 477480 191880 376124 114600', 'checksum', 'xrp_numbers'],
];

describe('parsePrivateKey: refused texts', () => {
  test.each(TEXTS)('error: %j is %s (%s)', (text, reason, found) => {
    const refusal = refusalOf(text);
    expect([refusal.reason, refusal.facts.encoding]).toEqual([reason, found]);
  });

  test('error: 10 MB are refused as text and as bytes', () => {
    expect(refusalOf('a'.repeat(10_000_000)).reason).toBe('too_long');
    expect(refusalOf(new Uint8Array(10_000_000)).reason).toBe('too_long');
  });

  test.each([
    ['full-width digit', '６', 0xff16],
    ['Cyrillic letter', 'а', 0x430],
    ['mathematical digit', '𝟼', 0x1d7fc],
    ['zero-width space', '\u200b', 0x200b],
    ['no-break space', '\u00a0', 0xa0],
    ['right-to-left mark', '\u202e', 0x202e],
  ])('error: a %s in hex is reported with its position', (_, character, codePoint) => {
    for (const at of [0, 11, 63]) {
      // Spaces at the ends are trimmed.
      if (at !== 11 && character.trim() === '') continue;
      const text = `  ${HEX.slice(0, at)}${character}${HEX.slice(at + 1)}`;
      for (const input of [text, utf8(text)]) {
        const { reason, facts } = refusalOf(input);
        expect([reason, facts]).toEqual(['lookalike_character', { position: at + 2, codePoint }]);
      }
    }
  });

  test('error: full-width secret numbers are reported as lookalikes', () => {
    const text = '４０２８９５ 454693 614376 231366 477480 191880 376124 114600';
    expect(refusalOf(text).reason).toBe('lookalike_character');
  });

  test('error: bytes that aren’t UTF-8 are reported as U+FFFD, including overlong forms', () => {
    for (const wrong of [[0xff], [0xc1, 0xa1], [0xe0, 0x81, 0xa1], [0xe2, 0x82]]) {
      const refusal = refusalOf(concat(utf8(HEX.slice(0, 62)), Uint8Array.from(wrong)));
      expect(refusal.facts).toEqual({ position: 62, codePoint: 0xfffd });
    }
  });

  test('error: positions are counted in the original text', () => {
    const place = (text: string, options?: KeyReadOptions) =>
      refusalOf(text, options).facts.position;
    expect(place(`\n ${HEX.slice(0, 10)}g${HEX.slice(11)}`)).toBe(12);
    expect(place(` 0x${HEX.slice(0, 10)}g${HEX.slice(11)}`)).toBe(13);
    expect(place(` ${encoders.aptos(SEED).slice(0, -1)}g`)).toBe(79);
    expect(place(`\t${encoders.wif(0x80, KEY).slice(0, -1)}0`)).toBe(52);
    expect(place(` ${encoders.sui(SEED).slice(0, -1)}b`)).toBe(70);
    expect(place(` ${encoders.solanaArray(SEED).replace('97', '999')}`)).toBe(6);
    expect(place(' 402895 454694 614376 231366 477480 191880 376124 114600')).toBe(8);
    expect(place(`KEY=${HEX}`)).toBe(3);
    expect(place(`${HEX};`)).toBe(64);
  });

  test('error: a pair that doesn’t match is refused in every form', () => {
    const broken = encoders.pairOf(SEED).with(40, 0);
    for (const text of [toHex(broken), base58.encode(broken), JSON.stringify([...broken])]) {
      expect(refusalOf(text).reason).toBe('public_half_mismatch');
    }
  });

  test('error: zero is refused in every form', () => {
    const zero = new Uint8Array(32);
    const texts = [
      toHex(zero),
      encoders.wif(0x9e, zero),
      encoders.solanaPair(zero),
      encoders.solanaArray(zero),
      encoders.stellarSeed(zero),
      encoders.sui(zero),
      encoders.aptos(zero),
    ];
    for (const text of texts) expect(refusalOf(text).reason).toBe('zero');
    expect(refusalOf(`00${toHex(zero)}`, { interpretAs: 'xrp_hex' }).reason).toBe('zero');
  });

  test('error: a curve that the form doesn’t have is refused', () => {
    const options = { curve: 'CURVE_SECP256K1' } as const;
    expect(refusalOf(encoders.stellarSeed(SEED), options).reason).toBe('wrong_curve');
    expect(refusalOf(encoders.wif(0x80, KEY), { curve: 'CURVE_ED25519' }).reason).toBe(
      'wrong_curve',
    );
  });

  test('error: a Sui flag other than Ed25519’s means another curve', () => {
    for (const flag of [1, 2, 3, 5, 0xff]) {
      expect(refusalOf(encoders.sui(SEED, flag)).reason).toBe('wrong_curve');
    }
    const modern = encoders.bech32Text('suiprivkey', concat(Uint8Array.of(0), SEED), true);
    expect(refusalOf(modern).reason).toBe('checksum');
  });
});
