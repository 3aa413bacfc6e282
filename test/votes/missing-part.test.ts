import { expect, test, vi } from 'vitest';
import { SCHEME_OF_CURVE } from '../../src/crypto/schemes.ts';
import { verifySignature } from '../../src/votes/signature.ts';

vi.mock('@noble/secp256k1', () => {
  throw new TypeError('no such file');
});

const vote = (scheme: string) => ({
  message: '{}',
  publicKey: `02${'ab'.repeat(32)}`,
  scheme,
  signature: '3006020101020101',
});

test.each([SCHEME_OF_CURVE.SECP256K1, 'SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191'])(
  'error: without the curve’s file, a vote under %s is called no forgery',
  async (scheme) => {
    await expect(verifySignature(vote(scheme), [])).rejects.toMatchObject({ code: 'part_missing' });
  },
);

test('behavior: one that needs no such file is judged as ever', async () => {
  expect(await verifySignature(vote(SCHEME_OF_CURVE.P256), [])).toBe('signature_invalid');
});
