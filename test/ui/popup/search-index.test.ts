import { describe, expect, test } from 'vitest';
import type { Item, Items } from '../../../src/ui/forms/pickable-records.ts';
import { searchIndexOf, searchRecords } from '../../../src/ui/popup/search/search-index.ts';

const itemsOf = (...items: Item[]): Items => new Map(items.map((item) => [item.id, item]));
const item = (id: string, name: string, record: Item['record'] = {}): Item => ({
  id,
  name,
  record,
});

const known = {
  wallet: itemsOf(item('w1', 'Treasury'), item('w2', 'Payroll')),
  walletAccount: itemsOf(
    item('a1', '0xAbC0000000000000000000000000000000000001', {
      address: '0xAbC0000000000000000000000000000000000001',
      walletId: 'w2',
      name: 'Salaries',
    }),
    item('a2', 'bc1qtreasury', { address: 'bc1qtreasury', walletId: 'w1' }),
  ),
  user: itemsOf(item('u1', 'Tracy Payne', { userEmail: 'tracy@pay.example' })),
  privateKey: itemsOf(item('k1', 'Deployer', { addresses: [{ address: 'TRON1' }, null] })),
};
const index = searchIndexOf(known);
const namesFor = (typed: string) =>
  searchRecords(index, typed, 10).shown.map(({ place, name }) => `${place.kind} ${name}`);

describe('searchRecords', () => {
  test('behavior: names that start with the text come first, then whatever has it', () => {
    expect(namesFor('pay')).toEqual([
      'wallet Payroll',
      'user Tracy Payne',
      'walletAccount Salaries',
    ]);
    expect(namesFor('tr')).toEqual([
      'wallet Treasury',
      'user Tracy Payne',
      'walletAccount Treasury',
      'privateKey Deployer',
    ]);
  });

  test('behavior: addresses in any case, contacts, ids, and several words', () => {
    expect(namesFor('0XABC0')).toEqual(['walletAccount Salaries']);
    expect(namesFor('tracy@pay')).toEqual(['user Tracy Payne']);
    expect(namesFor('k1')).toEqual(['privateKey Deployer']);
    expect(namesFor('payne tracy')).toEqual(['user Tracy Payne']);
    expect(namesFor('tron1')).toEqual(['privateKey Deployer']);
  });

  test('behavior: an account leads to its place in its wallet', () => {
    const [found] = searchRecords(index, 'salaries', 10).shown;
    expect(found?.place).toEqual({ kind: 'walletAccount', id: 'a1', within: 'w2' });
  });

  test('behavior: nothing typed finds nothing, and the limit holds', () => {
    expect(searchRecords(index, '  ', 10)).toEqual({ shown: [], count: 0 });
    const { shown, count } = searchRecords(index, 'e', 2);
    expect([shown.length, count]).toEqual([2, 5]);
  });

  test('behavior: a list that did not change is not indexed again', () => {
    const again = searchIndexOf({ ...known, user: itemsOf() });
    expect(again.find(({ place }) => place.id === 'w1')).toBe(
      index.find(({ place }) => place.id === 'w1'),
    );
  });
});
