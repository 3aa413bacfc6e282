// The largest texts that the reader of contract interfaces takes.
import { describe, expect, test } from 'vitest';
import { readInterface } from '../../src/client/interface/read-interface.ts';

const SOLANA = 'SMART_CONTRACT_INTERFACE_TYPE_SOLANA';
const readEthereum = (text: string) =>
  readInterface(text, 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM');

describe('the largest texts', () => {
  const LENGTH = 4_000_000;
  // Each of them took steps by the square of its length, which no test would live to see.
  const texts: readonly (readonly [string, string])[] = [
    ['blank lines', `x${'\n'.repeat(LENGTH)}y`],
    ['blanks', `x${' '.repeat(LENGTH)}y`],
    ['open brackets', '['.repeat(LENGTH)],
    ['open comments', 'function f(); /*'.repeat(LENGTH / 16)],
    ['names', `${'a '.repeat(LENGTH / 2)};`],
  ];

  test.each(texts)('error: of %s are refused', (_, text) => {
    expect(readEthereum(text).ok).toBe(false);
    expect(readInterface(text, SOLANA).ok).toBe(false);
  });

  test('behavior: as many contracts as fit are listed by name', () => {
    const names = Array.from({ length: 200_000 }, (_, at) => `"c${at}":{"abi":[1]}`);
    const read = readEthereum(`{"contracts":{${names.join()}}}`);
    expect(read).toMatchObject({ ok: false, fault: 'several' });
  });

  test('error: too many entries are refused without a look at each', () => {
    const read = readEthereum(JSON.stringify(Array.from({ length: 20_000 }, () => 7)));
    expect(read).toEqual({
      ok: false,
      fault: 'entry',
      subject: '',
      rule: 'contract_interface_entries',
    });
  });
});
