import { describe, expect, test } from 'vitest';
import { parseSealableKey } from '../../../src/client/import/sealable-key.ts';
import { defaultFormats, listFormatOffers } from '../../../src/client/import/format-offers.ts';
import * as encoders from '../../keys/encoders.ts';

const seed = new Uint8Array(32).fill(7);
const candidateOf = (text: string, curve?: string) => {
  const { candidates } = parseSealableKey(text);
  return candidates.find((candidate) => candidate.curve === curve) ?? candidates[0];
};

describe('defaultFormats', () => {
  test.each([
    ['hex', '07'.repeat(32), 'CURVE_SECP256K1', ['ETHEREUM', 'COMPRESSED']],
    ['hex as a seed', '07'.repeat(32), 'CURVE_ED25519', ['SOLANA']],
    ['WIF', encoders.wif(0x80, seed), undefined, ['BITCOIN_MAINNET_P2WPKH', 'COMPRESSED']],
    ['testnet WIF', encoders.wif(0xef, seed), undefined, ['BITCOIN_TESTNET_P2WPKH', 'COMPRESSED']],
    ['Dogecoin WIF', encoders.wif(0x9e, seed), undefined, ['DOGE_MAINNET', 'COMPRESSED']],
    ['Dogecoin testnet', encoders.wif(0xf1, seed), undefined, ['DOGE_TESTNET', 'COMPRESSED']],
    ['Stellar', encoders.stellarSeed(seed), undefined, ['XLM']],
    ['Sui', encoders.sui(seed), undefined, ['SUI']],
    ['Solana', encoders.solanaPair(seed), undefined, ['SOLANA']],
    ['XRP', encoders.xrpSeed(seed.slice(0, 16)), undefined, ['XRP', 'COMPRESSED']],
  ])('behavior: %s', (_, text, curve, formats) => {
    expect(defaultFormats(candidateOf(text, curve))).toEqual(
      formats.map((format) => `ADDRESS_FORMAT_${format}`),
    );
  });
});

describe('listFormatOffers', () => {
  test('behavior: every format of the curve once, the chains of the form first', () => {
    const offers = listFormatOffers(candidateOf(encoders.wif(0x80, seed)));
    expect(offers[0]).toMatchObject({ chain: 'bitcoin', own: true });
    expect(offers.slice(1).every(({ own }) => !own)).toBe(true);
    const formats = offers.flatMap((offer) => offer.formats.map(({ format }) => format));
    expect(new Set(formats).size).toBe(29);
    expect(formats).toHaveLength(29);
  });

  test('behavior: a form that any chain uses makes no chain its own', () => {
    expect(listFormatOffers(candidateOf('07'.repeat(32))).some(({ own }) => own)).toBe(false);
  });
});
