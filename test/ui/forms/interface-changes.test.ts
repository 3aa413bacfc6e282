import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../../src/protocol/operations.ts';
import { compareWithStored } from '../../../src/ui/forms/interface-changes.tsx';
import type { Items } from '../../../src/ui/records/pickable-records.ts';

const { fields } = OPERATIONS.create_smart_contract_interface.versions[0];
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

const entry = (name: string, types: string[], more: object = {}) => ({
  type: 'function',
  name,
  inputs: types.map((type, at) => ({ name: `a${at}`, type })),
  stateMutability: 'view',
  ...more,
});
const send = (entries: object[], smartContractAddress = ADDRESS) => ({
  type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
  smartContractAddress,
  smartContractInterface: JSON.stringify(entries),
});
const stored = (...list: { id: string; address?: string; text: string }[]): Items =>
  new Map(
    list.map(({ id, address = ADDRESS, text }) => [
      id,
      { id, name: id, record: { smartContractAddress: address, smartContractInterface: text } },
    ]),
  );

describe('compareWithStored', () => {
  const old = [entry('kept', ['bool']), entry('gone', []), entry('paid', [])];

  test('behavior: what is added, removed and changed, by what the chain knows it by', () => {
    const next = [
      entry('kept', ['bool']),
      entry('paid', [], { stateMutability: 'payable' }),
      entry('fresh', ['tuple'], {
        inputs: [{ name: 'order', type: 'tuple', components: [{ name: 'id', type: 'uint' }] }],
        outputs: [{ name: '', type: 'bool' }],
      }),
      // The same name with other types is another function.
      entry('kept', ['uint256']),
    ];
    const contracts = stored({ id: 'Token', text: JSON.stringify(old) });
    const compared = compareWithStored(fields, send(next), contracts);
    expect(compared?.stored.name).toBe('Token');
    expect(compared?.changes.added).toEqual([
      {
        kind: 'function',
        signature: 'fresh((uint256 id) order)',
        note: 'view',
        returns: '(bool)',
        canonical: 'fresh((uint256))',
      },
      expect.objectContaining({ canonical: 'kept(uint256)' }),
    ]);
    expect(compared?.changes.removed).toMatchObject([{ canonical: 'gone()' }]);
    expect(compared?.changes.changed).toMatchObject([
      { before: { canonical: 'paid()', note: 'view' }, after: { note: 'payable' } },
    ]);
  });

  test('behavior: an address in other case is the same; the last one stored counts', () => {
    const contracts = stored(
      { id: 'First', text: '[]' },
      { id: 'Last', address: ADDRESS.toLowerCase(), text: JSON.stringify(old) },
      { id: 'Other', address: `0x${'1'.repeat(40)}`, text: '[]' },
    );
    const compared = compareWithStored(fields, send(old), contracts);
    expect(compared?.stored.name).toBe('Last');
    expect(compared?.changes).toEqual({ added: [], removed: [], changed: [] });
  });

  test('behavior: nothing without a stored one, and with one that can’t be read', () => {
    expect(compareWithStored(fields, send(old), undefined)).toBeUndefined();
    expect(compareWithStored(fields, send(old), stored())).toBeUndefined();
    expect(compareWithStored(fields, send(old), stored({ id: 'X', text: '{' }))).toBeUndefined();
    const renames = OPERATIONS.update_wallet.versions[0];
    expect(compareWithStored(renames.fields, send(old), stored())).toBeUndefined();
  });
});
