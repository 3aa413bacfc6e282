import { createCipheriv, pbkdf2Sync } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  openKeystore,
  readKeystore,
  type KeystoreFile,
} from '../../../src/client/import/keystore.ts';
import { sealableKeystoreKey } from '../../../src/client/import/sealable-key.ts';
import { concat, fromHex, toHex, utf8 } from '../../../src/crypto/bytes.ts';
import { deriveKeystoreKey } from '../../../src/crypto/keystore-kdf.ts';
import { kdfFault } from '../../../src/crypto/keystore-kdf-parameters.ts';
import {
  GETH,
  GETH_PASSWORD,
  GETH_SECRET,
  KEYSTORE_ADDRESS as ADDRESS,
  KEYSTORE_PASSWORD,
  KEYSTORE_SECRET as SECRET,
  PBKDF2,
  PBKDF2_KEY,
  SCRYPT,
} from './keystore-files.ts';
import { recordWipes } from '../../crypto/record-wipes.ts';
import { createLocalKdfPort } from '../local-kdf-port.ts';

afterEach(() => vi.restoreAllMocks());

function fileOf(json: unknown): KeystoreFile {
  const reading = readKeystore(JSON.stringify(json));
  if (!reading.ok) throw new Error(reading.fault.kind);
  return reading.keystore;
}
const open = (
  json: unknown,
  password = KEYSTORE_PASSWORD,
  onProgress = (done: number): void => expect(done).toBeLessThanOrEqual(1),
) => openKeystore(fileOf(json), password, createLocalKdfPort(), onProgress);
const faultOf = (json: unknown) => {
  const reading = readKeystore(typeof json === 'string' ? json : JSON.stringify(json));
  return reading.ok ? null : reading.fault;
};
const withParameters = (kdfparams: object) => ({
  ...SCRYPT,
  crypto: { ...SCRYPT.crypto, kdfparams: { ...SCRYPT.crypto.kdfparams, ...kdfparams } },
});

describe('keystore files', () => {
  test('behavior: the definition’s PBKDF2 file is opened', async () => {
    expect(toHex(await open(PBKDF2))).toBe(SECRET);
  });

  test(
    'behavior: the definition’s scrypt file is opened, with progress',
    { timeout: 120_000 },
    async () => {
      const seen: number[] = [];
      expect(toHex(await open(SCRYPT, KEYSTORE_PASSWORD, (done) => seen.push(done)))).toBe(SECRET);
      expect(seen.length).toBeGreaterThan(10);
      expect(seen).toEqual(seen.toSorted((one, other) => one - other));
      expect(seen.at(-1)).toBeLessThanOrEqual(1);
    },
  );

  test(
    'behavior: a file with the numbers of geth, which needs 256 MiB, is opened',
    { timeout: 120_000 },
    async () => {
      expect(toHex(await open(GETH, GETH_PASSWORD))).toBe(GETH_SECRET);
      const crypto = { ...GETH.Crypto, kdfparams: { ...GETH.Crypto.kdfparams, r: 16 } };
      expect(faultOf({ ...GETH, Crypto: crypto })).toBeNull();
    },
  );

  test('behavior: the password, the derived key and what is made of it are wiped', async () => {
    const wiped = await recordWipes(() => open(PBKDF2, KEYSTORE_PASSWORD));
    const { ciphertext } = PBKDF2.crypto;
    const [cipherKey, macKey] = [PBKDF2_KEY.slice(0, 32), PBKDF2_KEY.slice(32)];
    for (const secret of [PBKDF2_KEY, cipherKey, macKey + ciphertext])
      expect(wiped).toContain(secret);
    // The local port derives once; the Worker's own code wipes what it was given.
    const kdf = { kdf: 'pbkdf2', c: 1, salt: new Uint8Array(8) } as const;
    const derived = await recordWipes(() => deriveKeystoreKey('p\u00e4ss', kdf, () => undefined));
    expect(derived).toContain(toHex(utf8('p\u00e4ss')));
  });

  test('behavior: a key that isn’t the stated one is wiped', async () => {
    const other = { ...PBKDF2, address: ADDRESS.replace('0', '1') };
    const wiped = await recordWipes(() => open(other).catch(() => undefined));
    expect(wiped).toContain(SECRET);
  });

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

  test('behavior: the other derivation’s numbers change nothing', async () => {
    const kdfparams = { ...PBKDF2.crypto.kdfparams, n: 2, r: 1, p: 1 };
    const both = { ...PBKDF2, crypto: { ...PBKDF2.crypto, kdfparams } };
    expect(toHex(await open(both))).toBe(SECRET);
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

  test('error: other versions and incomplete files are named', () => {
    expect(faultOf('{"version":1}')).toEqual({ kind: 'not_version_3' });
    expect(faultOf('{')).toEqual({ kind: 'not_version_3' });
    const incomplete = [
      { ...PBKDF2, crypto: {} },
      withParameters({ dklen: 64 }),
      withParameters({ n: '262144' }),
      // No numbers of scrypt's.
      ...[{ n: 1000 }, { n: 1 }, { r: 0 }, { p: -1 }, { r: 1.5 }].map(withParameters),
    ];
    for (const json of incomplete) expect(faultOf(json)).toEqual({ kind: 'malformed' });
  });

  test('error: files that ask for too much are told how much that is', () => {
    const rows: [object, ReturnType<typeof faultOf>][] = [
      [
        { n: 2 ** 20, r: 8 },
        { kind: 'memory', mebibytes: 1024 },
      ],
      [
        { n: 2 ** 40, r: 8, p: 1 },
        { kind: 'memory', mebibytes: 2 ** 30 },
      ],
      [{ n: 2 ** 18, r: 1, p: 1000 }, { kind: 'time' }],
    ];
    for (const [parameters, fault] of rows)
      expect(faultOf(withParameters(parameters))).toEqual(fault);
  });

  test('error: 512 MiB and about a minute are the limits, and the usual file is below them', () => {
    const salt = new Uint8Array(32);
    const scrypt = (n: number, r: number, p: number) =>
      kdfFault({ kdf: 'scrypt', n, r, p, salt })?.kind ?? null;
    expect([scrypt(2 ** 18, 8, 1), scrypt(2 ** 18, 8, 16), scrypt(2 ** 19, 8, 1)]).toEqual([
      null,
      null,
      null,
    ]);
    expect([scrypt(2 ** 20, 8, 1), scrypt(2 ** 18, 8, 17), scrypt(2 ** 18, 17, 1)]).toEqual([
      'memory',
      'time',
      'memory',
    ]);
    const pbkdf2 = (c: number) => kdfFault({ kdf: 'pbkdf2', c, salt })?.kind ?? null;
    expect([pbkdf2(50_000_000), pbkdf2(50_000_001), pbkdf2(0)]).toEqual([null, 'time', 'numbers']);
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
