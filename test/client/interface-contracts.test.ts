import { expect, test } from 'vitest';
import { readInterface } from '../../src/client/interface/read-interface.ts';

/* Compilers' outputs with several contracts. */

const ETHEREUM = 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM';
const TRANSFER = {
  type: 'function',
  name: 'transfer',
  inputs: [{ name: 'to', type: 'address' }],
  outputs: [],
  stateMutability: 'nonpayable',
};
const ABI = [TRANSFER];

test('behavior: of several contracts, one is read by its number, and says which were left out', () => {
  const other = [{ ...TRANSFER, name: 'other' }];
  const abiOf = (abi: unknown) => ({ abi, evm: {} });
  const standard = {
    contracts: {
      'a.sol': { Token: abiOf(ABI), Empty: abiOf([]) },
      'b.sol': { Token: abiOf(other), Vault: abiOf([{ ...TRANSFER, name: 'f()' }]) },
    },
    sources: {},
  };
  const contracts = ['a.sol:Token', 'b.sol:Token', 'Vault'];
  expect(readInterface(JSON.stringify(standard), ETHEREUM)).toMatchObject({
    ok: false,
    fault: 'several',
    contracts,
  });
  const read = (contract: number) => readInterface(JSON.stringify(standard), ETHEREUM, contract);
  expect(read(1)).toEqual({
    ok: true,
    source: 'compiler',
    text: JSON.stringify(other),
    name: 'Token',
    notes: [{ kind: 'left', names: ['a.sol:Token', 'Vault', 'sources'] }],
  });
  expect(read(2)).toMatchObject({ ok: false, fault: 'entry', at: 1, rule: 'abi_name' });
  for (const none of [3, -1]) expect(read(none)).toMatchObject({ fault: 'several' });
  // solc --combined-json: by `file:name`.
  const combined = {
    contracts: { 'a.sol:A': { abi: JSON.stringify(ABI) }, 'a.sol:B': { abi: ABI } },
  };
  expect(readInterface(JSON.stringify(combined), ETHEREUM)).toMatchObject({
    fault: 'several',
    contracts: ['A', 'B'],
  });
});
