import { describe, expect, test } from 'vitest';
import { readAddressCode } from '../../src/client/address-code.ts';

/* The forms are those of EIP-681: https://eips.ethereum.org/EIPS/eip-681 */

const ADDRESS = '0xfb6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const read = (text: string) => readAddressCode(text, 'eip155:1');

describe('readAddressCode', () => {
  test.each([
    ADDRESS,
    `  ${ADDRESS}\n`,
    `ethereum:${ADDRESS}`,
    `ethereum:pay-${ADDRESS}`,
    `ETHEREUM:${ADDRESS}`,
    `ethereum:${ADDRESS}@1`,
  ])('behavior: takes the address of “%s”', (text) => {
    expect(read(text)).toEqual({ kind: 'address', address: ADDRESS });
  });

  test.each([
    `ethereum:${ADDRESS}@137`,
    `ethereum:${ADDRESS}?value=2.014e18`,
    `ethereum:${ADDRESS}@1/transfer?address=0x8e23ee67d1332ad560396262c48ffbb01f93d052&uint256=1`,
    `${ADDRESS} and more`,
    `${ADDRESS}\n${ADDRESS}`,
  ])('error: “%s” asks for more than an address', (text) => {
    expect(read(text)).toEqual({ kind: 'more' });
  });

  test.each([
    '',
    'bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    `${ADDRESS}0`,
    ADDRESS.slice(0, -1),
    `https://example.com/${ADDRESS}`,
    'ethereum:vitalik.eth',
    'x'.repeat(7000),
  ])('error: “%s” has none', (text) => {
    expect(read(text)).toEqual({ kind: 'other' });
  });
});
