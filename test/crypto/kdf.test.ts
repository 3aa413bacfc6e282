import { argon2id as nobleArgon2id } from '@noble/hashes/argon2.js';
import { pbkdf2Sync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import * as base64url from '../../src/crypto/base64url.ts';
import { toHex, utf8 } from '../../src/crypto/bytes.ts';
import { checkKdfParameters, type KdfParameters } from '../../src/crypto/kdf-parameters.ts';
import { calibrate, deriveKek, createMeasure, type Measure } from '../../src/crypto/kdf.ts';

const saltBytes = utf8('sixteen bytes ok');
const salt = base64url.encode(saltBytes);
const ARGON = { kdf: 'argon2id', memoryKib: 65_536, iterations: 3, parallelism: 1, salt } as const;
const PBKDF2 = { kdf: 'pbkdf2-sha256', iterations: 1_300_000, salt } as const;
const refused = expect.objectContaining({ code: 'kdf_refused' });

describe('checkKdfParameters', () => {
  test.each([
    ARGON,
    { ...ARGON, memoryKib: 131_072, iterations: 24 },
    PBKDF2,
    { ...PBKDF2, iterations: 20_000_000 },
  ])('behavior: accepts $kdf with $iterations iterations', (parameters) => {
    expect(checkKdfParameters(parameters)).toEqual(parameters);
  });

  test.each<[string, unknown]>([
    ['less memory', { ...ARGON, memoryKib: 65_535 }],
    ['8 GiB of memory', { ...ARGON, memoryKib: 8_388_608 }],
    ['two passes', { ...ARGON, iterations: 2 }],
    ['endless passes', { ...ARGON, iterations: 25 }],
    ['more lanes', { ...ARGON, parallelism: 4 }],
    ['half a pass', { ...ARGON, iterations: 3.5 }],
    ['NaN', { ...ARGON, iterations: Number.NaN }],
    ['text instead of a number', { ...ARGON, iterations: '3' }],
    ['a short salt', { ...ARGON, salt: 'AAAA' }],
    ['a salt that isn’t base64url', { ...ARGON, salt: `${salt.slice(0, -1)}B` }],
    ['an unknown member', { ...ARGON, secret: 'x' }],
    ['a cheap PBKDF2', { ...PBKDF2, iterations: 600_000 }],
    ['an endless PBKDF2', { ...PBKDF2, iterations: 20_000_001 }],
    ['an unknown function', { ...PBKDF2, kdf: 'md5' }],
    ['no function', { iterations: 3, salt }],
    ['null', null],
  ])('error: refuses %s', (_name, parameters) => {
    expect(() => checkKdfParameters(parameters)).toThrow(refused);
  });
});

describe('deriveKek', () => {
  test('behavior: is Argon2id as another implementation computes it, of the NFKC password', async () => {
    const kek = await deriveKek('pa\uFB03word \u00E9', ARGON);
    const options = { m: ARGON.memoryKib, t: ARGON.iterations, p: 1, dkLen: 32 };
    expect(toHex(kek)).toBe(toHex(nobleArgon2id(utf8('paffiword \u00E9'), saltBytes, options)));
    expect(await deriveKek('paffiword e\u0301', ARGON)).toEqual(kek);
  });

  test('behavior: is PBKDF2 as another implementation computes it', async () => {
    const kek = await deriveKek('password', PBKDF2);
    const expected = pbkdf2Sync('password', saltBytes, PBKDF2.iterations, 32, 'sha256');
    expect(toHex(kek)).toBe(expected.toString('hex'));
  });

  test('error: refuses parameters outside the bounds before it does any work', async () => {
    await expect(deriveKek('password', { ...ARGON, iterations: 1 })).rejects.toThrow(refused);
  });

  test('error: refuses an empty password', async () => {
    await expect(deriveKek('', ARGON)).rejects.toMatchObject({ code: 'weak_password' });
  });
});

describe('calibrate', () => {
  /** A machine where one iteration takes `ms`. Remembers which parameters it got. */
  const machine = (ms: number, asked: KdfParameters[] = []): Measure => {
    return async (parameters) => {
      asked.push(parameters);
      return parameters.iterations * ms;
    };
  };
  const noWasm =
    (ms: number): Measure =>
    async (parameters) => {
      if (parameters.kdf === 'argon2id') throw new Error('WebAssembly is refused');
      return parameters.iterations * ms;
    };

  test.each([
    [80, 5],
    [20, 20],
    [1, 24],
    [99, 4],
    [100, 3],
    [2000, 3],
  ])('behavior: at %d ms a pass takes %d passes', async (ms, iterations) => {
    expect(await calibrate(machine(ms))).toMatchObject({ kdf: 'argon2id', iterations });
  });

  test('behavior: its result is within the bounds, and takes 300 to 500 ms if possible', async () => {
    for (let ms = 17; ms < 166; ms++) {
      const parameters = checkKdfParameters(await calibrate(machine(ms)));
      expect(parameters.iterations * ms).toBeGreaterThanOrEqual(299);
      expect(parameters.iterations * ms).toBeLessThanOrEqual(500);
    }
  });

  test('behavior: takes a new 16-byte salt from the parameter', async () => {
    const { salt: fresh } = await calibrate(machine(200), (length) =>
      new Uint8Array(length).fill(9),
    );
    expect(base64url.decode(fresh)).toEqual(new Uint8Array(16).fill(9));
  });

  test.each([
    [0.0002, 2_000_000],
    [0.001, 1_300_000],
    [0.000_000_1, 20_000_000],
  ])(
    'behavior: without WebAssembly, at %d ms per iteration, uses PBKDF2 with %d',
    async (ms, iterations) => {
      const parameters = await calibrate(noWasm(ms));
      expect(checkKdfParameters(parameters)).toMatchObject({ kdf: 'pbkdf2-sha256', iterations });
    },
  );

  test('behavior: createMeasure times a real derivation', async () => {
    const now = [1000, 1234].values();
    expect(await createMeasure(() => now.next().value ?? 0)(ARGON)).toBe(234);
  });
});
