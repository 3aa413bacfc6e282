import { createCipheriv, pbkdf2Sync } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { describe, expect, test } from 'vitest';
import {
  openKeystore,
  readKeystore,
  type KeystoreFile,
} from '../../../src/client/import/keystore.ts';
import { sealableKeystoreKey } from '../../../src/client/import/sealable-key.ts';
import { concat, fromHex, toHex } from '../../../src/crypto/bytes.ts';
import { isAffordable } from '../../../src/crypto/keystore-kdf-parameters.ts';
import { createLocalKdfPort } from '../local-kdf-port.ts';

/* The two vectors of the Web3 Secret Storage Definition. Their password is `testpassword`. */

const SECRET = '7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d';
const PBKDF2 = {
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
    ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
    kdf: 'pbkdf2',
    kdfparams: {
      c: 262144,
      dklen: 32,
      prf: 'hmac-sha256',
      salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd',
    },
    mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
  },
  id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
  version: 3,
};
const SCRYPT = {
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '83dbcc02d8ccb40e466191a123791e0e' },
    ciphertext: 'd172bf743a674da9cdad04534d56926ef8358534d458fffccd4e6ad2fbde479c',
    kdf: 'scrypt',
    kdfparams: {
      dklen: 32,
      n: 262144,
      r: 1,
      p: 8,
      salt: 'ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19',
    },
    mac: '2103ac29920d71da29f15d75b4a16dbe95cfd7ff8faea1056c33131d846e3097',
  },
  id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
  version: 3,
};
const ADDRESS = '008aeeda4d805471df9b2a5b0f38a0c3bcba786b';

function fileOf(json: unknown): KeystoreFile {
  const file = readKeystore(JSON.stringify(json));
  if (typeof file === 'string') throw new Error(file);
  return file;
}
const open = (
  json: unknown,
  password = 'testpassword',
  onProgress = (done: number): void => expect(done).toBeLessThanOrEqual(1),
) => openKeystore(fileOf(json), password, createLocalKdfPort(), onProgress);
const costly = (kdfparams: object) =>
  readKeystore(
    JSON.stringify({
      ...SCRYPT,
      crypto: { ...SCRYPT.crypto, kdfparams: { ...SCRYPT.crypto.kdfparams, ...kdfparams } },
    }),
  );

describe('keystore files', () => {
  test('behavior: the definition’s PBKDF2 file is opened', async () => {
    expect(toHex(await open(PBKDF2))).toBe(SECRET);
  });

  test(
    'behavior: the definition’s scrypt file is opened, with progress',
    { timeout: 120_000 },
    async () => {
      const seen: number[] = [];
      expect(toHex(await open(SCRYPT, 'testpassword', (done) => seen.push(done)))).toBe(SECRET);
      expect(seen.length).toBeGreaterThan(10);
      expect(seen).toEqual(seen.toSorted((one, other) => one - other));
      expect(seen.at(-1)).toBeLessThanOrEqual(1);
    },
  );

  test('behavior: MyEtherWallet’s capitals and a stated address are read', async () => {
    const { crypto, ...rest } = PBKDF2;
    const key = await open({ ...rest, Crypto: crypto, address: `0x${ADDRESS.toUpperCase()}` });
    expect(toHex(key)).toBe(SECRET);
    const held = sealableKeystoreKey(key);
    expect([held.kind, held.candidates.length]).toEqual(['keystore', 1]);
    held.wipe();
    expect(key.every((byte) => byte === 0)).toBe(true);
  });

  test('behavior: a password is taken as it is typed, also beyond ASCII', async () => {
    const password = 'pa\u0308ßwort \u{1F600}';
    const [salt, iv] = [new Uint8Array(32).fill(7), new Uint8Array(16).fill(9)];
    const derived = pbkdf2Sync(password, salt, 1000, 32, 'sha256');
    const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv);
    const ciphertext = new Uint8Array(cipher.update(fromHex(SECRET)));
    const mac = keccak_256(concat(new Uint8Array(derived.subarray(16)), ciphertext));
    const crypto = {
      ...PBKDF2.crypto,
      cipherparams: { iv: toHex(iv) },
      ciphertext: toHex(ciphertext),
      kdfparams: { ...PBKDF2.crypto.kdfparams, c: 1000, salt: toHex(salt) },
      mac: toHex(mac),
    };
    expect(toHex(await open({ ...PBKDF2, crypto }, password))).toBe(SECRET);
  });

  test('error: a wrong password and another address are told apart', async () => {
    await expect(open(PBKDF2, 'testpasswore')).rejects.toMatchObject({ code: 'wrong_password' });
    const other = { ...PBKDF2, address: ADDRESS.replace('0', '1') };
    await expect(open(other)).rejects.toMatchObject({ code: 'key_mismatch' });
  });

  test('error: a changed file opens with no password', async () => {
    const crypto = { ...PBKDF2.crypto, ciphertext: PBKDF2.crypto.ciphertext.replace('5', '6') };
    await expect(open({ ...PBKDF2, crypto })).rejects.toMatchObject({ code: 'wrong_password' });
  });

  test('error: other versions, incomplete and costly files are named', () => {
    expect(readKeystore('{"version":1}')).toBe('not_version_3');
    expect(readKeystore('{')).toBe('not_version_3');
    expect(readKeystore(JSON.stringify({ ...PBKDF2, crypto: {} }))).toBe('malformed');
    expect(costly({ dklen: 64 })).toBe('malformed');
    expect(costly({ n: '262144' })).toBe('malformed');
    for (const one of [
      { n: 2 ** 20, r: 8 },
      { n: 2 ** 18, r: 1, p: 1000 },
      { n: 1000 },
      { n: 1 },
      { r: 0 },
      { p: -1 },
      { r: 1.5 },
    ])
      expect([one, costly(one)]).toEqual([one, 'too_costly']);
  });

  test('error: 512 MiB and about a minute are the limits, and the usual file is below them', () => {
    const salt = new Uint8Array(32);
    const scrypt = (n: number, r: number, p: number) =>
      isAffordable({ kdf: 'scrypt', n, r, p, salt });
    expect([scrypt(2 ** 18, 8, 1), scrypt(2 ** 18, 8, 16), scrypt(2 ** 18, 15, 1)]).toEqual([
      true,
      true,
      true,
    ]);
    expect([scrypt(2 ** 19, 8, 1), scrypt(2 ** 18, 8, 17), scrypt(2 ** 18, 17, 1)]).toEqual([
      false,
      false,
      false,
    ]);
    const pbkdf2 = (c: number) => isAffordable({ kdf: 'pbkdf2', c, salt });
    expect([pbkdf2(50_000_000), pbkdf2(50_000_001), pbkdf2(0)]).toEqual([true, false, false]);
  });

  test('error: the Worker checks the numbers again', async () => {
    const file = {
      ...fileOf(SCRYPT),
      kdf: { kdf: 'scrypt', n: 2 ** 24, r: 8, p: 1, salt: new Uint8Array(32) },
    } as const;
    const opening = openKeystore(file, 'x', createLocalKdfPort(), () => undefined);
    await expect(opening).rejects.toMatchObject({ code: 'kdf_refused' });
  });
});
