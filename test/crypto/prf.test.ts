import { hkdfSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromHex, toHex } from '../../src/crypto/bytes.ts';
import { derivePrfKek } from '../../src/crypto/prf.ts';

const bytes32 = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((array) => Uint8Array.from(array));

describe('derivePrfKek', () => {
  test('behavior: matches the vector that stored wrappings were made with', async () => {
    const output = fromHex('b7db33ae754b9519c704da37a4e8352b12b356649067b05ee3682903ce249fc8');
    const salt = fromHex('09'.repeat(32));
    expect(toHex(await derivePrfKek(output, salt))).toBe(
      'b39f00c7c265b84594b71c105ecf48059432f791e30308dc5646697a55473984',
    );
  });

  test('behavior: is HKDF-SHA256 as another implementation computes it', async () => {
    await fc.assert(
      fc.asyncProperty(bytes32, bytes32, async (output, salt) => {
        const expected = hkdfSync('sha256', output, salt, 'keystamp/vault/prf/v1', 32);
        expect(await derivePrfKek(output, salt)).toEqual(new Uint8Array(expected));
      }),
    );
  });

  test('behavior: another output or another salt gives another key', async () => {
    const one = new Uint8Array(32).fill(1);
    const two = new Uint8Array(32).fill(2);
    const keys = await Promise.all([
      derivePrfKek(one, one),
      derivePrfKek(one, two),
      derivePrfKek(two, one),
    ]);
    expect(new Set(keys.map(toHex)).size).toBe(3);
  });

  test.each([
    ['an output of 31 bytes', 31, 32],
    ['an output of 64 bytes', 64, 32],
    ['no output', 0, 32],
    ['a salt of 16 bytes', 32, 16],
  ])('error: refuses %s', async (_name, output, salt) => {
    const refused = derivePrfKek(new Uint8Array(output), new Uint8Array(salt));
    await expect(refused).rejects.toMatchObject({ code: 'malformed' });
  });
});
