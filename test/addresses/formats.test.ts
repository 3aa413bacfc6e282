import { describe, expect, test } from 'vitest';
import {
  CHAINS,
  DEFAULT_FORMATS,
  FORMATS,
  formatsByChain,
  isFormat,
  READINGS,
} from '../../src/addresses/formats.ts';
import { addressFormatsOf } from '../../src/protocol/curve-formats.ts';
import { ADDRESS_FORMAT, CURVE } from '../../src/protocol/enums.ts';

const formats = ADDRESS_FORMAT.filter(isFormat);

describe('FORMATS', () => {
  test('behavior: the 36 of the reference pages, and no others', () => {
    expect(formats).toHaveLength(36);
    expect(new Set(Object.keys(FORMATS))).toEqual(new Set(formats));
    const left = ADDRESS_FORMAT.filter((format) => !isFormat(format));
    expect(left).toEqual(['ADDRESS_FORMAT_SPARK_MAINNET', 'ADDRESS_FORMAT_SPARK_REGTEST']);
  });

  test('behavior: 24 are settled; the open questions of the rest match docs/addresses.md', () => {
    const open = formats.filter((format) => FORMATS[format].open.length > 0);
    expect(formats.length - open.length).toBe(24);
    const bitcoin = ['MAINNET', 'TESTNET', 'SIGNET', 'REGTEST'].flatMap((network) => [
      `ADDRESS_FORMAT_BITCOIN_${network}_P2SH`,
      `ADDRESS_FORMAT_BITCOIN_${network}_P2WSH`,
    ]);
    const rest = ['SEI', 'TON_V3R2', 'TON_V4R2', 'TON_V5R1'].map((one) => `ADDRESS_FORMAT_${one}`);
    expect(new Set(open)).toEqual(new Set([...bitcoin, ...rest]));
  });

  test('behavior: every open rule has another reading, and every reading belongs to a format', () => {
    const open = formats.filter((format) => FORMATS[format].open.length > 0);
    expect(open.filter((format) => FORMATS[format].readings.length === 0)).toEqual([]);
    const used = new Set(formats.flatMap((format) => FORMATS[format].readings));
    expect(used).toEqual(new Set(Object.keys(READINGS)));
  });

  test('behavior: Bitcoin has four networks with five scripts each', () => {
    const bitcoin = formats.filter((format) => FORMATS[format].chain === 'bitcoin');
    const pairs = bitcoin.map((one) => `${FORMATS[one].network} ${FORMATS[one].kind}`);
    expect(new Set(pairs).size).toBe(20);
    expect(FORMATS.ADDRESS_FORMAT_BITCOIN_SIGNET_P2TR).toMatchObject({
      network: 'signet',
      kind: 'P2TR',
    });
  });
});

describe('isFormat', () => {
  test('error: inherited names', () => {
    for (const name of ['constructor', 'toString', '__proto__', '']) {
      expect(isFormat(name)).toBe(false);
    }
  });
});

describe('formatsByChain', () => {
  test.each(CURVE)('behavior: %s: each fitting format once, under its chain', (curve) => {
    const groups = formatsByChain(curve);
    const listed = groups.flatMap((group) => group.formats);
    expect(listed.toSorted()).toEqual(addressFormatsOf(curve).toSorted());
    expect(groups.map(({ name }) => name)).toEqual(
      Object.values(CHAINS)
        .map(({ name }) => name)
        .filter((name) => groups.some((group) => group.name === name)),
    );
    for (const { chain, formats: own, preferred } of groups) {
      expect(own.every((format) => FORMATS[format].chain === chain)).toBe(true);
      expect(own).toContain(preferred);
    }
  });

  test('behavior: the first offer is on the main network, and settled if any is', () => {
    for (const { preferred } of Object.values(CHAINS)) {
      expect(FORMATS[preferred].network).toBe('mainnet');
      expect(['ton', 'sei']).toEqual(
        expect.arrayContaining(
          FORMATS[preferred].open.length > 0 ? [FORMATS[preferred].chain] : [],
        ),
      );
    }
  });
});

describe('DEFAULT_FORMATS', () => {
  test.each(CURVE)('behavior: %s: settled formats of the curve', (curve) => {
    expect(DEFAULT_FORMATS[curve].length).toBeGreaterThan(0);
    for (const format of DEFAULT_FORMATS[curve]) {
      expect(addressFormatsOf(curve)).toContain(format);
      expect(FORMATS[format].open).toEqual([]);
    }
  });
});
